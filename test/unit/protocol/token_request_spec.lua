local bytes = require("sso_login.io.bytes")
local provider_calls = require("sso_login.protocol.provider_calls")
local cjson = require("cjson")
local encoding = require("sso_login.base.encoding")
local fixtures = require("support.fixtures")
local log = require("sso_login.base.log")
local mock = require("support.mock")
local token_request = require("sso_login.protocol.token_request")

local grant = { code = "the code+/", verifier = "the-verifier", log_id = "5e551011" }
local form = "grant_type=authorization_code&code=the%20code%2B%2F&redirect_uri="
  .. bytes.percent_encode(fixtures.options.redirect_uri) .. "&code_verifier=the-verifier"

--- Returns the result of the token endpoint's answer, and the requests; `changes` of the configuration.
local function exchange(answer, changes, document)
  local io, world = mock.create()
  world.on(fixtures.discovery.full.token_endpoint, answer)
  local metadata = fixtures.metadata(document or "full")
  return token_request.exchange_code(io, fixtures.config(changes), metadata, grant), world.requests
end

describe("token_request.exchange_code", function()
  it("returns id_token, access_token and the other fields, up to an access token of 16 384 bytes", function()
    local response = fixtures.token_response("rs256", { refresh_token = "r", access_token = ("x"):rep(16384) })
    assert.same({ ok = true, data = cjson.decode(response) }, (exchange(response)))
  end)

  for what, case in pairs({
    ["Basic, encoded once more"] = { { token_endpoint_auth_method = "client_secret_basic", client_id = "ro:ut er",
      client_secret = "s+p&=%\255" }, "full", form, "Authorization: Basic "
      .. encoding.base64_encode("ro%3Aut%20er:s%2Bp%26%3D%25%FF") },
    ["the form, and no header"] = { { client_secret = "s+ " }, "post_only",
      form .. "&client_id=router&client_secret=s%2B%20" },
  }) do
    it("posts code, redirect_uri and verifier as a form, with the client's proof by " .. what, function()
      local _, requests = exchange(fixtures.token_response(), case[1], case[2])
      assert.same({ {
        method = "POST", url = fixtures.discovery.full.token_endpoint, body = case[3],
        headers = { "Accept: application/json", "Content-Type: application/x-www-form-urlencoded", case[4] },
      } }, requests)
    end)
  end

  it("is CONFIG_ERROR without a usable method, and sends nothing", function()
    local tokens, requests = exchange(fixtures.token_response(), {}, "jwt_only")
    assert.equal("CONFIG_ERROR", tokens.error)
    assert.equal(0, #requests)
  end)

  it("is TOKEN_ENDPOINT_NETWORK_ERROR without an answer", function()
    local details = { cause = "certificate", certificate = "early", router_time = "2025-06-15 15:06:40 UTC",
      url = fixtures.discovery.full.token_endpoint, reason = "why" }
    assert.same({ ok = false, error = "TOKEN_ENDPOINT_NETWORK_ERROR", details = details },
      (exchange({ failure = "certificate", text = "why" })))
  end)

  it("refuses an ID Token of a refresh that is no text", function()
    local io, world = mock.create()
    local sent = { form = "grant_type=refresh_token", secrets = {}, log_id = "s", needs_id_token = false }
    for id_token, refusal in pairs({ [7] = "no id_token", [fixtures.none] = "none" }) do
      world.on(fixtures.discovery.full.token_endpoint, fixtures.token_response("rs256", { id_token = id_token }))
      local received = token_request.send(io, fixtures.config(), fixtures.metadata("full"), provider_calls.send, sent)
      local answer = token_request.tokens_of(received.data)
      assert.equal(refusal, answer.ok and "none" or answer.details.reason)
    end
  end)

  local passes = { cause = "temporary", reason = "the provider cannot answer now: try again later" }
  local long = ("x"):rep(199) .. "yz"
  for _, case in ipairs({
    { 400, '{"error":"invalid_grant"}', "OIDC_INVALID_GRANT", "invalid_grant" },
    { 401, '{"error":"invalid_grant","error_description":"x"}', "OIDC_INVALID_GRANT", "invalid_grant", { error_description = "x" } },
    { 200, '{"error":"invalid_grant"}', "OIDC_INVALID_GRANT", "invalid_grant" },
    { 200, '{"ok":false,"error":"bad_client_secret"}', "TOKEN_EXCHANGE_FAILED", "bad_client_secret" },
    { 200, '{"errcode":40013,"errmsg":"no"}', "TOKEN_EXCHANGE_FAILED", "40013", { error_description = "no" } },
    { 200, '{"ok":false,"message":"not the-verifier"}', "TOKEN_EXCHANGE_FAILED", nil, { error_description = "left out, as it repeats a secret" } },
    { 400, '{"error":"slow_down"}', "TOKEN_EXCHANGE_FAILED", "slow_down", passes },
    { 400, '{"error":"e","error_description":"the-verifier is wrong"}', "TOKEN_EXCHANGE_FAILED", "e",
      { error_description = "left out, as it repeats a secret" } },
    { 400, '{"error":"no: the-verifier"}', "TOKEN_EXCHANGE_FAILED", "left out, as it repeats a secret" },
    { 400, '{"error":"e","error_description":"eyJhbGciOiJub25lIn0 is wrong"}', "TOKEN_EXCHANGE_FAILED", "e",
      { error_description = "left out, as it repeats a secret" } },
    { 429, "", "TOKEN_EXCHANGE_FAILED", nil, passes }, { 408, "", "TOKEN_EXCHANGE_FAILED", nil, passes },
    { 499, '{"error":"invalid_grant"}', "OIDC_INVALID_GRANT", "invalid_grant" },
    { 500, '{"error":"invalid_grant"}', "TOKEN_ENDPOINT_NETWORK_ERROR", "invalid_grant", passes },
    { 302, '{"error":"invalid_grant"}', "TOKEN_EXCHANGE_FAILED", "invalid_grant" },
    { 399, '{"error":"invalid_grant"}', "TOKEN_EXCHANGE_FAILED", "invalid_grant" },
    { 401, '{"error":"invalid_client"}', "TOKEN_EXCHANGE_FAILED", "invalid_client" },
    { 400, cjson.encode({ error = long }), "TOKEN_EXCHANGE_FAILED", long:sub(1, 200) },
    { 400, '{"error":["invalid_grant"]}', "TOKEN_EXCHANGE_FAILED" },
    { 400, "invalid_grant", "TOKEN_EXCHANGE_FAILED", nil, { reason = "the answer is not a JSON object" } },
    { 401, "<html>", "TOKEN_EXCHANGE_FAILED", nil, { reason = "the answer is HTML or XML, not JSON" } },
    { 401, "", "TOKEN_EXCHANGE_FAILED" }, { 503, "", "TOKEN_ENDPOINT_NETWORK_ERROR", nil, passes },
    { 201, fixtures.token_response(), "TOKEN_EXCHANGE_FAILED" },
    { 200, fixtures.token_response("rs256", { error = { code = "7" } }), "TOKEN_EXCHANGE_FAILED", "7" },
    { 200, '{"access_token":"a","message":"no"}', "TOKEN_EXCHANGE_FAILED", nil, { error_description = "no" } },
  }) do
    it(("is %s for status %d with %q"):format(case[3], case[1], case[2]:sub(1, 40)), function()
      local details = fixtures.with({ http_status = case[1], idp_error = case[4], session = grant.log_id }, case[5])
      local found = exchange({ status = case[1], body = case[2] })
      assert.same({ false, case[3], details }, { found.ok, found.error, found.details })
    end)
  end

  it("leaves out an address to which the provider redirects with a secret", function()
    for location, shown in pairs({ ["https://idp.example/?code_verifier=the-verifier"] = "left out, as it repeats a secret",
      ["https://idp.example/token/"] = "https://idp.example/token/" }) do
      assert.equal(shown, exchange({ status = 307, body = "", location = location }).details.location)
    end
  end)

  local function response(changes) return fixtures.token_response("rs256", changes) end

  it("takes Bearer tokens in any case, and an answer that says no type", function()
    for _, kind in ipairs({ "Bearer", "bearer", "BEARER", fixtures.none, cjson.null }) do
      assert.is_true(exchange(response({ token_type = kind, error = 0, code = 7, message = "success" })).ok)
    end
  end)

  for _, kind in ipairs({ "DPoP", "N_A", "mac", "", " Bearer", "Bearer x", ("x"):rep(65), 7, false, { "Bearer" } }) do
    it("refuses the token_type " .. cjson.encode(kind), function()
      assert.same({ ok = false, error = "TOKEN_EXCHANGE_FAILED", details = { http_status = 200, reason = "token_type is not Bearer",
        session = grant.log_id, token_type = type(kind) == "string" and kind:sub(1, 64) or cjson.encode(kind) } },
        (exchange(response({ token_type = kind }))))
    end)
  end

  for _, case in ipairs({
    { "", "the answer is empty" }, { "<html>", "the answer is HTML or XML, not JSON" },
    { "[]", "the answer is not a JSON object" }, { "null", "the answer is not a JSON object" },
    { "access_token=a&id_token=b", "the answer is not a JSON object" },
    { response({ id_token = fixtures.none }), "no id_token" },
    { response({ id_token = "" }), "no id_token" }, { response({ id_token = 7 }), "no id_token" },
    { response({ id_token = cjson.null }), "no id_token" },
    { response({ access_token = fixtures.none }), "no usable access_token" },
    { response({ access_token = "" }), "no usable access_token" },
    { response({ access_token = 7 }), "no usable access_token" },
    { response({ access_token = "a b" }), "no usable access_token" },
    { response({ access_token = "a\nX: y" }), "no usable access_token" },
    { response({ access_token = ("x"):rep(16385) }), "access_token over 16 384 bytes",
      { bytes = 16385, hint = { id = "shorter_token" } } },
  }) do
    it(("says of %q: %s"):format(case[1]:sub(1, 40), case[2]), function()
      local refused = exchange(case[1])
      assert.same({ ok = false, error = "TOKEN_EXCHANGE_FAILED", details = fixtures.with({
        http_status = 200, reason = case[2], session = grant.log_id,
      }, case[3]) }, refused)
      local line = log.format_details(refused.details)
      for _, secret in ipairs({ grant.code, grant.verifier, fixtures.client_secret, fixtures.access_token }) do
        assert.is_nil(line:find(secret, 1, true))
      end
    end)
  end
end)
