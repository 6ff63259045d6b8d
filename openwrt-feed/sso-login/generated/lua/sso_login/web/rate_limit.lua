-- Generated from src/sso_login/web/rate_limit.ts by "make lua"; do not edit.
local M = {}
local result = require("sso_login.result")
local err, ok = result.err, result.ok
local store = require("sso_login.base.store")
M.max_requests = 50
--- Seconds.
M.window_length = 60
--- Without the run directory nothing works. Under a web server that runs CGI programs as a user of its own that is no
-- fault of the router's but of its set-up: ubus and the configuration with its secret are root's.
local function no_run_dir(io)
	local uid = io.user_id()
	return uid == 0 and err("INTERNAL_ERROR", {reason = "cannot write to the run directory", path = io.paths.run_dir}) or err("CONFIG_ERROR", {reason = {id = "run_as_root"}, uid = uid})
end
--- This request's place in the window's file. Where it cannot be written the disk may be full of what nobody needs any
-- more: the cleaning that the window's first request does comes before it then.
local function take_place(io, path, now)
	local place = io.append_byte(path)
	if place ~= nil then
		return place
	end
	store.clean(io, now)
	return io.append_byte(path)
end
local function limited(now, window)
	return err("RATE_LIMITED", {retry_after = (window + 1) * M.window_length - now})
end
--- Counts this request. Every process appends one byte to the window's file and learns its own place in it from the
-- kernel, so the count is right however many arrive at once. RATE_LIMITED carries `retry_after` in seconds. The request
-- that opens a window also cleans the run directory.
function M.count_request(io)
	local now = io.time()
	local window = math.floor(now / M.window_length)
	local path = store.path_of(
		io,
		"rate_" .. tostring(window)
	)
	local known = io.file_info(path)
	if known ~= nil and known.kind ~= "file" then
		-- Not ours: a link would have us write elsewhere.
		io.remove(path)
	elseif known ~= nil and known.size >= M.max_requests then
		return limited(now, window)
	end
	local place = store.ensure_run_dir(io) and take_place(io, path, now) or nil
	if place == nil then
		return no_run_dir(io)
	end
	if place == 1 then
		store.clean(io, now)
	end
	return place <= M.max_requests and ok(true) or limited(now, window)
end
return M
