-- Generated from src/sso_login/web/backchannel_logout.ts by "make lua"; do not edit.
local lib, store, hash, provider_logout, token_registry, upkeep, logout_token, result, session, requests =
    require("sso_login.use")("lualib", "base.store", "jose.hash", "login.provider_logout", "login.token_registry", "login.upkeep", "protocol.logout_token", "result", "session.session", "web.requests")
local M = {}
local err, ok = result.err, result.ok
local form_type = "application/x-www-form-urlencoded"
--- The posted token; INVALID_REQUEST or INPUT_TOO_LARGE.
local function posted_token(io, environment)
	local ____type = string.lower(environment.content_type)
	if not lib.StringStartsWith(____type, form_type) or not lib.ArrayIncludes(
		{"", ";", " "},
		lib.StringCharAt(____type, #form_type)
	) then
		return err("INVALID_REQUEST", {reason = "not a form"})
	end
	local body = io.read_input(requests.max_input_bytes)
	if body == nil then
		return err("INPUT_TOO_LARGE")
	end
	local params = requests.parse_query(body, {"logout_token"})
	if not params.ok then
		return params
	end
	local token = params.data.logout_token
	return token ~= nil and ok(token) or err("INVALID_REQUEST", {reason = "no logout_token"})
end
--- A session that keeps none of the provider's was made while the option was off: its user must do.
local function is_meant(logout, entry)
	local ____temp_0
	if logout.sid ~= "" and entry.provider_sid ~= "" then
		____temp_0 = entry.provider_sid == logout.sid
	else
		____temp_0 = entry.sub == logout.sub
	end
	return ____temp_0
end
--- Ends the sessions that are meant; those alone that are as old as Unix time `until` where there is one.
local function end_meant(io, config, logout, ____until)
	local list = session.list_sso_sessions(io)
	if not list.ok then
		return list
	end
	local left = lib.ArrayFilter(
		lib.ArrayFilter(
			lib.ArrayFilter(
				upkeep.end_overdue(io, list.data),
				function(_, entry) return entry.issuer == config.issuer_url and is_meant(logout, entry) end
			),
			function(_, entry) return ____until == nil or (entry.since or 0) <= ____until end
		),
		function(_, entry) return not upkeep.end_session(io, entry, "provider") end
	)
	return #left == 0 and ok(true) or err("UBUS_LOGIN_FAILED", {method = "destroy"})
end
--- Ends the sessions that are meant. First comes the mark: a login makes its session and then looks for it, so that one of
-- the two sees the other. A token that could not do its part may come again, for what there was at its first time.
local function end_sessions(io, config, logout)
	local token = "logout " .. (config.issuer_url .. " ") .. logout.jti
	local retry = store.path_of(
		io,
		"retry_" .. hash.hash_sha256_hex(token)
	)
	local now = io.time()
	local first = token_registry.register(io, token)
	local failed = not first.ok and store.read(io, retry) or nil
	if not first.ok and (failed == nil or not io.remove(retry)) then
		return first
	end
	if first.ok and not provider_logout.mark(io, logout.sid, logout.sub) then
		return err("INTERNAL_ERROR", {path = io.paths.run_dir})
	end
	local came = failed ~= nil and type(failed.at) == "number" and failed.at or nil
	local ended = end_meant(io, config, logout, came)
	if not ended.ok then
		store.write(io, retry, {at = came or now})
	end
	return ended
end
--- Everything that goes wrong is one refusal to the provider, and its cause for the log.
local function refusal(failure)
	local details = failure.details
	local facts = type(details) == "table" and details or ({reason = details})
	facts.cause = failure.error
	return err("LOGOUT_REFUSED", facts)
end
--- Ends the sessions that a logout token names: 200 without a body, also when there were none; else LOGOUT_REFUSED.
function M.handle(io, config, environment)
	local token = posted_token(io, environment)
	local logout = token.ok and logout_token.verify(io, config, token.data) or token
	local ended = logout.ok and end_sessions(io, config, logout.data) or logout
	return ended.ok and ok({status = 200, headers = {}, body = ""}) or refusal(ended)
end
return M
