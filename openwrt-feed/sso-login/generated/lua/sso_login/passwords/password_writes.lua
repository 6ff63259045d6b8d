-- Generated from src/sso_login/passwords/password_writes.ts by "make lua"; do not edit.
--- The writes that make a state of passwords, in the order of the table; each is made only where it is missing.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local public_names = require("sso_login.base.public_names")
local result = require("sso_login.result")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local uci_commit = require("sso_login.rpcd.uci_commit")
local package_sections = require("sso_login.settings.package_sections")
local saved_config = require("sso_login.settings.saved_config")
local guard = require("sso_login.passwords.guard")
local password_sections = require("sso_login.passwords.password_sections")
local password_state = require("sso_login.passwords.password_state")
local password_table = require("sso_login.passwords.password_table")
local password_trial = require("sso_login.passwords.password_trial")
local err, ok = result.err, result.ok

--- The change of rpcd's sections.
local function change_of(io, now, target)
	local users = password_state.exempt_users(io)
	local after = target.state == "on" and password_sections.restore_all(now.sections) or password_sections.refuse_all(
		now.sections,
		users,
		target.state == "trial",
		target.proved
	)
	return {config = rpcd_logins.uci_package, before = now.sections, after = after}
end

--- Logs why passwords could not be changed.
function M.note_failure(io, failure)
	local facts = {{"error", failure.error}}
	log.event(io, "err", "PASSWORD_LOGIN_STUCK", lib.ArrayConcat(facts, log.detail_pairs(failure.details)))
end

--- Makes a change that turns passwords on, by whatever a full run directory, a full flash or a read-only one permits. UCI_ERROR.
local function make_by_any_means(io, change)
	local made = uci_commit.make(io, change)
	if not made.ok then
		guard.release_room(io)
		made = uci_commit.make(io, change)
	end
	if made.ok or uci_commit.rewrite(io, change) then
		return ok(true)
	end
	-- Uncommitted changes are read, too, until the next boot.
	if uci_commit.save(io, change) then
		M.note_failure(io, made)
		return ok(true)
	end
	return made
end

--- Sets the option `password_login`, or deletes it. CONFIG_ERROR, UCI_ERROR.
local function write_option(io, value)
	local saved = saved_config.saved_sections(io)
	if not saved.ok then
		return saved
	end
	local section = package_sections.section_of(saved.data, public_names.first)
	if section == nil then
		return err("CONFIG_ERROR", {option = public_names.first, must = {id = "oidc_section"}})
	end
	local changed = uci_commit.copy_of(section)
	changed.options[password_state.state_option] = value
	local after = lib.ArrayMap(saved.data, function(_, one) return one.name == changed.name and changed or one end)
	local change = {config = public_names.package_name, before = saved.data, after = after}
	return value == nil and make_by_any_means(io, change) or uci_commit.make(io, change)
end

local function trial_action(io, target)
	local trial = target.new_trial
	if trial ~= nil then
		return function() return password_trial.begin(io, trial.settings_hash) end
	end
	local is_left = target.state ~= "trial" and password_trial.is_there(io)
	return is_left and (function() return password_trial.finish(io) end) or nil
end

local function guard_action(io, target)
	if target.state == "on" then
		return guard.is_there(io) and (function() return guard.remove(io) end) or nil
	end
	return not guard.is_current(io) and (function() return guard.install(io) end) or nil
end

--- Passwords that are off without the option are `broken` (`password_changes.find`), so only the begin of a trial sets it.
local function option_action(io, target)
	local is_set = password_state.is_wanted_off(io)
	if target.state == "on" then
		return is_set and (function() return write_option(io, nil) end) or nil
	end
	return target.new_trial ~= nil and not is_set and (function() return write_option(io, "off") end) or nil
end

local function sections_action(io, now, target)
	local change = change_of(io, now, target)
	if #uci_commit.differing(change) == 0 then
		return nil
	end
	return target.state == "on" and (function() return make_by_any_means(
		io,
		change
	) end) or (function() return uci_commit.make(io, change) end)
end

--- The action of a write for a state; undefined where it is made already.
local function action_of(io, now, target, write)
	if write == "trial_file" then
		return trial_action(io, target)
	end
	if write == "guard" then
		return guard_action(io, target)
	end
	if write == "option" then
		return option_action(io, target)
	end
	return sections_action(io, now, target)
end

--- Whether all is written for a state.
function M.is_complete(io, now, target)
	return lib.ArrayEvery(
		password_table.writes[target.state],
		function(_, write) return action_of(io, now, target, write) == nil end
	)
end

--- Makes the writes that are missing. A trial begins only where all succeed; else that of rpcd's sections must, and the others are made as
-- far as they can be. UCI_ERROR, CONFIG_ERROR, INTERNAL_ERROR.
function M.make_all(io, now, target)
	local done = {}
	local users = password_sections.users_of(uci_commit.differing(change_of(io, now, target)))
	for _, write in ipairs(password_table.writes[target.state]) do
		local action = action_of(io, now, target, write)
		if action ~= nil then
			local made = action()
			local must_succeed = target.new_trial ~= nil or write == "sections"
			if not made.ok and must_succeed then
				return made
			end
			if made.ok then
				done[#done + 1] = write
			end
		end
	end
	return ok({done = done, users = users})
end

return M
