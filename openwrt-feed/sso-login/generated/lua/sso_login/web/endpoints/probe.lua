-- Generated from src/sso_login/web/endpoints/probe.ts by "make lua"; do not edit.
--- GET /?action=enabled: whether single sign-on is on.
local M = {}
local result = require("sso_login.result")
local enabled = require("sso_login.settings.enabled")
local err, ok = result.err, result.ok

--- Answers the probe; NOT_FOUND for another action. A configuration that cannot be read counts as off.
local function respond(io, request)
	if request.query.values.action ~= "enabled" then
		return err("NOT_FOUND", {reason = "unknown action"})
	end
	local on = enabled.is_enabled(io)
	local body = "{\"enabled\":" .. (on.ok and on.data and "true" or "false") .. "}"
	-- No page of another site may load it, not even as an image or a script.
	local headers = {{"Cross-Origin-Resource-Policy", "same-origin"}}
	return ok({status = 200, content_type = "application/json", headers = headers, body = body})
end

function M.admit(io, request)
	return {respond = function() return respond(io, request) end}
end

return M
