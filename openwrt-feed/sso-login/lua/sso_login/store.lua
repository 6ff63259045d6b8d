-- Generated from src/sso_login/store.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__StringStartsWith = ____lualib.__TS__StringStartsWith
local __TS__StringEndsWith = ____lualib.__TS__StringEndsWith
local ____exports = {}
local ____json = require("sso_login.io.json")
local decode_object = ____json.decode_object
local encode = ____json.encode
--- Lifetimes of the specification, in seconds.
____exports.handshake_lifetime = 300
____exports.cache_lifetime = 24 * 3600
____exports.registry_lifetime = 24 * 3600
--- Twice the largest document (256 KB), as JSON may be longer than what it was decoded from.
local max_file_bytes = 2 * 262144
--- Where a file of the run directory is.
function ____exports.path_of(io, name)
	return (io.paths.run_dir .. "/") .. name
end
--- Makes the run directory where it is missing; false when there is none to work with.
function ____exports.ensure_run_dir(io)
	return io.make_dir(io.paths.run_dir) ~= "failed"
end
--- A stored object; undefined when the file is missing, truncated or anything else.
function ____exports.read(io, path)
	local text = io.read_file(path, max_file_bytes)
	if text == nil then
		return nil
	end
	local decoded = decode_object(text)
	return decoded.ok and decoded.data or nil
end
--- Stores an object, whole or not at all.
function ____exports.write(io, path, value)
	return ____exports.ensure_run_dir(io) and io.write_file(
		path,
		encode(value)
	)
end
--- Whether something made at `made_at` still counts `lifetime` seconds long. A clock that was set back makes it count
-- no longer, except for the few minutes by which clocks are usually corrected.
function ____exports.is_fresh(made_at, now, lifetime)
	return type(made_at) == "number" and now < made_at + lifetime and now > made_at - ____exports.handshake_lifetime
end
--- How long a file of the run directory is kept: caches a day, everything else, such as the temporary file of a process
-- that was killed, as long as a login may take.
local function lifetime_of(name)
	local cache = __TS__StringStartsWith(name, "discovery_") or __TS__StringStartsWith(name, "jwks_")
	return cache and __TS__StringEndsWith(name, ".json") and ____exports.cache_lifetime or ____exports.handshake_lifetime
end
--- Removes the token registry's entries that are over their age; one from the future, after a clock change, stays.
local function clean_registry(io, now)
	local folder = ____exports.path_of(io, "tokens")
	for ____, name in ipairs(io.list_dir(folder) or ({})) do
		local info = io.file_info((folder .. "/") .. name)
		if info ~= nil and now >= info.mtime + ____exports.registry_lifetime then
			io.remove((folder .. "/") .. name)
		end
	end
end
--- Removes expired handshakes, what a consumed or interrupted one left, old counters, caches and registry entries; at
-- their age also links and empty folders that took the place of one of them.
function ____exports.clean(io, now)
	for ____, name in ipairs(io.list_dir(io.paths.run_dir) or ({})) do
		local path = ____exports.path_of(io, name)
		local info = io.file_info(path)
		local is_registry = name == "tokens" and info ~= nil and info.kind == "directory"
		if info ~= nil and not is_registry and not ____exports.is_fresh(
			info.mtime,
			now,
			lifetime_of(name)
		) then
			io.remove(path)
		end
	end
	clean_registry(io, now)
end
return ____exports
