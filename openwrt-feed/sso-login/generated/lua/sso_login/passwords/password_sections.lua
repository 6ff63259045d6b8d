-- Generated from src/sso_login/passwords/password_sections.ts by "make lua"; do not edit.
--- The passwords of rpcd's `login` sections. A refused password is `!`, and the original is in an option beside it. Type, user name
-- and rights stay, so live sessions keep their rights when rpcd reloads.
local lib = require("sso_login.lualib")
local M = {}
local result = require("sso_login.result")
local uci_commit = require("sso_login.rpcd.uci_commit")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local err, ok = result.err, result.ok

--- The original, the mark of a trial, and the settings hash (password_rule.ts).
local original_option = "sso_login_password"
local trial_option = "sso_login_trial"
local hash_option = "sso_login_proof"
local marking_options = {original_option, trial_option, hash_option}

local function text_option(section, option)
	local value = section.options[option]
	return type(value) == "string" and value or ""
end

--- Whether a section has an option of this service.
function M.is_marked(section)
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
	return M.is_marked(section) and not M.is_locked(section)
end

function M.is_on_trial(section)
	return M.is_locked(section) and text_option(section, trial_option) ~= ""
end

--- The settings hash that is written beside refused passwords; "" where there is none.
function M.settings_hash_of(sections)
	local found = lib.ArrayFind(
		sections,
		function(_, section) return M.is_locked(section) and text_option(section, hash_option) ~= "" end
	)
	return found ~= nil and text_option(found, hash_option) or ""
end

--- Whether a local login has a password that counts and is to be refused: it is of none of `users`.
function M.is_lockable(section, users)
	local password = text_option(section, "password")
	local has_password = password ~= "" and password ~= rpcd_logins.impossible_hash
	return rpcd_logins.is_local(section) and has_password and not M.is_marked(
		section
	) and not lib.ArrayIncludes(users, text_option(section, "username"))
end

--- Whether a password is refused although its user is one of `users`.
function M.is_exempt(section, users)
	return M.is_locked(section) and lib.ArrayIncludes(users, text_option(section, "username"))
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

--- The section's options with this password, original and marks; "" and undefined delete an option.
local function with_passwords(section, password, original, marks)
	local options = {}
	for _, name in ipairs(lib.ObjectKeys(section.options)) do
		options[name] = section.options[name]
	end
	options.password = password ~= "" and password or nil
	options[original_option] = original
	options[trial_option] = marks ~= nil and marks.is_trial and "1" or nil
	options[hash_option] = marks ~= nil and marks.settings_hash ~= "" and marks.settings_hash or nil
	return options
end

--- The section's options without those of this service; the original replaces `!`, and no other password.
local function unlocked(section)
	return with_passwords(
		section,
		text_option(section, M.is_locked(section) and original_option or "password")
	)
end

--- Writes the options that have changed.
local function write_section(io, section, options)
	local done = true
	for _, name in ipairs(lib.ArrayConcat({"password"}, marking_options)) do
		local value = options[name]
		local before = section.options[name]
		if value ~= nil and value ~= before then
			done = done and io.uci_set(rpcd_logins.uci_package, section.name, name, value)
		elseif value == nil and before ~= nil then
			done = done and io.uci_delete(rpcd_logins.uci_package, section.name, name)
		end
	end
	return done
end

--- Writes the options that `choose` returns for each section, in one commit; undefined leaves a section unchanged. Returns the user
-- names of changed sections. CONFIG_ERROR where the package cannot be read, UCI_ERROR where it cannot be written.
local function change(io, choose, is_committed)
	local sections = rpcd_logins.read_sections(io)
	if not sections.ok then
		return sections
	end
	local wanted = {}
	local changed = {}
	local growth = ""
	for _, section in ipairs(sections.data) do
		local options = choose(section) or section.options
		wanted[#wanted + 1] = {type = section.type, options = options}
		if not rpcd_logins.same_options(options, section.options) then
			changed[#changed + 1] = section
			for _, name in ipairs(marking_options) do
				local value = options[name]
				growth = type(
					value
				) == "string" and growth .. ((("\toption " .. name) .. " '") .. value) .. "'\n" or growth
			end
			if not write_section(io, section, options) then
				return err("UCI_ERROR", {config = rpcd_logins.uci_package, section = section.name})
			end
		end
	end
	if #changed == 0 then
		return ok({})
	end
	if not is_committed then
		local is_saved = io.uci_save(rpcd_logins.uci_package)
		return is_saved and ok(M.users_of(changed)) or err("UCI_ERROR", {config = rpcd_logins.uci_package})
	end
	local committed = uci_commit.commit(
		io,
		rpcd_logins.uci_package,
		growth,
		function(after) return rpcd_logins.has_all(after, wanted) end
	)
	return committed.ok and ok(M.users_of(changed)) or committed
end

--- Refuses the passwords of all local logins but those of `users`, which it restores; refused ones get these marks.
function M.lock(io, users, marks)
	return change(
		io,
		function(section)
			if M.is_exempt(section, users) then
				return unlocked(section)
			end
			local is_refused = M.is_locked(section)
			local original = text_option(section, is_refused and original_option or "password")
			return (is_refused or M.is_lockable(section, users)) and with_passwords(
				section,
				rpcd_logins.impossible_hash,
				original,
				marks
			) or nil
		end,
		true
	)
end

--- Restores all passwords, and deletes the options of this service; until the next boot where that is not to be committed.
function M.unlock(io, is_committed)
	return change(
		io,
		function(section) return M.is_marked(section) and unlocked(section) or nil end,
		is_committed
	)
end

return M
