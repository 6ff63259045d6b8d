-- Generated from src/lua/io/bytes.ts by "make lua"; do not edit.
local M = {}
--- Sets of bytes, as string.find wants them between brackets.
local sets = {
	bare = "A-Za-z0-9._~:/@+,-",
	base64url = "A-Za-z0-9_-",
	digits = "0-9",
	hex = "0-9a-f",
	lower = "a-z_",
	path = "A-Za-z0-9._~/-",
	printable = " -~",
	unreserved = "A-Za-z0-9._~-",
	url = "!$-;=?-Z%[%]_a-z~",
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
--- Bytes that are encoded in one call: Lua's stack takes no more than some thousand values.
local block = 64
--- Lowercase hexadecimal, two characters a byte.
function M.hex_encode(bytes)
	local out = {}
	for from = 1, #bytes, block do
		local part = string.sub(bytes, from, from + block - 1)
		out[#out + 1] = string.format(
			string.rep("%02x", #part),
			string.byte(part, 1, -1)
		)
	end
	return table.concat(out)
end
local alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
--- Characters by their values, and values by the bytes of their characters.
local characters = {}
local values = {}
for value = 0, 63 do
	local character = string.sub(alphabet, value + 1, value + 1)
	characters[value] = character
	values[string.byte(character)] = value
end
--- Base64URL without padding (RFC 4648 section 5).
function M.base64url_encode(bytes)
	local out = {}
	for from = 1, #bytes, 3 do
		local a, b, c = string.byte(bytes, from, from + 2)
		if a == nil then
			a = 0
		end
		if b == nil then
			b = 0
		end
		if c == nil then
			c = 0
		end
		local first = characters[(a - a % 4) / 4] .. characters[a % 4 * 16 + (b - b % 16) / 16]
		out[#out + 1] = first .. characters[b % 16 * 4 + (c - c % 64) / 64] .. characters[c % 64]
	end
	return string.sub(
		table.concat(out),
		1,
		math.ceil(#bytes * 4 / 3)
	)
end
--- The byte of the digit zero.
local zero = string.byte(alphabet)
--- The bytes of a text that base64url_encode may have made.
function M.base64url_decode(text)
	local out = {}
	for from = 1, #text, 4 do
		local first, second, third, fourth = string.byte(text, from, from + 3)
		if first == nil then
			first = zero
		end
		if second == nil then
			second = zero
		end
		if third == nil then
			third = zero
		end
		if fourth == nil then
			fourth = zero
		end
		local b = values[second]
		local c = values[third]
		local high = values[first] * 4 + (b - b % 16) / 16
		out[#out + 1] = string.char(high, b % 16 * 16 + (c - c % 4) / 4, c % 4 * 64 + values[fourth])
	end
	return string.sub(
		table.concat(out),
		1,
		math.floor(#text * 3 / 4)
	)
end
return M
