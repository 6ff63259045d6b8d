-- Generated from src/sso_login/base/strings.ts by "make lua"; do not edit.
--- Helpers for byte strings, lists of them, and records keyed by them.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")

--- Whether a control character (below 32, or 127) is in the text.
function M.has_control(text)
	do
		local i = bytes.outside(text, "printable", 0)
		while i < #text do
			local code = lib.StringCharCodeAt(text, i)
			if code < 32 or code == 127 then
				return true
			end
			i = i + 1
		end
	end
	return false
end

--- Whether every byte of `text` is one of `set`; true for the empty text.
function M.consists_of(text, set)
	return bytes.outside(text, set, 0) == #text
end

--- Whether every byte is visible ASCII: no control character, no space, nothing above 126.
function M.is_visible_ascii(text)
	return M.consists_of(text, "visible")
end

--- A whole number of one to nine decimal digits without sign, or undefined.
function M.parse_integer(digits)
	local is_one = digits ~= "" and #digits <= 9 and M.consists_of(digits, "digits")
	return is_one and bytes.integer_of(digits) or nil
end

--- The parts of a text between single separators, without the empty ones.
function M.split_words(text, separator)
	return lib.ArrayFilter(lib.StringSplit(text, separator), function(_, part) return part ~= "" end)
end

--- The text before the first `separator`, or all of it.
function M.before(text, separator)
	return lib.StringSplit(text, separator)[1] or ""
end

--- The keys of a record in byte order; Lua's tables have no order.
function M.sorted_keys(record)
	return bytes.sorted(lib.ObjectKeys(record))
end

function M.add_missing(list, items)
	for _, item in ipairs(items) do
		if not lib.ArrayIncludes(list, item) then
			list[#list + 1] = item
		end
	end
end

--- The words of an option that is a list, or one text.
function M.words_of(option)
	local value = option or ""
	return M.split_words(type(value) == "string" and value or table.concat(value, " "), " ")
end

return M
