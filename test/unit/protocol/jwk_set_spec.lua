local cjson = require("cjson")
local fixtures = require("support.fixtures")
local hash = require("sso_login.jose.hash")
local jwk_set = require("sso_login.protocol.jwk_set")
local mock = require("support.mock")

local day = 24 * 3600
local uri = fixtures.discovery.full.jwks_uri
local both, rotated = fixtures.jwks.both.keys, fixtures.jwks.rotated.keys

local function with_keys(answer)
  local io, world = mock.create()
  world.on(uri, answer or cjson.encode(fixtures.jwks.both))
  return io, world
end

describe("jwk_set.load_jwks", function()
  it("gives the keys and caches them for 24 hours", function()
    local io, world = with_keys()
    local made = world.now
    for _, case in ipairs({ { 0, 1 }, { day - 1, 1 }, { day, 2 } }) do
      world.now = made + case[1]
      assert.same(both, jwk_set.load_jwks(io, {}, uri).data)
      assert.equal(case[2], #world.requests)
    end
  end)

  it("caches the keys of each address by its SHA-256", function()
    local io, world = with_keys()
    local other = uri .. "?tenant=b"
    world.on(other, cjson.encode(fixtures.jwks.rotated))
    assert.same(both, jwk_set.load_jwks(io, {}, uri).data)
    assert.same(rotated, jwk_set.load_jwks(io, {}, other).data)
    for _, address in ipairs({ uri, other }) do
      assert.is_string(world.text(io.paths.run_dir .. "/jwks_" .. hash.hash_sha256_hex(address) .. ".json"))
    end
  end)

  it("takes the keys that fetch_jwks has cached", function()
    local io, world = with_keys()
    jwk_set.load_jwks(io, {}, uri)
    world.on(uri, cjson.encode(fixtures.jwks.rotated))
    for _, case in ipairs({ { "load_jwks", both, 1 }, { "fetch_jwks", rotated, 2 }, { "load_jwks", rotated, 2 } }) do
      assert.same(case[2], jwk_set[case[1]](io, {}, uri).data)
      assert.equal(case[3], #world.requests)
    end
  end)

  for answer, keys in pairs({
    ['{"keys":[7,"x",null,true,{"kty":"RSA"}]}'] = { { kty = "RSA" } }, ['{"keys":[]}'] = {}, ['{"keys":{}}'] = {},
    ['{"keys":[{"kty":"AKP"},{"kty":"XYZ"}]}'] = { { kty = "AKP" }, { kty = "XYZ" } },
    [cjson.encode(fixtures.jwks.sixty)] = fixtures.jwks.sixty.keys,
  }) do
    it(("takes %s"):format(answer:sub(1, 50)), function()
      assert.same(keys, jwk_set.load_jwks((with_keys(answer)), {}, uri).data)
    end)
  end

  for _, case in ipairs({
    { "{}", "JWKS_FETCH_FAILED" }, { '{"keys":null}', "JWKS_FETCH_FAILED" }, { '{"keys":{"a":{}}}', "JWKS_FETCH_FAILED" },
    { '{"keys":"x"}', "JWKS_FETCH_FAILED" }, { "[]", "JWKS_FETCH_FAILED" }, { "<html>", "JWKS_FETCH_FAILED" },
    { { status = 500, body = '{"keys":[]}' }, "JWKS_FETCH_FAILED" }, { { failure = "too_large" }, "JWKS_FETCH_FAILED" },
    { { failure = "certificate" }, "SSL_INIT_FAILED" },
  }) do
    it(("is %s for %s"):format(case[2], cjson.encode(case[1])), function()
      assert.equal(case[2], jwk_set.load_jwks((with_keys(case[1])), {}, uri).error)
    end)
  end

  it("says that there is no JWK Set, and what there is", function()
    for answer, id in pairs({
      ["{}"] = "no_signing_key", ['{"a1":"-----BEGIN CERTIFICATE-----"}'] = "no_jwk_set", ['{"keys":"x"}'] = "no_jwk_set", ['{"kty":"RSA"}'] = "single_jwk",
    }) do
      assert.same({ url = uri, reason = { id = id } }, jwk_set.load_jwks((with_keys(answer)), {}, uri).details)
    end
  end)

  it("works without a cache that cannot be written", function()
    for _, name in ipairs({ "write_file", "make_dir", "read_file" }) do
      local io, world = with_keys()
      world.fail(name)
      assert.is_true(jwk_set.load_jwks(io, {}, uri).ok)
    end
  end)
end)
