-- Generated from src/sso_login/explain/provider_errors.ts by "make lua"; do not edit.
--- The error that an answer of the provider reports, in words for the log and the check.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")

--- Longest text of the provider that reaches the log.
local max_text = 200

--- The start of a JWT: Base64URL of `{"`.
M.jwt_start = "eyJ"

--- In the place of a text that repeats a secret.
M.left_out = "left out, as it repeats a secret"

--- A text of the provider for the log, cut; undefined for anything else.
function M.cut(text)
	return type(text) == "string" and lib.StringSubstring(text, 0, max_text) or nil
end

--- A text of the provider for the log, left out if it repeats a secret, or has what may be a token; undefined for "", too. A number counts as
-- a text, but 0 says success.
function M.shown(value, secrets)
	local text = type(value) == "number" and value ~= 0 and tostring(value) or value
	if type(text) ~= "string" or text == "" then
		return nil
	end
	local repeats = lib.ArraySome(
		lib.ArrayConcat({M.jwt_start}, secrets),
		function(_, secret) return secret ~= "" and lib.StringIncludes(text, secret) end
	)
	return repeats and M.left_out or M.cut(text)
end

--- Members that name an error, those that do so only in an object in its place, and those that describe it, plain: OAuth's (RFC 6749
-- sections 4.1.2.1 and 5.2) first, then those of the providers' own interfaces and of RFC 9457, which some endpoints have in their place.
local names = {"error", "errorcode", "errcode", "code", "__type"}
local names_within = lib.ArrayConcat({"type", "status"}, names)

--- Members with an object in the place of an error, or a list of such objects, plain; the outer ones may hold another one.
local holders = {"error", "fault", "errors", "meta"}
local descriptions = {
	"errordescription",
	"errorsummary",
	"errormessage",
	"errormsg",
	"errmsg",
	"message",
	"msg",
	"faultstring",
	"detail",
	"reason",
	"title"
}

--- A name of a provider in one spelling: `error_code` and `ErrorCode` are one.
function M.plain(name)
	return table.concat(
		lib.StringSplit(
			table.concat(lib.StringSplit(table.concat(lib.StringSplit(string.lower(name), "_"), ""), "-"), ""),
			" "
		),
		""
	)
end

--- The first of these members that is a text, or a number, in the first of these objects that has one.
local function first_shown(places, members, secrets)
	for _, place in ipairs(places) do
		local keys = lib.ArrayFilter(
			strings.sorted_keys(place),
			function(_, key) return M.shown(place[key], secrets) ~= nil end
		)
		for _, member in ipairs(members) do
			local found = lib.ArrayFind(
				keys,
				function(_, key) return key == member or M.plain(key) == member end
			)
			if found ~= nil then
				return M.shown(place[found], secrets)
			end
		end
	end
	return nil
end

local function is_filled(value)
	return json.is_object(value) and #strings.sorted_keys(value) > 0
end

--- Whether an answer has an error in the member `error`; another member may be part of what was asked for.
function M.has_error(answer)
	return is_filled(answer.error) or M.shown(answer.error, {}) ~= nil
end

--- Whether `reported_error` found an error, or words about one.
function M.is_reported(reported)
	return reported.error ~= nil or reported.error_description ~= nil
end

--- The object in the first of these members that has one, or that begins a list there; undefined where none has.
local function object_in(answer, members)
	local keys = lib.ArrayFilter(
		strings.sorted_keys(answer),
		function(_, key) return lib.ArrayIncludes(members, M.plain(key)) end
	)
	local values = lib.ArrayMap(keys, function(_, key) return answer[key] end)
	local found = lib.ArrayFind(
		values,
		function(_, value) return is_filled(value) or #(json_values.objects_of(value) or {}) > 0 end
	)
	return is_filled(found) and found or (json_values.objects_of(found) or {})[1]
end

--- The error that an answer reports in the place of what was asked for. Some providers have an object, which may have its code in `detail`.
function M.reported_error(answer, secrets)
	local outer = object_in(answer, holders)
	local within = outer ~= nil and (object_in(outer, holders) or outer) or nil
	local place = within or answer
	local detail = object_in(place, {"detail"})
	local details = detail ~= nil and ({detail}) or {}
	local listed = json_values.strings_of(answer.errors) or {}
	return {
		error = first_shown({place}, within ~= nil and names_within or names, secrets) or first_shown(
			details,
			names_within,
			secrets
		),
		error_description = first_shown(
			lib.ArrayConcat(details, {place}),
			descriptions,
			secrets
		) or M.shown(listed[1], secrets)
	}
end

--- The same of an answer as it came: one in plain text is words.
function M.reported_in(response, body, secrets)
	local is_text = lib.StringStartsWith(string.lower(json_values.text_of(response.content_type)), "text/plain")
	return body.ok and M.reported_error(body.data, secrets) or ({
		error_description = is_text and M.shown(response.body, secrets) or nil
	})
end

--- Bytes of an address in an error.
local max_address = 200

--- A text in the place of an address, for people: cut, and without what may be a password before the host.
function M.shown_address(text)
	local parts = lib.StringSplit(text, "@")
	return lib.StringSubstring(#parts > 1 and "...@" .. (parts[#parts] or "") or text, 0, max_address)
end

return M
