--- discovery: the provider's metadata and keys, their caches, failures and the split horizon.
local cjson = require("cjson")
local discovery = require("sso_login.discovery")
local fixtures = require("support.fixtures")
local mock = require("support.mock")

local none = fixtures.none
local day = 24 * 3600
local well_known = fixtures.issuer .. "/.well-known/openid-configuration"

local function with_document(name, changes)
  local io, world = mock.create()
  world.on(well_known, cjson.encode(fixtures.with(fixtures.discovery[name or "full"], changes)))
  return io, world
end

local function discover(name, changes)
  local io, world = with_document(name, changes)
  return discovery.discover(io, fixtures.issuer), world, io
end

describe("discovery.discover", function()
  it("gives the fields in use", function()
    local found, world = discover("full")
    assert.is_true(found.ok)
    local full = fixtures.discovery.full
    for _, field in ipairs({
      "issuer", "authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint", "end_session_endpoint",
    }) do
      assert.equal(full[field], found.data[field], field)
    end
    assert.same({ "client_secret_basic", "client_secret_post" }, found.data.token_endpoint_auth_methods_supported)
    assert.is_false(found.data.authorization_response_iss_parameter_supported)
    assert.equal(1, #world.requests)
    assert.equal(well_known, world.requests[1].url)
  end)

  it("optional fields may be absent or null", function()
    local found = discover("minimal", { userinfo_endpoint = cjson.null })
    assert.is_true(found.ok)
    assert.is_nil(found.data.userinfo_endpoint)
    assert.is_nil(found.data.end_session_endpoint)
    assert.is_nil(found.data.token_endpoint_auth_methods_supported)
  end)

  it("only true announces the iss parameter", function()
    for value, expected in pairs({ [true] = true, [false] = false, ["true"] = false, [1] = false }) do
      local found = discover("full", { authorization_response_iss_parameter_supported = value })
      assert.equal(expected, found.data.authorization_response_iss_parameter_supported)
    end
  end)

  for _, case in ipairs({
    { "a slash more", fixtures.issuer .. "/" }, { "other case", fixtures.issuer:upper() }, { "another realm", fixtures.issuer .. "2" },
    { "a number", 7 }, { "nothing", none }, { "a list", { fixtures.issuer } }, { "http", (fixtures.issuer:gsub("https", "http")) },
  }) do
    it("issuer with " .. case[1] .. " is DISCOVERY_ISSUER_MISMATCH", function()
      local refused = discover("full", { issuer = case[2] })
      assert.equal("DISCOVERY_ISSUER_MISMATCH", refused.error)
      assert.equal(fixtures.issuer, refused.details.configured)
      assert.equal(type(case[2]) == "string" and case[2] or nil, refused.details.discovered)
    end)
  end

  it("an issuer with a trailing slash keeps it for the comparison and not for the address", function()
    local io, world = mock.create()
    local issuer = "https://idp.example/app/"
    world.on("https://idp.example/app/.well-known/openid-configuration",
      cjson.encode(fixtures.with(fixtures.discovery.full, { issuer = issuer })))
    assert.equal(issuer, discovery.discover(io, issuer).data.issuer)
  end)

  for _, field in ipairs({ "authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint" }) do
    for what, value in pairs({
      http = "http://idp.example/x", ["user information"] = "https://u@idp.example/x", fragment = "https://idp.example/x#f",
      space = "https://idp.example/a b", ["line feed"] = "https://idp.example/\nSet-Cookie: x=y", javascript = "javascript:alert(1)",
      ["a number"] = 7, empty = "", ["a list"] = { "https://idp.example/x" },
    }) do
      it(field .. " with " .. what .. " is OIDC_DISCOVERY_FAILED", function()
        assert.equal("OIDC_DISCOVERY_FAILED", discover("full", { [field] = value }).error)
      end)
    end
  end

  for _, value in ipairs({ "http://idp.example/x", "https://idp.example/x#f", "", 7, "https://idp.example/\r\nX: y" }) do
    it(("end_session_endpoint %q is ignored"):format(tostring(value)), function()
      local found = discover("full", { end_session_endpoint = value })
      assert.is_true(found.ok)
      assert.is_nil(found.data.end_session_endpoint)
    end)
  end

  for _, case in ipairs({
    { "no connection", { failure = "connect" }, "OIDC_DISCOVERY_FAILED" }, { "a time-out", { failure = "timeout" }, "OIDC_DISCOVERY_FAILED" },
    { "a body over the cap", { failure = "too_large" }, "OIDC_DISCOVERY_FAILED" },
    { "an untrusted certificate", { failure = "certificate" }, "SSL_INIT_FAILED" },
    { "status 404", { status = 404, body = "{}" }, "OIDC_DISCOVERY_FAILED" },
    { "a redirect", { status = 302, body = "" }, "OIDC_DISCOVERY_FAILED" },
    { "HTML", { status = 200, body = "<html>" }, "OIDC_DISCOVERY_FAILED" }, { "a list", "[]", "OIDC_DISCOVERY_FAILED" },
    { "an empty object", "{}", "DISCOVERY_ISSUER_MISMATCH" },
  }) do
    it(case[1] .. " is " .. case[3], function()
      local io, world = mock.create()
      world.on(well_known, case[2])
      assert.equal(case[3], discovery.discover(io, fixtures.issuer).error)
    end)
  end
end)

describe("discovery.discover's cache", function()
  it("answers for 24 hours, then asks again", function()
    local _, world, io = discover()
    local made = world.now
    for _, case in ipairs({ { 1, 1 }, { day - 1, 1 }, { day, 2 } }) do
      world.now = made + case[1]
      assert.is_true(discovery.discover(io, fixtures.issuer).ok)
      assert.equal(case[2], #world.requests)
    end
  end)

  it("gives the same from the file as from the provider", function()
    for name in pairs(fixtures.discovery) do
      local first, _, io = discover(name)
      assert.same(first, discovery.discover(io, fixtures.issuer))
    end
  end)

  it("is a file of mode 0600 named by hashes alone", function()
    local _, world, io = discover()
    local names = world.in_run_dir("^discovery_")
    assert.equal(1, #names)
    assert.truthy(names[1]:find("^discovery_" .. ("%x"):rep(64) .. "%.json$"))
    assert.equal(384, io.file_info(io.paths.run_dir .. "/" .. names[1]).mode)
  end)

  it("is named by the SHA-256 of issuer and internal origin", function()
    local hash = require("sso_login.crypto").hash_sha256_hex
    local _, world, io = discover()
    assert.same({ "discovery_" .. hash(fixtures.issuer .. "\n") .. ".json" }, world.in_run_dir("^discovery_"))
    local internal = "https://10.0.0.2:8443"
    world.on(internal .. "/realms/home/.well-known/openid-configuration", cjson.encode(fixtures.discovery.full))
    discovery.discover(io, fixtures.issuer, { internal_issuer_url = internal .. "/path" })
    local name = "discovery_" .. hash(fixtures.issuer .. "\n" .. internal) .. ".json"
    assert.is_string(world.text(io.paths.run_dir .. "/" .. name))
  end)

  it("asks again when the clock jumped back by a day", function()
    local _, world, io = discover()
    world.now = world.now - day
    discovery.discover(io, fixtures.issuer)
    assert.equal(2, #world.requests)
  end)

  it("is kept apart by issuer and by internal origin", function()
    local _, world, io = discover()
    discovery.discover(io, fixtures.issuer, { internal_issuer_url = "https://10.0.0.2" })
    discovery.discover(io, fixtures.issuer .. "2")
    assert.equal(3, #world.requests)
  end)

  for _, content in ipairs({
    "", "{", "null", "[]", "{}", '{"fetched_at":1750000000}', '{"fetched_at":1750000000,"document":7}',
    '{"fetched_at":1750000000,"document":{}}', '{"fetched_at":1750000000,"document":[]}',
    '{"fetched_at":"1750000000","document":{}}', ("x"):rep(100),
  }) do
    it(("damaged as %q counts as a miss"):format(content:sub(1, 50)), function()
      local _, world, io = discover()
      world.put(io.paths.run_dir .. "/" .. world.in_run_dir("^discovery_")[1], content)
      assert.is_true(discovery.discover(io, fixtures.issuer).ok)
      assert.equal(2, #world.requests)
    end)
  end

  for field, value in pairs({
    issuer = "https://evil.example", authorization_endpoint = "http://evil.example/", token_endpoint = "file:///etc/passwd",
    jwks_uri = 7,
  }) do
    it("with a changed " .. field .. " is checked again and counts as a miss", function()
      local _, world, io = discover()
      local path = io.paths.run_dir .. "/" .. world.in_run_dir("^discovery_")[1]
      local stored = cjson.decode(world.text(path))
      stored.document[field] = value
      world.put(path, cjson.encode(stored))
      assert.equal(fixtures.discovery.full[field], discovery.discover(io, fixtures.issuer).data[field])
    end)
  end

  it("that cannot be written does not fail the login", function()
    for _, name in ipairs({ "write_file", "make_dir", "read_file" }) do
      local io, world = with_document()
      world.fail(name)
      assert.is_true(discovery.discover(io, fixtures.issuer).ok)
    end
  end)
end)

describe("discovery.discover behind another process", function()
  it("needs no turn for a document that is kept", function()
    local _, world, io = discover()
    world.fail("lock")
    assert.is_true(discovery.discover(io, fixtures.issuer).ok)
  end)

  it("gives up as busy", function()
    local io, world = mock.create()
    world.fail("lock")
    assert.equal("RATE_LIMITED", discovery.discover(io, fixtures.issuer).error)
  end)

  it("takes the document that this one fetched", function()
    local _, world, io = discover()
    local cache = io.paths.run_dir .. "/" .. world.in_run_dir("^discovery_")[1]
    local document = world.text(cache)
    assert.is_true(io.remove(cache))
    io.sleep = function() world.put(cache, document) end
    world.fail("lock", 1)
    assert.is_true(discovery.discover(io, fixtures.issuer).ok)
    assert.equal(1, #world.requests)
  end)
end)

describe("discovery.discover's memory of failures", function()
  for _, case in ipairs({ { 0, 1 }, { 1, 1 }, { 9, 1 }, { 10, 2 }, { 11, 2 }, { -1, 2 }, { -200, 2 }, { -day, 2 } }) do
    it(("after %d s has asked %d times"):format(case[1], case[2]), function()
      local io, world = mock.create()
      local first = discovery.discover(io, fixtures.issuer)
      world.now = world.now + case[1]
      local second = discovery.discover(io, fixtures.issuer)
      assert.equal("OIDC_DISCOVERY_FAILED", first.error)
      assert.equal("OIDC_DISCOVERY_FAILED", second.error)
      assert.equal(case[2], #world.requests)
    end)
  end

  for _, case in ipairs({ { "certificate", "SSL_INIT_FAILED" }, { "timeout", "OIDC_DISCOVERY_FAILED" } }) do
    it("answers " .. case[2] .. " again", function()
      local io, world = mock.create()
      world.on(well_known, { failure = case[1] })
      discovery.discover(io, fixtures.issuer)
      local again = discovery.discover(io, fixtures.issuer)
      assert.equal(case[2], again.error)
      assert.is_true(again.details.remembered)
    end)
  end

  it("keeps the reason for the log", function()
    local io, world = mock.create()
    world.on(well_known, { status = 418 })
    discovery.discover(io, fixtures.issuer)
    assert.truthy(discovery.discover(io, fixtures.issuer).details.reason:find("http_status=418", 1, true))
    world.put(io.paths.run_dir .. "/" .. world.in_run_dir("^failed_")[1],
      '{"failed_at":1750000000,"error":"OIDC_DISCOVERY_FAILED","reason":[7]}')
    assert.equal("unknown", discovery.discover(io, fixtures.issuer).details.reason)
  end)

  it("answers a wrong document again", function()
    local io, world = with_document("full", { issuer = "https://evil.example/\nX" })
    discovery.discover(io, fixtures.issuer)
    assert.equal("DISCOVERY_ISSUER_MISMATCH", discovery.discover(io, fixtures.issuer).error)
    assert.equal(1, #world.requests)
  end)

  it("is not asked while a document is cached", function()
    local _, world, io = discover()
    world.on(well_known, { failure = "connect" })
    assert.is_true(discovery.discover(io, fixtures.issuer).ok)
  end)

  it("is of one issuer and internal origin", function()
    local io, world = mock.create()
    discovery.discover(io, fixtures.issuer)
    discovery.discover(io, fixtures.issuer, { internal_issuer_url = "https://10.0.0.2" })
    discovery.discover(io, fixtures.issuer .. "2")
    assert.equal(3, #world.requests)
  end)

  for _, content in ipairs({ "", "{", "{}", '{"failed_at":1750000000}', '{"failed_at":"x","error":"A"}' }) do
    it(("damaged as %q counts as none"):format(content), function()
      local io, world = mock.create()
      discovery.discover(io, fixtures.issuer)
      world.put(io.paths.run_dir .. "/" .. world.in_run_dir("^failed_")[1], content)
      discovery.discover(io, fixtures.issuer)
      assert.equal(2, #world.requests)
    end)
  end
end)

describe("discovery.discover at an internal origin", function()
  local elsewhere = { userinfo_endpoint = "https://graph.example:444/me?x=1" }

  for _, case in ipairs({
    { "https://10.0.0.2", "https://10.0.0.2" }, { "https://10.0.0.2/", "https://10.0.0.2" },
    { "https://10.0.0.2:8443/ignored/path", "https://10.0.0.2:8443" }, { "https://[::1]:8443", "https://[::1]:8443" },
  }) do
    it("asks " .. case[1] .. " and moves the four back-channel addresses there", function()
      local io, world = mock.create()
      local origin = case[2]
      world.on(origin .. "/realms/home/.well-known/openid-configuration",
        cjson.encode(fixtures.with(fixtures.discovery.full, elsewhere)))
      for _ = 1, 2 do -- from the provider and from the cache
        local found = discovery.discover(io, fixtures.issuer, { internal_issuer_url = case[1] })
        assert.is_true(found.ok)
        assert.equal(fixtures.issuer, found.data.issuer)
        assert.equal(fixtures.discovery.full.authorization_endpoint, found.data.authorization_endpoint)
        assert.equal(fixtures.discovery.full.end_session_endpoint, found.data.end_session_endpoint)
        assert.equal(origin .. "/realms/home/token", found.data.token_endpoint)
        assert.equal(origin .. "/realms/home/certs", found.data.jwks_uri)
        assert.equal(origin .. "/me?x=1", found.data.userinfo_endpoint)
      end
      assert.equal(1, #world.requests)
    end)
  end

  it("the document must still name the public issuer", function()
    local io, world = mock.create()
    world.on("https://10.0.0.2/realms/home/.well-known/openid-configuration",
      cjson.encode(fixtures.with(fixtures.discovery.full, { issuer = "https://10.0.0.2/realms/home" })))
    local found = discovery.discover(io, fixtures.issuer, { internal_issuer_url = "https://10.0.0.2" })
    assert.equal("DISCOVERY_ISSUER_MISMATCH", found.error)
  end)

  it("holds for the longest issuer too", function()
    local io, world = mock.create()
    local issuer = "https://idp.example/" .. ("a"):rep(2020)
    discovery.discover(io, issuer, { internal_issuer_url = "https://10.0.0.2" })
    assert.equal("https://10.0.0.2/" .. ("a"):rep(2020) .. "/.well-known/openid-configuration", world.requests[1].url)
  end)

  it("plain HTTP is refused and nothing is asked", function()
    local io, world = with_document()
    local found = discovery.discover(io, fixtures.issuer, { internal_issuer_url = "http://10.0.0.2" })
    assert.equal("CONFIG_ERROR", found.error)
    assert.equal(0, #world.requests)
  end)
end)
