-- Generated from src/sso_login/settings/ip_addresses.ts by "make lua"; do not edit.
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
	local is_whole
	if #halves == 2 then
		is_whole = left_out >= 4
	else
		is_whole = left_out == 0
	end
	if not is_whole then
		return nil
	end
	local digits = head .. lib.StringSubstring("00000000000000000000000000000000", 0, left_out) .. tail
	return lib.StringStartsWith(digits, "00000000000000000000ffff") and lib.StringSubstring(digits, 24) or digits
end

--- A range in CIDR notation (RFC 4632), or an address as a range of its own: the addresses that begin with the first `bits` of `digits`;
-- undefined for anything else.
function M.to_range(text)
	local digits = M.to_hex(strings.before(text, "/"))
	if digits == nil then
		return nil
	end
	local all = #digits * 4
	if not lib.StringIncludes(text, "/") then
		return {digits = digits, bits = all}
	end
	local given = strings.parse_integer(
		lib.StringSubstring(text, (string.find(text, "/", nil, true) or 0) - 1 + 1)
	) or -1
	-- A mapped IPv4 address counts from the first bit of the IPv6 address.
	local bits = lib.StringIncludes(text, ":") and all == 32 and given - 96 or given
	return bits >= 0 and bits <= all and ({digits = digits, bits = bits}) or nil
end

--- Whether an address, as `to_hex` gives it, is in a range.
function M.is_in_range(address, text)
	local range = M.to_range(text)
	if range == nil or #range.digits ~= #address then
		return false
	end
	local whole = math.floor(range.bits / 4)
	local step = ({16, 8, 4, 2})[range.bits % 4 + 1] or 16
	-- The digit that the range ends in, with the bits beyond the range left out.
	local function last_of(digits)
		return math.floor(
			((string.find("0123456789abcdef", lib.StringCharAt(digits, whole), nil, true) or 0) - 1) / step
		)
	end
	local is_alike = lib.StringStartsWith(address, lib.StringSubstring(range.digits, 0, whole))
	return is_alike and last_of(address) == last_of(range.digits)
end

return M
