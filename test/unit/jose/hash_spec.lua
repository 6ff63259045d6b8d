--- jose.hash: the real backend that LUA_CPATH names, what is asked of one, and what a backend that cannot ends with.
local bytes = require("sso_login.io.bytes")
local hash = require("sso_login.jose.hash")

describe("hash", function()
  after_each(function() hash.set_native(nil) end)

  it("has a real backend", function()
    assert.truthy(("mbedtls openssl"):find(require("sso_login.native_crypto").backend, 1, true))
  end)

  for _, case in ipairs({
    { "", "", true }, { "a", "a", true }, { "a", "b", false }, { "a", "", false }, { "a", "aa", false },
    { "a\0b", "a\0b", true }, { "a\0b", "a\0c", false }, { ("x"):rep(20000), ("x"):rep(20000), true },
    { ("x"):rep(20000), ("x"):rep(19999) .. "y", false },
  }) do
    it(("compares texts of %d and %d bytes: %s"):format(#case[1], #case[2], tostring(case[3])), function()
      assert.equal(case[3], hash.constant_time_eq(case[1], case[2]))
    end)
  end

  -- FIPS 180-4 examples.
  for input, expected in pairs({
    [""] = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"] =
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  }) do
    it(("hashes %q"):format(input), function()
      assert.equal(expected, bytes.hex_encode(hash.hash_sha256(input)))
      assert.equal(expected, hash.hash_sha256_hex(input))
      assert.equal(expected:sub(1, 8), hash.safe_id(input))
    end)
  end

  it("takes up to 16 384 bytes", function()
    assert.equal(32, #hash.hash_sha256(("a"):rep(16384)))
    assert.has_error(function() hash.hash_sha256(("a"):rep(16385)) end)
    for _, length in ipairs({ 1, 32, 16384 }) do
      assert.equal(length, #hash.random(length))
    end
    for _, length in ipairs({ 0, -1, 16385, 1.5 }) do
      assert.has_error(function() hash.random(length) end)
    end
  end)

  it("never gives the same bytes twice", function()
    local seen = {}
    for _ = 1, 1000 do
      local drawn = hash.random(16)
      assert.is_nil(seen[drawn])
      seen[drawn] = true
    end
  end)

  for asked, length in pairs({ [0] = 43, [42] = 43, [43] = 43, [44] = 44, [64] = 64, [127] = 127, [128] = 128, [129] = 128 }) do
    it(("makes a PKCE verifier of %d characters for %d, and its challenge"):format(length, asked), function()
      local pair = hash.pkce_pair(asked)
      assert.matches("^[%w_-]+$", pair.verifier)
      assert.equal(length, #pair.verifier)
      assert.equal(bytes.base64url_encode(hash.hash_sha256(pair.verifier)), pair.challenge)
    end)
  end

  it("asks for three random bytes for four characters of a verifier", function()
    local asked
    local function random(length)
      asked = length
      return ("r"):rep(length)
    end
    hash.set_native({ random = random, sha256 = function() return ("h"):rep(32) end })
    hash.pkce_pair(64)
    assert.equal(48, asked)
  end)

  it("raises an error where the backend has no random numbers or hashes", function()
    for _, bad in ipairs({ function() return nil end, function() return "short" end }) do
      hash.set_native({ random = bad, sha256 = bad })
      for message, run in pairs({
        ["no random numbers"] = function() hash.random(32) end, ["no SHA-256"] = function() hash.safe_id("x") end,
      }) do
        assert.same({ false, message }, { pcall(run) })
      end
    end
  end)
end)
