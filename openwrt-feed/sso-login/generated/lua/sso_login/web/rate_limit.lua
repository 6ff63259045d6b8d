-- Generated from src/sso_login/web/rate_limit.ts by "make lua"; do not edit.
local lib, log, result, store =
    require("sso_login.use")("lualib", "base.log", "result", "base.store")
local M = {}
local err, ok = result.err, result.ok
M.max_requests = 50
--- Refusals of a window that are logged in full.
M.max_lines = 20
--- Seconds.
M.window_length = 60
--- Without the run directory nothing works. Under a web server that runs CGI programs as a user of its own that is no
-- fault of the router's but of its set-up: ubus and the configuration with its secret are root's.
local function no_run_dir(io)
	local uid = io.user_id()
	return uid == 0 and err("INTERNAL_ERROR", {reason = "cannot write to the run directory", path = io.paths.run_dir}) or err("CONFIG_ERROR", {reason = {id = "run_as_root"}, uid = uid})
end
--- Appends this request to the window's file; the answer is its place in it. Where it cannot be written the disk may be
-- full of what nobody needs any more: the cleaning that the window's first request does comes before it then.
local function append_request(io, path, now)
	local place = io.append_byte(path)
	if place ~= nil then
		return place
	end
	store.clean(io, now)
	return io.append_byte(path)
end
--- Which minute this is.
function M.window_of(now)
	return math.floor(now / M.window_length)
end
--- Logs how many refusals earlier windows had, where they were more than their lines: the process that removes a file does.
local function report_refusals(io, window)
	for _, name in ipairs(io.list_dir(io.paths.run_dir) or {}) do
		local path = store.path_of(io, name)
		local info = lib.StringStartsWith(name, "refused_") and name ~= "refused_" .. tostring(window) and io.file_info(path) or nil
		if info ~= nil and io.remove(path) and info.size > M.max_lines then
			log.event(io, "warning", "REFUSALS_COUNTED", {{"count", info.size}})
		end
	end
end
--- Counts a refusal that anybody can cause; the answer is whether it is to be logged in full. One that cannot be counted is.
-- The first one after those says that more follow.
function M.count_refusal(io)
	local window = M.window_of(io.time())
	local place = store.ensure_run_dir(io) and io.append_byte(store.path_of(
		io,
		"refused_" .. tostring(window)
	)) or nil
	if place == 1 then
		report_refusals(io, window)
	elseif place == M.max_lines + 1 then
		log.event(io, "warning", "REFUSALS_COUNTED", {{"in_full", M.max_lines}})
	end
	return place == nil or place <= M.max_lines
end
--- RATE_LIMITED until the next window, by an option where it is one's.
function M.limited(now, option)
	return err(
		"RATE_LIMITED",
		{
			option = option,
			retry_after = (M.window_of(now) + 1) * M.window_length - now
		}
	)
end
--- The file that counts the requests of a window.
function M.path_of(io, window)
	return store.path_of(
		io,
		"rate_" .. tostring(window)
	)
end
--- Whether a file counts `max` requests already.
function M.is_full(io, path, max)
	local known = io.file_info(path)
	if known ~= nil and known.kind ~= "file" then
		-- Not ours: a link would have us write elsewhere.
		io.remove(path)
		return false
	end
	return known ~= nil and known.size >= max
end
--- This request's place in a window's file, which does not grow beyond `max`; undefined when it cannot be counted.
function M.place_in(io, path, now, max)
	if M.is_full(io, path, max) then
		return max + 1
	end
	return store.ensure_run_dir(io) and append_request(io, path, now) or nil
end
--- Counts this request; the answer is whether it is the first of its window, which also cleans the run directory. Every
-- process appends one byte to the window's file and learns its own place in it from the kernel, so the count is right
-- however many arrive at once. RATE_LIMITED carries `retry_after` in seconds.
function M.count_request(io)
	local now = io.time()
	local window = M.window_of(now)
	local place = M.place_in(
		io,
		M.path_of(io, window),
		now,
		M.max_requests
	)
	if place == nil then
		return no_run_dir(io)
	end
	if place == 1 then
		report_refusals(io, window)
		store.clean(io, now)
	end
	return place <= M.max_requests and ok(place == 1) or M.limited(now)
end
return M
