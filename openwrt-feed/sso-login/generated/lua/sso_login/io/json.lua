-- Generated from src/lua/io/json.ts by "make lua"; do not edit.
--- JSON as the service sees it: objects, arrays, strings, finite numbers and booleans; null is absence.
local lib = require("sso_login.lualib")
local M = {}
local result = require("sso_login.result")
local native = require("sso_login.io.native")
local err, ok = result.err, result.ok

--- The limit of ucode's parser, too. Nothing we read is deeper; rpcd's and LuCI's files stay below ten.
local max_depth = 31
local loaded

--- lua-cjson, loaded at its first use: a program can say that it is missing.
local function codec()
	if loaded == nil then
		loaded = require("cjson").new()
		loaded.decode_invalid_numbers(false)
		loaded.decode_max_depth(max_depth)
	end
	return loaded
end

--- The metatable of such arrays: Lua's empty table does not tell whether it is one.
M.list_mark = {}

function M.list(items)
	return setmetatable(items, M.list_mark)
end

--- Whether a decoded value is an array; an empty object and an empty array look alike and count as both.
function M.is_array(value)
	if type(value) ~= "table" or value == nil then
		return false
	end
	local key = next(value)
	return value[1] ~= nil or key == nil
end

function M.is_object(value)
	return type(value) == "table" and value[1] == nil
end

--- Replaces lua-cjson's null, which is a value, by absence: members go, array elements close up.
local function without_null(value)
	if value == codec().null then
		return nil
	end
	if type(value) ~= "table" then
		return value
	end
	if M.is_array(value) then
		local list = {}
		for _, item in ipairs(value) do
			local kept = without_null(item)
			if kept ~= nil then
				list[#list + 1] = kept
			end
		end
		return list
	end
	local object = {}
	for key, item in pairs(value) do
		object[key] = without_null(item)
	end
	return object
end

local function read(text)
	local value = codec().decode(text)
	if lib.StringIncludes(text, "null") then
		return without_null(value)
	end
	return value
end

local function decode_with(reader, text)
	codec()
	local success, value = pcall(reader, text)
	return success and not lib.StringIncludes(text, "\0") and ok(value) or err("JSON_INVALID")
end

--- A decoded text as an object; once decoded, an empty array would look like one.
local function to_object(decoded, text)
	if not decoded.ok then
		return decoded
	end
	local opening = string.find(text, "^[ \t\r\n]*{")
	return opening ~= nil and M.is_object(decoded.data) and ok(decoded.data) or err("JSON_INVALID")
end

--- Decodes a JSON text (RFC 8259). Of members with the same name the last counts. Numbers that are not finite, nesting
-- deeper than 31 and everything that is not JSON are errors.
function M.decode(text)
	local rewritten = native.load_crypto().json_rewrite(text, false)
	return rewritten ~= nil and decode_with(read, rewritten) or err("JSON_INVALID")
end

function M.decode_object(text)
	return to_object(M.decode(text), text)
end

--- The same of a text of providers, where what no rule reads must not fail a login: what a runtime cannot represent is replaced by values that
-- no rule accepts. Half a surrogate pair becomes NUL, which no name may hold; an array or object below level 31 becomes null, which is
-- absence; a number that is too large becomes false.
function M.decode_foreign(text)
	local rewritten = native.load_crypto().json_rewrite(text, true)
	return rewritten ~= nil and to_object(decode_with(read, rewritten), rewritten) or err("JSON_INVALID")
end

--- The object in a file that this service or the router's packages wrote: in ucode whatever rpcd takes for one.
function M.decode_file(text)
	return to_object(decode_with(read, text), text)
end

--- The value with `false` for each null, which counts as a member in rpcd.
local function with_members(value)
	if value == codec().null then
		return false
	end
	if type(value) == "table" then
		for key, member in pairs(value) do
			value[key] = with_members(member)
		end
	end
	return value
end

--- The object that rpcd reads in a file of access groups; a member that is null is `false`. rpcd's parser takes more than JSON, and ends
-- texts at a NUL: what this one does not read as rpcd does is an error.
function M.decode_as_rpcd(text)
	if lib.StringIncludes(text, "\\u0000") then
		return err("JSON_INVALID")
	end
	return to_object(decode_with(function(whole) return with_members(codec().decode(whole)) end, text), text)
end

--- Encodes a value of strings, numbers, booleans, arrays and objects; an empty array comes out as `{}`.
function M.encode(value)
	return codec().encode(value)
end

--- A text that is the same whenever this program has made the same value in the same way, to compare.
function M.encode_repeatable(value)
	return codec().encode(value)
end

return M
