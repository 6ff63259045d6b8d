-- Generated from src/sso_login/settings/provider_config.ts by "make lua"; do not edit.
--- The configuration as the service uses it.
local M = {}
local strings = require("sso_login.base.strings")
local option_table = require("sso_login.settings.option_table")

--- An option's value in the configuration; undefined for an absent text, number or list.
local function value_of(rule, text)
	if rule.kind == "required" then
		return text or ""
	end
	if rule.kind == "flag" then
		return text == "1"
	end
	if text == nil or rule.kind == "text" then
		return text
	end
	if rule.kind == "number" then
		return strings.parse_integer(text)
	end
	local words = strings.split_words(text, " ")
	return #words > 0 and words or nil
end

--- The configuration of a provider by values that are right; a missing one is the default, or "" where it is required.
function M.to_config(values, roles, provider)
	local config = {roles = roles, provider = provider}
	local sent = {}
	for _, rule in ipairs(option_table.option_rules) do
		local text = values[rule.name] or rule.fallback
		local value = value_of(rule, text)
		config[rule.name] = value
		if rule.sent == true and value ~= nil then
			sent[#sent + 1] = {rule.name, rule.kind == "list" and table.concat(value, " ") or tostring(value)}
		end
	end
	config.sent = #sent > 0 and sent or nil
	return config
end

return M
