-- Generated from src/sso_login/login/test/flow.ts by "make lua"; do not edit.
--- The test login of the settings page: a login with settings that are not saved, whose outcome one session of rpcd may read. It
-- opens no session, and leaves nothing that a login uses: neither caches nor remembered failures nor tokens.
local lib = require("sso_login.lualib")
local M = {}
local encoding = require("sso_login.base.encoding")
local log = require("sso_login.base.log")
local names = require("sso_login.base.names")
local store = require("sso_login.base.store")
local strings = require("sso_login.base.strings")
local urls = require("sso_login.base.urls")
local values = require("sso_login.base.values")
local hash = require("sso_login.jose.hash")
local authorization_response = require("sso_login.protocol.authorization_response")
local back_channel = require("sso_login.protocol.back_channel")
local calls_lock = require("sso_login.protocol.calls_lock")
local result = require("sso_login.result")
local log_identity = require("sso_login.rpcd.log_identity")
local rpcd_logins = require("sso_login.rpcd.logins")
local sessions = require("sso_login.rpcd.sessions")
local load = require("sso_login.settings.load")
local validation = require("sso_login.settings.validation")
local page = require("sso_login.settings.page")
local identify = require("sso_login.login.identify")
local initiate = require("sso_login.login.start")
local login_cookie = require("sso_login.login.cookie")
local record = require("sso_login.login.record")
local test_outcome = require("sso_login.login.test.outcome")
local test_record = require("sso_login.login.test.record")
local err, ok = result.err, result.ok

--- Bytes of a ticket.
local ticket_length = 43

--- The live session of an id that rpcd has handed over, as the hash by which everything is kept; undefined where there is none.
local function live_session(io, sid)
	return sessions.session_values(io, sid) ~= nil and hash.hash_sha256_hex(sid) or nil
end

--- The session that began the test must live: who has logged out sees nothing of it.
local function check_alive(io, owner)
	local list = io.ubus_call_all("session", "list", {})
	if not list.ok then
		return err("UBUS_LOGIN_FAILED", {method = "list"})
	end
	local ids = lib.ArrayMap(list.data, function(_, entry) return values.text_of(entry.ubus_rpc_session) end)
	local is_alive = lib.ArraySome(ids, function(_, sid) return hash.hash_sha256_hex(sid) == owner.session end)
	return is_alive and ok(true) or err("STATE_NOT_FOUND", {
		test = true,
		reason = "the session that began it has ended"
	})
end

--- Begins a test for a session: the settings `{values, roles}` are judged as a save judges them, with the saved secret only for the
-- provider that it was saved for. The answer is the address for the new tab. INVALID_REQUEST, CONFIG_ERROR, INTERNAL_ERROR.
function M.begin(io, sid, input)
	local owner = live_session(io, sid)
	local settings = page.read_settings(io, input)
	if not settings.ok then
		return settings
	end
	if owner == nil or settings.data == nil then
		return err("INVALID_REQUEST", owner == nil and "there is no such session" or "values are missing")
	end
	local saved = load.saved_sections(io)
	local completed = page.completed_sections(settings.data, saved.ok and saved.data or {})
	local provider = settings.data.provider
	if lib.ArrayIncludes(completed.unsendable, provider or names.first) then
		local own = page.values_of(completed.sections, provider)
		return own.token_endpoint_auth_method == "private_key_jwt" and err("CONFIG_ERROR", {
			option = "issuer_url",
			must = {id = "saved_first"}
		}) or err("CONFIG_ERROR", {option = "client_secret", must = {id = "typed_anew"}})
	end
	local tested = {
		values = page.values_of(completed.sections),
		providers = page.further_values(completed.sections),
		roles = settings.data.roles,
		provider = provider
	}
	local config = validation.from_sections(completed.sections, provider)
	if not config.ok then
		return config
	end
	local router = urls.parse_https(config.data.redirect_uri)
	local ticket = encoding.base64url_encode(hash.random(32))
	test_record.clean(io)
	if router == nil or not test_record.save_snapshot(io, owner, ticket, tested) then
		return err("INTERNAL_ERROR", {reason = "cannot store the test", path = io.paths.run_dir})
	end
	return ok({url = router.origin .. "/cgi-bin/sso-login/?test=" .. ticket})
end

--- What the session's last test has come to. INVALID_REQUEST for a session that does not live.
function M.result(io, sid)
	local owner = live_session(io, sid)
	return owner == nil and err("INVALID_REQUEST", "there is no such session") or ok(test_record.outcome_of(io, owner))
end

local function load_test(io, owner)
	local alive = check_alive(io, owner)
	if not alive.ok then
		return alive
	end
	local settings = test_record.snapshot_of(io, owner)
	if not settings.ok then
		return settings
	end
	local config = validation.from_sections(page.to_sections(settings.data), settings.data.provider)
	if not config.ok then
		return config
	end
	io.provider = #(settings.data.providers or {}) > 0 and config.data.provider or nil
	-- What the log may say is not the test's to decide.
	local may_name = log_identity.setting(io).log_identity ~= false
	config.data.log_identity = may_name and config.data.log_identity ~= false
	return ok({owner = owner, config = config.data})
end

--- Calls the provider with a run directory of its own, which is removed; INTERNAL_ERROR where there is none.
local function apart(io, run)
	local run_dir = io.paths.run_dir
	local folder = store.path_of(io, test_record.folder_prefix .. encoding.hex_encode(hash.random(8)))
	io.paths.run_dir = folder
	local done = store.ensure_run_dir(io) and run() or err("INTERNAL_ERROR", {reason = "cannot write", path = folder})
	calls_lock.release(io)
	store.remove_all(io, folder, "")
	io.remove(folder)
	io.paths.run_dir = run_dir
	return done
end

--- Logs what a test came to, and keeps it for the session that began it; INTERNAL_ERROR where it cannot be kept.
local function finish_test(io, test, remote, outcome, who)
	local facts = {{"remote", remote}}
	local ended = {
		{"outcome", values.text_of(outcome.code) ~= "" and values.text_of(outcome.code) or "granted"},
		{"session", lib.StringSubstring(test.owner.session, 0, 8)}
	}
	log.event(io, "notice", "TEST_LOGIN", lib.ArrayConcat(facts, who, ended))
	return test_record.save_outcome(io, test.owner, outcome) and ok(nil) or err("INTERNAL_ERROR", {
		reason = "cannot store the outcome",
		path = io.paths.run_dir
	})
end

--- The first request of the tab: uses up the ticket. Undefined where the test has ended with an outcome already, as the provider
-- cannot be asked. STATE_NOT_FOUND for a ticket that does not count, RATE_LIMITED while another login waits for the provider.
function M.start(io, ticket, remote)
	local is_ticket = #ticket == ticket_length and strings.consists_of(ticket, "unreserved")
	-- One process at a time asks the provider, and a failure is remembered for no such address.
	local turn = is_ticket and back_channel.acquire_lock(io, "test") or err("INVALID_REQUEST", {parameter = "test"})
	local taken = turn.ok and test_record.take_ticket(io, ticket) or turn
	local test = taken.ok and load_test(io, taken.data) or taken
	if not test.ok then
		calls_lock.release(io)
		return test
	end
	local own = login_cookie.create()
	local handshake = record.create()
	handshake.state = test_record.state_prefix .. handshake.state
	handshake.cookie_hash = own.hash
	local url = apart(io, function() return initiate.address_for(io, test.data.config, handshake) end)
	calls_lock.release(io)
	if not url.ok then
		return finish_test(io, test.data, remote, test_outcome.refused(url), {})
	end
	return test_record.save_record(io, test.data.owner, handshake) and ok({
		url = url.data,
		state = handshake.state,
		cookie = own.value
	}) or err("INTERNAL_ERROR", {reason = "cannot store the handshake", path = io.paths.run_dir})
end

--- The last steps of a login but its session: code, tokens, claims, roles. All calls to the provider are made here.
local function try_login(io, config, handshake, params)
	local response = authorization_response.read_response(params, config.issuer_url)
	local ____response_ok_0
	if response.ok then
		____response_ok_0 = response.data.refusal
	else
		____response_ok_0 = response
	end
	local refusal = ____response_ok_0
	local attempt = refusal or identify.redeem(io, config, {handshake = handshake, params = params})
	if not attempt.ok then
		return attempt
	end
	local claims = identify.verified_claims(io, attempt.data)
	local sections = rpcd_logins.read_sections(io)
	if not claims.ok or not sections.ok then
		return claims.ok and err("CONFIG_ERROR", {config = "rpcd"}) or claims
	end
	local rules = identify.rules_of(config, sections.data)
	local known = identify.complete_claims(io, attempt.data, claims.data, rules)
	return known.ok and ok(test_outcome.of_claims(io, config, known.data.claims, rules, known.data.notes)) or known
end

--- The second request of the tab. Fails as a login does where the answer is not of this browser's test, and with STATE_NOT_FOUND
-- where the session has ended; everything else is the outcome, which `result` gives.
function M.finish(io, answer)
	local state = answer.params.state or ""
	local found = test_record.look(io, state)
	local browser = login_cookie.check(answer.cookies, state, found ~= nil and found.handshake or nil)
	local turn = browser.ok and back_channel.acquire_lock(io, "test") or browser
	local taken = turn.ok and test_record.take_record(io, state) or turn
	if not taken.ok then
		calls_lock.release(io)
		return taken
	end
	local handshake = taken.data.handshake
	local same_browser = login_cookie.check(answer.cookies, state, handshake)
	local test = same_browser.ok and load_test(io, taken.data.owner) or same_browser
	if not test.ok then
		calls_lock.release(io)
		return test
	end
	local is_own = (answer.provider or names.first) == test.data.config.provider
	local tested = is_own and apart(
		io,
		function() return try_login(io, test.data.config, handshake, answer.params) end
	) or err("IDP_ERROR", {reason = "the login began at another provider"})
	calls_lock.release(io)
	return tested.ok and finish_test(io, test.data, answer.remote, tested.data.outcome, tested.data.who) or finish_test(
		io,
		test.data,
		answer.remote,
		test_outcome.refused(tested),
		{}
	)
end

return M
