-- Generated from src/sso_login/rights/preview.ts by "make lua"; do not edit.
--- The rights that claims would give, and the reasons; no session is created.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local public_names = require("sso_login.base.public_names")
local json_values = require("sso_login.base.json_values")
local claim_rules = require("sso_login.rights.claim_rules")
local role_matching = require("sso_login.rights.role_matching")
local result = require("sso_login.result")
local ok = result.ok
local access_level = require("sso_login.rights.access_level")
local acl = require("sso_login.rights.acl")
local menu = require("sso_login.rights.menu")
local permissions = require("sso_login.rights.permissions")
local unknown_groups = require("sso_login.rights.unknown_groups")
local role_rights = require("sso_login.rights.role_rights")
local err, ok = result.err, result.ok

local function reasons_for(role, rules, claims, client)
	local user = role_matching.user_of(rules, claims, client)
	local reasons = {}
	for _, rule in ipairs(role_matching.rules_listing(role, user)) do
		if rule == "email" then
			reasons[#reasons + 1] = {rule = rule, claim = claim_rules.email_claim(rules), value = user.email or ""}
		elseif rule ~= "group" then
			reasons[#reasons + 1] = {rule = rule, claim = "sub", value = json_values.text_of(user.sub)}
		end
		for _, claim in ipairs(rule == "group" and claim_rules.groups_claims(rules) or {}) do
			local groups = claim_rules.group_names(claim_rules.find(claims, claim), rules.groups_claim ~= nil)
			for _, value in ipairs(
				lib.ArrayFilter(
					groups,
					function(_, group) return lib.ArrayIncludes(role.group or {}, group) end
				)
			) do
				reasons[#reasons + 1] = {rule = rule, claim = claim, value = value}
			end
		end
	end
	return reasons
end

--- The reasons for each matching role; `client` is the client of an access token.
function M.reasons_of(rules, claims, match, client)
	local reasons = {}
	for _, role in ipairs(match.roles) do
		reasons[role.name] = reasons_for(role, rules, claims, client)
	end
	return reasons
end

--- The rights that claims would give; `client` is the client of an access token. USER_NOT_AUTHORIZED.
function M.find(io, rules, claims, client)
	local match = role_matching.find_roles_for_user(rules, claims, client)
	if not match.ok then
		return match
	end
	local read = acl.read_groups(io)
	local all = read.groups
	local levels = unknown_groups.mark(access_level.of_groups(io, all), read.ignored)
	local menu_pages = menu.all_pages(io)
	local can = {}
	for _, role in ipairs(match.data.roles) do
		local found = permissions.role_access(io, levels, menu_pages, role)
		can[role.name] = {verdict = found.verdict, groups = json.list(found.groups), pages = json.list(found.pages)}
	end
	local grants = role_rights.grants_of_roles(io, all, match.data.roles)
	local groups = acl.groups_in(grants)
	local pages = lib.ArrayFilter(
		menu_pages,
		function(_, page) return lib.ArrayEvery(
			page.groups,
			function(_, group) return lib.ArrayIncludes(groups, group) end
		) end
	)
	local shown = {
		roles = json.list(lib.ArrayMap(match.data.roles, function(_, role) return role.name end)),
		username = match.data.role_name,
		because = M.reasons_of(rules, claims, match.data, client),
		can = can,
		pages = json.list(lib.ArrayMap(pages, function(_, page) return json.list(page.titles) end)),
		logs_out = lib.ArrayIncludes(groups, public_names.luci_group)
	}
	return ok({shown = shown, grants = grants})
end

return M
