-- Generated from src/sso_login/base/store.ts by "make lua"; do not edit.
--- Small JSON files in the run directory, and their removal. Their names are made of our own words and of hexadecimal
-- hashes: no value of a request ever becomes part of a path.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")

--- Lifetimes of the specification, in seconds.
M.handshake_lifetime = 300
M.cache_lifetime = 24 * 3600

--- Seconds by which clocks are usually corrected.
local clock_slack = 300

--- Twice the largest document (256 KB), as JSON may be longer than what it was decoded from.
local max_file_bytes = 2 * 262144

--- The path of a file of the run directory.
function M.path_of(io, name)
	return io.paths.run_dir .. "/" .. name
end

--- Makes the run directory where it is missing; false when there is none to work with.
function M.ensure_run_dir(io)
	return io.make_dir(io.paths.run_dir) ~= "failed"
end

--- Whether another process has a lock: this one takes it for a moment, as the kernel tells it in no other way.
function M.is_locked(io, path)
	local is_free = io.lock(path)
	if is_free then
		io.unlock(path)
	end
	return not is_free
end

--- A stored object; undefined when the file is missing, truncated or anything else.
function M.read(io, path)
	local text = io.read_file(path, max_file_bytes)
	if text == nil then
		return nil
	end
	local decoded = json.decode_file(text)
	return decoded.ok and decoded.data or nil
end

--- Stores an object, whole or not at all.
function M.write(io, path, value)
	return M.ensure_run_dir(io) and io.write_file(path, json.encode(value))
end

--- Whether something made at `made_at` is at most `lifetime` seconds old. A moment that no program of ours can have written is not: one
-- before the clock's beginning, or from the future, except for the usual correction of clocks.
function M.is_fresh(made_at, now, lifetime)
	local is_moment = type(made_at) == "number" and made_at >= 0
	return is_moment and now < made_at + lifetime and now > made_at - clock_slack
end

--- The same by the clock that does not jump: nothing corrects it, so that nothing is from its future.
function M.is_fresh_uptime(io, made_at, lifetime)
	local now = io.monotonic()
	return made_at <= now and M.is_fresh(made_at, now, lifetime)
end

--- A stored object that is fresh by its member `made_at`.
function M.read_fresh(io, path, made_at, lifetime)
	local stored = M.read(io, path)
	return stored ~= nil and M.is_fresh(stored[made_at], io.time(), lifetime) and stored or nil
end

--- A stored object, once: it is renamed before it is read, so that of two requests at once only one gets it. Undefined where there
-- is none, empty where it is damaged.
function M.take(io, path)
	local taken = path .. ".consumed"
	if not io.rename(path, taken) then
		return nil
	end
	local stored = M.read(io, taken) or {}
	io.remove(taken)
	return stored
end

--- Removes the files of a folder whose names begin so: a file, and temporary ones of processes that were killed while they wrote it.
function M.remove_all(io, folder, prefix)
	for _, name in ipairs(io.list_dir(folder) or {}) do
		if lib.StringStartsWith(name, prefix) then
			io.remove(folder .. "/" .. name)
		end
	end
end

return M
