--- ucode's module ubus on the box's stand-in of libubus-lua. A call that fails returns null, and `error()` says why, once:
-- as text, or with true as the status.
local libubus = require("ubus")
local blob = require("rpcd.blob")
local STATUS = require("rpcd.status")
local convert = require("ucode.modules.convert")
local fail = require("ucode.failure")
local values = require("ucode.values")

local last_status, last_text

local function failed(status, text)
  last_status, last_text = status, text
  return nil
end

local function take_error(wants_status)
  local status, text = last_status, last_text
  last_status, last_text = nil, nil
  if values.truthy(wants_status) then
    return status
  end
  return text
end

-- A value as it travels over ubus; nothing for what cannot.
local function to_blob(value)
  local kind = values.kind_of(value)
  if kind == values.Array then
    local items = {}
    for place = 1, value.n do
      items[place] = to_blob(value[place])
    end
    return blob.array(items)
  elseif kind == values.Object then
    local fields = {}
    for place, name in ipairs(value.k) do
      fields[place] = { name, to_blob(values.get(value, name)) }
    end
    return blob.table(fields)
  elseif value == nil or kind or type(value) == "function" then
    fail.unknown("ubus with a " .. values.type(value))
  end
  return value
end

-- Empty arrays and empty tables are not the same here.
local function from_blob(value)
  local kind = blob.kind(value)
  if kind == "array" then
    local items = {}
    for place, item in ipairs(value.items) do
      items[place] = from_blob(item)
    end
    return values.array(#items, items)
  elseif kind == "table" then
    local made = values.object(0)
    for _, field in ipairs(value.fields) do
      values.set(made, field[1], from_blob(field[2]))
    end
    return made
  end
  return kind == "ready" and convert.from_lua(value.value) or value
end

-- A call's status and replies as ucode has them: the last one, or all of them as an array.
local function answer(object, method, how, status, ...)
  if status ~= 0 then
    local what = ("Failed to invoke function '%s' on object '%s'"):format(method, object)
    return failed(status, (STATUS.texts[status] or "Unknown error") .. ": " .. what)
  end
  failed(nil, nil)
  local replies = values.pack(...)
  for place = 1, replies.n do
    replies[place] = from_blob(replies[place])
  end
  if how == "multiple" then
    return replies.n > 0 and replies or nil
  end
  return replies[1]
end

local function methods_of(connection)
  local methods = { error = take_error }
  function methods.call(object, method, arguments, how)
    if how ~= nil and how ~= "multiple" and how ~= "single" then
      fail.unknown("ubus' call with " .. values.text(how))
    end
    if arguments ~= nil and values.kind_of(arguments) ~= values.Object then
      return failed(STATUS.INVALID_ARGUMENT, "Invalid argument")
    end
    return answer(object, method, how, connection:invoke(object, method, to_blob(arguments or values.object(0))))
  end
  function methods.list(object)
    local found, status = connection:signatures(object)
    if not found then
      return failed(status, STATUS.texts[status])
    end
    failed(nil, nil)
    return values.array(0, {})
  end
  return methods
end

return require("ucode.modules.exports")({
  error = take_error,
  connect = function(socket, timeout)
    local connection = libubus.connect(socket, timeout)
    if not connection then
      return failed(nil, "Unable to connect to ubus socket")
    end
    return values.resource(methods_of(connection))
  end,
})
