-- Generated from src/sso_login/logout/named_sessions.ts by "make lua"; do not edit.
--- The sessions that a logout token names, and their end (OpenID Connect Back-Channel Logout 1.0 section 2.7).
local lib = require("sso_login.lualib")
local M = {}
local store = require("sso_login.base.store")
local hash = require("sso_login.jose.hash")
local token_registry = require("sso_login.protocol.token_registry")
local result = require("sso_login.result")
local session_ending = require("sso_login.rpcd.session_ending")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local provider_logout = require("sso_login.logout.provider_logout")
local err, ok = result.err, result.ok

--- Whether the token names a session: by `sid`, or by `sub` where one of both has none, as a session opened while the option was off.
local function is_named(claims, entry)
	if claims.sid ~= "" and entry.provider_sid ~= "" then
		return entry.provider_sid == claims.sid
	end
	return entry.sub == claims.sub
end

--- Ends the named sessions; with `latest`, a Unix time, only those that were opened by then. A session whose ID Token was signed by
-- another algorithm than the logout token stays (Back-Channel Logout section 2.6): UNSUPPORTED_ALGORITHM.
local function end_named(io, config, claims, latest)
	local list = rpcd_sessions.list_sso_sessions(io)
	if not list.ok then
		return list
	end
	local named = lib.ArrayFilter(
		lib.ArrayFilter(
			session_ending.end_overdue(io, list.data),
			function(_, entry) return entry.issuer == config.issuer_url and is_named(claims, entry) end
		),
		function(_, entry) return latest == nil or (entry.since or 0) <= latest end
	)
	local fitting = lib.ArrayFilter(
		named,
		function(_, entry) return (provider_logout.alg_of(entry.id_token) or claims.alg) == claims.alg end
	)
	local failed = lib.ArrayFilter(
		fitting,
		function(_, entry) return not session_ending.end_session(io, entry, "provider") end
	)
	if #failed > 0 then
		return err("UBUS_LOGIN_FAILED", {method = "destroy"})
	end
	return #fitting == #named and ok(true) or err("UNSUPPORTED_ALGORITHM", {
		alg = claims.alg,
		reason = "is not that of the session's ID Token"
	})
end

--- The name of a logout token in the registry.
local function name_of(config, claims)
	return "logout " .. (config.issuer_url .. " ") .. claims.jti
end

--- The claims of a logout token that has not ended its sessions yet; else TOKEN_REPLAYED.
function M.check_unused(io, config, claims)
	local used_at = token_registry.registered_at(io, name_of(config, claims))
	return used_at == nil and ok(claims) or err("TOKEN_REPLAYED")
end

--- Marks the logout for logins under way (provider_logout.ts), at the token's first use only. Returns the time of that use where this is a
-- repetition: sessions that were opened since then are not meant. INTERNAL_ERROR where the mark cannot be written.
local function mark_once(io, config, claims)
	local name = "first " .. name_of(config, claims)
	local first_at = token_registry.registered_at(io, name)
	if first_at ~= nil and provider_logout.has_ended(io, config.issuer_url, claims.sid, claims.sub, first_at) then
		return ok(first_at)
	end
	local is_registered = first_at ~= nil or token_registry.register(io, name).ok
	local is_marked = provider_logout.mark(io, config.issuer_url, claims.sid, claims.sub, claims.alg)
	return is_registered and is_marked and ok(nil) or err("INTERNAL_ERROR", {path = io.paths.run_dir})
end

--- Ends the named sessions, and then registers the token as used, so that it may come again until then. The mark for logins under
-- way comes first: a login opens its session and then looks for the mark, so that one of the two sees the other. Without a mark the sessions
-- end all the same, and then it fails, so that the token comes again.
local function end_and_register(io, config, claims)
	local marked = mark_once(io, config, claims)
	local first_at = marked.ok and marked.data or nil
	-- The registry has the time of the file system, which may be a moment behind.
	local ended = end_named(io, config, claims, first_at ~= nil and first_at + 1 or nil)
	if not ended.ok then
		return ended
	end
	return marked.ok and token_registry.register(io, name_of(config, claims)) or marked
end

--- Ends the sessions that a logout token names. One request at a time works on a token, and one that has ended its sessions
-- is used: TOKEN_REPLAYED. After another failure, or when the process is killed, the token may come again: UBUS_LOGIN_FAILED,
-- INTERNAL_ERROR.
function M.end_all(io, config, claims)
	local claim = store.path_of(io, "claim_" .. hash.hash_sha256_hex(name_of(config, claims)))
	if not io.lock(claim) then
		return err("TOKEN_REPLAYED", {reason = "another request works on it"})
	end
	local unused = M.check_unused(io, config, claims)
	local ended = unused.ok and end_and_register(io, config, claims) or unused
	-- The kernel gives the lock back at the end of this process.
	io.remove(claim)
	return ended
end

return M
