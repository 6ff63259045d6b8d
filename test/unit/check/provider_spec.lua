--- check.provider: what is asked of the provider, and what its answers and failures are called.
local checkup = require("support.checkup")
local clock = require("sso_login.io.clock")
local fixtures = require("support.fixtures")

local full = fixtures.discovery.full
local none = fixtures.none
local not_tried = "Not tried, because of the findings above: "

describe("check.provider", function()
  for _, call in ipairs({
    { "openid-configuration", checkup.well_known, "OIDC_DISCOVERY_FAILED", "SSL_INIT_FAILED", not_tried .. "jwks_uri, token_endpoint." },
    { "jwks_uri", full.jwks_uri, "JWKS_FETCH_FAILED", "SSL_INIT_FAILED" },
    { "token_endpoint", full.token_endpoint, "TOKEN_ENDPOINT_NETWORK_ERROR", "TOKEN_ENDPOINT_NETWORK_ERROR" },
  }) do
    local name, url, code, certificate_code, skipped = unpack(call)
    for _, case in ipairs({
      { "resolve", "host_unknown", "the host name idp.example is unknown." },
      { "connect", "connection_refused", "no connection to idp.example: Why so." },
      { "certificate", "certificate_untrusted", "the router does not trust the certificate of idp.example: Why so." },
      { "tls", "tls_failed", "no TLS connection to idp.example: Why so." },
      { "timeout", "no_answer", "no answer from idp.example in time." },
      { "too_large", "answer_too_large", "the answer of idp.example is over 256 KB." },
      { "network", "connection_broken", "the connection to idp.example broke: Why so." },
    }) do
      it(("%s: %s is %s"):format(name, case[1], case[2]), function()
        local found = checkup.run({ setup = function(world) world.on(url, { failure = case[1], text = "Why so" }) end })
        local finding = found[case[2]]
        assert.equal(name .. ": " .. case[3], finding.text)
        assert.equal("error", finding.level)
        assert.equal(case[1] == "certificate" and certificate_code or code, finding.code)
        assert.same({ endpoint = name, url = url, host = "idp.example", reason = "Why so", status = "" }, finding.params)
        assert.equal(skipped, found.not_tried and found.not_tried.text)
      end)
    end
  end

  for _, call in ipairs({
    { "openid-configuration", checkup.well_known, "OIDC_DISCOVERY_FAILED", not_tried .. "jwks_uri, token_endpoint." },
    { "jwks_uri", full.jwks_uri, "JWKS_FETCH_FAILED" },
  }) do
    local name, url, code, skipped = unpack(call)
    for _, case in ipairs({
      { { status = 404, body = "{}" }, "answer_status", " has status 404, not 200.", "404", "" },
      { { status = 204 }, "answer_status", " has status 204, not 200.", "204", "" },
      { "<html>", "answer_not_json", " is not a JSON object.", "200", "the answer is not a JSON object" },
    }) do
      it(("%s: %s"):format(name, case[3]), function()
        local found = checkup.run({ setup = function(world) world.on(url, case[1]) end })
        local finding = found[case[2]]
        assert.equal(name .. ": the answer of " .. url .. case[3], finding.text)
        assert.equal(code, finding.code)
        assert.same({ endpoint = name, url = url, host = "idp.example", reason = case[5], status = case[4] }, finding.params)
        assert.equal(skipped, found.not_tried and found.not_tried.text)
      end)
    end
  end

  it("GETs both documents as JSON, and goes on with the secret without keys", function()
    local found, _, world = checkup.run({ setup = function(world) world.on(full.jwks_uri, { status = 500 }) end })
    local function get(url)
      return { method = "GET", url = url, headers = { "Accept: application/json" } }
    end
    assert.same({ get(checkup.well_known), get(full.jwks_uri) }, { world.requests[2], world.requests[3] })
    assert.equal("Host name, connection and certificate of idp.example are fine.", found.connection_ok.text)
    assert.is_table(found.secret_ok)
  end)

  describe("clock", function()
    local function apart(seconds, side)
      return ("The router's clock is %d s %s the provider's; clock_tolerance allows 60 s."):format(seconds, side)
    end
    local function agree(seconds)
      return ("The clocks of router and provider agree within %d s."):format(seconds)
    end
    for _, case in ipairs({
      { 3600, "error", apart(3600, "behind") }, { 61, "error", apart(61, "behind") }, { 60, "ok", agree(60) }, { 0, "ok", agree(0) },
      { -60, "ok", agree(60) }, { -61, "warning", apart(61, "ahead of") }, { -360, "warning", apart(360, "ahead of") },
      { -361, "error", apart(361, "ahead of") },
    }) do
      it(("%d s from the router's"):format(case[1]), function()
        local found = checkup.run({ date = checkup.now + case[1] })
        local finding = found.clock_ok or found.clock_behind or found.clock_ahead
        assert.same({ case[2], case[3] }, { finding.level, finding.text })
        assert.is_nil(found.clock_unknown)
      end)
    end

    it("not told", function()
      local text = "The provider does not tell its time; the router's clock says " .. clock.format_time(checkup.now) .. "."
      checkup.expect({ date = none }, { clock_unknown = text, clock_ok = false })
    end)
  end)

  describe("method", function()
    local unusual = "Option token_endpoint_auth_method is client_secret_post, and the provider offers client_secret_basic, tls_client_auth."
    for _, case in ipairs({
      { nil, { "client_secret_basic" }, { auth_method_ok = "The client proves itself by client_secret_basic." } },
      { nil, { "client_secret_post" }, { auth_method_ok = "The client proves itself by client_secret_post." } },
      { nil, none, { auth_method_ok = "The client proves itself by client_secret_basic.", auth_method_not_offered = false } },
      { "client_secret_post", none, { auth_method_ok = "The client proves itself by client_secret_post." } },
      { "client_secret_post", { "client_secret_basic", "tls_client_auth" }, { auth_method_not_offered = unusual, auth_method_ok = false } },
      { nil, { "private_key_jwt", "tls_client_auth" }, {
        auth_method_none = "The provider accepts neither client_secret_basic nor client_secret_post, but private_key_jwt, tls_client_auth.",
        auth_method_ok = false, not_tried = not_tried .. "token_endpoint.",
      } },
    }) do
      local offered = case[2] == none and "nothing" or table.concat(case[2], " ")
      it(("%s where %s is offered"):format(case[1] or "auto", offered), function()
        checkup.expect({
          uci = { token_endpoint_auth_method = case[1] }, document = { token_endpoint_auth_methods_supported = case[2] },
        }, case[3])
      end)
    end

    it("is not judged while its option is wrong", function()
      checkup.expect({ uci = { token_endpoint_auth_method = "none" } }, {
        auth_method_ok = false, auth_method_none = false, auth_method_not_offered = false, not_tried = not_tried .. "token_endpoint.",
      })
    end)
  end)

  describe("secret", function()
    local wrong = "The provider refuses client_id, client_secret or the authentication method client_secret_basic: %s."
    local refused = "The provider refuses this client: %s."
    local unclear = "The provider's answer does not tell whether client_id and client_secret are right: %s."
    local forty = ("abcdefghij_klmnopqrstuvwxyz_"):rep(2):sub(1, 40)
    local error_of = checkup.oauth_error
    for _, case in ipairs({
      { error_of(401, "invalid_client"), "secret_wrong", "error", wrong:format("status 401, invalid_client") },
      { error_of(400, "invalid_client"), "secret_wrong", "error", wrong:format("status 400, invalid_client") },
      { error_of(401, "unauthorized_client"), "secret_wrong", "error", wrong:format("status 401, unauthorized_client") },
      { { status = 401 }, "secret_wrong", "error", wrong:format("status 401, no error code") },
      { error_of(400, "unauthorized_client"), "client_refused", "error", refused:format("status 400, unauthorized_client") },
      { error_of(403, forty), "secret_unclear", "warning", unclear:format("status 403, " .. forty) },
      { error_of(403, forty .. "x"), "secret_unclear", "warning", unclear:format("status 403, an unusual error code") },
      { error_of(400, "Denied"), "secret_unclear", "warning", unclear:format("status 400, an unusual error code") },
      { error_of(400, "denied2"), "secret_unclear", "warning", unclear:format("status 400, an unusual error code") },
      { error_of(500, "invalid_grant"), "secret_unclear", "warning", unclear:format("status 500, invalid_grant") },
      { { status = 400, body = "{}" }, "secret_unclear", "warning", unclear:format("status 400, no error code") },
      { "{}", "secret_unclear", "warning", unclear:format("status 200, no error code") },
      { fixtures.token_response(), "secret_unclear", "warning", unclear:format("status 200 for an invented code") },
      { checkup.refused, "secret_ok", "ok",
        "The provider accepts client_id, client_secret and the method client_secret_basic (invalid_grant for an invented code)." },
    }) do
      it(case[4], function()
        local found = checkup.run({ token = case[1] })
        assert.same({ case[3], case[4] }, { found[case[2]].level, found[case[2]].text })
        assert.is_nil(found.not_tried)
      end)
    end

    it("is asked for with a code that no provider gave, and its own verifier", function()
      local _, _, world = checkup.run({})
      local request = world.requests[4]
      assert.equal(full.token_endpoint, request.url)
      local code, verifier = request.body:match("code=([%w_-]+)&.*code_verifier=([%w_-]+)$")
      assert.equal(43, #code)
      assert.equal(64, #verifier)
    end)

    for option, value in pairs({ client_id = "", client_secret = "", redirect_uri = "https://router.example/" }) do
      it("is not tried while " .. option .. " is wrong", function()
        local found, _, world = checkup.run({ uci = { [option] = value } })
        assert.equal(not_tried .. "token_endpoint.", found.not_tried.text)
        assert.equal(0, world.requests_to(full.token_endpoint))
        assert.is_table(found.auth_method_ok)
      end)
    end

    it("is not tried at a provider of another name", function()
      local found, _, world = checkup.run({ document = { issuer = "https://idp.example" } })
      assert.equal(not_tried .. "token_endpoint.", found.not_tried.text)
      assert.equal(0, world.requests_to(full.token_endpoint))
      assert.is_nil(found.auth_method_ok)
    end)
  end)

  for option, value in pairs({ issuer_url = "http://idp.example", internal_issuer_url = "idp.lan" }) do
    it("is not asked while " .. option .. " is wrong", function()
      local found, _, world = checkup.run({ uci = { [option] = value } })
      assert.equal(not_tried .. "discovery, jwks_uri, token_endpoint.", found.not_tried.text)
      assert.equal(1, #world.requests)
    end)
  end
end)
