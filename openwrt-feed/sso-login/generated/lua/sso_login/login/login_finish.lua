-- Generated from src/sso_login/login/login_finish.ts by "make lua"; do not edit.
--- The second request of a login: from the provider's answer to a session (specification, "Processing order").
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local json_values = require("sso_login.base.json_values")
local provider_calls = require("sso_login.protocol.provider_calls")
local provider_metadata = require("sso_login.protocol.provider_metadata")
local token_registry = require("sso_login.protocol.token_registry")
local result = require("sso_login.result")
local role_matching = require("sso_login.rights.role_matching")
local log_identity = require("sso_login.rpcd.log_identity")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local attempt = require("sso_login.login.attempt")
local login_cookie = require("sso_login.login.login_cookie")
local session_opening = require("sso_login.login.session_opening")
local handshake_record = require("sso_login.login.handshake_record")
local err, ok = result.err, result.ok

--- Loaded for a session that is revalidated.
local function refresh_tokens()
	return require("sso_login.rpcd.refresh_tokens")
end

--- Whether a login began at this provider; of a version with one provider it did at the first.
local function is_of_provider(config, handshake)
	local is_first = config.provider == public_names.first
	if handshake.issuer == nil then
		return is_first
	end
	return handshake.issuer == config.issuer_url
end

--- Opens the session, unless the provider has ended its own meanwhile, and keeps the refresh token.
local function open_session(io, config, handshake, matched, remote)
	local verified = matched.identified.verified
	local claims = matched.identified.user.claims
	local match = matched.match
	local user = {
		email = json_values.name_of(role_matching.verified_email(config, claims)),
		sub = json_values.text_of(claims.sub),
		id_token = verified.tokens.id_token,
		provider_sid = config.backchannel_logout == true and json_values.name_of(verified.claims.sid) or nil,
		remote = remote,
		cookie_hash = handshake.cookie_hash,
		is_own_site = handshake.is_own_site
	}
	local who = log_identity.pairs_of_claims(config, claims)
	local since = handshake.created_at or 0
	local opening = {
		user = user,
		who = who,
		return_to = handshake.return_to,
		settings_hash = handshake.settings_hash,
		since = since
	}
	local opened = session_opening.open(io, config, match, opening)
	if not opened.ok then
		return opened
	end
	local notes = {unverified_email = match.email_ignored and "ignored" or nil}
	for _, name in ipairs(lib.ObjectKeys(matched.identified.user.notes)) do
		notes[name] = matched.identified.user.notes[name]
	end
	local refresh_token = verified.tokens.refresh_token
	if config.session_revalidate ~= nil and type(refresh_token) == "string" then
		local is_kept = refresh_tokens().keep(io, config, opened.data.sid, refresh_token)
		notes.refresh_token = not is_kept and "not_stored" or nil
	end
	return ok({
		sid = opened.data.sid,
		email = user.email,
		who = who,
		roles = lib.ArrayMap(match.roles, function(_, role) return role.name end),
		return_to = opened.data.return_to,
		is_own_site = handshake.is_own_site == true,
		notes = notes
	})
end

--- Finds the user of a response, and the roles. The record is consumed, also where the response is refused; not while the login
-- must wait for the provider: the request may be made again.
local function match_user(io, config, handshake, params)
	local response = attempt.accept(config, handshake, params)
	if not response.ok then
		local consumed = handshake_record.consume(io, handshake.state)
		return consumed.ok and response or consumed
	end
	local cached = provider_metadata.cached_of_provider(io, config)
	local identified = provider_calls.asking(io, config, provider_metadata.first_address(config, cached), function()
		local consumed = handshake_record.consume(io, handshake.state)
		return consumed.ok and attempt.identify(
			io,
			response.data,
			cached,
			function() return rpcd_logins.role_rules(io, config, true) end
		) or consumed
	end)
	if not identified.ok then
		return identified
	end
	local match = attempt.find_roles(config, identified.data.rules, identified.data.user)
	return match.ok and ok({identified = identified.data, match = match.data}) or match
end

--- Finishes the login of a handshake whose browser sent the response.
local function finish(io, config, handshake, input)
	-- Each provider has an address of its own, so that none gets a code of another (RFC 9700 section 4.4.2).
	if not is_of_provider(config, handshake) then
		return err("IDP_ERROR", {reason = "the login began at another provider"})
	end
	local matched = match_user(io, config, handshake, input.params)
	if not matched.ok then
		return matched
	end
	-- An access token opens one session.
	local registered = token_registry.register(io, matched.data.identified.verified.tokens.access_token)
	return registered.ok and open_session(io, config, handshake, matched.data, input.remote) or registered
end

--- A failed login, with the page of LuCI that it was for.
local function about_page(failure, return_to)
	local facts = json_values.facts_of(failure)
	facts.return_to = return_to
	return err(failure.error, facts)
end

--- Finishes a login (specification, "Processing order"): state, tokens, ID Token, UserInfo, roles, registry, session. A request of another
-- browser leaves the record to its owner. Fails with the code of the step that refused.
function M.authenticate(io, config, input)
	local state = attempt.state_of(input.params)
	if not state.ok then
		return state
	end
	local found = handshake_record.look(io, state.data)
	local browser = login_cookie.check(input.cookies, state.data, found)
	if not browser.ok then
		return browser
	end
	if found == nil then
		-- A record that is expired or damaged is removed.
		local consumed = handshake_record.consume(io, state.data)
		return consumed.ok and err("STATE_NOT_FOUND") or consumed
	end
	local login = finish(io, config, found, input)
	return login.ok and login or about_page(login, found.return_to)
end

return M
