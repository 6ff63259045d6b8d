-- Generated from src/sso_login/web/responses.ts by "make lua"; do not edit.
local lib = require("sso_login.lualib")
local M = {}

--- A 302 to `location`.
function M.redirect(location, headers)
	local first = {{"Location", location}}
	return {status = 302, headers = lib.ArrayConcat(first, headers), body = ""}
end

function M.html_page(status, headers, body)
	return {status = status, content_type = "text/html; charset=utf-8", headers = headers, body = body}
end

return M
