-- Generated from src/sso_login/passwords/password_rule.ts by "make lua"; do not edit.
--- The rule: passwords are off only for settings by which an administrator has logged in.
--
-- The settings hash (settings/login_settings.ts) is taken when a login begins, goes with its record into the session of an administrator,
-- and is written beside the refused passwords by a confirmation. So a change during a login, or within a trial, is not proved by that login.
local M = {}

--- Applies the rule to settings hashes. `proved` is written beside the passwords: "" in a first trial, and after an upgrade, which takes
-- the present settings once. `current` is of those in force, "" where they cannot be read; `tried` is of those of the trial, "" in one of an
-- earlier version.
function M.demand(state, proved, current, tried)
	if current == "" then
		return "keep"
	end
	if proved == current then
		-- There is no trial, or one of an earlier version: what is written beside its passwords is of the time before.
		return tried == "" and "keep" or "confirm"
	end
	if state == "off" then
		return proved == "" and "confirm" or "try"
	end
	return tried == current and "keep" or "try"
end

return M
