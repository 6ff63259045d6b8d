-- Generated from src/sso_login/check/client_check.ts by "make lua"; do not edit.
--- The part of the check that tries client id, secret and authentication method at the token endpoint.
local lib = require("sso_login.lualib")
local M = {}
local failed_calls = require("sso_login.check.failed_calls")
local report = require("sso_login.check.report")
local invented_codes = require("sso_login.check.invented_codes")
local client_authentication = require("sso_login.protocol.client_authentication")

--- The methods that a client with a secret may use here.
local secret_methods = {"client_secret_basic", "client_secret_post"}

--- Whether the provider says that the secret has expired, and not the code, nor that it may have; Entra ID has a number for it.
local function tells_expired(words)
	local text = string.lower(words)
	local is_told = lib.StringIncludes(text, "secret") and lib.StringIncludes(
		text,
		"expired"
	) and not lib.StringIncludes(text, "or expired")
	return is_told or lib.StringIncludes(words, "AADSTS7000222")
end

--- Whether the endpoint has taken what the client proves, whatever it says of the grant.
local function proves(judged)
	return judged.verdict == "taken" or judged.verdict == "barred"
end

--- The finding about a secret that is refused by a method: perhaps the other method is right, or not the secret is the reason.
local function secret_finding(client, method, other, answer)
	local function is_taken(way, change)
		return proves(invented_codes.judge(client, way, change))
	end
	if tells_expired(answer.words) then
		return "secret_expired"
	end
	if is_taken(method, invented_codes.as_refresh) then
		return "exchange_refused"
	end
	if is_taken(other) then
		return "secret_other_method"
	end
	local is_encoded = method == "client_secret_basic" and not client_authentication.needs_no_encoding(client.config)
	return is_encoded and is_taken(
		method,
		invented_codes.without_encoding(client.config)
	) and "secret_not_decoded" or "secret_wrong"
end

--- The finding about an assertion that is refused: perhaps the other audience is right, or a clock is wrong.
local function assertion_finding(client, other)
	if proves(invented_codes.judge(client, other)) then
		return "assertion_audience"
	end
	local has_wrong_clock = lib.ArraySome(
		client.run.findings,
		function(_, finding) return finding.id == "clock_behind" or finding.id == "clock_ahead" end
	)
	return has_wrong_clock and "assertion_expired" or "assertion_refused"
end

--- The way and the answer, as the findings tell them.
local function told(client, way, attempt)
	local answer = attempt.outcome.ok and ({id = "answer_to_invented_code"}) or invented_codes.describe(
		tostring(attempt.status or ""),
		attempt.code
	)
	local redirect_uri = client.config.redirect_uri
	return {method = way, answer = answer, words = invented_codes.shown(attempt.words), redirect_uri = redirect_uri}
end

local function note_refusal(client, way, attempt)
	local by_key = invented_codes.has_key(client)
	local other = lib.ArrayFind(
		by_key and ({"issuer", "token_endpoint"}) or secret_methods,
		function(_, name) return name ~= way end
	) or way
	local params = told(client, way, attempt)
	params.other = other
	params.alg = client_authentication.alg_of(client.config)
	local id = by_key and assertion_finding(client, other) or secret_finding(client, way, other, attempt)
	report.error(client.run, id, params)
end

--- Asks again with an invented refresh token, where the answer to a code does not tell the secret: some providers judge a code before it. One
-- that refuses the token alike with an invented secret and without one has a client that needs none.
local function check_by_refresh(client, way, by_code)
	local judged = invented_codes.judge(client, way, invented_codes.as_refresh)
	if proves(judged) then
		report.ok(client.run, "secret_ok", told(client, way, judged.answer))
	elseif judged.verdict == "refused" then
		note_refusal(client, way, judged.answer)
	else
		local without = invented_codes.without_authentication(client.config)
		local is_public = invented_codes.refuses_code(judged.answer) and invented_codes.refuses_code(
			invented_codes.prove(client, way, false, without)
		)
		report.warning(client.run, is_public and "client_public" or "client_untold", told(client, way, by_code))
	end
end

--- Judges the client by its exchange of an invented code.
local function check_way(client, way)
	local by_key = invented_codes.has_key(client)
	local judged = invented_codes.judge(client, way)
	local answer = judged.answer
	local failure = invented_codes.failure_of(answer)
	if judged.verdict == "taken" then
		report.ok(client.run, by_key and "assertion_ok" or "secret_ok", told(client, way, answer))
	elseif judged.verdict == "barred" then
		report.error(client.run, "exchange_refused", told(client, way, answer))
	elseif judged.verdict == "refused" then
		note_refusal(client, way, answer)
	elseif failure ~= nil then
		failed_calls.note_failure(client.run, "token_endpoint", client.metadata.token_endpoint, failure, answer.body)
	elseif not by_key then
		check_by_refresh(client, way, answer)
	else
		report.warning(client.run, "client_untold", told(client, way, answer))
	end
end

--- The way in which the client proves itself; undefined, and a finding, where there is none.
local function check_method(client)
	local offered = client.metadata.token_endpoint_auth_methods_supported or {}
	local method = client_authentication.choose_method(client.run.io, client.config, client.metadata)
	local list = table.concat(offered, ", ")
	if invented_codes.has_key(client) and not method.ok then
		report.error(client.run, "key_missing", {alg = client_authentication.alg_of(client.config)})
	elseif not invented_codes.has_key(client) and #offered > 0 and not lib.ArraySome(
		offered,
		function(_, name) return lib.ArrayIncludes(secret_methods, name) end
	) then
		-- A method that an option names is tried nevertheless.
		report.note(client.run, method.ok and "warning" or "error", "auth_method_none", {offered = list})
	elseif method.ok and #offered > 0 and not lib.ArrayIncludes(offered, method.data) then
		report.warning(client.run, "auth_method_not_offered", {method = method.data, offered = list})
	elseif method.ok then
		report.ok(client.run, "auth_method_ok", {method = method.data})
	end
	return method.ok and method.data or nil
end

--- Checks authentication method and secret as far as the options are right; returns whether the secret was judged.
function M.check_client(client, wrong, sendable)
	local method = not lib.ArrayIncludes(wrong, "token_endpoint_auth_method") and check_method(client) or nil
	-- A secret that is absent has a finding already.
	if not sendable and not lib.ArrayIncludes(wrong, "client_secret") then
		report.warning(client.run, "client_not_sent")
		return true
	end
	local known = not lib.ArraySome(
		{"client_id", "client_secret", "redirect_uri"},
		function(_, option) return lib.ArrayIncludes(wrong, option) end
	)
	if method ~= nil and known then
		check_way(
			client,
			invented_codes.has_key(client) and (client.config.client_assertion_audience or "issuer") or method
		)
		return true
	end
	return false
end

return M
