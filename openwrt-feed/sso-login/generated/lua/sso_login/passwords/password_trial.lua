-- Generated from src/sso_login/passwords/password_trial.ts by "make lua"; do not edit.
--- The trial without passwords: a file of the run directory while it lasts. Its begin and end are moments of the monotonic clock; a
-- reboot ends it, as the run directory is in RAM.
local M = {}
local public_names = require("sso_login.base.public_names")
local store = require("sso_login.base.store")
local json_values = require("sso_login.base.json_values")

--- Seconds of a trial, and for which the shell may turn passwords off after a login.
M.trial_seconds = 600

local function path_of(io)
	return store.path_of(io, public_names.trial_file)
end

function M.is_there(io)
	return io.file_info(path_of(io)) ~= nil
end

local function read(io)
	return store.read(io, path_of(io)) or {}
end

--- Begins a trial of settings, by the settings hash.
function M.begin(io, settings_hash)
	local deadline = math.ceil(io.monotonic() + M.trial_seconds)
	return store.write(io, path_of(io), {
		deadline = deadline,
		began = math.floor(io.monotonic()),
		settings = settings_hash
	})
end

--- The settings hash of the trial; "" without one.
function M.settings_hash_of(io)
	return json_values.text_of(read(io).settings)
end

--- Continues a trial that cannot be ended now for some seconds.
function M.postpone(io, seconds)
	local known = read(io)
	known.deadline = math.ceil(io.monotonic() + seconds)
	store.write(io, path_of(io), known)
end

--- Seconds until the trial ends; 0 where it is over or its file is damaged.
function M.seconds_left(io)
	local deadline = read(io).deadline
	local left = type(deadline) == "number" and math.ceil(deadline - io.monotonic()) or 0
	return left <= M.trial_seconds + 1 and math.max(0, math.min(left, M.trial_seconds)) or 0
end

--- Whether a session has begun since the trial did.
function M.is_new(io, entry)
	local began = read(io).began
	local uptime = entry.uptime
	return type(began) == "number" and uptime ~= nil and uptime >= began and store.is_fresh_uptime(
		io,
		uptime,
		M.trial_seconds
	)
end

function M.finish(io)
	io.remove(path_of(io))
end

return M
