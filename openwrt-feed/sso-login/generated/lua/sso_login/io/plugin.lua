-- Generated from src/lua/io/plugin.ts by "make lua"; do not edit.
--- rpcd's side of an exec plugin (rpcd's plugin.c): one JSON document in, one out.
local M = {}
local json = require("sso_login.io.json")

--- An answer as JSON, its members in the order of their names; an empty array is one when `json.list` made it.
function M.encode_answer(answer)
	if type(answer) ~= "table" then
		return json.encode(answer)
	end
	local parts = {}
	if getmetatable(answer) == json.list_mark or answer[1] ~= nil then
		for _, item in ipairs(answer) do
			parts[#parts + 1] = M.encode_answer(item)
		end
		return ("[" .. table.concat(parts, ",")) .. "]"
	end
	for name, member in pairs(answer) do
		parts[#parts + 1] = (json.encode(name) .. ":") .. M.encode_answer(member)
	end
	table.sort(parts)
	return ("{" .. table.concat(parts, ",")) .. "}"
end

return M
