-- Generated from src/sso_login/check/password_check.ts by "make lua"; do not edit.
--- The part of the check for a router whose passwords are refused: the ways in that are left.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local json_values = require("sso_login.base.json_values")
local strings = require("sso_login.base.strings")
local acl = require("sso_login.rights.acl")
local administrators = require("sso_login.passwords.administrators")
local password_state = require("sso_login.passwords.password_state")
local password_sections = require("sso_login.passwords.password_sections")
local proxy = require("sso_login.check.proxy")
local password_trial = require("sso_login.passwords.password_trial")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local way_back = require("sso_login.check.way_back")
local ways_in = require("sso_login.passwords.ways_in")
local report = require("sso_login.check.report")

--- Notes users of `password_user` that may change everything.
local function check_users(run, sections)
	local users = password_state.exempt_users(run.io)
	local groups = acl.read_groups(run.io).groups
	local strong = lib.ArrayFilter(sections, function(_, section)
		local role = {write = json_values.strings_of(section.options.write) or {}}
		local name = section.options.username
		return rpcd_logins.is_local(section) and type(name) == "string" and lib.ArrayIncludes(
			users,
			name
		) and acl.change_everything(run.io, groups, {role})
	end)
	report.warn_of(run, "passwords_user_strong", "users", password_sections.users_of(strong))
end

--- Notes users whose programs have a session at /ubus by a password that is refused now.
local function check_programs(run, locked)
	local users = {}
	for _, entry in ipairs(rpcd_sessions.list_local_sessions(run.io)) do
		if not entry.is_at_luci and lib.ArrayIncludes(locked, entry.username) then
			strings.add_missing(users, {entry.username})
		end
	end
	report.warn_of(run, "passwords_programs", "users", users)
end

local function check_ways(run)
	if way_back.find(run.io) == "none" then
		report.warning(run, "passwords_no_way_back")
	end
	local address = proxy.unlisted(run.io)
	if address ~= nil then
		report.warning(run, "passwords_proxy", {address = address})
	end
	if way_back.root_without_password(run.io) then
		report.warning(run, "passwords_root_empty")
	end
end

--- Judges refused passwords; `checked` are the sections of this service, saved or not.
function M.check_passwords(run, checked)
	local known = rpcd_logins.read_sections(run.io)
	if not known.ok then
		return
	end
	local sections = known.data
	local state = password_sections.state_of(sections)
	local found = ways_in.find(run.io, checked)
	local faults = {faults = json.list(found.faults)}
	if state == "on" then
		if password_state.is_wanted_off(run.io) then
			report.warning(run, "passwords_not_armed")
		end
		-- Faults of providers are findings of their own.
		if found.obstacle == "not_everything" then
			report.ok(run, "passwords_needed", faults)
		end
		return
	end
	run.passwords_refused = true
	if found.obstacle == "disabled" or found.obstacle == "config_wrong" then
		report.error(run, "passwords_nobody", faults)
	elseif state == "trial" then
		report.warning(run, "passwords_trial", {seconds = tostring(password_trial.seconds_left(run.io))})
	else
		report.ok(run, "passwords_off")
	end
	if found.obstacle == "not_everything" then
		report.error(run, "passwords_no_administrator", faults)
	elseif found.obstacle == nil and administrators.is_single(run.io) then
		report.warning(run, "passwords_single_administrator")
	end
	check_ways(run)
	check_users(run, sections)
	local locked = lib.ArrayFilter(sections, function(_, section) return password_sections.is_locked(section) end)
	check_programs(run, password_sections.users_of(locked))
end

return M
