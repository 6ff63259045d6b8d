-- Generated from src/sso_login/login/login_cookie.ts by "make lua"; do not edit.
--- The cookie of one login, beside the specified one, which the next start overwrites: several logins of a browser do not
-- disturb one another, and a callback's address is worth nothing in another browser.
local lib = require("sso_login.lualib")
local M = {}
local encoding = require("sso_login.base.encoding")
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local hash = require("sso_login.jose.hash")
local result = require("sso_login.result")
local handshake_record = require("sso_login.login.handshake_record")
local err, ok = result.err, result.ok

--- Cookies of logins that a browser may have: each request carries them all, and web servers limit a header line.
local max_cookies = 8

--- Digits of a state's hash in a cookie's name.
local id_length = 8

--- The name of the cookie of a state's login.
function M.name_of(state)
	return public_names.cookie_prefix .. hash.safe_id(state)
end

--- A fresh value, and the hash that the record keeps of it.
function M.create()
	local value = encoding.base64url_encode(hash.random(32))
	return {value = value, hash = hash.hash_sha256_hex(value)}
end

--- Whether the login of a state began in the browser that sent these cookies. `handshake` is its record, where there is one: with a
-- hash in it, the login's own cookie must match that, and the specified cookie does not matter; else the specified cookie must be
-- the state. Fails with MISSING_HANDSHAKE_COOKIE or STATE_PARAMETER_MISMATCH.
function M.check(cookies, state, handshake)
	local own_hash = handshake ~= nil and handshake.cookie_hash or nil
	local value = cookies[own_hash ~= nil and M.name_of(state) or public_names.state_cookie] or ""
	if value == "" then
		return err("MISSING_HANDSHAKE_COOKIE")
	end
	local matches
	if own_hash ~= nil then
		matches = hash.constant_time_eq(hash.hash_sha256_hex(value), own_hash)
	else
		matches = hash.constant_time_eq(value, state)
	end
	return matches and ok(true) or err("STATE_PARAMETER_MISMATCH")
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
		local started_at = handshake_record.started_at(io, files, id_of(name))
		if started_at == nil then
			cleared[#cleared + 1] = name
		else
			live[(tostring(started_at) .. " ") .. name] = name
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
