-- Generated from src/sso_login/protocol/logout_token.ts by "make lua"; do not edit.
--- The logout token, by which the provider ends sessions (OpenID Connect Back-Channel Logout 1.0 sections 2.4 and 2.6).
local M = {}
local json = require("sso_login.io.json")
local json_values = require("sso_login.base.json_values")
local token_claims = require("sso_login.jose.token_claims")
local jws = require("sso_login.jose.jws")
local result = require("sso_login.result")
local known_metadata = require("sso_login.protocol.known_metadata")
local id_token = require("sso_login.protocol.id_token")
local posted_token = require("sso_login.protocol.posted_token")
local token_registry = require("sso_login.protocol.token_registry")
local err, ok = result.err, result.ok
local event = "http://schemas.openid.net/event/backchannel-logout"

--- Seconds for which a token without `exp` counts.
local lifetime = 300

--- Every token is a "JWT"; some providers say no more.
local kind = {
	types = {"JWT", "logout+jwt"},
	reason = "is another kind of token",
	may_lack_type = true,
	foreign_claims = {}
}

--- Whether `events` says that this is a logout token. The empty object and the empty array are one value in Lua.
local function has_event(claims)
	local found
	if json.is_object(claims.events) then
		found = claims.events[event]
	else
		found = nil
	end
	return json.is_object(found) or json.is_array(found) and #found == 0
end

--- Checks everything but the signature; ID_TOKEN_VERIFICATION_FAILED names the claim. `now` is Unix time in seconds.
function M.check_claims(header, claims, config, now)
	local of_kind = posted_token.check_kind(header, claims, kind)
	if not of_kind.ok then
		return of_kind
	end
	local expected = token_claims.for_client(config, now)
	expected.optional = {"exp"}
	-- It may name a session of the provider alone.
	expected.leaves_subject = true
	local checked = token_claims.check_claims(header, claims, expected)
	if not checked.ok then
		return checked
	end
	if not has_event(claims) then
		return token_claims.claim_error("events", "is not of a log-out")
	end
	if claims.nonce ~= nil then
		return token_claims.claim_error("nonce", "is there")
	end
	local ____claims_sid_1 = claims.sid
	if ____claims_sid_1 == nil then
		____claims_sid_1 = ""
	end
	local sid = ____claims_sid_1
	local ____claims_sub_2 = claims.sub
	if ____claims_sub_2 == nil then
		____claims_sub_2 = ""
	end
	local sub = ____claims_sub_2
	local function is_usable(name)
		return name == "" or json_values.is_name(name)
	end
	if not is_usable(sid) or not is_usable(sub) or sid == "" and sub == "" then
		return token_claims.claim_error("sub", "and sid name nobody")
	end
	local jti = token_claims.check_name(claims, "jti")
	if not jti.ok then
		return jti
	end
	local issued_at = claims.iat
	local is_over = claims.exp == nil and now >= issued_at + lifetime + config.clock_tolerance
	-- An older token may have been used: its `jti` is remembered no longer.
	if is_over or now >= issued_at + token_registry.lifetime - config.clock_tolerance then
		return token_claims.claim_error("iat", {id = "past"})
	end
	return ok({
		sid = json_values.text_of(sid),
		sub = json_values.text_of(sub),
		jti = jti.data,
		alg = json_values.text_of(header.alg)
	})
end

--- Reads the payload and checks all claims.
local function claims_in(io, config, opened)
	local claims = jws.read_claims(opened)
	return claims.ok and M.check_claims(opened.header, claims.data, config, io.time()) or claims
end

--- Verifies a logout token that the provider has signed for this client. Where keys are cached the signature comes first, and nothing that the
-- provider has not signed is read; where none are, they are fetched only for a token whose claims are right. Without `may_call` only cached keys
-- are used. Fails with ID_TOKEN_VERIFICATION_FAILED, UNSUPPORTED_ALGORITHM, or as metadata and
-- keys do.
function M.verify(io, config, token, may_call)
	local opened = posted_token.open(config, token)
	if not opened.ok then
		return opened
	end
	local is_signed = posted_token.is_signed(io, config, opened.data)
	if is_signed == true then
		return claims_in(io, config, opened.data)
	end
	if not may_call then
		return err("ID_TOKEN_VERIFICATION_FAILED", {reason = "no known key has signed it"})
	end
	local early = is_signed == nil and claims_in(io, config, opened.data) or ok(nil)
	if not early.ok then
		return early
	end
	local signed = id_token.check_provider(io, config, known_metadata.of_provider(io, config), opened.data)
	return signed.ok and claims_in(io, config, opened.data) or signed
end

return M
