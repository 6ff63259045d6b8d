-- Generated from src/sso_login/passwords/guard.ts by "make lua"; do not edit.
--- The guard restores passwords where this service cannot: a script for the boot, which backups and upgrades of the system keep, so
-- that it runs in an image without the package, too; and a reserve of room on the flash for writing rpcd's sections.
local lib = require("sso_login.lualib")
local M = {}
local store = require("sso_login.base.store")
local hash = require("sso_login.jose.hash")
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- Bytes of the reserve: rpcd's file twice, and the overhead of a file system.
local spare_bytes = 16384

--- Bytes of the longest script.
local max_script = 16384
local script_file = "zz-sso-login-password"
local reserve_file = ".sso-login.reserve"

local function script_folder(io)
	return io.paths.system_dir .. "/uci-defaults"
end

local function script_path(io)
	return script_folder(io) .. "/" .. script_file
end

local function reserve_path(io)
	return io.paths.config_dir .. "/" .. reserve_file
end

--- Whether a folder has a file, or what a process has left that was killed while it wrote that.
local function has(io, folder, file)
	return lib.ArraySome(
		io.list_dir(folder) or {},
		function(_, name) return lib.StringStartsWith(name, file) end
	)
end

--- Whether there is something of the script, or of the reserve.
function M.is_there(io)
	return has(io, script_folder(io), script_file) or has(io, io.paths.config_dir, reserve_file)
end

--- Whether the copy is that of the package, and the room is reserved, which a backup does not keep.
function M.is_current(io)
	local copy = io.read_file(script_path(io), max_script)
	local has_room = io.file_info(reserve_path(io)) ~= nil
	return has_room and copy ~= nil and copy == io.read_file(io.paths.password_guard, max_script)
end

function M.release_room(io)
	store.remove_all(io, io.paths.config_dir, reserve_file)
end

function M.remove(io)
	store.remove_all(io, script_folder(io), script_file)
	M.release_room(io)
	return ok(true)
end

local function write(io, path, text)
	return io.write_file(path, text) and ok(true) or err("UCI_ERROR", {path = path, reason = "cannot be written"})
end

--- Copies the script and writes the reserve. UCI_ERROR where the flash is full or the package incomplete; what was written stays until passwords
-- are on (password_events.give_up).
function M.install(io)
	local script = io.read_file(io.paths.password_guard, max_script)
	if script == nil then
		return err("UCI_ERROR", {path = io.paths.password_guard, reason = "cannot be read"})
	end
	-- Making a folder that exists would change its mode.
	if io.file_info(script_folder(io)) == nil then
		io.make_dir(script_folder(io))
	end
	local copied = write(io, script_path(io), script)
	-- Random bytes, as compressed ones would keep no room free.
	return copied.ok and write(io, reserve_path(io), hash.random(spare_bytes)) or copied
end

return M
