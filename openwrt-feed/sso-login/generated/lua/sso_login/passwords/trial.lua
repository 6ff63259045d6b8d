-- Generated from src/sso_login/passwords/trial.ts by "make lua"; do not edit.
--- The trial of a router without passwords: a file of the run directory, which is there while one lasts. Its end is a moment of
-- the clock that counts from the boot on and never jumps; a reboot ends it, as the run directory is in memory.
local lib = require("sso_login.lualib")
local M = {}
local store = require("sso_login.base.store")
local values = require("sso_login.base.values")
local hash = require("sso_login.jose.hash")

--- Seconds of a trial, and of a login in which the shell may turn passwords off.
M.trial_seconds = 600

--- In the run directory; only the end of the trial removes it.
M.file_name = "password_trial"

local function path_of(io)
	return store.path_of(io, M.file_name)
end

--- Whether there is a trial that somebody has to end.
function M.is_there(io)
	return io.file_info(path_of(io)) ~= nil
end

local function write(io, seconds, sessions)
	return store.write(io, path_of(io), {deadline = math.ceil(io.monotonic() + seconds), sessions = sessions})
end

--- Begins a trial. The sessions that live now cannot confirm it.
function M.begin(io, sessions)
	return write(
		io,
		M.trial_seconds,
		table.concat(lib.ArrayMap(sessions, function(_, entry) return hash.hash_sha256_hex(entry.sid) end), " ")
	)
end

--- Lets the trial go on so many seconds, as it cannot be ended now.
function M.postpone(io, seconds)
	local known = store.read(io, path_of(io))
	return write(io, seconds, known ~= nil and values.text_of(known.sessions) or "")
end

--- Seconds until the trial ends; 0 where it is over, or no one knows when it began.
function M.seconds_left(io)
	local known = store.read(io, path_of(io))
	local ____temp_0
	if known ~= nil then
		____temp_0 = known.deadline
	else
		____temp_0 = nil
	end
	local deadline = ____temp_0
	local left = type(deadline) == "number" and math.ceil(deadline - io.monotonic()) or 0
	return left <= M.trial_seconds + 1 and math.max(0, math.min(left, M.trial_seconds)) or 0
end

--- Whether a session began after the trial did.
function M.is_new(io, sid)
	local known = store.read(io, path_of(io))
	return known ~= nil and not lib.StringIncludes(values.text_of(known.sessions), hash.hash_sha256_hex(sid))
end

function M.finish(io)
	io.remove(path_of(io))
end

return M
