-- Generated from src/sso_login/program/watch.ts by "make lua"; do not edit.
--- Ends the sessions of programs when their tokens expire, as rpcd's time-out is only one of idleness. A token exchange starts this
-- process where none runs; it exits when no such session is left. It also applies `session_max_lifetime`.
local M = {}
local protect = require("sso_login.io.protect")
local system = require("sso_login.io.system")
local store = require("sso_login.base.store")
local ending = require("sso_login.rpcd.ending")
local sessions = require("sso_login.rpcd.sessions")

--- Seconds between two looks at most, and looks that may fail in a row.
local max_wait = 60
local max_failures = 10

--- The number of exchanges so far: each appends a byte to the file.
local function exchanges(io)
	local info = io.file_info(store.path_of(io, "watch"))
	return info ~= nil and info.size or 0
end

--- Ends overdue sessions; returns the next moment to look, undefined when none is left, `now` where rpcd does not answer.
local function look(io)
	local list = sessions.list_sso_sessions(io)
	if not list.ok then
		return io.time()
	end
	local next
	for _, entry in ipairs(ending.end_overdue(io, list.data)) do
		if entry["end"] ~= nil then
			next = math.min(next or entry["end"], entry["end"])
		end
	end
	return next
end

--- Waits until a moment, or until there are more exchanges than `known`.
local function wait(io, moment, known)
	local latest = math.min(moment, io.time() + max_wait)
	while io.time() < latest and exchanges(io) == known do
		io.sleep(1)
	end
end

--- Looks and waits until no session is left; false where rpcd does not answer or ends no session.
local function watch_all(io)
	local failures = 0
	local known = exchanges(io)
	local next = look(io)
	while next ~= nil and failures < max_failures do
		failures = next <= io.time() and failures + 1 or 0
		wait(io, math.max(next, io.time() + 1), known)
		known = exchanges(io)
		next = look(io)
	end
	return next == nil
end

--- Watches while it has the lock, and looks once more after releasing it: an exchange that found it taken relies on this process.
function M.run(io)
	local lock = store.path_of(io, "watch.lock")
	local is_needed = true
	while is_needed and io.lock(lock) do
		local is_done = watch_all(io)
		io.unlock(lock)
		is_needed = is_done and look(io) ~= nil
	end
end

--- Returns the exit status.
function M.main(_args, options)
	protect.protect(function()
		M.run(system.create(options or {}))
	end)
	return 0
end

return M
