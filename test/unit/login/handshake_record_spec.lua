local fixtures = require("support.fixtures")
local handshake_record = require("sso_login.login.handshake_record")
local scene = require("support.scene")

local handshake = fixtures.handshake
local unknown = { ok = false, error = "STATE_NOT_FOUND" }
local gone = { ok = false, error = "STATE_NOT_FOUND", details = { reason = "expired or damaged" } }

describe("record", function()
  it("comes back once", function()
    local io, world = scene.create()
    scene.put_handshake(io, world)
    assert.same(fixtures.with(handshake, { created_at = world.now }), handshake_record.look(io, handshake.state))
    assert.same({ ok = true, data = true }, handshake_record.consume(io, handshake.state))
    assert.same(unknown, handshake_record.consume(io, handshake.state))
    assert.same({}, world.in_run_dir("^handshake_"))
  end)

  it("is consumed by one of two requests at the same instant", function()
    local io, world = scene.create()
    scene.put_handshake(io, world)
    local rename, second = io.rename, nil
    io.rename = function(from, to)
      local renamed = rename(from, to)
      if second == nil then
        second = false
        second = handshake_record.consume(io, handshake.state)
      end
      return renamed
    end
    assert.is_true(handshake_record.consume(io, handshake.state).ok)
    assert.same(unknown, second)
  end)

  for _, state in ipairs({ "unknown", "../../x", "a\0b", ("s"):rep(16000) }) do
    it(("is not found for the state %q"):format(state:sub(1, 10)), function()
      assert.same(unknown, handshake_record.consume((scene.create()), state))
    end)
  end

  for age, counts in pairs({ [0] = true, [299] = true, [300] = false, [301] = false, [86400] = false, [-86400] = false }) do
    it(("%s after %d seconds, and is removed"):format(counts and "is valid" or "is expired", age), function()
      local io, world = scene.create()
      scene.put_handshake(io, world, age)
      local found = handshake_record.look(io, handshake.state)
      assert.same(counts and fixtures.with(handshake, { created_at = world.now - age }) or nil, found)
      assert.same(counts and { ok = true, data = true } or gone, handshake_record.consume(io, handshake.state))
      assert.same({}, world.in_run_dir("^handshake"))
    end)
  end

  for what, changes in pairs({
    ["no version"] = { version = fixtures.none }, ["another version"] = { version = 2 }, ["a version in words"] = { version = "1" },
    ["another state"] = { state = "other" }, ["no state"] = { state = fixtures.none }, ["no nonce"] = { nonce = fixtures.none },
    ["a nonce that is no text"] = { nonce = 7 }, ["no verifier"] = { code_verifier = fixtures.none },
    ["no time"] = { created_at = fixtures.none }, ["a time as text"] = { created_at = "1" },
  }) do
    it("is refused with " .. what, function()
      local io, world = scene.create()
      scene.put_handshake(io, world, 0, changes)
      assert.same(gone, handshake_record.consume(io, handshake.state))
    end)
  end
end)
