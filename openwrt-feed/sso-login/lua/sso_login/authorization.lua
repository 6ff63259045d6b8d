-- Generated from src/sso_login/authorization.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__ArrayIncludes = ____lualib.__TS__ArrayIncludes
local ____exports = {}
local ____encoding = require("sso_login.encoding")
local base64url_encode = ____encoding.base64url_encode
local form_encode = ____encoding.form_encode
local ____primitives = require("sso_login.primitives")
local hash_sha256 = ____primitives.hash_sha256
local ____response = require("sso_login.response")
local max_location_length = ____response.max_location_length
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
local ____url = require("sso_login.url")
local add_query = ____url.add_query
--- The address that starts the login at the provider (OpenID Connect Core section 3.1.2.1, RFC 7636 section 4.3).
-- CONFIG_ERROR when it would be too long to send.
function ____exports.get_auth_url(_io, config, discovery, handshake)
	local url = add_query(
		discovery.authorization_endpoint,
		form_encode({
			{"response_type", "code"},
			{"client_id", config.client_id},
			{"redirect_uri", config.redirect_uri},
			{"scope", config.scope},
			{"state", handshake.state},
			{"nonce", handshake.nonce},
			{
				"code_challenge",
				base64url_encode(hash_sha256(handshake.code_verifier))
			},
			{"code_challenge_method", "S256"}
		})
	)
	return #url <= max_location_length and ok(url) or err("CONFIG_ERROR", {option = "scope", must = "be shorter: the authorization address has over 3900 bytes"})
end
--- How this client proves itself at the token endpoint: the configured method, or with `auto` basic if the provider
-- lists it or lists nothing, else post. CONFIG_ERROR when it offers neither. A configuration without the option, built
-- by hand, means `auto`.
function ____exports.choose_auth_method(config, discovery)
	local method = config.token_endpoint_auth_method or "auto"
	if method ~= "auto" then
		return ok(method)
	end
	local offered = discovery.token_endpoint_auth_methods_supported
	if offered == nil or #offered == 0 or __TS__ArrayIncludes(offered, "client_secret_basic") then
		return ok("client_secret_basic")
	end
	if __TS__ArrayIncludes(offered, "client_secret_post") then
		return ok("client_secret_post")
	end
	return err("CONFIG_ERROR", {option = "token_endpoint_auth_method", must = "be one the provider offers, and it offers neither client_secret_basic nor client_secret_post"})
end
return ____exports
