-- Generated from src/sso_login/login/revalidation/refreshed_user.ts by "make lua"; do not edit.
--- The user of refreshed tokens, established anew. What the login knew of the user proves nothing now.
local M = {}
local json_values = require("sso_login.base.json_values")
local token_claims = require("sso_login.jose.token_claims")
local jwk_set = require("sso_login.protocol.jwk_set")
local userinfo = require("sso_login.protocol.userinfo")
local result = require("sso_login.result")
local claim_rules = require("sso_login.rights.claim_rules")
local attempt = require("sso_login.login.attempt")
local err, ok = result.err, result.ok

--- Expectations of a refreshed ID Token, whose nonce is that of the login if it has one (OpenID Connect Core section 12.2).
function M.expectations(config, nonce, access_token, now)
	local expected = token_claims.for_client(config, now)
	expected.optional = {"nonce"}
	expected.nonce = nonce
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
		return token_claims.claim_error("sub", "is not that of the login")
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

--- The user by a refreshed ID Token, whose claims UserInfo completes.
local function by_id_token(io, issued, login_claims, rules)
	local config = issued.config
	local nonce = json_values.text_of(login_claims.nonce)
	local expected = M.expectations(config, nonce, issued.tokens.access_token, io.time())
	local found = attempt.verify(io, issued, expected)
	if not found.ok then
		return found
	end
	local same = M.compare_claims(found.data.claims, login_claims, config)
	local user = same.ok and attempt.complete(io, found.data, rules) or same
	return user.ok and ok({claims = user.data.claims}) or user
end

--- The user of refreshed tokens without an ID Token, by UserInfo with the access token.
local function by_userinfo(io, issued, login_claims)
	local config = issued.config
	local endpoint = issued.metadata.userinfo_endpoint
	if endpoint == nil then
		local reason = "the answer has no ID Token, and the provider no UserInfo endpoint"
		return err("ID_TOKEN_VERIFICATION_FAILED", {reason = reason, hint = {id = "never_revalidated"}})
	end
	local keys = jwk_set.load_jwks(io, config, issued.metadata.jwks_uri, false)
	if not keys.ok then
		return keys
	end
	local user = {config = config, keys = keys.data, tokens = issued.tokens, claims = {sub = login_claims.sub}}
	local found = userinfo.complete_claims(io, endpoint, user)
	if not found.ok then
		return found
	end
	local claims = found.data.claims
	local assumed = userinfo.merge(claims, login_claims, config)
	-- The claim of the login is about the address of the login alone.
	if claim_rules.email_of(config, claims) == claim_rules.email_of(config, login_claims) then
		local ____assumed_email_verified_0 = assumed.email_verified
		if ____assumed_email_verified_0 == nil then
			____assumed_email_verified_0 = login_claims.email_verified
		end
		assumed.email_verified = ____assumed_email_verified_0
	end
	return ok({claims = claims, assumed = assumed})
end

--- Establishes the user of refreshed tokens, who is that of the login's ID Token. Fails with the code of the step that refused.
function M.identify(io, issued, login_claims, rules)
	local has_id_token = (issued.tokens.id_token or "") ~= ""
	return has_id_token and by_id_token(io, issued, login_claims, rules) or by_userinfo(io, issued, login_claims)
end

return M
