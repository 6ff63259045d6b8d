-- Generated from src/lua/io/plugin.ts by "make lua"; do not edit.
local lib = require("sso_login.lualib")
local M = {}
local ____json = require("sso_login.io.json")
local encode = ____json.encode
--- Members that are lists; io/json writes an empty list as `{}`.
local lists = {
	"access_groups",
	"email",
	"findings",
	"group",
	"logins",
	"read",
	"roles",
	"write"
}
--- Standard input to its end; undefined when it is longer than `max_bytes`.
function M.read_input(max_bytes)
	local stdin = io.stdin
	local input = stdin:read(max_bytes + 1) or ""
	return #input <= max_bytes and input or nil
end
--- The answer as JSON. A quotation mark within a text is preceded by a backslash, so only members match.
function M.encode_answer(answer)
	local text = string.gsub(
		encode(answer),
		"\"([%a_]+)\":{}",
		function(name) return lib.ArrayIncludes(lists, name) and ("\"" .. name) .. "\":[]" or ("\"" .. name) .. "\":{}" end
	)
	return text
end
return M
