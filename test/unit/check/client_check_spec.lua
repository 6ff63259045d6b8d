local cjson = require("cjson")
local checkup = require("support.checkup")
local client_keys = require("sso_login.jose.client_keys")
local encoding = require("sso_login.base.encoding")
local fixtures = require("support.fixtures")
local jws = require("sso_login.jose.jws")

local full = fixtures.discovery.full
local none = fixtures.none
local secret = fixtures.client_secret
local not_tried = "Not tried, because of the findings above: token_endpoint."
local secret_ok = "The provider accepts client_id, client_secret and the method client_secret_post, and refuses an invented secret."

describe("check.client_check: the method", function()
  local function by(method) return "The client proves itself by " .. method .. "." end
  local unusual = "Option token_endpoint_auth_method is client_secret_post, and the provider offers %s."
  local neither = "The provider accepts neither client_secret_basic nor client_secret_post, but %s."
  for _, case in ipairs({
    { nil, { "client_secret_basic" }, { auth_method_ok = by("client_secret_basic") } },
    { nil, { "client_secret_post" }, { auth_method_ok = by("client_secret_post") } },
    { nil, none, { auth_method_ok = by("client_secret_basic") } },
    { "client_secret_post", none, { auth_method_ok = by("client_secret_post") } },
    { "client_secret_post", { "client_secret_basic", "tls_client_auth" }, {
      auth_method_not_offered = unusual:format("client_secret_basic, tls_client_auth"), auth_method_ok = false,
    } },
    { "client_secret_post", { "client_secret_basic" }, { auth_method_not_offered = unusual:format("client_secret_basic") } },
    { "client_secret_basic", { "none" }, { auth_method_none = neither:format("none"), auth_method_ok = false }, "warning" },
    { nil, { "private_key_jwt", "tls_client_auth" }, {
      auth_method_none = neither:format("private_key_jwt, tls_client_auth"), auth_method_ok = false, secret_ok = false,
      not_tried = not_tried,
    }, "error" },
  }) do
    local offered = case[2] == none and "nothing" or table.concat(case[2], " ")
    it(("%s where %s is offered"):format(case[1] or "auto", offered), function()
      local found = checkup.expect({
        uci = { token_endpoint_auth_method = case[1] }, document = { token_endpoint_auth_methods_supported = case[2] },
      }, case[3])
      assert.equal(case[4], found.auth_method_none and found.auth_method_none.level)
    end)
  end

  checkup.rows({
    { "is not judged while its option is wrong", { uci = { token_endpoint_auth_method = "none" } }, {
      option_wrong = checkup.any, auth_method_ok = false, not_tried = not_tried,
    } },
  })
end)

describe("check.client_check: the secret", function()
  local wrong = "The provider refuses client_id, client_secret or the authentication method client_secret_post (%s): it says no more"
  local barred = "The provider takes client_secret, and refuses this client the exchange of a code (%s): %s"
  local by_other = "The provider refuses client_id and client_secret by %s (status 401, invalid_client), and takes them by %s."
  local unclear = "The provider's answer does not tell whether client_id, and secret or key, are right (%s): it says no more"
  local public = "The provider answers the same with client_secret, with an invented one and without one: %s."
  local forty = ("abcdefghij_klmnopqrstuvwxyz_"):rep(2):sub(1, 40)
  local error_of = checkup.oauth_error
  local function said(words) return (unclear:gsub("it says no more", words)) end
  --- Answers to the right secret, and to another one.
  local function by_secret(right, other)
    return function(request) return checkup.knows(secret)(request) == checkup.refused and right or other end
  end
  --- A provider that refuses every code alike, and a client only with a refresh token.
  local function judges_code_first(right, other)
    return function(request)
      return request.body:find("refresh_token", 1, true) and (other or checkup.knows(right)(request)) or checkup.refused
    end
  end
  local asked = 0
  for _, case in ipairs({
    { error_of(401, "invalid_client"), "secret_wrong", wrong:format("status 401, invalid_client") },
    { error_of(401, "unauthorized_client"), "secret_wrong", wrong:format("status 401, unauthorized_client") },
    { { status = 401 }, "secret_wrong", wrong:format("status 401, no error code") },
    -- A proxy's own 401.
    { { status = 401, body = "<html><h1>401 Authorization Required" }, "answer_refused", checkup.any },
    { { status = 401, body = "401 Unauthorized\n" }, "answer_refused", checkup.any },
    { error_of(400, "unauthorized_client"), "client_untold", unclear:format("status 400, unauthorized_client") },
    { error_of(403, forty), "client_untold", unclear:format("status 403, " .. forty) },
    { error_of(403, forty .. "x", ""), "client_untold", said(forty .. "x"):format("status 403, an unusual error code") },
    { error_of(400, "Denied", "not you"), "client_untold", said("not you"):format("status 400, an unusual error code") },
    { error_of(400, secret), "client_untold", unclear:format("status 400, an unusual error code") },
    -- Pocket ID up to 2.9 has sentences instead of codes.
    { by_secret(error_of(400, "Invalid authorization code"), error_of(401, "Invalid client secret")), "secret_ok", secret_ok },
    -- Kanidm; but the encoding of this secret may be the reason.
    { by_secret(error_of(400, "invalid_request"), { status = 401 }), "secret_ok", secret_ok },
    { by_secret(error_of(400, "invalid_request"), { status = 401 }), "client_untold", unclear:format("status 400, invalid_request"),
      "client_secret_basic" },
    { by_secret(error_of(403, "denied"), { status = 401 }), "client_untold", unclear:format("status 403, denied") },
    { by_secret(error_of(400), error_of(401, "invalid_client")), "client_untold", unclear:format("status 400, no error code") },
    { error_of(401, "invalid_client", "The secret is invalid or expired"), "secret_wrong",
      (wrong:gsub("it says no more", "The secret is invalid or expired")):format("status 401, invalid_client") },
    { error_of(400, "unauthorized_client", "The code has expired"), "client_untold",
      said("The code has expired"):format("status 400, unauthorized_client") },
    { "{}", "client_untold", unclear:format("status 200, no error code") },
    { fixtures.token_response(), "client_untold", unclear:format("status 200 for an invented code") },
    { checkup.refused, "client_public", public:format("status 400, invalid_grant") },
    { function(request)
      return request.body:find("client_secret", 1, true) and checkup.refused or error_of(401, "invalid_client")
    end, "client_untold", unclear:format("status 400, invalid_grant") },
    { { body = '{"error":"invalid_client"}' }, "secret_wrong", wrong:format("status 200, invalid_client") },
    { error_of(401, "invalid_client", "AADSTS7000222: The provided client secret keys are past their end."), "secret_expired",
      "The provider says that client_secret has expired (status 401, invalid_client): AADSTS7000222: The provided client secret keys are "
        .. "past their end." },
    { error_of(401, "invalid_client", "The code has expired"), "secret_wrong",
      (wrong:gsub("it says no more", "The code has expired")):format("status 401, invalid_client") },
    { error_of(400, "invalid_client", "The secret Expired"), "secret_expired",
      "The provider says that client_secret has expired (status 400, invalid_client): The secret Expired" },
    { function()
      asked = asked + 1
      return asked == 1 and checkup.refused or { failure = "timeout" }
    end, "client_untold", unclear:format("status 400, invalid_grant") },
    { checkup.knows(secret), "secret_ok", secret_ok },
    { by_secret(error_of(400, "temporarily_unavailable"), error_of(401, "invalid_client")), "answer_fault", checkup.any },
    { by_secret(error_of(400, "invalid_request", "one"), error_of(400, "invalid_request", "two")), "client_untold",
      said("one"):format("status 400, invalid_request") },
    -- Casdoor judges a code before the secret, and a refresh token after it.
    { judges_code_first(secret), "secret_ok", secret_ok },
    { judges_code_first("another"), "secret_wrong", wrong:format("status 401, invalid_client") },
    { judges_code_first(secret, error_of(400, "unauthorized_client")), "client_untold", unclear:format("status 400, invalid_grant") },
    { judges_code_first(secret, error_of(400, "unsupported_grant_type")), "client_untold", unclear:format("status 400, invalid_grant") },
    { { status = 404, body = '{"error":"Client not found"}' }, "secret_wrong",
      (wrong:gsub("it says no more", "Client not found")):format("status 404, an unusual error code") },
    { error_of(400, "invalid_request", "unknown client"), "secret_wrong",
      (wrong:gsub("it says no more", "unknown client")):format("status 400, invalid_request") },
    { error_of(400, "invalid_request", "The client must send code_verifier"), "client_untold",
      said("The client must send code_verifier"):format("status 400, invalid_request") },
    { { body = '{"fault":{"faultstring":"Invalid client identifier","detail":{"errorcode":"oauth.v2.InvalidClientIdentifier"}}}' }, "secret_wrong",
      (wrong:gsub("it says no more", "Invalid client identifier")):format("status 200, an unusual error code") },
    -- glewlwyd's word for a code that it refuses.
    { function(request)
      return checkup.knows(secret)(request) == checkup.refused and error_of(403, "invalid_code") or error_of(403, "unauthorized_client")
    end, "secret_ok", secret_ok },
    { checkup.knows(secret, "client_secret_basic"), "secret_other_method", by_other:format("client_secret_post", "client_secret_basic") },
    { checkup.knows(secret, "client_secret_post"), "secret_other_method", by_other:format("client_secret_basic", "client_secret_post"),
      "client_secret_basic" },
    -- Encoded, the secret is another one; post is not taken.
    { checkup.knows_raw(secret), "secret_not_decoded",
      "The provider takes client_id and client_secret by client_secret_basic only as they are (status 401, invalid_client): it does "
        .. "not decode what RFC 6749 encodes, and their special characters never arrive.", "client_secret_basic" },
    -- By basic everything is taken, the invented secret too.
    { function(request)
      return request.body:find("client_secret", 1, true) and error_of(400, "unauthorized_client") or checkup.refused
    end, "client_untold", unclear:format("status 400, unauthorized_client") },
  }) do
    it(("is %s: %s"):format(case[2], case[3]), function()
      local says = { [case[2]] = case[3], secret_ok = case[2] == "secret_ok" and case[3] or false }
      checkup.expect({ uci = { token_endpoint_auth_method = case[4] }, token = case[1] }, says)
    end)
  end

  -- Answers to an invented code, with the right secret and with another, and to an invented refresh token likewise; the findings of both.
  local grant, client = error_of(400, "invalid_grant", ""), error_of(401, "invalid_client", "")
  local barred_400, client_400 = error_of(400, "unauthorized_client", ""), error_of(400, "invalid_client", "")
  local ok, no = "secret_ok", "secret_wrong"
  local unknown = error_of(500, "server_error", "client not found")
  for kind, case in pairs({
    ["Keycloak 26"] = { grant, error_of(401, "unauthorized_client"), grant, error_of(401, "unauthorized_client"), ok, no },
    ["Kanidm 1.11"] = { error_of(400, "invalid_request"), client, error_of(400, "invalid_request"), client, ok, no },
    ["Pocket ID 2.9"] = { error_of(400, "The code is invalid", ""), error_of(400, "Invalid client secret", ""), grant, grant, ok, no },
    ["glewlwyd 2.7"] = { error_of(403, "invalid_code"), error_of(403, "unauthorized_client"), { status = 403 }, { status = 403 }, ok, "client_untold" },
    ["Gitea 1.26"] = { barred_400, barred_400, barred_400, client_400, ok, no },
    ["Gitea 1.26, whose words tell"] = {
      error_of(400, "unauthorized_client", "client is not authorized"), error_of(400, "unauthorized_client", "invalid client secret"),
      barred_400, client_400, ok, no,
    },
    ["a public client of Gitea 1.26"] = { barred_400, barred_400, barred_400, barred_400, "client_untold", "client_untold" },
    ["Casdoor 3.158"] = { grant, grant, grant, client, ok, no },
    ["zitadel/oidc 3.52"] = { grant, grant, grant, client, ok, no },
    ["zitadel/oidc 3.52 without the client"] = { grant, grant, unknown, unknown, no, no },
    ["zitadel/oidc 3.52, which bars the client from the grant"] = { grant, grant, barred_400, client, ok, no },
    ["django-oidc-provider 0.9"] = { grant, client_400, grant, client_400, ok, no },
    ["django-oidc-provider 0.9 without the redirect URI"] = { client_400, client_400, grant, client_400, "exchange_refused", no },
    ["a client that may not use the flow"] = { barred_400, client, grant, client, "exchange_refused", no },
    ["Vault 1.21"] = { grant, client, error_of(400, "unsupported_grant_type"), client, ok, no },
    ["better-auth 1.7"] = { grant, grant, grant, grant, "client_public", "client_public" },
    ["a provider whose faults tell nothing"] = { grant, grant, error_of(503, "server_error", "client not found"), client, "client_untold", no },
  }) do
    for i, right in ipairs({ secret, "another" }) do
      it(("is %s at %s"):format(case[4 + i], kind), function()
        local function answer(request)
          local first = checkup.knows(right)(request) == checkup.refused and 1 or 2
          return case[request.body:find("refresh_token", 1, true) and first + 2 or first]
        end
        local found = checkup.expect({ token = answer }, { [case[4 + i]] = checkup.any, secret_ok = case[4 + i] == ok and secret_ok or false })
        local told = found.exchange_refused
        assert.equal(told and told.text, told and barred:format("status 400, " .. (case[1] == client_400 and "invalid_client" or "unauthorized_client"),
          "it says no more"))
      end)
    end
  end

  it("is sent with an invalid code and verifier, and an invalid secret of the same form is sent as well", function()
    local _, _, world = checkup.run({})
    local secrets = {}
    for i = 4, 5 do
      assert.equal(full.token_endpoint, world.requests[i].url)
      secrets[#secrets + 1] = world.requests[i].body:match("&client_secret=(.*)$")
    end
    assert.equal(2, #secrets)
    assert.matches("^" .. ("[%w_-]"):rep(64) .. "$", secrets[2])
    assert.is_nil(secrets[2]:find("AAAAAAAA$"))
    local code, verifier = world.requests[4].body:match("code=([%w_-]+)&.*code_verifier=([%w_-]+)&")
    assert.same({ 43, 64 }, { #code, #verifier })
  end)

  for _, method in ipairs({ "client_secret_basic", "client_secret_post" }) do
    it("is left out of the last request by " .. method, function()
      local _, _, world = checkup.run({ uci = { client_id = "a b", token_endpoint_auth_method = method }, token = checkup.refused })
      local request = world.requests[8]
      assert.same({ "Accept: application/json", "Content-Type: application/x-www-form-urlencoded" }, request.headers)
      assert.matches("^grant_type=authorization_code&code=[%w_-]+&redirect_uri=[^&]+&code_verifier=[%w_-]+&client_id=a%%20b$", request.body)
    end)
  end

  it("that needs no encoding may be taken by a request that is bad for another reason", function()
    local function answer(request)
      return request.headers[3] == "Authorization: Basic " .. encoding.base64_encode(fixtures.client_id .. ":plain")
        and error_of(400, "invalid_request") or { status = 401 }
    end
    local uci = { client_secret = "plain", token_endpoint_auth_method = "client_secret_basic" }
    checkup.expect({ uci = uci, token = answer }, { secret_ok = (secret_ok:gsub("post", "basic")) })
  end)

  it("is sent without its encoding only where that changes it", function()
    for _, case in ipairs({ { "a-b_c.d~e", "basic", 3 }, { "a b", "basic", 4 }, { "a b", "post", 3 } }) do
      local uci = { client_id = case[1], token_endpoint_auth_method = "client_secret_" .. case[2], client_secret = "plain" }
      local _, _, world = checkup.run({ uci = uci, token = error_of(401, "invalid_client") })
      assert.equal(case[3], world.requests_to(full.token_endpoint))
    end
  end)

  for what, case in pairs({
    ["client_id is wrong"] = { uci = { client_id = "" } }, ["client_secret is wrong"] = { uci = { client_secret = "" } },
    ["redirect_uri is wrong"] = { uci = { redirect_uri = "https://router.example/" } },
    ["the provider has another issuer"] = { document = { issuer = "https://idp.example" } },
  }) do
    it("is not sent while " .. what, function()
      local found, _, world = checkup.run(case)
      local both = what ~= "client_secret is wrong"
      assert.equal(both and not_tried:gsub("%.$", ", authorization_endpoint.") or not_tried, found.not_tried.text)
      assert.equal(0, world.requests_to(full.token_endpoint))
      assert.equal(case.uci ~= nil, found.auth_method_ok ~= nil)
    end)
  end

  checkup.rows({
    { "is not sent to a provider for which it was not saved", { uci = { issuer_url = "https://other.example" },
      unsaved = fixtures.sections({ client_secret = none }, {}) }, {
      client_not_sent = checkup.any, secret_ok = false, roles_none = "Nobody can log in yet: add a role.",
    } },
  })

end)

describe("check.client_check: the key", function()
  local error_of = checkup.oauth_error
  local by_key = { token_endpoint_auth_method = "private_key_jwt", client_secret = "" }

  --- A token endpoint that takes assertions only for these audiences, in the fixtures' words.
  local function takes(...)
    local audiences = { ... }
    return function(request)
      local assertion = request.body:match("client_assertion=([%w%._-]+)$")
      assert(request.body:find("^grant_type=") and #assertion:match("[^.]+$") == 86)
      local claims = jws.parse_jws(assertion).data.payload
      for _, audience in ipairs(audiences) do
        if claims.aud == audience and assertion:sub(-8) ~= "AAAAAAAA" then
          return checkup.refused
        end
      end
      return { status = 401, body = '{"error":"invalid_client","error_description":"' .. ("no key "):rep(40) .. '"}' }
    end
  end
  local refused = "The provider refuses client_id or the router's key for ES256 (status 401, invalid_client): " .. ("no key "):rep(40):sub(1, 200)
  local expired = "The provider refuses what the key signs (status 401, invalid_client), and its clock is not this router's: "
    .. ("no key "):rep(40):sub(1, 200)
  local unclear = "The provider's answer does not tell whether client_id, and secret or key, are right (%s): it says no more"

  for _, case in ipairs({
    { takes(fixtures.issuer), "assertion_ok", "The provider accepts client_id and the router's key, and refuses a wrong signature." },
    { takes(full.token_endpoint), "assertion_audience",
      "The provider refuses what the key signs for this audience (status 401, invalid_client), and takes it for another one.",
      other = "token_endpoint" },
    { takes(fixtures.issuer), "assertion_audience",
      "The provider refuses what the key signs for this audience (status 401, invalid_client), and takes it for another one.",
      audience = "token_endpoint", other = "issuer" },
    { takes(full.token_endpoint), "assertion_ok", "The provider accepts client_id and the router's key, and refuses a wrong signature.",
      audience = "token_endpoint" },
    -- Another audience is taken whoever signs.
    { function(request)
      local assertion = request.body:match("client_assertion=([%w%._-]+)$")
      return jws.parse_jws(assertion).data.payload.aud == fixtures.issuer and takes()(request) or checkup.refused
    end, "assertion_refused", refused },
    { takes(), "assertion_refused", refused },
    { error_of(401, "invalid_client", ""), "assertion_refused",
      "The provider refuses client_id or the router's key for ES256 (status 401, invalid_client): it says no more" },
    { takes(), "assertion_expired", expired, checkup.now + 300, "clock_behind" },
    { takes(), "assertion_expired", expired, checkup.now - 300, "clock_ahead" },
    { checkup.refused, "client_untold", unclear:format("status 400, invalid_grant") },
    { function(request)
      return request.body:find("refresh_token", 1, true) and error_of(401, "invalid_client", "") or checkup.refused
    end, "client_untold", unclear:format("status 400, invalid_grant") },
    { error_of(403, "denied", ""), "client_untold", unclear:format("status 403, denied") },
  }) do
    it("is " .. case[2] .. ": " .. case[3], function()
      local says = { [case[2]] = case[3], secret_ok = false, clock_ok = checkup.any, auth_method_ok = "The client proves itself by private_key_jwt." }
      if case[4] then
        says.clock_ok, says[case[5]] = false, checkup.any
      end
      local found = checkup.expect({
        uci = fixtures.with(by_key, { client_assertion_audience = case.audience }),
        document = { token_endpoint_auth_methods_supported = { "private_key_jwt" } }, token = case[1], date = case[4],
        setup = function(_, io) client_keys.make(io, "ES256") end,
      }, says)
      assert.equal(case.other, found.assertion_audience and found.assertion_audience.params.other)
    end)
  end

  checkup.rows({
    { "is missing", { uci = by_key }, {
      key_missing = "The client is to prove itself by a key (private_key_jwt), and the router has none for ES256.",
      auth_method_ok = false, secret_ok = false, not_tried = not_tried,
    } },
    { "is not used at a provider for which it was not saved", {
      setup = function(_, io) client_keys.make(io, "ES256") end, uci = { issuer_url = "https://other.example" },
      unsaved = fixtures.sections({ token_endpoint_auth_method = "private_key_jwt" }, {}),
    }, {
      client_not_sent = checkup.any,
      auth_method_not_offered = checkup.any, auth_method_ok = false, secret_ok = false, roles_none = checkup.any,
    } },
    { "may meet no answer", { uci = by_key, token = { failure = "timeout" }, document = { token_endpoint_auth_methods_supported = none },
      setup = function(_, io) client_keys.make(io, "ES256") end }, { no_answer = checkup.any, secret_ok = false } },
  })

  for _, case in ipairs({
    { { status = 307, location = "https://sso.example/login", body = '{"error":"moved"}' }, "endpoint_redirect" },
    { { status = 403, body = "<html>" }, "answer_refused" }, { checkup.oauth_error(500, "invalid_grant"), "answer_fault" },
    { { status = 404, body = '{"code":5,"message":"Not Found"}' }, "answer_status" }, { { status = 302 }, "answer_status" },
    { { status = 400, body = "400 No required SSL certificate was sent" }, "client_certificate" }, { "<html>", "answer_not_json" },
  }) do
    it("is not reached: " .. cjson.encode(case), function()
      local found = checkup.expect({ token = case[1] }, { [case[2]] = checkup.any, secret_ok = false })
      assert.equal("error", found[case[2]].level)
    end)
  end

  checkup.covers("client_check", "invented_codes")
end)
