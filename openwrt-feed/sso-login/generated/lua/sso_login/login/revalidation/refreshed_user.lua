-- Generated from src/sso_login/login/revalidation/refreshed_user.ts by "make lua"; do not edit.
--- The user of refreshed tokens, established anew. What the login knew of the user proves nothing now.
local M = {}
local token_claims = require("sso_login.jose.token_claims")
local userinfo = require("sso_login.protocol.userinfo")
local result = require("sso_login.result")
local claim_rules = require("sso_login.rights.claim_rules")
local attempt = require("sso_login.login.attempt")
local err, ok = result.err, result.ok

--- Expectations of a refreshed ID Token (OpenID Connect Core section 12.2), whose nonce is compared apart.
function M.expectations(config, access_token, now)
	local expected = token_claims.for_client(config, now)
	expected.access_token = access_token
	expected.optional = {"at_hash"}
	return expected
end

--- Compares a refreshed ID Token with the claims of the login's (OpenID Connect Core section 12.2): `sub` is the same, and `iat` is
-- not earlier, with the tolerance. `acr` and `auth_time`, where they are there, meet the demands of a login at its moment; in tokens
-- of some providers `auth_time` is of a later login at another client. ID_TOKEN_VERIFICATION_FAILED, AUTHENTICATION_TOO_WEAK, AUTHENTICATION_TOO_OLD.
function M.compare_claims(claims, login_claims, demands)
	local clock_tolerance = demands.clock_tolerance
	if claims.sub ~= login_claims.sub then
		return token_claims.claim_error("sub", "is not that of the login", "other_subject")
	end
	local issued_at = claims.iat
	local login_at = token_claims.is_date(login_claims.iat) and login_claims.iat or issued_at
	if issued_at < login_at - clock_tolerance then
		return token_claims.claim_error("iat", "is before that of the login")
	end
	local acr_values = claims.acr ~= nil and demands.acr_values or nil
	-- An authentication after the login is never too old for it.
	local is_earlier = token_claims.is_date(claims.auth_time) and claims.auth_time <= login_at
	local max_age = is_earlier and demands.max_age or nil
	return token_claims.check_authentication(
		claims,
		{acr_values = acr_values, max_age = max_age, clock_tolerance = clock_tolerance},
		login_at
	)
end

--- Verifies the ID Token of an answer in all but its nonce, which says whether it proves the user.
local function verify(io, issued, login_claims)
	if (issued.tokens.id_token or "") == "" then
		return ok({kind = "none", claims = login_claims, metadata = issued.metadata})
	end
	local expected = M.expectations(issued.config, issued.tokens.access_token, io.time())
	local found = attempt.verify(io, issued, expected)
	if not found.ok then
		return found
	end
	local claims = found.data.claims
	local same = M.compare_claims(claims, login_claims, issued.config)
	if not same.ok then
		return same
	end
	local is_proof = claims.nonce == nil or claims.nonce == login_claims.nonce
	return ok({kind = is_proof and "proof" or "other_nonce", claims = claims, metadata = found.data.metadata})
end

--- The newest claims, completed by others. What these say of an address is about that address alone: `merge` leaves `email_verified` absent where
-- the newest claims have an address and do not say.
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

--- The failure of an answer that proves no user, at a provider without UserInfo.
local function proves_nothing(by_token)
	local lack = by_token.kind == "none" and "no ID Token" or "another nonce"
	local reason = lack .. ", and the provider has no UserInfo endpoint"
	return err("ID_TOKEN_VERIFICATION_FAILED", {reason = reason, hint = {id = "never_revalidated"}})
end

--- Establishes the user of refreshed tokens, who is that of the login: by their ID Token, where there is one, and by UserInfo, where the
-- provider has it, whose claims are the newest. An ID Token of another nonce proves nothing, as some providers keep one nonce a user; it
-- fills in for claims that UserInfo lacks as the login's does. Fails with the code of the step that refused.
function M.identify(io, issued, login_claims)
	local by_token = verify(io, issued, login_claims)
	if not by_token.ok then
		return by_token
	end
	local is_proof = by_token.data.kind == "proof"
	local known = by_token.data.claims
	local metadata = by_token.data.metadata
	if metadata.userinfo_endpoint == nil then
		return is_proof and ok({proved = known, completed = known}) or proves_nothing(by_token.data)
	end
	local config = issued.config
	-- Of `claims` it compares the subject alone.
	local told = userinfo.claims_of(io, {
		config = config,
		metadata = metadata,
		tokens = issued.tokens,
		claims = login_claims
	})
	if not told.ok then
		return told
	end
	local completed = complete(config, told.data, known)
	return ok({proved = is_proof and completed or told.data, completed = completed})
end

return M
