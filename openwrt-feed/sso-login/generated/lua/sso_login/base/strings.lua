-- Generated from src/sso_login/base/strings.ts by "make lua"; do not edit.
local lib = require("sso_login.lualib")
local M = {}
--- Whether a control character (below 32, or 127) is in the text.
function M.has_control(text)
	do
		local i = 0
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
--- Whether every byte is visible ASCII: no control character, no space, nothing above 126.
function M.is_visible_ascii(text)
	do
		local i = 0
		while i < #text do
			local code = lib.StringCharCodeAt(text, i)
			if code < 33 or code > 126 then
				return false
			end
			i = i + 1
		end
	end
	return true
end
--- Whether every byte of `text` is one of `allowed`; true for the empty text.
function M.consists_of(text, allowed)
	do
		local i = 0
		while i < #text do
			if not lib.StringIncludes(
				allowed,
				lib.StringCharAt(text, i)
			) then
				return false
			end
			i = i + 1
		end
	end
	return true
end
--- A whole number of one to nine decimal digits without sign, or undefined.
function M.parse_integer(digits)
	if #digits == 0 or #digits > 9 then
		return nil
	end
	local value = 0
	do
		local i = 0
		while i < #digits do
			local digit = lib.StringCharCodeAt(digits, i) - 48
			if digit < 0 or digit > 9 then
				return nil
			end
			value = value * 10 + digit
			i = i + 1
		end
	end
	return value
end
--- The parts of a text between single separators, without the empty ones.
function M.split_words(text, separator)
	local words = {}
	for _, part in ipairs(lib.StringSplit(text, separator)) do
		if part ~= "" then
			words[#words + 1] = part
		end
	end
	return words
end
--- What stands before the first `separator`, or the whole text.
function M.before(text, separator)
	return lib.StringSplit(text, separator)[1] or ""
end
--- The keys of a record in byte order: a table has none of its own.
function M.sorted_keys(record)
	return lib.ArraySort(
		lib.ObjectKeys(record),
		function(_, a, b) return a < b and -1 or 1 end
	)
end
return M
