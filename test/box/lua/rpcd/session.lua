--- The ubus object `session` of rpcd, on the state that ubus.lua keeps; without `unset`, which no one calls.
--
-- State: {sessions = {[id] = session}}. Session: id, timeout (seconds, 0 = never ends), deadline (milliseconds of the
-- monotonic clock, absent when it never ends), grants ({[scope] = sequence of {object, function}, in rpcd's order}),
-- data ({[name] = value}).
local clock = require("posix.time")
local fnmatch = require("posix.fnmatch")
local files = require("files")
local blob = require("rpcd.blob")
local login = require("rpcd.login")
local STATUS = require("rpcd.status")

local session = {}

local NOBODY = string.rep("0", 32)
local DEFAULT_TIMEOUT = 300
local MAX_MILLISECONDS = 2147483647

local function now()
  local time = clock.clock_gettime(clock.CLOCK_MONOTONIC)
  return time.tv_sec * 1000 + math.floor(time.tv_nsec / 1000000)
end

local function touch(entry)
  if entry.timeout > 0 then
    entry.deadline = now() + math.min(entry.timeout * 1000, MAX_MILLISECONDS)
  end
end

local function remove_expired(state)
  local moment = now()
  for id, entry in pairs(state.sessions) do
    if entry.deadline and entry.deadline <= moment then
      state.sessions[id] = nil
    end
  end
end

-- rpcd sorts the grants of a scope by the object's part before the first wildcard; equal ones keep their order.
local function sort_key(object) return object:match("^[^*?%[]*") end

local function grant(entry, scope, object, name)
  local grants = entry.grants[scope] or {}
  entry.grants[scope] = grants
  local position = 1
  for index, pair in ipairs(grants) do
    if pair[1] == object and pair[2] == name then
      return
    end
    if sort_key(pair[1]) <= sort_key(object) then
      position = index + 1
    end
  end
  table.insert(grants, position, { object, name })
end

-- A scope goes with its last grant; without an object it goes whole (rpc_session_revoke).
local function revoke(entry, scope, object, name)
  local grants = entry.grants[scope] or {}
  for index = #grants, 1, -1 do
    local pair = grants[index]
    if not object or (pair[1] == object and pair[2] == name) then
      table.remove(grants, index)
    end
  end
  if #grants == 0 then
    entry.grants[scope] = nil
  end
end

local function allowed(entry, scope, object, name)
  for _, pair in ipairs(entry.grants[scope] or {}) do
    if fnmatch.fnmatch(pair[1], object, fnmatch.FNM_NOESCAPE) == 0
      and fnmatch.fnmatch(pair[2], name, fnmatch.FNM_NOESCAPE) == 0 then
      return true
    end
  end
  return false
end

local function new_session(id, timeout)
  local entry = { id = id, timeout = timeout, grants = {}, data = {} }
  touch(entry)
  return entry
end

local function add_session(state, timeout)
  local entry = new_session(files.random_hex(16), timeout)
  state.sessions[entry.id] = entry
  return entry
end

-- A new array is begun whenever the object changes, so an object may appear twice when patterns are among the grants.
local function dump_scope(grants)
  local objects, last = {}, nil
  for _, pair in ipairs(grants) do
    if pair[1] ~= last then
      objects[#objects + 1] = { pair[1], blob.array({}) }
      last = pair[1]
    end
    local functions = objects[#objects][2].items
    functions[#functions + 1] = pair[2]
  end
  return blob.table(objects)
end

local function dump_grants(entry)
  local scopes = {}
  for _, scope in ipairs(files.names(entry.grants)) do
    scopes[#scopes + 1] = { scope, dump_scope(entry.grants[scope]) }
  end
  return blob.table(scopes)
end

local function dump_data(entry)
  local fields = {}
  for _, name in ipairs(files.names(entry.data)) do
    fields[#fields + 1] = { name, entry.data[name] }
  end
  return blob.table(fields)
end

local function remaining_seconds(entry)
  return entry.deadline and math.max(0, math.floor((entry.deadline - now()) / 1000)) or 0
end

local function dump(entry)
  return blob.table({
    { "ubus_rpc_session", entry.id },
    { "timeout", entry.timeout },
    { "expires", remaining_seconds(entry) },
    { "acls", dump_grants(entry) },
    { "data", dump_data(entry) },
  })
end

local function timeout_argument(arguments)
  return blob.field(arguments, "timeout", "int32") or DEFAULT_TIMEOUT
end

-- The session that the arguments name, its time-out begun anew; or a ubus status.
local function named_session(state, arguments)
  local id = blob.field(arguments, "ubus_rpc_session", "string")
  if not id then
    return nil, STATUS.INVALID_ARGUMENT
  end
  local entry = state.sessions[id]
  if not entry then
    return nil, STATUS.NOT_FOUND
  end
  touch(entry)
  return entry
end

-- A method on the session that the arguments name.
local function of_session(run)
  return function(state, arguments)
    local entry, status = named_session(state, arguments)
    if not entry then
      return status
    end
    return run(entry, arguments, state)
  end
end

-- Each method gets the state, its arguments and the root folder, and returns a ubus status and any number of replies.
local methods = {}

function methods.create(state, arguments) return 0, dump(add_session(state, timeout_argument(arguments))) end

function methods.list(state, arguments)
  local dumps = {}
  if blob.field(arguments, "ubus_rpc_session", "string") then
    local entry, status = named_session(state, arguments)
    return status or 0, entry and dump(entry)
  end
  for _, id in ipairs(files.names(state.sessions)) do
    dumps[#dumps + 1] = dump(state.sessions[id])
  end
  return 0, unpack(dumps)
end

methods.grant = of_session(function(entry, arguments)
  local objects = blob.field(arguments, "objects", "array")
  if not objects then
    return STATUS.INVALID_ARGUMENT
  end
  for _, pair in ipairs(objects.items) do
    grant(entry, blob.field(arguments, "scope", "string") or "ubus", pair.items[1], pair.items[2])
  end
  return 0
end)

methods.revoke = of_session(function(entry, arguments)
  local scope = blob.field(arguments, "scope", "string") or "ubus"
  local objects = blob.field(arguments, "objects", "array")
  if not objects then
    revoke(entry, scope)
    return 0
  end
  for _, pair in ipairs(objects.items) do
    if pair.items and pair.items[1] and pair.items[2] then
      revoke(entry, scope, pair.items[1], pair.items[2])
    end
  end
  return 0
end)

methods.access = of_session(function(entry, arguments)
  local object = blob.field(arguments, "object", "string")
  local name = blob.field(arguments, "function", "string")
  if not object or not name then
    return 0, dump_grants(entry)
  end
  local scope = blob.field(arguments, "scope", "string") or "ubus"
  return 0, blob.table({ { "access", allowed(entry, scope, object, name) } })
end)

methods.set = of_session(function(entry, arguments)
  local values = blob.field(arguments, "values", "table")
  for _, field in ipairs(values and values.fields or {}) do
    entry.data[field[1]] = field[2]
  end
  return values and 0 or STATUS.INVALID_ARGUMENT
end)

methods.get = of_session(function(entry) return 0, blob.table({ { "values", dump_data(entry) } }) end)

methods.destroy = of_session(function(entry, _, state)
  if entry.id == NOBODY then
    return STATUS.PERMISSION_DENIED
  end
  state.sessions[entry.id] = nil
  return 0
end)

local function grant_logged_in(entry, root, section)
  login.grant_all(root, section, function(scope, object, name)
    grant(entry, scope, object, name)
  end)
end

function methods.login(state, arguments, root)
  local username = blob.field(arguments, "username", "string")
  local password = blob.field(arguments, "password", "string")
  if not username or not password then
    return STATUS.INVALID_ARGUMENT
  end
  local section = login.check(root, username, password)
  if not section then
    return STATUS.PERMISSION_DENIED
  end
  local entry = add_session(state, timeout_argument(arguments))
  grant_logged_in(entry, root, section)
  entry.data.username = username
  return 0, dump(entry)
end

--- The state of an rpcd that has just started: only the unauthenticated session.
function session.new_state(root)
  local nobody = new_session(NOBODY, 0)
  grant_logged_in(nobody, root, nil)
  return { sessions = { [NOBODY] = nobody } }
end

--- Calls a method; returns a ubus status and the replies. Status 3 when there is no such method.
function session.call(state, root, method, arguments)
  remove_expired(state)
  if not methods[method] then
    return STATUS.METHOD_NOT_FOUND
  end
  return methods[method](state, arguments, root)
end

--- Does what SIGHUP does to rpcd: sessions and their values stay, their grants are computed anew from the first login
-- section of their `username`. Time left is kept in whole seconds, and a session that never ends is lost.
function session.reload(state, root)
  remove_expired(state)
  local before = state.sessions
  state.sessions = session.new_state(root).sessions
  for id, entry in pairs(before) do
    local seconds = remaining_seconds(entry)
    if id ~= NOBODY and seconds > 0 then
      entry.deadline = now() + seconds * 1000
      entry.grants = {}
      local username = entry.data.username
      local section = type(username) == "string" and login.section_for(root, username)
      if section then
        grant_logged_in(entry, root, section)
      end
      state.sessions[id] = entry
    end
  end
end

return session
