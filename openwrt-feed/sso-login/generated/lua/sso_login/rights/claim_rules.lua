-- Generated from src/sso_login/rights/claim_rules.ts by "make lua"; do not edit.
--- The claims that decide about roles, by the options `email_claim` and `groups_claim`. Pure functions.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")

--- The names of the claims that hold groups.
function M.groups_claims(rules)
	return rules.groups_claim or ({"groups"})
end

--- The claim of a name, else of a path through objects (`realm_access.roles`), the shortest first name first; undefined if none, or "".
function M.find(claims, name)
	local ____claims_name_0 = claims[name]
	if ____claims_name_0 == nil then
		____claims_name_0 = ""
	end
	if ____claims_name_0 ~= "" then
		return claims[name]
	end
	local dot = (string.find(name, ".", nil, true) or 0) - 1
	while dot >= 0 do
		local inner = claims[lib.StringSubstring(name, 0, dot)]
		local found
		if json.is_object(inner) then
			found = M.find(inner, lib.StringSubstring(name, dot + 1))
		else
			found = nil
		end
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

--- The claim that holds the e-mail, of any type.
function M.email_of(rules, claims)
	return M.find(claims, M.email_claim(rules))
end

--- Whether claims deny that the user's e-mail is verified.
function M.denies_email(claims)
	local mark = claims.email_verified
	return mark ~= nil and mark ~= true and mark ~= "true"
end

--- A groups claim as a list: an array's strings, a single string, or `with_keys` an object's keys whose values are not `false`.
function M.group_names(value, with_keys)
	-- An empty array of ucode has no keys.
	if with_keys and json.is_object(value) and not json.is_array(value) then
		return lib.ArrayFilter(strings.sorted_keys(value), function(_, key) return value[key] ~= false end)
	end
	return type(value) == "string" and ({value}) or (json_values.strings_of(value) or {})
end

--- The groups of all groups claims; undefined where no such claim is there. Keys of objects count where the option is set.
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

--- Whether claims have an e-mail.
function M.has_email(rules, claims)
	local email = M.email_of(rules, claims)
	return type(email) == "string" and email ~= ""
end

return M
