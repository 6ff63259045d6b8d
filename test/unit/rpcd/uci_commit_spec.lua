--- uci_commit: what a full flash or a broken package leaves of the file.
local uci_commit = require("sso_login.rpcd.uci_commit")
local mock = require("support.mock")

local path, copy = "/etc/config/demo", "/var/run/sso-login/demo.copy"

--- A package of this text, and its commit, which leaves `after` in the file; it is as wanted where that is nil.
local function world_of(text, after)
  local io, world = mock.create()
  world.make_folders("/etc/config")
  world.put(path, text)
  world.uci.demo = {}
  io.read_file = function(file, max)
    local found = world.text(file)
    return found ~= nil and #found <= max and found or nil
  end
  local written = io.uci_commit
  io.uci_commit = function(config)
    world.put(path, after or text)
    return written(config)
  end
  return io, world, function()
    return uci_commit.commit(io, "demo", "growth", function() return after == nil end)
  end
end

local function refusal(reason)
  return { ok = false, error = "UCI_ERROR", details = { config = "demo", reason = reason } }
end

describe("uci_commit.commit", function()
  it("writes a package of up to 256 KB, and no empty one", function()
    for length, result in pairs({
      [0] = refusal("cannot be read"), [1] = { ok = true, data = true },
      [262144] = { ok = true, data = true }, [262145] = refusal("cannot be read"),
    }) do
      local _, world, run = world_of(("x"):rep(length))
      assert.same(result, run())
      assert.equal(result.ok and 1 or 0, #world.commits)
    end
  end)

  it("tests the room beside the packages, and leaves no file there", function()
    local io, _, run = world_of("text")
    local room = {}
    local write = io.write_file
    io.write_file = function(file, text)
      room[#room + 1] = file .. "=" .. text
      return write(file, text)
    end
    assert.is_true(run().ok)
    assert.same({ "/etc/config/.sso-login.room=textgrowth" }, room)
    assert.same({ "demo" }, io.list_dir("/etc/config"))
  end)

  it("reports a commit that fails, and the file is as it was", function()
    local _, world, run = world_of("text")
    world.fail("uci_commit", 1)
    assert.same(refusal("cannot be written"), run())
    assert.equal("text", world.text(path))
  end)

  for name, case in pairs({
    ["can be written again"] = { function(write) return write end, "it could not be written whole, and is as it was", "" },
    ["can be written only in part"] = {
      function(write) return function(file, text) return write(file, file == path and "" or text) end end,
      "it could not be written whole, nor as it was", 'UCI_FILE_DAMAGED path=/etc/config/demo copy=' .. copy .. ' reason="no room on the flash"',
    },
    ["cannot be written, nor a copy"] = {
      function(write) return function(file, text) return file:find("room$") ~= nil and write(file, text) end end,
      "it could not be written whole, nor as it was", 'UCI_FILE_DAMAGED path=/etc/config/demo copy=none reason="no room on the flash"',
    },
  }) do
    it("restores a file that was cut where it " .. name, function()
      local io, world, run = world_of("text", "te")
      io.write_file = case[1](io.write_file)
      assert.same(refusal(case[2]), run())
      assert.equal(case[3], world.log_text())
      assert.equal(case[3] == "" and "text" or nil, case[3] == "" and world.text(path) or nil)
      assert.equal(case[3]:find(copy, 1, true) and "text" or nil, world.text(copy))
    end)
  end
end)
