-- Generated from src/sso_login/passwords/administrators.ts by "make lua"; do not edit.
--- The administrators: users of single sign-on whose roles, as they are now, change everything. They turn passwords off and
-- confirm that, in LuCI, or in the shell after such a login.
local lib = require("sso_login.lualib")
local M = {}
local store = require("sso_login.base.store")
local strings = require("sso_login.base.strings")
local login_settings = require("sso_login.settings.login_settings")
local acl = require("sso_login.rights.acl")
local session_rules = require("sso_login.rpcd.session_rules")
local password_trial = require("sso_login.passwords.password_trial")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")

--- Undefined where the roles or rpcd's sections cannot be read.
local function read_roles(io)
	local rules = session_rules.read_rules(io)
	return rules.ok and ({rules = rules.data, groups = acl.read_groups(io).groups}) or nil
end

--- Whether the user of a session has roles now that change everything. A program is no administrator: its session does not show that
-- a person can log in.
local function is_administrator(io, now, entry)
	local own = lib.ArrayFilter(
		now.rules.roles,
		function(_, role) return lib.ArrayIncludes(entry.roles, role.name) end
	)
	local is_person = entry.client == ""
	return is_person and session_rules.still_authorized(now.rules, entry) and acl.change_everything(io, now.groups, own)
end

--- Whether the roles that change everything list one e-mail or one subject, and nobody else; false where they cannot be read.
function M.is_single(io)
	local roles_now = read_roles(io)
	if roles_now == nil then
		return false
	end
	local names = {}
	for _, role in ipairs(
		lib.ArrayFilter(
			roles_now.rules.roles,
			function(_, one) return acl.change_everything(io, roles_now.groups, {one}) end
		)
	) do
		if #(role.group or {}) > 0 then
			return false
		end
		strings.add_missing(
			names,
			lib.ArrayConcat(
				lib.ArrayMap(role.email or {}, function(_, email) return string.lower(email) end),
				role.sub or {}
			)
		)
	end
	return #names == 1
end

--- Whether a session is of a login since the trial began, by the settings in force.
local function proves(io, entry)
	local trial = password_trial.read(io)
	local is_new = trial ~= nil and password_trial.is_new(io, trial, entry)
	return is_new and entry.settings_hash == login_settings.settings_hash(io)
end

--- The reason why a session may not make a change, whatever else holds.
function M.refusal_for_session(io, sid, change)
	local entry = rpcd_sessions.find_session(io, sid)
	if entry == nil or entry.issuer == "" or entry.client ~= "" then
		return "not_sso"
	end
	local roles_now = read_roles(io)
	if roles_now == nil or not is_administrator(io, roles_now, entry) then
		return "not_everything"
	end
	return change == "confirm" and not proves(io, entry) and "same_login" or nil
end

--- The reason why the shell may not make a change. To turn passwords off, an administrator must have logged in within the last ten
-- minutes; to confirm the trial, since it began.
function M.refusal_for_shell(io, change)
	local roles_now = read_roles(io)
	local list = rpcd_sessions.list_sso_sessions(io)
	if roles_now == nil or not list.ok then
		return "no_login"
	end
	local now = io.time()
	local has_logged_in = lib.ArraySome(list.data, function(_, entry)
		local is_recent
		if change == "confirm" then
			is_recent = proves(io, entry)
		else
			is_recent = store.is_fresh(entry.since, now, password_trial.trial_seconds)
		end
		return is_recent and is_administrator(io, roles_now, entry)
	end)
	return not has_logged_in and "no_login" or nil
end

return M
