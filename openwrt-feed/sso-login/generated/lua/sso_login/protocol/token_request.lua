-- Generated from src/sso_login/protocol/token_request.ts by "make lua"; do not edit.
--- The token endpoint: tokens for an authorization code (OpenID Connect Core section 3.1.3), and the scopes that it grants.
local lib = require("sso_login.lualib")
local M = {}
local encoding = require("sso_login.base.encoding")
local token_claims = require("sso_login.jose.token_claims")
local foreign_json = require("sso_login.jose.foreign_json")
local provider_errors = require("sso_login.protocol.provider_errors")
local store = require("sso_login.base.store")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local result = require("sso_login.result")
local provider_calls = require("sso_login.protocol.provider_calls")
local client_request = require("sso_login.protocol.client_request")
local provider_files = require("sso_login.protocol.provider_files")
local err, ok = result.err, result.ok

--- Bytes of a value of the provider in the log.
local max_shown = 64

--- Bytes of an ID Token and of an access token.
M.max_token_length = 16384

local function token_error(http_status, reason, session)
	return err("TOKEN_EXCHANGE_FAILED", {http_status = http_status, reason = reason, session = session})
end

--- The code of an answer that is an error: a server error (5xx) says nothing about the login.
local function refusal_code(status, reported)
	if status >= 500 then
		return "TOKEN_ENDPOINT_NETWORK_ERROR"
	end
	local counts = status == 200 or status >= 400
	return counts and reported == "invalid_grant" and "OIDC_INVALID_GRANT" or "TOKEN_EXCHANGE_FAILED"
end

--- Reads the token response; an error counts whatever the status. `secrets` are not repeated in the log.
local function read_response(response, secrets, sent)
	local session_id = sent.session_id
	local status = response.status
	local body = foreign_json.decode_object(response.body)
	local wanted = sent.needs_id_token and "id_token" or "access_token"
	local has_token = body.ok and json_values.text_of(body.data[wanted]) ~= "" and not provider_errors.has_error(
		body.data
	)
	local reported = body.ok and not has_token and provider_errors.reported_error(body.data, secrets) or {}
	if status ~= 200 or provider_errors.is_reported(reported) then
		local facts = provider_calls.failure_facts(response, reported.error, secrets)
		facts.idp_error = reported.error
		facts.error_description = reported.error_description
		facts.session = session_id
		return err(refusal_code(status, reported.error), facts)
	end
	if not body.ok then
		return token_error(status, provider_calls.form_of(response.body), session_id)
	end
	local token_type = body.data.token_type
	if token_type ~= nil and string.lower(json_values.text_of(token_type)) ~= "bearer" then
		-- It would be sent to the UserInfo endpoint as a Bearer token (RFC 6749 section 7.1).
		local reason = "token_type is not Bearer"
		local shown = lib.StringSubstring(token_claims.received(token_type), 0, max_shown)
		return err("TOKEN_EXCHANGE_FAILED", {
			http_status = status,
			reason = reason,
			session = session_id,
			token_type = shown
		})
	end
	local id_token = body.data.id_token
	local access_token = body.data.access_token
	if (sent.needs_id_token or id_token ~= nil) and (type(id_token) ~= "string" or id_token == "") then
		return token_error(status, "no id_token", session_id)
	end
	if type(access_token) ~= "string" or access_token == "" or not strings.is_visible_ascii(access_token) then
		return token_error(status, "no usable access_token", session_id)
	end
	if #access_token > M.max_token_length then
		local bytes = #access_token
		local reason = "access_token over 16 384 bytes"
		local hint = {id = "shorter_token"}
		return err("TOKEN_EXCHANGE_FAILED", {
			http_status = status,
			reason = reason,
			bytes = bytes,
			hint = hint,
			session = session_id
		})
	end
	return ok(body.data)
end

--- Sends a form to the token endpoint; fails as `exchange_code` does.
function M.request_tokens(io, config, metadata, sender, sent)
	local request = client_request.form_request(io, config, metadata, metadata.token_endpoint, sent.form)
	if not request.ok then
		return request
	end
	local response = sender(io, request.data, "TOKEN_ENDPOINT_NETWORK_ERROR")
	local secrets = lib.ArrayConcat(client_request.forms_of_secret(config), sent.secrets)
	return response.ok and read_response(response.data, secrets, sent) or response
end

--- Exchanges the authorization code for tokens (OpenID Connect Core section 3.1.3.1, RFC 7636 section 4.5). Fails with
-- TOKEN_ENDPOINT_NETWORK_ERROR, OIDC_INVALID_GRANT, TOKEN_EXCHANGE_FAILED (details: `http_status`) or CONFIG_ERROR. Sent by
-- `provider_calls.call`, or by the function that the check gives.
function M.exchange_code(io, config, metadata, grant, send)
	local form = encoding.form_encode({
		{"grant_type", "authorization_code"},
		{"code", grant.code},
		{"redirect_uri", config.redirect_uri},
		{"code_verifier", grant.verifier}
	})
	local secrets = {grant.code, grant.verifier}
	local sent = {form = form, secrets = secrets, session_id = grant.session_id, needs_id_token = true}
	return M.request_tokens(io, config, metadata, send or provider_calls.caller(config), sent)
end

--- Scopes that an answer need not name: their effect shows elsewhere.
local unreported = {"openid", "offline_access"}

local function scopes_path(io, config)
	return provider_files.path_of(io, config, "scopes" .. provider_files.suffix(config) .. ".json")
end

--- The scopes of `asked` that an answer's `scope` lacks, with blanks between. An answer without it grants all. Google calls
-- `email` `https://www.googleapis.com/auth/userinfo.email`.
function M.missing_scopes(asked, granted)
	if type(granted) ~= "string" then
		return ""
	end
	local given = strings.split_words(granted, " ")
	local function lacks(scope)
		return not lib.ArrayIncludes(unreported, scope) and not lib.ArraySome(
			given,
			function(_, name) return lib.StringEndsWith("." .. name, "." .. scope) end
		)
	end
	return table.concat(
		lib.ArrayFilter(strings.split_words(asked, " "), function(_, scope) return lacks(scope) end),
		" "
	)
end

--- Keeps for the check, for a day, the scopes that a login lacked, whether the provider ignored `prompt`, and whether it gave no refresh
-- token although `session_revalidate` is on; none of these forgets it.
function M.remember_lacks(io, config, lacking, prompt_ignored, no_refresh_token)
	if lacking == "" and not prompt_ignored and not no_refresh_token then
		io.remove(scopes_path(io, config))
		return
	end
	local issuer = config.issuer_url
	local kept = {
		issuer = issuer,
		client_id = config.client_id,
		lacking = lacking,
		prompt_ignored = prompt_ignored,
		no_refresh_token = no_refresh_token
	}
	store.write(io, scopes_path(io, config), kept)
end

--- The facts kept of the last login of this client.
local function last_login(io, config)
	local kept = store.read(io, scopes_path(io, config)) or {}
	return kept.issuer == config.issuer_url and kept.client_id == config.client_id and kept or {}
end

--- Whether the provider ignored `prompt` at the last login of this client.
function M.ignored_prompt(io, config)
	return last_login(io, config).prompt_ignored == true
end

--- Whether no refresh token came with the last login of this client.
function M.lacks_refresh_token(io, config)
	return last_login(io, config).no_refresh_token == true
end

--- Those scopes of the configuration that the last login of this client lacked.
function M.lacking_scopes(io, config)
	local lacking = strings.split_words(json_values.text_of(last_login(io, config).lacking), " ")
	return lib.ArrayFilter(
		strings.split_words(config.scope, " "),
		function(_, scope) return lib.ArrayIncludes(lacking, scope) end
	)
end

return M
