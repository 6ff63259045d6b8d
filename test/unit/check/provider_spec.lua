--- check.provider: what is asked of the provider, and what its answers and failures are called.
local checkup = require("support.checkup")
local cjson = require("cjson")
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
        assert.same({
          endpoint = name, url = url, host = "idp.example", reason = "Why so", status = "", location = "",
        }, finding.params)
        assert.equal(skipped, found.not_tried and found.not_tried.text)
      end)
    end
  end

  it("shows whose certificate is not trusted, by its fingerprint", function()
    local peer = { subject = "CN=idp\n", issuer = "CN=Some CA", der = "abc" }
    local found = checkup.run({ setup = function(world)
      world.on(full.jwks_uri, { failure = "certificate", text = "Why so", peer = peer })
    end })
    assert.equal("idp.example shows a certificate of CN=idp\\x0a, issued by CN=Some CA; its SHA-256 fingerprint is "
      .. "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad.", found.certificate_met.text)
  end)

  it("asks for no certificate where another failure bars the way", function()
    local found = checkup.run({ setup = function(world)
      world.on(full.jwks_uri, { failure = "tls", peer = { subject = "a", issuer = "b", der = "c" } })
    end })
    assert.is_nil(found.certificate_met)
  end)

  for _, call in ipairs({
    { "openid-configuration", checkup.well_known, "OIDC_DISCOVERY_FAILED", not_tried .. "jwks_uri, token_endpoint." },
    { "jwks_uri", full.jwks_uri, "JWKS_FETCH_FAILED" },
  }) do
    local name, url, code, skipped = unpack(call)
    for _, case in ipairs({
      { { status = 404, body = "{}" }, "answer_status", "the answer of %s has status 404, not 200." },
      { { status = 204 }, "answer_status", "the answer of %s has status 204, not 200." },
      { { status = 302 }, "answer_status", "the answer of %s has status 302, not 200." },
      { { status = 499 }, "answer_status", "the answer of %s has status 499, not 200." },
      { { status = 401 }, "answer_refused", "%s does not let the router in: status 401." },
      { { status = 403 }, "answer_refused", "%s does not let the router in: status 403." },
      { { status = 500 }, "answer_fault", "the provider fails, or a proxy before it: %s answers with status 500." },
      { { status = 302, location = "https://www.example/" }, "answer_redirect",
        "%s redirects to https://www.example/ (status 302), and that is not followed." },
      { "<html>", "answer_not_json", "the answer of %s is not a JSON object." },
    }) do
      it(("%s: %s"):format(name, case[3]), function()
        local found = checkup.run({ setup = function(world) world.on(url, case[1]) end })
        local finding = found[case[2]]
        assert.equal(name .. ": " .. case[3]:format(url), finding.text)
        assert.equal(code, finding.code)
        assert.same({
          endpoint = name, url = url, host = "idp.example", status = tostring(case[1].status or 200),
          reason = case[2] == "answer_not_json" and "the answer is not a JSON object" or "", location = case[1].location or "",
        }, finding.params)
        assert.equal(skipped, found.not_tried and found.not_tried.text)
      end)
    end
  end

  it("follows the redirect that a login follows", function()
    checkup.expect({ setup = function(world)
      world.on(checkup.well_known .. "/", cjson.encode(full))
      world.on(checkup.well_known, { status = 301, location = checkup.well_known .. "/" })
    end }, { answer_redirect = false, issuer_ok = "The provider's issuer is issuer_url, character by character." })
  end)

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
      { -60, "ok", agree(60) }, { -61, "warning", apart(61, "ahead of") }, { -3660, "warning", apart(3660, "ahead of") },
      { -3661, "error", apart(3661, "ahead of") },
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

  for option, value in pairs({ issuer_url = "http://idp.example", internal_issuer_url = "idp.lan" }) do
    it("is not asked while " .. option .. " is wrong", function()
      local found, _, world = checkup.run({ uci = { [option] = value } })
      assert.equal(not_tried .. "discovery, jwks_uri, token_endpoint.", found.not_tried.text)
      assert.equal(1, #world.requests)
    end)
  end
end)
