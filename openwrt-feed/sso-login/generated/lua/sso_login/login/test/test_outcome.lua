-- Generated from src/sso_login/login/test/test_outcome.ts by "make lua"; do not edit.
--- The outcome of a test login for the settings page: claims, groups, roles and rights of a user. All texts are cut.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local failure_facts = require("sso_login.base.failure_facts")
local public_names = require("sso_login.base.public_names")
local shown = require("sso_login.login.shown")
local strings = require("sso_login.base.strings")
local result = require("sso_login.result")
local err = result.err
local log_identity = require("sso_login.rpcd.log_identity")
local menu = require("sso_login.rights.menu")
local preview = require("sso_login.rights.preview")
local role_matching = require("sso_login.rights.role_matching")
local err, ok = result.err, result.ok

--- Bytes of a shown claim, and how many claims are shown.
local max_claim = 400
local max_claims = 50

--- Facts of the log, cut.
local function shown_facts(given)
	local facts = {}
	for _, name in ipairs(strings.sorted_keys(given)) do
		local fact = given[name]
		facts[name] = type(fact) == "string" and shown.shown_text(fact, max_claim) or fact
	end
	return facts
end

--- The outcome of a refusal: its code, and its facts.
function M.refused(failure)
	return {code = failure.error, facts = shown_facts(failure_facts.open(failure))}
end

--- A claim as text.
local function claim_text(claim)
	local text = type(claim) == "string" and claim or table.concat(lib.StringSplit(json.encode(claim), "\\/"), "/")
	return shown.shown_text(text, max_claim)
end

--- Claims that bind the token to this login and say nothing of the user.
local unshown = {"at_hash", "c_hash", "nonce"}

--- The user's claims, cut.
local function shown_claims(claims)
	local shown_names = lib.ArrayFilter(
		strings.sorted_keys(claims),
		function(_, name) return not lib.ArrayIncludes(unshown, name) end
	)
	local list = lib.ArrayMap(
		lib.ArraySlice(shown_names, 0, max_claims),
		function(_, name) return {name = shown.shown_text(name, max_claim), value = claim_text(claims[name])} end
	)
	local more
	if #shown_names > max_claims then
		more = true
	else
		more = nil
	end
	return {claims = list, more = more}
end

local function shown_list(list)
	return #list > 0 and lib.ArrayMap(
		lib.ArraySlice(list, 0, max_claims),
		function(_, item) return shown.shown_text(item, max_claim) end
	) or nil
end

--- Reasons with their values cut.
local function shown_reasons(reasons)
	local cut = {}
	for _, role in ipairs(strings.sorted_keys(reasons)) do
		cut[role] = lib.ArrayMap(
			lib.ArraySlice(reasons[role] or {}, 0, max_claims),
			function(_, reason) return {
				rule = reason.rule,
				claim = reason.claim,
				value = shown.shown_text(reason.value, max_claim)
			} end
		)
	end
	return cut
end

--- The outcome for a user: which roles match, why, and how far they reach, or why none does.
function M.of_claims(io, config, claims, rules, notes)
	local outcome = shown_claims(claims)
	local user = role_matching.user_of(rules, claims)
	outcome.email = user.email ~= nil and shown.shown_text(user.email, max_claim) or nil
	outcome.groups = shown_list(user.groups)
	outcome.notes = shown_facts(notes)
	local who = log_identity.pairs_of_claims(config, claims)
	local found = preview.find(io, rules, claims)
	local failure
	if not found.ok then
		failure = found
	else
		local match = found.data.shown
		outcome.roles = match.roles
		outcome.username = match.username
		outcome.because = shown_reasons(match.because)
		outcome.can = match.can
		outcome.pages = match.pages
		outcome.logs_out = match.logs_out
		local page = menu.choose(io, config.webui_path or public_names.luci_cookie_path, found.data.grants, nil)
		failure = not page.ok and err(page.error, {role = table.concat(match.roles, ",")}) or nil
	end
	if failure ~= nil then
		local refusal = M.refused(failure)
		outcome.code = refusal.code
		outcome.facts = refusal.facts
	end
	return {outcome = outcome, who = who}
end

return M
