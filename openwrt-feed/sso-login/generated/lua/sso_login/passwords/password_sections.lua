-- Generated from src/sso_login/passwords/password_sections.ts by "make lua"; do not edit.
--- The passwords of rpcd's `login` sections. A refused password is `!`, and the original is in an option beside it. Type, user name
-- and rights stay, so live sessions keep their rights when rpcd reloads.
local lib = require("sso_login.lualib")
local M = {}
local json_values = require("sso_login.base.json_values")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local uci_commit = require("sso_login.rpcd.uci_commit")

--- The original, the mark of a trial, and the hash of the proved settings. A trial after the first has all.
local original_option = "sso_login_password"
local trial_option = "sso_login_trial"
local proof_option = "sso_login_proof"

--- An option of a section; "" where it is absent or a list.
local function text_of(section, option)
	return json_values.text_of(section.options[option])
end

--- Whether a section has the original of a password, or the mark of a trial; a proof alone changes no password.
local function is_marked(section)
	return text_of(section, original_option) .. text_of(section, trial_option) ~= ""
end

--- Whether this service has made the password refused.
function M.is_locked(section)
	return text_of(section, original_option) ~= "" and text_of(section, "password") == rpcd_logins.impossible_hash
end

--- Whether somebody has changed by hand what this service wrote: a password beside its original, or the mark of a trial alone.
function M.is_changed_by_hand(section)
	return is_marked(section) and not M.is_locked(section)
end

function M.state_of(sections)
	local locked = lib.ArrayFilter(sections, function(_, section) return M.is_locked(section) end)
	if #locked == 0 then
		return "on"
	end
	return lib.ArraySome(
		locked,
		function(_, section) return text_of(section, trial_option) ~= "" end
	) and "trial" or "off"
end

--- The hash that is written beside refused passwords; undefined where there is none.
function M.proved_of(sections)
	return lib.ArrayFind(
		lib.ArrayMap(sections, function(_, section) return text_of(section, proof_option) end),
		function(_, hash) return hash ~= "" end
	)
end

--- Whether a local login has a password that counts and is to be refused: it is of none of `users`.
function M.is_lockable(section, users)
	local counts = not lib.ArrayIncludes(
		{"", rpcd_logins.impossible_hash},
		text_of(section, "password")
	) and not is_marked(section)
	return rpcd_logins.is_local(section) and counts and not lib.ArrayIncludes(users, text_of(section, "username"))
end

function M.users_of(sections)
	return lib.ArrayMap(sections, function(_, section) return text_of(section, "username") end)
end

--- The section with its password and the options of this service replaced by these.
local function with_options(section, options)
	local changed = uci_commit.copy_of(section)
	for _, name in ipairs({"password", original_option, trial_option, proof_option}) do
		changed.options[name] = options[name]
	end
	return changed
end

--- The section without the options of this service; the original replaces `!`, and no other password.
local function restored(section)
	return with_options(section, {
		password = section.options[M.is_locked(section) and original_option or "password"]
	})
end

--- The section with its password refused, the original, and these marks.
local function refused(section, is_trial, proof)
	local options = {password = rpcd_logins.impossible_hash}
	options[original_option] = section.options[M.is_locked(section) and original_option or "password"]
	options[trial_option] = is_trial and "1" or nil
	options[proof_option] = proof
	return with_options(section, options)
end

--- The sections with the passwords of all local logins refused, but those of `users`, and these marks beside them.
function M.refuse_all(sections, users, is_trial, proof)
	return lib.ArrayMap(sections, function(_, section)
		if lib.ArrayIncludes(users, text_of(section, "username")) then
			return restored(section)
		end
		return (M.is_locked(section) or M.is_lockable(section, users)) and refused(
			section,
			is_trial,
			proof
		) or section
	end)
end

--- The sections with all passwords, and without the options of this service.
function M.restore_all(sections)
	return lib.ArrayMap(sections, function(_, section) return restored(section) end)
end

return M
