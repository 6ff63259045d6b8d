-- Generated from src/sso_login/session/rpcd_logins.ts by "make lua"; do not edit.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local result = require("sso_login.result")
local err, ok = result.err, result.ok
local strings = require("sso_login.base.strings")
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
		read = lib.ArrayConcat(role.read, {"unauthenticated"})
	}
	if #role.write > 0 then
		options.write = role.write
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
local function find(sections, name)
	for _, section in ipairs(sections) do
		if section.name == name then
			return section
		end
	end
	return nil
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
		local found = find(sections, name)
		local options = options_of(role)
		if found == nil or found.type ~= section_type or not same_options(found.options, options) then
			if not write_section(io, name, options, found ~= nil) then
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
--- Logs the roles that share their name with somebody else's login section: it comes first, so that a reload would give
-- their sessions its rights.
local function warn_of_conflicts(io, sections, roles)
	for _, section in ipairs(sections) do
		for _, role in ipairs(roles) do
			if not is_ours(section) and section.type == section_type and section.options.username == role.name then
				log.event(io, "warning", "RPCD_LOGIN_CONFLICT", {{"role", role.name}, {"section", section.name}})
			end
		end
	end
end
--- Makes the sections `sso_login_*` those of the roles, and leaves all others alone. Nothing is written when nothing
-- differs. UCI_ERROR when the package cannot be read or written.
function M.sync(io, roles)
	local sections = io.uci_sections(uci_package)
	if not sections.ok then
		return sections
	end
	warn_of_conflicts(io, sections.data, roles)
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
--- Removes the sections of all roles, as at the removal of the package.
function M.remove(io)
	return M.sync(io, {})
end
return M
