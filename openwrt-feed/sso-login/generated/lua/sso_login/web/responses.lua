-- Generated from src/sso_login/web/responses.ts by "make lua"; do not edit.
--- Responses as plain values, and their text as a CGI program writes it (RFC 3875 section 6).
local lib = require("sso_login.lualib")
local M = {}
local security_headers = require("sso_login.web.security_headers")

--- A 302 to `location`.
function M.redirect(location, headers)
	local all = {{"Location", location}}
	for _, header in ipairs(headers) do
		all[#all + 1] = header
	end
	return {status = 302, headers = all, body = ""}
end

--- The error page: plain text, no code (specification, "HTTP responses").
function M.error_page(status, message)
	return {status = status, content_type = "text/plain", headers = {}, body = "Error: " .. message .. "\n"}
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

--- uhttpd stalls on a header line over 4096 bytes; nothing longer than this leaves the service.
local max_header_line = 4000
local reasons = {
	[200] = "OK",
	[302] = "Found",
	[400] = "Bad Request",
	[401] = "Unauthorized",
	[403] = "Forbidden",
	[404] = "Not Found",
	[405] = "Method Not Allowed",
	[429] = "Too Many Requests",
	[431] = "Request Header Fields Too Large",
	[500] = "Internal Server Error",
	[503] = "Service Unavailable"
}

--- A header field that cannot end its line early or stall the web server.
local function is_safe(line)
	local cut = (string.find(line, "\n", nil, true) or 0) - 1 >= 0 or (string.find(
		line,
		"\r",
		nil,
		true
	) or 0) - 1 >= 0 or (string.find(line, "\0", nil, true) or 0) - 1 >= 0
	return not cut and #line <= max_header_line
end

--- The bytes to write to the web server. A header that would not be safe is left out, never altered.
function M.serialize(response)
	local lines = {(("Status: " .. tostring(response.status)) .. " ") .. (reasons[response.status] or "Error")}
	if response.content_type ~= nil then
		lines[#lines + 1] = "Content-Type: " .. response.content_type
	end
	local caching = response.cache_control
	lines[#lines + 1] = caching ~= nil and table.concat(
		lib.StringSplit(security_headers.lines, "no-store"),
		caching or ","
	) or security_headers.lines
	for _, header in ipairs(response.headers) do
		local line = header[1] .. ": " .. header[2]
		if is_safe(line) then
			lines[#lines + 1] = line
		end
	end
	lines[#lines + 1] = ""
	lines[#lines + 1] = response.body
	return table.concat(lines, "\r\n")
end

return M
