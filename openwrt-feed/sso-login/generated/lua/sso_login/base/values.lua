-- Generated from src/sso_login/base/values.ts by "make lua"; do not edit.
--- Values that may be anything, as decoded from JSON or handed over by rpcd.
local M = {}
local json = require("sso_login.io.json")

--- The text itself; "" for anything else.
function M.text_of(value)
	return type(value) == "string" and value or ""
end

--- The strings of an array, other members left out; undefined when it is no array.
function M.strings_of(value)
	if not json.is_array(value) then
		return nil
	end
	local list = {}
	for _, item in ipairs(value) do
		if type(item) == "string" then
			list[#list + 1] = item
		end
	end
	return list
end

--- The facts of a failure; none where it has only a text.
function M.facts_of(failure)
	return type(failure.details) == "table" and failure.details or {}
end

return M
