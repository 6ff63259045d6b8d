-- Generated from src/sso_login/log.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__StringCharAt = ____lualib.__TS__StringCharAt
local __TS__StringCharCodeAt = ____lualib.__TS__StringCharCodeAt
local __TS__StringSubstring = ____lualib.__TS__StringSubstring
local __TS__StringIncludes = ____lualib.__TS__StringIncludes
local __TS__ArrayConcat = ____lualib.__TS__ArrayConcat
local ____exports = {}
local ____text = require("sso_login.text")
local sorted_keys = ____text.sorted_keys
--- Values longer than this are cut; a URL fits, a document does not.
local max_value_length = 400
local plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/@+,"
local hex_alphabet = "0123456789abcdef"
local function escape_character(text, at)
	local char = __TS__StringCharAt(text, at)
	local code = __TS__StringCharCodeAt(text, at)
	if code < 32 or code > 126 then
		return ("\\x" .. __TS__StringCharAt(
			hex_alphabet,
			math.floor(code / 16)
		)) .. __TS__StringCharAt(hex_alphabet, code % 16)
	end
	return (char == "\"" or char == "\\") and "\\" .. char or char
end
--- A value as it stands in a line: bare when it is plain, else quoted with `\"`, `\\` and `\xNN`. Cut at `limit` bytes.
function ____exports.escape_value(text, limit)
	local cut = #text > limit and __TS__StringSubstring(text, 0, limit) or text
	local out = {}
	local bare = cut ~= ""
	do
		local i = 0
		while i < #cut do
			bare = bare and __TS__StringIncludes(
				plain,
				__TS__StringCharAt(cut, i)
			)
			out[#out + 1] = escape_character(cut, i)
			i = i + 1
		end
	end
	return bare and cut or ("\"" .. table.concat(out, "")) .. "\""
end
--- The pairs of an error's details, in the order of their names.
function ____exports.detail_pairs(details)
	if details == nil then
		return {}
	end
	if type(details) == "string" then
		return {{"reason", details}}
	end
	local list = {}
	for ____, name in ipairs(sorted_keys(details)) do
		list[#list + 1] = {name, details[name]}
	end
	return list
end
--- `key=value` for each pair that has a value.
local function format_pairs(____pairs)
	local out = {}
	for ____, pair in ipairs(____pairs) do
		if pair[2] ~= nil then
			out[#out + 1] = (pair[1] .. "=") .. ____exports.escape_value(
				tostring(pair[2]),
				max_value_length
			)
		end
	end
	return out
end
--- An error's details on one line.
function ____exports.format_details(details)
	return table.concat(
		format_pairs(____exports.detail_pairs(details)),
		" "
	)
end
--- One line: the code and its pairs.
function ____exports.format(code, ____pairs)
	return table.concat(
		__TS__ArrayConcat(
			{code},
			format_pairs(____pairs)
		),
		" "
	)
end
--- Writes one line to the system log.
function ____exports.event(io, level, code, ____pairs)
	io.log(
		level,
		____exports.format(code, ____pairs)
	)
end
return ____exports
