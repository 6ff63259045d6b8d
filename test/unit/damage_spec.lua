--- Stored files cut at every length, and with a bit flipped in every byte: nothing raises an error, no half of a file counts,
-- and the service works again once the file is whole or gone. What else may take a file's place: test/crash/cases/damage.ts.
local config = require("sso_login.contracts.config")
local crypto = require("sso_login.contracts.crypto")
local discovery = require("sso_login.contracts.discovery")
local fixtures = require("support.fixtures")
local handshake = require("sso_login.contracts.handshake")
local token_registry = require("sso_login.protocol.token_registry")
local scene = require("support.scene")

local full = fixtures.discovery.full
local address = fixtures.issuer .. "/.well-known/openid-configuration"

--- Calls `check(damaged, what, is_cut)` for every strict prefix, and for every byte with one of its bits flipped.
local function each_damage(content, check)
  for length = 0, #content - 1 do
    check(content:sub(1, length), "the first " .. length .. " bytes", true)
  end
  for index = 1, #content do
    local byte, weight = content:byte(index), 2 ^ (index % 8)
    local changed = math.floor(byte / weight) % 2 == 0 and byte + weight or byte - weight
    check(content:sub(1, index - 1) .. string.char(changed) .. content:sub(index + 1),
      ("bit %d of byte %d"):format(index % 8, index), false)
  end
end

--- A scene whose caches are filled; gives io, world, the configuration, and the path of the one file of a pattern.
local function warm(pattern)
  local io, world = scene.create()
  local loaded = config.load(io).data
  world.now = world.now - 60
  assert(discovery.discover(io, loaded.issuer_url).ok)
  assert(discovery.fetch_jwks(io, full.jwks_uri).ok)
  world.now = world.now + 60
  local names = world.in_run_dir(pattern)
  assert.equal(1, #names)
  return io, world, loaded, io.paths.run_dir .. "/" .. names[1]
end

--- A cut cache is fetched anew and stored whole; `use` reads it, and judges what it finds.
local function damaged_cache(pattern, url, use)
  local io, world, loaded, path = warm(pattern)
  local function undated(text) return (text:gsub('"fetched_at":%d+', "")) end
  local content = world.text(path)
  each_damage(content, function(damaged, what, is_cut)
    world.put(path, damaged)
    local before = world.requests_to(url)
    use(io, world, loaded, what)
    if is_cut then
      assert.equal(before + 1, world.requests_to(url), what)
      assert.equal(undated(content), undated(world.text(path)), what)
    end
  end)
end

describe("a damaged file", function()
  it("of the discovery document is fetched anew, or has the same form", function()
    damaged_cache("^discovery_", address, function(io, _, loaded, what)
      local found = discovery.discover(io, loaded.issuer_url)
      assert.is_true(found.ok, what)
      assert.equal(loaded.issuer_url, found.data.issuer, what)
      for _, endpoint in ipairs({ "authorization_endpoint", "token_endpoint", "jwks_uri" }) do
        assert.equal("https://", found.data[endpoint]:sub(1, 8):lower(), what)
      end
    end)
  end)

  it("of keys is fetched anew where the right token needs it", function()
    damaged_cache("^jwks_", full.jwks_uri, function(io, world, loaded, what)
      -- The metadata are as old as at first: an earlier use has renewed them.
      local metadata = io.paths.run_dir .. "/" .. world.in_run_dir("^discovery_")[1]
      world.put(metadata, (world.text(metadata):gsub('ed_at":%d+', 'ed_at":' .. fixtures.now - 60)))
      scene.put_handshake(io, world)
      scene.forget_tokens(world, io)
      local opened = handshake.authenticate(io, loaded, scene.request())
      assert.is_true(opened.ok, what .. ": " .. tostring(opened.error))
    end)
  end)

  it("of a handshake record is refused and removes the record, or hits nothing that the login needs", function()
    local first, first_world = scene.create()
    scene.put_handshake(first, first_world)
    local content = first_world.text(scene.record_path(first))
    local differing = 0
    local function check(damaged, what, is_cut)
      local io, world = scene.create()
      world.put(scene.record_path(io), damaged)
      local result = handshake.authenticate(io, config.load(io).data, scene.request())
      assert.is_nil(world.files[scene.record_path(io)])
      if result.ok then
        assert.is_false(is_cut, what)
        for _, request in ipairs(world.requests) do
          local verifier = (request.body or ""):match("code_verifier=([^&]*)")
          differing = differing + (verifier ~= nil and verifier ~= fixtures.handshake.code_verifier and 1 or 0)
        end
        return
      end
      assert.not_equal("whole", what)
      assert.is_true(result.error == "STATE_NOT_FOUND" or not is_cut and result.error == "NONCE_MISMATCH", what)
      assert.same({}, world.sessions, what)
      assert.same({}, is_cut and world.requests or {}, what)
    end
    each_damage(content, check)
    -- A damaged verifier reaches the provider as it is, which refuses it.
    assert.is_true(differing > 0)
    check(content, "whole", false)
  end)

  it("in place of a token's entry opens no session", function()
    local io, world = scene.create()
    local name = crypto.hash_sha256_hex("token")
    world.put(io.paths.run_dir .. "/tokens/" .. name:sub(1, 2) .. "/" .. name, "")
    assert.equal("INTERNAL_ERROR", token_registry.register(io, "token").error)
    assert.is_true(token_registry.register(io, "another").ok)
  end)
end)
