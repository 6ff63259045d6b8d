-- Generated from src/sso_login/rights/role_matching.ts by "make lua"; do not edit.
--- The roles that a user's claims match (specification, "Role sections"). Pure functions.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local claim_rules = require("sso_login.rights.claim_rules")
local result = require("sso_login.result")
local role_sections = require("sso_login.settings.role_sections")
local err, ok = result.err, result.ok
M.kinds = {"client", "email", "sub", "group"}

--- Whether an e-mail may count at all: `email_verified` vouches only for the claim `email`.
local function is_claim_trusted(rules)
	return claim_rules.email_claim(rules) == "email" or rules.email_claim_trusted == true
end

--- Whether a section is that of the first provider.
local function is_first(provider)
	return (provider or "") == "" or provider == public_names.first
end

--- The e-mail that counts for roles; undefined where there is none. `email_verified`, where it is there, must be `true` or the text "true",
-- unless an option allows another value; at further providers it must be there. A claim other than `email` must be trusted by an option.
function M.verified_email(rules, claims)
	local mark = claims.email_verified
	local email = claim_rules.email_of(rules, claims)
	local verified = mark == true or mark == "true"
	local is_lenient = mark == nil or rules.allow_unverified_email == true
	local counts = is_claim_trusted(rules) and (verified or is_lenient and is_first(rules.provider))
	return counts and type(email) == "string" and email or nil
end

--- Whether a role lists an e-mail, without regard to ASCII case; false for "" and undefined.
local function lists_email(role, email)
	local lower_case = email ~= nil and email ~= "" and string.lower(email) or nil
	return lib.ArraySome(role.email or {}, function(_, allowed) return string.lower(allowed) == lower_case end)
end

--- Whether an e-mail gives a role although the provider does not say whether it is verified.
function M.counts_unmarked(rules, claims)
	local is_meant = claim_rules.email_claim(rules) == "email" and rules.allow_unverified_email ~= true
	local email = is_meant and claims.email_verified == nil and M.verified_email(rules, claims) or nil
	return lib.ArraySome(rules.roles, function(_, role) return lists_email(role, email) end)
end

--- Whether a role lists a subject of this issuer.
local function lists_sub(role, user)
	local same_issuer = role.sub_issuer ~= nil and role.sub_issuer == user.issuer
	return same_issuer and lib.ArraySome(role.sub or {}, function(_, allowed) return allowed == user.sub end)
end

--- Whether a role's e-mails, groups and clients count at a provider.
function M.counts_at(role, provider)
	local own = role.provider or {}
	if is_first(provider) then
		return #own == 0 or lib.ArrayIncludes(own, public_names.first)
	end
	return provider ~= nil and lib.ArrayIncludes(own, provider)
end

--- Whether a role counts for a kind of access, `web` or `api`.
function M.allows(role, kind)
	local access = role.access or {}
	if #access > 0 then
		return lib.ArrayIncludes(access, kind)
	end
	return kind == "web"
end

--- Claims that only a user's token has.
local claims_of_persons = {"email", "preferred_username", "auth_time", "amr", "acr", "sid"}

--- Whether an access token is a person's, and not that of a client for itself (RFC 9068 section 5), where `sub` is the client, and no claim
-- is a person's. Where a person may choose `sub`, that alone is no proof.
function M.is_of_person(claims, client)
	return claims.sub ~= client or lib.ArraySome(
		claims_of_persons,
		function(_, name) return claims[name] ~= nil end
	)
end

--- Whether a user is a person, in a browser or by a token, and not a client that came for itself.
local function is_person(user)
	local client = user.client or ""
	return client == "" or client ~= user.sub or user.is_of_person == true
end

--- The rules by which a role lists a user: e-mail, subject or a group, or without a user the client or one of its groups.
function M.rules_listing(role, user)
	local of_person = is_person(user)
	local counts = M.counts_at(role, user.provider)
	-- A subject has its issuer, and so needs no provider; a role that names its providers counts at no other.
	local counts_sub = of_person and (counts or #(role.provider or {}) == 0)
	local by = {
		client = counts and not of_person and lib.ArraySome(
			role.client or {},
			function(_, listed) return listed == user.client end
		),
		email = counts and of_person and lists_email(role, user.email),
		sub = counts_sub and lists_sub(role, user),
		group = counts and lib.ArraySome(
			role.group or {},
			function(_, allowed) return lib.ArrayIncludes(user.groups, allowed) end
		)
	}
	return lib.ArrayFilter(M.kinds, function(_, kind) return by[kind] end)
end

--- Whether a role lists a user, and counts for the kind of access.
function M.matches(role, user)
	return M.allows(role, (user.client or "") == "" and "web" or "api") and #M.rules_listing(
		role,
		user
	) > 0
end

function M.with_roles(rules, all)
	return {
		roles = all,
		allow_unverified_email = rules.allow_unverified_email,
		groups_claim = rules.groups_claim,
		email_claim = rules.email_claim,
		email_claim_trusted = rules.email_claim_trusted,
		issuer_url = rules.issuer_url,
		provider = rules.provider
	}
end

--- The user of claims; `client` is the client of an access token.
function M.user_of(rules, claims, client)
	return {
		email = M.verified_email(rules, claims),
		groups = claim_rules.groups_of(rules, claims) or {},
		sub = claims.sub,
		issuer = rules.issuer_url,
		provider = rules.provider,
		client = client,
		is_of_person = client ~= nil and M.is_of_person(claims, client)
	}
end

--- The advice for the log about an e-mail that does not count; undefined where it counts, or there is none.
function M.unverified_hint(rules, claims)
	if type(claim_rules.email_of(rules, claims)) ~= "string" or M.verified_email(rules, claims) ~= nil then
		return nil
	end
	if not is_claim_trusted(rules) then
		return {id = "untrusted_email_claim"}
	end
	return {id = is_first(rules.provider) and "unverified_email" or "unverified_further"}
end

--- The advice for a program whose token matches no role: a role that is for people, or lists the client of a user's token.
local function program_hint(all, user)
	local closed = lib.ArrayFind(
		all,
		function(_, role) return not M.allows(role, "api") and #M.rules_listing(
			role,
			user
		) > 0 end
	)
	if closed ~= nil then
		return {id = "role_without_api", params = {role = closed.name}}
	end
	local is_listed = lib.ArraySome(
		all,
		function(_, role) return lib.ArraySome(
			role.client or {},
			function(_, listed) return listed == user.client end
		) end
	)
	return is_listed and is_person(user) and ({id = "client_of_user"}) or nil
end

--- The roles that claims match, in file order; `client` is the client of an access token. USER_NOT_AUTHORIZED when no role
-- matches, with an advice where the e-mail did not count.
function M.find_roles_for_user(rules, claims, client)
	local claim = claim_rules.email_of(rules, claims)
	local address = type(claim) == "string" and claim or nil
	local user = M.user_of(rules, claims, client)
	local all = rules.roles
	local matching = lib.ArrayMap(
		lib.ArrayFilter(all, function(_, role) return M.matches(role, user) end),
		function(_, role) return role_sections.of_lists(
			role.name,
			role.sub_issuer,
			function(list) return role[list] or {} end
		) end
	)
	local first = matching[1]
	if first == nil then
		return err("USER_NOT_AUTHORIZED", {
			reason = "matched no roles",
			hint = M.unverified_hint(rules, claims) or program_hint(all, user)
		})
	end
	local is_unverified = address ~= nil and user.email == nil
	local email_ignored = is_unverified and lib.ArraySome(
		all,
		function(_, role) return lists_email(role, address) and not M.matches(role, user) end
	)
	local groups = lib.ArrayFilter(
		user.groups,
		function(_, group) return lib.ArraySome(
			all,
			function(_, role) return lib.ArrayIncludes(role.group or {}, group) end
		) end
	)
	local read = {}
	local write = {}
	for _, role in ipairs(matching) do
		strings.add_missing(read, role.read)
		strings.add_missing(write, role.write)
	end
	return ok({
		role_name = first.name,
		read = read,
		write = write,
		roles = matching,
		groups = groups,
		email_ignored = email_ignored
	})
end

return M
