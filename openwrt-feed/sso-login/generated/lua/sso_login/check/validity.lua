-- Generated from src/sso_login/check/validity.ts by "make lua"; do not edit.
--- How long a certificate counts (RFC 5280 section 4.1.2.5). Pure functions.
local lib = require("sso_login.lualib")
local M = {}
local strings = require("sso_login.base.strings")
local version_tag = 160
local utc_time_tag = 23
local generalized_time_tag = 24

--- The element at a place; undefined where none fits before `limit`.
local function element_at(der, at, limit)
	if at + 2 > limit then
		return nil
	end
	local from = at + 2
	local length = lib.StringCharCodeAt(der, at + 1)
	if length > 127 then
		local digits = length - 128
		if digits > 2 or from + digits > limit then
			return nil
		end
		length = 0
		do
			local i = 0
			while i < digits do
				length = length * 256 + lib.StringCharCodeAt(der, from + i)
				i = i + 1
			end
		end
		from = from + digits
	end
	return from + length <= limit and ({tag = lib.StringCharCodeAt(der, at), from = from, to = from + length}) or nil
end

--- The element so many elements after a place.
local function nth_element(der, start, limit, count)
	local element = element_at(der, start, limit)
	do
		local i = 0
		while i < count and element ~= nil do
			element = element_at(der, element.to, limit)
			i = i + 1
		end
	end
	return element
end

--- The field `validity` of a certificate.
local function validity_of(der)
	local certificate = element_at(der, 0, #der)
	local body = certificate ~= nil and element_at(der, certificate.from, certificate.to) or nil
	local first = body ~= nil and element_at(der, body.from, body.to) or nil
	if body == nil or first == nil then
		return nil
	end
	-- Version, which the first version lacks; serial number, algorithm, issuer.
	return nth_element(der, body.from, body.to, first.tag == version_tag and 4 or 3)
end

--- The day on which a certificate ends, in UTC: the number 20260131. Undefined where it is not to be found.
function M.last_day(der)
	local validity = validity_of(der)
	local time = validity ~= nil and nth_element(der, validity.from, validity.to, 1) or nil
	if time == nil or time.tag ~= utc_time_tag and time.tag ~= generalized_time_tag then
		return nil
	end
	local text = lib.StringSubstring(der, time.from, time.to)
	local century = text < "50" and "20" or "19"
	local date = lib.StringSubstring(time.tag == utc_time_tag and century .. text or text, 0, 8)
	return #date == 8 and strings.parse_integer(date) or nil
end

return M
