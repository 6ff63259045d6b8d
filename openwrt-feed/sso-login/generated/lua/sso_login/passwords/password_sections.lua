-- Generated from src/sso_login/passwords/password_sections.ts by "make lua"; do not edit.
--- The passwords of rpcd's `login` sections. A refused password is `!`, and the original is in an option beside it. Type, user name
-- and rights stay, so live sessions keep their rights when rpcd reloads.
local lib = require("sso_login.lualib")
local M = {}
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local uci_commit = require("sso_login.rpcd.uci_commit")

--- The original, the mark of a trial, and the hash of the proved settings. A trial after the first has all.
local original_option = "sso_login_password"
local trial_option = "sso_login_trial"
local proof_option = "sso_login_proof"

local function text_option(section, option)
	local value = section.options[option]
	return type(value) == "string" and value or ""
end

--- Whether a section has an option of this service.
local function is_marked(section)
	return text_option(section, original_option) ~= "" or text_option(section, trial_option) ~= ""
end

--- Whether this service has made the password refused.
function M.is_locked(section)
	return text_option(section, original_option) ~= "" and text_option(
		section,
		"password"
	) == rpcd_logins.impossible_hash
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
		function(_, section) return text_option(section, trial_option) ~= "" end
	) and "trial" or "off"
end

--- The hash that is written beside refused passwords; undefined where there is none.
function M.proved_of(sections)
	local hashes = lib.ArrayMap(
		lib.ArrayFilter(sections, function(_, section) return M.is_locked(section) end),
		function(_, section) return text_option(section, proof_option) end
	)
	return lib.ArrayFind(hashes, function(_, hash) return hash ~= "" end)
end

--- Whether a local login has a password that counts and is to be refused: it is of none of `users`.
function M.is_lockable(section, users)
	local password = text_option(section, "password")
	local has_password = password ~= "" and password ~= rpcd_logins.impossible_hash
	return rpcd_logins.is_local(section) and has_password and not is_marked(section) and not lib.ArrayIncludes(
		users,
		text_option(section, "username")
	)
end

--- Whether every local login's password is refused, at least one by this service.
function M.are_all_refused(sections)
	local logins = lib.ArrayFilter(sections, function(_, section) return rpcd_logins.is_local(section) end)
	local function is_refused(section)
		return section.options.password == rpcd_logins.impossible_hash
	end
	return lib.ArraySome(
		logins,
		function(_, section) return M.is_locked(section) end
	) and lib.ArrayEvery(logins, function(_, section) return is_refused(section) end)
end

function M.users_of(sections)
	return lib.ArrayMap(sections, function(_, section) return text_option(section, "username") end)
end

--- The section with a password and, where it is refused, the marks beside it; "" deletes an option.
local function with_password(section, password, original, trial, proof)
	local changed = uci_commit.copy_of(section)
	changed.options.password = password ~= "" and password or nil
	changed.options[original_option] = original ~= "" and original or nil
	changed.options[trial_option] = trial ~= "" and trial or nil
	changed.options[proof_option] = proof ~= "" and proof or nil
	return changed
end

--- The section without the options of this service; the original replaces `!`, and no other password.
local function restored(section)
	return with_password(
		section,
		text_option(section, M.is_locked(section) and original_option or "password"),
		"",
		"",
		""
	)
end

--- The sections with the passwords of all local logins refused, but those of `users`, and these marks beside them.
function M.refuse_all(sections, users, is_trial, proof)
	return lib.ArrayMap(sections, function(_, section)
		local is_refused = M.is_locked(section)
		if is_refused and lib.ArrayIncludes(users, text_option(section, "username")) then
			return restored(section)
		end
		local original = text_option(section, is_refused and original_option or "password")
		return (is_refused or M.is_lockable(section, users)) and with_password(
			section,
			rpcd_logins.impossible_hash,
			original,
			is_trial and "1" or "",
			proof
		) or section
	end)
end

--- The sections with all passwords, and without the options of this service.
function M.restore_all(sections)
	return lib.ArrayMap(
		sections,
		function(_, section) return is_marked(section) and restored(section) or section end
	)
end

return M
