-- Generated from src/sso_login/token_registry.ts by "make lua"; do not edit.
local ____exports = {}
local ____primitives = require("sso_login.primitives")
local hash_sha256_hex = ____primitives.hash_sha256_hex
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
local ____store = require("sso_login.store")
local ensure_run_dir = ____store.ensure_run_dir
local path_of = ____store.path_of
--- Registers an access token by its SHA-256. The folder's creation is atomic: the first caller wins, later ones get
-- TOKEN_REPLAYED, for 24 hours.
function ____exports.register(io, access_token)
	local folder = path_of(io, "tokens")
	if not ensure_run_dir(io) or io.make_dir(folder) == "failed" then
		return err("INTERNAL_ERROR", {reason = "cannot make the token registry"})
	end
	local entry = (folder .. "/") .. hash_sha256_hex(access_token)
	local made = io.make_dir(entry)
	if made == "created" then
		return ok(true)
	end
	return made == "exists" and err("TOKEN_REPLAYED") or err("INTERNAL_ERROR", {reason = "cannot register the token"})
end
return ____exports
