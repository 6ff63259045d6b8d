--- `sso-login apply` and `sso-login installed`.
local cjson = require("cjson")
local checkup = require("support.checkup")
local mock = require("support.mock")
local programs = require("support.programs")

local anew = { "sso_login.entry_points.commands.command_outcome", "sso_login.entry_points.commands.deployment_command" }

--- Runs a command; returns its status and the lines of stdout and stderr.
local function run(io, name, ...)
  local out, errors, arguments = {}, {}, { ... }
  local status = programs.with({
    ["sso_login.io.console"] = {
      print = function(line) out[#out + 1] = line end,
      print_error = function(line) errors[#errors + 1] = line end,
    },
  }, anew, function() return require("sso_login.entry_points.commands.deployment_command")[name](io, unpack(arguments)) end)
  return status, out, errors
end

describe("sso-login apply", function()
  local function world_of(input)
    local io, world = checkup.world_of({})
    world.put("/etc/config/sso-login", "config")
    io.read_input = function() return input end
    return io, world
  end

  it("says whether something has changed, and starts the service where it has", function()
    local settings = cjson.encode({ options = { scope = "openid email" } })
    local io, world = world_of(settings)
    local status, out = run(io, "apply", { "-" }, true)
    assert.same({ 0, { "changed" }, {} }, { status, out, world.ran })
    for _, outcome in ipairs({ "changed", "unchanged" }) do
      world.ran = {}
      status, out = run(io, "apply", { "-" }, false)
      assert.same({ 0, outcome }, { status, out[#out] })
      local started = table.concat(world.ran, "\n"):find("/etc/init.d/sso-login start", 1, true) ~= nil
      assert.equal(outcome == "changed", started)
    end
    world.put("/tmp/settings", settings)
    status, out = run(io, "apply", { "/tmp/settings" }, false)
    assert.same({ 0, "unchanged" }, { status, out[#out] })
  end)

  it("fails where the check refuses, and where the service does not start", function()
    local io = world_of('{"options":{"scope":"email"}}')
    local status, out, errors = run(io, "apply", { "-" }, false)
    assert.same({ 1, { "sso-login: the configuration is as before" } }, { status, errors })
    assert.matches("scope", table.concat(out, "\n"))
    local other, world = world_of('{"options":{"scope":"openid email"}}')
    world.fails["/etc/init.d/sso-login start"] = true
    status, out, errors = run(other, "apply", { "-" }, false)
    assert.same({ 1, "changed", { "sso-login: the service did not start: see logread -e sso-login" } }, { status, out[#out], errors })
  end)

  it("refuses other input", function()
    for input, words in pairs({ [""] = "not a JSON object", ["[1]"] = "not a JSON object", ['{"roles":[{"name":"read-only"}]}'] = "read%-only" }) do
      local status, out, errors = run(world_of(input), "apply", { "-" }, false)
      assert.same({ 1, {} }, { status, out })
      assert.matches(words, errors[1])
    end
    for _, operands in ipairs({ {}, { "a", "b" } }) do
      assert.equal(2, (run(world_of("{}"), "apply", operands, false)))
    end
    assert.equal(1, (run(world_of("{}"), "apply", { "/none" }, false)))
  end)
end)

describe("sso-login installed", function()
  local function world_of(opkg, apk)
    local io, world = mock.create()
    for path, text in pairs({ [io.paths.opkg_status] = opkg or false, [io.paths.apk_installed] = apk or false }) do
      if text then
        world.put(path, text)
      end
    end
    return io, world
  end
  local opkg = "Package: sso-login\nVersion: 0.3.0-r1\nDepends: libc\nStatus: install user installed\n\n"
    .. "Package: sso-login-native\nVersion: 0.3.0-r1\nStatus: install ok installed\n\nPackage: luci\nVersion: 1\nStatus: install user unpacked\n\n"
    .. "Package: half\nVersion: 1\nStatus: install user half-installed\n"
  local apk = "C:Q1\nP:sso-login\nV:0.3.0-r1\nA:noarch\nF:usr\nR:x\n\nC:Q1\nP:sso-login-native\nV:0.3.0-r1\n\n"

  it("compares files with what opkg or apk has, by name and version", function()
    for _, row in ipairs({
      { opkg, nil, { "sso-login_0.3.0-r1_all.ipk", "/tmp/x/sso-login-native_0.3.0-r1_x86_64.ipk" }, {} },
      { nil, apk, { "sso-login-0.3.0-r1.apk", "./sso-login-native-0.3.0-r1.apk" }, {} },
      { opkg, nil, {}, {} },
      { opkg, nil, { "sso-login_0.3.1-r1_all.ipk", "luci_1_all.ipk", "half_1_all.ipk", "sso_0.3.0-r1_all.ipk" },
        { "sso-login_0.3.1-r1_all.ipk", "luci_1_all.ipk", "half_1_all.ipk", "sso_0.3.0-r1_all.ipk" } },
      { nil, apk, { "sso-login-0.3.0-r2.apk" }, { "sso-login-0.3.0-r2.apk" } },
      { opkg, nil, { "sso-login-0.3.0-r1.apk" }, { "sso-login-0.3.0-r1.apk" } },
      { nil, nil, { "sso-login_0.3.0-r1_all.ipk" }, { "sso-login_0.3.0-r1_all.ipk" } },
    }) do
      local io, world = world_of(row[1], row[2])
      local lines = {}
      for at, file in ipairs(row[4]) do
        lines[at] = "not installed: " .. file
      end
      local status, out = run(io, "installed", row[3])
      assert.same({ #lines > 0 and 1 or 0, lines }, { status, out })
      assert.same({ "/usr/sbin/sso-login password-login ready" }, world.ran)
    end
  end)

  it("fails where a part cannot be loaded", function()
    local io, world = world_of(opkg)
    world.fails["/usr/sbin/sso-login password-login ready"] = true
    assert.same({ 1, { "a part cannot be loaded" }, {} }, { run(io, "installed", { "sso-login_0.3.0-r1_all.ipk" }) })
  end)
end)
