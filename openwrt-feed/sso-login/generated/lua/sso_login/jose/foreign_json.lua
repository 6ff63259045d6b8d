-- Generated from src/sso_login/jose/foreign_json.ts by "make lua"; do not edit.
--- JSON of providers. A text that no rule reads must not fail a login: parts that a runtime cannot represent are replaced by values that
-- no rule accepts, and the text is read again. Half a surrogate pair (RFC 8259 section 8.2) becomes NUL, which no name may hold; an
-- array or object below the depth that can be read becomes null, which is absence; a number that is too large becomes false.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local strings = require("sso_login.base.strings")

--- Levels that both runtimes read.
local max_depth = 31

--- Bytes of an escape, `\\uXXXX`.
local escape_length = 6

--- Kind of the escape at a place: the first or the second half of a surrogate pair, or another.
local function half_at(text, at)
	local digits = string.lower(lib.StringSubstring(text, at + 2, at + escape_length))
	if lib.StringSubstring(text, at, at + 2) ~= "\\u" or #digits ~= 4 or string.sub(digits, 1, 1) ~= "d" then
		return "none"
	end
	local kind = string.sub(digits, 2, 2)
	if lib.StringIncludes("89ab", kind) then
		return "first"
	end
	return lib.StringIncludes("cdef", kind) and "second" or "none"
end

--- Length of the number at a place, in bytes.
local function number_length(text, at)
	local length = 0
	while at + length < #text and lib.StringIncludes("0123456789+-.eE", lib.StringCharAt(text, at + length)) do
		length = length + 1
	end
	return length
end

--- Whether a number is one (RFC 8259 section 6) that is too large for this machine.
local function is_too_large(number)
	local mantissa = strings.before(string.lower(number), "e")
	local exponent = lib.StringSubstring(number, #mantissa + 1)
	local digits = lib.StringStartsWith(exponent, "+") and lib.StringSubstring(exponent, 1) or exponent
	local is_number = digits ~= "" and strings.consists_of(digits, "digits")
	return is_number and json.decode("[" .. mantissa .. "]").ok and not json.decode("[" .. number .. "]").ok
end

--- The text with what cannot be represented replaced. Says nothing about whether it is JSON.
function M.repair(text)
	local parts = {}
	local kept = 0
	local depth = 0
	local in_string = false
	local at = 0
	while at < #text do
		local char = lib.StringCharAt(text, at)
		local length = 1
		if char == "\\" then
			local half = half_at(text, at)
			local is_pair = half == "first" and half_at(text, at + escape_length) == "second"
			length = is_pair and 2 * escape_length or 2
			if half ~= "none" and not is_pair and depth <= max_depth then
				parts[#parts + 1] = lib.StringSubstring(text, kept, at) .. "\\u0000"
				kept = at + escape_length
			end
		elseif char == "\"" then
			in_string = not in_string
		elseif not in_string and lib.StringIncludes("-0123456789", char) then
			length = number_length(text, at)
			if depth <= max_depth and is_too_large(lib.StringSubstring(text, at, at + length)) then
				parts[#parts + 1] = lib.StringSubstring(text, kept, at) .. "false"
				kept = at + length
			end
		elseif not in_string and (char == "[" or char == "{") then
			depth = depth + 1
			if depth == max_depth + 1 then
				parts[#parts + 1] = lib.StringSubstring(text, kept, at) .. "null"
			end
		elseif not in_string and (char == "]" or char == "}") then
			if depth == max_depth + 1 then
				kept = at + 1
			end
			depth = depth - 1
		end
		at = at + length
	end
	-- Without its end a text that is too deep stays what it is, no JSON.
	return depth > max_depth and text or table.concat(parts, "") .. lib.StringSubstring(text, kept)
end

--- Decodes a JSON text whose value is an object.
function M.decode_object(text)
	local decoded = json.decode_object(text)
	return decoded.ok and decoded or json.decode_object(M.repair(text))
end

return M
