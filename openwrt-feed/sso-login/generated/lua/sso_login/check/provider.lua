-- Generated from src/sso_login/check/provider.ts by "make lua"; do not edit.
local lib = require("sso_login.lualib")
local M = {}
local client_authentication = require("sso_login.protocol.client_authentication")
local back_channel = require("sso_login.protocol.back_channel")
local keys = require("sso_login.check.keys")
local document = require("sso_login.check.document")
local report = require("sso_login.check.report")
local metadata = require("sso_login.protocol.metadata")
local clock = require("sso_login.io.clock")
local token = require("sso_login.protocol.token")
local hash = require("sso_login.jose.hash")
local strings = require("sso_login.base.strings")
local values = require("sso_login.base.values")
local urls = require("sso_login.base.urls")
--- Findings by the reason why there is no answer (HttpFailure).
local failures = {
	resolve = "host_unknown",
	connect = "connection_refused",
	certificate = "certificate_untrusted",
	tls = "tls_failed",
	timeout = "no_answer",
	too_large = "answer_too_large"
}
--- Seconds that a clock may be ahead before it is called an error: ID Tokens live for some minutes.
local token_lifetime = 300
local function facts_of(failure)
	return type(failure.details) == "table" and failure.details or ({})
end
--- Why a call did not give what it should; `endpoint` is its name in the discovery document.
local function note_failure(run, endpoint, url, failure)
	local facts = facts_of(failure)
	local parsed = urls.parse_https(url)
	local params = {
		endpoint = endpoint,
		url = url,
		host = parsed ~= nil and parsed.host or url,
		reason = values.text_of(facts.reason),
		status = tostring(facts.http_status or "")
	}
	local answered = facts.http_status == 200 and "answer_not_json" or "answer_status"
	local id = facts.http_status ~= nil and answered or (failures[values.text_of(facts.cause)] or "connection_broken")
	report.error(run, id, params, failure.error)
end
--- Compares the router's clock with the provider's, which is undefined when it did not tell.
local function check_clock(run, config, date)
	local now = run.io.time()
	if date == nil then
		report.ok(
			run,
			"clock_unknown",
			{now = clock.format_time(now)}
		)
		return
	end
	local seconds = tostring(math.max(now - date, date - now))
	local params = {
		seconds = seconds,
		tolerance = tostring(config.clock_tolerance)
	}
	if date - now > config.clock_tolerance then
		report.error(run, "clock_behind", params)
	elseif now - date > config.clock_tolerance then
		local level = now - date > config.clock_tolerance + token_lifetime and "error" or "warning"
		report.note(run, level, "clock_ahead", params)
	else
		report.ok(run, "clock_ok", params)
	end
end
--- GETs a JSON object past all caches; undefined, and a finding, when there is none.
local function fetch(run, endpoint, url, code)
	local answer = back_channel.send(run.io, {method = "GET", url = url, headers = {back_channel.accept_json}}, code)
	if not answer.ok then
		note_failure(run, endpoint, url, answer)
		return nil
	end
	local body = back_channel.read_json(answer.data, url, code)
	if not body.ok then
		note_failure(run, endpoint, url, body)
		return nil
	end
	return {body = body.data, date = answer.data.date}
end
--- What the token endpoint said, as far as it cannot hold a secret: an error code of RFC 6749 is lower case.
local function describe_answer(facts)
	local status = tostring(facts.http_status or 200)
	local code = values.text_of(facts.idp_error)
	if code == "" then
		return {id = "answer_without_code", params = {status = status}}
	end
	local plain = #code <= 40 and strings.consists_of(code, "abcdefghijklmnopqrstuvwxyz_")
	return plain and ({id = "answer_code", params = {status = status, code = code}}) or ({id = "answer_unusual_code", params = {status = status}})
end
--- Exchanges an invented code: the error tells whether the provider knew the client first (RFC 6749 section 5.2).
local function check_secret(run, config, discovery, method)
	local invented = hash.pkce_pair(64)
	local grant = {code = invented.challenge, verifier = invented.verifier, session_id = "check"}
	local outcome = token.exchange_code(
		run.io,
		config,
		discovery,
		grant,
		back_channel.send
	)
	if outcome.ok then
		report.warning(run, "secret_unclear", {answer = {id = "answer_to_invented_code"}})
		return
	end
	local facts = facts_of(outcome)
	local params = {
		method = method,
		answer = describe_answer(facts)
	}
	if outcome.error == "OIDC_INVALID_GRANT" then
		report.ok(run, "secret_ok", params)
	elseif outcome.error ~= "TOKEN_EXCHANGE_FAILED" then
		note_failure(run, "token_endpoint", discovery.token_endpoint, outcome)
	elseif facts.http_status == 401 or facts.idp_error == "invalid_client" then
		report.error(run, "secret_wrong", params)
	elseif facts.idp_error == "unauthorized_client" then
		report.error(run, "client_refused", params)
	else
		report.warning(run, "secret_unclear", params)
	end
end
--- How the client proves itself; undefined, and a finding, when there is no way.
local function check_method(run, config, discovery)
	local offered = discovery.token_endpoint_auth_methods_supported or ({})
	local method = client_authentication.choose_method(config, discovery)
	local list = table.concat(offered, ", ")
	if not method.ok then
		report.error(run, "auth_method_none", {offered = list})
		return nil
	end
	if #offered > 0 and not lib.ArrayIncludes(offered, method.data) then
		report.warning(run, "auth_method_not_offered", {method = method.data, offered = list})
	else
		report.ok(run, "auth_method_ok", {method = method.data})
	end
	return method.data
end
--- Authentication method and secret, as far as the options allow; the answer is whether the secret was tried.
local function check_client(run, config, discovery, wrong, sendable)
	local method = not lib.ArrayIncludes(wrong, "token_endpoint_auth_method") and check_method(run, config, discovery) or nil
	if not sendable then
		report.warning(run, "secret_not_sent")
		return true
	end
	local known = not lib.ArraySome(
		{"client_id", "client_secret", "redirect_uri"},
		function(_, option) return lib.ArrayIncludes(wrong, option) end
	)
	if method ~= nil and known then
		check_secret(run, config, discovery, method)
		return true
	end
	return false
end
--- Asks the provider; the answer is what could not be tried.
local function ask_provider(run, config, wrong, sendable)
	local origin = metadata.internal_origin(config.internal_issuer_url)
	local url = metadata.document_url(config.issuer_url, origin)
	local answer = fetch(run, "openid-configuration", url, "OIDC_DISCOVERY_FAILED")
	if answer == nil then
		return {"jwks_uri", "token_endpoint"}
	end
	local published = answer.body
	local host = urls.parse_https(url)
	report.ok(run, "connection_ok", {host = host ~= nil and host.host or url})
	check_clock(run, config, answer.date)
	local trusted = document.check_metadata(run, config, published, {url = url, origin = origin})
	keys.check_algorithms(run, published)
	local issuer = values.text_of(published.issuer)
	local read = metadata.read_document(published, issuer)
	if not read.ok then
		return {"jwks_uri", "token_endpoint"}
	end
	local discovery = metadata.with_internal_origin(read.data, origin)
	local set = fetch(run, "jwks_uri", discovery.jwks_uri, "JWKS_FETCH_FAILED")
	if set ~= nil then
		keys.check_keys(run, discovery.jwks_uri, set.body)
	end
	return trusted and check_client(
		run,
		config,
		discovery,
		wrong,
		sendable
	) and ({}) or ({"token_endpoint"})
end
--- Asks the provider what a login would ask. `wrong` are the options that cannot be used; the client secret is sent only
-- when it is `sendable`, and only to the provider whose issuer is the configured one, as a login does.
function M.check_provider(run, config, wrong, sendable)
	local no_address = lib.ArrayIncludes(wrong, "issuer_url") or lib.ArrayIncludes(wrong, "internal_issuer_url")
	local steps = no_address and ({"discovery", "jwks_uri", "token_endpoint"}) or ask_provider(run, config, wrong, sendable)
	if #steps > 0 then
		report.warning(
			run,
			"not_tried",
			{steps = table.concat(steps, ", ")}
		)
	end
end
return M
