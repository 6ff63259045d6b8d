--- login.record: what is made and stored, and what counts when it comes back.
local cjson = require("cjson")
local fixtures = require("support.fixtures")
local record = require("sso_login.login.record")
local scene = require("support.scene")

local handshake = fixtures.handshake

describe("login.record", function()
  it("is made of fresh values", function()
    local one, other = record.make(), record.make()
    for member, length in pairs({ state = 43, nonce = 43, code_verifier = 64 }) do
      assert.equal(length, #one[member])
      assert.not_equal(one[member], other[member])
    end
    assert.not_equal(one.state, one.nonce)
  end)

  it("is stored for 300 seconds and comes back once", function()
    local io, world = scene.create()
    assert.is_true(record.save(io, handshake, "router.example"))
    assert.same(
      fixtures.with(handshake, { version = 1, host = "router.example", created_at = world.now, expires_at = world.now + 300 }),
      cjson.decode(world.text(scene.record_path(io)))
    )
    assert.same({ ok = true, data = fixtures.with(handshake, { created_at = world.now }) }, record.consume(io, handshake.state))
    assert.same({ ok = false, error = "STATE_NOT_FOUND" }, record.consume(io, handshake.state))
    assert.same({}, world.in_run_dir("^handshake_"))
  end)

  it("tells under which host it began, without being used up", function()
    local io = scene.create()
    assert.is_nil(record.host_of(io, handshake.state))
    record.save(io, handshake, "192.168.1.1:8443")
    assert.equal("192.168.1.1:8443", record.host_of(io, handshake.state))
    assert.is_true(record.consume(io, handshake.state).ok)
  end)

  local gone = { ok = false, error = "STATE_NOT_FOUND", details = { reason = "expired or damaged" } }
  for what, changes in pairs({
    ["no version"] = { version = fixtures.none }, ["another version"] = { version = 2 }, ["a version in words"] = { version = "1" },
    ["another state"] = { state = "other" }, ["no state"] = { state = fixtures.none }, ["no nonce"] = { nonce = fixtures.none },
    ["no verifier"] = { code_verifier = fixtures.none }, ["no time"] = { created_at = fixtures.none },
  }) do
    it("does not count with " .. what, function()
      local io, world = scene.create()
      scene.put_handshake(io, world, 0, changes)
      assert.same(gone, record.consume(io, handshake.state))
    end)
  end
end)
