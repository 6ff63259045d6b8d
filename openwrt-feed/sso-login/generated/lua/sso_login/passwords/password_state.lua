-- Generated from src/sso_login/passwords/password_state.ts by "make lua"; do not edit.
--- The state of passwords, read from rpcd's sections and the file of the trial, and what is configured about it.
local lib = require("sso_login.lualib")
local M = {}
local strings = require("sso_login.base.strings")
local result = require("sso_login.result")
local ok = result.ok
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local package_sections = require("sso_login.settings.package_sections")
local password_sections = require("sso_login.passwords.password_sections")
local password_trial = require("sso_login.passwords.password_trial")
local err, ok = result.err, result.ok

--- The command that turns passwords on, for the shell.
M.way_back_command = "sso-login password-login on"
M.state_option = "password_login"
local users_option = "password_user"

--- The column of a state; `proved` is the hash of the proved settings, and `trial` the one that lasts.
local function column_of(io, state, proved, trial)
	if state == "on" then
		return "on"
	end
	if state == "trial" then
		local lasting = proved ~= nil and "again" or "first"
		return trial ~= nil and lasting or "over"
	end
	if password_trial.is_overdue(io) then
		return "interrupted"
	end
	return proved ~= nil and "off" or "unproved"
end

--- CONFIG_ERROR where rpcd's sections cannot be read.
function M.read(io)
	local known = rpcd_logins.read_sections(io)
	if not known.ok then
		return known
	end
	local sections = known.data
	local state = password_sections.state_of(sections)
	local proved = password_sections.proved_of(sections)
	local trial = state == "trial" and password_trial.read(io) or nil
	return ok({
		state = state,
		column = column_of(io, state, proved, trial),
		sections = sections,
		proved = proved,
		trial = trial
	})
end

--- The users whose passwords stay on: a list, or one text as the settings page saves it.
function M.exempt_users(io)
	return strings.words_of(package_sections.option_of(io, users_option))
end

--- Whether the option `password_login` is `off`: it is set before the first password is refused, and deleted after the last is restored.
function M.is_wanted_off(io)
	return package_sections.option_of(io, M.state_option) == "off"
end

--- Whether every local login's password is refused, at least one by this service; false where rpcd's sections cannot be read.
function M.are_all_refused(io)
	local known = rpcd_logins.read_sections(io)
	local logins = lib.ArrayFilter(
		known.ok and known.data or {},
		function(_, section) return rpcd_logins.is_local(section) end
	)
	local function is_refused(section)
		return section.options.password == rpcd_logins.impossible_hash
	end
	return lib.ArraySome(
		logins,
		function(_, section) return password_sections.is_locked(section) end
	) and lib.ArrayEvery(logins, function(_, section) return is_refused(section) end)
end

return M
