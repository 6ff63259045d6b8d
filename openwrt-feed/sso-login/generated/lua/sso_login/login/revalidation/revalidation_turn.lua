-- Generated from src/sso_login/login/revalidation/revalidation_turn.ts by "make lua"; do not edit.
--- The revalidation of a session (option `session_revalidate`): the provider is asked by the session's refresh token whether the user
-- still exists and has the session's roles. One file is worked on at a time.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local log_texts = require("sso_login.base.log_texts")
local json_values = require("sso_login.base.json_values")
local hash = require("sso_login.jose.hash")
local jws = require("sso_login.jose.jws")
local provider_metadata = require("sso_login.protocol.provider_metadata")
local provider_calls = require("sso_login.protocol.provider_calls")
local result = require("sso_login.result")
local role_matching = require("sso_login.rights.role_matching")
local session_ending = require("sso_login.rpcd.session_ending")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local session_rules = require("sso_login.rpcd.session_rules")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local background = require("sso_login.rpcd.background")
local saved_config = require("sso_login.settings.saved_config")
local package_sections = require("sso_login.settings.package_sections")
local attempt = require("sso_login.login.attempt")
local token_refresh = require("sso_login.login.revalidation.token_refresh")
local err, ok = result.err, result.ok

--- The claims of the login's ID Token, which the session has.
local function first_claims(stored)
	local opened = jws.open_jws(json_values.text_of(stored.sso_id_token))
	return opened.ok and jws.read_claims(opened.data) or opened
end

--- The user's claims now. A new refresh token is stored first: whatever fails after it, the old one may be worth nothing.
local function ask(io, question)
	local config = question.config
	local token = question.token
	local first = first_claims(question.stored)
	if not first.ok then
		return first
	end
	local metadata = provider_metadata.of_provider(io, config)
	if not metadata.ok then
		return metadata
	end
	local session_id = hash.safe_id(question.entry.sid)
	local tokens = token_refresh.refresh(io, config, metadata.data, token.refresh_token, session_id)
	if not tokens.ok then
		return tokens
	end
	local rotated = tokens.data.refresh_token
	if refresh_tokens.is_usable(rotated) then
		token.refresh_token = rotated
		refresh_tokens.write(io, question.name, token)
	end
	local verified = attempt.verify_refreshed(
		io,
		{config = config, metadata = metadata.data, tokens = tokens.data},
		first.data
	)
	if not verified.ok then
		return verified
	end
	local rules = session_rules.read_rules(io)
	if not rules.ok then
		return rules
	end
	local user = attempt.complete(io, verified.data, role_matching.with_roles(config, rules.data.roles))
	return user.ok and ok(user.data.claims) or user
end

--- Ends the session if its user has lost a role; otherwise the session's values name the user as the claims do.
local function apply(io, question, claims)
	local rules = session_rules.read_rules(io)
	if not rules.ok then
		return rules
	end
	local config = question.config
	local match = role_matching.find_roles_for_user(role_matching.with_roles(config, rules.data.roles), claims)
	local groups = match.ok and match.data.groups or {}
	local email = json_values.name_of(role_matching.verified_email(config, claims))
	local before = question.entry
	question.stored.sso_email = email
	question.stored.sso_groups = groups
	if not session_rules.still_authorized(rules.data, rpcd_sessions.to_session(before.sid, question.stored)) then
		return session_ending.end_session(io, before, "roles") and ok(true) or err("UBUS_LOGIN_FAILED", {
			method = "destroy"
		})
	end
	if email ~= before.email or table.concat(groups, "\n") ~= table.concat(before.groups, "\n") then
		-- An empty list is none in one runtime and an empty table in the other.
		local changed = {sso_email = email, sso_groups = #groups > 0 and groups or ""}
		io.ubus_call("session", "set", {ubus_rpc_session = before.sid, values = changed})
	end
	return ok(true)
end

--- The reason for which a failure ends the session; undefined for one that may pass.
local function reason_to_end(failure)
	local facts = json_values.facts_of(failure)
	if failure.error == "OIDC_INVALID_GRANT" then
		return "invalid_grant"
	end
	local other = {iss = "other_issuer", sub = "other_subject"}
	-- A signed answer of UserInfo is no token of the login.
	return facts.token == nil and other[json_values.text_of(facts.claim)] or nil
end

--- Logs a failure that ends nothing, once until the provider is asked with success; not that another process calls the provider.
local function log_failure(io, question, failure)
	local token = question.token
	if token.is_failing == true or failure.error == "RATE_LIMITED" then
		return
	end
	token.is_failing = true
	refresh_tokens.write(io, question.name, token)
	local facts = json_values.facts_of(failure)
	facts.session = hash.safe_id(question.entry.sid)
	-- The provider's words may name the user.
	local ____temp_0
	if question.config.log_identity ~= false then
		____temp_0 = facts.error_description
	else
		____temp_0 = nil
	end
	facts.error_description = ____temp_0
	local head = {{"provider", question.config.log_name}, {"error", failure.error}}
	log.event(
		io,
		"warning",
		"REVALIDATION_FAILED",
		lib.ArrayConcat(head, log.detail_pairs(log_texts.details_in_english(facts)))
	)
end

--- Asks the provider, and ends the session or leaves it.
local function revalidate(io, question)
	local token = question.token
	token.asked_at = io.time()
	-- A router that cannot store the next token does not use up this one.
	if not refresh_tokens.write(io, question.name, token) then
		return
	end
	local cached = provider_metadata.cached_of_provider(io, question.config)
	local address = provider_metadata.first_address(question.config, cached)
	local claims = provider_calls.asking(io, question.config, address, function() return ask(io, question) end)
	local applied = claims.ok and apply(io, question, claims.data) or claims
	local reason = not applied.ok and reason_to_end(applied) or nil
	if reason ~= nil then
		session_ending.end_session(io, question.entry, reason, "SESSION_ENDED")
	elseif not applied.ok then
		log_failure(io, question, applied)
	elseif token.is_failing == true then
		token.is_failing = nil
		refresh_tokens.write(io, question.name, token)
	end
end

--- Removes a file, after its token is revoked where it still belongs to a configured client.
local function forget(io, name, token, config)
	if config ~= nil then
		token_refresh.revoke(io, config, token.refresh_token)
	end
	refresh_tokens.remove(io, name)
end

--- Does what is due with a file.
local function take(io, turn)
	local token = turn.token
	local entry = turn.entry
	if token == nil then
		refresh_tokens.remove(io, turn.name)
		return
	end
	local loaded = saved_config.load(io, token.provider)
	if not loaded.ok and turn.moment ~= 0 then
		-- A mistake in the configuration ends nothing.
		token.asked_at = io.time()
		refresh_tokens.write(io, turn.name, token)
		return
	end
	local config = loaded.ok and loaded.data or nil
	-- A provider gets no token of another one.
	local is_own = config ~= nil and config.issuer_url == token.issuer and config.client_id == token.client_id
	if is_own and entry ~= nil and config.session_revalidate ~= nil then
		local stored = rpcd_sessions.session_values(io, entry.sid)
		if stored ~= nil then
			revalidate(io, {config = config, name = turn.name, token = token, entry = entry, stored = stored})
		end
		return
	end
	forget(io, turn.name, token, is_own and config or nil)
end

--- Does what is due first, unless another process does.
function M.run(io)
	local lock = background.lock_of(io, "revalidate")
	if not io.lock(lock) then
		return
	end
	local names = refresh_tokens.list(io)
	local live = rpcd_sessions.list_sso_sessions(io)
	local saved = saved_config.saved_sections(io)
	if live.ok and saved.ok then
		local turn = refresh_tokens.next_turn(io, package_sections.provider_sections(saved.data), names, live.data)
		if turn ~= nil and turn.moment <= io.time() then
			take(io, turn)
		end
	end
	io.unlock(lock)
end

return M
