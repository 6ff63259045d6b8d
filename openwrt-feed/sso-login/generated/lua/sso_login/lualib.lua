-- Generated from TypeScriptToLua's helper functions by "make lua"; do not edit.
local function __TS__StringIncludes(self, searchString, position)
	if not position then
		position = 1
	else
		position = position + 1
	end
	local index = string.find(self, searchString, position, true)
	return index ~= nil
end

local function __TS__StringCharCodeAt(self, index)
	if index ~= index then
		index = 0
	end
	if index < 0 then
		return 0 / 0
	end
	return string.byte(self, index + 1) or 0 / 0
end

local function __TS__StringCharAt(self, pos)
	if pos ~= pos then
		pos = 0
	end
	if pos < 0 then
		return ""
	end
	return string.sub(self, pos + 1, pos + 1)
end

local __TS__StringSplit
do
	local sub = string.sub
	local find = string.find
	function __TS__StringSplit(source, separator, limit)
		if limit == nil then
			limit = 4294967295
		end
		if limit == 0 then
			return {}
		end
		local result = {}
		local resultIndex = 1
		if separator == nil or separator == "" then
			for i = 1, #source do
				result[resultIndex] = sub(source, i, i)
				resultIndex = resultIndex + 1
			end
		else
			local currentPos = 1
			while resultIndex <= limit do
				local startPos, endPos = find(source, separator, currentPos, true)
				if not startPos then
					break
				end
				result[resultIndex] = sub(source, currentPos, startPos - 1)
				resultIndex = resultIndex + 1
				currentPos = endPos + 1
			end
			if resultIndex <= limit then
				result[resultIndex] = sub(source, currentPos)
			end
		end
		return result
	end
end

local function __TS__ObjectKeys(obj)
	local result = {}
	local len = 0
	for key in pairs(obj) do
		len = len + 1
		result[len] = key
	end
	return result
end

local function __TS__ArraySort(self, compareFn)
	if compareFn ~= nil then
		table.sort(
			self,
			function(a, b) return compareFn(nil, a, b) < 0 end
		)
	else
		table.sort(self)
	end
	return self
end

local function __TS__StringSubstring(self, start, ____end)
	if ____end ~= ____end then
		____end = 0
	end
	if ____end ~= nil and start > ____end then
		start, ____end = ____end, start
	end
	if start >= 0 then
		start = start + 1
	else
		start = 1
	end
	if ____end ~= nil and ____end < 0 then
		____end = 0
	end
	return string.sub(self, start, ____end)
end

local function __TS__ArraySlice(self, first, last)
	local len = #self
	first = first or 0
	if first < 0 then
		first = len + first
		if first < 0 then
			first = 0
		end
	else
		if first > len then
			first = len
		end
	end
	last = last or len
	if last < 0 then
		last = len + last
		if last < 0 then
			last = 0
		end
	else
		if last > len then
			last = len
		end
	end
	local out = {}
	first = first + 1
	last = last + 1
	local n = 1
	while first < last do
		out[n] = self[first]
		first = first + 1
		n = n + 1
	end
	return out
end

local function __TS__StringStartsWith(self, searchString, position)
	if position == nil or position < 0 then
		position = 0
	end
	return string.sub(self, position + 1, #searchString + position) == searchString
end

local function __TS__StringEndsWith(self, searchString, endPosition)
	if endPosition == nil or endPosition > #self then
		endPosition = #self
	end
	return string.sub(self, endPosition - #searchString + 1, endPosition) == searchString
end

local function __TS__ArrayIncludes(self, searchElement, fromIndex)
	if fromIndex == nil then
		fromIndex = 0
	end
	local len = #self
	local k = fromIndex
	if fromIndex < 0 then
		k = len + fromIndex
	end
	if k < 0 then
		k = 0
	end
	for i = k + 1, len do
		if self[i] == searchElement then
			return true
		end
	end
	return false
end

local function __TS__ArrayEvery(self, callbackfn, thisArg)
	for i = 1, #self do
		if not callbackfn(thisArg, self[i], i - 1, self) then
			return false
		end
	end
	return true
end

local function __TS__ArrayFind(self, predicate, thisArg)
	for i = 1, #self do
		local elem = self[i]
		if predicate(thisArg, elem, i - 1, self) then
			return elem
		end
	end
	return nil
end

local function __TS__ArrayFilter(self, callbackfn, thisArg)
	local result = {}
	local len = 0
	for i = 1, #self do
		if callbackfn(thisArg, self[i], i - 1, self) then
			len = len + 1
			result[len] = self[i]
		end
	end
	return result
end

local function __TS__ArrayIsArray(value)
	return type(value) == "table" and (value[1] ~= nil or next(value) == nil)
end

local function __TS__ArrayConcat(self, ...)
	local items = {...}
	local result = {}
	local len = 0
	for i = 1, #self do
		len = len + 1
		result[len] = self[i]
	end
	for i = 1, #items do
		local item = items[i]
		if __TS__ArrayIsArray(item) then
			for j = 1, #item do
				len = len + 1
				result[len] = item[j]
			end
		else
			len = len + 1
			result[len] = item
		end
	end
	return result
end

local function __TS__ArraySome(self, callbackfn, thisArg)
	for i = 1, #self do
		if callbackfn(thisArg, self[i], i - 1, self) then
			return true
		end
	end
	return false
end

local function __TS__ArrayMap(self, callbackfn, thisArg)
	local result = {}
	for i = 1, #self do
		result[i] = callbackfn(thisArg, self[i], i - 1, self)
	end
	return result
end

local function __TS__ArrayIndexOf(self, searchElement, fromIndex)
	if fromIndex == nil then
		fromIndex = 0
	end
	local len = #self
	if len == 0 then
		return -1
	end
	if fromIndex >= len then
		return -1
	end
	if fromIndex < 0 then
		fromIndex = len + fromIndex
		if fromIndex < 0 then
			fromIndex = 0
		end
	end
	for i = fromIndex + 1, len do
		if self[i] == searchElement then
			return i - 1
		end
	end
	return -1
end

local M = {}
M.StringIncludes = __TS__StringIncludes
M.StringCharCodeAt = __TS__StringCharCodeAt
M.StringCharAt = __TS__StringCharAt
M.StringSplit = __TS__StringSplit
M.ObjectKeys = __TS__ObjectKeys
M.ArraySort = __TS__ArraySort
M.StringSubstring = __TS__StringSubstring
M.ArraySlice = __TS__ArraySlice
M.StringStartsWith = __TS__StringStartsWith
M.StringEndsWith = __TS__StringEndsWith
M.ArrayIncludes = __TS__ArrayIncludes
M.ArrayEvery = __TS__ArrayEvery
M.ArrayFind = __TS__ArrayFind
M.ArrayFilter = __TS__ArrayFilter
M.ArrayConcat = __TS__ArrayConcat
M.ArraySome = __TS__ArraySome
M.ArrayMap = __TS__ArrayMap
M.ArrayIndexOf = __TS__ArrayIndexOf
return M
