-- Generated from src/sso_login/web/response_text.ts by "make lua"; do not edit.
--- The text of a response as a CGI program writes it (RFC 3875 section 6).
local lib = require("sso_login.lualib")
local M = {}
local security_headers = require("sso_login.web.security_headers")

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
