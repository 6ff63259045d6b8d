-- Generated from src/sso_login/login/identify.ts by "make lua"; do not edit.
--- Who logs in: from the provider's code to the user's claims and roles. Nothing here opens a session.
local lib = require("sso_login.lualib")
local M = {}
local values = require("sso_login.base.values")
local hash = require("sso_login.jose.hash")
local authorization_response = require("sso_login.protocol.authorization_response")
local id_token = require("sso_login.protocol.id_token")
local jwks = require("sso_login.protocol.jwks")
local metadata = require("sso_login.protocol.metadata")
local scopes = require("sso_login.protocol.scopes")
local token = require("sso_login.protocol.token")
local userinfo = require("sso_login.protocol.userinfo")
local result = require("sso_login.result")
local log_identity = require("sso_login.rpcd.log_identity")
local rpcd_logins = require("sso_login.rpcd.logins")
local claim_rules = require("sso_login.rights.claim_rules")
local roles = require("sso_login.rights.roles")
local err, ok = result.err, result.ok

--- Step 2: the provider's tokens for the code.
function M.redeem(io, config, answered, policy)
	local known = answered.discovery
	local found = known ~= nil and ok(known) or metadata.of_provider(io, config)
	if not found.ok then
		return found
	end
	local discovery = found.data
	local handshake = answered.handshake
	local advertised = authorization_response.check_advertised_issuer(discovery, answered.params.iss)
	local grant = {
		code = answered.params.code or "",
		verifier = handshake.code_verifier,
		session_id = hash.safe_id(handshake.state)
	}
	local tokens = advertised.ok and token.exchange_code(io, config, discovery, grant) or advertised
	if not tokens.ok then
		return tokens
	end
	return ok({
		config = config,
		discovery = discovery,
		handshake = handshake,
		tokens = tokens.data,
		keys = {uri = discovery.jwks_uri, keys = {}, fresh = false},
		policy = policy or ({allowed_algs = config.id_token_algs})
	})
end

--- Step 3: the ID Token's claims.
function M.verified_claims(io, attempt)
	-- A token that no key could save costs no call to the provider.
	local parsed = id_token.parse_id_token(attempt.tokens.id_token, attempt.policy)
	if not parsed.ok then
		return parsed
	end
	local key_set = jwks.load_jwks(io, attempt.discovery.jwks_uri, false)
	if not key_set.ok then
		return key_set
	end
	attempt.keys = key_set.data
	local access_token = attempt.tokens.access_token
	local expected = id_token.expectations(attempt.config, attempt.handshake.nonce, access_token, io.time())
	return id_token.verify(io, parsed.data, attempt.keys, expected)
end

--- Groups that a log line names, and bytes of each.
local max_named = 5
local max_name = 64

--- The refusal of a user without a role, with what an administrator needs: the user, and the claims that arrived.
local function not_authorized(config, claims, refusal, notes)
	local found = claim_rules.groups_of(config, claims)
	local groups = found or {}
	local absent = claim_rules.absent_claims(config, claims)
	local first = lib.ArrayMap(
		lib.ArraySlice(groups, 0, max_named),
		function(_, name) return lib.StringSubstring(name, 0, max_name) end
	)
	local details = {
		not_granted = notes.not_granted,
		groups = found == nil and "absent" or #groups,
		absent_claims = #absent > 0 and table.concat(absent, ",") or nil,
		first_groups = #groups > 0 and table.concat(first, ",") or nil,
		userinfo = notes.userinfo,
		userinfo_reason = notes.userinfo_reason
	}
	for _, pair in ipairs(log_identity.pairs_of_claims(config, claims)) do
		details[pair[1]] = pair[2]
	end
	local reasons = values.facts_of(refusal)
	details.reason = reasons.reason
	details.hint = reasons.hint
	return err(refusal.error, details)
end

--- Whether some role asks for groups and the claims say nothing of them.
local function lacks_groups(rules, claims)
	return claim_rules.groups_of(rules, claims) == nil and lib.ArraySome(
		rules.roles,
		function(_, role) return #(role.group or {}) > 0 end
	)
end

--- That UserInfo could not complete the claims, and why.
local function userinfo_failed(failure)
	local facts = values.facts_of(failure)
	local ____facts_reason_0 = facts.reason
	if ____facts_reason_0 == nil then
		____facts_reason_0 = facts.http_status
	end
	return {userinfo = "failed", userinfo_reason = ____facts_reason_0}
end

--- Step 4: UserInfo is asked where the ID Token lacks the e-mail, or groups that a role lists; in that second case the claims at
-- hand must do when it fails.
function M.complete_claims(io, attempt, id_claims, rules)
	local config = attempt.config
	local endpoint = attempt.discovery.userinfo_endpoint
	local has_email = userinfo.has_email(config, id_claims)
	local claims = id_claims
	local notes = {}
	local missing = scopes.missing(config.scope, attempt.tokens.scope)
	local ignored = config.prompt == "login" and id_token.was_before(id_claims, attempt.handshake.created_at, config)
	scopes.remember(io, config, missing, ignored)
	if endpoint ~= nil and (not has_email or lacks_groups(rules, id_claims)) then
		local completed = userinfo.complete_claims(io, endpoint, id_claims, attempt.tokens.access_token, attempt)
		if completed.ok then
			claims = completed.data
		elseif has_email then
			notes = userinfo_failed(completed)
		else
			return completed
		end
	end
	notes.not_granted = missing ~= "" and missing or nil
	notes.prompt = ignored and "ignored" or nil
	return ok({claims = claims, notes = notes})
end

--- The rules about claims, with the roles but those that are called like a local login of rpcd.
function M.rules_of(config, rpcd_sections)
	return roles.with_roles(config, rpcd_logins.usable_roles(rpcd_sections, config.roles))
end

--- Steps 4 and 5: the user's roles.
function M.find_roles(io, attempt, id_claims)
	local config = attempt.config
	local logins = rpcd_logins.read_sections(io)
	if not logins.ok then
		return logins
	end
	rpcd_logins.warn_of_conflicts(io, logins.data, config.roles)
	local rules = M.rules_of(config, logins.data)
	local completed = M.complete_claims(io, attempt, id_claims, rules)
	if not completed.ok then
		return completed
	end
	local claims = completed.data.claims
	local notes = completed.data.notes
	local match = roles.find_roles_for_user(rules, claims)
	if not match.ok then
		return not_authorized(config, claims, match, notes)
	end
	notes.unverified_email = match.data.email_ignored and "ignored" or nil
	return ok({
		attempt = attempt,
		claims = claims,
		sid = values.name_of(id_claims.sid),
		match = match.data,
		notes = notes
	})
end

return M
