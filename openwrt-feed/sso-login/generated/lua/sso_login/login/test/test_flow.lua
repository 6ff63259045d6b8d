-- Generated from src/sso_login/login/test/test_flow.ts by "make lua"; do not edit.
--- The test login of the settings page: a login with settings that are not saved, whose outcome one session of rpcd may read. It
-- opens no session, and leaves nothing that a login uses: no caches, remembered failures or tokens.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local log = require("sso_login.base.log")
local public_names = require("sso_login.base.public_names")
local store = require("sso_login.base.store")
local strings = require("sso_login.base.strings")
local urls = require("sso_login.base.urls")
local json_values = require("sso_login.base.json_values")
local hash = require("sso_login.jose.hash")
local provider_calls = require("sso_login.protocol.provider_calls")
local result = require("sso_login.result")
local log_identity = require("sso_login.rpcd.log_identity")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local saved_config = require("sso_login.settings.saved_config")
local config_validation = require("sso_login.settings.config_validation")
local page_settings = require("sso_login.settings.page_settings")
local login_start = require("sso_login.login.login_start")
local attempt = require("sso_login.login.attempt")
local browser = require("sso_login.login.browser")
local test_outcome = require("sso_login.login.test.test_outcome")
local test_record = require("sso_login.login.test.test_record")
local err, ok = result.err, result.ok

--- Bytes of a ticket.
local ticket_length = 43

--- The hash of a live session's id, by which its test is kept; undefined without such a session.
local function live_session(io, sid)
	return rpcd_sessions.session_values(io, sid) ~= nil and hash.hash_sha256_hex(sid) or nil
end

--- Checks that the session that began the test is live: its user has not logged out.
local function check_alive(io, owner)
	local list = io.ubus_call_all("session", "list", {})
	if not list.ok then
		return err("UBUS_LOGIN_FAILED", {method = "list"})
	end
	local ids = lib.ArrayMap(list.data, function(_, entry) return json_values.text_of(entry.ubus_rpc_session) end)
	local is_alive = lib.ArraySome(ids, function(_, sid) return hash.hash_sha256_hex(sid) == owner.session end)
	return is_alive and ok(true) or err("STATE_NOT_FOUND", {
		test = true,
		reason = "the session that began it has ended"
	})
end

--- Begins a test for a session, and returns the address for the new tab. The settings `{values, roles}` are validated as saved ones are; the
-- saved secret is sent only to the provider that it was saved for. INVALID_REQUEST, CONFIG_ERROR, INTERNAL_ERROR.
function M.begin(io, sid, input)
	local owner = live_session(io, sid)
	local settings = page_settings.read_settings(io, input)
	if not settings.ok then
		return settings
	end
	if owner == nil or settings.data == nil then
		return err("INVALID_REQUEST", owner == nil and "there is no such session" or "values are missing")
	end
	local saved = saved_config.saved_sections(io)
	local completed = page_settings.completed_sections(settings.data.sections, saved.ok and saved.data or {})
	local provider = settings.data.provider or public_names.first
	if lib.ArrayIncludes(completed.unsendable, provider) then
		local own = page_settings.values_of(completed.sections, provider)
		return own.token_endpoint_auth_method == "private_key_jwt" and err("CONFIG_ERROR", {
			option = "issuer_url",
			must = {id = "saved_first"}
		}) or err("CONFIG_ERROR", {option = "client_secret", must = {id = "typed_anew"}})
	end
	local tested = {sections = completed.sections, provider = provider}
	local config = config_validation.from_sections(completed.sections, provider)
	if not config.ok then
		return config
	end
	local router = urls.parse_https(config.data.redirect_uri)
	local ticket = bytes.base64url_encode(hash.random(32))
	test_record.clean(io)
	if router == nil or not test_record.save_snapshot(io, owner, ticket, tested) then
		return err("INTERNAL_ERROR", {reason = "cannot store the test", path = io.paths.run_dir})
	end
	return ok({url = router.origin .. "/cgi-bin/sso-login/?test=" .. ticket})
end

--- The outcome of the session's last test. INVALID_REQUEST without a live session.
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
	local config = config_validation.from_sections(settings.data.sections, settings.data.provider or public_names.first)
	if not config.ok then
		return config
	end
	-- The saved setting decides what the log says of the user.
	local may_name = log_identity.setting(io).log_identity ~= false
	config.data.log_identity = may_name and config.data.log_identity ~= false
	return ok({owner = owner, config = config.data})
end

--- Runs calls to the provider with a folder of their own, which is removed; INTERNAL_ERROR where it cannot be made.
local function asking_apart(io, config, run)
	local folder = store.path_of(io, test_record.folder_prefix .. bytes.hex_encode(hash.random(8)))
	config.folder = folder
	local outcome = io.make_dir(folder) ~= "failed" and run() or err("INTERNAL_ERROR", {
		reason = "cannot write",
		path = folder
	})
	store.remove_all(io, folder, "")
	io.remove(folder)
	return outcome
end

--- Logs the outcome of a test, and keeps it for the session that began it; INTERNAL_ERROR where it cannot be kept.
local function finish_test(io, test, remote, outcome, who)
	local facts = {{"provider", test.config.log_name}, {"remote", remote}}
	local ended = {
		{"outcome", json_values.text_of(outcome.code) ~= "" and json_values.text_of(outcome.code) or "granted"},
		{"session", lib.StringSubstring(test.owner.session, 0, 8)}
	}
	log.event(io, "notice", "TEST_LOGIN", lib.ArrayConcat(facts, who, ended))
	outcome.provider = test.config.provider
	outcome.redirect_uri = test.config.redirect_uri
	return test_record.save_outcome(io, test.owner, outcome) and ok(nil) or err("INTERNAL_ERROR", {
		reason = "cannot store the outcome",
		path = io.paths.run_dir
	})
end

--- All test logins take turns, at whatever provider, by the lock of the first one.
local all_tests = {}

--- Runs a step of a test login in its turn; RATE_LIMITED where another test waits for its provider.
local function in_turn(io, run)
	-- Failures are remembered by address, and none has this one.
	return provider_calls.asking(io, all_tests, "test", run)
end

--- Uses up a ticket and begins the test login that it is for.
local function begin_login(io, ticket, remote)
	local owner = test_record.take_ticket(io, ticket)
	if not owner.ok then
		return owner
	end
	local test = load_test(io, owner.data)
	if not test.ok then
		return test
	end
	local own = browser.create_value()
	local options = {state_prefix = public_names.test_state, cookie_hash = own.hash}
	local config = test.data.config
	local begun = asking_apart(io, config, function() return login_start.begin(io, config, options) end)
	if not begun.ok then
		return finish_test(io, test.data, remote, test_outcome.refused(begun), {})
	end
	local handshake = begun.data.handshake
	return test_record.save_record(io, test.data.owner, handshake) and ok({
		url = begun.data.url,
		state = handshake.state,
		cookie = own.value
	}) or err("INTERNAL_ERROR", {reason = "cannot store the handshake", path = io.paths.run_dir})
end

--- The first request of the tab: uses up the ticket. Undefined where the test has ended with an outcome already, as the provider
-- cannot be asked. STATE_NOT_FOUND for a ticket that is unknown or used, RATE_LIMITED while another login waits for the provider.
function M.start(io, ticket, remote)
	return #ticket == ticket_length and strings.consists_of(ticket, "unreserved") and in_turn(
		io,
		function() return begin_login(io, ticket, remote) end
	) or err("INVALID_REQUEST", {parameter = "test"})
end

--- Goes the way of a login, but for registry and session.
local function try_login(io, config, handshake, params)
	local state = attempt.state_of(params)
	local accepted = state.ok and attempt.accept(config, handshake, params) or state
	local issued = accepted.ok and attempt.redeem(io, accepted.data) or accepted
	local verified = issued.ok and attempt.verify_login(io, issued.data, handshake) or issued
	if not verified.ok then
		return verified
	end
	local rules = rpcd_logins.role_rules(io, config, false)
	local user = rules.ok and attempt.complete(io, verified.data, rules.data, handshake) or rules
	return user.ok and ok(
		test_outcome.of_claims(io, config, user.data.claims, user.data.rules, user.data.notes)
	) or user
end

--- Uses up the record of a test login, and finishes it.
local function finish_login(io, answer, state)
	local taken = test_record.take_record(io, state)
	if not taken.ok then
		return taken
	end
	local test = load_test(io, taken.data.owner)
	if not test.ok then
		return test
	end
	local config = test.data.config
	local is_own = answer.provider == config.provider
	local tried = is_own and asking_apart(
		io,
		config,
		function() return try_login(io, config, taken.data.handshake, answer.params) end
	) or err("IDP_ERROR", {reason = "the login began at another provider"})
	return tried.ok and finish_test(io, test.data, answer.remote, tried.data.outcome, tried.data.who) or finish_test(
		io,
		test.data,
		answer.remote,
		test_outcome.refused(tried),
		{}
	)
end

--- The second request of the tab. Fails as a login does where the answer is not of this browser's test, and with STATE_NOT_FOUND
-- where the session has ended; everything else is the outcome, which `result` returns.
function M.finish(io, answer)
	local state = json_values.text_of(answer.params.state)
	local found = test_record.look(io, state)
	local is_own = attempt.check_browser(answer.browser, state, found ~= nil and found.handshake or nil)
	return is_own.ok and in_turn(io, function() return finish_login(io, answer, state) end) or is_own
end

return M
