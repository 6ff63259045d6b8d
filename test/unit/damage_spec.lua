--- Stored files cut at every length, and with a bit flipped in every byte: nothing raises an error, nothing half is believed,
-- and the service works again once the file is whole or gone.
local config = require("sso_login.config")
local crypto = require("sso_login.crypto")
local discovery = require("sso_login.discovery")
local fixtures = require("support.fixtures")
local handshake = require("sso_login.handshake")
local mock = require("support.mock")
local scene = require("support.scene")

local full = fixtures.discovery.full

--- The content with bit `bit` (0 to 7) of byte `index` flipped.
local function flipped(content, index, bit)
  local byte = content:byte(index)
  local weight = 2 ^ bit
  local changed = math.floor(byte / weight) % 2 == 0 and byte + weight or byte - weight
  return content:sub(1, index - 1) .. string.char(changed) .. content:sub(index + 1)
end

--- Calls `check(damaged, what)` for every strict prefix.
local function each_prefix(content, check)
  for length = 0, #content - 1 do
    check(content:sub(1, length), "the first " .. length .. " bytes")
  end
end

--- Calls `check(damaged, what)` for every byte with one of its bits flipped, each bit in its turn.
local function each_flip(content, check)
  for index = 1, #content do
    local bit = index % 8
    check(flipped(content, index, bit), ("bit %d of byte %d"):format(bit, index))
  end
end

local function set_of(list)
  local set = {}
  for _, item in ipairs(list) do
    set[item] = true
  end
  return set
end

--- A scene whose caches are filled; gives io, world, the configuration, and the path of the one file of a pattern.
local function warm(pattern)
  local io, world = scene.create()
  local loaded = config.load(io).data
  assert(discovery.discover(io, loaded.issuer_url).ok)
  assert(discovery.fetch_jwks(io, full.jwks_uri).ok)
  local names = world.in_run_dir(pattern)
  assert.equal(1, #names)
  return io, world, loaded, io.paths.run_dir .. "/" .. names[1]
end

describe("a damaged discovery cache", function()
  local address = fixtures.issuer .. "/.well-known/openid-configuration"

  it("cut at any length is fetched anew and stored whole", function()
    local io, world, loaded, path = warm("^discovery_")
    local content = world.text(path)
    each_prefix(content, function(damaged, what)
      world.put(path, damaged)
      local before = world.requests_to(address)
      local found = discovery.discover(io, loaded.issuer_url)
      assert.is_true(found.ok, what)
      assert.equal(before + 1, world.requests_to(address), what)
      assert.equal(content, world.text(path), what)
    end)
  end)

  it("with any bit flipped is a document of the same form, or fetched anew", function()
    local io, world, loaded, path = warm("^discovery_")
    each_flip(world.text(path), function(damaged, what)
      world.put(path, damaged)
      local found = discovery.discover(io, loaded.issuer_url)
      assert.is_true(found.ok, what)
      assert.equal(loaded.issuer_url, found.data.issuer, what)
      for _, endpoint in ipairs({ "authorization_endpoint", "token_endpoint", "jwks_uri" }) do
        assert.equal("https://", found.data[endpoint]:sub(1, 8):lower(), what)
      end
    end)
  end)
end)

describe("a damaged memory of a failed discovery", function()
  it("counts as the failure it says, or not at all", function()
    local io, world = scene.create()
    local loaded = config.load(io).data
    local url = fixtures.issuer .. "/.well-known/openid-configuration"
    local good = { body = require("cjson").encode(full), status = 200 }
    world.on(url, { failure = "connect" })
    assert.is_false(discovery.discover(io, loaded.issuer_url).ok)
    local path = io.paths.run_dir .. "/" .. world.in_run_dir("^failed_")[1]
    local content = world.text(path)
    world.on(url, good)
    local function check(damaged)
      for _, name in ipairs(world.in_run_dir("^discovery_")) do
        io.remove(io.paths.run_dir .. "/" .. name)
      end
      world.put(path, damaged)
      return discovery.discover(io, loaded.issuer_url)
    end
    each_prefix(content, function(damaged, what)
      assert.is_true(check(damaged).ok, what)
    end)
    each_flip(content, function(damaged, what)
      local found = check(damaged)
      -- A flipped bit in the code names another code; it is only told to the log.
      assert.is_true(found.ok or found.details.remembered, what)
    end)
    world.put(path, content)
    world.now = world.now + 10
    assert.is_true(check(content).ok)
  end)
end)

describe("a damaged JWK Set cache", function()
  local function login(io, world, loaded)
    scene.put_handshake(io, world)
    scene.forget_tokens(world, io)
    return handshake.authenticate(io, loaded, scene.request())
  end

  it("cut at any length is fetched anew and stored whole", function()
    local io, world, _, path = warm("^jwks_")
    local content = world.text(path)
    each_prefix(content, function(damaged, what)
      world.put(path, damaged)
      local before = world.requests_to(full.jwks_uri)
      assert.is_true(discovery.fetch_jwks(io, full.jwks_uri).ok, what)
      assert.equal(before + 1, world.requests_to(full.jwks_uri), what)
      assert.equal(content, world.text(path), what)
    end)
  end)

  it("with any bit flipped lets the right token in, by fetching the keys anew where needed", function()
    local io, world, loaded, path = warm("^jwks_")
    each_flip(world.text(path), function(damaged, what)
      world.put(path, damaged)
      local opened = login(io, world, loaded)
      assert.is_true(opened.ok, what .. ": " .. tostring(opened.error))
    end)
  end)
end)

describe("a damaged handshake record", function()
  local expected = set_of({ "STATE_NOT_FOUND", "NONCE_MISMATCH" })

  --- A callback that finds this content in the record.
  local function callback(damaged)
    local io, world = scene.create()
    world.put(scene.record_path(io), damaged)
    return handshake.authenticate(io, config.load(io).data, scene.request()), world, io
  end

  local function whole()
    local io, world = scene.create()
    scene.put_handshake(io, world)
    return world.text(scene.record_path(io))
  end

  it("cut at any length is STATE_NOT_FOUND, used up, and asks nobody", function()
    each_prefix(whole(), function(damaged, what)
      local refused, world, io = callback(damaged)
      assert.equal("STATE_NOT_FOUND", refused.error, what)
      assert.is_nil(world.files[scene.record_path(io)])
      assert.same({}, world.requests)
    end)
  end)

  it("with any bit flipped is refused, or nothing that the login depends on was hit", function()
    local verifiers = {}
    each_flip(whole(), function(damaged, what)
      local result, world = callback(damaged)
      assert.is_true(result.ok or expected[result.error] == true, what .. ": " .. tostring(result.error))
      if result.ok then
        for _, request in ipairs(world.requests) do
          local verifier = (request.body or ""):match("code_verifier=([^&]*)")
          verifiers[#verifiers + 1] = verifier
        end
      else
        assert.same({}, world.sessions, what)
      end
    end)
    -- A damaged verifier reaches the provider as it is, which refuses it.
    local differing = 0
    for _, verifier in ipairs(verifiers) do
      differing = differing + (verifier ~= fixtures.handshake.code_verifier and 1 or 0)
    end
    assert.is_true(differing > 0)
  end)

  it("whole lets the user in", function() assert.is_true(callback(whole()).ok) end)
end)

describe("a damaged registry", function()
  it("with a file in place of the token's entry opens no session", function()
    local io, world = mock.create()
    local registry = require("sso_login.login.token_registry")
    local name = crypto.hash_sha256_hex("token")
    world.put(io.paths.run_dir .. "/tokens/" .. name:sub(1, 2) .. "/" .. name, "")
    assert.equal("INTERNAL_ERROR", registry.register(io, "token").error)
    assert.is_true(registry.register(io, "another").ok)
  end)
end)
