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

  it("tells a flash that is read-only from a full one, and writes nothing there", function()
    local _, world, run = world_of("text")
    world.fail("write_file", 1)
    assert.same(refusal("no room on the flash"), run())
    world.fail("is_read_only", 2)
    world.before("write_file", function() error("a write") end)
    assert.same(refusal("the flash is read-only"), run())
    assert.same({}, world.commits)
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

describe("uci_commit.rewrite", function()
  local sections = {
    { name = "cfg01", type = "login", anonymous = true, options = { username = "it's", read = { "a", "b" } } },
    { name = "named", type = "x", anonymous = false, options = {} },
  }

  it("writes the file as UCI does, and says whether UCI reads it so", function()
    local io, world = mock.create()
    world.make_folders("/etc/config")
    world.uci.demo = {}
    assert.is_false(uci_commit.rewrite(io, { config = "demo", before = {}, after = sections }))
    assert.equal("\nconfig login\n\tlist read 'a'\n\tlist read 'b'\n\toption username 'it'\\''s'\n\nconfig x 'named'\n", world.text(path))
    world.before("uci_sections", function() world.uci.demo = sections end)
    assert.is_true(uci_commit.rewrite(io, { config = "demo", before = {}, after = sections }))
    world.fail("write_file", 1)
    assert.is_false(uci_commit.rewrite(io, { config = "demo", before = {}, after = sections }))
    world.uci_broken.demo = "Parse error"
    assert.is_false(uci_commit.rewrite(io, { config = "demo", before = {}, after = sections }))
  end)
end)

it("uci_commit.remove_left removes what killed processes have left of a package, and no file of a living one", function()
  local io, world = mock.create()
  local left, kept = { ".demo.uci-aB3", ".sso-login.room", ".sso-login.room.7.tmp" }, { ".demo.uci-new", ".demos.uci-x", "demo", ".demo" }
  for _, name in ipairs(left) do world.put("/etc/config/" .. name, "x", world.now - 11) end
  for _, name in ipairs(kept) do world.put("/etc/config/" .. name, "x", world.now - (name == ".demo.uci-new" and 9 or 999)) end
  uci_commit.remove_left(io, "demo")
  table.sort(kept)
  assert.same(kept, io.list_dir("/etc/config"))
  world.files["/etc/config"] = nil
  uci_commit.remove_left(io, "demo")
end)
