--- The doors, called as the specification's table of contracts has them: every argument in its place, a configuration of
-- the fields that the specification lists and no others, and Results of the one form. What comes of bad arguments say the
-- specs of each door.
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local scene = require("support.scene")

local none = fixtures.none
local full = fixtures.discovery.full
local well_known = fixtures.issuer .. "/.well-known/openid-configuration"

local config = require("sso_login.config")
local discovery = require("sso_login.discovery")
local handshake = require("sso_login.handshake")
local oidc = require("sso_login.oidc")

--- The loaded configuration as the specification describes it; `changes` of members.
local function documented_config(changes)
  return fixtures.with({
    issuer_url = fixtures.issuer, internal_issuer_url = nil, client_id = fixtures.client_id,
    client_secret = fixtures.client_secret, redirect_uri = fixtures.options.redirect_uri, scope = "openid profile email",
    clock_tolerance = 60,
    roles = { { name = "admin", email = { "ada@example.org" }, read = { "*" }, write = { "*" } } },
  }, changes)
end

local function assert_result(answer)
  assert.is_true(require("sso_login.result").is(answer))
  for key in pairs(answer) do
    assert.truthy(({ ok = true, data = answer.ok, error = not answer.ok, details = not answer.ok })[key], key)
  end
end

local function assert_ok(answer)
  assert_result(answer)
  assert.is_true(answer.ok)
  return answer.data
end

local function assert_err(code, answer)
  assert_result(answer)
  assert.equal(code, answer.error)
  assert.is_table(require("sso_login.web.errors").errors[code])
  return answer.details
end

describe("contract of handshake", function()
  it("initiate(io, config) gives url and token", function()
    local io, world = scene.create()
    local started = assert_ok(handshake.initiate(io, documented_config()))
    assert.is_string(started.token)
    assert.equal(full.authorization_endpoint .. "?", started.url:sub(1, #full.authorization_endpoint + 1))
    assert.truthy(started.url:find("state=" .. started.token, 1, true))
    assert.truthy(world.files[scene.record_path(io, started.token)])
    -- The configuration's time-out is none of the documented fields.
    assert.is_number(world.settings.timeout)
  end)

  it("initiate(io, config) takes what config.load gives", function()
    local io = scene.create()
    assert_ok(handshake.initiate(io, assert_ok(config.load(io))))
  end)

  it("initiate(io, config) fails as discovery does, with http_status", function()
    local io, world = scene.create()
    world.on(well_known, { status = 503, body = "" })
    local details = assert_err("OIDC_DISCOVERY_FAILED", handshake.initiate(io, documented_config()))
    assert.equal(503, details.http_status)
  end)

  --- Takes a login back that was started before.
  local function authenticate(options, policy)
    local io, world = scene.create(options)
    scene.put_handshake(io, world)
    return handshake.authenticate(io, documented_config(), scene.request(), policy), world
  end

  it("authenticate(io, config, request) gives sid and email of what initiate started", function()
    local io, world = scene.create()
    local config_given = documented_config()
    local started = assert_ok(handshake.initiate(io, config_given))
    world.put(scene.record_path(io, started.token), (world.text(scene.record_path(io, started.token))
      :gsub('("nonce":)"[^"]*"', '%1"' .. fixtures.nonce .. '"')))
    local request = scene.request({ state = started.token }, { [scene.state_cookie] = started.token })
    local login = assert_ok(handshake.authenticate(io, config_given, request))
    assert.equal("ada@example.org", login.email)
    assert.equal("admin", world.sessions[login.sid].data.username)
    assert.equal(3600, world.sessions[login.sid].timeout)
  end)

  it("authenticate takes RS256 and ES256 without a policy, and with one that leaves allowed_algs out", function()
    assert_ok((authenticate({ token = "rs256" })))
    assert_ok((authenticate({ token = "es256" })))
    assert_ok((authenticate({ token = "rs256" }, {})))
    assert_ok((authenticate({ token = "es256" }, {})))
  end)

  it("authenticate takes what policy.allowed_algs names alone", function()
    assert_ok((authenticate({ token = "es256" }, { allowed_algs = { "ES256" } })))
    assert_ok((authenticate({ token = "rs256" }, { allowed_algs = { "RS256" } })))
    assert_err("UNSUPPORTED_ALGORITHM", (authenticate({ token = "rs256" }, { allowed_algs = { "ES256" } })))
    assert_err("UNSUPPORTED_ALGORITHM", (authenticate({ token = "es256" }, { allowed_algs = { "RS256" } })))
    assert_err("UNSUPPORTED_ALGORITHM", (authenticate({ token = "rs256" }, { allowed_algs = {} })))
  end)

  it("no policy makes none or an HMAC verify", function()
    for _, name in ipairs({ "alg_none", "alg_hs256_public_key", "alg_hs256_client_secret" }) do
      local forged = { response = { id_token = fixtures.hostile[name].token } }
      local refused, world = authenticate(forged, { allowed_algs = { "none", "HS256", "RS256" } })
      assert_err("ID_TOKEN_VERIFICATION_FAILED", refused)
      assert.same({}, world.sessions)
    end
  end)
end)

describe("contract of oidc", function()
  it("get_auth_url(io, config, discovery, handshake) gives the authorization URL", function()
    local io, world = mock.create()
    local url = assert_ok(oidc.get_auth_url(io, documented_config(), full, fixtures.handshake))
    assert.equal(full.authorization_endpoint .. "?", url:match("^[^?]*%?"))
    assert.truthy(url:find("&nonce=" .. fixtures.handshake.nonce .. "&", 1, true))
    assert.same({}, world.requests)
  end)

  local function exchange(answer, changes, metadata)
    local io, world = mock.create()
    world.on(full.token_endpoint, answer)
    return oidc.exchange_code(io, documented_config(changes), metadata or full, "the-code", ("v"):rep(64), "attempt-1"), world
  end

  it("exchange_code(io, config, discovery, code, verifier, session_id) gives the tokens and every other field", function()
    local answer, world = exchange(fixtures.token_response(nil, { scope = "openid" }))
    local tokens = assert_ok(answer)
    assert.same({ fixtures.tokens.rs256, fixtures.access_token, "openid" }, { tokens.id_token, tokens.access_token, tokens.scope })
    assert.truthy(world.requests[1].body:find("code=the-code", 1, true))
    assert.truthy(world.requests[1].body:find("code_verifier=" .. ("v"):rep(64), 1, true))
    assert.equal("attempt-1", assert_err("TOKEN_EXCHANGE_FAILED", (exchange({ status = 500 }))).session)
  end)

  it("exchange_code chooses the authentication that the provider offers, without the option for it", function()
    local _, world = exchange(fixtures.token_response(), { client_secret = "plain" })
    assert.truthy(table.concat(world.requests[1].headers, "\n"):find("Authorization: Basic ", 1, true))
    _, world = exchange(fixtures.token_response(), nil, fixtures.discovery.post_only)
    assert.truthy(world.requests[1].body:find("client_secret=", 1, true))
  end)

  --- Arguments of verify_id_token as documented; `changes` by their names.
  local function verify(changes)
    local io, world = scene.create()
    local given = fixtures.with({
      tokens = { id_token = fixtures.tokens.rs256, access_token = fixtures.access_token }, keys = fixtures.jwks.both.keys,
      config = documented_config(), handshake = fixtures.handshake, discovery = full, now = fixtures.now,
    }, changes)
    return oidc.verify_id_token(
      io, given.tokens, given.keys, given.config, given.handshake, given.discovery, given.now, given.policy
    ), world
  end

  it("verify_id_token(io, tokens, keys, config, handshake, discovery, now, policy) gives the claims", function()
    assert.same(fixtures.claims, assert_ok((verify())))
    assert.same(fixtures.claims, assert_ok((verify({ policy = { allowed_algs = { "RS256" } } }))))
    assert.same(fixtures.claims, assert_ok((verify({ policy = {} }))))
    assert_err("UNSUPPORTED_ALGORITHM", (verify({ policy = { allowed_algs = { "ES256" } } })))
  end)

  it("verify_id_token judges by each of its arguments", function()
    local late = fixtures.claims.exp + 60
    assert_err("ID_TOKEN_VERIFICATION_FAILED", (verify({ now = late })))
    assert_ok((verify({ now = late - 1 })))
    assert_err("ID_TOKEN_VERIFICATION_FAILED", (verify({ now = fixtures.claims.exp, config = documented_config({ clock_tolerance = 0 }) })))
    assert_err("ID_TOKEN_VERIFICATION_FAILED", (verify({ config = documented_config({ client_id = "other" }) })))
    assert_err("ID_TOKEN_VERIFICATION_FAILED", (verify({ config = documented_config({ issuer_url = "https://other" }) })))
    assert_err("NONCE_MISMATCH", (verify({ handshake = fixtures.with(fixtures.handshake, { nonce = "other" }) })))
    assert_err("AT_HASH_MISMATCH", (verify({ tokens = { id_token = fixtures.tokens.rs256, access_token = "other" } })))
    assert_err("AT_HASH_MISMATCH", (verify({ tokens = { id_token = fixtures.tokens.no_at_hash, access_token = fixtures.access_token } })))
  end)

  it("verify_id_token refreshes the JWK Set once when no key given verifies", function()
    local verified, world = verify({ keys = {} })
    assert_ok(verified)
    assert.equal(1, world.requests_to(full.jwks_uri))
    local _, unasked = verify()
    assert.equal(0, unasked.requests_to(full.jwks_uri))
    local refused, asked = verify({ tokens = { id_token = fixtures.tokens.rs256_other_key, access_token = fixtures.access_token } })
    assert_err("ID_TOKEN_VERIFICATION_FAILED", refused)
    assert.equal(1, asked.requests_to(full.jwks_uri))
  end)
end)

describe("contract of config and discovery", function()
  it("load(io) gives the documented fields", function()
    local io = scene.create({ uci = { internal_issuer_url = "https://10.0.0.2", clock_tolerance = "30" } })
    local loaded = assert_ok(config.load(io))
    for name, value in pairs(documented_config({ internal_issuer_url = "https://10.0.0.2", clock_tolerance = 30, roles = none })) do
      assert.same(value, loaded[name], name)
    end
    assert.same({ "admin", { "ada@example.org" } }, { loaded.roles[1].name, loaded.roles[1].email })
  end)

  it("find_roles_for_user(config, claims) gives role_name, read and write", function()
    local match = assert_ok(config.find_roles_for_user(documented_config(), { email = "ada@example.org" }))
    assert.same({ "admin", { "*" }, { "*" } }, { match.role_name, match.read, match.write })
    assert_err("USER_NOT_AUTHORIZED", config.find_roles_for_user(documented_config(), {}))
  end)

  it("discover(io, issuer, options) and fetch_jwks(io, jwks_uri, options) do without options, and fail with http_status", function()
    local io, world = scene.create()
    assert.equal(full.token_endpoint, assert_ok(discovery.discover(io, fixtures.issuer)).token_endpoint)
    assert.same(fixtures.jwks.both.keys, assert_ok(discovery.fetch_jwks(io, full.jwks_uri)))
    world.on(full.jwks_uri, { status = 500, body = "" })
    assert.equal(500, assert_err("JWKS_FETCH_FAILED", discovery.fetch_jwks(io, full.jwks_uri, { force = true })).http_status)
    io, world = scene.create()
    world.on(well_known, { status = 404, body = "" })
    assert.equal(404, assert_err("OIDC_DISCOVERY_FAILED", discovery.discover(io, fixtures.issuer, {})).http_status)
  end)
end)

describe("contract of the test support", function()
  it("has mock.create(), a provider that every contract takes", function()
    local io = mock.create()
    assert_err("CONFIG_ERROR", config.load(io))
    assert_err("OIDC_DISCOVERY_FAILED", discovery.discover(io, fixtures.issuer))
  end)

  it("lives outside the packages", function()
    for _, name in ipairs({ "mock", "fixtures", "runner" }) do
      assert.has_error(function() return require("sso_login." .. name) end)
    end
  end)
end)
