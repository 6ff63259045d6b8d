-- Generated from src/sso_login/rights/needed_scopes.ts by "make lua"; do not edit.
--- The scopes that bring the claims by which roles match users. Pure functions.
local lib = require("sso_login.lualib")
local M = {}
local strings = require("sso_login.base.strings")
local claim_rules = require("sso_login.rights.claim_rules")
local role_matching = require("sso_login.rights.role_matching")

--- The scopes by the claims that they bring (OpenID Connect Core section 5.4); providers that have a scope for groups call it so.
local scopes = {email = "email", groups = "groups", preferred_username = "profile"}

--- The claims that roles for people go by at the provider.
local function claims_of(roles, request)
	local own = lib.ArrayFilter(
		roles,
		function(_, role) return role_matching.counts_at(role, request.provider) and role_matching.allows(
			role,
			"web"
		) end
	)
	local claims = {}
	if lib.ArraySome(own, function(_, role) return #(role.email or {}) > 0 end) then
		claims[#claims + 1] = claim_rules.email_claim(request)
	end
	return lib.ArraySome(own, function(_, role) return #(role.group or {}) > 0 end) and lib.ArrayConcat(
		claims,
		claim_rules.groups_claims(request)
	) or claims
end

--- The scopes of the claims that roles go by, as far as the provider is not asked for them. Some providers send such claims all the same.
function M.unrequested(roles, request)
	local requested = strings.split_words(request.scope, " ")
	local missing = {}
	for _, claim in ipairs(claims_of(roles, request)) do
		local scope = scopes[claim]
		strings.add_missing(missing, (scope == nil or lib.ArrayIncludes(requested, scope)) and {} or ({scope}))
	end
	return missing
end

return M
