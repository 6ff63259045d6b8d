-- Generated from src/sso_login/web/endpoints/posted_forms.ts by "make lua"; do not edit.
--- The posted form of a request, for which a client has two seconds.
local lib = require("sso_login.lualib")
local M = {}
local result = require("sso_login.result")
local err = result.err
local client_limit = require("sso_login.web.client_limit")
local rate_limit = require("sso_login.web.rate_limit")
local web_request = require("sso_login.web.web_request")
local request_fields = require("sso_login.web.request_fields")
local err, ok = result.err, result.ok

--- Seconds for the whole body: a client that stops sending would hold one of the few script slots of the web server.
local max_wait = 2

--- The same where only a proof is still answered.
local short_wait = 1
local form_type = "application/x-www-form-urlencoded"

--- Whether a request without a proof is refused in this minute, whatever is in its body.
local function is_refused(io, request, window)
	local limit = rate_limit.limit_of(io, window)
	local has_share = limit == nil or not client_limit.is_used_up(io, request.remote_addr, limit, window)
	return not has_share or rate_limit.is_window_full(io, window)
end

--- The fields posted in a window, of which `strict` ones may come once and must be well encoded; INVALID_REQUEST or INPUT_TOO_LARGE.
function M.read(io, request, window, strict)
	local ____type = string.lower(request.content_type)
	if not lib.StringStartsWith(____type, form_type) or not lib.ArrayIncludes(
		{"", ";", " "},
		lib.StringCharAt(____type, #form_type)
	) then
		return err("INVALID_REQUEST", {reason = "not a form"})
	end
	local body = io.read_posted(web_request.max_input_bytes, is_refused(io, request, window) and short_wait or max_wait)
	return body.ok and request_fields.checked_values(web_request.parse_form(body.data), strict) or body
end

return M
