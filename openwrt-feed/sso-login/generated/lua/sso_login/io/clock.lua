-- Generated from src/lua/io/clock.ts by "make lua"; do not edit.
local M = {}

local function posix_time()
	return require("posix.time")
end

function M.monotonic()
	local clock = posix_time()
	local now = clock.clock_gettime(clock.CLOCK_MONOTONIC)
	return now.tv_sec + now.tv_nsec / 1000000000
end

function M.sleep(seconds)
	local whole = math.floor(seconds)
	posix_time().nanosleep({tv_sec = whole, tv_nsec = math.floor((seconds - whole) * 1000000000)})
end

--- Whether SIGHUP has come since the last wait.
local is_told = false

local function posix_signal()
	return require("posix.signal")
end

function M.wait(seconds)
	local signals = posix_signal()
	signals.signal(signals.SIGTERM, signals.SIG_DFL)
	signals.signal(signals.SIGHUP, function()
		is_told = true
	end)
	if not is_told then
		M.sleep(seconds)
	end
	is_told = false
end

function M.ignore_signals()
	local signals = posix_signal()
	for _, name in ipairs({signals.SIGTERM, signals.SIGHUP}) do
		-- No SIG_IGN, which the processes that this one starts would have, too.
		signals.signal(name, function() return nil end)
	end
end

--- A Unix time as people read it, `2026-01-31 12:00:00 UTC`: as the days of certificates.
function M.format_time(seconds)
	return os.date("!%Y-%m-%d %H:%M:%S UTC", seconds)
end

return M
