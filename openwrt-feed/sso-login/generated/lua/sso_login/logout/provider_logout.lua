-- Generated from src/sso_login/logout/provider_logout.ts by "make lua"; do not edit.
--- Logins under way when the provider ends its session (OpenID Connect Back-Channel Logout 1.0): they have no session yet
-- that could be ended. A mark is written instead, and the login looks for it after it has opened its session.
local lib = require("sso_login.lualib")
local M = {}
local store = require("sso_login.base.store")
local json_values = require("sso_login.base.json_values")
local hash = require("sso_login.jose.hash")
local jws = require("sso_login.jose.jws")
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- Names are hashed with their issuer; a mark is kept as long as a login may take.
local function path_of(io, issuer, claim, name)
	return store.path_of(io, "ended_" .. hash.hash_sha256_hex(issuer .. (" " .. claim) .. name))
end

--- The algorithm of an ID Token's signature; undefined without one.
function M.alg_of(id_token)
	local opened = jws.open_jws(id_token)
	return opened.ok and json_values.text_of(opened.data.header.alg) or nil
end

--- Leaves marks; false when they cannot be written. A token without `sid` is about all logins of its user; one with both is about those of
-- its session, and about those whose ID Token names no session. `alg` is the logout token's.
function M.mark(io, issuer, sid, sub, alg)
	local of_user = sub ~= "" and ({path_of(io, issuer, "sub without sid", sub)}) or {}
	local paths = sid ~= "" and lib.ArrayConcat({path_of(io, issuer, "sid", sid)}, of_user) or ({
		path_of(io, issuer, "sub", sub)
	})
	return lib.ArrayEvery(paths, function(_, path) return store.write(io, path, {at = io.time(), alg = alg}) end)
end

--- The marks of a provider's session, or of a user without one, since Unix time `since`.
local function marks_since(io, issuer, sid, sub, since)
	local own = sid ~= "" and path_of(io, issuer, "sid", sid) or path_of(io, issuer, "sub without sid", sub)
	local paths = {own, path_of(io, issuer, "sub", sub)}
	return lib.ArrayFilter(
		lib.ArrayMap(paths, function(_, path) return store.read(io, path) or {} end),
		function(_, found) return type(found.at) == "number" and found.at >= since end
	)
end

--- Whether the provider has ended its session `sid`, or all sessions of user `sub`, since Unix time `since`.
function M.has_ended(io, issuer, sid, sub, since)
	return #marks_since(io, issuer, sid, sub, since) > 0
end

--- Whether the provider has ended the session that a user comes from, since Unix time `since`: IDP_ERROR, `when` for the log. A mark of a
-- logout token by another algorithm than the user's ID Token is none.
function M.check(io, config, user, since, when)
	local sid = user.provider_sid
	if sid == nil then
		return ok(true)
	end
	local alg = M.alg_of(user.id_token or "")
	local marks = marks_since(io, config.issuer_url, sid, user.sub, since)
	return lib.ArraySome(
		marks,
		function(_, found) return alg == nil or found.alg == nil or found.alg == alg end
	) and err("IDP_ERROR", {reason = "the provider ended its session " .. when}) or ok(true)
end

return M
