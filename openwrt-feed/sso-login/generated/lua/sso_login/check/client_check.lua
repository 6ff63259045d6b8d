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

--- The finding about a secret that is refused by a method: perhaps the other method is right.
local function secret_finding(run, client, method, other, attempt)
	if tells_expired(attempt.words) then
		return "secret_expired"
	end
	if invented_codes.is_taken(run, client, other) then
		return "secret_other_method"
	end
	local is_encoded = method == "client_secret_basic" and not client_authentication.needs_no_encoding(client.config)
	if is_encoded and invented_codes.is_taken(run, client, method, invented_codes.without_encoding(client.config)) then
		return "secret_not_decoded"
	end
	local is_unauthorized = attempt.status ~= 401 and attempt.code == "unauthorized_client"
	return is_unauthorized and "client_refused" or "secret_wrong"
end

--- The finding about an assertion that is refused: perhaps the other audience is right, or a clock is wrong.
local function assertion_finding(run, client, other)
	if invented_codes.is_taken(run, client, other) then
		return "assertion_audience"
	end
	local has_wrong_clock = lib.ArraySome(
		run.findings,
		function(_, finding) return finding.id == "clock_behind" or finding.id == "clock_ahead" end
	)
	return has_wrong_clock and "assertion_expired" or "assertion_refused"
end

--- The way and the answer, as the findings tell them.
local function told(way, attempt)
	local answer = invented_codes.describe_answer(attempt)
	return {method = way, answer = answer, words = invented_codes.shown(attempt.words)}
end

local function note_refusal(run, client, way, attempt)
	local by_key = invented_codes.has_key(client)
	local other = lib.ArrayFind(
		by_key and ({"issuer", "token_endpoint"}) or secret_methods,
		function(_, name) return name ~= way end
	) or way
	local params = told(way, attempt)
	params.other = other
	params.alg = client_authentication.alg_of(client.config)
	local id = by_key and assertion_finding(run, client, other) or secret_finding(run, client, way, other, attempt)
	report.error(run, id, params)
end

--- Notes that an invented secret is no worse than the right one: perhaps the client needs none.
local function note_untold(run, client, way, control)
	local without = invented_codes.without_authentication(client.config)
	local is_public = not invented_codes.has_key(client) and invented_codes.refuses_code(
		invented_codes.prove(run, client, way, false, without)
	)
	report.warning(run, is_public and "client_public" or "client_untold", told(way, control))
end

--- Whether the endpoint may have taken the client: it refuses the code, or the request by another word (Kanidm, Pocket ID). Its answer
-- to a client that proves nothing tells, unless it may have stumbled over the encoding of this secret alone.
local function may_be_taken(client, way, attempt)
	local outcome = attempt.outcome
	local is_passing = not outcome.ok and outcome.cause == "passing"
	local is_bad_request = attempt.status == 400 and not is_passing and attempt.code ~= ""
	local is_plain = way ~= "client_secret_basic" or client_authentication.needs_no_encoding(client.config)
	return invented_codes.refuses_code(attempt) or is_bad_request and is_plain and not invented_codes.refuses_client(
		attempt
	)
end

--- Asks again with an invented refresh token, where the answer to the code does not tell; a refusal of that grant tells nothing.
local function check_by_refresh(run, client, way, control)
	local attempt = invented_codes.prove(run, client, way, false, invented_codes.as_refresh)
	if invented_codes.refuses_client(attempt) and attempt.code ~= "unauthorized_client" then
		note_refusal(run, client, way, attempt)
	elseif not invented_codes.refuses_code(attempt) then
		report.warning(run, "client_untold", told(way, control))
	elseif invented_codes.refuses_client(invented_codes.prove(run, client, way, true, invented_codes.as_refresh)) then
		report.ok(run, "secret_ok", told(way, attempt))
	else
		note_untold(run, client, way, control)
	end
end

--- Exchanges an invented code. The endpoint must refuse the request of this client, and then a client that proves nothing: only
-- both together tell that secret or key are right.
local function check_way(run, client, way)
	local by_key = invented_codes.has_key(client)
	local attempt = invented_codes.prove(run, client, way, false)
	local failure = invented_codes.failure_of(attempt)
	local control = may_be_taken(client, way, attempt) and invented_codes.prove(run, client, way, true) or nil
	if control ~= nil and invented_codes.refuses_client(control) then
		report.ok(run, by_key and "assertion_ok" or "secret_ok", told(way, attempt))
	elseif control ~= nil and invented_codes.refuses_code(attempt) then
		local ask = by_key and note_untold or check_by_refresh
		ask(run, client, way, control)
	elseif invented_codes.refuses_client(attempt) and not invented_codes.is_page(attempt) then
		note_refusal(run, client, way, attempt)
	elseif failure ~= nil then
		failed_calls.note_failure(run, "token_endpoint", client.metadata.token_endpoint, failure, attempt.body)
	else
		report.warning(run, "client_untold", told(way, attempt))
	end
end

--- The way in which the client proves itself; undefined, and a finding, where there is none.
local function check_method(run, client)
	local offered = client.metadata.token_endpoint_auth_methods_supported or {}
	local method = client_authentication.choose_method(run.io, client.config, client.metadata)
	local list = table.concat(offered, ", ")
	if invented_codes.has_key(client) and not method.ok then
		report.error(run, "key_missing", {alg = client_authentication.alg_of(client.config)})
	elseif not invented_codes.has_key(client) and #offered > 0 and not lib.ArraySome(
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
	-- A secret that is absent has a finding already.
	if not sendable and not lib.ArrayIncludes(wrong, "client_secret") then
		report.warning(run, "client_not_sent")
		return true
	end
	local known = not lib.ArraySome(
		{"client_id", "client_secret", "redirect_uri"},
		function(_, option) return lib.ArrayIncludes(wrong, option) end
	)
	if method ~= nil and known then
		check_way(
			run,
			client,
			invented_codes.has_key(client) and (client.config.client_assertion_audience or "issuer") or method
		)
		return true
	end
	return false
end

return M
