-- Generated from src/sso_login/web/responses.ts by "make lua"; do not edit.
local M = {}
--- uhttpd stalls on a header line over 4096 bytes; nothing longer than this leaves the service.
M.max_header_line = 4000
--- Headers of every response, whatever happened (specification, "Endpoints").
M.security_headers = {
	{"Content-Security-Policy", "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; style-src 'self'; frame-ancestors 'none';"},
	{"X-Content-Type-Options", "nosniff"},
	{"X-Frame-Options", "DENY"},
	{"Cache-Control", "no-store"},
	{"Referrer-Policy", "no-referrer"}
}
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
--- One Set-Cookie header (RFC 6265).
function M.set_cookie(name, value, attributes)
	local age = attributes.max_age
	local max_age = age ~= nil and "; Max-Age=" .. tostring(age) or ""
	local path = "; Path=" .. attributes.path
	return {"Set-Cookie", name .. (((("=" .. value) .. path) .. max_age) .. "; HttpOnly; Secure; SameSite=") .. attributes.same_site}
end
--- A header field that cannot end its line early or stall the web server.
local function is_safe(line)
	local cut = (string.find(line, "\n", nil, true) or 0) - 1 >= 0 or (string.find(line, "\r", nil, true) or 0) - 1 >= 0 or (string.find(line, "\0", nil, true) or 0) - 1 >= 0
	return not cut and #line <= M.max_header_line
end
--- The bytes to write to the web server. A header that would not be safe is left out, never altered.
function M.serialize(response)
	local lines = {(("Status: " .. tostring(response.status)) .. " ") .. (reasons[response.status] or "Error")}
	if response.content_type ~= nil then
		lines[#lines + 1] = "Content-Type: " .. response.content_type
	end
	for _, header in ipairs(M.security_headers) do
		lines[#lines + 1] = header[1] .. ": " .. header[2]
	end
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
