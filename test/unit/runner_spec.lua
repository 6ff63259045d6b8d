--- The test support that the specification names: runner and mock.
local runner = require("support.runner")
local mock = require("support.mock")

--- Runs tests without printing; the exit status and the last line.
local function run_quietly(tests)
  for name, test in pairs(tests) do
    runner.test(name, test)
  end
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
  return { status, lines[#lines] }
end

it("runner counts passed, failed, raising and skipped tests, and forgets them after a run", function()
  assert.same({ 0, "2 passed, 0 failed" }, run_quietly({
    holds = function() runner.assert(true) end,
    tables = function() runner.assert_eq({ a = { 1 } }, { a = { 1 } }) end,
  }))
  assert.same({ 1, "0 passed, 3 failed" }, run_quietly({
    fails = function() runner.assert(false) end, differs = function() runner.assert_eq(1, 2) end,
    raises = function() error("x") end,
  }))
  assert.same({ 0, "0 passed, 0 failed" }, run_quietly({}))
end)

it("mock offers every function of the io interface", function()
  local file = assert(io.open("src/sso_login/base/io.ts"))
  local body = file:read("*a"):match("export interface Io (%b{})")
  file:close()
  local provider, declared = mock.create(), 0
  for name in body:gmatch("\n  ([%l_]+): %(") do
    declared = declared + 1
    assert.is_function(provider[name], name)
  end
  assert.equal(#mock.function_names, declared)
end)
