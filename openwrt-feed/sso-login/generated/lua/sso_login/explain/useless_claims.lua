-- Generated from src/sso_login/explain/useless_claims.ts by "make lua"; do not edit.
--- Claims for e-mail and groups that are absent, or of a kind that no rule can read.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local claim_rules = require("sso_login.rights.claim_rules")
local role_matching = require("sso_login.rights.role_matching")

--- The names of the claims of the options that a token lacks.
function M.absent_claims(rules, claims)
	return lib.ArrayFilter(
		lib.ArrayConcat({claim_rules.email_claim(rules)}, claim_rules.groups_claims(rules)),
		function(_, name) return claim_rules.find(claims, name) == nil end
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
	local value = claim_rules.find(claims, name)
	local has_groups = #claim_rules.group_names(value, rules.groups_claim ~= nil) > 0
	return not (has_groups and name ~= claim_rules.email_claim(rules)) and kind_of(value) or nil
end

--- The claims of the options that are of another kind than they must be, with their kinds.
function M.other_kinds(rules, claims)
	local list = {}
	for _, name in ipairs(lib.ArrayConcat({claim_rules.email_claim(rules)}, claim_rules.groups_claims(rules))) do
		local kind = M.other_kind(rules, claims, name)
		if kind ~= nil then
			list[#list + 1] = name .. " " .. kind
		end
	end
	return list
end

--- Whether the provider left out groups as too many (Entra ID's overage): OpenID Connect Core section 5.6.2.
local function has_overage(rules, claims)
	local names = claims._claim_names
	local left_out = json.is_object(names) and names or {}
	return claims.hasgroups == true or lib.ArraySome(
		claim_rules.groups_claims(rules),
		function(_, name) return left_out[name] ~= nil end
	)
end

--- Signs between names that are one text.
local separators = {",", ";", "|", "[", "]", "\"", "'", "\n"}

--- The words of a text, each between blanks.
local function words_of(text)
	local rest = text
	for _, sign in ipairs(separators) do
		rest = table.concat(lib.StringSplit(rest, sign), " ")
	end
	return " " .. table.concat(strings.split_words(rest, " "), " ") .. " "
end

--- Whether one of these texts is none of the others, and holds one of them; a distinguished name (RFC 4514) holds none.
local function holds_one(texts, others)
	local longer = lib.ArrayFilter(
		texts,
		function(_, text) return not lib.StringIncludes(text, "=") and not lib.ArrayIncludes(others, text) end
	)
	return lib.ArraySome(
		longer,
		function(_, text) return lib.ArraySome(
			others,
			function(_, name) return lib.StringIncludes(words_of(text), words_of(name)) end
		) end
	)
end

--- The advice about groups that a role lists, and that did not come or no rule can read, an id in `texts`; undefined without one.
function M.groups_advice(rules, claims)
	local groups = claim_rules.groups_of(rules, claims)
	if groups == nil then
		local absent = lib.ArraySome(
			rules.roles,
			function(_, role) return #(role.group or {}) > 0 end
		) and "groups_absent" or nil
		return has_overage(rules, claims) and "groups_overage" or absent
	end
	local kinds = lib.ArrayMap(
		claim_rules.groups_claims(rules),
		function(_, name) return M.other_kind(rules, claims, name) or "" end
	)
	if lib.ArraySome(kinds, function(_, kind) return lib.StringStartsWith(kind, "is an object") end) then
		return "groups_by_path"
	end
	if lib.ArraySome(kinds, function(_, kind) return kind ~= "" end) then
		return "groups_as_texts"
	end
	local listed = {}
	for _, role in ipairs(
		lib.ArrayFilter(rules.roles, function(_, one) return role_matching.counts_at(one, rules.provider) end)
	) do
		listed = lib.ArrayConcat(listed, role.group or {})
	end
	return (holds_one(groups, listed) or holds_one(listed, groups)) and "groups_in_one_text" or nil
end

--- The facts about the claims of a user who lacks a role: claims of the options that are absent, and advice about groups.
function M.facts_of(rules, claims)
	local absent = M.absent_claims(rules, claims)
	local advice = M.groups_advice(rules, claims)
	return {
		absent_claims = #absent > 0 and table.concat(absent, ",") or nil,
		hint = advice ~= nil and ({id = advice}) or nil
	}
end

return M
