-- Generated from src/sso_login/protocol/token_registry.ts by "make lua"; do not edit.
--- The access-token registry: a token opens one session, once (specification, "Access-token registry").
local lib = require("sso_login.lualib")
local M = {}
local hash = require("sso_login.jose.hash")
local result = require("sso_login.result")
local store = require("sso_login.base.store")
local err, ok = result.err, result.ok

--- Seconds that a token is remembered.
M.lifetime = 24 * 3600

--- The registry, in the run directory.
M.root_name = "tokens"

--- The folder of the entries whose names begin with these two hexadecimal digits.
local function folder_of(io, digits)
	return store.path_of(io, M.root_name .. "/" .. digits)
end

--- Removes the entries of one folder that are over their age; one from the future, after a clock change, stays.
function M.clean(io, digits, now)
	local folder = folder_of(io, digits)
	for _, name in ipairs(io.list_dir(folder) or {}) do
		local info = io.file_info(folder .. "/" .. name)
		if info ~= nil and now >= info.mtime + M.lifetime then
			io.remove(folder .. "/" .. name)
		end
	end
end

--- When a token was registered, in Unix seconds; undefined when it was not within 24 hours.
function M.registered_at(io, access_token)
	local name = hash.hash_sha256_hex(access_token)
	local info = io.file_info(folder_of(io, lib.StringSubstring(name, 0, 2)) .. "/" .. name)
	return info ~= nil and io.time() < info.mtime + M.lifetime and info.mtime or nil
end

--- Registers an access token by its SHA-256. The folder's creation is atomic: the first caller wins, later ones get
-- TOKEN_REPLAYED, for 24 hours.
function M.register(io, access_token)
	local name = hash.hash_sha256_hex(access_token)
	local digits = lib.StringSubstring(name, 0, 2)
	local folder = folder_of(io, digits)
	local made_all = store.ensure_run_dir(io) and io.make_dir(store.path_of(io, M.root_name)) ~= "failed"
	if not made_all or io.make_dir(folder) == "failed" then
		return err("INTERNAL_ERROR", {reason = "cannot make the token registry"})
	end
	M.clean(io, digits, io.time())
	local made = io.make_dir(folder .. "/" .. name)
	if made == "created" then
		return ok(true)
	end
	return made == "exists" and err("TOKEN_REPLAYED") or err("INTERNAL_ERROR", {reason = "cannot register the token"})
end

return M
