local client_authentication = require("sso_login.protocol.client_authentication")
local client_request = require("sso_login.protocol.client_request")
local client_keys = require("sso_login.jose.client_keys")
local fixtures = require("support.fixtures")
local jwk = require("sso_login.jose.jwk")
local jws = require("sso_login.jose.jws")
local mock = require("support.mock")

local none = fixtures.none

describe("client_authentication.choose_method", function()
  --- { option, offered, method or nil for CONFIG_ERROR, client_id, client_secret }
  for _, case in ipairs({
    { "auto", none, "client_secret_basic" }, { "auto", {}, "client_secret_basic" }, { none, {}, "client_secret_basic" },
    { "auto", { "client_secret_basic" }, "client_secret_basic" },
    { "auto", { "client_secret_post", "client_secret_basic" }, "client_secret_basic" },
    { "auto", { "private_key_jwt", "client_secret_post" }, "client_secret_post" },
    { "auto", { "private_key_jwt" }, nil }, { "auto", { "none" }, nil },
    { "client_secret_post", { "client_secret_basic" }, "client_secret_post" },
    { "client_secret_basic", { "client_secret_post" }, "client_secret_basic" },
    -- Some servers do not decode what RFC 6749 section 2.3.1 encodes.
    { "auto", { "client_secret_basic", "client_secret_post" }, "client_secret_post", "router", "s+x" },
    { "auto", { "client_secret_basic", "client_secret_post" }, "client_secret_post", "ro:uter", "sx" },
    { "auto", { "client_secret_basic", "client_secret_post" }, "client_secret_basic", "router", "AZaz09-._~" },
    { "auto", { "client_secret_basic" }, "client_secret_basic", "router", "s+x" },
    { "auto", none, "client_secret_basic", "router", "s+x" },
  }) do
    local offered = case[2] == none and "nothing said" or table.concat(case[2], " ")
    local client = (case[4] or "router") .. ":" .. (case[5] or "plain")
    local method = case[1] == none and "no option" or case[1]
    it(("is %s for %s with [%s] and %s"):format(case[3] or "CONFIG_ERROR", method, offered, client), function()
      local chosen = client_authentication.choose_method(mock.create(),
        fixtures.config({ token_endpoint_auth_method = case[1], client_id = case[4], client_secret = case[5] or "plain" }),
        fixtures.metadata("full", { token_endpoint_auth_methods_supported = case[2] })
      )
      assert.same({ case[3], case[3] == nil and "CONFIG_ERROR" or nil }, { chosen.data, chosen.error })
    end)
  end

  it("sends each parameter once", function()
    local config = fixtures.config({ client_id = "a-client_secret", client_secret = "s" })
    config.token_endpoint_auth_method = "client_secret_post"
    local function body(form)
      return client_request.form_request(
        mock.create(), config, fixtures.metadata("full"), "https://idp.example/t", form
      ).data.body
    end
    assert.equal("a=b&client_id=a-client_secret&client_secret=s", body("a=b"))
    assert.equal("client_id=a-client_secret&a=b&client_secret=s", body("client_id=a-client_secret&a=b"))
  end)

  it("names the option and its required value", function()
    local refused = client_authentication.choose_method(mock.create(),
      fixtures.config(), fixtures.metadata("full", { token_endpoint_auth_methods_supported = { "private_key_jwt", ("x"):rep(200) } })
    )
    assert.same({ option = "token_endpoint_auth_method", must = { id = "offered_method",
      params = { offered = "private_key_jwt, " .. ("x"):rep(183) } } }, refused.details)
    local without_key = client_authentication.choose_method(mock.create(),
      fixtures.config({ token_endpoint_auth_method = "private_key_jwt" }), fixtures.metadata("full"))
    assert.same({ option = "token_endpoint_auth_method", must = { id = "with_key", params = { alg = "ES256" } } }, without_key.details)
  end)

  it("uses a key for ES256 where the provider names no algorithm", function()
    local io = mock.create()
    client_keys.make(io, "ES256")
    local config = fixtures.config({ token_endpoint_auth_method = "private_key_jwt", client_assertion_alg = none })
    assert.equal("private_key_jwt", client_authentication.choose_method(io, config, fixtures.metadata("full")).data)
  end)
end)

describe("client_authentication.form_request by private_key_jwt", function()
  local form = "grant_type=authorization_code"

  --- The body of a request to `url` (the token endpoint where absent), the assertion in it, and the public key.
  local function sent(changes, url, metadata)
    local io, world = mock.create()
    world.now = fixtures.now
    local config = fixtures.config(fixtures.with({ token_endpoint_auth_method = "private_key_jwt", client_secret = "" }, changes))
    assert.is_true(client_keys.make(io, config.client_assertion_alg or "ES256").ok)
    local discovery = fixtures.metadata("full", metadata)
    local request = client_request.form_request(io, config, discovery, url or discovery.token_endpoint, form)
    assert.is_true(request.ok)
    local body = request.data.body
    local parsed = jws.parse_jws(body:match("client_assertion=([%w%._-]+)$"))
    assert.is_true(parsed.ok)
    return body, parsed.data, client_keys.public_set(io).keys[1], request.data.headers, discovery, config
  end

  for _, alg in ipairs({ "ES256", "RS256" }) do
    it("sends a signature by " .. alg, function()
      local body, assertion, key, headers = sent({ client_assertion_alg = alg })
      assert.equal(form .. "&client_id=router&client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3A"
        .. "jwt-bearer&client_assertion=", body:sub(1, -#body:match("=([^=]*)$") - 1))
      assert.same({ "Accept: application/json", "Content-Type: application/x-www-form-urlencoded" }, headers)
      assert.same({ alg = alg, kid = key.kid, typ = "client-authentication+jwt" }, assertion.header)
      assert.is_true(jws.verify_signature(assertion, alg, jwk.jwk_to_pem(key).data))
    end)
  end

  it("names client, audience and end, and a new jti each time", function()
    local _, assertion, _, _, _, config = sent()
    local claims = assertion.payload
    assert.equal(22, #claims.jti)
    assert.not_equal(claims.jti, select(2, sent()).payload.jti)
    claims.jti = nil
    assert.same({ iss = "router", sub = "router", aud = config.issuer_url, iat = fixtures.now, exp = fixtures.now + 60 }, claims)
  end)

  --- { url or nil for the token endpoint, changes of the document, audience or nil for the issuer }
  local endpoint = fixtures.discovery.full.token_endpoint
  for name, case in pairs({
    ["the token endpoint"] = { nil, nil, endpoint },
    ["a token endpoint of another origin than the issuer's"] = { "https://oauth.example/token",
      { token_endpoint = "https://oauth.example/token" }, "https://oauth.example/token" },
    ["another endpoint there"] = { fixtures.issuer .. "/request", nil, endpoint },
    ["another origin, which could pass it on"] = { "https://other.example/request", nil, nil },
    ["an internal origin whose published token endpoint is another provider's"] = { nil,
      { token_endpoint = "https://internal.example/token", published_token_endpoint = "https://other.example/token" }, nil },
    ["an internal origin"] = { nil, { token_endpoint = "https://internal.example/token", published_token_endpoint = endpoint }, endpoint },
  }) do
    it("is for the token endpoint of older providers at " .. name, function()
      local _, assertion, _, _, _, config = sent({ client_assertion_audience = "token_endpoint" }, case[1], case[2])
      assert.same({ case[3] or config.issuer_url, case[3] and "JWT" or "client-authentication+jwt" },
        { assertion.payload.aud, assertion.header.typ })
    end)
  end

  it("demands an undamaged key of its algorithm", function()
    local io, world = mock.create()
    client_keys.make(io, "RS256")
    local config = fixtures.config({ token_endpoint_auth_method = "private_key_jwt" })
    local function outcome()
      local request = client_request.form_request(io, config, fixtures.metadata("full"), endpoint, form)
      return { request.error, request.details and (request.details.reason or request.details.must.id) }
    end
    assert.same({ "CONFIG_ERROR", "with_key" }, outcome())
    client_keys.make(io, "ES256")
    assert.same({}, outcome())
    local path = io.paths.etc_dir .. "/keys/client.json"
    world.put(path, (world.text(path):gsub('"d":"....', '"d":"AAAA')))
    assert.same({ "CONFIG_ERROR", "the key is damaged" }, outcome())
  end)
end)
