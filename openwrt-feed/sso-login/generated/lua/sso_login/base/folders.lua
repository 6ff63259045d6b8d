-- Generated from src/sso_login/base/folders.ts by "make lua"; do not edit.
--- Folders that take no file, such as a full or a read-only one.
local M = {}

--- Why a folder did not take a file.
function M.fault_of(io, folder)
	return io.is_read_only(folder) and "read_only" or "no_room"
end

--- Why a folder would not take a text, which is written there for a moment, but not where the kernel knows better; undefined where it would.
function M.try_write(io, folder, name, text)
	local path = folder .. "/" .. name
	if io.is_read_only(folder) or not io.write_file(path, text) then
		return M.fault_of(io, folder)
	end
	io.remove(path)
	return nil
end

return M
