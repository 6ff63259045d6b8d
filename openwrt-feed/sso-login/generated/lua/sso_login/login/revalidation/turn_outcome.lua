-- Generated from src/sso_login/login/revalidation/turn_outcome.ts by "make lua"; do not edit.
--- The outcomes of turns that proved nobody. A turn that proved its user has no failure; every other one is in the table, and what is
-- in no row is unanswered. Neither a refusal that may pass nor silence proves anything.
local lib = require("sso_login.lualib")
local M = {}
local json_values = require("sso_login.base.json_values")

--- Errors about this client, the administrator's fault (RFC 6749 section 5.2).
local of_client = {"invalid_client", "unauthorized_client", "unsupported_grant_type", "invalid_scope"}

--- Errors that pass. `server_error` with a client error (4xx) is a refusal: some servers have no other word.
local passing = {"temporarily_unavailable", "slow_down", "too_many_requests", "RESOURCE_EXHAUSTED"}

--- Errors that only a new login overcomes (RFC 6749 section 5.2, RFC 6750 section 3.1, OpenID Connect Core section 3.1.2.6).
local final = {
	"invalid_grant",
	"access_denied",
	"interaction_required",
	"login_required",
	"consent_required",
	"invalid_token"
}

--- The failures of the token endpoint's answers, of UserInfo's, of an ID Token's or UserInfo's claims, and of roles.
local token_codes = {"OIDC_INVALID_GRANT", "TOKEN_EXCHANGE_FAILED", "TOKEN_ENDPOINT_NETWORK_ERROR"}
local userinfo_codes = {"USERINFO_NETWORK_ERROR"}
local claim_codes = {"ID_TOKEN_VERIFICATION_FAILED"}
local role_codes = {"USER_NOT_AUTHORIZED"}

--- The reason of a user who has lost a role.
M.by_roles = "roles"

--- The first row that fits counts. An error counts in an answer with status 200, too.
local rows = {
	{codes = claim_codes, claim = "sub", outcome = "refused", reason = "other_subject"},
	{codes = claim_codes, claim = "iss", outcome = "refused", reason = "other_issuer"},
	{codes = role_codes, outcome = "refused", reason = M.by_roles},
	{codes = token_codes, from = 500, to = 599, outcome = "unanswered"},
	{codes = token_codes, from = 408, to = 408, outcome = "unanswered"},
	{codes = token_codes, from = 425, to = 425, outcome = "unanswered"},
	{codes = token_codes, from = 429, to = 429, outcome = "unanswered"},
	{codes = token_codes, from = 200, to = 499, errors = of_client, outcome = "unanswered"},
	{codes = token_codes, from = 200, to = 499, errors = passing, outcome = "unanswered"},
	{codes = token_codes, from = 200, to = 200, errors = final, outcome = "refused"},
	{codes = token_codes, from = 200, to = 200, errors = "any", outcome = "doubted"},
	{codes = token_codes, from = 400, to = 499, errors = final, outcome = "refused"},
	{codes = token_codes, from = 401, to = 401, errors = "any", outcome = "refused"},
	{codes = token_codes, from = 403, to = 403, errors = "any", outcome = "refused"},
	{codes = token_codes, from = 400, to = 499, outcome = "doubted"},
	{codes = userinfo_codes, from = 401, to = 401, outcome = "doubted"},
	{codes = userinfo_codes, from = 403, to = 403, outcome = "doubted"}
}

local function has_status(row, status)
	return row.from == nil or status ~= nil and status >= row.from and status <= (row.to or row.from)
end

local function has_error(row, ____error)
	return row.errors == nil or type(____error) == "string" and (row.errors == "any" or lib.ArrayIncludes(
		row.errors,
		____error
	))
end

--- A signed answer of UserInfo that does not verify is no word about the user.
local function has_claim(row, facts)
	return row.claim == nil or row.claim == facts.claim and facts.token == nil
end

--- The outcome of a turn by its failure, and the reason for which it may end the session, in the provider's words where it has some.
function M.of_failure(failure)
	local facts = json_values.facts_of(failure)
	local row = lib.ArrayFind(
		rows,
		function(_, one) return lib.ArrayIncludes(one.codes, failure.error) and has_status(
			one,
			facts.http_status
		) and has_error(one, facts.idp_error) and has_claim(one, facts) end
	)
	local ____error = json_values.text_of(facts.idp_error)
	local reason = row ~= nil and row.reason ~= nil and row.reason or ____error
	return {outcome = row ~= nil and row.outcome or "unanswered", reason = reason ~= "" and reason or "refused"}
end

return M
