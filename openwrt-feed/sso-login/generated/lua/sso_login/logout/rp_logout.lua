-- Generated from src/sso_login/logout/rp_logout.ts by "make lua"; do not edit.
--- The logout at the provider, where the browser goes after the logout here (OpenID Connect RP-Initiated Logout 1.0).
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local encoding = require("sso_login.base.encoding")
local urls = require("sso_login.base.urls")
local hash = require("sso_login.jose.hash")
local known_metadata = require("sso_login.protocol.known_metadata")

--- Random bytes of a state.
local state_bytes = 16

--- The provider's logout address with its parameters (section 2); `id_token` is "" where there is none. The state is sent only with the
-- address to return to. It is not compared: that page only shows LuCI.
local function logout_address(config, endpoint, id_token, state)
	local params = {{"client_id", config.client_id}}
	if config.post_logout_redirect_uri ~= nil then
		params[#params + 1] = {"post_logout_redirect_uri", config.post_logout_redirect_uri}
		params[#params + 1] = {"state", state}
	end
	local without_hint = urls.add_query(endpoint, encoding.form_encode(params))
	if id_token == "" then
		return without_hint
	end
	local hint = {{"id_token_hint", id_token}}
	local with_hint = urls.add_query(endpoint, encoding.form_encode(lib.ArrayConcat(hint, params)))
	return #with_hint <= urls.max_location_length and with_hint or without_hint
end

--- The address for the browser: the provider's logout page, or `/` when it has none. Only the issuer of the session gets its ID Token: the
-- section may be another provider's meanwhile.
function M.address(io, config, issuer, id_token)
	local metadata = known_metadata.of_provider(io, config)
	local endpoint = metadata.ok and metadata.data.end_session_endpoint or nil
	if endpoint == nil then
		return "/"
	end
	local hint = issuer == config.issuer_url and id_token or ""
	local url = logout_address(config, endpoint, hint, bytes.base64url_encode(hash.random(state_bytes)))
	return #url <= urls.max_location_length and url or "/"
end

return M
