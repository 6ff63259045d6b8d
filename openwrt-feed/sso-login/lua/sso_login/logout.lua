-- Generated from src/sso_login/logout.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__ArrayConcat = ____lualib.__TS__ArrayConcat
local ____exports = {}
local ____encoding = require("sso_login.encoding")
local form_encode = ____encoding.form_encode
local ____handshake = require("sso_login.handshake")
local discover_for = ____handshake.discover_for
local use_provider_settings = ____handshake.use_provider_settings
local ____primitives = require("sso_login.primitives")
local constant_time_eq = ____primitives.constant_time_eq
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
local ____session = require("sso_login.session")
local destroy_session = ____session.destroy_session
local session_values = ____session.session_values
local text_value = ____session.text_value
local ____url = require("sso_login.url")
local add_query = ____url.add_query
--- Longer ID Tokens are not sent as a hint: providers and web servers refuse such addresses.
local max_hint_length = 2048
local max_location_length = 3900
--- The session that the browser has, under the name LuCI prefers.
local function find_session(io, request)
	for ____, name in ipairs({"sysauth_https", "sysauth"}) do
		local sid = request.cookies[name]
		local ____temp_0
		if sid ~= nil then
			____temp_0 = session_values(io, sid)
		else
			____temp_0 = nil
		end
		local values = ____temp_0
		if sid ~= nil and values ~= nil then
			return {
				sid = sid,
				token = text_value(values.token),
				values = values
			}
		end
	end
	return nil
end
--- The provider's logout address with its parameters (OpenID Connect RP-Initiated Logout 1.0 section 2).
function ____exports.end_session_url(config, endpoint, id_token)
	local params = {{"client_id", config.client_id}}
	if config.post_logout_redirect_uri ~= nil then
		params[#params + 1] = {"post_logout_redirect_uri", config.post_logout_redirect_uri}
	end
	local without_hint = add_query(
		endpoint,
		form_encode(params)
	)
	if id_token == "" or #id_token >= max_hint_length then
		return without_hint
	end
	local hint = {{"id_token_hint", id_token}}
	local with_hint = add_query(
		endpoint,
		form_encode(__TS__ArrayConcat(hint, params))
	)
	return #with_hint <= max_location_length and with_hint or without_hint
end
--- Where to send the browser: the provider's logout page if it has one that can be used, else `/`.
local function provider_location(io, config, values)
	use_provider_settings(io, config)
	local discovery = discover_for(io, config)
	local ____discovery_ok_1
	if discovery.ok then
		____discovery_ok_1 = discovery.data.end_session_endpoint
	else
		____discovery_ok_1 = nil
	end
	local endpoint = ____discovery_ok_1
	if endpoint == nil then
		return "/"
	end
	local url = ____exports.end_session_url(
		config,
		endpoint,
		text_value(values.sso_id_token)
	)
	return #url <= max_location_length and url or "/"
end
--- Ends the browser's session. Without one nothing happens and the browser goes to `/`; with one, `stoken` must be its
-- token, else CSRF_TOKEN_INVALID. The session ends whatever the provider does.
function ____exports.logout(io, config, request)
	local session = find_session(io, request)
	if session == nil then
		return ok({location = "/"})
	end
	local stoken = request.params.stoken
	if stoken == nil or session.token == "" or not constant_time_eq(stoken, session.token) then
		return err("CSRF_TOKEN_INVALID")
	end
	if not destroy_session(io, session.sid) then
		return err("INTERNAL_ERROR", {reason = "the session could not be ended"})
	end
	local values = session.values
	return ok({
		location = provider_location(io, config, values),
		session = {
			email = text_value(values.sso_email),
			sub = text_value(values.sso_sub),
			role = text_value(values.username)
		}
	})
end
return ____exports
