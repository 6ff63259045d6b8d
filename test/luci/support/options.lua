-- The service's rules as the router runs them: reads JSON [[option, value], ...], writes for each the rule that it breaks, or null.
local cjson = require("cjson")
local option_table = require("sso_login.settings.option_table")

local input = cjson.decode(io.read("*a"))
local rules = {}
for _, rule in ipairs(option_table.option_rules) do
    rules[rule.name] = rule
end

local answer = {}
for i, case in ipairs(input) do
    answer[i] = option_table.option_problem(rules[case[1]], case[2], "default") or cjson.null
end
io.write(cjson.encode(answer))
