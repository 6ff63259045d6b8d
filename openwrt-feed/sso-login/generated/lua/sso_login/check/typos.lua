-- Generated from src/sso_login/check/typos.ts by "make lua"; do not edit.
--- Mistakes of people who copy and type options: blanks at the ends, placeholders, hosts in other letters. Pure functions.
local lib = require("sso_login.lualib")
local M = {}
local strings = require("sso_login.base.strings")

--- The first bytes of a character in UTF-8 from some value on, and the bytes that follow.
local leads = {{from = 240, more = 3}, {from = 224, more = 2}, {from = 192, more = 1}, {from = 0, more = 0}}

--- The code points of a text in UTF-8, with the capitals of Latin-1 as small letters; undefined for other bytes.
local function code_points(text)
	local points = {}
	local at = 0
	while at < #text do
		local first = lib.StringCharCodeAt(text, at)
		local lead = lib.ArrayFind(leads, function(_, one) return first >= one.from end)
		if lead == nil or first > 127 and lead.more == 0 or at + lead.more >= #text then
			return nil
		end
		local point = first - lead.from
		do
			local i = 1
			while i <= lead.more do
				local next = lib.StringCharCodeAt(text, at + i)
				if next < 128 or next > 191 then
					return nil
				end
				point = point * 64 + next - 128
				i = i + 1
			end
		end
		points[#points + 1] = point >= 192 and point <= 222 and point ~= 215 and point + 32 or point
		at = at + lead.more + 1
	end
	return points
end

--- Ranges of characters that look like a blank, or like nothing: white space of ASCII, U+00A0, U+00AD, U+2000 to U+200F, U+2028 to U+202F,
-- U+2060, U+3000 and U+FEFF.
local blanks = {
	{from = 9, to = 13},
	{from = 32, to = 32},
	{from = 160, to = 160},
	{from = 173, to = 173},
	{from = 8192, to = 8207},
	{from = 8232, to = 8239},
	{from = 8288, to = 8288},
	{from = 12288, to = 12288},
	{from = 65279, to = 65279}
}

--- Whether a text begins or ends with a blank; one that is not in UTF-8 does not.
function M.has_outer_blank(text)
	local points = code_points(text) or {}
	local ends = lib.ArrayConcat(lib.ArraySlice(points, 0, 1), lib.ArraySlice(points, #points - 1))
	return lib.ArraySome(
		ends,
		function(_, point) return lib.ArraySome(
			blanks,
			function(_, blank) return point >= blank.from and point <= blank.to end
		) end
	)
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

--- Parameters of Punycode (RFC 3492 section 5).
local base = 36
local smallest = 1
local largest = 26
local skew = 38
local damp = 700
local first_point = 128
local max_point = 1114111
local first_bias = 72
local digits = "abcdefghijklmnopqrstuvwxyz0123456789"

--- The next bias (RFC 3492 section 6.1).
local function adapt(delta, count, is_first)
	local rest = math.floor(delta / (is_first and damp or 2))
	rest = rest + math.floor(rest / count)
	local bias = 0
	while rest > (base - smallest) * largest / 2 do
		rest = math.floor(rest / (base - smallest))
		bias = bias + base
	end
	return bias + math.floor((base - smallest + 1) * rest / (rest + skew))
end

local function threshold_at(k, bias)
	return math.min(math.max(k - bias, smallest), largest)
end

--- A number in digits of variable length (RFC 3492 section 3.3).
local function encode_number(number, bias)
	local out = ""
	local rest = number
	local k = base
	local threshold = threshold_at(k, bias)
	while rest >= threshold do
		local over = rest - threshold
		out = out .. lib.StringCharAt(digits, threshold + over % (base - threshold))
		rest = math.floor(over / (base - threshold))
		k = k + base
		threshold = threshold_at(k, bias)
	end
	return out .. lib.StringCharAt(digits, rest)
end

--- The smallest of the code points that are at least `from`; there is one.
local function least_from(points, from)
	local least = max_point
	for _, point in ipairs(points) do
		least = point >= from and math.min(least, point) or least
	end
	return least
end

--- A label in Punycode (RFC 3492 section 6.3).
local function encode_label(points)
	local basic = lib.ArrayMap(
		lib.ArrayFilter(points, function(_, point) return point < first_point end),
		function(_, point) return string.char(point) end
	)
	local out = table.concat(basic, "") .. (#basic > 0 and "-" or "")
	local handled = #basic
	local current = first_point
	local delta = 0
	local bias = first_bias
	while handled < #points do
		local next = least_from(points, current)
		delta = delta + (next - current) * (handled + 1)
		for _, point in ipairs(points) do
			if point < next then
				delta = delta + 1
			elseif point == next then
				out = out .. encode_number(delta, bias)
				bias = adapt(delta, handled + 1, handled == #basic)
				delta = 0
				handled = handled + 1
			end
		end
		delta = delta + 1
		current = next + 1
	end
	return out
end
local full_stop = string.char(227) .. string.char(128) .. string.char(130)

--- The host of an address in ASCII (RFC 5890 section 2.3.2.1); undefined where it is in ASCII already, or is not in UTF-8.
function M.ascii_host(address)
	local parts = lib.StringSplit(address, "//")
	local authority = strings.before(strings.before(parts[2] or "", "/"), "?")
	-- The full stop of Chinese and Japanese counts as one (RFC 5891 section 5.2).
	local host = table.concat(lib.StringSplit(string.lower(strings.before(authority, ":")), full_stop), ".")
	local labels = {}
	local is_ascii = not lib.StringIncludes(authority, full_stop)
	for _, label in ipairs(lib.StringSplit(host, ".")) do
		local points = code_points(label)
		if points == nil then
			return nil
		end
		local is_plain = lib.ArrayEvery(points, function(_, point) return point < first_point end)
		is_ascii = is_ascii and is_plain
		labels[#labels + 1] = is_plain and label or "xn--" .. encode_label(points)
	end
	return not is_ascii and table.concat(labels, ".") or nil
end

return M
