-- Generated from src/sso_login/check/invented_codes.ts by "make lua"; do not edit.
--- Requests with invented codes to the token endpoint, and the meaning of its answers for the client.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local encoding = require("sso_login.base.encoding")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local json = require("sso_login.io.json")
local hash = require("sso_login.jose.hash")
local call_kinds = require("sso_login.explain.call_kinds")
local provider_errors = require("sso_login.explain.provider_errors")
local provider_calls = require("sso_login.protocol.provider_calls")
local client_authentication = require("sso_login.protocol.client_authentication")
local client_request = require("sso_login.protocol.client_request")
local token_request = require("sso_login.protocol.token_request")

--- Whether an error code is of the form that RFC 6749 has; others have a sentence in its place, as Pocket ID up to 2.9.
local function is_usual(code)
	return #code <= 40 and strings.consists_of(code, "lower")
end

--- The provider's words: its description, else a sentence in the place of the code.
function M.words_of(code, description)
	return description == "" and not is_usual(code) and code or description
end

--- An answer that is an error in words that hold no secret.
function M.describe(status, code)
	if code == "" then
		return {id = "answer_without_code", params = {status = status}}
	end
	return is_usual(code) and ({id = "answer_code", params = {status = status, code = code}}) or ({
		id = "answer_unusual_code",
		params = {status = status}
	})
end

--- A configuration for requests that try this one.
function M.plain_config(config, client_secret, redirect_uri)
	return {
		issuer_url = config.issuer_url,
		client_id = config.client_id,
		client_secret = client_secret,
		redirect_uri = redirect_uri,
		scope = config.scope,
		clock_tolerance = config.clock_tolerance,
		client_assertion_alg = config.client_assertion_alg,
		client_assertion_audience = config.client_assertion_audience,
		roles = {},
		provider = config.provider
	}
end

--- Whether the client proves itself by a key of the router.
function M.has_key(client)
	return client.config.token_endpoint_auth_method == "private_key_jwt"
end

--- Spoils the signature of the assertion: it is the end of the form.
local function spoil(request)
	local body = request.body or ""
	local spoilt = lib.StringSubstring(body, 0, #body - 8) .. "AAAAAAAA"
	return {method = request.method, url = request.url, headers = request.headers, body = spoilt}
end

--- Tries a way to prove the client: an authentication method with the secret, or an audience with the key. `is_false` takes an
-- invented secret, or spoils the signature.
function M.prove(client, way, is_false, change)
	local by_key = M.has_key(client)
	local invented = hash.pkce_pair(64)
	local secret = is_false and hash.pkce_pair(64).verifier or client.config.client_secret
	local tried = M.plain_config(client.config, secret, client.config.redirect_uri)
	tried.token_endpoint_auth_method = by_key and "private_key_jwt" or way
	tried.client_assertion_audience = way
	local changed = by_key and is_false and spoil or change
	local response
	local function send(io, request, code)
		local received = provider_calls.send(io, changed ~= nil and changed(request) or request, code)
		response = received
		return received
	end
	local grant = {code = invented.challenge, verifier = invented.verifier, log_id = "check"}
	local outcome = token_request.exchange_code(client.run.io, tried, client.metadata, grant, send)
	local received = response ~= nil and response.ok and response.data or nil
	local body = received ~= nil and received.body or ""
	local decoded = json.decode_foreign(body)
	local secrets = lib.ArrayConcat(
		client_request.forms_of_secret(client.config),
		client_request.forms_of_secret(tried),
		{invented.challenge, invented.verifier}
	)
	local reported = decoded.ok and provider_errors.reported_error(decoded.data, secrets) or {}
	local ____error = json_values.text_of(reported.error)
	return {
		outcome = outcome,
		body = body,
		code = ____error,
		words = M.words_of(____error, json_values.text_of(reported.error_description)),
		status = received ~= nil and received.status or nil,
		is_redirect = received ~= nil and (received.location or "") ~= ""
	}
end

--- Whether the endpoint refuses the code, and so has taken the client (RFC 6749 section 5.2); glewlwyd answers `invalid_code`.
function M.refuses_code(attempt)
	local outcome = attempt.outcome
	if outcome.ok then
		return false
	end
	return outcome.error == "OIDC_INVALID_GRANT" or attempt.code == "invalid_code"
end

--- The code for a client that may not use the grant.
local unauthorized = "unauthorized_client"

--- Words that a provider says of a client that it refuses.
local of_clients = {"not found", " unknown", " invalid", "not exist", "no such", " disabled", " incorrect", " wrong"}

--- Whether an answer is a page, of a proxy before the endpoint, whose own answers are JSON (RFC 6749 section 5.2).
function M.is_page(attempt)
	return attempt.body ~= "" and not json.decode_foreign(attempt.body).ok
end

--- Whether the endpoint refuses the client: `invalid_client`, at some providers `bad_client_secret` and the like, or words about it.
-- `unauthorized_client` alone means a client that has proved itself (RFC 6749 section 5.2), but with status 401.
function M.refuses_client(attempt)
	local outcome = attempt.outcome
	if outcome.ok or M.is_page(attempt) then
		return false
	end
	local words = " " .. string.lower(attempt.words)
	local is_named = lib.StringIncludes(words, "client") and lib.ArraySome(
		of_clients,
		function(_, word) return lib.StringIncludes(words, word) end
	)
	if outcome.error ~= "TOKEN_EXCHANGE_FAILED" then
		-- The example of zitadel/oidc calls an unknown client a fault of its own.
		return attempt.status == 500 and is_named
	end
	local is_coded = attempt.code ~= unauthorized and lib.StringIncludes(string.lower(attempt.code), "client")
	return attempt.status == 401 or is_coded or is_named
end

--- The same request with an invented refresh token in the place of the code: some providers judge a code before the secret, as Casdoor.
function M.as_refresh(request)
	local params = lib.ArrayFilter(
		lib.StringSplit(request.body or "", "&"),
		function(_, pair) return lib.StringStartsWith(pair, "client_") end
	)
	local body = table.concat(
		lib.ArrayConcat(params, {"grant_type=refresh_token", "refresh_token=" .. hash.pkce_pair(64).verifier}),
		"&"
	)
	return {method = request.method, url = request.url, headers = request.headers, body = body}
end

--- Id and secret by HTTP Basic without the encoding of RFC 6749 section 2.3.1.
function M.without_encoding(config)
	local pair = encoding.base64_encode(config.client_id .. ":" .. config.client_secret)
	return function(request)
		local others = lib.ArrayFilter(
			request.headers,
			function(_, line) return not lib.StringStartsWith(line, "Authorization: ") end
		)
		local headers = lib.ArrayConcat(others, {"Authorization: Basic " .. pair})
		return {method = request.method, url = request.url, headers = headers, body = request.body}
	end
end

--- The same request without the authentication of the client.
function M.without_authentication(config)
	local id = "client_id=" .. bytes.percent_encode(config.client_id)
	return function(request)
		local params = lib.ArrayFilter(
			lib.StringSplit(request.body or "", "&"),
			function(_, pair) return not lib.StringStartsWith(pair, "client_") end
		)
		local headers = lib.ArrayFilter(
			request.headers,
			function(_, line) return not lib.StringStartsWith(line, "Authorization: ") end
		)
		return {
			method = request.method,
			url = request.url,
			headers = headers,
			body = table.concat(lib.ArrayConcat(params, {id}), "&")
		}
	end
end

--- A provider's own words as a parameter.
function M.shown(words)
	return words ~= "" and words ~= provider_errors.left_out and words or ({id = "words_none"})
end

--- The failure of a call whose answer, which refuses neither code nor client, is not one of a token endpoint (RFC 6749 section 5): none, a
-- redirect, a page, a failure that passes.
function M.failure_of(attempt)
	local outcome = attempt.outcome
	if outcome.ok then
		return nil
	end
	local status = attempt.status
	if attempt.is_redirect or outcome.meaning == "passing" then
		return outcome
	end
	local decoded = json.decode_foreign(attempt.body)
	if decoded.ok then
		return not (provider_errors.has_error(decoded.data) or status == 200 or status == 400) and outcome or nil
	end
	return (status ~= 400 or call_kinds.demand_in(attempt.body) ~= nil) and outcome or nil
end

--- The verdict by the answers to what the client proves and to an invented proof. Numbers in their words differ from answer to answer.
local function compare(answer, invented, is_plain)
	local is_same = answer.status == invented.status and answer.code == invented.code
	local is_told = not is_same and (M.refuses_client(invented) or invented.code == unauthorized)
	if is_told and answer.code == unauthorized then
		return "barred"
	end
	-- Kanidm and Pocket ID refuse the request by another word; but the endpoint may have stumbled over the encoding of this secret.
	return is_told and (M.refuses_code(answer) or answer.status == 400 and is_plain) and "taken" or "alike"
end

--- Judges a client by its way to prove itself. An invented proof is sent only where the answer to the own one leaves the verdict open.
function M.judge(client, way, change)
	local answer = M.prove(client, way, false, change)
	if M.refuses_client(answer) then
		return {verdict = "refused", answer = answer}
	end
	if answer.code == "" or M.failure_of(answer) ~= nil then
		return {verdict = "none", answer = answer}
	end
	local is_plain = way ~= "client_secret_basic" or client_authentication.needs_no_encoding(client.config)
	-- Without the encoding only the own secret is tried.
	local invented = M.prove(client, way, true, change == M.as_refresh and change or nil)
	return {verdict = compare(answer, invented, is_plain), answer = answer}
end

return M
