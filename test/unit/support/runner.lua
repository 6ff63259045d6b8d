--- A small test runner on luaunit, which is one file of Lua: it runs on a router as well.
--
--   local runner = require("support.runner")
--   runner.test("adds", function() runner.assert_eq(1 + 1, 2) end)
--   os.exit(runner.run())
local luaunit = require("luaunit")

local runner = {}
local tests = {}

--- Registers a test; `name` says what must hold.
function runner.test(name, fn)
  assert(type(name) == "string" and type(fn) == "function", "test(name, fn)")
  tests[#tests + 1] = { name, fn }
end

--- Fails the running test unless `value` is truthy; returns it.
function runner.assert(value, message)
  luaunit.assertEvalToTrue(value, message)
  return value
end

--- Fails the running test unless both are equal, tables by what they hold.
function runner.assert_eq(actual, expected, message)
  luaunit.assertEquals(actual, expected, message)
end

--- Runs the registered tests, closes with `N passed, N failed`, and returns an exit status.
function runner.run()
  local suite = luaunit.LuaUnit.new()
  suite:setOutputType("text")
  local list = tests
  tests = {}
  -- Without an argument luaunit would take those of the calling program.
  suite:runSuiteByInstances(list, "--quiet")
  local result = suite.result
  local failed = result.failureCount + result.errorCount
  print(("%s passed, %s failed"):format(result.successCount, failed))
  return failed == 0 and 0 or 1
end

return runner
