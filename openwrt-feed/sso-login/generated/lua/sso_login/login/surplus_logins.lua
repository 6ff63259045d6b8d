-- Generated from src/sso_login/login/surplus_logins.ts by "make lua"; do not edit.
--- Room in a browser for the cookie of one login more.
local lib = require("sso_login.lualib")
local M = {}
local store = require("sso_login.base.store")
local strings = require("sso_login.base.strings")
local handshake_record = require("sso_login.login.handshake_record")

--- Logins whose cookies a browser may have: each request carries them all, and web servers limit a header line.
M.max_logins = 8

--- The start of the login whose state's hash begins with this id, in Unix seconds; undefined when `files`, the names in
-- the run directory, have no record of it.
local function started_at(io, files, id)
	local name = lib.ArrayFind(
		files,
		function(_, file) return lib.StringStartsWith(
			file,
			handshake_record.file_prefix .. id
		) and lib.StringEndsWith(file, handshake_record.file_suffix) end
	)
	local info = name ~= nil and io.file_info(store.path_of(io, name)) or nil
	return info ~= nil and info.mtime or nil
end

--- The logins of a browser that a start makes it forget, so that with the new one it has eight at most: those whose record is gone, then
-- the oldest. `ids` are those of all its logins, sorted.
function M.surplus(io, ids)
	if #ids < M.max_logins then
		return {}
	end
	local files = io.list_dir(io.paths.run_dir) or {}
	local forgotten = {}
	local live = {}
	for _, id in ipairs(ids) do
		local began_at = started_at(io, files, id)
		if began_at == nil then
			forgotten[#forgotten + 1] = id
		else
			live[(tostring(began_at) .. " ") .. id] = id
		end
	end
	local oldest = strings.sorted_keys(live)
	local too_many = math.max(0, #oldest + 1 - M.max_logins)
	return lib.ArrayConcat(
		forgotten,
		lib.ArrayMap(lib.ArraySlice(oldest, 0, too_many), function(_, began) return live[began] or "" end)
	)
end

return M
