-- Generated from src/sso_login/protocol/logout_token.ts by "make lua"; do not edit.
--- The logout token, by which the provider ends sessions (OpenID Connect Back-Channel Logout 1.0 sections 2.4 and 2.6).
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local values = require("sso_login.base.values")
local jws = require("sso_login.jose.jws")
local result = require("sso_login.result")
local ok = result.ok
local id_token = require("sso_login.protocol.id_token")
local posted_token = require("sso_login.protocol.posted_token")
local token_registry = require("sso_login.protocol.token_registry")
local err, ok = result.err, result.ok
local event = "http://schemas.openid.net/event/backchannel-logout"

--- "JWT" is what every token is; some providers say no more.
local types = {"jwt", "logout+jwt", "application/logout+jwt"}

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
	local old = type(claims.iat) == "number" and now >= claims.iat + token_registry.lifetime - clock_tolerance
	return times.ok and old and id_token.claim_error("iat", {id = "past"}) or times
end

--- Judges all but the signature; ID_TOKEN_VERIFICATION_FAILED names the claim. `now` is Unix time in seconds.
function M.check_claims(header, claims, config, now)
	if header.typ ~= nil and not lib.ArrayIncludes(types, string.lower(values.text_of(header.typ))) then
		return id_token.claim_error("typ", "is another kind of token")
	end
	if claims.iss ~= config.issuer_url then
		return id_token.claim_error("iss", "is not issuer_url")
	end
	local audience = id_token.check_audience(claims, config.client_id)
	if not audience.ok then
		return audience
	end
	if not has_event(claims) then
		return id_token.claim_error("events", "is not of a log-out")
	end
	if claims.nonce ~= nil then
		return id_token.claim_error("nonce", "is there")
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
	local function is_usable(name)
		return name == "" or values.is_name(name)
	end
	if not is_usable(sid) or not is_usable(sub) or sid == "" and sub == "" then
		return id_token.claim_error("sub", "and sid name nobody")
	end
	local jti = id_token.check_name(claims, "jti")
	if not jti.ok then
		return jti
	end
	local times = check_times(claims, now, config.clock_tolerance)
	return times.ok and ok({sid = values.text_of(sid), sub = values.text_of(sub), jti = jti.data}) or times
end

--- Reads the payload and judges all claims.
local function judge_claims(io, config, opened)
	local claims = jws.read_claims(opened)
	return claims.ok and M.check_claims(opened.header, claims.data, config, io.time()) or claims
end

--- What a logout token asks for, when the provider signed it for this client. Where the keys are known the signature comes
-- first, and nothing that the provider has not signed is read. Without `may_call` the provider is not asked: only known keys
-- count. Fails with ID_TOKEN_VERIFICATION_FAILED, UNSUPPORTED_ALGORITHM, or as discovery and the keys do.
function M.verify(io, config, token, may_call)
	local opened = posted_token.open(config, token)
	if not opened.ok then
		return opened
	end
	local known = posted_token.cached_keys(io, config)
	-- Keys are fetched only for a token whose claims are right.
	local judged = known == nil and may_call and judge_claims(io, config, opened.data) or nil
	if judged ~= nil and not judged.ok then
		return judged
	end
	local keys = known ~= nil and ok(known) or posted_token.fetch_keys(io, config, may_call)
	local signature = keys.ok and posted_token.check_signature(io, opened.data, keys.data, may_call) or keys
	return signature.ok and judge_claims(io, config, opened.data) or signature
end

return M
