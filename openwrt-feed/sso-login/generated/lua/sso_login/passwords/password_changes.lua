-- Generated from src/sso_login/passwords/password_changes.ts by "make lua"; do not edit.
--- Events of passwords that the files of this router tell of.
local lib = require("sso_login.lualib")
local M = {}
local login_settings = require("sso_login.settings.login_settings")
local saved_config = require("sso_login.settings.saved_config")
local pending_change = require("sso_login.rpcd.pending_change")
local guard = require("sso_login.passwords.guard")
local password_sections = require("sso_login.passwords.password_sections")
local password_state = require("sso_login.passwords.password_state")
local password_table = require("sso_login.passwords.password_table")
local password_trial = require("sso_login.passwords.password_trial")
local ways_in = require("sso_login.passwords.ways_in")
local words_of_obstacle = {disabled = "disabled", config_wrong = "configuration", not_everything = "roles"}

local function happening(event, cause, settings_hash)
	return {event = event, by = {{"by", cause}}, settings_hash = settings_hash}
end

local function nothing_new()
	return happening("settings_kept", "upkeep")
end

--- The reason in the configuration that keeps administrators out; only the service judges more than the option itself.
local function find_broken(io, looker)
	local saved = saved_config.saved_sections(io)
	if not saved.ok then
		return looker == "service" and "configuration" or nil
	end
	-- Deleted by hand: the option is set as long as passwords are off.
	if not password_state.is_wanted_off(io) then
		return "configuration"
	end
	local obstacle = looker == "service" and ways_in.find(io, saved.data).obstacle or nil
	return obstacle ~= nil and words_of_obstacle[obstacle] or nil
end

--- The event of the settings in force, which may be those on trial, the proved ones, or others.
local function find_settings(io, now)
	local settings_hash = login_settings.settings_hash(io)
	local last = now.trial ~= nil and now.trial.settings_hash or now.proved
	if settings_hash == nil or settings_hash == last then
		return nothing_new()
	end
	if settings_hash == now.proved then
		return happening("settings_back", "settings", settings_hash)
	end
	return happening("settings_new", now.column == "unproved" and "upgrade" or "settings", settings_hash)
end

--- The event, whether or not its change is confirmed.
local function find_any(io, now, looker)
	if lib.ArraySome(
		now.sections,
		function(_, section) return password_sections.is_changed_by_hand(section) end
	) then
		return happening("broken", "hand")
	end
	if now.column == "on" then
		-- Left by a process that was killed, or beside a file of rpcd that replaced ours.
		local is_left = password_trial.is_there(io) or guard.is_there(io)
		return is_left and happening("broken", "rpcd") or nothing_new()
	end
	if now.column == "over" then
		return happening("time_over", "trial")
	end
	local cause = find_broken(io, looker)
	if cause ~= nil then
		return happening("broken", cause)
	end
	local of_settings = find_settings(io, now)
	-- With new settings the begin of their trial was interrupted, and each look would begin it anew. With the proved ones a confirmation was
	-- interrupted, and passwords stay off.
	local is_begin = now.column == "interrupted" and of_settings.event == "settings_new"
	return is_begin and happening("time_over", "trial") or of_settings
end

function M.next_of(now, event)
	return password_table.table[event][now.column]
end

--- The event that the files tell of. A change that waits for its confirmation is none yet. For the service it is broken also where nobody can
-- administer by single sign-on.
function M.find(io, now, looker)
	local found = find_any(io, now, looker)
	local is_change = found.event ~= "time_over" and M.next_of(now, found.event) ~= "same"
	return is_change and pending_change.is_pending(io) and nothing_new() or found
end

return M
