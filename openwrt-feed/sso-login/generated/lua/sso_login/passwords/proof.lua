-- Generated from src/sso_login/passwords/proof.ts by "make lua"; do not edit.
--- The rule: passwords are off only for settings by which an administrator has logged in.
--
-- The proof is the hash of these settings (settings/login_settings.ts). It is taken when a login begins, goes with its record into the
-- session of an administrator, and is written beside the refused passwords by a confirmation. So a change during a login, or within
-- a trial, is not proved by that login.
local M = {}

--- Applies the rule. `proved` is what is written beside the passwords: "" in a first trial, and after an upgrade, which takes the present
-- settings once. `settings` are those in force, "" where they cannot be read; `tried` are those of the trial.
function M.demand(state, proved, settings, tried)
	if settings == "" then
		return "keep"
	end
	if proved == settings then
		return state == "off" and "keep" or "confirm"
	end
	if state == "off" then
		return proved == "" and "confirm" or "try"
	end
	return tried == settings and "keep" or "try"
end

return M
