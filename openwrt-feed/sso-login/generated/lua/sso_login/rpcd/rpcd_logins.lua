-- Generated from src/sso_login/rpcd/rpcd_logins.ts by "make lua"; do not edit.
--- The `login` sections of /etc/config/rpcd, which keep the rights of sessions when rpcd reloads.
--
-- A reload grants each session the rights of the first `login` section that has its `username`; a session without such a section
-- loses its rights. So every role has a section `sso_login_<role>` with an impossible password. A role with the name of a local
-- login is left out, as its sessions would get that login's rights.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local result = require("sso_login.result")
local ok = result.ok
local option_bounds = require("sso_login.settings.option_bounds")
local strings = require("sso_login.base.strings")
local role_matching = require("sso_login.rights.role_matching")
local package_sections = require("sso_login.settings.package_sections")
local err, ok = result.err, result.ok
M.uci_package = "rpcd"
M.section_type = "login"
M.name_prefix = "sso_login_"

--- A hash that no password has. rpcd accepts any password when there is an empty one, and older versions crash when the
-- option is missing.
M.impossible_hash = "!"

--- The options of a role's section. Lists stay lists with one entry, as rpcd ignores plain options there; an empty list is left out.
function M.options_of(role)
	local section = {
		username = role.name,
		password = M.impossible_hash,
		read = lib.ArrayConcat(role.read, {"unauthenticated"})
	}
	if #role.write > 0 then
		section.write = role.write
	end
	return section
end

local function same_value(one, other)
	if type(one) ~= "table" or type(other) ~= "table" then
		return one == other
	end
	-- No value of UCI has a NUL, and no list is empty.
	return table.concat(one, "\0") == table.concat(other, "\0")
end

function M.same_options(one, other)
	local names = lib.ArrayConcat(strings.sorted_keys(one), strings.sorted_keys(other))
	return lib.ArrayEvery(names, function(_, name) return same_value(one[name], other[name]) end)
end

function M.is_sso_section(section)
	return lib.StringStartsWith(section.name, M.name_prefix)
end

--- Whether a section is a role's, with the options that it must have.
function M.is_current(section, role)
	local has_name = section.name == M.name_prefix .. role.name and section.type == M.section_type
	return has_name and M.same_options(section.options, M.options_of(role))
end

--- Whether a section is a local login: one of rpcd's own, and no role's.
function M.is_local(section)
	return section.type == M.section_type and not M.is_sso_section(section)
end

--- Reads rpcd's sections; CONFIG_ERROR where they cannot be read, or there are none.
function M.read_sections(io)
	return package_sections.read(io, M.uci_package)
end

--- Whether `sections` have one of the type and options of each that is wanted. Names may change: one without a name gets another.
function M.has_all(sections, wanted)
	return lib.ArrayEvery(
		wanted,
		function(_, one) return lib.ArraySome(
			sections,
			function(_, found) return found.type == one.type and M.same_options(
				found.options,
				one.options
			) end
		) end
	)
end

function M.local_logins(sections)
	return lib.ArrayMap(
		lib.ArrayFilter(
			sections,
			function(_, section) return M.is_local(section) and type(
				section.options.username
			) == "string" end
		),
		function(_, section) return section.options.username end
	)
end

function M.conflicts(sections, all)
	local found = {}
	for _, role in ipairs(all) do
		local login = lib.ArrayFind(
			sections,
			function(_, section) return M.is_local(section) and section.options.username == role.name end
		)
		if login ~= nil or option_bounds.is_reserved(role.name) then
			found[#found + 1] = {role = role.name, section = login ~= nil and login.name or nil}
		end
	end
	return found
end

function M.usable_roles(sections, all)
	local left_out = lib.ArrayMap(
		M.conflicts(sections, all),
		function(_, conflict) return conflict.role end
	)
	return lib.ArrayFilter(all, function(_, role) return not lib.ArrayIncludes(left_out, role.name) end)
end

--- Logs each role that is left out, RPCD_LOGIN_CONFLICT.
function M.warn_of_conflicts(io, sections, all)
	for _, conflict in ipairs(M.conflicts(sections, all)) do
		log.event(io, "warning", "RPCD_LOGIN_CONFLICT", {{"role", conflict.role}, {"section", conflict.section}})
	end
end

--- Whether a reload of rpcd gives this role's sessions its rights: the first login section of its name is its own, and current.
function M.is_first_and_current(sections, role)
	local first = lib.ArrayFind(
		sections,
		function(_, section) return section.type == M.section_type and section.options.username == role.name end
	)
	return first ~= nil and M.is_current(first, role)
end

--- The rules about claims and roles of a provider, without roles that are left out, which `has_log` logs. CONFIG_ERROR.
function M.role_rules(io, config, has_log)
	local logins = M.read_sections(io)
	if not logins.ok then
		return logins
	end
	if has_log then
		M.warn_of_conflicts(io, logins.data, config.roles)
	end
	return ok(role_matching.with_roles(config, M.usable_roles(logins.data, config.roles)))
end

return M
