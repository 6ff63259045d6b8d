-- Generated from src/sso_login/login/revalidation/revalidation_turn.ts by "make lua"; do not edit.
--- The turn of a session (option `session_revalidate`): by the session's refresh token its provider is asked to prove the user again, who
-- must have the session's roles.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local json_values = require("sso_login.base.json_values")
local store = require("sso_login.base.store")
local hash = require("sso_login.jose.hash")
local jws = require("sso_login.jose.jws")
local provider_files = require("sso_login.protocol.provider_files")
local known_metadata = require("sso_login.protocol.known_metadata")
local token_request = require("sso_login.protocol.token_request")
local result = require("sso_login.result")
local role_matching = require("sso_login.rights.role_matching")
local log_identity = require("sso_login.rpcd.log_identity")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local session_rules = require("sso_login.rpcd.session_rules")
local pending_change = require("sso_login.rpcd.pending_change")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local saved_config = require("sso_login.settings.saved_config")
local question_outcome = require("sso_login.login.revalidation.question_outcome")
local refreshed_user = require("sso_login.login.revalidation.refreshed_user")
local token_refresh = require("sso_login.login.revalidation.token_refresh")
local turn_schedule = require("sso_login.login.revalidation.turn_schedule")
local err, ok = result.err, result.ok

--- Loaded where a user has lost a role.
local function useless_claims()
	return require("sso_login.explain.useless_claims")
end

--- Seconds that a question waits at most for logins at the same provider.
local max_wait_seconds = 30

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
	-- Its calls take no lock for which a request would wait, and their failures answer no request (protocol/provider_calls).
	config.in_background = true
	return loaded
end

--- Waits while requests call the provider, but not for ever.
local function give_way(io, config)
	local lock = provider_files.calls_lock(io, config)
	do
		local waited = 0
		while waited < max_wait_seconds and store.is_locked(io, lock) do
			io.sleep(1)
			waited = waited + 1
		end
	end
end

--- Asks the provider for new tokens. An answer that is refused is one nevertheless where it has a new refresh token, which is stored first.
local function ask(io, config, question)
	give_way(io, config)
	local opened = jws.open_jws(question.session.id_token)
	local login_claims = opened.ok and jws.read_claims(opened.data) or opened
	if not login_claims.ok then
		return login_claims
	end
	local known = known_metadata.of_provider(io, config)
	local log_id = hash.safe_id(question.session.sid)
	return known_metadata.by_metadata(io, config, known, "token_endpoint", function(metadata)
		local received = token_refresh.send(io, config, metadata, question.token.refresh_token, log_id)
		if not received.ok then
			return received
		end
		local tokens = token_request.tokens_of(received.data)
		local body = received.data.body
		local ____body_ok_0
		if body.ok then
			____body_ok_0 = body.data.refresh_token
		else
			____body_ok_0 = nil
		end
		local ____body_ok_0_1 = ____body_ok_0
		if ____body_ok_0_1 == nil then
			____body_ok_0_1 = ""
		end
		local new_token = ____body_ok_0_1
		-- An answer that is refused is `ok` where it has a new token: after a failure `by_metadata` may ask again, by the token that is used up.
		return (tokens.ok or new_token ~= "") and ok({
			config = config,
			metadata = metadata,
			login_claims = login_claims.data,
			tokens = tokens,
			new_token = new_token
		}) or tokens
	end)
end

--- Stores the refresh token of an answer, where there is one, and returns the question with the token to go on with, which `conclude` stores once
-- more. The log names one that cannot be used. This comes before anything of the answer is judged: the old token may be worth nothing, whatever
-- else is in the answer.
local function store_rotated(io, question, new_token)
	if new_token == "" then
		return question
	end
	local fault = refresh_tokens.fault_of(new_token)
	if fault ~= nil then
		local session = {{"session", hash.safe_id(question.session.sid)}}
		log.event(io, "warning", "REFRESH_TOKEN_UNUSABLE", lib.ArrayConcat(session, {{"reason", fault}}))
		return question
	end
	local rotated = turn_schedule.with_token(question, refresh_tokens.rotated(question.token, new_token))
	refresh_tokens.write(io, rotated.name, rotated.token)
	return rotated
end

--- Has the session's values name the proved user. A right may follow from the groups, which are those that the provider proves. An e-mail that
-- it does not prove now may stay: the log names the user by it, and the roles were judged without it.
local function store_user(io, session, rules, user)
	local match = role_matching.find_roles_for_user(rules, user.proved)
	local groups = match.ok and match.data.groups or {}
	local email = json_values.name_of(role_matching.verified_email(rules, user.completed))
	if email ~= session.email or table.concat(groups, "\n") ~= table.concat(session.groups, "\n") then
		-- An empty list is none in one runtime and an empty table in the other.
		local values = {sso_email = email, sso_groups = #groups > 0 and groups or ""}
		io.ubus_call("session", "set", {ubus_rpc_session = session.sid, values = values})
	end
end

--- The facts about claims of which a role needs one: absent ones, and those that do not count.
local function useless_claim_facts(config, rules, claims)
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

--- Judges an answer: whether it proves the user, who still has all roles of the session, at a provider that is on; the session's values then
-- name that user. USER_NOT_AUTHORIZED where a role is lost; ID_TOKEN_VERIFICATION_FAILED where nobody tells of the claims that gave it.
local function judge(io, session, answer)
	local config = answer.config
	local tokens = answer.tokens
	if not tokens.ok then
		return tokens
	end
	local current = session_rules.read_rules(io)
	if not current.ok then
		return current
	end
	local issued = {config = config, metadata = answer.metadata, tokens = tokens.data}
	local user = refreshed_user.identify(io, issued, answer.login_claims)
	if not user.ok then
		return user
	end
	local rules = role_matching.with_roles(config, current.data.roles)
	local function is_authorized(claims)
		return session_rules.still_authorized(current.data, session, role_matching.user_of(rules, claims))
	end
	if is_authorized(user.data.proved) then
		store_user(io, session, rules, user.data)
		return ok(true)
	end
	local facts = useless_claim_facts(config, rules, user.data.proved)
	if not is_authorized(user.data.completed) then
		-- Without the roles for the user that the session keeps, the configuration has changed. A change that this session applied in LuCI, and that
		-- is not confirmed yet, may be taken back.
		local is_taken_by_configuration = not session_rules.still_authorized(current.data, session)
		local may_return = is_taken_by_configuration and pending_change.unconfirmed_session(io) == session.sid
		-- Only the meaning ends the session (question_outcome).
		return err("USER_NOT_AUTHORIZED", facts, not may_return and "roles" or nil)
	end
	facts.reason = "UserInfo lacks claims of the login, and no ID Token has them"
	return err("ID_TOKEN_VERIFICATION_FAILED", facts)
end

--- Asks the provider whether it still proves the user of a session.
local function revalidate(io, question)
	local asked = turn_schedule.with_token(question, refresh_tokens.at_question(io, question.token))
	-- A router that cannot store the next token does not use up this one.
	if not refresh_tokens.write(io, asked.name, asked.token) then
		local failure = err("INTERNAL_ERROR", {reason = "the run directory cannot be written"})
		question_outcome.conclude(io, asked, nil, failure)
		return
	end
	local client = load_client(io, asked.token)
	local answer = client.ok and ask(io, client.data, asked) or client
	local answered = answer.ok and store_rotated(io, asked, answer.data.new_token) or asked
	local proved = answer.ok and judge(io, asked.session, answer.data) or answer
	question_outcome.conclude(io, answered, client.ok and client.data.log_name or nil, proved)
end

--- Revokes a token where it still belongs to a configured client, and removes its file: its session has ended.
function M.revoke(io, file)
	local client = load_client(io, file.token)
	if client.ok then
		token_refresh.revoke(io, client.data, file.token.refresh_token)
	end
	refresh_tokens.remove(io, file.name)
end

--- Takes the turn of a provider that is due first.
local function take_first(io, provider)
	-- Before the sessions (turns_of).
	local files = refresh_tokens.read_all(io).whole
	local live = rpcd_sessions.list_sso_sessions(io)
	local saved = saved_config.saved_sections(io)
	if not live.ok or not saved.ok then
		return
	end
	local now = io.time()
	local turn = turn_schedule.first_due(turn_schedule.turns_of(files, live.data, saved.data, now), provider, now)
	if turn ~= nil and turn.kind == "question" then
		revalidate(io, turn)
	elseif turn ~= nil then
		M.revoke(io, turn)
	end
end

--- Takes the turn of a provider that is due first, unless another process takes one of the same provider.
function M.take(io, provider)
	local lock = turn_schedule.turn_lock(io, provider)
	if io.lock(lock) then
		take_first(io, provider)
		io.unlock(lock)
	end
end

return M
