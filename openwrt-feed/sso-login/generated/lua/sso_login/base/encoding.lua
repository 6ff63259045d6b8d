-- Generated from src/sso_login/base/encoding.ts by "make lua"; do not edit.
local lib = require("sso_login.lualib")
local M = {}
--- Text encodings over byte strings: Base64 and Base64URL (RFC 4648), hexadecimal, percent-encoding (RFC 3986) and the
-- form encoding (application/x-www-form-urlencoded). A string is a row of bytes; nothing here knows of UTF-8.
local base64_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
local base64url_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
local unreserved = base64url_alphabet .. ".~"
local hex_alphabet = "0123456789abcdef"
local percent_alphabet = "0123456789ABCDEF"
--- Encodes three bytes as four characters; a shorter last group gives two or three.
local function encode_groups(alphabet, bytes, padding)
	local out = {}
	do
		local i = 0
		while i < #bytes do
			local left = #bytes - i
			local first = lib.StringCharCodeAt(bytes, i)
			local second = left > 1 and lib.StringCharCodeAt(bytes, i + 1) or 0
			local third = left > 2 and lib.StringCharCodeAt(bytes, i + 2) or 0
			out[#out + 1] = lib.StringCharAt(
				alphabet,
				math.floor(first / 4)
			)
			out[#out + 1] = lib.StringCharAt(
				alphabet,
				first % 4 * 16 + math.floor(second / 16)
			)
			out[#out + 1] = left > 1 and lib.StringCharAt(
				alphabet,
				second % 16 * 4 + math.floor(third / 64)
			) or padding
			out[#out + 1] = left > 2 and lib.StringCharAt(alphabet, third % 64) or padding
			i = i + 3
		end
	end
	return table.concat(out, "")
end
--- Base64 with padding (RFC 4648 section 4), for HTTP Basic authentication.
function M.base64_encode(bytes)
	return encode_groups(base64_alphabet, bytes, "=")
end
--- Base64URL without padding (RFC 4648 section 5, RFC 7515 section 2).
function M.base64url_encode(bytes)
	return encode_groups(base64url_alphabet, bytes, "")
end
--- The bytes of an unpadded Base64URL text, or undefined when it is not the one canonical encoding of any bytes:
-- another alphabet, padding, a length of 4n+1, or bits left over that are not zero.
function M.base64url_decode(encoded)
	if #encoded % 4 == 1 then
		return nil
	end
	local out = {}
	local buffer = 0
	local unit = 1
	do
		local i = 0
		while i < #encoded do
			local value = (string.find(
				base64url_alphabet,
				lib.StringCharAt(encoded, i),
				nil,
				true
			) or 0) - 1
			if value < 0 then
				return nil
			end
			-- `buffer` holds less than a byte, `unit` is 2 to the power of its bits.
			buffer = buffer * 64 + value
			unit = unit * 64
			if unit >= 256 then
				unit = unit / 256
				local byte = math.floor(buffer / unit)
				out[#out + 1] = string.char(byte)
				buffer = buffer - byte * unit
			end
			i = i + 1
		end
	end
	return buffer == 0 and table.concat(out, "") or nil
end
--- The two lowercase hexadecimal digits of a byte.
local function hex_byte(code)
	return lib.StringCharAt(
		hex_alphabet,
		math.floor(code / 16)
	) .. lib.StringCharAt(hex_alphabet, code % 16)
end
--- Lowercase hexadecimal, two characters a byte.
function M.hex_encode(bytes)
	local out = {}
	do
		local i = 0
		while i < #bytes do
			out[#out + 1] = hex_byte(lib.StringCharCodeAt(bytes, i))
			i = i + 1
		end
	end
	return table.concat(out, "")
end
--- The byte at a place as printable ASCII: itself, or `\xNN`.
function M.printable_at(text, at)
	local code = lib.StringCharCodeAt(text, at)
	return (code < 32 or code > 126) and "\\x" .. hex_byte(code) or lib.StringCharAt(text, at)
end
--- Percent-encodes all but the unreserved characters of RFC 3986 section 2.3; right for queries and for forms.
function M.percent_encode(text)
	local out = {}
	do
		local i = 0
		while i < #text do
			local char = lib.StringCharAt(text, i)
			if lib.StringIncludes(unreserved, char) then
				out[#out + 1] = char
			else
				local code = lib.StringCharCodeAt(text, i)
				out[#out + 1] = "%" .. lib.StringCharAt(
					percent_alphabet,
					math.floor(code / 16)
				) .. lib.StringCharAt(percent_alphabet, code % 16)
			end
			i = i + 1
		end
	end
	return table.concat(out, "")
end
--- The value of a hexadecimal digit, or -1.
local function hex_value(digit)
	return (string.find(
		hex_alphabet,
		string.lower(digit),
		nil,
		true
	) or 0) - 1
end
--- Decodes one name or value of a query or form: `+` is a space; undefined when a `%` has no two digits after it.
function M.form_decode(text)
	if not lib.StringIncludes(text, "%") and not lib.StringIncludes(text, "+") then
		return text
	end
	local out = {}
	local i = 0
	while i < #text do
		local char = lib.StringCharAt(text, i)
		if char == "%" then
			if i + 2 >= #text then
				return nil
			end
			local high = hex_value(lib.StringCharAt(text, i + 1))
			local low = hex_value(lib.StringCharAt(text, i + 2))
			if high < 0 or low < 0 then
				return nil
			end
			out[#out + 1] = string.char(high * 16 + low)
			i = i + 3
		else
			out[#out + 1] = char == "+" and " " or char
			i = i + 1
		end
	end
	return table.concat(out, "")
end
--- `name=value&…`, both sides percent-encoded, in the order given.
function M.form_encode(____pairs)
	local out = {}
	for _, pair in ipairs(____pairs) do
		out[#out + 1] = M.percent_encode(pair[1]) .. "=" .. M.percent_encode(pair[2])
	end
	return table.concat(out, "&")
end
return M
