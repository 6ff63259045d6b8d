-- Generated from src/sso_login/login/revalidation/refreshed_user.ts by "make lua"; do not edit.
--- The user of refreshed tokens, established anew. What the login knew of the user proves nothing now.
local M = {}
local token_claims = require("sso_login.jose.token_claims")
local jwk_set = require("sso_login.protocol.jwk_set")
local userinfo = require("sso_login.protocol.userinfo")
local result = require("sso_login.result")
local claim_rules = require("sso_login.rights.claim_rules")
local attempt = require("sso_login.login.attempt")
local err, ok = result.err, result.ok

--- Expectations of a refreshed ID Token (OpenID Connect Core section 12.2), whose nonce is compared apart.
function M.expectations(config, access_token, now)
	local expected = token_claims.for_client(config, now)
	expected.access_token = access_token
	expected.at_hash_required = false
	return expected
end

--- Compares a refreshed ID Token with the claims of the login's (OpenID Connect Core section 12.2): `sub` is the same, and `iat` is
-- not earlier, with the tolerance. `acr` and `auth_time`, where they are there, meet the demands of a login at its moment; some providers
-- have the user's last authentication anywhere. ID_TOKEN_VERIFICATION_FAILED, AUTHENTICATION_TOO_WEAK, AUTHENTICATION_TOO_OLD.
function M.compare_claims(claims, login_claims, demands)
	local clock_tolerance = demands.clock_tolerance
	if claims.sub ~= login_claims.sub then
		return token_claims.claim_error("sub", "is not that of the login", "other_subject")
	end
	if token_claims.is_date(login_claims.iat) and claims.iat < login_claims.iat - clock_tolerance then
		return token_claims.claim_error("iat", "is before that of the login")
	end
	local auth_time = token_claims.is_date(claims.auth_time) and claims.auth_time or nil
	local moment = token_claims.is_date(login_claims.iat) and login_claims.iat or claims.iat
	local acr_values = claims.acr ~= nil and demands.acr_values or nil
	local max_age = auth_time ~= nil and demands.max_age or nil
	local now = math.max(moment, auth_time or moment)
	return token_claims.check_authentication(
		claims,
		{acr_values = acr_values, max_age = max_age, clock_tolerance = clock_tolerance},
		now
	)
end

--- Verifies a refreshed ID Token in all but its nonce.
local function verify(io, issued, login_claims)
	local expected = M.expectations(issued.config, issued.tokens.access_token, io.time())
	local found = attempt.verify(io, issued, expected)
	local same = found.ok and M.compare_claims(found.data.claims, login_claims, issued.config) or found
	return same.ok and found or same
end

--- The newest claims, completed by others; what these say of an address is about that address alone.
local function complete(config, newest, others)
	local claims = userinfo.merge(newest, others, config)
	if claim_rules.email_of(config, newest) == claim_rules.email_of(config, others) then
		local ____claims_email_verified_0 = claims.email_verified
		if ____claims_email_verified_0 == nil then
			____claims_email_verified_0 = others.email_verified
		end
		claims.email_verified = ____claims_email_verified_0
	end
	return claims
end

--- Establishes the user of refreshed tokens, who is that of the login: by their ID Token, where there is one, and by UserInfo, where the
-- provider has it, whose claims are the newest. An ID Token of another nonce proves nothing, as some providers keep one nonce a user; it
-- fills in for claims that UserInfo lacks as the login's does. Fails with the code of the step that refused.
function M.identify(io, issued, login_claims)
	local config = issued.config
	local verified = (issued.tokens.id_token or "") ~= "" and verify(io, issued, login_claims) or nil
	if verified ~= nil and not verified.ok then
		return verified
	end
	local known = verified ~= nil and verified.data.claims or login_claims
	local is_proof = verified ~= nil and (known.nonce == nil or known.nonce == login_claims.nonce)
	local endpoint = issued.metadata.userinfo_endpoint
	if endpoint == nil and not is_proof then
		local reason = verified ~= nil and "another nonce" or "no ID Token"
		local hint = {id = "never_revalidated"}
		return err("ID_TOKEN_VERIFICATION_FAILED", {
			reason = reason .. ", and the provider has no UserInfo endpoint",
			hint = hint
		})
	end
	if endpoint == nil then
		return ok({claims = known})
	end
	local keys = verified ~= nil and ok(verified.data.keys) or jwk_set.load_jwks(
		io,
		config,
		issued.metadata.jwks_uri,
		false
	)
	if not keys.ok then
		return keys
	end
	local told = userinfo.claims_of(io, endpoint, {
		config = config,
		keys = keys.data,
		tokens = issued.tokens,
		claims = login_claims
	})
	if not told.ok then
		return told
	end
	local completed = complete(config, told.data, known)
	return ok(is_proof and ({claims = completed}) or ({claims = told.data, assumed = completed}))
end

return M
