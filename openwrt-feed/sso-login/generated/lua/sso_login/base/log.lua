-- Generated from src/sso_login/base/log.ts by "make lua"; do not edit.
--- Log lines: `CODE key=value …`, one an event, in which no input can look like anything but a value.
local lib = require("sso_login.lualib")
local M = {}
local encoding = require("sso_login.base.encoding")
local strings = require("sso_login.base.strings")

--- A URL fits, a document does not; and the router's log daemon takes no line over 1024 bytes.
local limits = {line = 1000, value = 400}

--- Of a line that any client can cause.
M.unproven_limits = {line = 512, value = 200}

local function escape_character(text, at)
	local char = encoding.printable_at(text, at)
	return (char == "\"" or char == "\\") and "\\" .. char or char
end

--- A value as a log line has it: bare when it is plain, else quoted with `\"`, `\\` and `\xNN`. At most `limit` bytes, quotes not counted.
function M.escape_value(text, limit)
	local cut = lib.StringSubstring(text, 0, limit)
	if cut ~= "" and strings.consists_of(cut, "bare") then
		return cut
	end
	local out = ""
	do
		local i = 0
		while i < #cut do
			local escaped = escape_character(cut, i)
			if #out + #escaped > limit then
				break
			end
			out = out .. escaped
			i = i + 1
		end
	end
	return "\"" .. out .. "\""
end

--- The pairs of an error's details, in the order of their names. Messages are ids here; `log_texts.details_in_english` has the words.
function M.detail_pairs(sealed)
	local details = sealed
	if details == nil then
		return {}
	end
	if type(details) == "string" then
		return {{"reason", details}}
	end
	return lib.ArrayMap(strings.sorted_keys(details), function(_, name) return {name, details[name]} end)
end

--- `key=value` for each pair that has a value; of a message, its id.
local function format_pairs(____pairs, max_value)
	local out = {}
	for _, pair in ipairs(____pairs) do
		local fact = pair[2]
		if fact ~= nil then
			out[#out + 1] = pair[1] .. "=" .. M.escape_value(
				type(fact) == "table" and fact.id or tostring(fact),
				max_value
			)
		end
	end
	return out
end

function M.format_details(details)
	return table.concat(format_pairs(M.detail_pairs(details), limits.value), " ")
end

--- One line: the code and those of its pairs that fit.
function M.format(code, ____pairs, within)
	local bounds = within or limits
	local line = code
	for _, pair in ipairs(format_pairs(____pairs, bounds.value)) do
		if #line + 1 + #pair <= bounds.line then
			line = line .. " " .. pair
		end
	end
	return line
end

function M.event(io, level, code, ____pairs, within)
	io.log(level, M.format(code, ____pairs, within))
end

return M
