-- Generated from src/sso_login/login/shown.ts by "make lua"; do not edit.
--- Texts from outside for a page that shows them as text: control characters are visible, and long texts cut.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")

--- Whether a byte continues a character of UTF-8.
local function continues(text, at)
	local code = lib.StringCharCodeAt(text, at)
	return code >= 128 and code < 192
end

--- At most `limit` bytes of a text, with `...` where that is not all; control characters as `\xNN`, as ubus ends a text at NUL.
function M.shown_text(text, limit)
	local last = math.min(#text, limit)
	while last > 0 and continues(text, last) do
		last = last - 1
	end
	local parts = {}
	do
		local at = 0
		while at < last do
			local char = lib.StringCharAt(text, at)
			local code = lib.StringCharCodeAt(text, at)
			parts[#parts + 1] = (code < 32 or code == 127) and "\\x" .. bytes.hex_encode(char) or char
			at = at + 1
		end
	end
	return table.concat(parts, "") .. (last < #text and "..." or "")
end

return M
