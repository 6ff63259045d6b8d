-- Generated from src/sso_login/web/request.ts by "make lua"; do not edit.
--- Reading a request: query parameters and cookies, with the limits of the specification. Pure functions.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local names = require("sso_login.base.names")
local encoding = require("sso_login.base.encoding")
local result = require("sso_login.result")
local strings = require("sso_login.base.strings")
local err, ok = result.err, result.ok

--- Bytes of a query string and of a Cookie header.
M.max_input_bytes = 16384

--- Parameters of a query, and cookies of a Cookie header.
local max_input_items = 100

--- Parameters that decide something: a second value, a bad encoding or a control character is an attack or a fault.
local strict_params = {"code", "state", "error", "iss", "stoken"}

--- A raw pair `name=value`; the value is "" without an equals sign.
local function split_pair(text)
	local equals = (string.find(text, "=", nil, true) or 0) - 1
	return equals >= 0 and ({lib.StringSubstring(text, 0, equals), lib.StringSubstring(text, equals + 1)}) or ({
		text,
		""
	})
end

--- Raw pairs of a query string, empty ones left out.
local function split_query(query)
	return lib.ArrayMap(strings.split_words(query, "&"), function(_, part) return split_pair(part) end)
end

local function is_blank(character)
	return character == " " or character == "\t"
end

--- The text without spaces and tabs at its ends.
local function trim(text)
	local from = 0
	while is_blank(lib.StringCharAt(text, from)) do
		from = from + 1
	end
	local to = #text
	while to > from and is_blank(lib.StringCharAt(text, to - 1)) do
		to = to - 1
	end
	return lib.StringSubstring(text, from, to)
end

--- Raw pairs of a Cookie header (RFC 6265 section 4.2), empty ones left out.
local function split_cookies(header)
	local out = {}
	for _, part in ipairs(lib.StringSplit(header, ";")) do
		local text = trim(part)
		if text ~= "" then
			local pair = split_pair(text)
			out[#out + 1] = {trim(pair[1]), trim(pair[2])}
		end
	end
	return out
end

--- Bytes that are kept of a Host header.
local max_host = 255

--- The Host header as far as it is one: only host characters, at most 255 bytes (RFC 3986 section 3.2.2).
function M.host_of(environment)
	local host = lib.StringSubstring(environment.host, 0, max_host)
	return lib.StringSubstring(host, 0, bytes.outside(host, "host", 0))
end

--- Whether a request stays within the limits; INPUT_TOO_LARGE with what is over them otherwise.
function M.check_limits(environment)
	if #environment.query_string > M.max_input_bytes then
		return err("INPUT_TOO_LARGE", {reason = "query string", bytes = #environment.query_string})
	end
	if #environment.cookie > M.max_input_bytes then
		return err("INPUT_TOO_LARGE", {reason = "Cookie header", bytes = #environment.cookie})
	end
	if #split_query(environment.query_string) > max_input_items then
		return err("INPUT_TOO_LARGE", {reason = "query parameters"})
	end
	if #split_cookies(environment.cookie) > max_input_items then
		return err("INPUT_TOO_LARGE", {reason = "cookies"})
	end
	return ok(true)
end

--- The first value of one parameter, decoded; "" when it is badly encoded, undefined when it is absent.
function M.query_param(query, param)
	for _, pair in ipairs(split_query(query)) do
		if encoding.form_decode(pair[1]) == param then
			return encoding.form_decode(pair[2]) or ""
		end
	end
	return nil
end

--- What forbids a strict parameter, or undefined.
local function param_problem(value, known)
	if known ~= nil then
		return "given twice"
	end
	if value == nil then
		return "percent-encoding"
	end
	return strings.has_control(value) and "control character" or nil
end

--- Decodes a query string or a posted form; INVALID_REQUEST as the strict parameters demand, those of all pages but the start
-- unless others are named. Of other parameters the first value counts, and one that cannot be decoded is left out.
function M.parse_query(query, strict)
	local params = {}
	for _, pair in ipairs(split_query(query)) do
		local name = encoding.form_decode(pair[1])
		local value = encoding.form_decode(pair[2])
		if name ~= nil then
			local problem = lib.ArrayIncludes(strict or strict_params, name) and param_problem(
				value,
				params[name]
			) or nil
			if problem ~= nil then
				return err("INVALID_REQUEST", {reason = problem, parameter = name})
			end
			params[name] = params[name] or value
		end
	end
	return ok(params)
end

--- The cookies but those of these names.
local function without(cookies, left_out)
	local kept = {}
	for _, name in ipairs(lib.ObjectKeys(cookies)) do
		local value = cookies[name]
		if value ~= nil and not lib.ArrayIncludes(left_out, name) then
			kept[name] = value
		end
	end
	return kept
end

--- Cookies by name. A browser sends the one with the longest path first, so the first counts; two cookies of
-- ours with different values count as none.
function M.parse_cookies(header)
	local cookies = {}
	local ambiguous = {}
	for _, pair in ipairs(split_cookies(header)) do
		local name = pair[1]
		local known = cookies[name]
		if known == nil then
			cookies[name] = pair[2]
		elseif lib.StringStartsWith(name, names.cookie_prefix) and known ~= pair[2] then
			ambiguous[#ambiguous + 1] = name
		end
	end
	return without(cookies, ambiguous)
end

--- Parameters and cookies of a request; INVALID_REQUEST when a parameter cannot be taken.
function M.parse(environment)
	local params = M.parse_query(environment.query_string)
	if not params.ok then
		return params
	end
	return ok({params = params.data, cookies = M.parse_cookies(environment.cookie)})
end

return M
