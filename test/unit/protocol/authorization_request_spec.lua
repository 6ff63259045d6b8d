local authorization_request = require("sso_login.protocol.authorization_request")
local cjson = require("cjson")
local bytes = require("sso_login.io.bytes")
local encoding = require("sso_login.base.encoding")
local fixtures = require("support.fixtures")
local hash = require("sso_login.jose.hash")
local mock = require("support.mock")

local state = fixtures.handshake.state

local function refused(code, details, meaning) return { ok = false, error = code, details = details, meaning = meaning } end

--- Parameters of an address, decoded; each may be given once.
local function params_of(url)
  local params = {}
  for name, value in url:gsub("^[^?]*%?", ""):gmatch("([^=&]+)=([^&]*)") do
    assert.is_nil(params[name])
    params[name] = encoding.form_decode(value)
  end
  return params
end

describe("authorization_request.get_auth_url", function()
  local expected = {
    response_type = "code", client_id = fixtures.client_id, scope = "openid profile email",
    redirect_uri = fixtures.options.redirect_uri, state = state, nonce = fixtures.nonce, code_challenge_method = "S256",
    code_challenge = bytes.base64url_encode(hash.hash_sha256(fixtures.handshake.code_verifier)),
  }

  --- The address, or the refusal; `changes` of the configuration, `metadata` of the document.
  local function get(changes, metadata)
    return authorization_request.get_auth_url(
      (mock.create()), fixtures.config(changes), fixtures.metadata("minimal", metadata), fixtures.handshake
    )
  end

  for what, case in pairs({
    ["every parameter"] = {}, -- PKCE whether or not the provider announces it
    ["a query of the endpoint"] = { {}, { authorization_endpoint = "https://idp.example/auth?p=B2C_1" }, { p = "B2C_1" } },
    ["what could end a parameter"] = {
      { client_id = "a&state=x#y z%", scope = "openid a+b" }, {}, { client_id = "a&state=x#y z%", scope = "openid a+b" },
    },
  }) do
    it("has " .. what .. " once, and no verifier", function()
      local url = get(case[1], case[2]).data
      assert.equal("https://idp.example", url:sub(1, 19))
      assert.same(fixtures.with(expected, case[3]), params_of(url))
    end)
  end

  it("may have 3900 bytes", function()
    local others = #get({ scope = "x" }).data - 1
    assert.equal(3900, #get({ scope = ("x"):rep(3900 - others) }).data)
    assert.same(
      refused("CONFIG_ERROR", { option = "scope", must = { id = "short_scope" } }), get({ scope = ("x"):rep(3901 - others) })
    )
  end)
end)

describe("authorization_request.get_auth_url at a provider that demands pushed requests", function()
  local endpoint = "https://idp.example/realms/home/par"

  local function push(answer, changes)
    local io, world = mock.create()
    world.on(endpoint, answer)
    local config = fixtures.config(fixtures.with({ client_secret = "plain" }, changes))
    local metadata = fixtures.metadata("full", { pushed_authorization_request_endpoint = endpoint })
    return authorization_request.get_auth_url(io, config, metadata, fixtures.handshake), world.requests, config
  end

  local taken = { status = 201, body = '{"request_uri":"urn:x:1&a","expires_in":60,"message":"taken"}' }

  it("pushes the parameters with client authentication, and gives the browser the reference", function()
    local url, requests, config = push(taken)
    local auth = fixtures.metadata().authorization_endpoint
    assert.same({ ok = true, data = auth .. "?client_id=router&request_uri=urn%3Ax%3A1%26a" }, url)
    assert.equal(1, #requests)
    local plain = authorization_request.get_auth_url((mock.create()), config, fixtures.metadata(), fixtures.handshake).data
    assert.same({ "POST", endpoint, plain:sub(#auth + 2) }, { requests[1].method, requests[1].url, requests[1].body })
    assert.same({ "Accept: application/json", "Content-Type: application/x-www-form-urlencoded",
      "Authorization: Basic cm91dGVyOnBsYWlu" }, requests[1].headers)
  end)

  it("accepts 200 as well as 201, and no other status", function()
    for status, good in pairs({ [200] = true, [201] = true, [202] = false, [302] = false }) do
      assert.equal(good, push({ status = status, body = taken.body }).ok)
    end
  end)

  it("fits with a scope of any length", function()
    assert.is_true(push(taken, { scope = "openid " .. ("x"):rep(4000) }).ok)
    local long = cjson.encode({ request_uri = ("x"):rep(4000) })
    assert.equal("CONFIG_ERROR", push({ status = 201, body = long }).error)
  end)

  local no_reference = { http_status = 201, reason = "no request_uri for the pushed request" }
  for _, case in ipairs({
    { "no answer", { failure = "timeout" }, "OIDC_DISCOVERY_FAILED", { cause = "timeout", url = endpoint, reason = "made to fail: timeout" } },
    { "a refusal", { status = 401, body = '{"error":"invalid_client","error_description":"no"}' }, "IDP_ERROR",
      { error = "invalid_client", error_description = "no", http_status = 401, reason = "the provider refuses the pushed request" } },
    { "a fault", { status = 502, body = "<html>" }, "IDP_ERROR",
      { http_status = 502, cause = "temporary", reason = "the provider cannot answer now: try again later" }, "passing" },
    { "an error beside a reference", { status = 201, body = '{"error":{"code":7},"request_uri":"urn:x"}' }, "IDP_ERROR",
      { http_status = 201, error = "7", reason = "the provider refuses the pushed request" } },
    { "too many requests", { status = 429, body = '{"error":"slow_down"}' }, "IDP_ERROR",
      { http_status = 429, error = "slow_down", cause = "temporary", reason = "the provider cannot answer now: try again later" }, "passing" },
    { "a redirect", { status = 302, location = "https://auth.example/" }, "IDP_ERROR",
      { http_status = 302, location = "https://auth.example/", reason = "the provider refuses the pushed request" } },
    { "words with the secret", { status = 400, body = cjson.encode({ error = "e", error_description = "not plain" }) },
      "IDP_ERROR", { http_status = 400, error = "e", error_description = "left out, as it repeats a secret",
        reason = "the provider refuses the pushed request" } },
    { "no JSON", { status = 201, body = "x" }, "IDP_ERROR",
      { http_status = 201, reason = "no request_uri for the pushed request: the answer is not a JSON object" } },
    { "no reference", { status = 201, body = "{}" }, "IDP_ERROR", no_reference },
    { "an empty one", { status = 201, body = '{"request_uri":""}' }, "IDP_ERROR", no_reference },
    { "one with a line end", { status = 201, body = '{"request_uri":"a\\nb"}' }, "IDP_ERROR", no_reference },
  }) do
    it(("%s is %s"):format(case[1], case[3]), function() assert.same(refused(case[3], case[4], case[5]), (push(case[2]))) end)
  end

  it("names the wrong option where no authentication method is usable", function()
    local io = mock.create()
    local metadata = fixtures.metadata("jwt_only", { pushed_authorization_request_endpoint = endpoint })
    assert.equal("CONFIG_ERROR", authorization_request.get_auth_url(io, fixtures.config(), metadata, fixtures.handshake).error)
  end)
end)
