-- Generated from src/sso_login/base/json_values.ts by "make lua"; do not edit.
--- Values of unknown types, as decoded from JSON or passed by rpcd.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")

--- The text itself; "" for anything else.
function M.text_of(value)
	return type(value) == "string" and value or ""
end

--- Whether a value is a text that is not empty and has no NUL, at which ubus cuts a text.
function M.is_name(value)
	return type(value) == "string" and value ~= "" and not lib.StringIncludes(value, "\0")
end

--- The text that is such a name; "" for anything else, as a cut text would be another name.
function M.name_of(value)
	return M.is_name(value) and value or ""
end

--- The strings of an array, other members left out; undefined when it is no array.
function M.strings_of(value)
	return json.is_array(value) and lib.ArrayFilter(
		value,
		function(_, item) return type(item) == "string" end
	) or nil
end

--- The objects of an array, other members left out; undefined when it is no array. An empty object counts as an empty array.
function M.objects_of(value)
	return json.is_array(value) and lib.ArrayFilter(
		value,
		function(_, item) return json.is_object(item) end
	) or nil
end

return M
