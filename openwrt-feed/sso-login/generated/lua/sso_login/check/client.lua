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
local back_channel = require("sso_login.protocol.back_channel")
local client_authentication = require("sso_login.protocol.client_authentication")
local token = require("sso_login.protocol.token")

--- Characters that are shown of a provider's own words.
local max_words = 120

--- The methods that a client with a secret may use here.
local secret_methods = {"client_secret_basic", "client_secret_post"}

--- What the token endpoint said, as far as it cannot hold a secret: an error code of RFC 6749 is lower case.
local function describe_answer(outcome)
	if outcome.ok then
		return {id = "answer_to_invented_code"}
	end
	local facts = calls.facts_of(outcome)
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

--- What of a configuration a request has that is made to try it.
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

--- How the token endpoint answers an invented code of this client, with a secret and by a method; sent by `send` where that is given.
local function try_secret(run, client, secret, method, send)
	local invented = hash.pkce_pair(64)
	local tried = M.plain_config(client.config, secret, client.config.redirect_uri)
	tried.token_endpoint_auth_method = method
	local grant = {code = invented.challenge, verifier = invented.verifier, session_id = "check"}
	return token.exchange_code(run.io, tried, client.discovery, grant, send or back_channel.send)
end

--- The answer to an invented secret, which shows whether the endpoint looks at secrets before codes.
local function try_invented_secret(run, client, method)
	return try_secret(run, client, hash.pkce_pair(64).verifier, method)
end

--- Whether the endpoint goes on to the code, which says that it has no objection to the client (RFC 6749 section 5.2);
-- glewlwyd answers `invalid_code`.
local function refuses_code(outcome)
	return not outcome.ok and (outcome.error == "OIDC_INVALID_GRANT" or calls.facts_of(
		outcome
	).idp_error == "invalid_code")
end

--- Whether the endpoint refuses the client itself.
local function refuses_client(outcome)
	if outcome.ok or outcome.error ~= "TOKEN_EXCHANGE_FAILED" then
		return false
	end
	local facts = calls.facts_of(outcome)
	return facts.http_status == 401 or facts.idp_error == "invalid_client" or facts.idp_error == "unauthorized_client"
end

--- Whether the client is taken by HTTP Basic where its id and secret are sent without the encoding of RFC 6749 section 2.3.1.
local function is_taken_raw(run, client)
	local config = client.config
	local pair = encoding.base64_encode(config.client_id .. ":" .. config.client_secret)
	local function send_raw(io, request, code)
		local others = lib.ArrayFilter(
			request.headers,
			function(_, line) return not lib.StringStartsWith(line, "Authorization: ") end
		)
		local headers = lib.ArrayConcat(others, {"Authorization: Basic " .. pair})
		return back_channel.send(
			io,
			{method = request.method, url = request.url, headers = headers, body = request.body},
			code
		)
	end
	return refuses_code(try_secret(run, client, config.client_secret, "client_secret_basic", send_raw))
end

--- Says why the client is refused by a method: perhaps it is taken by the other one.
local function note_refusal(run, client, method, refusal)
	local other = lib.ArrayFind(secret_methods, function(_, name) return name ~= method end) or method
	local params = {method = method, other = other, answer = describe_answer(refusal)}
	local facts = calls.facts_of(refusal)
	local by_other = try_secret(run, client, client.config.client_secret, other)
	local is_encoded = method == "client_secret_basic" and not client_authentication.needs_no_encoding(client.config)
	if refuses_code(by_other) and refuses_client(try_invented_secret(run, client, other)) then
		report.error(run, "secret_other_method", params)
	elseif is_encoded and is_taken_raw(run, client) and refuses_client(try_invented_secret(run, client, method)) then
		report.error(run, "secret_not_decoded", params)
	elseif facts.http_status ~= 401 and facts.idp_error == "unauthorized_client" then
		report.error(run, "client_refused", params)
	else
		report.error(run, "secret_wrong", params)
	end
end

--- Exchanges an invented code, and where that says nothing of the secret, another one with an invented secret.
local function check_secret(run, client, method)
	local outcome = try_secret(run, client, client.config.client_secret, method)
	local params = {method = method, answer = describe_answer(outcome)}
	if refuses_code(outcome) then
		local control = try_invented_secret(run, client, method)
		if refuses_client(control) then
			report.ok(run, "secret_ok", params)
		else
			report.warning(run, "secret_untold", {answer = describe_answer(control)})
		end
	elseif outcome.ok or calls.facts_of(outcome).http_status ~= nil then
		if not outcome.ok and refuses_client(outcome) then
			note_refusal(run, client, method, outcome)
		else
			report.warning(run, "secret_unclear", params)
		end
	else
		calls.note_failure(run, "token_endpoint", client.discovery.token_endpoint, outcome)
	end
end

--- Whether the client proves itself by a key of the router.
local function has_key(client)
	return client.config.token_endpoint_auth_method == "private_key_jwt"
end

--- Tries the key with an audience; with another signature than its own where it `is_spoilt`.
local function try_key(run, client, audience, is_spoilt)
	local invented = hash.pkce_pair(64)
	local tried = M.plain_config(client.config, "", client.config.redirect_uri)
	tried.token_endpoint_auth_method = client.config.token_endpoint_auth_method
	tried.client_assertion_audience = audience
	local answers = {}
	local function send(io, request, code)
		local body = request.body or ""
		-- The assertion is the form's end, and the signature the assertion's.
		local sent = is_spoilt and lib.StringSubstring(body, 0, #body - 8) .. "AAAAAAAA" or body
		local changed = {method = request.method, url = request.url, headers = request.headers, body = sent}
		local response = back_channel.send(io, changed, code)
		answers[#answers + 1] = response.ok and response.data.body or ""
		return response
	end
	local grant = {code = invented.challenge, verifier = invented.verifier, session_id = "check"}
	local outcome = token.exchange_code(run.io, tried, client.discovery, grant, send)
	local answer = json.decode_object(answers[1] or "")
	local words = answer.ok and values.text_of(answer.data.error_description) or ""
	return {outcome = outcome, words = lib.StringSubstring(words, 0, max_words)}
end

--- Says why the assertion is refused: perhaps another audience is taken, or a clock is wrong.
local function note_assertion(run, client, audience, refusal, words)
	local other = audience == "issuer" and "token_endpoint" or "issuer"
	local params = {
		other = other,
		answer = describe_answer(refusal),
		words = words ~= "" and words or ({id = "words_none"}),
		alg = client_authentication.alg_of(client.config)
	}
	local is_taken = refuses_code(try_key(run, client, other, false).outcome)
	if is_taken and refuses_client(try_key(run, client, other, true).outcome) then
		report.error(run, "assertion_audience", params)
	elseif lib.ArraySome(
		run.findings,
		function(_, finding) return finding.id == "clock_behind" or finding.id == "clock_ahead" end
	) then
		report.error(run, "assertion_expired", params)
	else
		report.error(run, "assertion_refused", params)
	end
end

--- Exchanges an invented code by the key, and where that says nothing of the key, another one with a wrong signature.
local function check_key(run, client)
	local audience = client.config.client_assertion_audience or "issuer"
	local tried = try_key(run, client, audience, false)
	local outcome = tried.outcome
	if refuses_code(outcome) then
		local control = try_key(run, client, audience, true).outcome
		if refuses_client(control) then
			report.ok(run, "assertion_ok")
		else
			report.warning(run, "assertion_untold", {answer = describe_answer(control)})
		end
	elseif not outcome.ok and refuses_client(outcome) then
		note_assertion(run, client, audience, outcome, tried.words)
	elseif not outcome.ok and calls.facts_of(outcome).http_status == nil then
		calls.note_failure(run, "token_endpoint", client.discovery.token_endpoint, outcome)
	else
		report.warning(run, "assertion_untold", {answer = describe_answer(outcome)})
	end
end

--- How the client proves itself; undefined, and a finding, when there is no way.
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
		-- Chosen by name, it is tried all the same.
		report.note(run, method.ok and "warning" or "error", "auth_method_none", {offered = list})
	elseif method.ok and #offered > 0 and not lib.ArrayIncludes(offered, method.data) then
		report.warning(run, "auth_method_not_offered", {method = method.data, offered = list})
	elseif method.ok then
		report.ok(run, "auth_method_ok", {method = method.data})
	end
	return method.ok and method.data or nil
end

--- Authentication method and secret, as far as the options allow; the answer is whether the secret was tried.
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
		if has_key(client) then
			check_key(run, client)
		else
			check_secret(run, client, method)
		end
		return true
	end
	return false
end

return M
