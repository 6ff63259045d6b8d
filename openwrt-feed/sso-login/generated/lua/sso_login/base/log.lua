-- Generated from src/sso_login/base/log.ts by "make lua"; do not edit.
local lib, encoding, strings =
    require("sso_login.use")("lualib", "base.encoding", "base.strings")
local M = {}
--- Values longer than this are cut; a URL fits, a document does not.
local max_value_length = 400
local function escape_character(text, at)
	local char = encoding.printable_at(text, at)
	return (char == "\"" or char == "\\") and "\\" .. char or char
end
--- A value as it stands in a line: bare when it is plain, else quoted with `\"`, `\\` and `\xNN`. Cut at `limit` bytes.
function M.escape_value(text, limit)
	local cut = lib.StringSubstring(text, 0, limit)
	if cut ~= "" and strings.consists_of(cut, "bare") then
		return cut
	end
	local out = {}
	do
		local i = 0
		while i < #cut do
			out[#out + 1] = escape_character(cut, i)
			i = i + 1
		end
	end
	return "\"" .. table.concat(out, "") .. "\""
end
--- The pairs of an error's details, in the order of their names; texts.in_words gives the words of messages.
function M.detail_pairs(details)
	if details == nil then
		return {}
	end
	if type(details) == "string" then
		return {{"reason", details}}
	end
	local list = {}
	for _, name in ipairs(strings.sorted_keys(details)) do
		list[#list + 1] = {name, details[name]}
	end
	return list
end
--- `key=value` for each pair that has a value; of a message, its id.
local function format_pairs(____pairs)
	local out = {}
	for _, pair in ipairs(____pairs) do
		local fact = pair[2]
		if fact ~= nil then
			out[#out + 1] = pair[1] .. "=" .. M.escape_value(
				type(fact) == "table" and fact.id or tostring(fact),
				max_value_length
			)
		end
	end
	return out
end
--- An error's details on one line.
function M.format_details(details)
	return table.concat(
		format_pairs(M.detail_pairs(details)),
		" "
	)
end
--- One line: the code and its pairs.
function M.format(code, ____pairs)
	return table.concat(
		lib.ArrayConcat(
			{code},
			format_pairs(____pairs)
		),
		" "
	)
end
--- Writes one line to the system log.
function M.event(io, level, code, ____pairs)
	io.log(
		level,
		M.format(code, ____pairs)
	)
end
return M
