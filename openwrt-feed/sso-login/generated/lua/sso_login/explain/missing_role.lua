-- Generated from src/sso_login/explain/missing_role.ts by "make lua"; do not edit.
--- The facts about a user without a role.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local failure_facts = require("sso_login.base.failure_facts")
local json_values = require("sso_login.base.json_values")
local result = require("sso_login.result")
local err = result.err
local claim_rules = require("sso_login.rights.claim_rules")
local log_identity = require("sso_login.rpcd.log_identity")
local useless_claims = require("sso_login.explain.useless_claims")
local err, ok = result.err, result.ok

--- Whether an ID Token has null for a claim, as Vault and Gitea do where a user has no groups: decoded claims have no such member.
local function is_null(id_token, name)
	local encoded = json_values.text_of(lib.StringSplit(id_token, ".")[2])
	local payload = json_values.text_of(bytes.base64url_decode(encoded))
	return lib.StringIncludes(table.concat(lib.StringSplit(payload, " "), ""), "\"" .. name .. "\":null")
end

--- Groups that a log line names, and bytes of each.
local max_named = 5
local max_name = 64

--- The refusal of a user without a role, with the facts for an administrator: the user, and the claims that arrived.
function M.explain(config, user, refusal)
	local claims = user.claims
	local notes = user.notes
	local found = claim_rules.groups_of(config, claims)
	local groups = found or {}
	local lacking = useless_claims.facts_of(config, claims)
	local kinds = useless_claims.other_kinds(config, claims)
	local first = lib.ArrayMap(
		lib.ArraySlice(groups, 0, max_named),
		function(_, name) return lib.StringSubstring(name, 0, max_name) end
	)
	local details = {
		not_granted = notes.not_granted,
		groups = found == nil and "absent" or #groups,
		other_kind = #kinds > 0 and table.concat(kinds, "; ") or nil,
		absent_claims = lacking.absent_claims,
		first_groups = #groups > 0 and table.concat(first, ",") or nil,
		userinfo = notes.userinfo,
		userinfo_reason = notes.userinfo_reason,
		unverified_by = notes.unverified_by
	}
	for _, pair in ipairs(log_identity.pairs_of_claims(config, claims)) do
		details[pair[1]] = pair[2]
	end
	local reasons = failure_facts.open(refusal)
	details.reason = reasons.reason
	local id_token = json_values.text_of(user.verified.tokens.id_token)
	local claim = lib.ArrayFind(
		claim_rules.groups_claims(config),
		function(_, name) return is_null(id_token, name) end
	)
	local is_wanted = lacking.hint ~= nil and found == nil and claim ~= nil
	local ____reasons_hint_0 = reasons.hint
	if ____reasons_hint_0 == nil then
		____reasons_hint_0 = is_wanted and ({id = "groups_null", params = {claim = claim}}) or lacking.hint
	end
	details.hint = ____reasons_hint_0
	return err(refusal.error, details)
end

return M
