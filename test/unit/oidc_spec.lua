--- oidc: authorization address, code exchange, ID Token, UserInfo.
local cjson = require("cjson")
local encoding = require("sso_login.base.encoding")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local oidc = require("sso_login.oidc")

local none = fixtures.none
local token_endpoint = fixtures.discovery.full.token_endpoint

--- Parameters of a URL or body, decoded; each may be given once.
local function params_of(text)
  local params = {}
  for pair in text:gsub("^[^?]*%?", ""):gmatch("[^&]+") do
    local name, value = pair:match("^(.-)=(.*)$")
    name, value = encoding.form_decode(name), encoding.form_decode(value)
    assert.is_nil(params[name])
    params[name] = value
  end
  return params
end

describe("oidc.get_auth_url", function()
  local expected = {
    response_type = "code", client_id = fixtures.client_id, scope = "openid profile email",
    redirect_uri = "https://router.example/cgi-bin/sso-login/callback", state = fixtures.handshake.state,
    nonce = fixtures.nonce, code_challenge_method = "S256",
    code_challenge = encoding.base64url_encode(require("sso_login.crypto").hash_sha256(fixtures.handshake.code_verifier)),
  }

  it("has every parameter once, and the verifier in none", function()
    local url = oidc.get_auth_url((mock.create()), fixtures.config(), fixtures.metadata(), fixtures.handshake)
    assert.is_true(url.ok)
    assert.equal(fixtures.discovery.full.authorization_endpoint .. "?", url.data:match("^[^?]*%?"))
    assert.same(expected, params_of(url.data))
    assert.is_nil(url.data:find(fixtures.handshake.code_verifier, 1, true))
  end)

  it("keeps a query of the endpoint", function()
    local metadata = fixtures.metadata("full", { authorization_endpoint = "https://idp.example/auth?p=B2C_1" })
    local url = oidc.get_auth_url((mock.create()), fixtures.config(), metadata, fixtures.handshake)
    assert.same(fixtures.with(expected, { p = "B2C_1" }), params_of(url.data))
  end)

  it("encodes values that could end a parameter", function()
    local config = fixtures.config({ client_id = "a&state=x#y z%", scope = "openid a+b" })
    local params = params_of(oidc.get_auth_url((mock.create()), config, fixtures.metadata(), fixtures.handshake).data)
    assert.equal("a&state=x#y z%", params.client_id)
    assert.equal("openid a+b", params.scope)
    assert.equal(fixtures.handshake.state, params.state)
  end)

  it("sends PKCE whether or not the provider announces it", function()
    local metadata = fixtures.metadata("minimal")
    local url = oidc.get_auth_url((mock.create()), fixtures.config(), metadata, fixtures.handshake)
    assert.equal("S256", params_of(url.data).code_challenge_method)
  end)

  it("is CONFIG_ERROR when the address would not fit a header line", function()
    local config = fixtures.config({ scope = "openid " .. ("x"):rep(4000) })
    local url = oidc.get_auth_url((mock.create()), config, fixtures.metadata(), fixtures.handshake)
    assert.equal("CONFIG_ERROR", url.error)
  end)
end)

describe("oidc.exchange_code", function()
  local function exchange(answer, changes, document)
    local io, world = mock.create()
    world.on(token_endpoint, answer)
    local metadata = fixtures.metadata(document or "full")
    return oidc.exchange_code(io, fixtures.config(changes), metadata, "the code+/", "the-verifier", "5e551011"), world.requests
  end

  it("gives id_token, access_token and the other fields", function()
    local tokens = exchange(fixtures.token_response("rs256", { refresh_token = "r" }))
    assert.is_true(tokens.ok)
    assert.equal(fixtures.tokens.rs256, tokens.data.id_token)
    assert.equal(fixtures.access_token, tokens.data.access_token)
    assert.equal("r", tokens.data.refresh_token)
    assert.equal(300, tokens.data.expires_in)
  end)

  it("posts code, redirect_uri and verifier as a form, authenticated by Basic with encoded id and secret", function()
    local _, requests = exchange(fixtures.token_response(), { token_endpoint_auth_method = "client_secret_basic" })
    assert.equal(1, #requests)
    assert.equal("POST", requests[1].method)
    assert.same({
      grant_type = "authorization_code", code = "the code+/", code_verifier = "the-verifier",
      redirect_uri = "https://router.example/cgi-bin/sso-login/callback",
    }, params_of("?" .. requests[1].body))
    local credentials = encoding.percent_encode(fixtures.client_id) .. ":" .. encoding.percent_encode(fixtures.client_secret)
    assert.same({
      "Accept: application/json", "Content-Type: application/x-www-form-urlencoded",
      "Authorization: Basic " .. encoding.base64_encode(credentials),
    }, requests[1].headers)
  end)

  it("encodes what would end the id or change meaning in a form", function()
    local _, requests = exchange(fixtures.token_response(), {
      client_id = "ro:ut er", client_secret = "s+p&=%\255", token_endpoint_auth_method = "client_secret_basic",
    })
    local credentials = encoding.base64_encode("ro%3Aut%20er:s%2Bp%26%3D%25%FF")
    assert.equal("Authorization: Basic " .. credentials, requests[1].headers[3])
  end)

  it("sends id and secret in the form with client_secret_post, and no Authorization header", function()
    local _, requests = exchange(fixtures.token_response(), {}, "post_only")
    local params = params_of("?" .. requests[1].body)
    assert.equal(fixtures.client_id, params.client_id)
    assert.equal(fixtures.client_secret, params.client_secret)
    assert.is_nil(table.concat(requests[1].headers, "\n"):find("Authorization", 1, true))
  end)

  it("is CONFIG_ERROR without a usable method, and sends nothing", function()
    local tokens, requests = exchange(fixtures.token_response(), {}, "jwt_only")
    assert.equal("CONFIG_ERROR", tokens.error)
    assert.equal(0, #requests)
  end)

  for _, kind in ipairs({ "certificate", "too_large", "timeout", "resolve", "connect", "tls", "network" }) do
    it(kind .. " is TOKEN_ENDPOINT_NETWORK_ERROR with its cause", function()
      local tokens = exchange({ failure = kind })
      assert.equal("TOKEN_ENDPOINT_NETWORK_ERROR", tokens.error)
      assert.equal(kind, tokens.details.cause)
    end)
  end

  for _, case in ipairs({
    { 400, '{"error":"invalid_grant"}', "OIDC_INVALID_GRANT" },
    { 401, '{"error":"invalid_grant","error_description":"x"}', "OIDC_INVALID_GRANT" },
    { 499, '{"error":"invalid_grant"}', "OIDC_INVALID_GRANT" },
    { 500, '{"error":"invalid_grant"}', "TOKEN_EXCHANGE_FAILED" },
    { 302, '{"error":"invalid_grant"}', "TOKEN_EXCHANGE_FAILED" },
    { 399, '{"error":"invalid_grant"}', "TOKEN_EXCHANGE_FAILED" },
    { 200, '{"error":"invalid_grant"}', "TOKEN_EXCHANGE_FAILED" },
    { 400, '{"error":"invalid_client"}', "TOKEN_EXCHANGE_FAILED" },
    { 401, '{"error":"unauthorized_client"}', "TOKEN_EXCHANGE_FAILED" },
    { 400, '{"error":["invalid_grant"]}', "TOKEN_EXCHANGE_FAILED" }, { 400, "invalid_grant", "TOKEN_EXCHANGE_FAILED" },
    { 400, "", "TOKEN_EXCHANGE_FAILED" }, { 403, "<html>", "TOKEN_EXCHANGE_FAILED" }, { 503, "", "TOKEN_EXCHANGE_FAILED" },
    { 201, fixtures.token_response(), "TOKEN_EXCHANGE_FAILED" }, { 204, "", "TOKEN_EXCHANGE_FAILED" },
    { 200, "", "TOKEN_EXCHANGE_FAILED" }, { 200, "<html>", "TOKEN_EXCHANGE_FAILED" }, { 200, "[]", "TOKEN_EXCHANGE_FAILED" },
    { 200, "null", "TOKEN_EXCHANGE_FAILED" }, { 200, "{}", "TOKEN_EXCHANGE_FAILED" },
    { 200, fixtures.token_response("rs256", { id_token = 7 }), "TOKEN_EXCHANGE_FAILED" },
    { 200, fixtures.token_response("rs256", { id_token = cjson.null }), "TOKEN_EXCHANGE_FAILED" },
    { 200, fixtures.token_response("rs256", { access_token = 7 }), "TOKEN_EXCHANGE_FAILED" },
    { 200, fixtures.token_response("rs256", { access_token = "a\nX: y" }), "TOKEN_EXCHANGE_FAILED" },
    { 200, "access_token=a&id_token=b", "TOKEN_EXCHANGE_FAILED" },
  }) do
    it(("%d with %q is %s with http_status"):format(case[1], case[2]:sub(1, 60), case[3]), function()
      local tokens = exchange({ status = case[1], body = case[2] })
      assert.is_false(tokens.ok)
      assert.equal(case[3], tokens.error)
      assert.equal(case[1], tokens.details.http_status)
    end)
  end

  it("a failure's details name the login attempt and hold no code, verifier, secret or token", function()
    for _, answer in ipairs({
      { status = 400, body = '{"error":"invalid_client"}' }, { status = 200, body = "{}" },
      { status = 200, body = fixtures.token_response("rs256", { id_token = none }) },
    }) do
      local text = require("sso_login.base.log").format_details(exchange(answer).details)
      assert.truthy(text:find("session=5e551011", 1, true))
      for _, secret in ipairs({ "the code", "the-verifier", fixtures.client_secret, fixtures.access_token }) do
        assert.is_nil(text:find(secret, 1, true))
      end
    end
  end)
end)

describe("oidc.fetch_userinfo", function()
  local endpoint = fixtures.discovery.full.userinfo_endpoint

  it("sends the access token as Bearer and gives the claims", function()
    local io, world = mock.create()
    world.on(endpoint, '{"sub":"user-1","email":"e"}')
    assert.same({ ok = true, data = { sub = "user-1", email = "e" } }, oidc.fetch_userinfo(io, endpoint, "at"))
    assert.same({ "Accept: application/json", "Authorization: Bearer at" }, world.requests[1].headers)
    assert.equal("GET", world.requests[1].method)
    assert.is_nil(world.requests[1].url:find("at=", 1, true))
  end)

  for _, case in ipairs({
    { "a signed answer", { status = 200, content_type = "application/jwt", body = fixtures.tokens.rs256 } },
    { "a list", "[]" }, { "HTML", "<html>" }, { "nothing", "" }, { "a redirect", { status = 302 } }, { "status 401", { status = 401 } },
    { "status 500", { status = 500, body = "{}" } }, { "no connection", { failure = "connect" } },
    { "a body over the cap", { failure = "too_large" } }, { "a time-out", { failure = "timeout" } },
  }) do
    it(case[1] .. " is USERINFO_NETWORK_ERROR", function()
      local io, world = mock.create()
      world.on(endpoint, case[2])
      assert.equal("USERINFO_NETWORK_ERROR", oidc.fetch_userinfo(io, endpoint, "at").error)
    end)
  end

  it("an untrusted certificate is SSL_INIT_FAILED", function()
    local io, world = mock.create()
    world.on(endpoint, { failure = "certificate" })
    assert.equal("SSL_INIT_FAILED", oidc.fetch_userinfo(io, endpoint, "at").error)
  end)
end)
