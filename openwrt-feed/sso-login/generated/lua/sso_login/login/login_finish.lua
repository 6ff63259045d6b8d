-- Generated from src/sso_login/login/login_finish.ts by "make lua"; do not edit.
--- The second request of a login, from the provider's response to a session, on one page (specification, "Processing order").
local lib = require("sso_login.lualib")
local M = {}
local json_values = require("sso_login.base.json_values")
local urls = require("sso_login.base.urls")
local hash = require("sso_login.jose.hash")
local provider_calls = require("sso_login.protocol.provider_calls")
local known_metadata = require("sso_login.protocol.known_metadata")
local provider_metadata = require("sso_login.protocol.provider_metadata")
local token_registry = require("sso_login.protocol.token_registry")
local result = require("sso_login.result")
local ok = result.ok
local role_matching = require("sso_login.rights.role_matching")
local log_identity = require("sso_login.rpcd.log_identity")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local attempt = require("sso_login.login.attempt")
local handshake_record = require("sso_login.login.handshake_record")
local session_opening = require("sso_login.login.session_opening")
local err, ok = result.err, result.ok

--- Loaded for a failure.
local function failures()
	return require("sso_login.base.failures")
end

--- Loaded for a session that is revalidated.
local function refresh_tokens()
	return require("sso_login.rpcd.refresh_tokens")
end

--- Loaded for a response that is refused.
local function login_again()
	return require("sso_login.login.login_again")
end

--- Establishes the user of a login, while no other process calls the provider. The record is consumed before the code is sent.
local function establish(io, login, cached)
	local handshake = login.handshake
	local consumed = handshake_record.consume(io, handshake.state)
	if not consumed.ok then
		return consumed
	end
	local issued = attempt.redeem(io, login, cached)
	if not issued.ok then
		return issued
	end
	local verified = attempt.verify_login(io, issued.data, handshake)
	if not verified.ok then
		return verified
	end
	-- rpcd's own logins exclude roles, as they are now: the configuration was read before the call.
	local rules = rpcd_logins.role_rules(io, login.config, true)
	return rules.ok and attempt.complete(io, verified.data, rules.data, handshake) or rules
end

--- The session to open for the user of a login.
local function opening_of(login, user)
	local config = login.config
	local handshake = login.handshake
	local claims = user.claims
	return {
		user = {
			email = json_values.name_of(role_matching.verified_email(config, claims)),
			unverified = log_identity.unverified_email(config, claims),
			sub = json_values.text_of(claims.sub),
			id_token = user.verified.tokens.id_token,
			provider_sid = config.backchannel_logout == true and json_values.name_of(user.verified.claims.sid) or nil,
			remote = login.response.remote,
			cookie_hash = handshake.cookie_hash,
			is_own_site = handshake.is_own_site
		},
		who = log_identity.pairs_of_claims(config, claims),
		return_to = handshake.return_to,
		settings_hash = handshake.settings_hash,
		since = handshake.created_at or 0
	}
end

--- Keeps the refresh token of a session that is revalidated; false where it cannot be stored.
local function keep_refresh_token(io, sid, user)
	local config = user.verified.config
	local refresh_token = user.verified.tokens.refresh_token
	local is_wanted = config.session_revalidate ~= nil and type(refresh_token) == "string"
	return not is_wanted or refresh_tokens().keep(io, config, sid, refresh_token)
end

--- Facts of a login for the log. A token that is not kept is said in the place of what `login_lacks` notes about it.
local function notes_of(user, match, is_token_kept)
	local notes = {unverified_email = match.email_ignored and "ignored" or nil}
	for _, name in ipairs(lib.ObjectKeys(user.notes)) do
		notes[name] = user.notes[name]
	end
	local ____is_token_kept_0
	if is_token_kept then
		____is_token_kept_0 = notes.refresh_token
	else
		____is_token_kept_0 = "not_stored"
	end
	notes.refresh_token = ____is_token_kept_0
	return notes
end

--- Finishes an admitted login. The record of a response that is refused is consumed, too; it stays while the login must wait for the provider,
-- as the request may be made again.
local function finish(io, login)
	local config = login.config
	local accepted = attempt.accept(config, login.handshake, login.response.params)
	if not accepted.ok then
		local failure = handshake_record.consume_failed(io, login.handshake, accepted)
		return login_again().with_meaning(io, login, failure)
	end
	-- This configures the calls of the whole login, too.
	local cached = known_metadata.cached_of_provider(io, config)
	local first_address = cached ~= nil and cached.token_endpoint or provider_metadata.url_of(config)
	local user = provider_calls.asking(
		io,
		config,
		first_address,
		function() return establish(io, accepted.data, cached) end
	)
	if not user.ok then
		return user
	end
	local account = hash.safe_id(json_values.text_of(user.data.claims.sub))
	local match = attempt.match(user.data)
	if not match.ok then
		return failures().answered(match, {account = account})
	end
	-- An access token opens one session.
	local registered = token_registry.register(io, user.data.verified.tokens.access_token)
	if not registered.ok then
		return registered
	end
	local opening = opening_of(login, user.data)
	local opened = session_opening.open(io, config, match.data, opening)
	if not opened.ok then
		return failures().answered(opened, {account = account})
	end
	local is_token_kept = keep_refresh_token(io, opened.data.sid, user.data)
	return ok({
		sid = opened.data.sid,
		page = opened.data.page,
		who = opening.who,
		roles = lib.ArrayMap(match.data.roles, function(_, role) return role.name end),
		is_own_site = login.handshake.is_own_site == true,
		notes = notes_of(user.data, match.data, is_token_kept)
	})
end

--- The page of a provider that did not ask, although the user wanted to log in anew or by another account: the same account came back, or a
-- login as old as before.
local function log_out_at(failure, login)
	local handshake = login.handshake
	local account = (failure.answer or {}).account
	local is_same = account ~= nil and account == handshake.refused
	local is_old = failure.error == "AUTHENTICATION_TOO_OLD" and handshake.is_anew == true
	local issuer = urls.parse_https(login.config.issuer_url)
	return (is_same or is_old) and issuer ~= nil and "https://" .. urls.host_header(issuer) .. "/" or nil
end

--- A failed login, with what its page offers: the page of LuCI that it was for, and where to log out of the provider.
local function about_page(failure, login)
	return failures().answered(failure, {
		return_to = login.handshake.return_to,
		log_out_at = log_out_at(failure, login)
	})
end

--- Finishes a login. Fails with the code of the step that refused, and the page at which the login was to end.
function M.authenticate(io, config, response)
	local admitted = attempt.admit(io, config, response)
	if not admitted.ok then
		return admitted
	end
	local login = finish(io, admitted.data)
	return login.ok and login or about_page(login, admitted.data)
end

return M
