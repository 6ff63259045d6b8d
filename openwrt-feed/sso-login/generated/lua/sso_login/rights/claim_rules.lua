-- Generated from src/sso_login/rights/claim_rules.ts by "make lua"; do not edit.
--- Where the claims that decide about roles are, as the options `email_claim` and `groups_claim` say. Pure functions.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local strings = require("sso_login.base.strings")
local values = require("sso_login.base.values")

--- The names of the claims that hold groups.
function M.groups_claims(rules)
	return rules.groups_claim or ({"groups"})
end

--- The claim of that name, else what a path of such names leads to through objects (`realm_access.roles`), the
-- shortest name first; undefined where there is none.
function M.find(claims, name)
	if claims[name] ~= nil then
		return claims[name]
	end
	local dot = (string.find(name, ".", nil, true) or 0) - 1
	while dot >= 0 do
		local inner = claims[lib.StringSubstring(name, 0, dot)]
		local ____json_is_object_result_0
		if json.is_object(inner) then
			____json_is_object_result_0 = M.find(inner, lib.StringSubstring(name, dot + 1))
		else
			____json_is_object_result_0 = nil
		end
		local found = ____json_is_object_result_0
		if found ~= nil then
			return found
		end
		dot = (string.find(name, ".", math.max(dot + 1 + 1, 1), true) or 0) - 1
	end
	return nil
end

--- The name of the claim that holds the e-mail.
function M.email_claim(rules)
	return rules.email_claim or "email"
end

--- The claim that holds the e-mail, whatever it is.
function M.email_of(rules, claims)
	return M.find(claims, M.email_claim(rules))
end

--- A groups claim as a list: an array's strings, or a single string; `with_keys` an object's keys but those whose value is `false`, too.
function M.group_names(value, with_keys)
	if with_keys and json.is_object(value) then
		return lib.ArrayFilter(strings.sorted_keys(value), function(_, key) return value[key] ~= false end)
	end
	return type(value) == "string" and ({value}) or (values.strings_of(value) or {})
end

--- What all groups claims hold; undefined where there is none of them. Objects count where the option is set.
function M.groups_of(rules, claims)
	local groups
	for _, name in ipairs(M.groups_claims(rules)) do
		local claim = M.find(claims, name)
		if claim ~= nil then
			groups = lib.ArrayConcat(groups or {}, M.group_names(claim, rules.groups_claim ~= nil))
		end
	end
	return groups
end

--- The names of the claims that the options ask for and the token lacks.
function M.absent_claims(rules, claims)
	return lib.ArrayFilter(
		lib.ArrayConcat({M.email_claim(rules)}, M.groups_claims(rules)),
		function(_, name) return M.find(claims, name) == nil end
	)
end

return M
