-- Generated from src/sso_login/base/addresses.ts by "make lua"; do not edit.
--- Network addresses as hexadecimal digits, one form for each address. Pure functions.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local strings = require("sso_login.base.strings")

local function ipv4(text)
	local parts = lib.StringSplit(text, ".")
	local digits = ""
	for _, part in ipairs(parts) do
		local byte = #part <= 3 and strings.parse_integer(part) or nil
		if byte == nil or byte > 255 then
			return nil
		end
		digits = digits .. bytes.hex_encode(string.char(byte))
	end
	return #parts == 4 and digits or nil
end

--- The digits of one half of an IPv6 address; it may end with an IPv4 address.
local function ipv6_part(text)
	local digits = ""
	local parts = text ~= "" and lib.StringSplit(text, ":") or {}
	do
		local i = 0
		while i < #parts do
			local part = parts[i + 1] or ""
			local is_group = part ~= "" and #part <= 4 and strings.consists_of(part, "hex")
			local found = is_group and lib.StringSubstring("0000" .. part, #part) or (i == #parts - 1 and ipv4(
				part
			) or nil)
			if found == nil then
				return nil
			end
			digits = digits .. found
			i = i + 1
		end
	end
	return digits
end

--- The digits of an address: 8 of IPv4, also when it is mapped into an IPv6 address (RFC 4291 section 2.5.5.2), and 32 of IPv6;
-- undefined for anything else.
function M.to_hex(address)
	local text = string.lower(address)
	if not lib.StringIncludes(text, ":") then
		return ipv4(text)
	end
	local halves = lib.StringSplit(text, "::")
	local head = ipv6_part(strings.before(text, "::"))
	local tail = ipv6_part(halves[2] or "")
	if head == nil or tail == nil or #halves > 2 then
		return nil
	end
	local left_out = 32 - #head - #tail
	local ____temp_0
	if #halves == 2 then
		____temp_0 = left_out < 4
	else
		____temp_0 = left_out ~= 0
	end
	if ____temp_0 then
		return nil
	end
	local digits = head .. lib.StringSubstring("00000000000000000000000000000000", 0, left_out) .. tail
	return lib.StringStartsWith(digits, "00000000000000000000ffff") and lib.StringSubstring(digits, 24) or digits
end

return M
