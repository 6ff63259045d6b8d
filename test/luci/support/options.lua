-- The service's rules as the router runs them: reads JSON [[option, value], ...] and [[role, [logins]], ...], writes for each
-- the rule that it breaks, or null.
local cjson = require("cjson")
local options = require("sso_login.settings.options")

local input = cjson.decode(io.read("*a"))
local rules = {}
for _, rule in ipairs(options.option_rules) do
  rules[rule.name] = rule
end

local answer = { values = {}, roles = {} }
for i, case in ipairs(input.values) do
  answer.values[i] = options.option_problem(rules[case[1]], case[2]) or cjson.null
end
for i, case in ipairs(input.roles) do
  answer.roles[i] = options.role_name_problem(case[1], case[2]) or cjson.null
end
io.write(cjson.encode(answer))
