-- Generated from src/sso_login/check/typos.ts by "make lua"; do not edit.
--- Mistakes of people who copy and type options and roles: characters that no value has, placeholders. Pure functions.
local lib = require("sso_login.lualib")
local M = {}
local strings = require("sso_login.base.strings")

--- The first bytes of a character in UTF-8 from some value on, and the bytes that follow.
local leads = {{from = 240, more = 3}, {from = 224, more = 2}, {from = 192, more = 1}, {from = 0, more = 0}}

--- The code points of a text in UTF-8; a byte of no character counts as one.
local function code_points(text)
	local points = {}
	local at = 0
	while at < #text do
		local first = lib.StringCharCodeAt(text, at)
		local lead = lib.ArrayFind(leads, function(_, one) return first >= one.from end) or ({from = 0, more = 0})
		local point = first - lead.from
		do
			local i = 1
			while i <= lead.more do
				local next = at + i < #text and lib.StringCharCodeAt(text, at + i) or 0
				point = point >= 0 and next >= 128 and next <= 191 and point * 64 + next - 128 or -1
				i = i + 1
			end
		end
		points[#points + 1] = point >= 0 and point or first
		at = at + (point >= 0 and lead.more or 0) + 1
	end
	return points
end

--- Ranges of characters that look like a blank, like nothing, or like a quotation mark, and come from word processors and pages: U+00A0,
-- U+00AB, U+00AD, U+00BB, U+2000 to U+200F, U+2018 to U+201F, U+2028 to U+202F, U+2060, U+3000 and U+FEFF; and those of ASCII below the blank.
local odd = {
	{from = 0, to = 31},
	{from = 160, to = 160},
	{from = 171, to = 171},
	{from = 173, to = 173},
	{from = 187, to = 187},
	{from = 8192, to = 8207},
	{from = 8216, to = 8223},
	{from = 8232, to = 8239},
	{from = 8288, to = 8288},
	{from = 12288, to = 12288},
	{from = 65279, to = 65279}
}
local hex_digits = "0123456789ABCDEF"

--- A character for people: of ASCII as it is, others as `U+00A0`.
local function shown(point)
	if point > 32 and point < 127 then
		return string.char(point)
	end
	local digits = ""
	do
		local rest = point
		while rest > 0 or #digits < 4 do
			digits = lib.StringCharAt(hex_digits, rest % 16) .. digits
			rest = math.floor(rest / 16)
		end
	end
	return "U+" .. digits
end

--- The first character that a value most often has by mistake: a blank at its ends, what `odd` names, and in an address (RFC 3986) all that is
-- not ASCII. Undefined without one.
function M.odd_character(text, is_address)
	local points = code_points(text)
	local ends = lib.ArrayConcat(lib.ArraySlice(points, 0, 1), lib.ArraySlice(points, #points - 1))
	local found = lib.ArrayFind(
		points,
		function(_, point) return is_address and point > 126 or lib.ArraySome(
			odd,
			function(_, range) return point >= range.from and point <= range.to end
		) end
	)
	return (found ~= nil or lib.ArrayIncludes(ends, 32)) and shown(found or 32) or nil
end

--- Characters around an e-mail address, between several, and of patterns, which an entry is not.
local around_email = " \"(),:;<>[]*"

--- The character of an entry of a role's list that most often comes from copying, or from several entries in one text. A group may be a
-- distinguished name (RFC 4514), which has commas.
function M.odd_in_entry(list, entry)
	local signs = list == "email" and around_email or (list == "group" and not lib.StringIncludes(
		entry,
		"="
	) and ",;" or "")
	local first = list == "email" and lib.ArrayIncludes({"'", "@"}, string.sub(entry, 1, 1)) and string.sub(
		entry,
		1,
		1
	) or nil
	local sign = lib.ArrayFind(
		code_points(entry),
		function(_, point) return point < 127 and lib.StringIncludes(signs, string.char(point)) end
	)
	return M.odd_character(entry, false) or first or (sign ~= nil and shown(sign) or nil)
end

--- The brackets of placeholders, also as browsers encode them.
local placeholders = {
	{first = "{", last = "}"},
	{first = "<", last = ">"},
	{first = "%7B", last = "%7D"},
	{first = "%7b", last = "%7d"}
}

--- The first placeholder in a text, such as `{…}` or `<…>`.
function M.placeholder_in(text)
	for _, pair in ipairs(placeholders) do
		local at = (string.find(text, pair.first, nil, true) or 0) - 1
		if at >= 0 and lib.StringIncludes(lib.StringSubstring(text, at), pair.last) then
			return strings.before(lib.StringSubstring(text, at), pair.last) .. pair.last
		end
	end
	return nil
end

return M
