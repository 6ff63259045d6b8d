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

--- The claim of a name, else that of a path through objects (`realm_access.roles`), the shortest first name first; undefined if none.
function M.find(claims, name)
	if claims[name] ~= nil then
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

--- A groups claim as a list: an array's strings, a single string, or `with_keys` an object's keys whose values are not `false`.
function M.group_names(value, with_keys)
	if with_keys and json.is_object(value) then
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

--- The names of the claims of the options that a token lacks.
function M.absent_claims(rules, claims)
	return lib.ArrayFilter(
		lib.ArrayConcat({M.email_claim(rules)}, M.groups_claims(rules)),
		function(_, name) return M.find(claims, name) == nil end
	)
end

--- Names of members that are shown, and bytes of each.
local max_members = 5
local max_member = 64

local function member_names(value)
	local names = lib.ArrayMap(
		strings.sorted_keys(value),
		function(_, name) return lib.StringSubstring(name, 0, max_member) end
	)
	return "(" .. table.concat(lib.ArraySlice(names, 0, max_members), ", ") .. ")"
end

--- The kind of a claim that is there and is no text: for the log, as such a claim must not look empty. Undefined where nothing is there.
local function kind_of(value)
	if type(value) == "boolean" then
		return value and "is true" or "is false"
	end
	if type(value) == "number" then
		return "is a number"
	end
	if json.is_object(value) and #strings.sorted_keys(value) > 0 then
		return "is an object " .. member_names(value)
	end
	if not json.is_array(value) or #value == 0 then
		return nil
	end
	local first = (json_values.objects_of(value) or {})[1]
	if first ~= nil then
		return "holds objects " .. member_names(first)
	end
	return lib.ArraySome(
		value,
		function(_, item) return type(item) == "string" end
	) and "is an array" or "is an array without texts"
end

--- The kind of a claim for the e-mail, or for groups, that is of no use; undefined where it is right or absent.
function M.other_kind(rules, claims, name)
	local value = M.find(claims, name)
	local has_groups = #M.group_names(value, rules.groups_claim ~= nil) > 0
	return not (has_groups and name ~= M.email_claim(rules)) and kind_of(value) or nil
end

--- The claims of the options that are of another kind than they must be, with their kinds.
function M.other_kinds(rules, claims)
	local list = {}
	for _, name in ipairs(lib.ArrayConcat({M.email_claim(rules)}, M.groups_claims(rules))) do
		local kind = M.other_kind(rules, claims, name)
		if kind ~= nil then
			list[#list + 1] = name .. " " .. kind
		end
	end
	return list
end

--- Whether the provider left out groups as too many (Entra ID's overage): OpenID Connect Core section 5.6.2.
local function has_overage(claims)
	local names = claims._claim_names
	return claims.hasgroups == true or json.is_object(names) and names.groups ~= nil
end

--- The advice about groups that no rule can read, an id in `texts`; undefined without one.
function M.groups_advice(rules, claims)
	local found = M.groups_of(rules, claims)
	if found == nil then
		return has_overage(claims) and "groups_overage" or nil
	end
	local kinds = lib.ArrayMap(
		M.groups_claims(rules),
		function(_, name) return M.other_kind(rules, claims, name) or "" end
	)
	if lib.ArraySome(kinds, function(_, kind) return lib.StringStartsWith(kind, "is an object") end) then
		return "groups_by_path"
	end
	return lib.ArraySome(kinds, function(_, kind) return kind ~= "" end) and "groups_as_texts" or nil
end

return M
