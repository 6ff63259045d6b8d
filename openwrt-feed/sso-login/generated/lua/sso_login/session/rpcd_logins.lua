-- Generated from src/sso_login/session/rpcd_logins.ts by "make lua"; do not edit.
local lib, log, result, role_rules, strings =
    require("sso_login.use")("lualib", "base.log", "result", "settings.options", "base.strings")
local M = {}
local err, ok = result.err, result.ok
local uci_package = "rpcd"
local section_type = "login"
local name_prefix = "sso_login_"
--- A hash that no password has. rpcd accepts any password when there is an empty one, and older versions crash when the
-- option is missing.
local impossible_hash = "!"
--- Lists stay lists even with one entry, since rpcd ignores plain options there; an empty one is left out.
local function options_of(role)
	local options = {
		username = role.name,
		password = impossible_hash,
		read = lib.ArrayConcat(role.read or {}, {"unauthenticated"})
	}
	local write = role.write or {}
	if #write > 0 then
		options.write = write
	end
	return options
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
local function same_options(one, other)
	for _, name in ipairs(lib.ArrayConcat(
		strings.sorted_keys(one),
		strings.sorted_keys(other)
	)) do
		if not same_value(one[name], other[name]) then
			return false
		end
	end
	return true
end
local function is_ours(section)
	return lib.StringStartsWith(section.name, name_prefix)
end
--- Whether a section is what a role's has to be.
local function is_current(section, role)
	local is_its = section.name == name_prefix .. role.name and section.type == section_type
	return is_its and same_options(
		section.options,
		options_of(role)
	)
end
--- Somebody else's login section of a user name.
local function local_login(sections, username)
	return lib.ArrayFind(
		sections,
		function(_, section) return section.type == section_type and not is_ours(section) and section.options.username == username end
	)
end
local function write_failed(section)
	return err("UCI_ERROR", {config = uci_package, section = section})
end
--- Makes a section anew, so that no option of an earlier one is left in it.
local function write_section(io, name, options, exists)
	if exists and not io.uci_delete(uci_package, name) then
		return false
	end
	local done = io.uci_add(uci_package, name, section_type)
	for _, option in ipairs({"username", "password", "read", "write"}) do
		local value = options[option]
		done = done and (value == nil or io.uci_set(uci_package, name, option, value))
	end
	return done
end
--- Writes the roles' sections that are missing or different; the answer is how many.
local function write_missing(io, sections, roles)
	local written = 0
	for _, role in ipairs(roles) do
		local name = name_prefix .. role.name
		local found = lib.ArrayFind(
			sections,
			function(_, section) return section.name == name end
		)
		if found == nil or not is_current(found, role) then
			if not write_section(
				io,
				name,
				options_of(role),
				found ~= nil
			) then
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
		if is_ours(section) and not lib.ArrayIncludes(kept, section.name) then
			if not io.uci_delete(uci_package, section.name) then
				return write_failed(section.name)
			end
			deleted = deleted + 1
		end
	end
	return ok(deleted)
end
--- Writes the package when something changed; else its file is not touched.
local function commit(io, changes)
	if changes == 0 then
		return ok({changed = false})
	end
	return io.uci_commit(uci_package) and ok({changed = true}) or write_failed("")
end
--- rpcd's sections as they are now; none where they cannot be read.
function M.read(io)
	local sections = io.uci_sections(uci_package)
	return sections.ok and sections.data or {}
end
--- The user names of rpcd's login sections, without those that this service keeps for its roles.
function M.local_logins(sections)
	local logins = {}
	for _, section in ipairs(sections) do
		local username = section.options.username
		if section.type == section_type and type(username) == "string" and not is_ours(section) then
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
		if login ~= nil or role_rules.is_reserved(role.name) then
			found[#found + 1] = {role = role.name, section = login ~= nil and login.name or nil}
		end
	end
	return found
end
--- The other roles.
function M.usable_roles(sections, all)
	local left_out = lib.ArrayMap(
		M.conflicts(sections, all),
		function(_, conflict) return conflict.role end
	)
	return lib.ArrayFilter(
		all,
		function(_, role) return not lib.ArrayIncludes(left_out, role.name) end
	)
end
--- Logs each role that is left out, RPCD_LOGIN_CONFLICT.
function M.warn_of_conflicts(io, sections, all)
	for _, conflict in ipairs(M.conflicts(sections, all)) do
		log.event(io, "warning", "RPCD_LOGIN_CONFLICT", {{"role", conflict.role}, {"section", conflict.section}})
	end
end
--- Whether a reload of rpcd would give a session of this role what the role gives: the first login section of its name is
-- the role's own, and as it has to be.
function M.is_in_step(sections, role)
	local first = lib.ArrayFind(
		sections,
		function(_, section) return section.type == section_type and section.options.username == role.name end
	)
	return first ~= nil and is_current(first, role)
end
--- The roles whose sections are not those of `roles`, missing ones and those of roles that are gone included.
function M.behind(sections, roles)
	local known = lib.ArrayMap(
		roles,
		function(_, role) return role.name end
	)
	local names = lib.ArrayFilter(
		lib.ArrayMap(
			lib.ArrayFilter(
				sections,
				function(_, section) return is_ours(section) end
			),
			function(_, section) return lib.StringSubstring(section.name, #name_prefix) end
		),
		function(_, name) return not lib.ArrayIncludes(known, name) end
	)
	return lib.ArrayConcat(
		names,
		lib.ArrayMap(
			lib.ArrayFilter(
				roles,
				function(_, role) return not M.is_in_step(sections, role) end
			),
			function(_, role) return role.name end
		)
	)
end
--- Makes the sections `sso_login_*` those of the roles, and leaves all others alone. Nothing is written when nothing
-- differs. UCI_ERROR when the package cannot be read or written.
function M.sync(io, roles)
	local sections = io.uci_sections(uci_package)
	if not sections.ok then
		return sections
	end
	local deleted = delete_others(
		io,
		sections.data,
		lib.ArrayMap(
			roles,
			function(_, role) return name_prefix .. role.name end
		)
	)
	if not deleted.ok then
		return deleted
	end
	local written = write_missing(io, sections.data, roles)
	return written.ok and commit(io, deleted.data + written.data) or written
end
return M
