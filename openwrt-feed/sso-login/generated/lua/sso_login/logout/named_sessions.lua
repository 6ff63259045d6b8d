-- Generated from src/sso_login/logout/named_sessions.ts by "make lua"; do not edit.
--- The sessions that a logout token names, and their end (OpenID Connect Back-Channel Logout 1.0 section 2.7).
local lib = require("sso_login.lualib")
local M = {}
local store = require("sso_login.base.store")
local hash = require("sso_login.jose.hash")
local token_registry = require("sso_login.protocol.token_registry")
local result = require("sso_login.result")
local ending = require("sso_login.rpcd.ending")
local sessions = require("sso_login.rpcd.sessions")
local provider_logout = require("sso_login.logout.provider_logout")
local err, ok = result.err, result.ok

--- Whether the token names a session. One that was opened while the option was off keeps no `sid`: there `sub` decides.
local function is_named(request, entry)
	local ____temp_0
	if request.sid ~= "" and entry.provider_sid ~= "" then
		____temp_0 = entry.provider_sid == request.sid
	else
		____temp_0 = entry.sub == request.sub
	end
	return ____temp_0
end

--- Ends the named sessions; with `latest`, a Unix time, only those that were opened by then.
local function end_named(io, config, request, latest)
	local list = sessions.list_sso_sessions(io)
	if not list.ok then
		return list
	end
	local failed = lib.ArrayFilter(
		lib.ArrayFilter(
			lib.ArrayFilter(
				ending.end_overdue(io, list.data),
				function(_, entry) return entry.issuer == config.issuer_url and is_named(request, entry) end
			),
			function(_, entry) return latest == nil or (entry.since or 0) <= latest end
		),
		function(_, entry) return not ending.end_session(io, entry, "provider") end
	)
	return #failed == 0 and ok(true) or err("UBUS_LOGIN_FAILED", {method = "destroy"})
end

--- What the registry knows a logout token by.
local function name_of(config, request)
	return "logout " .. (config.issuer_url .. " ") .. request.jti
end

--- The request of a logout token that has not ended its sessions yet; else TOKEN_REPLAYED.
function M.check_unused(io, config, request)
	local used_at = token_registry.registered_at(io, name_of(config, request))
	return used_at == nil and ok(request) or err("TOKEN_REPLAYED")
end

--- Ends the named sessions and registers the token as used at last, so that it may come again until then. The mark for logins
-- under way comes first: a login opens its session and then looks for the mark, so that one of the two sees the other. Where
-- the mark was written at the first time, a repetition means the sessions that there were then.
local function end_and_register(io, config, request)
	local name = name_of(config, request)
	local first = token_registry.registered_at(io, "first " .. name)
	local registered = first ~= nil and ok(true) or token_registry.register(io, "first " .. name)
	local was_marked = first ~= nil and provider_logout.has_ended(
		io,
		config.issuer_url,
		request.sid,
		request.sub,
		first
	)
	local is_marked = was_marked or provider_logout.mark(io, config.issuer_url, request.sid, request.sub)
	-- The registry has the time of the file system, which may be a moment behind.
	local ended = end_named(io, config, request, was_marked and first + 1 or nil)
	if not ended.ok then
		return ended
	end
	return registered.ok and is_marked and token_registry.register(io, name) or err("INTERNAL_ERROR", {
		path = io.paths.run_dir
	})
end

--- Ends the sessions that a logout token names. One request at a time works on a token, and one that has ended its sessions
-- counts no more: TOKEN_REPLAYED. What fails otherwise, or is killed, leaves a token that may come again: UBUS_LOGIN_FAILED,
-- INTERNAL_ERROR.
function M.end_all(io, config, request)
	local claim = store.path_of(io, "claim_" .. hash.hash_sha256_hex(name_of(config, request)))
	if not io.lock(claim) then
		return err("TOKEN_REPLAYED", {reason = "another request works on it"})
	end
	local unused = M.check_unused(io, config, request)
	local ended = unused.ok and end_and_register(io, config, request) or unused
	io.remove(claim)
	return ended
end

return M
