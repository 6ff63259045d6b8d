-- Generated from src/sso_login/logout/provider_logout.ts by "make lua"; do not edit.
--- Logins under way when the provider ends its session (OpenID Connect Back-Channel Logout 1.0): they have no session yet
-- that could be ended. A mark is written instead, and the login looks for it after it has opened its session.
local M = {}
local store = require("sso_login.base.store")
local hash = require("sso_login.jose.hash")
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- Names are hashed with their issuer; a mark is kept as long as a login may take.
local function path_of(io, issuer, claim, name)
	return store.path_of(io, "ended_" .. hash.hash_sha256_hex(issuer .. (" " .. claim) .. name))
end

--- Leaves a mark for a provider's session, or for a user where that is ""; false when it cannot be written.
function M.mark(io, issuer, sid, sub)
	local path = sid ~= "" and path_of(io, issuer, "sid", sid) or path_of(io, issuer, "sub", sub)
	return store.write(io, path, {at = io.time()})
end

local function is_marked(io, path, since)
	local found = store.read(io, path)
	return found ~= nil and type(found.at) == "number" and found.at >= since
end

--- Whether the provider has ended its session `sid`, or all sessions of user `sub`, since Unix time `since`.
function M.has_ended(io, issuer, sid, sub, since)
	return is_marked(io, path_of(io, issuer, "sid", sid), since) or is_marked(
		io,
		path_of(io, issuer, "sub", sub),
		since
	)
end

--- Whether the provider has ended the session that a user comes from, since Unix time `since`: IDP_ERROR, `when` for the log.
function M.check(io, config, user, since, when)
	local sid = user.provider_sid
	return sid ~= nil and M.has_ended(io, config.issuer_url, sid, user.sub, since) and err("IDP_ERROR", {
		reason = "the provider ended its session " .. when
	}) or ok(true)
end

return M
