-- Generated from src/sso_login/web/endpoints/token_exchange.ts by "make lua"; do not edit.
--- POST /token: a program's access token becomes a session (OAuth 2.0 Token Exchange, RFC 8693).
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local log = require("sso_login.base.log")
local values = require("sso_login.base.values")
local hash = require("sso_login.jose.hash")
local jws = require("sso_login.jose.jws")
local exchange = require("sso_login.login.exchange")
local access_token = require("sso_login.protocol.access_token")
local result = require("sso_login.result")
local load_settings = require("sso_login.settings.load")
local forms = require("sso_login.web.forms")
local rate_limit = require("sso_login.web.rate_limit")
local err, ok = result.err, result.ok
local grant_type = "urn:ietf:params:oauth:grant-type:token-exchange"
local access_token_type = "urn:ietf:params:oauth:token-type:access_token"

--- What is issued: the id of a ubus session.
local session_type = "urn:sso-login:token-type:ubus-session"

--- Parameters of RFC 8693 section 2.1 and RFC 6749 section 2.3.1; others are ignored.
local parameters = {
	"grant_type",
	"resource",
	"audience",
	"scope",
	"requested_token_type",
	"subject_token",
	"subject_token_type",
	"actor_token",
	"actor_token_type",
	"client_id",
	"client_secret",
	"client_assertion",
	"client_assertion_type"
}

--- A refusal with OAuth's error for it.
local function refused(____error, reason, parameter)
	return err("EXCHANGE_REFUSED", {answer = ____error, reason = reason, parameter = parameter})
end

--- A refusal whose cause the log names and the program is not told.
local function refused_by(failure)
	local facts = values.facts_of(failure)
	facts.cause = failure.error
	return err("EXCHANGE_REFUSED", facts)
end

--- What a refusal of the token is: the provider's trouble stays what it is.
local function refusal_of(failure)
	local is_token = {"ID_TOKEN_VERIFICATION_FAILED", "UNSUPPORTED_ALGORITHM", "USER_NOT_AUTHORIZED", "IDP_ERROR"}
	return lib.ArrayIncludes(is_token, failure.error) and refused_by(failure) or failure
end

--- The provider of a token: of several that take tokens the one whose issuer it names, which is believed once its keys have verified
-- the token.
local function provider_of(io, token)
	local all = load_settings.providers_with(io, "api_audience")
	local opened = jws.open_jws(token)
	local claims = opened.ok and jws.read_claims(opened.data) or opened
	local named = claims.ok and load_settings.providers_with(io, "issuer_url", values.text_of(claims.data.iss)) or {}
	return lib.ArrayFind(all, function(_, name) return lib.ArrayIncludes(named, name) end) or all[1]
end

--- The parameters, as far as they need no token to be judged.
local function check_form(config, environment, sent)
	if environment.authorization ~= "" or (sent.client_secret or sent.client_assertion) ~= nil then
		-- Nothing here knows the provider's clients, and a secret does not belong here.
		return err("CLIENT_AUTHENTICATION", {reason = "client authentication is not taken here: send the token alone"})
	end
	if sent.grant_type ~= grant_type then
		return sent.grant_type == nil and refused("invalid_request", "is missing", "grant_type") or refused(
			"unsupported_grant_type",
			"is not a token exchange",
			"grant_type"
		)
	end
	if (sent.subject_token or "") == "" then
		return refused("invalid_request", "is missing", "subject_token")
	end
	if sent.subject_token_type ~= access_token_type then
		return refused("invalid_request", "is not an access token's", "subject_token_type")
	end
	local actor = lib.ArrayFind(
		{"actor_token", "actor_token_type"},
		function(_, name) return sent[name] ~= nil end
	)
	if actor ~= nil then
		return refused("invalid_request", "is not taken here", actor)
	end
	if (sent.requested_token_type or session_type) ~= session_type then
		return refused("invalid_request", "is not " .. session_type, "requested_token_type")
	end
	local target = lib.ArrayFind(
		{"resource", "audience"},
		function(_, name) return (sent[name] or config.api_audience) ~= config.api_audience end
	)
	if target ~= nil then
		return refused("invalid_target", "is not api_audience", target)
	end
	return sent.scope == nil and ok(sent) or refused(
		"invalid_scope",
		"is not taken here: roles say what is allowed",
		"scope"
	)
end

--- Verifies the posted token and finds its roles.
local function judge_token(io, config, form, may_call)
	local token = access_token.verify(io, config, form.subject_token or "", may_call)
	if not token.ok then
		return refusal_of(token)
	end
	if (form.client_id or token.data.client) ~= token.data.client then
		return refused("invalid_request", "is not the token's", "client_id")
	end
	local match = exchange.find_roles(io, config, token.data)
	if match.ok then
		return ok({token = token.data, match = match.data})
	end
	local refusal = refusal_of(match)
	local details = values.facts_of(refusal)
	for _, pair in ipairs(exchange.who(config, token.data)) do
		details[pair[1]] = pair[2]
	end
	return err(refusal.error, details)
end

--- Opens the session: 200 with what RFC 8693 section 2.2.1 says.
local function grant(io, config, remote, granted)
	local opened = exchange.open_session(io, config, granted.token, granted.match, remote)
	if not opened.ok then
		return refusal_of(opened)
	end
	local facts = {{"provider", config.log_name}, {"remote", remote}}
	local outcome = {
		{"role", table.concat(lib.ArrayMap(granted.match.roles, function(_, role) return role.name end), ",")},
		{"session", hash.safe_id(opened.data.sid)}
	}
	log.event(io, "notice", "TOKEN_EXCHANGED", lib.ArrayConcat(facts, exchange.who(config, granted.token), outcome))
	local body = json.encode({
		access_token = opened.data.sid,
		issued_token_type = session_type,
		token_type = "N_A",
		expires_in = opened.data.timeout
	})
	return ok({status = 200, content_type = "application/json", headers = {{"Pragma", "no-cache"}}, body = body})
end

--- Judges an exchange. A token that verifies and has a role is a proof, and counts in a window of its client; EXCHANGE_REFUSED and
-- CLIENT_AUTHENTICATION otherwise, or what keeps the router from judging. While the window of what proves nothing is full,
-- the provider is not asked for its keys.
function M.judge(io, environment, load)
	local may_call = not rate_limit.is_window_full(io, rate_limit.exchanges)
	local read = forms.read(io, environment, parameters)
	local config = load(provider_of(io, read.ok and (read.data.subject_token or "") or ""))
	if not config.ok then
		return {window = rate_limit.exchanges, respond = function() return config end}
	end
	local form = read.ok and check_form(config.data, environment, read.data) or refused_by(read)
	local granted = form.ok and judge_token(io, config.data, form.data, may_call) or form
	return granted.ok and ({
		window = rate_limit.of_program(hash.hash_sha256_hex(granted.data.token.client)),
		log_name = config.data.log_name,
		respond = function() return grant(io, config.data, environment.remote_addr, granted.data) end
	}) or ({window = rate_limit.exchanges, log_name = config.data.log_name, respond = function() return granted end})
end

--- OAuth's name of an error (RFC 6749 sections 4.1.2.1 and 5.2, RFC 8693 section 2.2.2).
local function name_of(status, facts)
	if status == 401 then
		return "invalid_client"
	end
	if status >= 500 or status == 429 then
		return status == 500 and "server_error" or "temporarily_unavailable"
	end
	return type(facts.answer) == "string" and facts.answer or "invalid_request"
end

--- The answer to a program in the place of an error page; `scheme` is how it tried to authenticate.
function M.in_json(response, failure, authorization)
	local headers = response.headers
	headers[#headers + 1] = {"Pragma", "no-cache"}
	if response.status == 401 then
		local is_bearer = lib.StringStartsWith(string.lower(authorization), "bearer")
		headers[#headers + 1] = {"WWW-Authenticate", (is_bearer and "Bearer" or "Basic") .. " realm=\"sso-login\""}
	end
	local body = "{\"error\":\"" .. name_of(response.status, values.facts_of(failure)) .. "\"}"
	return {status = response.status, content_type = "application/json", headers = headers, body = body}
end

return M
