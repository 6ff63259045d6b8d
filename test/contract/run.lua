--- Runs the same cases against whatever `ubus` and `uci` modules are on the path. See README.md.
local folder = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = folder .. "/?.lua;" .. package.path

local luaunit = require("luaunit")
local env = require("env")

print("# " .. env.description())

local instances = {}
for _, suite in ipairs({ "rpcd", "uci" }) do
  for name, case in pairs(require(suite .. "_cases")) do
    instances[#instances + 1] = { suite .. "." .. name, case }
  end
end
table.sort(instances, function(one, other) return one[1] < other[1] end)

local runner = luaunit.LuaUnit.new()
runner:setOutputType("tap")
local completed, problem = pcall(function()
  runner:runSuiteByInstances(instances, "--verbose")
end)
env.restore()
if not completed then
  print(problem)
end
for _, difference in ipairs(env.differences()) do
  print("# otherwise than in OpenWrt 24.10: " .. difference)
end
local result = runner.result
os.exit(completed and result.runCount > 0 and result.successCount == result.runCount and 0 or 1)
