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

--- Whether a text of the provider repeats one of these secrets, or has what may be a token.
local function repeats(text, secrets)
	return lib.ArraySome(
		lib.ArrayConcat({M.jwt_start}, secrets),
		function(_, secret) return secret ~= "" and lib.StringIncludes(text, secret) end
	)
end

--- A text of the provider for the log, left out if it repeats a secret; undefined for "", too. A number counts as a text, but 0 says success.
function M.shown(value, secrets)
	local text = type(value) == "number" and value ~= 0 and tostring(value) or value
	if type(text) ~= "string" or text == "" then
		return nil
	end
	return repeats(text, secrets) and M.left_out or M.cut(text)
end

--- Members that name an error, those that do so in an object in its place, and those that describe it: OAuth's (RFC 6749 sections 4.1.2.1
-- and 5.2) first, then those of the providers' own interfaces and of RFC 9457, which some endpoints have in their place.
local names = {"error", "errorCode", "errcode", "code"}
local names_within = {"type", "status", "code"}
local descriptions = {"error_description", "errorSummary", "errmsg", "message", "msg", "detail"}

--- The first of these members that is a text, or a number.
local function first_shown(answer, members, secrets)
	local found = lib.ArrayFind(
		members,
		function(_, name) return M.shown(answer[name], secrets) ~= nil end
	)
	return found ~= nil and M.shown(answer[found], secrets) or nil
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

--- The error that an answer reports in the place of what was asked for. Some providers have an object, or a list of them.
function M.reported_error(answer, secrets)
	local within = is_filled(answer.error) and answer.error or (json_values.objects_of(answer.errors) or {})[1]
	return {
		error = first_shown(within or answer, within ~= nil and names_within or names, secrets),
		error_description = first_shown(within or answer, descriptions, secrets)
	}
end

return M
