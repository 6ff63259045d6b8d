-- Generated from src/sso_login/web/endpoints/token_exchange.ts by "make lua"; do not edit.
--- POST /token: a program's access token becomes a session (OAuth 2.0 Token Exchange, RFC 8693).
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local failures = require("sso_login.base.failures")
local log = require("sso_login.base.log")
local public_names = require("sso_login.base.public_names")
local json_values = require("sso_login.base.json_values")
local hash = require("sso_login.jose.hash")
local jws = require("sso_login.jose.jws")
local program_session = require("sso_login.login.program_session")
local posted_token = require("sso_login.protocol.posted_token")
local access_token = require("sso_login.protocol.access_token")
local result = require("sso_login.result")
local saved_config = require("sso_login.settings.saved_config")
local rate_limit = require("sso_login.web.rate_limit")
local posted_forms = require("sso_login.web.endpoints.posted_forms")
local err, ok = result.err, result.ok
local grant_type = "urn:ietf:params:oauth:grant-type:token-exchange"
local access_token_type = "urn:ietf:params:oauth:token-type:access_token"

--- The type of the issued token, which is the id of a ubus session.
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
	return err("EXCHANGE_REFUSED", {answer = ____error, reason = reason, parameter = parameter}, nil, {
		oauth_error = ____error
	})
end

--- A refusal whose cause the log names and the program is not told.
local function refused_by(failure)
	return failures.renamed(failure, "EXCHANGE_REFUSED")
end

--- The refusal of a token; a failure of the provider or the router keeps its code.
local function refusal_of(failure)
	local is_token = {
		"AUTHENTICATION_TOO_WEAK",
		"AUTHENTICATION_TOO_OLD",
		"ID_TOKEN_VERIFICATION_FAILED",
		"UNSUPPORTED_ALGORITHM",
		"USER_NOT_AUTHORIZED",
		"IDP_ERROR"
	}
	return lib.ArrayIncludes(is_token, failure.error) and refused_by(failure) or failure
end

--- The provider of a token: of several that take tokens the one whose issuer it names, which is believed once its keys have verified
-- the token.
local function provider_of(io, token)
	local all = saved_config.providers_with(io, "api_audience")
	if #all <= 1 then
		return all[1] or public_names.first
	end
	local opened = jws.open_jws(json_values.text_of(token))
	local claims = opened.ok and jws.read_claims(opened.data) or opened
	local named = claims.ok and saved_config.providers_with(
		io,
		"issuer_url",
		json_values.text_of(claims.data.iss)
	) or {}
	return lib.ArrayFind(
		all,
		function(_, name) return lib.ArrayIncludes(named, name) end
	) or all[1] or public_names.first
end

--- Checks the parameters, as far as that needs no token.
local function check_form(config, request, sent)
	if request.authorization ~= "" or (sent.client_secret or sent.client_assertion) ~= nil then
		-- Nothing here knows the provider's clients, and a secret does not belong here.
		return err("CLIENT_AUTHENTICATION", {reason = "client authentication is not taken here: send the token alone"})
	end
	local audience = config.api_audience
	local issued = sent.requested_token_type or session_type
	local rules = {
		{"invalid_request", "grant_type", "is missing", sent.grant_type == nil},
		{"unsupported_grant_type", "grant_type", "is not a token exchange", sent.grant_type ~= grant_type},
		{"invalid_request", "subject_token", "is missing", (sent.subject_token or "") == ""},
		{
			"invalid_request",
			"subject_token_type",
			"is not an access token's",
			sent.subject_token_type ~= access_token_type
		},
		{"invalid_request", "actor_token", "is not taken here", sent.actor_token ~= nil},
		{"invalid_request", "actor_token_type", "is not taken here", sent.actor_token_type ~= nil},
		{"invalid_request", "requested_token_type", "is not " .. session_type, issued ~= session_type},
		{"invalid_target", "resource", "is not api_audience", (sent.resource or audience) ~= audience},
		{"invalid_target", "audience", "is not api_audience", (sent.audience or audience) ~= audience},
		{"invalid_scope", "scope", "is not taken here: roles say what is allowed", sent.scope ~= nil}
	}
	local broken = lib.ArrayFind(rules, function(_, rule) return rule[4] end)
	return broken == nil and ok(sent) or refused(broken[1], broken[3], broken[2])
end

--- Verifies the posted token and finds its roles.
local function match_token(io, config, form, opened)
	local token = access_token.verify_opened(io, config, opened)
	if not token.ok then
		return refusal_of(token)
	end
	if (form.client_id or token.data.client) ~= token.data.client then
		return refused("invalid_request", "is not the token's", "client_id")
	end
	local match = program_session.find_roles(io, config, token.data)
	if match.ok then
		return ok({token = token.data, match = match.data})
	end
	local who = {}
	for _, pair in ipairs(program_session.who(config, token.data)) do
		who[pair[1]] = pair[2]
	end
	return posted_token.told(failures.adding(refusal_of(match), who))
end

--- Opens the session: 200 with the members of RFC 8693 section 2.2.1.
local function open_session(io, config, remote, matched)
	local opened = program_session.open_session(io, config, matched.token, matched.match, remote)
	if not opened.ok then
		return refusal_of(opened)
	end
	local facts = {{"provider", config.log_name}, {"remote", remote}}
	local outcome = {
		{"role", table.concat(lib.ArrayMap(matched.match.roles, function(_, role) return role.name end), ",")},
		{"session", hash.safe_id(opened.data.sid)}
	}
	log.event(
		io,
		"notice",
		"TOKEN_EXCHANGED",
		lib.ArrayConcat(facts, program_session.who(config, matched.token), outcome)
	)
	local body = json.encode({
		access_token = opened.data.sid,
		issued_token_type = session_type,
		token_type = "N_A",
		expires_in = opened.data.timeout
	})
	return ok({status = 200, content_type = "application/json", headers = {{"Pragma", "no-cache"}}, body = body})
end

--- The windows of a token: of its client as a whole, whose name is another client's at another provider, and of its subject.
local function windows_of(config, token)
	local client = config.issuer_url .. "\0" .. token.client
	local function owner(name)
		return lib.StringSubstring(hash.hash_sha256_hex(name), 0, 16)
	end
	return {
		window = rate_limit.window_of("client", owner(client)),
		narrower = rate_limit.window_of("subject", owner(client .. "\0" .. token.sub))
	}
end

--- Verifies a token that no known key has signed, once it is counted, and opens its session within its own windows.
local function serve_unknown(io, config, request, form, opened)
	local matched = match_token(io, config, form, opened)
	if not matched.ok then
		return matched
	end
	local windows = windows_of(config, matched.data.token)
	local narrower = rate_limit.count_request(io, windows.narrower)
	local counted = narrower.ok and rate_limit.count_request(io, windows.window) or narrower
	if not counted.ok then
		return counted
	end
	return open_session(io, config, request.remote_addr, matched.data)
end

--- Exchanges a token. A token that known keys have signed and that has a role is a proof, and counts in windows of its subject and client;
-- otherwise EXCHANGE_REFUSED, CLIENT_AUTHENTICATION, or a failure of the provider or the router. Of another token only the signature is
-- looked at before it is counted: its claims, and keys that its provider has meanwhile, come after that.
function M.admit(io, request)
	local sent = posted_forms.read(io, request, rate_limit.window_of("exchanges"), parameters)
	local config = saved_config.load_enabled(io, provider_of(io, sent.ok and sent.data.subject_token or nil))
	if not config.ok then
		return {respond = function() return config end}
	end
	local log_name = config.data.log_name
	local form = sent.ok and check_form(config.data, request, sent.data) or refused_by(sent)
	local opened = form.ok and access_token.open(io, config.data, form.data.subject_token or "") or form
	if not form.ok or not opened.ok then
		local refusal = not form.ok and form or refusal_of(opened)
		return {log_name = log_name, refusal = refusal, respond = function() return refusal end}
	end
	if not opened.data.is_signed then
		return {
			log_name = log_name,
			respond = function() return serve_unknown(io, config.data, request, form.data, opened.data) end
		}
	end
	local matched = match_token(io, config.data, form.data, opened.data)
	if not matched.ok then
		return {log_name = log_name, refusal = matched, respond = function() return matched end}
	end
	local windows = windows_of(config.data, matched.data.token)
	return {
		window = windows.window,
		narrower = windows.narrower,
		log_name = log_name,
		respond = function() return open_session(io, config.data, request.remote_addr, matched.data) end
	}
end

return M
