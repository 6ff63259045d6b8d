-- Generated from src/sso_login/session.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__ArrayMap = ____lualib.__TS__ArrayMap
local ____exports = {}
local ubus_not_found
local ____acl = require("sso_login.acl")
local grants_for = ____acl.grants_for
local load_groups = ____acl.load_groups
local union = ____acl.union
local ____config = require("sso_login.config")
local default_session_timeout = ____config.default_session_timeout
local ____primitives = require("sso_login.primitives")
local random = ____primitives.random
local ____encoding = require("sso_login.encoding")
local hex_encode = ____encoding.hex_encode
local ____json = require("sso_login.io.json")
local is_object = ____json.is_object
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
local ____text = require("sso_login.text")
local consists_of = ____text.consists_of
local sorted_keys = ____text.sorted_keys
--- Ends a session; one that is gone already counts as ended.
function ____exports.destroy_session(io, sid)
	local reply = io.ubus_call("session", "destroy", {ubus_rpc_session = sid})
	if reply.ok then
		return true
	end
	local ____temp_3
	if type(reply.details) == "table" then
		____temp_3 = reply.details.status
	else
		____temp_3 = nil
	end
	local status = ____temp_3
	return type(status) == "number" and status == ubus_not_found
end
ubus_not_found = 4
--- rpcd's session of everybody who has none.
local default_session_id = "00000000000000000000000000000000"
--- Whether a text looks like the id of somebody's session at rpcd; nothing else is worth a ubus call.
function ____exports.is_session_id(text)
	return #text == 32 and consists_of(text, "0123456789abcdef") and text ~= default_session_id
end
--- A value that may be anything, as text.
function ____exports.text_value(value)
	return type(value) == "string" and value or ""
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
--- The union of what each matching role would be granted alone, so that a `!` of one never takes from another.
function ____exports.grants_of(io, match)
	local groups = load_groups(io)
	return union(__TS__ArrayMap(
		match.roles,
		function(____, role) return grants_for(io, groups, role.read, role.write) end
	))
end
--- Gives a fresh session its grants and values.
local function fill_session(io, sid, grants, values)
	for ____, scope in ipairs(sorted_keys(grants)) do
		local objects = grants[scope]
		local granted = call(io, "grant", {ubus_rpc_session = sid, scope = scope, objects = objects})
		if not granted.ok then
			return granted
		end
	end
	local set = call(io, "set", {ubus_rpc_session = sid, values = values})
	return set.ok and ok(true) or set
end
--- Creates a session with the time-out of the configuration, the grants of the roles and the values that LuCI and the
-- logout need, and returns its id. On any failure the session is destroyed: UBUS_LOGIN_FAILED.
function ____exports.create_session(io, config, match, user)
	local grants = ____exports.grants_of(io, match)
	local values = {
		username = match.role_name,
		token = hex_encode(random(16)),
		sso_email = user.email,
		sso_sub = user.sub,
		sso_issuer = config.issuer_url,
		sso_id_token = user.id_token,
		sso_login_time = io.time()
	}
	local created = call(io, "create", {timeout = config.session_timeout or default_session_timeout})
	if not created.ok then
		return created
	end
	local ____temp_1
	if created.data ~= nil then
		____temp_1 = created.data.ubus_rpc_session
	else
		____temp_1 = nil
	end
	local sid = ____temp_1
	if type(sid) ~= "string" or not ____exports.is_session_id(sid) then
		return err("UBUS_LOGIN_FAILED", {method = "create", reason = "no session id in the answer"})
	end
	local filled = fill_session(io, sid, grants, values)
	if not filled.ok then
		____exports.destroy_session(io, sid)
		return filled
	end
	return ok(sid)
end
--- The values of a live session, or undefined when there is none of that id.
function ____exports.session_values(io, sid)
	if not ____exports.is_session_id(sid) then
		return nil
	end
	local reply = io.ubus_call("session", "get", {ubus_rpc_session = sid})
	local ____temp_2
	if reply.ok and reply.data ~= nil then
		____temp_2 = reply.data.values
	else
		____temp_2 = nil
	end
	local values = ____temp_2
	return is_object(values) and values or nil
end
--- An entry of `session list` as a single sign-on session, or undefined when it is another's.
local function sso_session_of(entry, now)
	local values = entry.data
	local sid = entry.ubus_rpc_session
	if not is_object(values) or type(sid) ~= "string" or type(values.sso_issuer) ~= "string" then
		return nil
	end
	local login_time = values.sso_login_time
	return {
		sid = sid,
		email = ____exports.text_value(values.sso_email),
		sub = ____exports.text_value(values.sso_sub),
		role = ____exports.text_value(values.username),
		since = type(login_time) == "number" and login_time or nil,
		["until"] = now + (type(entry.expires) == "number" and entry.expires or 0)
	}
end
--- All live sessions that this service made; UBUS_LOGIN_FAILED when rpcd does not answer.
function ____exports.list_sso_sessions(io)
	local entries = io.ubus_call_all("session", "list", {})
	if not entries.ok then
		return err("UBUS_LOGIN_FAILED", {method = "list"})
	end
	local sessions = {}
	for ____, entry in ipairs(entries.data) do
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
return ____exports
