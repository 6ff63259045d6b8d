-- Generated from src/sso_login/passwords/password_sections.ts by "make lua"; do not edit.
--- The passwords of rpcd's `login` sections. A refused password is `!`, and the original is in an option beside it. Type, user name
-- and rights stay, so live sessions keep their rights when rpcd reloads.
local lib = require("sso_login.lualib")
local M = {}
local result = require("sso_login.result")
local uci_commit = require("sso_login.rpcd.uci_commit")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local err, ok = result.err, result.ok

--- The original, the mark of a trial, and the hash of the proved settings. A trial after the first has all.
local original_option = "sso_login_password"
local trial_option = "sso_login_trial"
local proof_option = "sso_login_proof"
local marking_options = {original_option, trial_option, proof_option}

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

--- The section's options with a password and, where it is refused, the marks beside it; "" deletes an option.
local function with_password(section, password, original, trial, proved)
	local options = {}
	for _, name in ipairs(lib.ObjectKeys(section.options)) do
		options[name] = section.options[name]
	end
	options.password = password ~= "" and password or nil
	options[original_option] = original ~= "" and original or nil
	options[trial_option] = trial ~= "" and trial or nil
	options[proof_option] = proved ~= "" and proved or nil
	return {section = section, options = options}
end

--- The options without those of this service; the original replaces `!`, and no other password.
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
function M.refuse_all(sections, users, is_trial, proved)
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
			proved
		) or ({section = section, options = section.options})
	end)
end

--- The sections with all passwords, and without the options of this service.
function M.restore_all(sections)
	return lib.ArrayMap(
		sections,
		function(_, section) return is_marked(section) and restored(section) or ({
			section = section,
			options = section.options
		}) end
	)
end

--- Those that are not as they are wanted.
function M.differing(all)
	return lib.ArrayFilter(
		all,
		function(_, one) return not rpcd_logins.same_options(one.options, one.section.options) end
	)
end

local function is_written(sections, all)
	return rpcd_logins.has_all(
		sections,
		lib.ArrayMap(all, function(_, one) return {type = one.section.type, options = one.options} end)
	)
end

--- Gives UCI the options that differ. UCI_ERROR.
local function stage(io, all)
	-- To read the package drops what a commit that failed has left.
	io.uci_sections(rpcd_logins.uci_package)
	for _, one in ipairs(M.differing(all)) do
		local done = true
		for _, name in ipairs(lib.ArrayConcat({"password"}, marking_options)) do
			local value = one.options[name]
			local before = one.section.options[name]
			if value ~= nil and value ~= before then
				done = done and io.uci_set(rpcd_logins.uci_package, one.section.name, name, value)
			elseif value == nil and before ~= nil then
				done = done and io.uci_delete(rpcd_logins.uci_package, one.section.name, name)
			end
		end
		if not done then
			return err("UCI_ERROR", {config = rpcd_logins.uci_package, section = one.section.name})
		end
	end
	return ok(true)
end

--- Writes the sections in one commit. UCI_ERROR.
function M.commit(io, all)
	local staged = stage(io, all)
	if not staged.ok then
		return staged
	end
	local growth = ""
	for _, one in ipairs(M.differing(all)) do
		for _, name in ipairs(marking_options) do
			local value = one.options[name]
			growth = type(value) == "string" and growth .. ((("\toption " .. name) .. " '") .. value) .. "'\n" or growth
		end
	end
	return uci_commit.commit(io, rpcd_logins.uci_package, growth, function(after) return is_written(after, all) end)
end

--- Writes the file itself, where UCI has no room for its own; returns whether the sections are so afterwards.
function M.rewrite(io, all)
	local sections = lib.ArrayMap(
		all,
		function(_, one) return {
			name = one.section.name,
			type = one.section.type,
			anonymous = one.section.anonymous,
			options = one.options
		} end
	)
	return uci_commit.rewrite(io, rpcd_logins.uci_package, sections)
end

--- Leaves the sections uncommitted, for what reads them until the next boot; false where they are not so afterwards.
function M.save(io, all)
	local is_saved = stage(io, all).ok and io.uci_save(rpcd_logins.uci_package)
	local sections = rpcd_logins.read_sections(io)
	return is_saved and sections.ok and is_written(sections.data, all)
end

return M
