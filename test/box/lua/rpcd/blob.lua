--- Values as they travel over ubus, and their way from and to Lua as libubus-lua does it.
--
-- A string, a boolean stay what they are; numbers become {kind = "int32" or "int64", value}; tables become
-- {kind = "array", items} or {kind = "table", fields}, where fields is a sequence of {name, value}.
local blob = {}

local INT32_MAX = 2147483647

--- The kind of a value: string, bool, int32, int64, array, table.
function blob.kind(value)
    local lua_type = type(value)
    if lua_type == "table" then
        return value.kind
    end
    return lua_type == "boolean" and "bool" or lua_type
end

--- A 32-bit integer.
function blob.int32(number)
    return { kind = "int32", value = number }
end

--- A 64-bit integer.
function blob.int64(number)
    return { kind = "int64", value = number }
end

--- A table made of {name, value} pairs in this order.
function blob.table(fields)
    return { kind = "table", fields = fields }
end

--- A reply that is there in Lua already.
function blob.ready(value)
    return { kind = "ready", value = value }
end

--- An array of values.
function blob.array(items)
    return { kind = "array", items = items }
end

local from_lua

-- libubus-lua converts to an unsigned 64-bit integer, which cuts fractions off; what a negative number becomes
-- depends on the processor, here as on x86-64.
local function number_from_lua(number)
    local whole = number < 0 and math.ceil(number) or math.floor(number)
    if whole < 0 then
        return blob.int64(18446744073709551616 + whole)
    end
    return whole > INT32_MAX and blob.int64(whole) or blob.int32(whole)
end

-- Only what `next` gives as 1, 2, 3 … in this order is an array; an empty table is one too.
local function is_array(value)
    local expected = 1
    for key in next, value do
        if key ~= expected then
            return false
        end
        expected = expected + 1
    end
    return true
end

local function array_from_lua(value)
    local items = {}
    for _, item in next, value do
        local converted = from_lua(item)
        if converted == nil then
            return nil
        end
        items[#items + 1] = converted
    end
    return blob.array(items)
end

-- The binding turns a number key into a string inside the table that it walks through, so that the next step fails.
local function fields_from_lua(value)
    local fields = {}
    for key, item in next, value do
        local converted = from_lua(item)
        if converted == nil then
            return nil
        end
        if type(key) == "number" then
            error("invalid key to 'next'", 0)
        end
        fields[#fields + 1] = { key, converted }
    end
    return blob.table(fields)
end

function from_lua(value)
    local lua_type = type(value)
    if lua_type == "string" then
        return (value:gsub("%z.*", "")) -- C strings end at the first NUL
    elseif lua_type == "boolean" then
        return value
    elseif lua_type == "number" then
        return number_from_lua(value)
    elseif lua_type == "table" then
        return is_array(value) and array_from_lua(value) or (not is_array(value)) and fields_from_lua(value) or nil
    elseif lua_type == "userdata" then
        error("libubus-lua crashes on a userdata such as cjson.null", 0)
    end
    return nil
end

--- The arguments of a call; nil when a value cannot be sent (a function, a thread).
function blob.arguments_from_lua(arguments)
    return fields_from_lua(arguments)
end

--- A value as libubus-lua hands it to Lua. A field without name lands at the next index; of two fields of one name
-- the later one stays.
function blob.to_lua(value)
    local kind = blob.kind(value)
    if kind == "int32" or kind == "int64" or kind == "ready" then
        return value.value
    elseif kind == "array" then
        local items = {}
        for index, item in ipairs(value.items) do
            items[index] = blob.to_lua(item)
        end
        return items
    elseif kind == "table" then
        local fields, index = {}, 0
        for _, field in ipairs(value.fields) do
            if field[1] == "" then
                index = index + 1
                fields[index] = blob.to_lua(field[2])
            else
                fields[field[1]] = blob.to_lua(field[2])
            end
        end
        return fields
    end
    return value
end

--- The first field of a name and a kind; a field of another kind counts as absent, as in rpcd's argument policies.
function blob.field(arguments, name, kind)
    for _, field in ipairs(arguments.fields) do
        if field[1] == name and blob.kind(field[2]) == kind then
            return field[2]
        end
    end
    return nil
end

return blob
