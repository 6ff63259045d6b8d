-- Generated from src/sso_login/session/session.ts by "make lua"; do not edit.
local lib, acl, names, values, hash, encoding, json, result, strings =
    require("sso_login.use")("lualib", "session.acl", "base.names", "base.values", "jose.hash", "base.encoding", "io.json", "result", "base.strings")
local M = {}
local err, ok = result.err, result.ok
--- libubus's status for what does not exist.
local ubus_not_found = 4
--- Seconds, where a configuration that was built by hand does not say.
local default_session_timeout = 3600
--- rpcd's session of everybody who has none.
local default_session_id = "00000000000000000000000000000000"
--- Whether a text looks like the id of somebody's session at rpcd; nothing else is worth a ubus call.
function M.is_session_id(text)
	return #text == 32 and strings.consists_of(text, "hex") and text ~= default_session_id
end
--- Calls a method of rpcd's session object; UBUS_LOGIN_FAILED names the method.
local function call(io, method, args)
	local reply = io.ubus_call("session", method, args)
	if reply.ok then
		return reply
	end
	local details = reply.details
	local ____temp_0
	if type(details) == "table" then
		____temp_0 = details.status
	else
		____temp_0 = nil
	end
	local status = ____temp_0
	return err(
		"UBUS_LOGIN_FAILED",
		{
			method = method,
			status = status,
			reason = type(details) == "string" and details or nil
		}
	)
end
--- What the matching roles are granted.
function M.grants_of(io, match)
	return acl.grants_for(
		io,
		acl.load_groups(io),
		match.roles
	)
end
--- Gives a fresh session its grants and values. The user name comes first: rpcd may reload at any moment, and then gives
-- again what the session's role gives; the token, without which LuCI takes no session, comes last.
local function fill_session(io, sid, username, grants, kept)
	local named = call(io, "set", {ubus_rpc_session = sid, values = {username = username}})
	if not named.ok then
		return named
	end
	for _, scope in ipairs(strings.sorted_keys(grants)) do
		local objects = grants[scope]
		local granted = call(io, "grant", {ubus_rpc_session = sid, scope = scope, objects = objects})
		if not granted.ok then
			return granted
		end
	end
	local set = call(io, "set", {ubus_rpc_session = sid, values = kept})
	return set.ok and ok(true) or set
end
--- Ends a session; one that is gone already counts as ended.
function M.destroy_session(io, sid)
	local reply = io.ubus_call("session", "destroy", {ubus_rpc_session = sid})
	if reply.ok then
		return true
	end
	local ____temp_1
	if type(reply.details) == "table" then
		____temp_1 = reply.details.status
	else
		____temp_1 = nil
	end
	local status = ____temp_1
	return status == ubus_not_found
end
--- Creates a session with the time-out of the configuration, the grants of the roles and the values that LuCI and the
-- logout need, and returns its id. On any failure the session is destroyed: UBUS_LOGIN_FAILED.
function M.create_session(io, config, match, user)
	-- What may end the request, such as a lack of random numbers, comes before there is a session to leave behind.
	local grants = M.grants_of(io, match)
	local kept = {
		token = encoding.hex_encode(hash.random(16)),
		sso_email = user.email,
		sso_sub = user.sub,
		sso_issuer = config.issuer_url,
		sso_id_token = user.id_token,
		sso_sid = user.provider_sid,
		sso_login_time = io.time(),
		sso_roles = lib.ArrayMap(
			match.roles,
			function(_, role) return role.name end
		),
		sso_groups = #match.groups > 0 and match.groups or nil
	}
	local created = call(io, "create", {timeout = config.session_timeout or default_session_timeout})
	if not created.ok then
		return created
	end
	local ____temp_2
	if created.data ~= nil then
		____temp_2 = created.data.ubus_rpc_session
	else
		____temp_2 = nil
	end
	local sid = ____temp_2
	if type(sid) ~= "string" or not M.is_session_id(sid) then
		return err("UBUS_LOGIN_FAILED", {method = "create", reason = "no session id in the answer"})
	end
	local filled = fill_session(
		io,
		sid,
		match.role_name,
		grants,
		kept
	)
	if not filled.ok then
		M.destroy_session(io, sid)
		return filled
	end
	return ok(sid)
end
--- The ids in the session cookies, the one that LuCI prefers first. A browser that has two has one session mostly, and rpcd is
-- asked three times for one that is over, as it might be reloading.
function M.ids_in(cookies)
	local ids = {}
	for _, name in ipairs(names.session_cookies) do
		local sid = cookies[name]
		if sid ~= nil and not lib.ArrayIncludes(ids, sid) then
			ids[#ids + 1] = sid
		end
	end
	return ids
end
--- The values of a live session, or undefined when there is none of that id.
function M.session_values(io, sid)
	if not M.is_session_id(sid) then
		return nil
	end
	local reply = io.ubus_call("session", "get", {ubus_rpc_session = sid})
	local ____temp_3
	if reply.ok and reply.data ~= nil then
		____temp_3 = reply.data.values
	else
		____temp_3 = nil
	end
	local found = ____temp_3
	return json.is_object(found) and found or nil
end
local function to_session(sid, kept, expires)
	local login_time = kept.sso_login_time
	return {
		sid = sid,
		email = values.text_of(kept.sso_email),
		sub = values.text_of(kept.sso_sub),
		issuer = values.text_of(kept.sso_issuer),
		provider_sid = values.text_of(kept.sso_sid),
		role = values.text_of(kept.username),
		roles = values.strings_of(kept.sso_roles) or {},
		groups = values.strings_of(kept.sso_groups) or {},
		since = type(login_time) == "number" and login_time or nil,
		["until"] = expires
	}
end
--- The live session of an id, whoever made it, or undefined; its end is not told.
function M.find_session(io, sid)
	local kept = M.session_values(io, sid)
	return kept ~= nil and to_session(sid, kept, 0) or nil
end
--- An entry of `session list` as a single sign-on session, or undefined when it is another's.
local function sso_session_of(entry, now)
	local kept = entry.data
	local sid = entry.ubus_rpc_session
	if not json.is_object(kept) or type(sid) ~= "string" or type(kept.sso_issuer) ~= "string" then
		return nil
	end
	return to_session(
		sid,
		kept,
		now + (type(entry.expires) == "number" and entry.expires or 0)
	)
end
--- All live sessions that this service made; UBUS_LOGIN_FAILED when rpcd does not answer.
function M.list_sso_sessions(io)
	local entries = io.ubus_call_all("session", "list", {})
	if not entries.ok then
		return err("UBUS_LOGIN_FAILED", {method = "list"})
	end
	local sessions = {}
	for _, entry in ipairs(entries.data) do
		local session = sso_session_of(
			entry,
			io.time()
		)
		if session ~= nil then
			sessions[#sessions + 1] = session
		end
	end
	return ok(sessions)
end
return M
