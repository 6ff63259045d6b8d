--- Stand-in for libubus-lua: the same interface, with rpcd's object `session` behind it, on state in files, its object
-- `uci` (rpcd/uci.lua), its object `file` (rpcd/file.lua), and its exec plugins (rpcd/plugin.lua); and procd's object `service`.
--
-- The socket's path says which root folder is meant: it is what precedes /var/run/ubus/. No daemon runs; the state
-- lives in the socket's folder, which must exist (otherwise "ubusd is not there"). test/contract/ compares this module
-- with the real one.
--
-- For tests there are files in that folder: `reload.<method>` makes rpcd reload instead of answering that method of `session`, whose
-- call is lost, and `absent`, holding a number, hides the object from so many lookups, as while it reloads.
local stat = require("posix.sys.stat")
local files = require("files")
local blob = require("rpcd.blob")
local plugin = require("rpcd.plugin")
local session = require("rpcd.session")
local file_object = require("rpcd.file")
local uci_object = require("rpcd.uci")
local STATUS = require("rpcd.status")

local ubus = {}

local DEFAULT_SOCKET = "/var/run/ubus/ubus.sock"

local connection = {}
connection.__index = connection

-- The folder of the socket and the root folder before it; nothing when the path has another form.
local function locate(socket_path)
  local root = socket_path:match("^(.*)/var/run/ubus/[^/]+$")
  return root and root .. "/var/run/ubus", root
end

local function is_directory(path)
  local info = stat.stat(path)
  return info ~= nil and stat.S_ISDIR(info.st_mode) ~= 0
end

-- Whether this lookup of `session` falls into the moment in which rpcd is not there.
local function is_absent(self)
  local path = self.folder .. "/absent"
  local lookups = tonumber((files.read(path))) or 0
  if lookups < 1 then
    return false
  end
  files.write(path, lookups - 1)
  return true
end

-- Something to permit and to forbid; only the names are a router's.
local system = { board = { hostname = "router-in-a-box", model = "none" }, info = { uptime = 1 }, reboot = {} }

-- Runs `change` on rpcd's state, a file, while no other process can. An error leaves the file as it was.
local function with_state(self, change)
  return files.locked(self.folder .. "/rpcd-state.lock", function()
    local path = self.folder .. "/rpcd-state.lua"
    local chunk = loadfile(path)
    local state = chunk and setfenv(chunk, {})() or session.new_state(self.root)
    local results = { change(state) }
    assert(files.replace(path, "return " .. files.serialized(state)))
    return unpack(results)
  end)
end

local function call_session(self, method, arguments)
  if is_absent(self) then
    return STATUS.NOT_FOUND
  end
  if os.remove(self.folder .. "/reload." .. method) then
    ubus.reload_rpcd(self)
    return STATUS.TIMEOUT
  end
  return with_state(self, function(state) return session.call(state, self.root, method, arguments) end)
end

-- Tells what the session that arguments name may in a scope.
local function rights(self, scope, arguments)
  return function(name, right)
    local answer = self:call("session", "access", {
      ubus_rpc_session = arguments.ubus_rpc_session,
      scope = scope,
      object = name,
      ["function"] = right,
    })
    return answer ~= nil and answer.access == true
  end
end

local function call_uci(self, method, arguments)
  return uci_object.call(self.root, method, arguments, rights(self, "uci", arguments))
end

local function call_file(self, method, arguments)
  return file_object.call(self.root, method, arguments, rights(self, "file", arguments))
end

-- logd's object `log` over the box's log: `read` without a stream answers with the last lines, all where none are asked for.
local function read_log(self, arguments)
  local kept, lines = blob.to_lua(arguments), {}
  if kept.stream ~= false then
    return STATUS.UNKNOWN_ERROR
  end
  for line in (files.read(self.root .. "/var/log/messages") or ""):gmatch("([^\n]*)\n") do
    lines[#lines + 1] = line
  end
  local log = {}
  for at = math.max(1, kept.lines and #lines - kept.lines + 1 or 1), #lines do
    log[#log + 1] = { msg = lines[at], id = at, priority = 86, source = 1, time = os.time() * 1000 }
  end
  return 0, blob.ready({ log = log })
end

-- procd's object `service`, with the one instance of the supervisor: its process is in `watch.pid` of the folder. `signal` is SIGHUP.
-- `set` starts it where none runs and a test has made the file `procd`; most tests take turns themselves.
local function call_service(self, method, args)
  local process = (files.read(self.folder .. "/watch.pid") or ""):match("^%d+")
  process = process and require("posix.signal").kill(tonumber(process), 0) == 0 and process
  if method == "list" then
    local instances = process and { watch = { running = true } }
    return 0, blob.ready({ ["sso-login-watch"] = instances and { instances = instances } })
  elseif method == "set" then
    if not process and files.read(self.folder .. "/procd") then
      local command = table.concat(args.instances.watch.command, " ")
      local run = ("(trap '' HUP; exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; exec %s) </dev/null >/dev/null 2>&1"):format(command)
      os.execute(run .. (" & echo $! >%s/watch.pid"):format(self.folder))
    end
    return 0
  elseif method == "delete" and process then
    os.remove(self.folder .. "/watch.pid")
    require("posix.signal").kill(tonumber(process), 15)
    return 0
  elseif method ~= "signal" then
    return STATUS.METHOD_NOT_FOUND
  elseif not process then
    return STATUS.NOT_FOUND
  end
  require("posix.signal").kill(tonumber(process), 1)
  return 0
end

local function check_string(value, position)
  if type(value) ~= "string" and type(value) ~= "number" then
    error(("bad argument #%d to 'call' (string expected, got %s)"):format(position, type(value)), 3)
  end
end

--- Calls a method with arguments as they travel (rpcd/blob.lua). Returns the status, and for 0 the replies, in the same
-- form. Not part of libubus-lua; the stand-in of ucode's module is on it too.
function connection:invoke(object, method, sent)
  if object == "session" then
    return call_session(self, method, sent)
  elseif object == "uci" or object == "file" then
    local status, reply = (object == "uci" and call_uci or call_file)(self, method, blob.to_lua(sent))
    return status, reply and blob.ready(reply)
  elseif object == "service" then
    return call_service(self, method, blob.to_lua(sent))
  elseif object == "log" and method == "read" then
    return read_log(self, sent)
  elseif plugin.exists(self.root, object) then
    local reply, status = plugin.call(self.root, object, method, sent)
    return status or 0, reply and blob.ready(reply)
  elseif object ~= "system" then
    return STATUS.NOT_FOUND
  elseif not system[method] then
    return STATUS.METHOD_NOT_FOUND
  end
  return 0, blob.ready(system[method])
end

local function replies_to_lua(status, ...)
  if status ~= 0 then
    return nil, status
  end
  local replies = { ... }
  for index = 1, #replies do
    replies[index] = blob.to_lua(replies[index])
  end
  return unpack(replies)
end

--- Calls a method. Returns its reply or replies, nothing when it has none, nil and a status when it fails.
function connection:call(object, method, arguments)
  check_string(object, 1)
  check_string(method, 2)
  if type(arguments) ~= "table" then
    error(("bad argument #3 to 'call' (table expected, got %s)"):format(type(arguments)), 2)
  end
  local sent = blob.fields_from_lua(arguments)
  if not sent then
    return nil, STATUS.INVALID_ARGUMENT
  end
  return replies_to_lua(self:invoke(object, method, sent))
end

--- Whether there is such an object, were it away for a moment. Not part of libubus-lua.
function connection:has(object)
  local own = { session = true, uci = true, file = true, log = true, system = true, service = true }
  return own[object] or plugin.exists(self.root, object)
end

--- An object's methods, which are not told here; nil and a status when there is no such object.
function connection:signatures(object)
  if not self:has(object) or (object == "session" and is_absent(self)) then
    return nil, STATUS.NOT_FOUND
  end
  return { [object] = {} }
end

--- A connection, or nil and a status when the socket's folder does not exist.
function ubus.connect(socket_path, timeout) -- luacheck: ignore 212
  local folder, root = locate(socket_path or DEFAULT_SOCKET)
  if not folder or not is_directory(folder) then
    return nil, STATUS.UNKNOWN_ERROR
  end
  return setmetatable({ folder = folder, root = root }, connection)
end

--- Does to the rpcd of this connection what SIGHUP does. Not part of libubus-lua.
function ubus.reload_rpcd(conn)
  with_state(conn, function(state)
    session.reload(state, conn.root)
  end)
  -- A program that asks rpcd meanwhile waits there, and finds the sessions that are back.
  plugin.list_all(conn.root)
end

return ubus
