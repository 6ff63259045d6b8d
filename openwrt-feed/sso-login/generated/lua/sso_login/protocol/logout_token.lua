-- Generated from src/sso_login/protocol/logout_token.ts by "make lua"; do not edit.
local lib, json, store, values, result, id_token, jwks, metadata =
    require("sso_login.use")("lualib", "io.json", "base.store", "base.values", "result", "protocol.id_token", "protocol.jwks", "protocol.metadata")
local M = {}
local ok = result.ok
local err, ok = result.err, result.ok
local event = "http://schemas.openid.net/event/backchannel-logout"
--- Seconds in which strangers can make the service fetch the keys once.
local refresh_pause = 60
--- "JWT" is what every token is; some providers say no more.
local types = {"jwt", "logout+jwt", "application/logout+jwt"}
--- A text that names somebody.
local function is_name(value)
	return type(value) == "string" and value ~= "" and not lib.StringIncludes(value, "\0")
end
--- Whether `events` says that this is a logout token. The empty object and the empty array are one value in Lua.
local function has_event(claims)
	local ____json_is_object_result_0
	if json.is_object(claims.events) then
		____json_is_object_result_0 = claims.events[event]
	else
		____json_is_object_result_0 = nil
	end
	local found = ____json_is_object_result_0
	return json.is_object(found) or json.is_array(found) and #found == 0
end
--- `exp`, which may be absent, `iat` and `nbf`; and the token is no older than its `jti` is remembered.
local function check_times(claims, now, clock_tolerance)
	local ____claims_2 = claims
	local ____claims_exp_1 = claims.exp
	if ____claims_exp_1 == nil then
		____claims_exp_1 = now + 1
	end
	____claims_2.exp = ____claims_exp_1
	local times = id_token.check_times(claims, {now = now, clock_tolerance = clock_tolerance})
	local old = type(claims.iat) == "number" and now >= claims.iat + store.registry_lifetime - clock_tolerance
	return times.ok and old and id_token.refuse("iat", {id = "past"}) or times
end
--- Judges all but the signature; ID_TOKEN_VERIFICATION_FAILED names the claim. `now` is Unix time in seconds.
function M.check_claims(header, claims, config, now)
	if header.typ ~= nil and not lib.ArrayIncludes(
		types,
		string.lower(values.text_of(header.typ))
	) then
		return id_token.refuse("typ", "is another kind of token")
	end
	if claims.iss ~= config.issuer_url then
		return id_token.refuse("iss", "is not issuer_url")
	end
	local audience = id_token.check_audience(claims, config.client_id)
	if not audience.ok then
		return audience
	end
	if not has_event(claims) then
		return id_token.refuse("events", "is not of a log-out")
	end
	if claims.nonce ~= nil then
		return id_token.refuse("nonce", "is there")
	end
	local ____claims_sid_3 = claims.sid
	if ____claims_sid_3 == nil then
		____claims_sid_3 = ""
	end
	local sid = ____claims_sid_3
	local ____claims_sub_4 = claims.sub
	if ____claims_sub_4 == nil then
		____claims_sub_4 = ""
	end
	local sub = ____claims_sub_4
	if sid ~= "" and not is_name(sid) or sub ~= "" and not is_name(sub) or sid == "" and sub == "" then
		return id_token.refuse("sub", "and sid name nobody")
	end
	local jti = claims.jti
	if not is_name(jti) then
		return id_token.refuse("jti", "is not a non-empty text without NUL")
	end
	local times = check_times(claims, now, config.clock_tolerance)
	return times.ok and ok({
		sid = values.text_of(sid),
		sub = values.text_of(sub),
		jti = jti
	}) or times
end
--- What a logout token asks for, when the provider signed it for this client. Fails with ID_TOKEN_VERIFICATION_FAILED,
-- UNSUPPORTED_ALGORITHM, or as discovery and the keys do.
function M.verify(io, config, token)
	local parsed = id_token.parse_id_token(token, {allowed_algs = config.id_token_algs})
	if not parsed.ok then
		return parsed
	end
	local logout = M.check_claims(
		parsed.data.header,
		parsed.data.payload,
		config,
		io.time()
	)
	if not logout.ok then
		return logout
	end
	local discovery = metadata.of_provider(io, config)
	if not discovery.ok then
		return discovery
	end
	local set = jwks.load_jwks(io, discovery.data.jwks_uri, false)
	if not set.ok then
		return set
	end
	set.data.fresh = set.data.fresh or store.is_fresh(
		set.data.fetched_at,
		io.time(),
		refresh_pause
	)
	local signature = id_token.check_signature(io, parsed.data, set.data)
	return signature.ok and logout or signature
end
return M
