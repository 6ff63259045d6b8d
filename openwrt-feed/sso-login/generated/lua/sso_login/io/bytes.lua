-- Generated from src/lua/io/bytes.ts by "make lua"; do not edit.
--- Byte strings by what the runtime itself searches and encodes with: a loop over their bytes costs many times as much.
local M = {}
local native = require("sso_login.io.native")

--- Sets of bytes, as string.find wants them between brackets.
local sets = {
	blank = " \t\r\n",
	bare = "A-Za-z0-9._~:/@+,-",
	digits = "0-9",
	hex = "0-9a-f",
	host = "A-Za-z0-9._:%[%]-",
	lower = "a-z_",
	name = "a-z0-9_",
	path = "A-Za-z0-9._~/-",
	printable = " -~",
	unreserved = "A-Za-z0-9._~-",
	url = "!$-;=?-Z%[%]_a-z~",
	uci_name = "A-Za-z0-9_",
	visible = "!-~"
}

--- The first place at or after `from` whose byte is none of a set; the length of the text where there is none.
function M.outside(text, set, from)
	local at = string.find(text, ("[^" .. sets[set]) .. "]", from + 1)
	return (at or #text + 1) - 1
end

--- The value of decimal digits, at most nine.
function M.integer_of(digits)
	return tonumber(digits) or 0
end

--- The texts in byte order; the array itself is sorted.
function M.sorted(texts)
	table.sort(texts)
	return texts
end

--- Bytes that are encoded in one call: Lua's stack takes no more than some thousand values.
local block = 64

--- Lowercase hexadecimal, two characters a byte.
function M.hex_encode(bytes)
	local out = {}
	for from = 1, #bytes, block do
		local part = string.sub(bytes, from, from + block - 1)
		out[#out + 1] = string.format(string.rep("%02x", #part), string.byte(part, 1, -1))
	end
	return table.concat(out)
end

--- The text with `%XX` in the place of each byte but the unreserved ones.
function M.percent_encode(text)
	local encoded = string.gsub(
		text,
		("[^" .. sets.unreserved) .. "]",
		function(byte) return string.format("%%%02X", string.byte(byte)) end
	)
	return encoded
end

--- Base64URL without padding (RFC 4648 section 5) of at most 16 384 bytes.
function M.base64url_encode(bytes)
	return native.load_crypto().base64url_encode(bytes) or native.panic("too long for Base64URL")
end

--- The bytes of a text that is the one canonical encoding of any; undefined otherwise.
function M.base64url_decode(text)
	local bytes = native.load_crypto().base64url_decode(text)
	return bytes
end

return M
