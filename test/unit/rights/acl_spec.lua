--- acl: grants of access groups, compared with what a real rpcd gave for the same files and lists (data/rpcd_grants.json).
local acl = require("sso_login.rights.acl")
local cjson = require("cjson")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local permissions = require("sso_login.rights.permissions")

local recorded = cjson.decode(assert(io.open("test/unit/data/rpcd_grants.json")):read("*a"))

local function with_files(files)
  local io_, world = mock.create()
  for name, text in pairs(files) do
    world.put(io_.paths.acl_dir .. "/" .. name, text)
  end
  return io_, world
end

local function granted(files, ...)
  local io_ = with_files(files)
  return acl.grants_of_lists(io_, acl.load_groups(io_).groups, { ... })
end

local function role(read, write) return { read = read, write = write or {} } end

local function group_file(name, read_scopes, write_scopes)
  return cjson.encode({ [name] = { read = read_scopes, write = write_scopes } })
end

--- Pairs as the recorded data has them: scope, object, sorted functions.
local function by_object(grants)
  local scopes = {}
  for scope, pairs_ in pairs(grants) do
    scopes[scope] = {}
    for _, pair in ipairs(pairs_) do
      local functions = scopes[scope][pair[1]] or {}
      functions[#functions + 1] = pair[2]
      scopes[scope][pair[1]] = functions
    end
  end
  return scopes
end

describe("acl.grants_of_lists gives what rpcd gives:", function()
  local equal = 0
  for _, case in ipairs(recorded.cases) do
    local differs = case.lua
    equal = equal + (differs and 0 or 1)
    it(case.name, function()
      assert.same(differs or case.grants, by_object(granted(recorded.acl_sets[case.acl], role(case.read, case.write))))
      -- A deliberate difference from rpcd grants nothing that rpcd would not.
      for scope, objects in pairs(differs or {}) do
        for object, functions in pairs(objects) do
          for _, name in ipairs(functions) do
            assert.truthy(table.concat(case.grants[scope][object], "\n"):find(name, 1, true), case.name)
          end
        end
      end
    end)
  end

  it("equals rpcd in most cases", function() assert.is_true(equal >= 60) end)
end)

describe("acl.grants_of_lists", function()
  local files = {
    ["b.json"] = group_file("beta", { uci = { "z", "a" }, ubus = { sys = { "info", "board" } } }),
    ["a.json"] = group_file("alpha", { uci = { "m", "a" } }, { uci = { "m" } }),
  }
  local plain = recorded.acl_sets.plain

  it("returns sorted pairs without repetitions, and does not change its arguments", function()
    local lists = role({ "*" }, { "alpha" })
    assert.same({
      ["access-group"] = { { "alpha", "read" }, { "alpha", "write" }, { "beta", "read" } },
      ubus = { { "sys", "board" }, { "sys", "info" } },
      uci = { { "a", "read" }, { "m", "read" }, { "m", "write" }, { "z", "read" } },
    }, granted(files, lists))
    assert.same(role({ "*" }, { "alpha" }), lists)
  end)

  it("gives nothing for no role", function() assert.same({}, granted(plain)) end)

  it("applies an exclusion only to its own role", function()
    local all, some = role({ "*" }), role({ "*", "!luci-app-*" })
    assert.same(granted(plain, all), granted(plain, some, all))
    assert.not_same(granted(plain, all), granted(plain, some))
  end)
end)

for entry, pattern in pairs({
  ["!"] = "", ["! "] = "", ["!a"] = "a", ["! a b "] = "a b ", ["! \t\n\v\f\ra"] = "a", ["!\ba"] = "\ba",
  ["!\14a"] = "\14a", ["!\1a"] = "\1a", ["!!a"] = "!a",
}) do
  it(("permissions.excluded_pattern of %q is %q"):format(entry, pattern), function() assert.equal(pattern, permissions.excluded_pattern(entry)) end)
end

describe("acl.load_groups", function()
  local good = group_file("good", { uci = { "x" } })

  --- what, files, names of the groups, log lines
  for _, case in ipairs({
    { "leaves out what is no JSON object", { ["bad.json"] = "{", ["good.json"] = good }, { "good" },
      'ACL_FILE_IGNORED file=bad.json reason="not a JSON object"' },
    { "leaves out what cannot be read", { ["big.json"] = good .. (" "):rep(1048577 - #good) }, {},
      'ACL_FILE_IGNORED file=big.json reason="cannot be read"' },
    { "takes a file of 1 MB", { ["a.json"] = good .. (" "):rep(1048576 - #good) }, { "good" }, "" },
    { "keeps a file name from forging a log line", { ["x\ny=z.json"] = "" }, {},
      'ACL_FILE_IGNORED file="x\\x0ay=z.json" reason="not a JSON object"' },
    { "does not look at hidden files and other endings",
      { [".hidden.json"] = "{", [".json"] = "{", ["notes.txt"] = "{", ["x.JSON"] = "{", json = "{" }, {}, "" },
    { "reads the files in byte order", {
      ["b.json"] = group_file("one", {}), ["B.json"] = group_file("two", {}), ["a-b.json"] = group_file("three", {}),
      ["a.json"] = group_file("four", {}),
    }, { "two", "three", "four", "one" }, "" },
  }) do
    it(case[1], function()
      local io_, world = with_files(case[2])
      assert.same(case[3], fixtures.pluck(acl.load_groups(io_).groups, "name"))
      assert.equal(case[4], world.log_text())
      assert.equal("warning", (world.logs[1] or { level = "warning" }).level)
    end)
  end

  it("gives nothing when the folder cannot be read", function()
    local io_, world = with_files({ ["a.json"] = good })
    world.fail("list_dir")
    assert.same({}, acl.load_groups(io_).groups)
  end)
end)

describe("acl.may_define", function()
  for _, case in ipairs({
    { '{"luci-base":{', "luci-base", true }, { "{'luci-base':{", "luci-base", true }, { '{"luci-base-x":{', "luci-base", false },
    { '{"x":{}}}', "luci-base", false }, { '{"luci\\u002dbase":{', "luci-base", true }, { "", "luci-base", false },
  }) do
    it(("is %s of %s and %q"):format(tostring(case[3]), case[2], case[1]), function()
      assert.equal(case[3], acl.may_define({ name = "a.json", text = case[1] }, case[2]))
    end)
  end

  it("is true of a file that cannot be read", function() assert.is_true(acl.may_define({ name = "a.json" }, "luci-base")) end)
end)
