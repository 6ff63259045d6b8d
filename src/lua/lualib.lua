--- The functions that TypeScriptToLua calls for members of texts, arrays and records that Lua lacks, in its names without `__TS__`. It
-- replaces TypeScriptToLua's own, which does all that ECMAScript says: this is what src/ecma.d.ts declares.
local find, sub = string.find, string.sub
local M = {}

function M.StringIncludes(text, part)
	return find(text, part, 1, true) ~= nil
end

function M.StringCharCodeAt(text, at)
	return at >= 0 and string.byte(text, at + 1) or 0 / 0
end

function M.StringCharAt(text, at)
	return at < 0 and "" or sub(text, at + 1, at + 1)
end

function M.StringSplit(text, separator)
	local parts, from = {}, 1
	-- Found everywhere, an empty one would never end; ECMAScript has characters then, and no one asks for them.
	assert(separator ~= "", "an empty separator")
	local first, last = find(text, separator, 1, true)
	while first do
		parts[#parts + 1] = sub(text, from, first - 1)
		from = last + 1
		first, last = find(text, separator, from, true)
	end
	parts[#parts + 1] = sub(text, from)
	return parts
end

function M.StringSubstring(text, from, to)
	to = to or #text
	if from > to then
		from, to = to, from
	end
	return sub(text, from > 0 and from + 1 or 1, to > 0 and to or 0)
end

function M.StringStartsWith(text, start)
	return sub(text, 1, #start) == start
end

function M.StringEndsWith(text, ending)
	return ending == "" or sub(text, -#ending) == ending
end

function M.ObjectKeys(record)
	local keys = {}
	for key in pairs(record) do
		keys[#keys + 1] = key
	end
	return keys
end

-- A callback's first parameter is ECMAScript's `this`.

function M.ArrayFind(list, test)
	for _, item in ipairs(list) do
		if test(nil, item) then
			return item
		end
	end
end

function M.ArraySome(list, test)
	for _, item in ipairs(list) do
		if test(nil, item) then
			return true
		end
	end
	return false
end

function M.ArrayEvery(list, test)
	for _, item in ipairs(list) do
		if not test(nil, item) then
			return false
		end
	end
	return true
end

function M.ArrayFilter(list, test)
	local found = {}
	for _, item in ipairs(list) do
		if test(nil, item) then
			found[#found + 1] = item
		end
	end
	return found
end

function M.ArrayMap(list, make)
	local made = {}
	for at, item in ipairs(list) do
		made[at] = make(nil, item)
	end
	return made
end

function M.ArrayIndexOf(list, wanted)
	for at, item in ipairs(list) do
		if item == wanted then
			return at - 1
		end
	end
	return -1
end

function M.ArrayIncludes(list, wanted)
	return M.ArrayIndexOf(list, wanted) >= 0
end

function M.ArrayConcat(...)
	local joined = {}
	for _, list in ipairs({ ... }) do
		for _, item in ipairs(list) do
			joined[#joined + 1] = item
		end
	end
	return joined
end

function M.ArraySlice(list, from, to)
	local part = {}
	for at = from + 1, math.min(to or #list, #list) do
		part[#part + 1] = list[at]
	end
	return part
end

function M.ArraySort(list, order)
	table.sort(list, function(a, b)
		return order(nil, a, b) < 0
	end)
	return list
end

return M
