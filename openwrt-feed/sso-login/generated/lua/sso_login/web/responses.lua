-- Generated from src/sso_login/web/responses.ts by "make lua"; do not edit.
local lib = require("sso_login.lualib")
local M = {}

--- A 302 to `location`.
function M.redirect(location, headers)
	local first = {{"Location", location}}
	return {status = 302, headers = lib.ArrayConcat(first, headers), body = ""}
end

--- A page of HTML.
function M.html_page(status, headers, body)
	return {status = status, content_type = "text/html; charset=utf-8", headers = headers, body = body}
end

--- One Set-Cookie header (RFC 6265).
function M.set_cookie(name, value, attributes)
	local age = attributes.max_age
	local max_age = age ~= nil and "; Max-Age=" .. tostring(age) or ""
	local path = "; Path=" .. attributes.path
	return {
		"Set-Cookie",
		name .. (((("=" .. value) .. path) .. max_age) .. "; HttpOnly; Secure; SameSite=") .. attributes.same_site
	}
end

--- A cookie that a login needs on its way, from the provider's site too, for `max_age` seconds; 0 clears it.
function M.set_lax_cookie(name, value, max_age)
	return M.set_cookie(name, value, {path = "/", same_site = "Lax", max_age = max_age})
end

return M
