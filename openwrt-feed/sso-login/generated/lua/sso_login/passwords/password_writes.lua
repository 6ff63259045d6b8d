-- Generated from src/sso_login/passwords/password_writes.ts by "make lua"; do not edit.
--- The writes that make a state of passwords, in the order of the table; each is made only where it is missing.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local public_names = require("sso_login.base.public_names")
local result = require("sso_login.result")
local uci_commit = require("sso_login.rpcd.uci_commit")
local package_sections = require("sso_login.settings.package_sections")
local saved_config = require("sso_login.settings.saved_config")
local guard = require("sso_login.passwords.guard")
local password_sections = require("sso_login.passwords.password_sections")
local password_state = require("sso_login.passwords.password_state")
local password_table = require("sso_login.passwords.password_table")
local password_trial = require("sso_login.passwords.password_trial")
local err, ok = result.err, result.ok

local function wanted_sections(io, now, target)
	return target.state == "on" and password_sections.restore_all(now.sections) or password_sections.refuse_all(
		now.sections,
		password_state.exempt_users(io),
		target.state == "trial",
		target.proved or ""
	)
end

--- Whether a write is still to be made.
local function is_missing(io, now, target, write)
	local is_on = target.state == "on"
	if write == "trial_file" then
		if target.state == "trial" then
			return target.is_begin
		end
		return password_trial.is_there(io)
	end
	if write == "guard" then
		if is_on then
			return guard.is_there(io)
		end
		return not guard.is_current(io)
	end
	if write == "option" then
		return (is_on or target.is_begin) and password_state.is_wanted_off(io) == is_on
	end
	return #password_sections.differing(wanted_sections(io, now, target)) > 0
end

--- The writes that are still to be made for a state, in their order.
function M.missing(io, now, target)
	return lib.ArrayFilter(
		password_table.writes[target.state],
		function(_, write) return is_missing(io, now, target, write) end
	)
end

--- Logs why passwords could not be changed.
function M.note_failure(io, failure)
	local facts = {{"error", failure.error}}
	log.event(io, "err", "PASSWORD_LOGIN_STUCK", lib.ArrayConcat(facts, log.detail_pairs(failure.details)))
end

--- Sets the option `password_login`, or deletes it. CONFIG_ERROR, UCI_ERROR.
local function write_option(io, value)
	local name = password_state.state_option
	local sections = saved_config.saved_sections(io)
	if not sections.ok then
		return sections
	end
	local section = package_sections.section_of(sections.data, public_names.first)
	if section == nil then
		return err("CONFIG_ERROR", {option = public_names.first, must = {id = "oidc_section"}})
	end
	local count = #sections.data
	local done
	if value ~= nil then
		done = io.uci_set(public_names.package_name, public_names.first, name, value)
	else
		done = io.uci_delete(public_names.package_name, public_names.first, name)
	end
	if not done then
		return err("UCI_ERROR", {config = public_names.package_name, option = name})
	end
	local written = uci_commit.commit(
		io,
		public_names.package_name,
		("\toption " .. name) .. " 'off'\n",
		function(after)
			local found = package_sections.section_of(after, public_names.first)
			return found ~= nil and found.options[name] == value and #after >= count
		end
	)
	section.options[name] = value
	local is_way_back = value == nil and not written.ok
	return is_way_back and uci_commit.rewrite(io, public_names.package_name, sections.data) and ok(true) or written
end

--- Restores the passwords by whatever a full run directory, a full flash or a read-only one permits. UCI_ERROR.
local function restore_sections(io, wanted)
	local written = password_sections.commit(io, wanted)
	if not written.ok then
		guard.release_room(io)
		written = password_sections.commit(io, wanted)
	end
	if written.ok or password_sections.rewrite(io, wanted) then
		return ok(true)
	end
	-- rpcd reads uncommitted changes, too.
	if password_sections.save(io, wanted) then
		M.note_failure(io, written)
		return ok(true)
	end
	return written
end

local function make(io, now, target, write)
	local is_on = target.state == "on"
	if write == "trial_file" then
		if target.state ~= "trial" then
			password_trial.finish(io)
			return ok(true)
		end
		return password_trial.begin(io, target.tried or "") and ok(true) or err("INTERNAL_ERROR", {
			reason = "the run directory cannot be written"
		})
	end
	if write == "guard" then
		if is_on then
			guard.remove(io)
		end
		return is_on and ok(true) or guard.install(io)
	end
	if write == "option" then
		return write_option(io, not is_on and "off" or nil)
	end
	local wanted = wanted_sections(io, now, target)
	return is_on and restore_sections(io, wanted) or password_sections.commit(io, wanted)
end

--- Makes the missing writes. A trial begins only where all succeed; else those of rpcd's sections must, and the others are made as far as
-- they can be. UCI_ERROR, CONFIG_ERROR, INTERNAL_ERROR.
function M.make_all(io, now, target)
	local done = {}
	local changed = password_sections.differing(wanted_sections(io, now, target))
	for _, write in ipairs(M.missing(io, now, target)) do
		local made = make(io, now, target, write)
		if made.ok then
			done[#done + 1] = write
		elseif target.is_begin or write == "sections" then
			return made
		end
	end
	return ok({
		done = done,
		users = password_sections.users_of(lib.ArrayMap(changed, function(_, one) return one.section end))
	})
end

return M
