-- Generated from src/sso_login/login/surplus_cookies.ts by "make lua"; do not edit.
--- Room in a browser for the cookie of one login more.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local store = require("sso_login.base.store")
local strings = require("sso_login.base.strings")
local handshake_record = require("sso_login.login.handshake_record")

--- Cookies of logins that a browser may have: each request carries them all, and web servers limit a header line.
local max_cookies = 8

--- Digits of a state's hash in a cookie's name.
local id_length = 8

--- The start of the login whose state's hash begins with these digits, in Unix seconds; undefined when `files`, the names in
-- the run directory, have no record of it.
local function started_at(io, files, digits)
	local name = lib.ArrayFind(
		files,
		function(_, file) return lib.StringStartsWith(
			file,
			handshake_record.file_prefix .. digits
		) and lib.StringEndsWith(file, handshake_record.file_suffix) end
	)
	local info = name ~= nil and io.file_info(store.path_of(io, name)) or nil
	return info ~= nil and info.mtime or nil
end

--- The digits in the name of a login's cookie; "" for other cookies.
local function id_of(name)
	local id = lib.StringSubstring(name, #public_names.cookie_prefix)
	local is_own = lib.StringStartsWith(
		name,
		public_names.cookie_prefix
	) and #id == id_length and strings.consists_of(id, "hex")
	return is_own and id or ""
end

--- The names of the cookies that a start must clear, so that with the new one the browser has eight at most: those whose record is
-- gone, then the oldest.
function M.surplus(io, cookies)
	local all = lib.ArrayFilter(strings.sorted_keys(cookies), function(_, name) return id_of(name) ~= "" end)
	if #all < max_cookies then
		return {}
	end
	local files = io.list_dir(io.paths.run_dir) or {}
	local cleared = {}
	local live = {}
	for _, name in ipairs(all) do
		local began_at = started_at(io, files, id_of(name))
		if began_at == nil then
			cleared[#cleared + 1] = name
		else
			live[(tostring(began_at) .. " ") .. name] = name
		end
	end
	local oldest = strings.sorted_keys(live)
	local too_many = math.max(0, #oldest + 1 - max_cookies)
	return lib.ArrayConcat(
		cleared,
		lib.ArrayMap(lib.ArraySlice(oldest, 0, too_many), function(_, began) return live[began] or "" end)
	)
end

return M
