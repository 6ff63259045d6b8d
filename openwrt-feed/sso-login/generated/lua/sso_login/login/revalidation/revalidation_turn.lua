-- Generated from src/sso_login/login/revalidation/revalidation_turn.ts by "make lua"; do not edit.
--- The turn of a session (option `session_revalidate`): by the session's refresh token its provider is asked to prove the user again, who
-- must have the session's roles.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local log_texts = require("sso_login.base.log_texts")
local json_values = require("sso_login.base.json_values")
local strings = require("sso_login.base.strings")
local hash = require("sso_login.jose.hash")
local jws = require("sso_login.jose.jws")
local provider_metadata = require("sso_login.protocol.provider_metadata")
local provider_files = require("sso_login.protocol.provider_files")
local short_reason = require("sso_login.explain.short_reason")
local result = require("sso_login.result")
local role_matching = require("sso_login.rights.role_matching")
local log_identity = require("sso_login.rpcd.log_identity")
local session_ending = require("sso_login.rpcd.session_ending")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local session_rules = require("sso_login.rpcd.session_rules")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local saved_config = require("sso_login.settings.saved_config")
local refreshed_user = require("sso_login.login.revalidation.refreshed_user")
local token_refresh = require("sso_login.login.revalidation.token_refresh")
local err, ok = result.err, result.ok

--- Loaded where a user has lost a role.
local function useless_claims()
	return require("sso_login.explain.useless_claims")
end

--- Failures that are about the user where the provider refused; metadata and keys are nobody's.
local about_user = {"OIDC_INVALID_GRANT", "TOKEN_EXCHANGE_FAILED", "USERINFO_NETWORK_ERROR"}

--- Causes by which a user is not proved any more; all others say nothing of the user.
local of_user = {"refused", "other_subject", "other_issuer", "roles"}

--- Seconds that a question waits at most for logins at the same provider.
local max_way = 30

--- The configuration of the client that got a token, for calls that no request waits for. CONFIG_ERROR also where the provider's section
-- names another issuer or client now: a provider gets no token of another one.
local function load_client(io, token)
	local loaded = saved_config.load(io, token.provider)
	if not loaded.ok then
		return loaded
	end
	local config = loaded.data
	local is_issuer = config.issuer_url == token.issuer
	if not is_issuer or config.client_id ~= token.client_id then
		return err("CONFIG_ERROR", {
			option = is_issuer and "client_id" or "issuer_url",
			reason = "not that of the login"
		})
	end
	config.in_background = true
	return loaded
end

--- Stores the new refresh token of an answer, if there is one; the log names one that cannot be used.
local function store_rotated(io, question, rotated)
	local fault = refresh_tokens.fault_of(rotated)
	if fault == nil then
		question.token.refresh_token = rotated
		refresh_tokens.write(io, question.name, question.token)
	else
		local ____rotated_0 = rotated
		if ____rotated_0 == nil then
			____rotated_0 = ""
		end
		if ____rotated_0 ~= "" then
			local session = {{"session", hash.safe_id(question.entry.sid)}}
			log.event(io, "warning", "REFRESH_TOKEN_UNUSABLE", lib.ArrayConcat(session, {{"reason", fault}}))
		end
	end
end

--- Asks. A new refresh token is stored first: the old one may be worth nothing, whatever else is in the answer.
local function ask(io, config, question)
	local opened = jws.open_jws(question.entry.id_token)
	local login_claims = opened.ok and jws.read_claims(opened.data) or opened
	if not login_claims.ok then
		return login_claims
	end
	local metadata = provider_metadata.of_provider(io, config)
	if not metadata.ok then
		return metadata
	end
	local tokens = token_refresh.refresh(io, config, metadata.data, {
		refresh_token = question.token.refresh_token,
		session_id = hash.safe_id(question.entry.sid),
		receive = function(answer) return store_rotated(io, question, answer.refresh_token) end
	})
	return tokens.ok and ok({
		issued = {config = config, metadata = metadata.data, tokens = tokens.data},
		login_claims = login_claims.data
	}) or tokens
end

--- Has the session's values name the user by `shown`, and the groups by the proved claims: a right may follow from these.
local function store_user(io, before, rules, claims, shown)
	local match = role_matching.find_roles_for_user(rules, claims)
	local groups = match.ok and match.data.groups or {}
	local email = json_values.name_of(role_matching.verified_email(rules, shown))
	if email ~= before.email or table.concat(groups, "\n") ~= table.concat(before.groups, "\n") then
		-- An empty list is none in one runtime and an empty table in the other.
		local changed = {sso_email = email, sso_groups = #groups > 0 and groups or ""}
		io.ubus_call("session", "set", {ubus_rpc_session = before.sid, values = changed})
	end
end

--- Waits while requests call the provider: takes their lock for a moment, to see that it is free.
local function give_way(io, config)
	local lock = provider_files.lock_path(io, config)
	do
		local waited = 0
		while waited < max_way and not io.lock(lock) do
			io.sleep(1)
			waited = waited + 1
		end
	end
	io.unlock(lock)
end

--- The facts about a user who has lost a role: claims that are absent, or do not count.
local function lost_role(config, rules, claims)
	local facts = useless_claims().facts_of(rules, claims)
	local unverified = role_matching.unverified_hint(rules, claims)
	if unverified ~= nil then
		for _, pair in ipairs(lib.ArraySlice(log_identity.pairs_of_claims(config, claims), 0, 1)) do
			facts[pair[1]] = pair[2]
		end
		facts.hint = unverified
	end
	return facts
end

--- Asks, and finds out whether the user still has all roles of the session.
local function prove(io, config, question)
	give_way(io, config)
	local answer = ask(io, config, question)
	if not answer.ok then
		return answer
	end
	local current = session_rules.read_rules(io)
	if not current.ok then
		return current
	end
	local found = refreshed_user.identify(io, answer.data.issued, answer.data.login_claims)
	if not found.ok then
		return found
	end
	local user = found.data
	local rules = role_matching.with_roles(config, current.data.roles)
	local function may_stay(claims)
		return session_rules.still_authorized(current.data, question.entry, role_matching.user_of(rules, claims))
	end
	if may_stay(user.claims) then
		store_user(io, question.entry, rules, user.claims, user.assumed or user.claims)
		return ok(true)
	end
	local facts = lost_role(config, rules, user.claims)
	if user.assumed == nil or not may_stay(user.assumed) then
		return err("USER_NOT_AUTHORIZED", facts, "roles")
	end
	facts.reason = "UserInfo lacks claims of the login, and no ID Token has them"
	return err("ID_TOKEN_VERIFICATION_FAILED", facts)
end

--- The session of a question, and how long its user has not been proved.
local function state_pairs(io, question)
	return {{"session", hash.safe_id(question.entry.sid)}, {"unproved_seconds", io.time() - question.token.proved_at}}
end

--- The facts of a failure for the log, but for the session, which each line names.
local function facts_of(io, failure)
	local is_anonymous = log_identity.setting(io).log_identity == false
	local facts = log.detail_pairs(log_texts.details_in_english(failure.details, is_anonymous))
	return lib.ArrayFilter(facts, function(_, pair) return pair[1] ~= "session" end)
end

--- Notes a question that did not prove the user, and logs it when that begins, and when the code becomes another.
local function note_failure(io, question, failure)
	local is_known = strings.before(question.token.failure or "", " ") == failure.error
	question.token.failure = short_reason.in_words(failure)
	if not refresh_tokens.write(io, question.name, question.token) or not is_known then
		local ____error = {{"error", failure.error}}
		log.event(
			io,
			"warning",
			"REVALIDATION_FAILED",
			lib.ArrayConcat(____error, facts_of(io, failure), state_pairs(io, question))
		)
	end
end

--- Notes a question that proved the user, and logs it after one that did not.
local function note_proof(io, question, provider)
	local token = question.token
	if token.failure ~= nil then
		local named = {{"provider", provider}}
		log.event(io, "notice", "REVALIDATION_RESUMED", lib.ArrayConcat(named, state_pairs(io, question)))
	end
	token.failure = nil
	token.proved_at = token.asked_at
	token.proved_uptime = io.monotonic()
	refresh_tokens.write(io, question.name, token)
end

--- Ends the session of a user whom the provider refuses or who has lost a role; false where nobody says so, or it cannot be ended.
local function end_refused(io, entry, failure)
	local cause = failure.cause or ""
	if not lib.ArrayIncludes(of_user, cause) or cause == "refused" and not lib.ArrayIncludes(
		about_user,
		failure.error
	) then
		return false
	end
	local facts = facts_of(io, failure)
	if cause == "roles" then
		local by = {{"by", cause}}
		return session_ending.end_session(io, entry, lib.ArrayConcat(by, facts))
	end
	local reason = {{"reason", cause == "refused" and short_reason.of_provider(failure) or cause}}
	local description = lib.ArrayFilter(facts, function(_, pair) return pair[1] == "error_description" end)
	return session_ending.end_session(io, entry, lib.ArrayConcat(reason, description), "SESSION_ENDED")
end

--- Has the provider prove the user, and ends the session of one who is refused. A turn that proves nothing changes nothing: the age of the
-- last proof ends the session (`session_ending.end_overdue`).
local function revalidate(io, question)
	local token = question.token
	token.asked_at = io.time()
	-- A router that cannot store the next token does not use up this one.
	if not refresh_tokens.write(io, question.name, token) then
		note_failure(io, question, err("INTERNAL_ERROR", {reason = "the run directory cannot be written"}))
		return
	end
	local client = load_client(io, token)
	local log_name = client.ok and client.data.log_name or nil
	local proved = result.about(log_name, client.ok and prove(io, client.data, question) or client)
	if proved.ok then
		note_proof(io, question, log_name)
	elseif not end_refused(io, question.entry, proved) then
		note_failure(io, question, proved)
	end
end

--- Removes the file of an ended session, after its token is revoked where it still belongs to a configured client.
function M.forget(io, name, token)
	local client = load_client(io, token)
	if client.ok then
		token_refresh.revoke(io, client.data, token.refresh_token)
	end
	refresh_tokens.remove(io, name)
end

--- Does what is due first at a provider; the caller has the lock of its files.
function M.run(io, provider)
	local names = refresh_tokens.list(io)
	local live = rpcd_sessions.list_sso_sessions(io)
	local saved = saved_config.saved_sections(io)
	if live.ok and saved.ok then
		local turns = refresh_tokens.turns_of(io, names, live.data, saved.data)
		local turn = refresh_tokens.first_turn(turns, provider, io.time())
		if turn ~= nil and turn.entry ~= nil then
			revalidate(io, turn)
		elseif turn ~= nil then
			M.forget(io, turn.name, turn.token)
		end
	end
end

return M
