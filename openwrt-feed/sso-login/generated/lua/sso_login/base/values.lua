-- Generated from src/sso_login/base/values.ts by "make lua"; do not edit.
local lib, json =
    require("sso_login.use")("lualib", "io.json")
local M = {}
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
--- A JSON text with claims as an object. JSON's null is absence here, and an absent `email_verified` says nothing against an
-- e-mail: a null there becomes false.
function M.decode_claims(text)
	local decoded = json.decode_object(text)
	if decoded.ok and decoded.data.email_verified == nil and lib.StringIncludes(text, "\"email_verified\"") then
		decoded.data.email_verified = false
	end
	return decoded
end
return M
