-- Generated from src/sso_login/session/rpcd_logins.ts by "make lua"; do not edit.
--- The `login` sections of /etc/config/rpcd that keep the rights of single sign-on sessions when rpcd reloads.
--
-- A reload keeps a session's values but computes its grants anew, from the first `login` section whose `username` is the
-- session's; a session without one loses its rights. So every role has a section `sso_login_<role>`, with which no
-- password login is possible, and a role that is called like a local login is left out: its sessions would get that login's rights.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local result = require("sso_login.result")
local options = require("sso_login.settings.options")
local strings = require("sso_login.base.strings")
local sections_of = require("sso_login.settings.sections")
local commit = require("sso_login.session.commit")
local err, ok = result.err, result.ok
M.uci_package = "rpcd"
M.section_type = "login"
local name_prefix = "sso_login_"

--- A hash that no password has. rpcd accepts any password when there is an empty one, and older versions crash when the
-- option is missing.
M.impossible_hash = "!"

--- Lists stay lists even with one entry, since rpcd ignores plain options there; an empty one is left out.
local function options_of(role)
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
	if #one ~= #other then
		return false
	end
	do
		local i = 0
		while i < #one do
			if one[i + 1] ~= other[i + 1] then
				return false
			end
			i = i + 1
		end
	end
	return true
end

--- Whether two sections have the same options.
function M.same_options(one, other)
	for _, name in ipairs(lib.ArrayConcat(strings.sorted_keys(one), strings.sorted_keys(other))) do
		if not same_value(one[name], other[name]) then
			return false
		end
	end
	return true
end

--- Whether a section is one that this service keeps for a role.
function M.is_sso_section(section)
	return lib.StringStartsWith(section.name, name_prefix)
end

--- Whether a section is what a role's has to be.
local function is_current(section, role)
	local has_name = section.name == name_prefix .. role.name and section.type == M.section_type
	return has_name and M.same_options(section.options, options_of(role))
end

--- The login section of a user name that is not this service's.
local function local_login(sections, username)
	return lib.ArrayFind(
		sections,
		function(_, section) return section.type == M.section_type and not M.is_sso_section(
			section
		) and section.options.username == username end
	)
end

local function write_failed(section)
	return err("UCI_ERROR", {config = M.uci_package, section = section})
end

--- Makes a section anew, so that no option of an earlier one is left in it.
local function write_section(io, name, values, exists)
	if exists and not io.uci_delete(M.uci_package, name) then
		return false
	end
	local done = io.uci_add(M.uci_package, name, M.section_type)
	for _, option in ipairs({"username", "password", "read", "write"}) do
		local value = values[option]
		done = done and (value == nil or io.uci_set(M.uci_package, name, option, value))
	end
	return done
end

--- Writes the roles' sections that are missing or different; the answer is how many.
local function write_missing(io, sections, roles)
	local written = 0
	for _, role in ipairs(roles) do
		local name = name_prefix .. role.name
		local found = lib.ArrayFind(sections, function(_, section) return section.name == name end)
		if found == nil or not is_current(found, role) then
			if not write_section(io, name, options_of(role), found ~= nil) then
				return write_failed(name)
			end
			written = written + 1
		end
	end
	return ok(written)
end

--- Deletes those sections of ours whose names are not to be kept; the answer is how many.
local function delete_others(io, sections, kept)
	local deleted = 0
	for _, section in ipairs(sections) do
		if M.is_sso_section(section) and not lib.ArrayIncludes(kept, section.name) then
			if not io.uci_delete(M.uci_package, section.name) then
				return write_failed(section.name)
			end
			deleted = deleted + 1
		end
	end
	return ok(deleted)
end

--- As long as these sections are in the file.
local function text_of(roles)
	local lines = {}
	for _, role in ipairs(roles) do
		local section = options_of(role)
		lines[#lines + 1] = "config login '" .. ((name_prefix .. role.name) .. "' username password ") .. role.name
		for _, entry in ipairs(lib.ArrayConcat(section.read, section.write or {})) do
			lines[#lines + 1] = "\tlist write '" .. entry .. "'"
		end
	end
	return table.concat(lines, "\n")
end

--- Whether the file has what it is to have: the roles' sections, and all others, to which another process may add some.
local function is_written(before, after, roles)
	local others = lib.ArrayFilter(before, function(_, section) return not M.is_sso_section(section) end)
	-- A section without a name gets another one where its place changes.
	local are_there = lib.ArrayEvery(
		others,
		function(_, section) return lib.ArraySome(
			after,
			function(_, found) return found.type == section.type and M.same_options(
				found.options,
				section.options
			) end
		) end
	)
	return are_there and lib.ArrayEvery(
		roles,
		function(_, role) return lib.ArraySome(
			after,
			function(_, section) return is_current(section, role) end
		) end
	)
end

--- rpcd's sections as they are now; CONFIG_ERROR where they cannot be read, or there are none.
function M.read_sections(io)
	return sections_of.read(io, M.uci_package)
end

--- The user names of rpcd's login sections, without those that this service keeps for its roles.
function M.local_logins(sections)
	local logins = {}
	for _, section in ipairs(sections) do
		local username = section.options.username
		if section.type == M.section_type and type(username) == "string" and not M.is_sso_section(
			section
		) then
			logins[#logins + 1] = username
		end
	end
	return logins
end

--- The roles that are called like a local login of rpcd.
function M.conflicts(sections, all)
	local found = {}
	for _, role in ipairs(all) do
		local login = local_login(sections, role.name)
		if login ~= nil or options.is_reserved(role.name) then
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
	return first ~= nil and is_current(first, role)
end

--- The roles whose sections are not those of `roles`, missing ones and those of roles that are gone included.
function M.outdated_roles(sections, roles)
	local known = lib.ArrayMap(roles, function(_, role) return role.name end)
	local names = lib.ArrayFilter(
		lib.ArrayMap(
			lib.ArrayFilter(sections, function(_, section) return M.is_sso_section(section) end),
			function(_, section) return lib.StringSubstring(section.name, #name_prefix) end
		),
		function(_, name) return not lib.ArrayIncludes(known, name) end
	)
	return lib.ArrayConcat(
		names,
		lib.ArrayMap(
			lib.ArrayFilter(roles, function(_, role) return not M.is_up_to_date(sections, role) end),
			function(_, role) return role.name end
		)
	)
end

--- Makes the sections `sso_login_*` those of the roles, and leaves all others unchanged. Nothing is written when nothing
-- differs. CONFIG_ERROR when the package cannot be read or is empty, UCI_ERROR when it cannot be written.
function M.sync(io, roles)
	local sections = M.read_sections(io)
	if not sections.ok then
		return sections
	end
	local before = sections.data
	local deleted = delete_others(
		io,
		before,
		lib.ArrayMap(roles, function(_, role) return name_prefix .. role.name end)
	)
	if not deleted.ok then
		return deleted
	end
	local written = write_missing(io, before, roles)
	if not written.ok or deleted.data + written.data == 0 then
		return written.ok and ok({changed = false}) or written
	end
	local committed = commit.commit(
		io,
		M.uci_package,
		text_of(roles),
		function(after) return is_written(before, after, roles) end
	)
	return committed.ok and ok({changed = true}) or committed
end

return M
