-- Generated from src/sso_login/check/role_check.ts by "make lua"; do not edit.
--- The part of the check that judges the roles: names, users and rights.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local public_names = require("sso_login.base.public_names")
local acl = require("sso_login.rights.acl")
local permissions = require("sso_login.rights.permissions")
local menu = require("sso_login.rights.menu")
local access_level = require("sso_login.rights.access_level")
local unknown_groups = require("sso_login.rights.unknown_groups")
local role_rights = require("sso_login.rights.role_rights")
local strings = require("sso_login.base.strings")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local reconcile = require("sso_login.rpcd.reconcile")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local rpcd_sync = require("sso_login.rpcd.rpcd_sync")
local role_sections = require("sso_login.settings.role_sections")
local role_matching = require("sso_login.rights.role_matching")
local report = require("sso_login.check.report")
local typos = require("sso_login.check.typos")

--- Whether an entry of a list, a name or a pattern with or without `!`, matches an access group.
local function matches_a_group(io, entry, groups)
	local bare = lib.StringStartsWith(entry, "!") and permissions.excluded_pattern(entry) or entry
	return lib.ArraySome(groups, function(_, group) return group == bare or io.fnmatch(bare, group) end)
end

--- The router's access groups, and the files that are ignored, each of which is noted.
local function access_groups(run)
	local read = acl.read_groups(run.io)
	for _, file in ipairs(read.ignored) do
		local reason = {id = file.text ~= nil and "file_malformed" or "file_unreadable"}
		report.warning(run, "acl_file_ignored", {file = file.name, reason = reason})
	end
	return read
end

--- The entries of all roles that match no access group, as `role: entry`.
local function unknown_entries(run, groups, roles)
	local unknown = {}
	for _, role in ipairs(roles) do
		local entries = lib.ArrayFilter(
			lib.ArrayConcat(role.read, role.write),
			function(_, entry) return not matches_a_group(run.io, entry, groups) end
		)
		strings.add_missing(
			unknown,
			lib.ArrayMap(entries, function(_, entry) return role.name .. ": " .. entry end)
		)
	end
	return unknown
end

local function has_rights(role)
	return #role.read + #role.write > 0
end

local function names_of(roles)
	return lib.ArrayMap(roles, function(_, role) return role.name end)
end

--- Notes roles that open no page of LuCI.
local function check_luci(run, groups, roles)
	local without_luci = {}
	local without_page = {}
	local found = menu.all_pages(run.io)
	for _, role in ipairs(
		lib.ArrayFilter(
			roles,
			function(_, candidate) return has_rights(candidate) and role_matching.allows(candidate, "web") end
		)
	) do
		local granted = acl.groups_in(role_rights.grants_of_roles(run.io, groups, {role}))
		if not lib.ArrayIncludes(granted, public_names.luci_group) then
			without_luci[#without_luci + 1] = role
		elseif not menu.opens_one(found, granted) then
			without_page[#without_page + 1] = role
		end
	end
	report.warn_of(run, "roles_without_luci", "roles", names_of(without_luci))
	report.warn_of(run, "roles_without_page", "roles", names_of(without_page))
end

--- Notes the access level of each role with rights; with a warning where a role without `write` reaches beyond looking.
local function check_access_levels(run, read, roles)
	local levels = unknown_groups.mark(access_level.of_groups(run.io, read.groups), read.ignored)
	local pages = menu.all_pages(run.io)
	for _, role in ipairs(lib.ArrayFilter(roles, function(_, candidate) return has_rights(candidate) end)) do
		local found = permissions.role_access(run.io, levels, pages, role)
		local verdict = {id = "can_" .. found.verdict}
		local params = {role = role.name, verdict = verdict, pages = json.list(permissions.causes_of(found))}
		if found.verdict == "look" then
			report.ok(run, "role_looks", {role = role.name, verdict = verdict})
		elseif #role.write > 0 then
			report.ok(run, "role_reaches", params)
		else
			report.warning(run, "role_reads_more", params)
		end
	end
end

--- Notes the rule that a role breaks, or subjects of no configured issuer.
local function check_rule(run, role, issuers)
	local fault = role_sections.fault_of(role, role.anonymous == true)
	local issuer = role.sub_issuer or ""
	if fault ~= nil then
		local id = fault.option == "sub_issuer" and "role_without_issuer" or "role_wrong"
		report.error(run, id, {role = role.name, must = fault.must})
	elseif role.sub ~= nil and not lib.ArrayIncludes(issuers, issuer) then
		report.warning(run, "role_other_issuer", {role = role.name, issuer = issuer})
	end
end

--- Notes entries with a character that most often comes from copying: a login compares it like any other.
local function check_entries(run, role)
	local entries = {}
	for _, list in ipairs(role_matching.kinds) do
		for _, entry in ipairs(role[list] or {}) do
			local character = typos.odd_in_entry(list, entry)
			strings.add_missing(
				entries,
				character ~= nil and ({((("'" .. entry) .. "' (") .. character) .. ")"}) or {}
			)
		end
	end
	if #entries > 0 then
		report.warning(run, "role_entries", {role = role.name, entries = table.concat(entries, ", ")})
	end
end

--- Notes saved roles whose sections of rpcd are not current, and those whose sessions have other rights.
function M.check_sections(run, saved)
	local logins = rpcd_logins.read_sections(run.io)
	if not logins.ok then
		report.error_of(run, "rpcd_unreadable", logins)
		return
	end
	local usable = rpcd_logins.usable_roles(logins.data, saved)
	local rights = role_rights.of_roles(run.io, usable)
	local outdated = rpcd_sync.outdated_roles(logins.data, rights)
	report.warn_of(run, "roles_behind", "roles", outdated)
	run.growth = #outdated > 0 and rpcd_sync.growth_text(rights) or nil
	-- Not everybody who may check may know who is logged in.
	local behind = {}
	for _, entry in ipairs(reconcile.lag_of(run.io).sessions) do
		strings.add_missing(behind, {rpcd_sessions.role_names(entry)})
	end
	report.warn_of(run, "rights_behind", "roles", behind)
end

--- Notes the providers at which each role counts, and those of a role that do not exist.
local function check_providers(run, roles, providers)
	for _, role in ipairs(roles) do
		for _, provider in ipairs(
			lib.ArrayFilter(
				role.provider or {},
				function(_, name) return not lib.ArrayIncludes(providers, name) end
			)
		) do
			report.warning(run, "role_provider_gone", {role = role.name, provider = provider})
		end
		local at = lib.ArrayFilter(providers, function(_, name) return role_matching.counts_at(role, name) end)
		if #providers > 1 and #at > 0 then
			report.ok(run, "role_counts", {role = role.name, providers = table.concat(at, ", ")})
		end
	end
end

--- Judges names, rules and rights of all roles; `configs` are those of the providers.
function M.check_roles(run, roles, configs)
	local before = #run.findings
	local issuers = lib.ArrayMap(configs, function(_, config) return config.issuer_url end)
	if #roles == 0 then
		report.error(run, "roles_none")
	end
	for _, role in ipairs(roles) do
		check_rule(run, role, issuers)
		check_entries(run, role)
	end
	local logins = rpcd_logins.read_sections(run.io)
	for _, conflict in ipairs(rpcd_logins.conflicts(logins.ok and logins.data or {}, roles)) do
		report.warning(run, "role_left_out", {role = conflict.role})
	end
	local without_users = lib.ArrayFilter(
		roles,
		function(_, role) return #lib.ArrayConcat(
			lib.ArrayConcat(role.email, role.group, role.sub or {}),
			role.client or {}
		) == 0 end
	)
	report.warn_of(run, "roles_match_nobody", "roles", names_of(without_users))
	local without_rights = lib.ArrayFilter(roles, function(_, role) return not has_rights(role) end)
	report.warn_of(run, "roles_without_rights", "roles", names_of(without_rights))
	local read = access_groups(run)
	local groups = read.groups
	local names = lib.ArrayMap(groups, function(_, group) return group.name end)
	if lib.ArrayIncludes(names, public_names.luci_group) then
		check_luci(run, groups, roles)
	end
	report.warn_of(run, "access_groups_unknown", "entries", unknown_entries(run, names, roles))
	if #run.findings == before then
		report.ok(run, "roles_ok", {roles = table.concat(names_of(roles), ", ")})
	end
	local providers = lib.ArrayMap(configs, function(_, config) return config.provider end)
	check_providers(run, roles, providers)
	check_access_levels(run, read, roles)
end

--- Notes whether programs may exchange tokens, and whether a role is for them.
function M.check_programs(run, roles, audience)
	if audience == nil then
		return
	end
	local open = lib.ArrayFilter(roles, function(_, role) return role_matching.allows(role, "api") end)
	if #open == 0 then
		report.warning(run, "programs_without_role", {audience = audience})
	else
		report.ok(run, "programs_on", {audience = audience, roles = table.concat(names_of(open), ", ")})
	end
end

return M
