--- The test support that the specification names: runner, mock and fixtures.
local runner = require("support.runner")
local mock = require("support.mock")
local fixtures = require("support.fixtures")

--- Runs registered tests without printing; returns the exit status and the last line.
local function run_quietly()
  local lines, real_print, real_write = {}, print, io.stdout.write
  _G.print = function(...) lines[#lines + 1] = table.concat({ ... }, "\t") end -- luacheck: ignore
  local meta = getmetatable(io.stdout)
  meta.__index.write = function(file, ...)
    if file == io.stdout then return file end
    return real_write(file, ...)
  end
  local done, status = pcall(runner.run)
  meta.__index.write = real_write
  _G.print = real_print -- luacheck: ignore
  assert(done, status)
  return status, lines[#lines]
end

describe("runner", function()
  it("runs tests and counts them", function()
    runner.test("holds", function() runner.assert(true) end)
    runner.test("tables", function() runner.assert_eq({ a = { 1 } }, { a = { 1 } }) end)
    local status, line = run_quietly()
    assert.equal(0, status)
    assert.equal("2 passed, 0 failed", line)
  end)

  it("reports failures, errors and skipped tests", function()
    runner.test("fails", function() runner.assert(false) end)
    runner.test("differs", function() runner.assert_eq(1, 2) end)
    runner.test("raises", function() error("x") end)
    runner.test("skips", function() runner.skip("not here") end)
    local status, line = run_quietly()
    assert.equal(1, status)
    assert.equal("0 passed, 3 failed, 1 skipped", line)
  end)

  it("forgets tests once they ran", function()
    local status, line = run_quietly()
    assert.equal(0, status)
    assert.equal("0 passed, 0 failed", line)
  end)
end)

describe("mock", function()
  it("offers every function of the io interface", function()
    local file = assert(io.open("src/sso_login/base/io.ts"))
    local text = file:read("*a")
    file:close()
    local provider = mock.create()
    local declared = 0
    local body = text:match("export interface Io (%b{})")
    for name in body:gmatch("\n  ([%l_]+): %(") do
      declared = declared + 1
      assert.is_function(provider[name], name)
    end
    assert.equal(#mock.function_names, declared)
  end)

  it("fails on demand", function()
    local provider, world = mock.create()
    world.fail("make_dir", 1, 1)
    assert.equal("created", provider.make_dir("/var/run/a"))
    assert.equal("failed", provider.make_dir("/var/run/b"))
    assert.equal("created", provider.make_dir("/var/run/b"))
    assert.equal(3, world.calls.make_dir)
  end)
end)

describe("fixtures", function()
  it("hold a token and a code for each variant, and tokens of just the limit and of a byte more", function()
    for name, variant in pairs(fixtures.hostile) do
      assert.is_string(variant.token, name)
      assert.is_string(variant.code, name)
    end
    assert.equal(16384, #fixtures.tokens.length_16384)
    assert.equal(16385, #fixtures.hostile.length_16385.token)
  end)
end)
