-- Generated from src/sso_login/rpcd/rpcd_sync.ts by "make lua"; do not edit.
--- Writes the roles' sections (rpcd_logins.ts) into /etc/config/rpcd.
local lib = require("sso_login.lualib")
local M = {}
local result = require("sso_login.result")
local uci_commit = require("sso_login.rpcd.uci_commit")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local err, ok = result.err, result.ok

local function write_failed(section)
	return err("UCI_ERROR", {config = rpcd_logins.uci_package, section = section})
end

--- Writes a section, after deleting an existing one, so that no option of it is left.
local function write_section(io, name, values, exists)
	if exists and not io.uci_delete(rpcd_logins.uci_package, name) then
		return false
	end
	local done = io.uci_add(rpcd_logins.uci_package, name, rpcd_logins.section_type)
	for _, option in ipairs({"username", "password", "read", "write"}) do
		local value = values[option]
		done = done and (value == nil or io.uci_set(rpcd_logins.uci_package, name, option, value))
	end
	return done
end

--- A text as long as these sections in the file, for which there must be room (uci_commit.ts).
function M.growth_text(roles)
	local lines = {}
	for _, role in ipairs(roles) do
		local section = rpcd_logins.options_of(role)
		lines[#lines + 1] = "config login '" .. ((rpcd_logins.name_prefix .. role.name) .. "' username password ") ..
			role.name
		for _, entry in ipairs(lib.ArrayConcat(section.read, section.write or {})) do
			lines[#lines + 1] = "\tlist write '" .. entry .. "'"
		end
	end
	return table.concat(lines, "\n")
end

--- Whether the file has the roles' sections and all others; another process may have added some.
local function is_written(before, after, roles)
	local others = lib.ArrayFilter(before, function(_, section) return not rpcd_logins.is_sso_section(section) end)
	return rpcd_logins.has_all(after, others) and lib.ArrayEvery(
		roles,
		function(_, role) return lib.ArraySome(
			after,
			function(_, section) return rpcd_logins.is_current(section, role) end
		) end
	)
end

--- The sections of roles that are not configured, and the roles whose section is missing or wrong.
local function differences(sections, roles)
	local own = lib.ArrayFilter(sections, function(_, section) return rpcd_logins.is_sso_section(section) end)
	local kept = lib.ArrayMap(roles, function(_, role) return rpcd_logins.name_prefix .. role.name end)
	return {
		gone = lib.ArrayFilter(own, function(_, section) return not lib.ArrayIncludes(kept, section.name) end),
		behind = lib.ArrayFilter(
			roles,
			function(_, role) return not lib.ArraySome(
				own,
				function(_, section) return rpcd_logins.is_current(section, role) end
			) end
		)
	}
end

--- The names of roles whose sections are missing, wrong, or left of a deleted role.
function M.outdated_roles(sections, roles)
	local found = differences(sections, roles)
	local names = lib.ArrayMap(
		found.gone,
		function(_, section) return lib.StringSubstring(section.name, #rpcd_logins.name_prefix) end
	)
	return lib.ArrayConcat(names, lib.ArrayMap(found.behind, function(_, role) return role.name end))
end

--- Makes the sections `sso_login_*` those of the roles, and leaves all others unchanged; returns whether something
-- differed, as nothing is written otherwise.
-- CONFIG_ERROR when the package cannot be read or is empty, UCI_ERROR when it cannot be written.
function M.sync(io, roles)
	local sections = rpcd_logins.read_sections(io)
	if not sections.ok then
		return sections
	end
	local before = sections.data
	local found = differences(before, roles)
	for _, section in ipairs(found.gone) do
		if not io.uci_delete(rpcd_logins.uci_package, section.name) then
			return write_failed(section.name)
		end
	end
	for _, role in ipairs(found.behind) do
		local name = rpcd_logins.name_prefix .. role.name
		local exists = lib.ArraySome(before, function(_, section) return section.name == name end)
		if not write_section(io, name, rpcd_logins.options_of(role), exists) then
			return write_failed(name)
		end
	end
	if #found.gone + #found.behind == 0 then
		return ok(false)
	end
	local committed = uci_commit.commit(
		io,
		rpcd_logins.uci_package,
		M.growth_text(roles),
		function(after) return is_written(before, after, roles) end
	)
	return committed.ok and ok(true) or committed
end

return M
