-- Generated from src/sso_login/protocol/logout_token.ts by "make lua"; do not edit.
--- The logout token, by which the provider ends sessions (OpenID Connect Back-Channel Logout 1.0 sections 2.4 and 2.6).
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local store = require("sso_login.base.store")
local values = require("sso_login.base.values")
local jws = require("sso_login.jose.jws")
local result = require("sso_login.result")
local id_token = require("sso_login.protocol.id_token")
local jwks = require("sso_login.protocol.jwks")
local metadata = require("sso_login.protocol.metadata")
local err, ok = result.err, result.ok

--- Bytes of a logout token: it has fewer claims than an ID Token.
local max_length = 8192
local event = "http://schemas.openid.net/event/backchannel-logout"

--- Seconds in which forged tokens can make the service fetch the keys at most once.
local refresh_interval = 60

--- "JWT" is what every token is; some providers say no more.
local types = {"jwt", "logout+jwt", "application/logout+jwt"}

--- Whether a claim is a usable identifier.
local function is_identifier(value)
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
	if sid ~= "" and not is_identifier(sid) or sub ~= "" and not is_identifier(sub) or sid == "" and sub == "" then
		return id_token.claim_error("sub", "and sid name nobody")
	end
	local jti = claims.jti
	if not is_identifier(jti) then
		return id_token.claim_error("jti", "is not a non-empty text without NUL")
	end
	local times = check_times(claims, now, config.clock_tolerance)
	return times.ok and ok({sid = values.text_of(sid), sub = values.text_of(sub), jti = jti}) or times
end

--- Reads the payload and judges all claims.
local function judge_claims(io, config, opened)
	local claims = jws.read_claims(opened)
	return claims.ok and M.check_claims(opened.header, claims.data, config, io.time()) or claims
end

--- The provider's keys; undefined when no cache has them.
local function cached_keys(io, config)
	local discovery = metadata.cached_of_provider(io, config)
	return discovery ~= nil and jwks.cached_jwks(io, discovery.jwks_uri) or nil
end

--- Fetches the provider's keys for a token whose claims are right.
local function fetch_keys(io, config, opened)
	local logout = judge_claims(io, config, opened)
	if not logout.ok then
		return logout
	end
	local discovery = metadata.of_provider(io, config)
	return discovery.ok and jwks.load_jwks(io, discovery.data.jwks_uri, false) or discovery
end

--- What a logout token asks for, when the provider signed it for this client. Where the keys are known the signature comes
-- first, and nothing that the provider has not signed is read. Without `may_call` the provider is not asked: only known keys
-- count. Fails with ID_TOKEN_VERIFICATION_FAILED, UNSUPPORTED_ALGORITHM, or as discovery and the keys do.
function M.verify(io, config, token, may_call)
	if #token > max_length then
		return err("ID_TOKEN_VERIFICATION_FAILED", {reason = "over 8192 bytes"})
	end
	local opened = jws.open_jws(token)
	local checked = opened.ok and id_token.check_header(opened.data, {allowed_algs = config.id_token_algs}) or opened
	if not checked.ok then
		return checked
	end
	local known = cached_keys(io, config)
	if known == nil and not may_call then
		return err("ID_TOKEN_VERIFICATION_FAILED", {reason = "the provider's keys are not known"})
	end
	local set = known ~= nil and ok(known) or fetch_keys(io, config, checked.data)
	if not set.ok then
		return set
	end
	local is_recent = store.is_fresh(set.data.fetched_at, io.time(), refresh_interval)
	set.data.fresh = set.data.fresh or is_recent or not may_call
	local signature = id_token.check_signature(io, checked.data, set.data)
	return signature.ok and judge_claims(io, config, checked.data) or signature
end

return M
