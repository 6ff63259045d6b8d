-- Generated from src/sso_login/rpcd/rpcd_sessions.ts by "make lua"; do not edit.
--- ubus sessions of rpcd: read, given grants, and ended.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local json_values = require("sso_login.base.json_values")
local json = require("sso_login.io.json")
local result = require("sso_login.result")
local strings = require("sso_login.base.strings")
local err, ok = result.err, result.ok

--- Loaded for a failure.
local function failures()
	return require("sso_login.base.failures")
end

--- rpcd's session for callers without one.
M.default_session_id = "00000000000000000000000000000000"

--- Whether a text has the form of a session id of rpcd, and is not rpcd's default session.
function M.is_session_id(text)
	return #text == 32 and strings.consists_of(text, "hex") and text ~= M.default_session_id
end

--- Calls a method of the ubus object `session`; UBUS_LOGIN_FAILED names the method.
function M.call(io, method, args)
	local reply = io.ubus_call("session", method, args)
	if reply.ok then
		return reply
	end
	local failure = failures().adding(reply, {method = method})
	failure.error = "UBUS_LOGIN_FAILED"
	return failure
end

--- Grants a new session what is wanted, or a live one what it lacks. UBUS_LOGIN_FAILED.
function M.grant(io, sid, grants)
	for _, scope in ipairs(strings.sorted_keys(grants)) do
		local granted = M.call(io, "grant", {ubus_rpc_session = sid, scope = scope, objects = grants[scope]})
		if not granted.ok then
			return granted
		end
	end
	return ok(true)
end

--- Whether a call failed because there is no such session.
function M.is_gone(failure)
	return failure.meaning == "absent"
end

--- Ends a session; one that is gone already counts as ended.
function M.destroy_session(io, sid)
	local reply = io.ubus_call("session", "destroy", {ubus_rpc_session = sid})
	return reply.ok or M.is_gone(reply)
end

--- The values of a session while it lives; `is_told` is false where rpcd does not answer.
local function ask(io, sid)
	if not M.is_session_id(sid) then
		return {is_told = true}
	end
	local reply = io.ubus_call("session", "get", {ubus_rpc_session = sid})
	local found
	if reply.ok and reply.data ~= nil then
		found = reply.data.values
	else
		found = nil
	end
	return {values = json.is_object(found) and found or nil, is_told = reply.ok or M.is_gone(reply)}
end

--- The values of a live session, or undefined when there is none of that id.
function M.session_values(io, sid)
	return ask(io, sid).values
end

--- The first session that lives, of the ids that a browser names.
function M.first_live(io, sids)
	local is_told = true
	for _, sid in ipairs(sids) do
		local found = ask(io, sid)
		if found.values ~= nil then
			return {live = {sid = sid, values = found.values}, is_told = true}
		end
		is_told = is_told and found.is_told
	end
	return {is_told = is_told}
end

--- The provider's section by a session's values; `default` in sessions of versions with one provider.
function M.provider_of(stored)
	local provider = json_values.text_of(stored.sso_provider)
	return provider ~= "" and provider or public_names.first
end

local function number_of(value)
	return type(value) == "number" and value or nil
end

--- A session by its values, which do not say when it ends.
function M.to_session(sid, stored)
	return {
		sid = sid,
		email = json_values.text_of(stored.sso_email),
		unverified = json_values.text_of(stored.sso_unverified),
		sub = json_values.text_of(stored.sso_sub),
		issuer = json_values.text_of(stored.sso_issuer),
		provider = M.provider_of(stored),
		id_token = json_values.text_of(stored.sso_id_token),
		client_id = json_values.text_of(stored.sso_client_id),
		provider_sid = json_values.text_of(stored.sso_sid),
		role = json_values.text_of(stored.username),
		roles = json_values.strings_of(stored.sso_roles) or {},
		groups = json_values.strings_of(stored.sso_groups) or {},
		client = json_values.text_of(stored.sso_client),
		is_of_person = stored.sso_person == true,
		audience = json_values.text_of(stored.sso_audience),
		settings_hash = json_values.text_of(stored.sso_proof),
		remote = json_values.text_of(stored.sso_remote),
		since = number_of(stored.sso_login_time),
		uptime = number_of(stored.sso_login_uptime),
		cookie_hash = json_values.text_of(stored.sso_cookie_hash),
		page = json_values.text_of(stored.sso_page),
		is_own_site = stored.sso_own_site == true,
		["until"] = 0,
		["end"] = number_of(stored.sso_end),
		acls = {}
	}
end

--- The names of a session's roles for logs and lists; the user name in sessions of versions that kept no list.
function M.role_names(entry)
	return #entry.roles > 0 and table.concat(entry.roles, ",") or entry.role
end

--- The user of a session for lists: the e-mail, or the subject of one without.
function M.user_name(entry)
	return entry.email ~= "" and entry.email or entry.sub
end

--- The live session of an id, without its end, whoever created it; undefined when there is none.
function M.find_session(io, sid)
	local stored = M.session_values(io, sid)
	return stored ~= nil and M.to_session(sid, stored) or nil
end

--- All live sessions, whoever created them; UBUS_LOGIN_FAILED when rpcd does not answer.
local function list_sessions(io)
	local entries = io.ubus_call_all("session", "list", {})
	if not entries.ok then
		return err("UBUS_LOGIN_FAILED", {method = "list"})
	end
	local listed = {}
	for _, entry in ipairs(entries.data) do
		local sid = entry.ubus_rpc_session
		if json.is_object(entry.data) and type(sid) == "string" then
			local acls = json.is_object(entry.acls) and entry.acls or {}
			listed[#listed + 1] = {
				sid = sid,
				values = entry.data,
				["until"] = io.time() + (number_of(entry.expires) or 0),
				acls = acls
			}
		end
	end
	return ok(listed)
end

--- All live sessions that this service created; UBUS_LOGIN_FAILED when rpcd does not answer.
function M.list_sso_sessions(io)
	local listed = list_sessions(io)
	if not listed.ok then
		return listed
	end
	local sessions = {}
	for _, entry in ipairs(
		lib.ArrayFilter(listed.data, function(_, one) return type(one.values.sso_issuer) == "string" end)
	) do
		local session = M.to_session(entry.sid, entry.values)
		session["until"] = entry["until"]
		session.acls = entry.acls
		sessions[#sessions + 1] = session
	end
	return ok(sessions)
end

--- All of these sessions; none where rpcd does not answer.
function M.list_local_sessions(io)
	local listed = list_sessions(io)
	local sessions = {}
	for _, entry in ipairs(listed.ok and listed.data or {}) do
		local username = entry.values.username
		if type(entry.values.sso_issuer) ~= "string" and type(username) == "string" then
			local is_at_luci = type(entry.values.token) == "string"
			sessions[#sessions + 1] = {
				sid = entry.sid,
				username = username,
				is_at_luci = is_at_luci,
				["until"] = entry["until"]
			}
		end
	end
	return sessions
end

return M
