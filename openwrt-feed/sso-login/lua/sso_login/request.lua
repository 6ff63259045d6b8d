-- Generated from src/sso_login/request.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__StringSubstring = ____lualib.__TS__StringSubstring
local __TS__StringSplit = ____lualib.__TS__StringSplit
local __TS__StringCharAt = ____lualib.__TS__StringCharAt
local __TS__ArrayIncludes = ____lualib.__TS__ArrayIncludes
local ____exports = {}
local split_pair, split_query, strip, split_cookies
local ____encoding = require("sso_login.encoding")
local form_decode = ____encoding.form_decode
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
local ____text = require("sso_login.text")
local has_control = ____text.has_control
function split_pair(text)
	local equals = (string.find(text, "=", nil, true) or 0) - 1
	return equals >= 0 and ({
		__TS__StringSubstring(text, 0, equals),
		__TS__StringSubstring(text, equals + 1)
	}) or ({text, ""})
end
function split_query(query)
	local out = {}
	for ____, part in ipairs(__TS__StringSplit(query, "&")) do
		if part ~= "" then
			out[#out + 1] = split_pair(part)
		end
	end
	return out
end
function strip(text)
	local from = 0
	local to = #text
	while from < to and (__TS__StringCharAt(text, from) == " " or __TS__StringCharAt(text, from) == "\t") do
		from = from + 1
	end
	while to > from and (__TS__StringCharAt(text, to - 1) == " " or __TS__StringCharAt(text, to - 1) == "\t") do
		to = to - 1
	end
	return __TS__StringSubstring(text, from, to)
end
function split_cookies(header)
	local out = {}
	for ____, part in ipairs(__TS__StringSplit(header, ";")) do
		local text = strip(part)
		if text ~= "" then
			local pair = split_pair(text)
			out[#out + 1] = {
				strip(pair[1]),
				strip(pair[2])
			}
		end
	end
	return out
end
--- Bytes of a query string and of a Cookie header.
____exports.max_input_bytes = 16384
--- Parameters of a query, and cookies of a Cookie header.
____exports.max_input_items = 100
____exports.state_cookie = "__Host-webui_sso_state"
--- Parameters that decide something: a second value, a bad encoding or a control character is an attack or a fault.
local strict_params = {
	"code",
	"state",
	"error",
	"iss",
	"stoken"
}
--- Whether a request stays within the limits; INPUT_TOO_LARGE with what is over them otherwise.
function ____exports.check_limits(environment)
	if #environment.query_string > ____exports.max_input_bytes then
		return err("INPUT_TOO_LARGE", {reason = "query string", bytes = #environment.query_string})
	end
	if #environment.cookie > ____exports.max_input_bytes then
		return err("INPUT_TOO_LARGE", {reason = "Cookie header", bytes = #environment.cookie})
	end
	if #split_query(environment.query_string) > ____exports.max_input_items then
		return err("INPUT_TOO_LARGE", {reason = "query parameters"})
	end
	if #split_cookies(environment.cookie) > ____exports.max_input_items then
		return err("INPUT_TOO_LARGE", {reason = "cookies"})
	end
	return ok(true)
end
--- The first value of one parameter, decoded; "" when it is badly encoded, undefined when it is absent.
function ____exports.query_param(query, wanted)
	for ____, pair in ipairs(split_query(query)) do
		if form_decode(pair[1]) == wanted then
			return form_decode(pair[2]) or ""
		end
	end
	return nil
end
--- Decodes a query string; INVALID_REQUEST as the strict parameters demand, other parameters are taken as they come.
function ____exports.parse_query(query)
	local params = {}
	for ____, pair in ipairs(split_query(query)) do
		local name = form_decode(pair[1])
		local value = form_decode(pair[2])
		if name == nil or value == nil then
			return err("INVALID_REQUEST", {reason = "percent-encoding"})
		end
		if __TS__ArrayIncludes(strict_params, name) then
			if params[name] ~= nil then
				return err("INVALID_REQUEST", {reason = "given twice", parameter = name})
			end
			if has_control(value) then
				return err("INVALID_REQUEST", {reason = "control character", parameter = name})
			end
		end
		if params[name] == nil then
			params[name] = value
		end
	end
	return ok(params)
end
--- Cookies by name. A browser sends the one with the longest path first, so the first counts; two state cookies with
-- different values count as none.
function ____exports.parse_cookies(header)
	local cookies = {}
	local ambiguous = false
	for ____, pair in ipairs(split_cookies(header)) do
		local name = pair[1]
		local known = cookies[name]
		if known == nil then
			cookies[name] = pair[2]
		elseif name == ____exports.state_cookie and known ~= pair[2] then
			ambiguous = true
		end
	end
	if ambiguous then
		cookies[____exports.state_cookie] = nil
	end
	return cookies
end
--- Parameters and cookies of a request; INVALID_REQUEST when a parameter cannot be taken.
function ____exports.parse(environment)
	local params = ____exports.parse_query(environment.query_string)
	if not params.ok then
		return params
	end
	return ok({
		params = params.data,
		cookies = ____exports.parse_cookies(environment.cookie)
	})
end
return ____exports
