-- Generated from src/sso_login/passwords/password_trial.ts by "make lua"; do not edit.
--- The trial without passwords: a file of the run directory while it lasts. Its begin and end are moments of the monotonic clock; a
-- reboot ends it, as the run directory is in RAM.
local M = {}
local public_names = require("sso_login.base.public_names")
local store = require("sso_login.base.store")
local json_values = require("sso_login.base.json_values")
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- Seconds of a trial, and for which the shell may turn passwords off after a login.
M.trial_seconds = 600

local function path_of(io)
	return store.path_of(io, public_names.trial_file)
end

function M.is_there(io)
	return io.file_info(path_of(io)) ~= nil
end

local function members(io)
	return store.read(io, path_of(io)) or {}
end

--- Begins a trial of settings, by their hash. INTERNAL_ERROR.
function M.begin(io, settings_hash)
	local began = math.floor(io.monotonic())
	local trial = {deadline = began + M.trial_seconds, began = began, settings = settings_hash}
	return store.write(io, path_of(io), trial) and ok(true) or err("INTERNAL_ERROR", {
		reason = "the run directory cannot be written"
	})
end

--- Continues a trial that cannot be ended now for some seconds.
function M.postpone(io, seconds)
	local known = members(io)
	known.deadline = math.ceil(io.monotonic() + seconds)
	store.write(io, path_of(io), known)
end

--- Seconds until the trial ends; 0 where it is over, or its file is damaged, or has the clock of another boot, as where the run directory is kept.
function M.seconds_left(io)
	local deadline = members(io).deadline
	local left = type(deadline) == "number" and math.ceil(deadline - io.monotonic()) or 0
	local is_of_this_boot = left <= M.trial_seconds
	return is_of_this_boot and math.max(0, left) or 0
end

--- Whether there is a file, and the time of its trial is over.
function M.is_overdue(io)
	return M.is_there(io) and M.seconds_left(io) == 0
end

--- The trial; undefined where there is none, where its time is over, and where its file does not say of what it is.
function M.read(io)
	local known = members(io)
	local settings_hash = json_values.text_of(known.settings)
	local left = M.seconds_left(io)
	return type(known.began) == "number" and settings_hash ~= "" and left > 0 and ({
		settings_hash = settings_hash,
		began = known.began,
		seconds_left = left
	}) or nil
end

--- Whether a session has begun since the trial did.
function M.is_new(io, trial, entry)
	local uptime = entry.uptime
	return uptime ~= nil and uptime >= trial.began and store.is_fresh_uptime(io, uptime, M.trial_seconds)
end

function M.finish(io)
	io.remove(path_of(io))
	return ok(true)
end

return M
