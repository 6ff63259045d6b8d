-- Generated from src/sso_login/protocol/authorization.ts by "make lua"; do not edit.
local lib = require("sso_login.lualib")
local M = {}
local encoding = require("sso_login.base.encoding")
local urls = require("sso_login.base.urls")
local hash = require("sso_login.jose.hash")
local result = require("sso_login.result")
local err, ok = result.err, result.ok
--- Longest text of the provider that reaches the log.
local max_idp_text = 200
--- The parameter `prompt` (OpenID Connect Core section 3.1.2.1): as the option says, unless the provider is to ask for the
-- account, which every `login` does.
local function prompt_of(config, discovery, wishes)
	if wishes.ask_account ~= true or config.prompt == "login" then
		return config.prompt
	end
	local offered = discovery.prompt_values_supported or ({})
	return (#offered == 0 or lib.ArrayIncludes(offered, "select_account")) and "select_account" or "login"
end
--- Adds a parameter that has a value.
local function add(params, name, value)
	if value ~= nil then
		params[#params + 1] = {
			name,
			tostring(value)
		}
	end
end
--- The address that starts the login at the provider (OpenID Connect Core section 3.1.2.1, RFC 7636 section 4.3).
-- CONFIG_ERROR when it would be too long to send.
function M.get_auth_url(config, discovery, handshake, wishes)
	local params = {
		{"response_type", "code"},
		{"client_id", config.client_id},
		{"redirect_uri", config.redirect_uri},
		{"scope", config.scope},
		{"state", handshake.state},
		{"nonce", handshake.nonce},
		{
			"code_challenge",
			encoding.base64url_encode(hash.hash_sha256(handshake.code_verifier))
		},
		{"code_challenge_method", "S256"}
	}
	local given = wishes or ({})
	add(
		params,
		"acr_values",
		config.acr_values ~= nil and table.concat(config.acr_values, " ") or nil
	)
	add(params, "max_age", config.max_age)
	add(
		params,
		"prompt",
		prompt_of(config, discovery, given)
	)
	add(params, "login_hint", given.login_hint)
	local url = urls.add_query(
		discovery.authorization_endpoint,
		encoding.form_encode(params)
	)
	return #url <= urls.max_location_length and ok(url) or err("CONFIG_ERROR", {option = "scope", must = {id = "short_scope"}})
end
--- The provider's own error (RFC 6749 section 4.1.2.1).
local function reported_error(____error, description)
	return err(
		"IDP_ERROR",
		{
			error = lib.StringSubstring(____error, 0, max_idp_text),
			error_description = description ~= nil and lib.StringSubstring(description, 0, max_idp_text) or nil
		}
	)
end
--- Why a response with the right state is refused: it names another issuer (RFC 9207), or it reports an error.
local function refusal_of(params, issuer)
	local iss = params.iss
	local ____error = params.error
	if iss ~= nil and iss ~= issuer then
		return err(
			"IDP_ERROR",
			{
				reason = "the answer comes from another issuer",
				iss = lib.StringSubstring(iss, 0, max_idp_text)
			}
		)
	end
	return ____error ~= nil and reported_error(____error, params.error_description) or nil
end
--- Judges `state`, `iss` and `error` of a response: `cookie` is the value of the state cookie, `issuer` the configured
-- one. Fails with INVALID_REQUEST, MISSING_HANDSHAKE_COOKIE or STATE_PARAMETER_MISMATCH; what is wrong beyond the state
-- is the response's `refusal`, so that the caller can use up the state first.
function M.judge_response(params, cookie, issuer)
	local state = params.state or ""
	local code = params.code or ""
	if state == "" then
		return err("INVALID_REQUEST", {reason = "missing parameter", parameter = "state"})
	end
	if code == "" and params.error == nil then
		return err("INVALID_REQUEST", {reason = "missing parameter", parameter = "code"})
	end
	if cookie == nil or cookie == "" then
		return err("MISSING_HANDSHAKE_COOKIE")
	end
	if not hash.constant_time_eq(state, cookie) then
		return err("STATE_PARAMETER_MISMATCH")
	end
	return ok({
		state = state,
		refusal = refusal_of(params, issuer)
	})
end
--- A provider that promises to name itself in every response does (RFC 9207 section 2.4): IDP_ERROR otherwise.
function M.check_promised_issuer(discovery, iss)
	return iss == nil and discovery.authorization_response_iss_parameter_supported and err("IDP_ERROR", {reason = "the answer has no iss although the provider promises it"}) or ok(true)
end
return M
