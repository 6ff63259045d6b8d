-- Generated from src/sso_login/rpcd/logins.ts by "make lua"; do not edit.
--- The `login` sections of /etc/config/rpcd that keep the rights of single sign-on sessions when rpcd reloads.
--
-- A reload keeps a session's values but computes its grants anew, from the first `login` section whose `username` is the
-- session's; a session without one loses its rights. So every role has a section `sso_login_<role>`, with which no
-- password login is possible, and a role that is called like a local login is left out: its sessions would get that login's rights.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local limits = require("sso_login.settings.limits")
local strings = require("sso_login.base.strings")
local sections_of = require("sso_login.settings.sections")
M.uci_package = "rpcd"
M.section_type = "login"
M.name_prefix = "sso_login_"

--- A hash that no password has. rpcd accepts any password when there is an empty one, and older versions crash when the
-- option is missing.
M.impossible_hash = "!"

--- Lists stay lists even with one entry, since rpcd ignores plain options there; an empty one is left out.
function M.options_of(role)
	local section = {
		username = role.name,
		password = M.impossible_hash,
		read = lib.ArrayConcat(role.read or {}, {"unauthenticated"})
	}
	local write = role.write or {}
	if #write > 0 then
		section.write = write
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

--- Whether two sections have the same options.
function M.same_options(one, other)
	local names = lib.ArrayConcat(strings.sorted_keys(one), strings.sorted_keys(other))
	return lib.ArrayEvery(names, function(_, name) return same_value(one[name], other[name]) end)
end

--- Whether a section is one that this service keeps for a role.
function M.is_sso_section(section)
	return lib.StringStartsWith(section.name, M.name_prefix)
end

--- Whether a section is what a role's has to be.
function M.is_current(section, role)
	local has_name = section.name == M.name_prefix .. role.name and section.type == M.section_type
	return has_name and M.same_options(section.options, M.options_of(role))
end

--- Whether a section is a local login of rpcd, and no role's.
function M.is_local(section)
	return section.type == M.section_type and not M.is_sso_section(section)
end

--- rpcd's sections as they are now; CONFIG_ERROR where they cannot be read, or there are none.
function M.read_sections(io)
	return sections_of.read(io, M.uci_package)
end

--- The user names of rpcd's login sections, without those that this service keeps for its roles.
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

--- The roles that are called like a local login of rpcd.
function M.conflicts(sections, all)
	local found = {}
	for _, role in ipairs(all) do
		local login = lib.ArrayFind(
			sections,
			function(_, section) return M.is_local(section) and section.options.username == role.name end
		)
		if login ~= nil or limits.is_reserved(role.name) then
			found[#found + 1] = {role = role.name, section = login ~= nil and login.name or nil}
		end
	end
	return found
end

--- The roles without those that conflict with a local login.
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

--- Whether a reload of rpcd would give a session of this role what the role gives: the first login section of its name is
-- the role's own, with the right content.
function M.is_up_to_date(sections, role)
	local first = lib.ArrayFind(
		sections,
		function(_, section) return section.type == M.section_type and section.options.username == role.name end
	)
	return first ~= nil and M.is_current(first, role)
end

return M
