local hash = require("sso_login.jose.hash")
local token_registry = require("sso_login.protocol.token_registry")
local mock = require("support.mock")

describe("token_registry.register", function()
  it("makes a folder named by the SHA-256 of the token, below one of its first two digits", function()
    local io, world = mock.create()
    assert.same({ ok = true, data = true }, token_registry.register(io, "token"))
    local name = hash.hash_sha256_hex("token")
    local entry = world.files["/var/run/sso-login/tokens/" .. name:sub(1, 2) .. "/" .. name]
    assert.equal("directory", entry.kind)
    assert.equal(448, entry.mode)
  end)

  it("accepts the first use, and refuses later ones with TOKEN_REPLAYED", function()
    local io = mock.create()
    assert.is_true(token_registry.register(io, "token").ok)
    assert.equal("TOKEN_REPLAYED", token_registry.register(io, "token").error)
    assert.is_true(token_registry.register(io, "token2").ok)
    assert.is_true(token_registry.register(io, "Token").ok)
  end)

  it("an entry lasts 24 hours", function()
    local io, world = mock.create()
    token_registry.register(io, "token")
    local made = world.now
    for _, case in ipairs({ { 24 * 3600 - 1, false }, { 24 * 3600, true } }) do
      world.now = made + case[1]
      assert.equal(not case[2] and made or nil, token_registry.registered_at(io, "token"))
      assert.equal(case[2], token_registry.register(io, "token").ok)
    end
  end)

  it("reads at most a 256th of the entries", function()
    local io, world = mock.create()
    for count = 1, 512 do
      token_registry.register(io, "token" .. count)
    end
    local before = world.calls.file_info
    token_registry.register(io, "token")
    assert.is_true(world.calls.file_info - before < 10)
  end)

  it("is INTERNAL_ERROR when a folder cannot be made", function()
    for skip = 0, 3 do
      local io, world = mock.create()
      world.fail("make_dir", 1, skip)
      local reason = skip == 3 and "cannot register the token" or "cannot make the token registry"
      assert.same({ ok = false, error = "INTERNAL_ERROR", details = { reason = reason } }, token_registry.register(io, "token"))
      assert.is_true(token_registry.register(io, "token").ok)
      world.fail("make_dir", 1)
      assert.equal("cannot make the token registry", token_registry.register(io, "token").details.reason)
    end
  end)
end)
