local cjson = require("cjson")
local fixtures = require("support.fixtures")
local hash = require("sso_login.jose.hash")
local known_metadata = require("sso_login.protocol.known_metadata")
local provider_metadata = require("sso_login.protocol.provider_metadata")
local mock = require("support.mock")
local scene = require("support.scene")

local none = fixtures.none
local full = fixtures.discovery.full
local day = 24 * 3600
local well_known = "/realms/home/.well-known/openid-configuration"

local function refused(code, details) return { ok = false, error = code, details = details } end

local function read(changes, name)
  return provider_metadata.read_metadata(fixtures.with(fixtures.discovery[name or "full"], changes), fixtures.issuer)
end

local function discover(io, issuer, internal)
  return known_metadata.of_provider(io, { issuer_url = issuer, internal_issuer_url = internal })
end

local function provider(answer)
  local io, world = mock.create()
  world.on("https://idp.example" .. well_known, answer or cjson.encode(full))
  return io, world
end

--- The same after it was asked once; `path` is that of the cache.
local function cached()
  local io, world = provider()
  assert.is_true(discover(io, fixtures.issuer).ok)
  return io, world, io.paths.run_dir .. "/" .. world.in_run_dir("^discovery_")[1]
end

describe("provider_metadata.read_metadata", function()
  it("returns the used fields", function()
    assert.same({
      issuer = fixtures.issuer, authorization_endpoint = full.authorization_endpoint, token_endpoint = full.token_endpoint,
      jwks_uri = full.jwks_uri, userinfo_endpoint = full.userinfo_endpoint, end_session_endpoint = full.end_session_endpoint,
      token_endpoint_auth_methods_supported = { "client_secret_basic", "client_secret_post" },
      authorization_response_iss_parameter_supported = false,
    }, read().data)
  end)

  it("accepts a document without the optional fields", function()
    assert.same(fixtures.metadata("minimal"), read({}, "minimal").data)
  end)

  it("accepts only true as the announcement of iss", function()
    for value, expected in pairs({ [true] = true, [false] = false, ["true"] = false, [1] = false }) do
      local found = read({ authorization_response_iss_parameter_supported = value }).data
      assert.equal(expected, found.authorization_response_iss_parameter_supported)
    end
  end)
end)

describe("provider_metadata.read_metadata and pushed authorization requests", function()
  local endpoint = "https://idp.example/par"

  it("returns their endpoint where they are demanded, also from the cache", function()
    local document = read({ pushed_authorization_request_endpoint = endpoint, require_pushed_authorization_requests = true }).data
    assert.equal(endpoint, document.pushed_authorization_request_endpoint)
    assert.same(document, provider_metadata.read_metadata(document, fixtures.issuer).data)
    assert.equal("https://10.0.0.2:8443/par",
      provider_metadata.read_metadata(document, fixtures.issuer, "https://10.0.0.2:8443").data.pushed_authorization_request_endpoint)
    assert.is_nil(read().data.published_token_endpoint)
  end)

  it("ignores an offer, and refuses a demand without a usable address", function()
    for _, demanded in ipairs({ false, "true", none }) do
      local offered = { pushed_authorization_request_endpoint = "http://x", require_pushed_authorization_requests = demanded }
      assert.is_nil(read(offered).data.pushed_authorization_request_endpoint)
    end
    local demand = { require_pushed_authorization_requests = true }
    assert.same(refused("OIDC_DISCOVERY_FAILED",
      { reason = "missing endpoint", field = "pushed_authorization_request_endpoint" }), read(demand))
    demand.pushed_authorization_request_endpoint = "http://" .. ("x"):rep(194)
    assert.same(refused("OIDC_DISCOVERY_FAILED", { reason = "endpoint is not a plain https URL",
      field = "pushed_authorization_request_endpoint", url = "http://" .. ("x"):rep(193) }), read(demand))
  end)
end)

describe("known_metadata.of_provider", function()
  for _, case in ipairs({
    { { failure = "resolve" }, "OIDC_DISCOVERY_FAILED" }, { { failure = "certificate" }, "SSL_INIT_FAILED" },
    { { status = 404, body = "{}" }, "OIDC_DISCOVERY_FAILED" }, { "<html>", "OIDC_DISCOVERY_FAILED" },
    { "{}", "DISCOVERY_ISSUER_MISMATCH" },
  }) do
    it(("returns %s after %s, and again for ten seconds"):format(case[2], cjson.encode(case[1])), function()
      local io, world = provider(case[1])
      assert.equal(case[2], discover(io, fixtures.issuer).error)
      local again = discover(io, fixtures.issuer)
      assert.same({ case[2], true }, { again.error, again.details.remembered })
      assert.equal(1, #world.requests)
    end)
  end

  it("uses the cache without a request and without waiting for another process", function()
    local io, world = cached()
    world.on("https://idp.example" .. well_known, { failure = "timeout" })
    world.fail("lock")
    assert.is_true(discover(io, fixtures.issuer).ok)
  end)

  it("fails as busy while another process waits, or takes the document that process fetched", function()
    local io, world, path = cached()
    local document = world.text(path)
    assert.is_true(io.remove(path))
    world.fail("lock")
    assert.equal("RATE_LIMITED", discover(io, fixtures.issuer).error)
    io.sleep = function() world.put(path, document) end
    world.fail("lock", 1)
    assert.is_true(discover(io, fixtures.issuer).ok)
    assert.equal(1, #world.requests)
  end)
end)

describe("known_metadata.of_provider's cache", function()
  for age, asked in pairs({ [1] = 1, [day - 1] = 1, [day] = 2, [-day] = 2 }) do
    it(("has asked %d times after %d s"):format(asked, age), function()
      local io, world = cached()
      world.now = world.now + age
      assert.is_true(discover(io, fixtures.issuer).ok)
      assert.equal(asked, #world.requests)
    end)
  end

  for saved, asked in pairs({ [-1] = 1, [0] = 1, [1] = 2, [60] = 2, [61] = 1 }) do
    it(("has asked %d times a minute later where the configuration was saved %d s after the fetch"):format(asked, saved), function()
      local io, world = cached()
      local fetched = world.now
      world.now = fetched + 60
      io.file_info = function(path)
        assert.equal(io.paths.config_dir .. "/sso-login", path)
        return { mtime = fetched + saved }
      end
      assert.is_true(discover(io, fixtures.issuer).ok)
      assert.equal(asked, #world.requests)
    end)
  end

  it("and the memory of failures have a file for each issuer and internal origin, named by their hash", function()
    for answer, name in pairs({ [cjson.encode(full)] = "discovery", ["{}"] = "failed" }) do
      local io, world = provider(answer)
      world.on("https://10.0.0.2" .. well_known, answer)
      world.on(provider_metadata.url_of({ issuer_url = fixtures.issuer .. "2" }), { failure = "timeout" })
      for _ = 1, 2 do
        discover(io, fixtures.issuer)
        discover(io, fixtures.issuer, "https://10.0.0.2/path")
        discover(io, fixtures.issuer .. "2")
      end
      assert.equal(3, #world.requests)
      if name == "discovery" then
        local files = {
          "discovery_" .. hash.hash_sha256_hex(fixtures.issuer .. "\n") .. ".json",
          "discovery_" .. hash.hash_sha256_hex(fixtures.issuer .. "\nhttps://10.0.0.2") .. ".json",
        }
        table.sort(files)
        assert.same(files, world.in_run_dir("^discovery_"))
      end
    end
  end)

  it("that cannot be written does not fail the login", function()
    for _, name in ipairs({ "write_file", "make_dir", "read_file" }) do
      local io, world = provider()
      world.fail(name)
      assert.is_true(discover(io, fixtures.issuer).ok)
    end
  end)
end)

describe("known_metadata.of_provider at an internal origin", function()
  for internal, origin in pairs({
    ["https://10.0.0.2"] = "https://10.0.0.2", ["https://10.0.0.2/"] = "https://10.0.0.2",
    ["https://10.0.0.2:8443/ignored/path"] = "https://10.0.0.2:8443", ["https://[::1]:8443"] = "https://[::1]:8443",
  }) do
    it("asks " .. internal .. " and moves the back-channel addresses there, from the cache as well", function()
      local io, world = mock.create()
      world.on(origin .. well_known, cjson.encode(fixtures.with(full, { userinfo_endpoint = "https://graph.example:444/me?x=1" })))
      for attempt = 1, 2 do
        assert.same(fixtures.metadata("full", {
          token_endpoint = origin .. "/realms/home/token", published_token_endpoint = full.token_endpoint, jwks_uri = origin .. "/realms/home/certs",
          userinfo_endpoint = origin .. "/me?x=1", response_types_supported = none, subject_types_supported = none,
          id_token_signing_alg_values_supported = none, scopes_supported = none, code_challenge_methods_supported = none,
          fetched_at = world.now, renewed_at = attempt == 1 and world.now or none,
        }), discover(io, fixtures.issuer, internal).data)
      end
      assert.equal(1, #world.requests)
    end)
  end

  it("demands the public issuer in the document", function()
    local io, world = mock.create()
    world.on("https://10.0.0.2" .. well_known, cjson.encode(fixtures.with(full, { issuer = "https://10.0.0.2/realms/home" })))
    assert.equal("DISCOVERY_ISSUER_MISMATCH", discover(io, fixtures.issuer, "https://10.0.0.2").error)
  end)

  it("refuses plain HTTP without a request", function()
    local io, world = provider()
    assert.same(refused("CONFIG_ERROR", { option = "internal_issuer_url", must = { id = "https_url" } }),
      discover(io, fixtures.issuer, "http://10.0.0.2"))
    assert.equal(0, #world.requests)
  end)
end)

it("known_metadata.cached_of_provider sets trust store and time-out of the calls that follow", function()
  local io, world = cached()
  assert.equal(full.jwks_uri, known_metadata.cached_of_provider(io, fixtures.config({ http_timeout = 7, ca_file = "/x" })).jwks_uri)
  assert.same({ 7, "/x" }, { world.settings.timeout, world.settings.ca_file })
end)

it("provider_metadata.url_of leaves out one slash at the issuer's end, and takes the longest issuer", function()
  local long, path = "https://idp.example/" .. ("a"):rep(2020), "/.well-known/openid-configuration"
  assert.equal("https://idp.example/app" .. path, provider_metadata.url_of({ issuer_url = "https://idp.example/app/" }))
  assert.equal("https://idp.example/app" .. path, provider_metadata.url_of({ issuer_url = "https://idp.example/app" }))
  assert.equal("https://10.0.0.2/" .. ("a"):rep(2020) .. path, provider_metadata.url_of({ issuer_url = long, internal_issuer_url = "https://10.0.0.2" }))
end)

it("known_metadata.of_provider calls with the configuration's trust store and time-out, of 10 seconds where it says nothing", function()
  local io, world = scene.create()
  assert.is_true(known_metadata.of_provider(io, fixtures.config({ ca_file = "/etc/ca.pem", http_timeout = 7 })).ok)
  assert.same({ ca_file = "/etc/ca.pem", trust_folder = io.paths.run_dir, timeout = 7 }, world.settings)
  known_metadata.of_provider(io, fixtures.config({ http_timeout = none }))
  assert.same({ trust_folder = io.paths.run_dir, timeout = 10 }, world.settings)
end)
