-- Generated from src/sso_login/logout/rp_logout.ts by "make lua"; do not edit.
--- The logout at the provider, where the browser goes after the logout here (OpenID Connect RP-Initiated Logout 1.0).
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local encoding = require("sso_login.base.encoding")
local urls = require("sso_login.base.urls")
local hash = require("sso_login.jose.hash")
local known_metadata = require("sso_login.protocol.known_metadata")
local provider_metadata = require("sso_login.protocol.provider_metadata")

--- Loaded for a long address.
local function provider_calls()
	return require("sso_login.protocol.provider_calls")
end

--- Random bytes of a state.
local state_bytes = 16

--- Bytes of an address that any provider takes; Microsoft Entra ID refuses longer ones.
local short_length = 2000

--- Whether an address tells an error in its query or fragment.
function M.tells_error(location)
	return lib.ArraySome(
		{"?", "&", "#"},
		function(_, sign) return lib.StringIncludes(location, sign .. "error=") end
	)
end

--- Whether the provider takes a logout by `client_id` alone: it answers one without cookies by a page, or leads to no error.
local function takes_client(io, config, short)
	local url = provider_metadata.at_origin(short, provider_metadata.internal_origin(config.internal_issuer_url))
	local request = {method = "GET", url = url, headers = {"Accept: text/html"}}
	local answer = provider_calls().call(io, config, request, "OIDC_DISCOVERY_FAILED")
	return answer.ok and answer.data.status < 400 and not M.tells_error(answer.data.location or "")
end

--- The provider's logout address with its parameters (section 2); `id_token` is "" where there is none. The state is sent only with the
-- address to return to. It is not compared: that page only shows LuCI.
function M.logout_address(config, endpoint, id_token, state)
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
	local state = bytes.base64url_encode(hash.random(state_bytes))
	local full = M.logout_address(config, endpoint, hint, state)
	local short = M.logout_address(config, endpoint, "", state)
	local url = (full == short or #full <= short_length or not takes_client(io, config, short)) and full or short
	return #url <= urls.max_location_length and url or "/"
end

return M
