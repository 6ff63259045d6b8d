--- protocol.metadata_call: the rule by which a cache is never the reason of a failure, for each step that asks an endpoint.
local cjson = require("cjson")
local fixtures = require("support.fixtures")
local known_metadata = require("sso_login.protocol.known_metadata")
local login_start = require("sso_login.login.login_start")
local metadata_call = require("sso_login.protocol.metadata_call")
local provider_calls = require("sso_login.protocol.provider_calls")
local scene = require("support.scene")
local token_refresh = require("sso_login.login.revalidation.token_refresh")

local none = fixtures.none
local full = fixtures.discovery.full
local well_known = fixtures.issuer .. "/.well-known/openid-configuration"
local moved = "https://new.example/"
local gone = { status = 404, content_type = "text/html", body = "<html>" }
local by_userinfo = { token = "no_groups_unknown_email", roles = { { name = "net", group = { "net" }, read = { "*" } } } }
local groups = '{"sub":"user-1","groups":["net"]}'

--- A provider that has upgraded since its metadata and keys were cached, `age` seconds ago, by a renewal where `options.renews`;
-- `changes` are those of the metadata.
local function upgraded(changes, age, options)
  local io, world = scene.create(options)
  local config = scene.loaded(io)
  world.now = fixtures.now - (age or 3600)
  metadata_call.fetch(io, config, options and options.renews)
  local known = known_metadata.of_provider(io, config)
  require("sso_login.protocol.jwk_set").load_jwks(io, config, full.jwks_uri)
  world.now = fixtures.now
  world.on(well_known, cjson.encode(fixtures.with(full, changes)))
  for i = #world.requests, 1, -1 do
    world.requests[i] = nil
  end
  return io, world, config, known.data
end

--- The requests to the metadata.
local function fetches(world) return world.requests_to(well_known) end

--- A callback at an upgraded provider.
local function log_in(io, world, config)
  scene.put_handshake(io, world)
  scene.forget_tokens(world, io)
  return require("sso_login.login.login_finish").authenticate(io, config, scene.request())
end

describe("a login at a provider whose token endpoint has moved", function()
  for what, answer in pairs({
    ["404 and HTML"] = gone, ["404 and an error in JSON"] = { status = 404, body = '{"error":"not_found"}' },
    ["404 and invalid_request"] = { status = 404, body = '{"error":"invalid_request"}' }, ["410"] = { status = 410, body = "" },
    ["405"] = { status = 405, body = "{}" }, ["502"] = { status = 502, body = "<html>" }, ["503"] = { status = 503, body = "{}" },
    ["a page with status 200"] = { status = 200, body = "<html>" }, ["a redirect"] = { status = 301, location = moved, body = "" },
    ["no connection"] = { failure = "connect" }, ["a name that is gone"] = { failure = "resolve" }, ["401 and invalid_client"] =
      { status = 401, body = '{"error":"invalid_client"}' },
  }) do
    it("goes on by one new fetch after " .. what, function()
      -- The old address is at another server than the metadata, as a silent one there would have no new metadata either.
      local io, world, config = upgraded({ token_endpoint = moved .. "token" }, nil, { metadata = { token_endpoint = "https://old.example/token" } })
      world.on("https://old.example/token", answer)
      world.on(moved .. "token", fixtures.token_response())
      assert.is_true(log_in(io, world, config).ok)
      assert.same({ 1, 1 }, { fetches(world), world.requests_to("https://old.example/token") })
      -- The next one uses the new cache.
      assert.is_true(log_in(io, world, config).ok)
      assert.same({ 1, 1, 2 }, { fetches(world), world.requests_to("https://old.example/token"), world.requests_to(moved .. "token") })
    end)
  end

  it("sends no code again that the provider has refused", function()
    local io, world, config = upgraded({ token_endpoint = moved .. "token" })
    world.on(full.token_endpoint, { status = 400, body = '{"error":"invalid_grant"}' })
    assert.equal("OIDC_INVALID_GRANT", log_in(io, world, config).error)
    assert.equal(1, #world.requests)
  end)

  it("does not ask a server for metadata that was silent a moment ago", function()
    for failure, asked in pairs({ timeout = 0, connect = 1 }) do
      local io, world, config = upgraded({ token_endpoint = moved .. "token" })
      world.on(full.token_endpoint, { failure = failure })
      world.on(moved .. "token", fixtures.token_response())
      assert.equal(asked == 1, log_in(io, world, config).ok)
      assert.equal(asked, fetches(world))
    end
  end)
end)

describe("a login whose failure has another reason than the cache", function()
  for what, row in pairs({
    ["the same metadata"] = { {}, gone, 1 }, ["metadata that were renewed a moment ago"] = { { token_endpoint = moved }, gone, 0, 9 },
    ["metadata that were renewed ten seconds ago"] = { {}, gone, 1, 10 },
    ["metadata that differ in another field"] = { { end_session_endpoint = moved }, gone, 1 },
    ["a refusal of the user"] = { { token_endpoint = moved }, { status = 403, body = '{"error":"access_denied"}' }, 0 },
    ["a wrong secret"] = { { token_endpoint_auth_methods_supported = { "client_secret_post", "client_secret_basic" } },
      { status = 401, body = '{"error":"invalid_client"}' }, 1 },
  }) do
    it("sends its code once with " .. what, function()
      local io, world, config = upgraded(row[1], row[4], { renews = row[4] ~= nil })
      world.on(full.token_endpoint, row[2])
      assert.is_false(log_in(io, world, config).ok)
      assert.same({ row[3], 1, 1 + row[3] }, { fetches(world), world.requests_to(full.token_endpoint), #world.requests })
    end)
  end

  for what, answer in pairs({
    ["cannot be fetched"] = { status = 500, body = "" }, ["do not answer"] = { failure = "timeout" }, ["are damaged"] = "<html>",
    ["are another issuer's"] = cjson.encode(fixtures.with(full, { issuer = "https://evil.example", token_endpoint = moved })),
    ["name a plain address"] = cjson.encode(fixtures.with(full, { token_endpoint = "http://new.example/token" })),
  }) do
    it("keeps its own reason where the metadata " .. what .. ", and the cache", function()
      local io, world, config, known = upgraded()
      world.on(well_known, answer)
      world.on(full.token_endpoint, gone)
      for _ = 1, 3 do
        local failed = log_in(io, world, config)
        assert.same({ "TOKEN_EXCHANGE_FAILED", 404 }, { failed.error, failed.details.http_status })
      end
      assert.same({ 1, 3 }, { fetches(world), world.requests_to(full.token_endpoint) })
      assert.same(known, known_metadata.of_provider(io, config).data)
    end)
  end

  it("causes a fetch in ten seconds, whoever fails", function()
    local io, world, config = upgraded()
    world.on(full.token_endpoint, gone)
    for second, asked in ipairs({ 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2 }) do
      world.now = fixtures.now + second
      log_in(io, world, config)
      assert.equal(asked, fetches(world), second)
    end
  end)
end)

describe("a login goes on at a provider", function()
  it("that takes the secret in another way", function()
    local io, world, config = upgraded({ token_endpoint_auth_methods_supported = { "client_secret_post" } }, nil,
      { metadata = { token_endpoint_auth_methods_supported = { "client_secret_basic" } } })
    world.on(full.token_endpoint, function(request)
      return request.body:find("client_secret=", 1, true) and fixtures.token_response() or { status = 401, body = '{"error":"invalid_client"}' }
    end)
    assert.is_true(log_in(io, world, config).ok)
    assert.same({ 1, 2 }, { fetches(world), world.requests_to(full.token_endpoint) })
  end)

  for what, row in pairs({
    ["whose keys have moved"] = { { jwks_uri = moved .. "keys" }, gone, moved .. "keys" },
    ["with new keys at the old address"] = { {}, cjson.encode(fixtures.jwks.both), full.jwks_uri },
  }) do
    it(what, function()
      local io, world, config = upgraded(row[1], nil, { jwks = "ec" })
      world.on(full.jwks_uri, row[2])
      world.on(row[3], cjson.encode(fixtures.jwks.both))
      assert.is_true(log_in(io, world, config).ok)
      assert.same({ 1, 1 }, { fetches(world), world.requests_to(row[3]) })
    end)
  end

  it("with new keys in the second of the first fetch, and after it", function()
    for age = 0, 1 do
      local io, world, config = upgraded(nil, age, { jwks = "ec" })
      world.on(full.jwks_uri, cjson.encode(fixtures.jwks.both))
      assert.is_true(log_in(io, world, config).ok)
      assert.same({ 1, 1 }, { fetches(world), world.requests_to(full.jwks_uri) })
    end
  end)

  it("whose keys have moved, as the old address does not answer", function()
    local io, world, config = upgraded({ jwks_uri = moved .. "keys" })
    io.remove(io.paths.run_dir .. "/" .. world.in_run_dir("^jwks_")[1])
    world.on(full.jwks_uri, gone)
    world.on(moved .. "keys", cjson.encode(fixtures.jwks.both))
    assert.is_true(log_in(io, world, config).ok)
  end)

  it("whose UserInfo has moved", function()
    local io, world, config = upgraded({ userinfo_endpoint = moved .. "me" }, nil, by_userinfo)
    world.on(full.userinfo_endpoint, gone)
    world.on(moved .. "me", groups)
    assert.is_true(log_in(io, world, config).ok)
    assert.same({ 1, 1, 1 }, { fetches(world), world.requests_to(full.userinfo_endpoint), world.requests_to(moved .. "me") })
  end)

  it("that has moved all of them, by one fetch", function()
    local io, world, config = upgraded({ token_endpoint = moved .. "token", jwks_uri = moved .. "keys", userinfo_endpoint = moved .. "me" }, nil, by_userinfo)
    for _, address in ipairs({ full.token_endpoint, full.jwks_uri, full.userinfo_endpoint }) do
      world.on(address, gone)
    end
    world.on(moved .. "token", fixtures.token_response("no_groups_unknown_email"))
    world.on(moved .. "keys", cjson.encode(fixtures.jwks.both))
    world.on(moved .. "me", groups)
    assert.is_true(log_in(io, world, config).ok)
    assert.same({ 1, 5 }, { fetches(world), #world.requests })
  end)

  it("by metadata that another process has just fetched", function()
    local io, world, config, known = upgraded({ token_endpoint = moved .. "token" })
    assert.is_true(metadata_call.fetch(io, config, true).ok)
    world.now = world.now + 9
    assert.equal(moved .. "token", metadata_call.renewed(io, config, known, "token_endpoint", { ok = false, error = "X" }).token_endpoint)
    assert.equal(1, fetches(world))
  end)
end)

describe("a start at a provider", function()
  local par = moved .. "par"
  local demand = { pushed_authorization_request_endpoint = par, require_pushed_authorization_requests = true }

  for what, row in pairs({
    ["that takes pushed requests elsewhere"] = { { "/old" }, demand, par },
    ["that demands them no more"] = { { "/old" }, { pushed_authorization_request_endpoint = none, require_pushed_authorization_requests = none } },
  }) do
    it(what .. " goes on by new metadata", function()
      local old = { pushed_authorization_request_endpoint = "https://idp.example/old", require_pushed_authorization_requests = true }
      local io, world, config = upgraded(row[2], nil, { metadata = old })
      world.on("https://idp.example/old", gone)
      world.on(par, { status = 201, body = '{"request_uri":"urn:x"}' })
      local begun = login_start.initiate(io, config, {})
      assert.is_true(begun.ok)
      assert.equal(row[3] ~= nil, begun.data.url:find("request_uri=urn", 1, true) ~= nil)
      assert.same({ 1, 1 }, { fetches(world), #world.in_run_dir("^handshake") })
    end)
  end

  it("of which the cache has no way to authenticate goes on by new metadata", function()
    local io, world, config = upgraded(nil, nil, { metadata = { token_endpoint_auth_methods_supported = { "tls_client_auth" } } })
    assert.is_true(login_start.initiate(io, config, {}).ok)
    assert.equal(1, fetches(world))
  end)
end)

describe("a callback with invalid_request", function()
  local demand = { pushed_authorization_request_endpoint = moved .. "par", require_pushed_authorization_requests = true }

  --- The failure of a callback with an error, of a login that began so many seconds ago, and how often the metadata were fetched.
  -- `fetched`: how many seconds ago another request has fetched them. `age`: that of the metadata by which the login began.
  local function call_back(error, changes, options)
    options = options or {}
    local io, world, config = upgraded(changes, options.age, { renews = options.age ~= nil })
    if options.fetched then
      world.now = world.now - options.fetched
      metadata_call.fetch(io, config, true)
      world.now = world.now + options.fetched
    end
    scene.put_handshake(io, world, options.since or 60, { again = options.again })
    local failed = require("sso_login.login.login_finish").authenticate(io, config, scene.request({ code = none, error = error }))
    assert.same({ "IDP_ERROR", error, {} }, { failed.error, failed.details.error, world.in_run_dir("^handshake") })
    return failed.meaning, fetches(world)
  end

  it("may begin again where the metadata demand pushed requests now", function()
    assert.same({ "begin_again", 1 }, { call_back("invalid_request", demand) })
  end)

  it("may begin again where another request has fetched such metadata since the start", function()
    assert.same({ "begin_again", 1 }, { call_back("invalid_request", demand, { fetched = 59 }) })
    assert.same({ "begin_again", 1 }, { call_back("invalid_request", demand, { fetched = 5 }) })
    assert.same({ "request", 2 }, { call_back("invalid_request", demand, { fetched = 60 }) })
  end)

  for what, row in pairs({
    ["the metadata are the same"] = { "invalid_request", {}, 1 }, ["the user refuses"] = { "access_denied", demand, 0 },
    ["the metadata were renewed a moment ago"] = { "invalid_request", demand, 0, { age = 9, since = 5 } },
    ["it has begun again already"] = { "invalid_request", demand, 0, { again = true } },
    ["the metadata changed, and demand nothing of the kind"] = { "invalid_request", { token_endpoint_auth_methods_supported = { "tls_client_auth" } }, 1 },
  }) do
    it("ends where " .. what, function()
      local cause, asked = call_back(row[1], row[2], row[4])
      assert.same({ what:find("^the metadata") and "request" or nil, row[3] }, { cause, asked })
    end)
  end
end)

it("a refresh token is revoked at a provider whose endpoint for that has moved", function()
  local old = "https://idp.example/revoke"
  local io, world, config = upgraded({ revocation_endpoint = moved .. "revoke" }, nil, { metadata = { revocation_endpoint = old } })
  world.on(old, gone)
  world.on(moved .. "revoke", { status = 200, body = "" })
  token_refresh.revoke(io, config, "r1")
  assert.same({ 1, 1, 5 }, { fetches(world), world.requests_to(moved .. "revoke"), world.settings.timeout })
end)

it("a refresh token is revoked by one call, and by none at a provider without an endpoint for that", function()
  local endpoint = "https://idp.example/revoke"
  for calls, metadata in pairs({ [0] = {}, [1] = { revocation_endpoint = endpoint } }) do
    local io, world, config = upgraded(metadata, nil, { metadata = metadata })
    world.on(endpoint, { status = 200, body = "" })
    token_refresh.revoke(io, config, "r1")
    assert.same({ calls, calls }, { #world.requests, world.requests_to(endpoint) })
  end
end)

describe("metadata_call.renewed", function()
  for what, case in pairs({
    ["fetches after a failure"] = { "TOKEN_EXCHANGE_FAILED", nil, 1 }, ["fetches nothing where the step had to wait"] = { "RATE_LIMITED", nil, 0 },
    ["fetches nothing where the endpoint has just been silent at the server of the metadata"] = { "TOKEN_ENDPOINT_NETWORK_ERROR", 9, 0 },
    ["fetches where that was longer ago"] = { "TOKEN_EXCHANGE_FAILED", 10, 1 },
  }) do
    it(what, function()
      local io, world, config, known = upgraded()
      local failure = { ok = false, error = case[1] }
      if case[2] then
        world.now = fixtures.now - case[2]
        provider_calls.remember_failure(io, config, full.token_endpoint, failure)
        world.now = fixtures.now
      end
      assert.is_nil(metadata_call.renewed(io, config, known, "token_endpoint", failure))
      assert.equal(case[3], fetches(world))
    end)
  end
end)

it("metadata_call.seconds_until counts ten seconds from a renewal, and none for one in the future", function()
  local io, world = scene.create()
  for age, left in pairs({ [0] = 10, [9] = 1, [10] = 0, [11] = 0, [-1] = 0 }) do
    assert.equal(left, metadata_call.seconds_until(io, { renewed_at = world.now - age }))
  end
  assert.equal(0, metadata_call.seconds_until(io, { fetched_at = world.now }))
end)
