-- Generated from src/sso_login/protocol/client_authentication.ts by "make lua"; do not edit.
--- The method by which this client proves itself at the provider (RFC 6749 section 2.3, OpenID Connect Core section 9).
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- Loaded for a client with a key in the place of a secret.
local function client_keys()
	return require("sso_login.jose.client_keys")
end

--- Bytes of the provider's methods in an error.
local max_offered = 200

--- The algorithm of this client's key.
function M.alg_of(config)
	return config.client_assertion_alg or "ES256"
end

--- Whether both texts are sent as they are in a Basic header: some servers do not decode what RFC 6749 encodes there.
function M.needs_no_encoding(config)
	local pair = config.client_id .. config.client_secret
	return bytes.percent_encode(pair) == pair
end

--- The configured method, or with `auto` (which absence means, too) basic if the provider lists it or lists nothing, else
-- post; but post where it is listed, too, and encoding would change id or secret. CONFIG_ERROR when neither is offered, or
-- there is no key to sign with.
function M.choose_method(io, config, metadata)
	local method = config.token_endpoint_auth_method or "auto"
	local alg = M.alg_of(config)
	if method == "private_key_jwt" and client_keys().newest(io, alg) == nil then
		return err("CONFIG_ERROR", {
			option = "token_endpoint_auth_method",
			must = {id = "with_key", params = {alg = alg}}
		})
	end
	if method ~= "auto" then
		return ok(method)
	end
	local offered = metadata.token_endpoint_auth_methods_supported or {}
	local basic = #offered == 0 or lib.ArrayIncludes(offered, "client_secret_basic")
	if lib.ArrayIncludes(offered, "client_secret_post") and not (basic and M.needs_no_encoding(config)) then
		return ok("client_secret_post")
	end
	if basic then
		return ok("client_secret_basic")
	end
	local must = {
		id = "offered_method",
		params = {offered = lib.StringSubstring(table.concat(offered, ", "), 0, max_offered)}
	}
	return err("CONFIG_ERROR", {option = "token_endpoint_auth_method", must = must})
end

return M
