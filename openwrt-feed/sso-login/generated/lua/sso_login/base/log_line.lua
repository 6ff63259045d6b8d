-- Generated from src/sso_login/base/log_line.ts by "make lua"; do not edit.
--- Reads the log lines that base/log writes.
local lib = require("sso_login.lualib")
local M = {}
local encoding = require("sso_login.base.encoding")
local strings = require("sso_login.base.strings")

--- Bytes of an escaped value from which on it may have been cut: the limit of a full line less the longest escape.
local max_whole = 396

--- What an escape at a place stands for, and how many bytes it has; undefined where it is none of ours.
local function read_escape(line, at)
	local next = lib.StringCharAt(line, at + 1)
	if next == "\"" or next == "\\" then
		return {text = next, length = 2}
	end
	local byte = next == "x" and encoding.hex_byte(lib.StringSubstring(line, at + 2, at + 4)) or nil
	return byte ~= nil and ({text = byte, length = 4}) or nil
end

--- A quoted value that begins at a place, and where it ends; undefined where the quote is not closed.
local function read_quoted(line, at)
	local parts = {}
	local place = at + 1
	while place < #line and lib.StringCharAt(line, place) ~= "\"" do
		local escape = lib.StringCharAt(line, place) == "\\" and read_escape(line, place) or nil
		parts[#parts + 1] = escape ~= nil and escape.text or lib.StringCharAt(line, place)
		place = place + (escape ~= nil and escape.length or 1)
	end
	return place < #line and ({
		value = {text = table.concat(parts, ""), is_whole = place - at - 1 < max_whole},
		next = place + 1
	}) or nil
end

--- A value that begins at a place, and where it ends.
local function read_value(line, at)
	if lib.StringCharAt(line, at) == "\"" then
		return read_quoted(line, at)
	end
	local text = strings.before(lib.StringSubstring(line, at), " ")
	return {value = {text = text, is_whole = #text < max_whole}, next = at + #text}
end

--- A line taken apart, as far as it has the form `CODE key=value …`; of a key that is there twice the first value counts.
function M.parse(line)
	local code = strings.before(line, " ")
	local found = {code = code, values = {}}
	local at = #code
	while at < #line do
		local equals = (string.find(line, "=", math.max(at + 1, 1), true) or 0) - 1
		local read = equals >= 0 and read_value(line, equals + 1) or nil
		if read == nil then
			return found
		end
		local key = lib.StringSubstring(line, at + 1, equals)
		found.values[key] = found.values[key] or read.value
		at = read.next
	end
	return found
end

return M
