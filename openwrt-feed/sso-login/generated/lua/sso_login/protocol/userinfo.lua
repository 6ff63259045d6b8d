-- Generated from src/sso_login/protocol/userinfo.ts by "make lua"; do not edit.
local lib = require("sso_login.lualib")
local M = {}
local result = require("sso_login.result")
local err, ok = result.err, result.ok
local claim_rules = require("sso_login.settings.claims")
local back_channel = require("sso_login.protocol.back_channel")
--- The claims that the endpoint gives for an access token; the caller compares `sub`. Fails with USERINFO_NETWORK_ERROR
-- or SSL_INIT_FAILED.
function M.fetch_userinfo(io, endpoint, access_token)
	return back_channel.get_json(io, endpoint, {"Authorization: Bearer " .. access_token}, "USERINFO_NETWORK_ERROR")
end
--- Whether a claims object holds an e-mail.
function M.has_email(rules, claims)
	local email = claim_rules.email_of(rules, claims)
	return type(email) == "string" and email ~= ""
end
--- ID Token claims completed by UserInfo's: those of the ID Token win, and `email_verified` comes from where the e-mail
-- comes from. What a path of `given` leads to stands under the path's own name.
function M.merge(id_claims, userinfo, given)
	local rules = given or ({})
	local merged = {}
	for _, name in ipairs(lib.ObjectKeys(userinfo)) do
		merged[name] = userinfo[name]
	end
	for _, name in ipairs(lib.ObjectKeys(id_claims)) do
		merged[name] = id_claims[name]
	end
	for _, name in ipairs(claim_rules.groups_claims(rules)) do
		local ____claim_rules_find_result_0 = claim_rules.find(id_claims, name)
		if ____claim_rules_find_result_0 == nil then
			____claim_rules_find_result_0 = claim_rules.find(userinfo, name)
		end
		merged[name] = ____claim_rules_find_result_0
	end
	local source = M.has_email(rules, id_claims) and id_claims or userinfo
	merged[rules.email_claim or "email"] = claim_rules.email_of(rules, source)
	merged.email_verified = source.email_verified
	return merged
end
--- ID Token claims completed by UserInfo; ID_TOKEN_VERIFICATION_FAILED when that is about another subject.
function M.complete_claims(io, endpoint, id_claims, access_token, rules)
	local userinfo = M.fetch_userinfo(io, endpoint, access_token)
	if not userinfo.ok then
		return userinfo
	end
	local subject = userinfo.data.sub
	return type(subject) == "string" and subject == id_claims.sub and ok(M.merge(id_claims, userinfo.data, rules)) or err("ID_TOKEN_VERIFICATION_FAILED", {reason = "UserInfo is about another subject"})
end
return M
