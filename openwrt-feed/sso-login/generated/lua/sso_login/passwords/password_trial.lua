-- Generated from src/sso_login/passwords/password_trial.ts by "make lua"; do not edit.
--- The trial without passwords: a file of the run directory while it lasts. Its end is a moment of the monotonic clock; a reboot
-- ends it, as the run directory is in RAM.
local lib = require("sso_login.lualib")
local M = {}
local store = require("sso_login.base.store")
local json_values = require("sso_login.base.json_values")
local hash = require("sso_login.jose.hash")

--- Seconds of a trial, and for which the shell may turn passwords off after a login.
M.trial_seconds = 600

--- A file of the run directory that the service's cleaning leaves alone.
M.file_name = "password_trial"

local function path_of(io)
	return store.path_of(io, M.file_name)
end

function M.is_there(io)
	return io.file_info(path_of(io)) ~= nil
end

local function write(io, seconds, sessions)
	return store.write(io, path_of(io), {deadline = math.ceil(io.monotonic() + seconds), sessions = sessions})
end

--- Begins a trial, which the given sessions cannot confirm.
function M.begin(io, sessions)
	return write(
		io,
		M.trial_seconds,
		table.concat(lib.ArrayMap(sessions, function(_, entry) return hash.hash_sha256_hex(entry.sid) end), " ")
	)
end

--- Continues a trial that cannot be ended now for some seconds.
function M.postpone(io, seconds)
	local known = store.read(io, path_of(io))
	return write(io, seconds, known ~= nil and json_values.text_of(known.sessions) or "")
end

--- Seconds until the trial ends; 0 where it is over or its file is damaged.
function M.seconds_left(io)
	local known = store.read(io, path_of(io))
	local deadline
	if known ~= nil then
		deadline = known.deadline
	else
		deadline = nil
	end
	local left = type(deadline) == "number" and math.ceil(deadline - io.monotonic()) or 0
	return left <= M.trial_seconds + 1 and math.max(0, math.min(left, M.trial_seconds)) or 0
end

function M.is_new(io, sid)
	local known = store.read(io, path_of(io))
	return known ~= nil and not lib.StringIncludes(json_values.text_of(known.sessions), hash.hash_sha256_hex(sid))
end

function M.finish(io)
	io.remove(path_of(io))
end

return M
