--- discovery: the JWK Set, its cache, and the choice of a key.
local cjson = require("cjson")
local discovery = require("sso_login.discovery")
local fixtures = require("support.fixtures")
local mock = require("support.mock")

local day = 24 * 3600
local jwks_uri = fixtures.discovery.full.jwks_uri

describe("discovery.fetch_jwks", function()
  local function with_keys(answer)
    local io, world = mock.create()
    world.on(jwks_uri, answer or cjson.encode(fixtures.jwks.both))
    return io, world
  end

  it("gives the keys and caches them 24 hours", function()
    local io, world = with_keys()
    local made = world.now
    for _, case in ipairs({ { 0, 1 }, { day - 1, 1 }, { day, 2 } }) do
      world.now = made + case[1]
      local keys = discovery.fetch_jwks(io, jwks_uri)
      assert.is_true(keys.ok)
      assert.same(fixtures.jwks.both.keys, keys.data)
      assert.equal(case[2], #world.requests)
    end
  end)

  it("caches them in a file of mode 0600 named by the SHA-256 of the address, and apart from other addresses", function()
    local io, world = with_keys()
    local other = jwks_uri .. "?tenant=b"
    world.on(other, cjson.encode(fixtures.jwks.rotated))
    assert.same(fixtures.jwks.both.keys, discovery.fetch_jwks(io, jwks_uri).data)
    assert.same(fixtures.jwks.rotated.keys, discovery.fetch_jwks(io, other).data)
    for _, address in ipairs({ jwks_uri, other }) do
      local name = "jwks_" .. require("sso_login.crypto").hash_sha256_hex(address) .. ".json"
      assert.equal(384, io.file_info(io.paths.run_dir .. "/" .. name).mode)
    end
  end)

  it("options.force bypasses the cache and renews it", function()
    local io, world = with_keys()
    discovery.fetch_jwks(io, jwks_uri)
    world.on(jwks_uri, cjson.encode(fixtures.jwks.rotated))
    assert.same(fixtures.jwks.both.keys, discovery.fetch_jwks(io, jwks_uri, { force = false }).data)
    assert.same(fixtures.jwks.rotated.keys, discovery.fetch_jwks(io, jwks_uri, { force = true }).data)
    assert.same(fixtures.jwks.rotated.keys, discovery.fetch_jwks(io, jwks_uri).data)
    assert.equal(2, #world.requests)
  end)

  it("leaves out what is no object", function()
    local io = with_keys('{"keys":[7,"x",null,true,{"kty":"RSA"}]}')
    assert.same({ { kty = "RSA" } }, discovery.fetch_jwks(io, jwks_uri).data)
  end)

  it("takes 60 keys and unknown kinds", function()
    for _, name in ipairs({ "sixty", "unknown_kty", "crowd" }) do
      local io = with_keys(cjson.encode(fixtures.jwks[name]))
      assert.is_true(discovery.fetch_jwks(io, jwks_uri).ok)
    end
  end)

  it("an empty list has no keys and is no failure", function()
    assert.same({ ok = true, data = {} }, discovery.fetch_jwks(with_keys('{"keys":[]}'), jwks_uri))
  end)

  for _, case in ipairs({
    { "no keys", "{}", "JWKS_FETCH_FAILED" }, { "keys null", '{"keys":null}', "JWKS_FETCH_FAILED" },
    { "keys an object", '{"keys":{"a":{}}}', "JWKS_FETCH_FAILED" }, { "keys a text", '{"keys":"x"}', "JWKS_FETCH_FAILED" },
    { "a list", "[]", "JWKS_FETCH_FAILED" }, { "HTML", "<html>", "JWKS_FETCH_FAILED" },
    { "an infinite number", '{"keys":[{"kty":"RSA","x":1e999}]}', "JWKS_FETCH_FAILED" },
    { "status 500", { status = 500, body = '{"keys":[]}' }, "JWKS_FETCH_FAILED" },
    { "a body over the cap", { failure = "too_large" }, "JWKS_FETCH_FAILED" },
    { "no connection", { failure = "connect" }, "JWKS_FETCH_FAILED" },
    { "an untrusted certificate", { failure = "certificate" }, "SSL_INIT_FAILED" },
  }) do
    it(case[1] .. " is " .. case[3], function()
      assert.equal(case[3], discovery.fetch_jwks(with_keys(case[2]), jwks_uri).error)
    end)
  end

  it("asks whether the provider has a key where it shows none", function()
    assert.same({ reason = { id = "no_signing_key" } }, discovery.fetch_jwks(with_keys("{}"), jwks_uri).details)
  end)

  for _, content in ipairs({ "", "{", "{}", '{"fetched_at":1750000000}', '{"fetched_at":1750000000,"keys":7}', '{"keys":[]}' }) do
    it(("a cache damaged as %q counts as a miss"):format(content), function()
      local io, world = with_keys()
      discovery.fetch_jwks(io, jwks_uri)
      local names = world.in_run_dir("^jwks_" .. ("%x"):rep(64) .. "%.json$")
      assert.equal(1, #names)
      world.put(io.paths.run_dir .. "/" .. names[1], content)
      assert.same(fixtures.jwks.both.keys, discovery.fetch_jwks(io, jwks_uri).data)
    end)
  end

  it("a cache that cannot be written does not fail", function()
    for _, name in ipairs({ "write_file", "make_dir", "read_file" }) do
      local io, world = with_keys()
      world.fail(name)
      assert.is_true(discovery.fetch_jwks(io, jwks_uri).ok)
    end
  end)
end)

describe("discovery.find_jwk", function()
  local keys = { { kid = "a" }, { kid = "b", n = 1 }, { kid = "b", n = 2 }, {} }

  it("gives the key of that kid", function()
    assert.same({ ok = true, data = { kid = "b", n = 1 } }, discovery.find_jwk(keys, "b"))
  end)

  it("gives the first key without a kid", function()
    assert.same({ ok = true, data = { kid = "a" } }, discovery.find_jwk(keys, nil))
  end)

  for _, kid in ipairs({ "c", "", "A", "a ", "../a" }) do
    it(("fails for kid %q"):format(kid), function()
      assert.equal("ID_TOKEN_VERIFICATION_FAILED", discovery.find_jwk(keys, kid).error)
    end)
  end

  it("fails without keys", function()
    assert.is_false(discovery.find_jwk({}, nil).ok)
    assert.is_false(discovery.find_jwk({}, "a").ok)
  end)
end)
