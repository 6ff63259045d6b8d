-- Generated from src/sso_login/logout/provider_logout.ts by "make lua"; do not edit.
--- Logins under way when the provider ends its session (OpenID Connect Back-Channel Logout 1.0), or an administrator logs the user out: they
-- have no session yet that could be ended. A mark is written instead, and the login looks for it after it has opened its session; a
-- program's token issued before it opens none.
local lib = require("sso_login.lualib")
local M = {}
local store = require("sso_login.base.store")
local json_values = require("sso_login.base.json_values")
local hash = require("sso_login.jose.hash")
local jws = require("sso_login.jose.jws")
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- Begins the names of marks.
M.file_prefix = "ended_"

--- Seconds for which marks are kept where programs have tokens; else as long as a login may take (`web/clean_up`).
M.lifetime = store.cache_lifetime

--- Names are hashed with their issuer.
local function path_of(io, issuer, claim, name)
	return store.path_of(io, M.file_prefix .. hash.hash_sha256_hex(issuer .. (" " .. claim) .. name))
end

--- The algorithm of an ID Token's signature; undefined without one.
function M.alg_of(id_token)
	local opened = jws.open_jws(id_token)
	return opened.ok and json_values.text_of(opened.data.header.alg) or nil
end

--- The kind of a mark for the logins of a user whose ID Token names no session of the provider; the name is of files.
local of_unnamed_session = "sub without sid"

--- Leaves marks; false when they cannot be written. A token without `sid` is about all logins of its user; one with both is about those of
-- its session, and about those whose ID Token names no session. `alg` is the logout token's.
function M.mark(io, issuer, sid, sub, alg)
	local of_user = sub ~= "" and ({path_of(io, issuer, of_unnamed_session, sub)}) or {}
	local paths = sid ~= "" and lib.ArrayConcat({path_of(io, issuer, "sid", sid)}, of_user) or ({
		path_of(io, issuer, "sub", sub)
	})
	return lib.ArrayEvery(paths, function(_, path) return store.write(io, path, {at = io.time(), alg = alg}) end)
end

--- Whether a stored mark is one since Unix time `since`.
local function is_since(found, since)
	return found ~= nil and type(found.at) == "number" and found.at >= since
end

--- The path of an administrator's mark for a user, named by e-mail or `sub`; ASCII case does not count.
local function user_path(io, name)
	return path_of(io, "", "user", string.lower(name))
end

--- Leaves a mark for a user whom an administrator logs out, at all providers; false when it cannot be written.
function M.mark_user(io, name)
	return store.write(io, user_path(io, name), {at = io.time()})
end

--- The time of which a refusal tells.
local function when(user)
	return user.program ~= nil and "since the token was issued" or "during the login"
end

--- The marks of a provider's session, or of a user without one, since Unix time `since`.
local function marks_since(io, issuer, sid, sub, since)
	local own = sid ~= "" and path_of(io, issuer, "sid", sid) or path_of(io, issuer, of_unnamed_session, sub)
	local paths = {own, path_of(io, issuer, "sub", sub)}
	return lib.ArrayFilter(
		lib.ArrayMap(paths, function(_, path) return store.read(io, path) or {} end),
		function(_, found) return is_since(found, since) end
	)
end

--- Whether the provider has ended its session `sid`, or all sessions of user `sub`, since Unix time `since`.
function M.has_ended(io, issuer, sid, sub, since)
	return #marks_since(io, issuer, sid, sub, since) > 0
end

--- Whether a token is older than marks, so that a logout since its issue may be forgotten; programs' own tokens have no logout.
local function is_beyond_marks(io, user, since)
	return user.program ~= nil and user.program.is_of_person and io.time() >= since + M.lifetime
end

--- Whether an administrator has logged out a user since Unix time `since`.
local function is_logged_out(io, user, since)
	return lib.ArraySome(
		{user.email, user.sub},
		function(_, name) return name ~= "" and is_since(store.read(io, user_path(io, name)), since) end
	)
end

--- Whether a logout since Unix time `since` ends the login of a user, which began then, or whose token was issued then: by the
-- provider, or by an administrator. IDP_ERROR. A mark of a logout token by another algorithm than the user's ID Token is none.
function M.check(io, config, user, since)
	if is_logged_out(io, user, since) then
		return err("IDP_ERROR", {reason = "an administrator has logged the user out " .. when(user)})
	end
	local sid = user.provider_sid
	-- The provider may end no session: `backchannel_logout` is off (SessionUser).
	if sid == nil then
		return ok(true)
	end
	if is_beyond_marks(io, user, since) then
		return err("IDP_ERROR", {reason = "the token is older than logouts are remembered: get a new one"})
	end
	local alg = M.alg_of(user.id_token or "")
	local marks = marks_since(io, config.issuer_url, sid, user.sub, since)
	return lib.ArraySome(
		marks,
		function(_, found) return alg == nil or found.alg == nil or found.alg == alg end
	) and err("IDP_ERROR", {reason = "the provider ended its session " .. when(user)}) or ok(true)
end

return M
