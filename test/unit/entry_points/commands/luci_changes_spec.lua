--- entry_points.commands.luci_changes: the line of a change by LuCI, and of one that nobody confirms.
local luci_changes = require("sso_login.entry_points.commands.luci_changes")
local cjson = require("cjson")
local fixtures = require("support.fixtures")
local hash = require("sso_login.jose.hash")
local mock = require("support.mock")

local sid = ("5e"):rep(16)
local default_session = ("0"):rep(32)
local ada = { username = "admin", sso_issuer = "https://idp.example", sso_email = "ada@example.org", sso_sub = "u-1",
  sso_provider = "default", sso_roles = { "admin", "net" } }

local function input_of(facts)
  return cjson.encode(fixtures.with({
    session = sid, values = ada, remote = "192.0.2.7", packages = { "network", "wireless" },
    options = { "network.lan.ipaddr", "wireless.radio0.channel" }, total = 2,
  }, facts))
end

--- The line of a change without its session.
local function line_of(facts, log_identity)
  local io, world = mock.create()
  world.uci["sso-login"] = fixtures.sections({ log_identity = log_identity })
  assert.same({ ok = true, data = true }, luci_changes.log_applied(io, input_of(facts)))
  assert.equal(1, #world.logs)
  local line, found = world.logs[1].line:gsub(" session=" .. hash.safe_id(sid), "")
  assert.same({ "notice", 1 }, { world.logs[1].level, found })
  return line
end

local function named(count, length)
  local names = {}
  for at = 1, count do
    names[at] = ("network.lan.o%0" .. (length - 13) .. "d"):format(at)
  end
  return names
end

describe("luci_changes.log_applied", function()
  local rest = " remote=192.0.2.7 packages=network,wireless options=network.lan.ipaddr,wireless.radio0.channel"

  it("logs the user, the role, and the names", function()
    assert.equal("CHANGED by=ada@example.org provider=default role=admin,net" .. rest, line_of())
  end)

  it("names a user without an e-mail by the subject, and a local login by its user name", function()
    local values = fixtures.with(ada, { sso_email = "" })
    assert.equal("CHANGED by=u-1 provider=default role=admin,net" .. rest, line_of({ values = values }))
    assert.equal("CHANGED by=root" .. rest, line_of({ values = { username = "root", token = "secret" } }, "0"))
  end)

  it("hashes the identity where log_identity is off", function()
    local by = "CHANGED by_id=" .. hash.safe_id("ada@example.org")
    assert.equal(by .. " provider=default role=admin,net" .. rest, line_of({}, "0"))
  end)

  it("counts the options that take more than 400 bytes, as LuCI has counted them", function()
    local options = line_of({ options = named(100, 19), total = 5000 }):match(" options=(.*)$")
    assert.equal(385, #options)
    assert.same({ "network.lan.o000001", "+4981" }, { options:match("^[^,]+"), options:match("[^,]+$") })
    assert.equal(19, select(2, options:gsub("network", "")))
    -- One that is too long itself hides no other.
    assert.matches(" options=a%.b%.c,%+1$", line_of({ options = { ("x"):rep(500), "a.b.c" } }))
  end)

  for name, longest in pairs({ packages = 91, options = 391 }) do
    it("names one of the " .. name .. " up to a length that leaves room for the count of the others", function()
      for length, listed in pairs({ [longest] = ("x"):rep(longest), [longest + 1] = "+1" }) do
        assert.equal(listed, line_of({ [name] = { ("x"):rep(length) }, total = 1 }):match(" " .. name .. "=(%S+)"))
      end
    end)
  end

  it("escapes names as every value of the log", function()
    assert.matches(' options="a b\\x0aCHANGED by=root"$', line_of({ options = { "a b\nCHANGED by=root" }, total = 1 }))
  end)

  it("is silent where LuCI refused the change", function()
    local io, world = mock.create()
    assert.same({ ok = true, data = true }, luci_changes.log_applied(io, input_of({ began = 1000, seconds = 90 }) .. "refused"))
    assert.same({ {}, 0 }, { world.logs, world.calls.sleep })
  end)

  for _, input in ipairs({ "", "refused", "{", "[]", input_of({ packages = {} }), input_of({ packages = 7 }), input_of({ values = "x" }) }) do
    it(("is refused for %q, and nothing is logged"):format(input:sub(1, 40)), function()
      local io, world = mock.create()
      assert.same({ ok = false, error = "INVALID_REQUEST", details = { reason = "no change" } }, luci_changes.log_applied(io, input))
      assert.same({}, world.logs)
    end)
  end
end)

describe("a change that waits for its confirmation", function()
  --- The lines of a change of 90 seconds, and the seconds that passed; `at` changes the router at a moment, `facts` are of the input.
  local function wait(rollback, at, facts)
    local io, world = mock.create()
    world.sessions[default_session] = { data = { rollback = rollback } }
    local sleep, began = io.sleep, world.clock
    io.sleep = function(seconds)
      sleep(seconds)
      if at then
        at(world, world.clock - began)
      end
    end
    luci_changes.log_applied(io, input_of(fixtures.with({ began = 1000, seconds = 90 }, facts)))
    return world.logs, world.clock - began
  end

  local mine = { token = "t", session = sid, timeout = 1090 }

  it("is logged once more where nobody confirms it", function()
    local logs, seconds = wait(mine)
    assert.equal(100, seconds)
    assert.same({ "notice", "warning" }, fixtures.pluck(logs, "level"))
    assert.equal(logs[1].line:gsub("^CHANGED", "CHANGE_UNCONFIRMED"), logs[2].line)
  end)

  for moment, seconds in pairs({ [1] = 10, [79] = 80, [99] = 100 }) do
    it("is logged once where it is confirmed after " .. moment .. " seconds", function()
      local logs, passed = wait(mine, function(world, now)
        world.sessions[default_session].data.rollback = now < moment and mine or {}
      end)
      assert.same({ 1, seconds }, { #logs, passed })
    end)
  end

  for title, rollback in pairs({
    ["rpcd refused it"] = {}, ["another session's is pending"] = fixtures.with(mine, { session = ("0f"):rep(16) }),
    ["an older one is pending"] = fixtures.with(mine, { timeout = 1089 }),
    ["LuCI's values are malformed"] = fixtures.with(mine, { timeout = "1090" }),
  }) do
    it("is waited for no longer where " .. title, function()
      local logs, passed = wait(rollback)
      assert.same({ 1, 10 }, { #logs, passed })
    end)
  end

  for title, case in pairs({
    ["ten minutes at most"] = { 1600, 9999, 2, 610 }, ["a second"] = { 1001, 1, 2, 10 }, ["no second"] = { 1000, 0, 1, 0 },
    ["no second without seconds"] = { 1000, fixtures.none, 1, 0 }, ["once where LuCI does not say when it began"] = { 1090, 90, 1, 10, fixtures.none },
  }) do
    it("is waited for " .. title, function()
      local logs, passed = wait(fixtures.with(mine, { timeout = case[1] }), nil, { seconds = case[2], began = case[5] or 1000 })
      assert.same({ case[3], case[4] }, { #logs, passed })
    end)
  end

  it("is waited for no longer where rpcd does not answer", function()
    assert.equal(1, #(wait(mine, function(world) world.sessions[default_session] = nil end)))
  end)

  it("is not waited for where two processes wait", function()
    local io, world = mock.create()
    local tried, clock = {}, world.clock
    io.lock = function(path) tried[#tried + 1] = path:match("[^/]+$") end
    luci_changes.log_applied(io, input_of({ began = 1000, seconds = 90 }))
    assert.same({ 1, clock, { "change_1.lock", "change_2.lock" } }, { #world.logs, world.clock, tried })
  end)
end)
