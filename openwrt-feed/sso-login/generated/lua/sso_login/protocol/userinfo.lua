-- Generated from src/sso_login/protocol/userinfo.ts by "make lua"; do not edit.
--- The UserInfo endpoint (OpenID Connect Core section 5.3).
local lib = require("sso_login.lualib")
local M = {}
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local token_claims = require("sso_login.jose.token_claims")
local jws = require("sso_login.jose.jws")
local result = require("sso_login.result")
local claim_rules = require("sso_login.rights.claim_rules")
local known_metadata = require("sso_login.protocol.known_metadata")
local provider_calls = require("sso_login.protocol.provider_calls")
local id_token = require("sso_login.protocol.id_token")
local err, ok = result.err, result.ok

--- Loaded for a failure.
local function failures()
	return require("sso_login.base.failures")
end

--- Loaded for an answer that is refused.
local function failed_answer()
	return require("sso_login.explain.failed_answer")
end

--- The claims of a signed answer (OpenID Connect Core section 5.3.2), which is verified as an ID Token is.
local function verified_claims(io, text, verifier)
	local config = verifier.config
	local parsed = id_token.parse_id_token(text, config.id_token_algs)
	if not parsed.ok then
		return parsed
	end
	local expected = token_claims.for_client(config, io.time())
	expected.optional = {"iss", "aud", "exp", "iat"}
	expected.leaves_subject = true
	local found = id_token.verify(io, config, verifier.metadata, parsed.data, expected)
	return found.ok and ok(found.data.claims) or found
end

local function is_jwt(response)
	local ____type = strings.before(string.lower(response.content_type), ";")
	return response.status == 200 and strings.split_words(____type, " ")[1] == "application/jwt"
end

--- The claims of an access token's user; the caller compares `sub`. Fails with USERINFO_NETWORK_ERROR or SSL_INIT_FAILED, and for a
-- signed answer as an ID Token's verification does; without a `verifier` that is refused.
function M.fetch_userinfo(io, provider, endpoint, access_token, verifier)
	local code = "USERINFO_NETWORK_ERROR"
	local bearer = {"Authorization: Bearer " .. access_token}
	local response = provider_calls.get(io, endpoint, bearer, code, provider_calls.caller(provider))
	if not response.ok then
		return response
	end
	if verifier == nil or not is_jwt(response.data) then
		return provider_calls.read_json(response.data, endpoint, code, {access_token})
	end
	local text = response.data.body
	local signed = jws.parse_jws(text)
	if not signed.ok then
		return failed_answer().unsigned(code, endpoint, signed)
	end
	local claims = verified_claims(io, text, verifier)
	-- A failure of the answer, not of the ID Token: it says nothing of the user.
	return claims.ok and claims or err(claims.error, failures().adding(claims, {token = "userinfo"}).details)
end

--- Whether claims say that an e-mail address is not verified: their own, or the user's if they have none.
local function deny_email(rules, claims, email)
	local own = claim_rules.email_of(rules, claims)
	local is_same = string.lower(json_values.text_of(own)) == string.lower(json_values.text_of(email))
	return claim_rules.denies_email(claims) and (is_same or not claim_rules.has_email(rules, claims))
end

--- The denial of the e-mail of a user by the claims of two sources.
function M.denial_by(rules, id_claims, userinfo)
	local email = claim_rules.email_of(rules, claim_rules.has_email(rules, id_claims) and id_claims or userinfo)
	if deny_email(rules, id_claims, email) then
		return "id_token"
	end
	return deny_email(rules, userinfo, email) and "userinfo" or "none"
end

--- The claims of two sources by their names; those of `first` win.
local function join(first, second)
	local joined = {}
	for _, claims in ipairs({second, first}) do
		for _, name in ipairs(lib.ObjectKeys(claims)) do
			joined[name] = claims[name]
		end
	end
	return joined
end

--- A user's claims from two sources: those of `first` win. `email_verified` comes from the source of the e-mail, but is false where either
-- source denies it. A claim found by a path is put under the name of the path.
function M.merge(first, second, rules)
	local merged = join(first, second)
	for _, name in ipairs(claim_rules.groups_claims(rules)) do
		local ____claim_rules_find_result_0 = claim_rules.find(first, name)
		if ____claim_rules_find_result_0 == nil then
			____claim_rules_find_result_0 = claim_rules.find(second, name)
		end
		merged[name] = ____claim_rules_find_result_0
	end
	local source = claim_rules.has_email(rules, first) and first or second
	-- A claim that is no e-mail address is kept where neither has one: the log names its kind.
	local ____claim_rules_email_of_result_1 = claim_rules.email_of(rules, source)
	if ____claim_rules_email_of_result_1 == nil then
		____claim_rules_email_of_result_1 = claim_rules.email_of(rules, first)
	end
	local email = ____claim_rules_email_of_result_1
	merged[claim_rules.email_claim(rules)] = email
	local ____temp_2
	if M.denial_by(rules, first, second) == "none" then
		____temp_2 = source.email_verified
	else
		____temp_2 = false
	end
	merged.email_verified = ____temp_2
	return merged
end

--- UserInfo's claims of a user whose `sub` is known, by metadata that have it; ID_TOKEN_VERIFICATION_FAILED when they are about another subject.
function M.claims_of(io, user)
	local config = user.config
	local userinfo = known_metadata.by_metadata(io, config, ok(user.metadata), "userinfo_endpoint", function(metadata)
		local endpoint = metadata.userinfo_endpoint or ""
		return M.fetch_userinfo(io, config, endpoint, user.tokens.access_token, {
			config = config,
			metadata = metadata
		})
	end)
	local subject
	if userinfo.ok then
		subject = userinfo.data.sub
	else
		subject = nil
	end
	if not userinfo.ok or type(subject) == "string" and subject == user.claims.sub then
		return userinfo
	end
	if type(subject) == "string" and subject ~= "" then
		return token_claims.claim_error("sub", "UserInfo is about another subject", "other_subject")
	end
	local reason
	local ____subject_5 = subject
	if ____subject_5 == nil then
		____subject_5 = ""
	end
	if ____subject_5 == "" then
		reason = "no sub, and must have that of the ID Token"
	else
		reason = "a sub that is not a text"
	end
	return err("ID_TOKEN_VERIFICATION_FAILED", {reason = "UserInfo has " .. reason})
end

--- The claims of a user completed by UserInfo; fails as `claims_of` does.
function M.complete_claims(io, user)
	local userinfo = M.claims_of(io, user)
	if not userinfo.ok then
		return userinfo
	end
	local rules = user.config
	local denial = M.denial_by(rules, user.claims, userinfo.data)
	return ok({claims = M.merge(user.claims, userinfo.data, rules), denial = denial})
end

return M
