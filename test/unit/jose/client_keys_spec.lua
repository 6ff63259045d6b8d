local client_keys = require("sso_login.jose.client_keys")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local hash = require("sso_login.jose.hash")
local bytes = require("sso_login.io.bytes")

local function shown(io)
  local keys = client_keys.public_set(io).keys
  return table.concat(fixtures.pluck(keys, "alg"), " "), keys
end

describe("client_keys", function()
  local io, world, path

  before_each(function()
    io, world = mock.create()
    path = io.paths.etc_dir .. "/keys/client.json"
  end)

  it("has none at first", function()
    assert.same({ nil, nil, 0 }, { client_keys.public_set(io), client_keys.newest(io, "ES256"), client_keys.retire(io).data })
    assert.is_nil(world.text(path))
  end)

  --- { algorithm, members of the name (RFC 7638) }
  for _, case in ipairs({
    { "ES256", '{"crv":"P-256","kty":"EC","x":"%s","y":"%s"}', "x", "y" },
    { "RS256", '{"e":"%s","kty":"RSA","n":"%s"}', "e", "n" },
  }) do
    it("names a key for " .. case[1] .. " and shows its public part", function()
      assert.is_true(client_keys.make(io, case[1]).ok)
      local _, keys = shown(io)
      local key = keys[1]
      local text = case[2]:format(key[case[3]], key[case[4]])
      assert.same({ bytes.base64url_encode(hash.hash_sha256(text)), "sig", nil }, { key.kid, key.use, key.d })
      assert.truthy(client_keys.newest(io, case[1]).d)
      assert.same({ 384, 448 }, { world.files[path].mode, world.files[io.paths.etc_dir .. "/keys"].mode })
    end)
  end

  it("has two of an algorithm at most, the newest first, and retires the older ones", function()
    for _, alg in ipairs({ "ES256", "RS256", "ES256" }) do
      assert.is_true(client_keys.make(io, alg).ok)
    end
    local algs, keys = shown(io)
    assert.equal("ES256 RS256 ES256", algs)
    assert.equal(keys[1].kid, client_keys.newest(io, "ES256").kid)
    local third = client_keys.make(io, "ES256")
    assert.same({ "INVALID_REQUEST", { alg = "ES256", reason = "there are two keys: retire the older one first" } }, { third.error, third.details })
    assert.is_true(client_keys.make(io, "RS256").ok)
    assert.equal(2, client_keys.retire(io).data)
    assert.equal("RS256 ES256", (shown(io)))
    assert.equal(keys[1].kid, client_keys.newest(io, "ES256").kid)
  end)

  for _, alg in ipairs({ "", "none", "ES384", "HS256" }) do
    it("refuses to generate one for '" .. alg .. "'", function()
      assert.equal("INVALID_REQUEST", client_keys.make(io, alg).error)
      assert.is_nil(client_keys.public_set(io))
    end)
  end

  it("ignores a damaged file", function()
    for _, text in ipairs({ "", "{", '{"keys":1}', '{"keys":[1,"x"]}', "[]" }) do
      world.put(path, text)
      assert.is_nil(client_keys.public_set(io))
    end
  end)

  for _, fault in ipairs({ { "write_file", 0 }, { "make_dir", 0 }, { "make_dir", 1 } }) do
    it(("reports a failed write and keeps the old keys: %s after %d calls"):format(unpack(fault)), function()
      for _, change in ipairs({ "make", "retire" }) do
        assert.is_true(client_keys.make(io, "ES256").ok)
        local before = world.text(path)
        world.fail(fault[1], 1, fault[2])
        assert.same({ ok = false, error = "INTERNAL_ERROR", details = { reason = "cannot write", path = path } }, client_keys[change](io, "ES256"))
        assert.equal(before, world.text(path))
      end
    end)
  end

  it("reports that no key could be generated", function()
    hash.set_native(setmetatable({ make_key = function() return nil end }, { __index = hash.native_backend() }))
    local refused = client_keys.make(io, "ES256")
    hash.set_native(nil)
    assert.same({ "INTERNAL_ERROR", "no key could be made" }, { refused.error, refused.details.reason })
    assert.is_nil(world.text(path))
  end)

  it("does not sign with an invalid key", function()
    client_keys.make(io, "ES256")
    world.put(path, (world.text(path):gsub('"d":"[^"]*"', '"d":"?"')))
    assert.same({ ok = false, error = "CONFIG_ERROR", details = { reason = "the key is damaged", path = path } },
      client_keys.sign(io, "ES256", "JWT", {}))
    local details = { option = "token_endpoint_auth_method", must = { id = "with_key", params = { alg = "RS256" } } }
    assert.same({ ok = false, error = "CONFIG_ERROR", details = details },
      client_keys.sign(io, "RS256", "JWT", {}))
  end)
end)
