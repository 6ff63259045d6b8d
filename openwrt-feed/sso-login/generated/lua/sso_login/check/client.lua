-- Generated from src/sso_login/check/client.ts by "make lua"; do not edit.
--- The part of the check that tries client id, secret and authentication method at the token endpoint.
local lib = require("sso_login.lualib")
local M = {}
local calls = require("sso_login.check.calls")
local report = require("sso_login.check.report")
local json = require("sso_login.io.json")
local encoding = require("sso_login.base.encoding")
local strings = require("sso_login.base.strings")
local values = require("sso_login.base.values")
local hash = require("sso_login.jose.hash")
local provider_calls = require("sso_login.protocol.calls")
local client_authentication = require("sso_login.protocol.client_authentication")
local token = require("sso_login.protocol.token")

--- Characters of a provider's own words that are shown.
local max_words = 120

--- The methods that a client with a secret may use here.
local secret_methods = {"client_secret_basic", "client_secret_post"}

--- The answer of the token endpoint in words that hold no secret: an error code of RFC 6749 is lower case.
local function describe_answer(outcome)
	if outcome.ok then
		return {id = "answer_to_invented_code"}
	end
	local facts = values.facts_of(outcome)
	if facts.http_status == nil then
		return {id = "answer_none"}
	end
	local status = tostring(facts.http_status)
	local code = values.text_of(facts.idp_error)
	if code == "" then
		return {id = "answer_without_code", params = {status = status}}
	end
	local plain = #code <= 40 and strings.consists_of(code, "lower")
	return plain and ({id = "answer_code", params = {status = status, code = code}}) or ({
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
		roles = {}
	}
end

--- Whether the client proves itself by a key of the router.
local function has_key(client)
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
local function prove(run, client, way, is_false, change)
	local by_key = has_key(client)
	local invented = hash.pkce_pair(64)
	local secret = is_false and hash.pkce_pair(64).verifier or client.config.client_secret
	local tried = M.plain_config(client.config, secret, client.config.redirect_uri)
	tried.token_endpoint_auth_method = by_key and "private_key_jwt" or way
	tried.client_assertion_audience = way
	local changed = by_key and is_false and spoil or change
	local answers = {}
	local function send(io, request, code)
		local response = provider_calls.send(io, changed ~= nil and changed(request) or request, code)
		answers[#answers + 1] = response.ok and response.data.body or ""
		return response
	end
	local grant = {code = invented.challenge, verifier = invented.verifier, session_id = "check"}
	local outcome = token.exchange_code(run.io, tried, client.discovery, grant, send)
	local answer = json.decode_object(answers[1] or "")
	local words = answer.ok and values.text_of(answer.data.error_description) or ""
	return {outcome = outcome, words = lib.StringSubstring(words, 0, max_words)}
end

--- Whether the endpoint refuses the code, and so has taken the client (RFC 6749 section 5.2); glewlwyd answers `invalid_code`.
local function refuses_code(attempt)
	local outcome = attempt.outcome
	return not outcome.ok and (outcome.error == "OIDC_INVALID_GRANT" or values.facts_of(
		outcome
	).idp_error == "invalid_code")
end

--- Whether the endpoint refuses the client.
local function refuses_client(attempt)
	local outcome = attempt.outcome
	if outcome.ok or outcome.error ~= "TOKEN_EXCHANGE_FAILED" then
		return false
	end
	local facts = values.facts_of(outcome)
	return facts.http_status == 401 or facts.idp_error == "invalid_client" or facts.idp_error == "unauthorized_client"
end

--- Whether the endpoint takes the client this way, and refuses one that proves nothing.
local function is_taken(run, client, way, change)
	return refuses_code(prove(run, client, way, false, change)) and refuses_client(prove(run, client, way, true))
end

--- Id and secret by HTTP Basic without the encoding of RFC 6749 section 2.3.1.
local function without_encoding(config)
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

--- The finding about a secret that is refused by a method: perhaps the other method is right.
local function secret_finding(run, client, method, other, refusal)
	if is_taken(run, client, other) then
		return "secret_other_method"
	end
	local is_encoded = method == "client_secret_basic" and not client_authentication.needs_no_encoding(client.config)
	if is_encoded and is_taken(run, client, method, without_encoding(client.config)) then
		return "secret_not_decoded"
	end
	local facts = values.facts_of(refusal)
	local is_unauthorized = facts.http_status ~= 401 and facts.idp_error == "unauthorized_client"
	return is_unauthorized and "client_refused" or "secret_wrong"
end

--- The finding about an assertion that is refused: perhaps the other audience is right, or a clock is wrong.
local function assertion_finding(run, client, other)
	if is_taken(run, client, other) then
		return "assertion_audience"
	end
	local has_wrong_clock = lib.ArraySome(
		run.findings,
		function(_, finding) return finding.id == "clock_behind" or finding.id == "clock_ahead" end
	)
	return has_wrong_clock and "assertion_expired" or "assertion_refused"
end

local function note_refusal(run, client, way, attempt, refusal)
	local answer = describe_answer(refusal)
	if not has_key(client) then
		local other = lib.ArrayFind(secret_methods, function(_, name) return name ~= way end) or way
		report.error(run, secret_finding(run, client, way, other, refusal), {
			method = way,
			other = other,
			answer = answer
		})
		return
	end
	local other = way == "issuer" and "token_endpoint" or "issuer"
	local words = attempt.words ~= "" and attempt.words or ({id = "words_none"})
	local alg = client_authentication.alg_of(client.config)
	report.error(run, assertion_finding(run, client, other), {other = other, answer = answer, words = words, alg = alg})
end

--- Exchanges an invented code. The endpoint must refuse the code of this client, and another client that proves nothing: only
-- both together tell that secret or key are right.
local function check_way(run, client, way)
	local by_key = has_key(client)
	local untold = by_key and "assertion_untold" or "secret_untold"
	local attempt = prove(run, client, way, false)
	local outcome = attempt.outcome
	local params = {method = way, answer = describe_answer(outcome)}
	if refuses_code(attempt) then
		local control = prove(run, client, way, true)
		if refuses_client(control) then
			report.ok(run, by_key and "assertion_ok" or "secret_ok", params)
		else
			report.warning(run, untold, {answer = describe_answer(control.outcome)})
		end
	elseif not outcome.ok and refuses_client(attempt) then
		note_refusal(run, client, way, attempt, outcome)
	elseif not outcome.ok and values.facts_of(outcome).http_status == nil then
		calls.note_failure(run, "token_endpoint", client.discovery.token_endpoint, outcome)
	else
		report.warning(run, by_key and untold or "secret_unclear", params)
	end
end

--- The way in which the client proves itself; undefined, and a finding, where there is none.
local function check_method(run, client)
	local offered = client.discovery.token_endpoint_auth_methods_supported or {}
	local method = client_authentication.choose_method(run.io, client.config, client.discovery)
	local list = table.concat(offered, ", ")
	if has_key(client) and not method.ok then
		report.error(run, "key_missing", {alg = client_authentication.alg_of(client.config)})
	elseif not has_key(client) and #offered > 0 and not lib.ArraySome(
		offered,
		function(_, name) return lib.ArrayIncludes(secret_methods, name) end
	) then
		-- A method that an option names is tried nevertheless.
		report.note(run, method.ok and "warning" or "error", "auth_method_none", {offered = list})
	elseif method.ok and #offered > 0 and not lib.ArrayIncludes(offered, method.data) then
		report.warning(run, "auth_method_not_offered", {method = method.data, offered = list})
	elseif method.ok then
		report.ok(run, "auth_method_ok", {method = method.data})
	end
	return method.ok and method.data or nil
end

--- Checks authentication method and secret as far as the options are right; returns whether the secret was judged.
function M.check_client(run, client, wrong, sendable)
	local method = not lib.ArrayIncludes(wrong, "token_endpoint_auth_method") and check_method(run, client) or nil
	if not sendable then
		report.warning(run, has_key(client) and "assertion_not_sent" or "secret_not_sent")
		return true
	end
	local known = not lib.ArraySome(
		{"client_id", "client_secret", "redirect_uri"},
		function(_, option) return lib.ArrayIncludes(wrong, option) end
	)
	if method ~= nil and known then
		check_way(run, client, has_key(client) and (client.config.client_assertion_audience or "issuer") or method)
		return true
	end
	return false
end

return M
