local checkup = require("support.checkup")
local fixtures = require("support.fixtures")

local text = "Nothing can be written in %s: %s."
local run_dir, config_dir = "/var/run/sso-login", "/etc/config"

--- A role whose section has to be written.
local function add_role(world)
  table.insert(world.uci["sso-login"], { name = "new", type = "role", anonymous = false, options = { email = "a@b", read = "*", write = "*" } })
end

describe("check.storage_check", function()
  for name, case in pairs({
    ["a full run directory"] = { { { "write_file", 1 } }, run_dir, "no room", "error", "INTERNAL_ERROR" },
    ["a run directory that is read-only"] = { { { "is_read_only", 2 } }, run_dir, "the file system is read-only", "error", "INTERNAL_ERROR" },
    ["a run directory that cannot be made"] = {
      { { "make_dir", 1 } }, run_dir, "it cannot be made, or belongs to another user", "error", "INTERNAL_ERROR",
    },
    ["a full flash on which nothing has to be written"] = { { { "write_file", 1, 1 } }, config_dir, "no room", "warning", "UBUS_LOGIN_FAILED" },
    ["a flash that is read-only, on which nothing has to be written"] = {
      { { "is_read_only", 2, 1 } }, config_dir, "the file system is read-only", "warning", "UBUS_LOGIN_FAILED",
    },
    ["a full flash on which a role's section has to be written"] = {
      { { "write_file", 1, 1 } }, config_dir, "no room", "error", "UBUS_LOGIN_FAILED", is_behind = true,
    },
    ["a full flash before a save"] = {
      { { "write_file", 1, 1 } }, config_dir, "no room", "error", "UBUS_LOGIN_FAILED", unsaved = fixtures.sections({ client_limit = "25" }),
    },
  }) do
    it("reports " .. name, function()
      local found, report = checkup.expect({ unsaved = case.unsaved, setup = function(world)
        if case.is_behind then add_role(world) end
        for _, failure in ipairs(case[1]) do world.fail(failure[1], failure[2], failure[3]) end
      end }, { not_writable = text:format(case[2], case[3]), roles_behind = case.is_behind and checkup.any, client_not_sent = false })
      assert.same({ case[4], case[5] }, { found.not_writable.level, found.not_writable.code })
      assert.equal(case[4] == "warning", report.ok)
    end)
  end

  it("tries as much as a login may write, and leaves nothing", function()
    for _, is_behind in ipairs({ false, true }) do
      local written = {}
      local found, _, world, io = checkup.run({ setup = function(world, io)
        if is_behind then add_role(world) end
        local write = io.write_file
        io.write_file = function(path, content)
          -- Logins go by the metadata that the check finds.
          written[path] = not path:find("/discovery_", 1, true) and #content or nil
          return write(path, content)
        end
      end })
      assert.is_nil(found.not_writable)
      local rpcd = #io.read_file("/etc/config/rpcd", 262144)
      local room = written["/etc/config/.sso-login.room"]
      assert.same({ ["/var/run/sso-login/.trial"] = 16384, ["/etc/config/.sso-login.room"] = room }, written)
      assert.same({ true, is_behind }, { room >= rpcd, room > rpcd })
      assert.is_nil(world.files["/etc/config/.sso-login.room"])
      assert.same({}, world.commits)
    end
  end)

  it("tries the flash in a quick check where a role's section has to be written", function()
    local io, world = checkup.world_of({})
    add_role(world)
    world.fail("write_file", 1, 1)
    local found = checkup.by_id(require("sso_login.check.check_run").run_check(io, nil, nil, nil, true))
    assert.equal("error", found.not_writable.level)
  end)

  it("writes nothing to the flash in a quick check without a need, nor in one without calls", function()
    local check_run = require("sso_login.check.check_run")
    for _, run in ipairs({ function(io) return check_run.run_check(io, nil, nil, nil, true) end, check_run.check_configuration }) do
      local io, world = checkup.world_of({})
      world.before("write_file", function(path) assert.is_nil(path:find("/etc/", 1, true), path) end)
      assert.is_nil(checkup.by_id(run(io)).not_writable)
    end
  end)

  checkup.covers("storage_check")
end)
