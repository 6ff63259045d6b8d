-- Generated from src/sso_login/protocol/authorization_request.ts by "make lua"; do not edit.
--- The authorization request (OpenID Connect Core section 3.1.2.1, RFC 7636).
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local encoding = require("sso_login.base.encoding")
local urls = require("sso_login.base.urls")
local hash = require("sso_login.jose.hash")
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- Loaded for a provider that demands pushed requests.
local function pushed_request()
	return require("sso_login.protocol.pushed_request")
end

--- The parameter `prompt` (OpenID Connect Core section 3.1.2.1): as the option says, unless the user asked for another account, or to
-- log in anew, which both are what `login` does. Providers answer a `select_account` that they do not know with an error.
local function prompt_of(config, metadata, options)
	if options.prompt == nil or config.prompt == "login" then
		return config.prompt
	end
	local offered = metadata.prompt_values_supported or {}
	return options.prompt == "select_account" and lib.ArrayIncludes(
		offered,
		"select_account"
	) and "select_account" or "login"
end

--- Adds a parameter that has a value.
local function add(params, name, value)
	if value ~= nil then
		params[#params + 1] = {name, value}
	end
end

--- The parameters of the request (OpenID Connect Core section 3.1.2.1, RFC 7636 section 4.3), encoded.
function M.request_query(config, metadata, handshake, options)
	local params = {
		{"response_type", "code"},
		{"client_id", config.client_id},
		{"redirect_uri", config.redirect_uri},
		{"scope", config.scope},
		{"state", handshake.state},
		{"nonce", handshake.nonce},
		{"code_challenge", bytes.base64url_encode(hash.hash_sha256(handshake.code_verifier))},
		{"code_challenge_method", "S256"}
	}
	for _, parameter in ipairs(config.sent or {}) do
		params[#params + 1] = parameter
	end
	add(params, "prompt", prompt_of(config, metadata, options))
	add(params, "login_hint", options.login_hint)
	return encoding.form_encode(params)
end

--- The address that starts the login at the provider. CONFIG_ERROR when it would be too long to send; a provider that
-- demands the parameters beforehand gets them here, and fails as push_request does.
function M.get_auth_url(io, config, metadata, handshake, options)
	local query = M.request_query(config, metadata, handshake, options or {})
	local endpoint = metadata.pushed_authorization_request_endpoint
	local sent = endpoint ~= nil and pushed_request().push_request(io, config, metadata, query, endpoint) or ok(query)
	if not sent.ok then
		return sent
	end
	local url = urls.add_query(metadata.authorization_endpoint, sent.data)
	return #url <= urls.max_location_length and ok(url) or err("CONFIG_ERROR", {
		option = "scope",
		must = {id = "short_scope"}
	})
end

return M
