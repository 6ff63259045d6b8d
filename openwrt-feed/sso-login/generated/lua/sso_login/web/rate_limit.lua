-- Generated from src/sso_login/web/rate_limit.ts by "make lua"; do not edit.
--- The windows of requests, a minute of the clock each (specification, "Limits"), and the log's share: of refusals that any client can
-- cause, 20 a minute are logged in full and the others counted, so that no client can flood the log.
local lib = require("sso_login.lualib")
local M = {}
local result = require("sso_login.result")
local store = require("sso_login.base.store")
local package_sections = require("sso_login.settings.package_sections")
local err, ok = result.err, result.ok

--- The first request of a window needs it.
local function clean_up()
	return require("sso_login.web.clean_up")
end

--- Loaded only for a line.
local function log()
	return require("sso_login.base.log")
end

--- The windows by what is counted in them.
local windows = {
	requests = {name = "rate", max = 50, is_proven = false},
	logouts = {name = "rate_logouts", max = 200, is_proven = true},
	logout_tokens = {name = "rate_logouts", max = 200, is_proven = true},
	backchannel = {name = "rate_backchannel", max = 50, is_proven = false},
	exchanges = {name = "rate_exchanges", max = 50, is_proven = false, client_limit = "10"},
	subject = {name = "rate_program", max = 60, is_proven = true},
	client = {name = "rate_programs", max = 240, is_proven = true}
}

--- The window of a kind of requests; of an owner alone, a provider's section or a hash, where the kind has owners.
function M.window_of(kind, owner)
	local window = windows[kind]
	local name = owner ~= nil and window.name .. "_" .. owner or window.name
	return {name = name, max = window.max, is_proven = window.is_proven, client_limit = window.client_limit}
end

--- The share of one IP address while passwords are off: half of the window, so that strangers do not close the only door.
local closed_limit = "25"

--- The share that one IP address has of a window; undefined where it has none of its own.
function M.limit_of(io, window)
	if window.is_proven then
		return nil
	end
	local set = package_sections.option_of(io, "client_limit") or window.client_limit
	local limit = set or (package_sections.option_of(io, "password_login") == "off" and closed_limit or nil)
	-- A list is no limit.
	return type(limit) == "string" and limit or nil
end

--- Refusals of a minute that are logged in full, and those that are counted.
local max_lines = 20
local max_counted = 10000

--- Seconds.
local window_length = 60

--- The minute of the clock.
function M.minute_of(now)
	return math.floor(now / window_length)
end

--- Without the run directory nothing works. Where a web server runs CGI programs as another user than root, its
-- set-up is wrong: ubus and the configuration with its secret belong to root.
function M.no_run_dir(io)
	local uid = io.user_id()
	return uid == 0 and err("INTERNAL_ERROR", {
		reason = "cannot write to the run directory",
		path = io.paths.run_dir
	}) or err("CONFIG_ERROR", {reason = {id = "run_as_root"}, uid = uid})
end

--- RATE_LIMITED until the next window; `option` names the option whose limit it is, and `share` says how much that is now.
function M.rate_limited(now, option, share)
	local retry_after = (M.minute_of(now) + 1) * window_length - now
	return err("RATE_LIMITED", {option = option, retry_after = retry_after, share = share}, nil, {
		retry_after = retry_after
	})
end

--- The file that counts a window's requests.
local function path_of(io, window, now)
	return store.path_of(io, (window.name .. "_") .. tostring(M.minute_of(now)))
end

--- Whether a file counts `max` requests already.
function M.is_full(io, path, max)
	local known = io.file_info(path)
	if known ~= nil and known.kind ~= "file" then
		-- Not a file of the service: a link would lead writes elsewhere.
		io.remove(path)
		return false
	end
	return known ~= nil and known.size >= max
end

--- This request's place in a window's file, which does not grow beyond `max`; undefined when it cannot be counted.
function M.position_in(io, path, now, max)
	if M.is_full(io, path, max) then
		return max + 1
	end
	if not store.ensure_run_dir(io) then
		return nil
	end
	local place = io.append_byte(path)
	if place ~= nil then
		return place
	end
	-- The disk may be full of outdated files.
	clean_up().clean(io, now)
	return io.append_byte(path)
end

--- Whether a window takes no more requests in this minute.
function M.is_window_full(io, window)
	return M.is_full(io, path_of(io, window, io.time()), window.max)
end

--- Whether this request is the first of a minute, whatever its window: who appends the first byte to the minute's file.
local function is_first_of_minute(io, now)
	return M.position_in(
		io,
		store.path_of(io, "cleaned_" .. tostring(M.minute_of(now))),
		now,
		1
	) == 1
end

--- Logs how many refusals earlier windows had, where they were more than their lines. The process that removes the file logs it.
local function report_refusals(io, minute)
	for _, name in ipairs(io.list_dir(io.paths.run_dir) or {}) do
		local path = store.path_of(io, name)
		local info = lib.StringStartsWith(name, "refused_") and name ~= "refused_" .. tostring(
			minute
		) and io.file_info(path) or nil
		if info ~= nil and io.remove(path) and info.size > max_lines then
			log().event(io, "warning", "REFUSALS_COUNTED", {{"count", info.size}})
		end
	end
end

--- Counts a refusal that any client can cause, and returns whether it is logged in full; one that cannot be counted is. The first
-- refusal after the lines of its minute writes a line that more follow.
function M.count_refusal(io)
	local minute = M.minute_of(io.time())
	local place = M.position_in(io, store.path_of(io, "refused_" .. tostring(minute)), io.time(), max_counted)
	if place == 1 then
		report_refusals(io, minute)
	elseif place == max_lines + 1 then
		log().event(io, "warning", "REFUSALS_COUNTED", {{"in_full", max_lines}})
	end
	return place == nil or place <= max_lines
end

--- Counts this request in a window; the answer is whether it is the first there; the first of a minute cleans the run directory. Every
-- process appends one byte to the window's file, and the kernel tells it the position, so the count is right
-- however many arrive at once. RATE_LIMITED carries `retry_after` in seconds.
function M.count_request(io, window)
	local now = io.time()
	local place = M.position_in(io, path_of(io, window, now), now, window.max)
	if place == nil then
		return M.no_run_dir(io)
	end
	-- The first of a minute is the first of its window, too.
	if place == 1 and is_first_of_minute(io, now) then
		report_refusals(io, M.minute_of(now))
		clean_up().clean(io, now)
	end
	return place <= window.max and ok(place == 1) or M.rate_limited(now)
end

return M
