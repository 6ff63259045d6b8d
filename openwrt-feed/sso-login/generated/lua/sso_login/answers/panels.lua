-- Generated from src/sso_login/answers/panels.ts by "make lua"; do not edit.
--- Answers for the settings page about people: sessions, the last logins, and the rights that somebody would get.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local log = require("sso_login.base.log")
local public_names = require("sso_login.base.public_names")
local json_values = require("sso_login.base.json_values")
local hash = require("sso_login.jose.hash")
local result = require("sso_login.result")
local log_identity = require("sso_login.rpcd.log_identity")
local session_ending = require("sso_login.rpcd.session_ending")
local login_history = require("sso_login.answers.login_history")
local preview = require("sso_login.rights.preview")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local package_sections = require("sso_login.settings.package_sections")
local saved_config = require("sso_login.settings.saved_config")
local page_settings = require("sso_login.settings.page_settings")
local errors = require("sso_login.web.errors")
local err, ok = result.err, result.ok

--- The latest end of a session, by `lifetime` (`session_max_lifetime`) or by its token; undefined where there is none.
function M.latest_end(io, entry, lifetime)
	-- As its end: by the clock that does not jump, where the session has its moment.
	local since = entry.uptime ~= nil and math.ceil(io.time() + entry.uptime - io.monotonic()) or (entry.since or 0)
	local by_age = lifetime ~= nil and since + lifetime or nil
	return by_age ~= nil and entry["end"] ~= nil and math.min(by_age, entry["end"]) or (by_age or entry["end"])
end

--- The last proof of a session's user, Unix time; undefined where `session_revalidate` is off, and for a program.
function M.proved_at(io, entry)
	local option = package_sections.option_of(io, "session_revalidate", entry.provider)
	return option ~= nil and entry.client == "" and refresh_tokens.last_proof(io, entry).at or nil
end

--- The live sessions; `sid` is the caller's. None where rpcd does not answer.
function M.sessions(io, sid)
	local list = rpcd_sessions.list_sso_sessions(io)
	local lifetime = session_ending.max_lifetime(io)
	return lib.ArrayMap(list.ok and list.data or {}, function(_, entry)
		local latest = M.latest_end(io, entry, lifetime)
		return {
			id = hash.hash_sha256_hex(entry.sid),
			who = rpcd_sessions.user_name(entry),
			unverified = entry.email == "" and entry.unverified ~= "" and entry.unverified or nil,
			provider = entry.provider,
			role = rpcd_sessions.role_names(entry),
			own = entry.sid == sid,
			from = entry.client ~= "" and entry.client .. " @ " .. entry.remote or entry.remote,
			client = entry.client ~= "" and entry.client or nil,
			since = entry.since,
			["until"] = math.min(entry["until"], latest or entry["until"]),
			latest = latest,
			proved_at = M.proved_at(io, entry)
		}
	end)
end

--- Ends the session whose id has the hash `id`, for the session `sid`; INVALID_REQUEST where there is none, UBUS_LOGIN_FAILED.
function M.end_session(io, input, sid)
	local id = json_values.text_of(input.id)
	local list = rpcd_sessions.list_sso_sessions(io)
	if not list.ok then
		return list
	end
	local entry = lib.ArrayFind(
		list.data,
		function(_, candidate) return hash.hash_sha256_hex(candidate.sid) == id end
	)
	if entry == nil then
		return err("INVALID_REQUEST", "this session has ended already")
	end
	local caller = rpcd_sessions.find_session(io, sid)
	local actor = caller ~= nil and log_identity.actor_pair(log_identity.setting(io), caller) or ({"by", ""})
	local by = {{"by", "administrator"}, {actor[1] == "by_id" and "administrator_id" or "administrator", actor[2]}}
	return session_ending.end_with(io, entry, "LOGOUT", by) and ok({ended = true}) or err("UBUS_LOGIN_FAILED")
end

--- Logs that the session `sid` has registered this router at a provider.
function M.note_registration(io, sid, provider)
	local actor = rpcd_sessions.find_session(io, sid)
	local by = actor ~= nil and ({log_identity.actor_pair(log_identity.setting(io), actor)}) or {}
	local facts = {{"session", hash.safe_id(sid)}}
	log.event(io, "notice", "REGISTERED", lib.ArrayConcat(by, {{"provider", provider}}, facts))
end

--- Whether a code of the log is that of a change: of LuCI's settings, of passwords, of the registration.
local function is_change(code)
	return lib.ArrayIncludes({"CHANGED", "CHANGE_UNCONFIRMED", "PASSWORD_LOGIN", "REGISTERED"}, code)
end
local told = {"LOGIN_GRANTED", "TEST_LOGIN", "LOGOUT", "SESSION_ENDED"}

--- Whether a code of the log is that of a login or its end, of a refusal or of a change.
local function is_told(code)
	return lib.ArrayIncludes(told, code) or is_change(code) or errors.errors[code] ~= nil
end

--- The last logins, ends of sessions, refusals and changes, or changes only, the newest first; `error` where the log cannot be read.
function M.last_logins(io, input)
	local entries = login_history.read(io, input.changes_only == true and is_change or is_told)
	return entries ~= nil and ok({entries = json.list(entries)}) or err("UBUS_ERROR", "the log cannot be read")
end

--- The rights that a user with `email`, `groups` and `sub` would get at `provider` (the first where that is "") by the roles of
-- `{values, roles}`, saved or not. INVALID_REQUEST, CONFIG_ERROR.
function M.what_would_get(io, input)
	local settings = page_settings.read_settings(io, input)
	if not settings.ok then
		return settings
	end
	local saved = settings.data == nil and saved_config.saved_sections(io) or ok(settings.data.sections)
	if not saved.ok then
		return saved
	end
	local sections = rpcd_logins.read_sections(io)
	if not sections.ok then
		return err("CONFIG_ERROR", {config = "rpcd"})
	end
	local all = rpcd_logins.usable_roles(sections.data, page_settings.roles_of(saved.data))
	local named = json_values.text_of(input.provider)
	local provider = named ~= "" and named or public_names.first
	local rules = {
		roles = all,
		issuer_url = page_settings.values_of(saved.data, provider).issuer_url,
		provider = provider
	}
	-- The page asks about an address that counts.
	local claims = {email = input.email, email_verified = true, groups = input.groups, sub = input.sub}
	local found = preview.find(io, rules, claims)
	return ok(found.ok and found.data.shown or ({roles = json.list({})}))
end

return M
