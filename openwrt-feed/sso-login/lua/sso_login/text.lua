-- Generated from src/sso_login/text.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__StringCharCodeAt = ____lualib.__TS__StringCharCodeAt
local __TS__StringCharAt = ____lualib.__TS__StringCharAt
local __TS__StringIncludes = ____lualib.__TS__StringIncludes
local __TS__StringSplit = ____lualib.__TS__StringSplit
local __TS__ObjectKeys = ____lualib.__TS__ObjectKeys
local __TS__ArraySort = ____lualib.__TS__ArraySort
local ____exports = {}
--- Whether a control character (below 32, or 127) is in the text.
function ____exports.has_control(text)
	do
		local i = 0
		while i < #text do
			local code = __TS__StringCharCodeAt(text, i)
			if code < 32 or code == 127 then
				return true
			end
			i = i + 1
		end
	end
	return false
end
--- Whether every byte is visible ASCII: no control character, no space, nothing above 126.
function ____exports.is_visible_ascii(text)
	do
		local i = 0
		while i < #text do
			local code = __TS__StringCharCodeAt(text, i)
			if code < 33 or code > 126 then
				return false
			end
			i = i + 1
		end
	end
	return true
end
--- Whether every byte of `text` is one of `allowed`; true for the empty text.
function ____exports.consists_of(text, allowed)
	do
		local i = 0
		while i < #text do
			if not __TS__StringIncludes(
				allowed,
				__TS__StringCharAt(text, i)
			) then
				return false
			end
			i = i + 1
		end
	end
	return true
end
--- A whole number of one to nine decimal digits without sign, or undefined.
function ____exports.parse_integer(text)
	if #text == 0 or #text > 9 then
		return nil
	end
	local value = 0
	do
		local i = 0
		while i < #text do
			local digit = __TS__StringCharCodeAt(text, i) - 48
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
function ____exports.split_words(text, separator)
	local words = {}
	for ____, part in ipairs(__TS__StringSplit(text, separator)) do
		if part ~= "" then
			words[#words + 1] = part
		end
	end
	return words
end
--- The keys of a record in byte order: a table has none of its own.
function ____exports.sorted_keys(record)
	return __TS__ArraySort(
		__TS__ObjectKeys(record),
		function(____, a, b) return a < b and -1 or 1 end
	)
end
return ____exports
