-- Generated from src/sso_login/rpcd/session_creation.ts by "make lua"; do not edit.
--- New sessions of rpcd, with exactly the rights of the matching roles.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local strings = require("sso_login.base.strings")
local hash = require("sso_login.jose.hash")
local result = require("sso_login.result")
local option_bounds = require("sso_login.settings.option_bounds")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local err, ok = result.err, result.ok

local function set_values(io, sid, values)
	return rpcd_sessions.call(io, "set", {ubus_rpc_session = sid, values = values})
end

--- Seconds where LuCI has no option.
local default_session_timeout = 3600

--- LuCI's session time-out in seconds, within the bounds of `session_timeout`.
function M.session_timeout(io)
	local option = io.uci_get("luci", "sauth", "sessiontime")
	local seconds = option.ok and type(option.data) == "string" and (strings.parse_integer(option.data) or 0) or 0
	return seconds > 0 and math.max(
		option_bounds.min_session_timeout,
		math.min(option_bounds.max_session_timeout, seconds)
	) or default_session_timeout
end

--- The values of a session by which it is found, and its user is known.
local function values_of(io, config, wanted)
	local match = wanted.match
	local user = wanted.user
	local program = user.program or {}
	-- A `sub` that is the client's id may be of the client's own token or of a person's, so that is stored. Any other `sub` is a person's.
	local sso_person
	if program.is_of_person == true and program.client == user.sub then
		sso_person = true
	else
		sso_person = nil
	end
	return {
		username = match.role_name,
		sso_email = user.email,
		sso_unverified = user.unverified,
		sso_sub = user.sub,
		sso_provider = config.provider,
		sso_issuer = config.issuer_url,
		sso_client_id = config.client_id,
		sso_id_token = user.id_token,
		sso_client = program.client,
		sso_person = sso_person,
		sso_audience = program.audience,
		sso_end = program["end"],
		sso_sid = user.provider_sid,
		sso_remote = user.remote,
		sso_own_site = user.is_own_site,
		sso_proof = wanted.settings_hash,
		sso_login_time = io.time(),
		sso_login_uptime = math.floor(io.monotonic()),
		sso_page = wanted.page,
		sso_roles = lib.ArrayMap(match.roles, function(_, role) return role.name end),
		sso_groups = #match.groups > 0 and match.groups or nil
	}
end

--- Creates a session with the time-out of the configuration, its values, and then its rights: rpcd may reload at any moment and then
-- grants by the user name, and who ends sessions finds it. UBUS_LOGIN_FAILED; then there is no session.
function M.create(io, config, wanted)
	local user = wanted.user
	local program = user.program
	-- Without random numbers the request ends here, before there is a session that it would leave behind.
	local key = program == nil and ({
		token = bytes.hex_encode(hash.random(16)),
		sso_cookie_hash = user.cookie_hash
	}) or "none"
	local timeout = program ~= nil and program.timeout or (config.session_timeout or M.session_timeout(io))
	local values = values_of(io, config, wanted)
	local created = rpcd_sessions.call(io, "create", {timeout = timeout})
	if not created.ok then
		return created
	end
	local sid
	if created.data ~= nil then
		sid = created.data.ubus_rpc_session
	else
		sid = nil
	end
	if type(sid) ~= "string" or not rpcd_sessions.is_session_id(sid) then
		return err("UBUS_LOGIN_FAILED", {method = "create", reason = "no session id in the answer"})
	end
	local named = set_values(io, sid, values)
	local granted = named.ok and rpcd_sessions.grant(io, sid, wanted.grants) or named
	if not granted.ok then
		rpcd_sessions.destroy_session(io, sid)
		return granted
	end
	return ok({sid = sid, key = key})
end

--- Makes a session known to LuCI, once it has been checked with its rights. UBUS_LOGIN_FAILED.
function M.make_known(io, created)
	return created.key ~= "none" and set_values(io, created.sid, created.key) or ok(true)
end

return M
