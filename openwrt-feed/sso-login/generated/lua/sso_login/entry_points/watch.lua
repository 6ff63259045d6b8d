-- Generated from src/sso_login/entry_points/watch.ts by "make lua"; do not edit.
--- The process that waits for the ends of programs' sessions and the turns of sessions with a refresh token. It ends the former when their
-- tokens expire, as rpcd's time-out is only one of idleness, and starts the task `revalidate` for the latter. A token exchange or a login
-- starts this process where none runs; it exits when no such session is left. It also applies `session_max_lifetime`.
local M = {}
local protect = require("sso_login.io.protect")
local system = require("sso_login.io.system")
local session_ending = require("sso_login.rpcd.session_ending")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local background = require("sso_login.rpcd.background")
local saved_config = require("sso_login.settings.saved_config")
local package_sections = require("sso_login.settings.package_sections")

--- Seconds between two looks at most, and looks that may fail in a row.
local max_wait = 60
local max_failures = 10

--- Seconds between two calls of providers: an idle router makes none, one with many sessions makes them one by one.
local pause = 2

--- Has the file whose turn it is worked on; returns the next moment at which one may be due, undefined without files.
local function revalidate(io, names, live)
	-- Reads the configuration anew, also for what follows.
	local saved = saved_config.saved_sections(io)
	local now = io.time()
	if not saved.ok then
		return #names > 0 and now + max_wait or nil
	end
	local turn = refresh_tokens.next_turn(io, package_sections.provider_sections(saved.data), names, live)
	if turn == nil or turn.moment > now then
		return turn ~= nil and turn.moment or nil
	end
	background.start(io, "revalidate")
	return now + pause
end

--- Ends overdue sessions; returns the next moment to look, undefined when none is left, `now` where rpcd does not answer.
local function look(io)
	local names = refresh_tokens.list(io)
	local list = rpcd_sessions.list_sso_sessions(io)
	if not list.ok then
		return io.time()
	end
	local live = session_ending.end_overdue(io, list.data)
	local next = revalidate(io, names, live)
	for _, entry in ipairs(live) do
		if entry["end"] ~= nil then
			next = math.min(next or entry["end"], entry["end"])
		end
	end
	return next
end

--- Waits until a moment, or until it is wanted more often than `known`; a minute at most, even where the clock goes back.
local function wait(io, moment, known)
	do
		local waited = 0
		while waited < max_wait and io.time() < moment and background.count_wakes(io) == known do
			io.sleep(1)
			waited = waited + 1
		end
	end
end

--- Looks and waits until no session is left; false where rpcd does not answer or ends no session.
local function watch_all(io)
	local failures = 0
	local known = background.count_wakes(io)
	local next = look(io)
	while next ~= nil and failures < max_failures do
		failures = next <= io.time() and failures + 1 or 0
		wait(io, math.max(next, io.time() + 1), known)
		known = background.count_wakes(io)
		next = look(io)
	end
	return next == nil
end

--- Watches while it has the lock, and looks once more after releasing it: an exchange that found it taken relies on this process.
function M.run(io)
	local lock = background.lock_of(io, "watch")
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
