-- Generated from src/sso_login/base/encoding.ts by "make lua"; do not edit.
--- Text encodings over byte strings: Base64 (RFC 4648), percent-encoding (RFC 3986) and the form encoding
-- (application/x-www-form-urlencoded). A string is a sequence of bytes, of any character set.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local strings = require("sso_login.base.strings")
local hex_digits = "0123456789abcdef"

--- Base64 with padding (RFC 4648 section 4), for HTTP Basic authentication.
function M.base64_encode(text)
	local encoded = table.concat(
		lib.StringSplit(table.concat(lib.StringSplit(bytes.base64url_encode(text), "-"), "+"), "_"),
		"/"
	)
	return encoded .. lib.StringSubstring("==", 0, (4 - #encoded % 4) % 4)
end

--- The byte at a place as printable ASCII: itself, or `\xNN`.
function M.printable_at(text, at)
	local code = lib.StringCharCodeAt(text, at)
	local char = lib.StringCharAt(text, at)
	return (code < 32 or code > 126) and "\\x" .. bytes.hex_encode(char) or char
end

--- The byte that two hexadecimal digits write, or undefined.
function M.hex_byte(digits)
	local high = (string.find(hex_digits, string.lower(string.sub(digits, 1, 1)), nil, true) or 0) - 1
	local low = (string.find(hex_digits, string.lower(string.sub(digits, 2, 2)), nil, true) or 0) - 1
	return #digits == 2 and high >= 0 and low >= 0 and string.char(high * 16 + low) or nil
end

--- Decodes one name or value of a query or form: `+` is a space; undefined when a `%` has no two digits after it.
function M.form_decode(text)
	local spaced = table.concat(lib.StringSplit(text, "+"), " ")
	local out = {strings.before(spaced, "%")}
	for _, part in ipairs(lib.ArraySlice(lib.StringSplit(spaced, "%"), 1)) do
		local byte = M.hex_byte(lib.StringSubstring(part, 0, 2))
		if byte == nil then
			return nil
		end
		out[#out + 1] = byte .. string.sub(part, 3)
	end
	return table.concat(out, "")
end

--- `name=value&…` in the order given, with percent-encoded values; names must need no encoding.
function M.form_encode(____pairs)
	return table.concat(
		lib.ArrayMap(____pairs, function(_, pair) return pair[1] .. "=" .. bytes.percent_encode(pair[2]) end),
		"&"
	)
end

return M
