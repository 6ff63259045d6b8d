-- Generated from src/sso_login/logout/hand_over.ts by "make lua"; do not edit.
--- The hand-over of a logout from LuCI to the service. LuCI has ended the session; the service keeps its ID Token for 60 seconds
-- as the hint for the provider's logout. Only a request with the random token that LuCI has put into its address gets it.
local M = {}
local json = require("sso_login.io.json")
local store = require("sso_login.base.store")
local json_values = require("sso_login.base.json_values")
local hash = require("sso_login.jose.hash")
local result = require("sso_login.result")
local saved_config = require("sso_login.settings.saved_config")
local session_ending = require("sso_login.rpcd.session_ending")
local log_identity = require("sso_login.rpcd.log_identity")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local err, ok = result.err, result.ok

--- Seconds.
local lifetime = 60

local function path_of(io, token)
	return store.path_of(io, "logout_" .. hash.hash_sha256_hex(token) .. ".json")
end

--- Logs a logout by LuCI and saves the ID Token for the request with the token. `input` is JSON with `token`,
-- `remote`, and the ended session's `values` and id, `session`. INVALID_REQUEST for other input; SSO_DISABLED, CONFIG_ERROR or INTERNAL_ERROR where the
-- service cannot do its part.
function M.receive(io, input)
	local decoded = json.decode_object(input)
	local request = decoded.ok and decoded.data or {}
	local ended = request.values
	local token = json_values.text_of(request.token)
	if token == "" or not json.is_object(ended) then
		return err("INVALID_REQUEST", {reason = "no ended session"})
	end
	local provider = rpcd_sessions.provider_of(ended)
	local remote = json_values.text_of(request.remote)
	local sid = json_values.text_of(request.session)
	log_identity.log_session(io, rpcd_sessions.to_session(sid, ended), {{"remote", remote}}, "LOGOUT")
	session_ending.after_end(io, provider)
	local config = saved_config.load_enabled(io, provider)
	if not config.ok then
		return config
	end
	local id_token = json_values.text_of(ended.sso_id_token)
	local record = {created_at = io.time(), id_token = id_token, issuer = ended.sso_issuer, provider = provider}
	return store.write(io, path_of(io, token), record) and ok(true) or err("INTERNAL_ERROR", {path = io.paths.run_dir})
end

--- Whether there is a record of a token, perhaps an expired one.
function M.is_waiting(io, token)
	return io.file_info(path_of(io, token)) ~= nil
end

--- Takes the rest of an ended session by its token: once, within 60 seconds; else undefined.
function M.take(io, token)
	local stored = store.take(io, path_of(io, token))
	if stored == nil or not store.is_fresh(stored.created_at, io.time(), lifetime) then
		return nil
	end
	local text_of = json_values.text_of
	return {id_token = text_of(stored.id_token), issuer = text_of(stored.issuer), provider = text_of(stored.provider)}
end

return M
