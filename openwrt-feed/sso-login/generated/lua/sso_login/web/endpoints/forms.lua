-- Generated from src/sso_login/web/endpoints/forms.ts by "make lua"; do not edit.
--- Posted forms.
local lib = require("sso_login.lualib")
local M = {}
local result = require("sso_login.result")
local err = result.err
local requests = require("sso_login.web.request")
local err, ok = result.err, result.ok

--- Seconds for the whole body: a client that stops sending would hold one of the few script slots of the web server.
local max_wait = 2
local form_type = "application/x-www-form-urlencoded"

--- The posted fields, of which `strict` ones may come once and must be well encoded; INVALID_REQUEST or INPUT_TOO_LARGE.
function M.read(io, request, strict)
	local ____type = string.lower(request.content_type)
	if not lib.StringStartsWith(____type, form_type) or not lib.ArrayIncludes(
		{"", ";", " "},
		lib.StringCharAt(____type, #form_type)
	) then
		return err("INVALID_REQUEST", {reason = "not a form"})
	end
	local body = io.read_posted(requests.max_input_bytes, max_wait)
	return body.ok and requests.checked_values(requests.parse_form(body.data), strict) or body
end

return M
