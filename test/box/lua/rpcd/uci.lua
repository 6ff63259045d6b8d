--- rpcd's ubus object `uci` (uci.c), as far as the package's settings page calls it: only sections with names. Changes
-- of a session are kept apart until they are applied.
--
-- No daemon runs, so an application that no one confirms is not rolled back; until the confirmation it blocks others, as
-- in rpcd. What the init script does when procd tells it of a change is done at once, or with the confirmation, for which that script waits.
local files = require("files")
local dirent = require("posix.dirent")
local stat = require("posix.sys.stat")
local uci = require("uci")
local STATUS = require("rpcd.status")

local object = {}

-- rpc_uci_verify_name
local function is_name(text) return type(text) == "string" and text:find("^[%w_]+$") ~= nil end

-- RPC_UCI_SAVEDIR_PREFIX
local function savedir(root, sid)
  stat.mkdir(root .. "/var/run/rpcd", 448) -- 0700
  return root .. "/var/run/rpcd/uci-" .. sid
end

local function cursor_of(root, sid) return uci.cursor(root .. "/etc/config", savedir(root, sid)) end

-- rpc_uci_merge_set; an array without members is an error there too.
local function set_values(cursor, config, section, values)
  for option, value in pairs(values) do
    if not is_name(option) or (type(value) == "table" and #value == 0) then
      return STATUS.INVALID_ARGUMENT
    end
    cursor:set(config, section, option, value)
  end
  return 0
end

local function save(cursor, config, code, reply)
  if code == 0 then
    cursor:save(config)
  end
  return code, reply
end

-- A method that changes a package needs the right to write it, and no right to read it (rpc_uci_write_access).
local changing = {}

function changing.add(cursor, arguments)
  local config, name = arguments.config, arguments.name
  if not is_name(arguments.type) or not is_name(name) then
    return STATUS.INVALID_ARGUMENT
  end
  cursor:set(config, name, arguments.type)
  local code = set_values(cursor, config, name, arguments.values or {})
  return save(cursor, config, code, { section = name })
end

function changing.set(cursor, arguments)
  local config, section = arguments.config, arguments.section
  if not is_name(section) or type(arguments.values) ~= "table" then
    return STATUS.INVALID_ARGUMENT
  elseif not cursor:get(config, section) then
    return STATUS.NOT_FOUND
  end
  return save(cursor, config, set_values(cursor, config, section, arguments.values))
end

function changing.delete(cursor, arguments)
  local config, section = arguments.config, arguments.section
  if not is_name(section) then
    return STATUS.INVALID_ARGUMENT
  elseif not cursor:get(config, section) then
    return STATUS.NOT_FOUND
  elseif not arguments.options then
    return save(cursor, config, cursor:delete(config, section) and 0 or STATUS.NOT_FOUND)
  end
  local code = STATUS.NOT_FOUND
  for _, option in ipairs(arguments.options) do
    if cursor:get(config, section, option) then
      cursor:delete(config, section, option)
      code = 0
    end
  end
  return save(cursor, config, code)
end

function changing.rename(cursor, arguments)
  local config, section, name = arguments.config, arguments.section, arguments.name
  if not is_name(section) or not is_name(name) then
    return STATUS.INVALID_ARGUMENT
  end
  return save(cursor, config, cursor:rename(config, section, name) and 0 or STATUS.NOT_FOUND)
end

-- rpc_uci_order: names that are no section take no place.
function changing.order(cursor, arguments)
  local config, place = arguments.config, 0
  for _, section in ipairs(arguments.sections or {}) do
    if cursor:get(config, section) then
      cursor:reorder(config, section, place)
      place = place + 1
    end
  end
  return save(cursor, config, 0)
end

function changing.revert(cursor, arguments)
  cursor:revert(arguments.config)
  return 0
end

local reading = {}

function reading.get(cursor, arguments)
  local values = cursor:get_all(arguments.config)
  return values and 0 or STATUS.NOT_FOUND, values and { values = values }
end

local function changed_packages(folder)
  local names = {}
  local ok, found = pcall(dirent.dir, folder)
  for _, name in ipairs(ok and found or {}) do
    local info = stat.stat(folder .. "/" .. name)
    if name:sub(1, 1) ~= "." and info and info.st_size > 0 then
      names[#names + 1] = name
    end
  end
  table.sort(names)
  return names
end

local function tell_procd(root, config)
  if config == "sso-login" then
    os.execute(("'%s/usr/sbin/sso-login' sync-roles >/dev/null 2>>'%s/var/log/messages'"):format(root, root))
  end
end

-- RPC_SNAPSHOT_FILES
local function snapshot_file(root, config)
  stat.mkdir(root .. "/var/run/rpcd/snapshot-files", 448) -- 0700
  return root .. "/var/run/rpcd/snapshot-files/" .. config
end

local function pending_file(root) return root .. "/var/run/rpcd/apply-sid" end

-- rpc_uci_apply and rpc_uci_apply_access: all that the session has changed, or nothing.
local function apply(root, sid, arguments, may)
  local folder = savedir(root, sid)
  local packages = changed_packages(folder)
  if files.read(pending_file(root)) then
    return STATUS.PERMISSION_DENIED
  elseif #packages == 0 then
    return STATUS.NO_DATA
  end
  for _, config in ipairs(packages) do
    if not may(config, "write") then
      return STATUS.PERMISSION_DENIED
    end
  end
  if arguments.rollback then
    files.write(pending_file(root), sid)
  end
  for _, config in ipairs(packages) do
    local before = files.read(root .. "/etc/config/" .. config) or ""
    cursor_of(root, sid):commit(config)
    if arguments.rollback then
      files.write(snapshot_file(root, config), before)
    else
      tell_procd(root, config)
    end
  end
  return 0
end

local function confirm(root, sid)
  local pending = files.read(pending_file(root))
  if not pending then
    return STATUS.NO_DATA
  elseif pending ~= sid then
    return STATUS.PERMISSION_DENIED
  end
  os.remove(pending_file(root))
  for _, config in ipairs(changed_packages(root .. "/var/run/rpcd/snapshot-files")) do
    os.remove(snapshot_file(root, config))
    tell_procd(root, config)
  end
  return 0
end

--- Calls a method for a session; returns a ubus status and the reply. `may(config, "read" or "write")` tells what the
-- session may.
function object.call(root, method, arguments, may)
  local sid, config = arguments.ubus_rpc_session, arguments.config
  if type(sid) ~= "string" then
    return STATUS.INVALID_ARGUMENT
  elseif method == "apply" then
    return apply(root, sid, arguments, may)
  elseif method == "confirm" then
    return confirm(root, sid)
  end
  local work = changing[method] or reading[method]
  if not work then
    return STATUS.METHOD_NOT_FOUND
  elseif type(config) ~= "string" then
    return STATUS.INVALID_ARGUMENT
  elseif not may(config, changing[method] and "write" or "read") then
    return STATUS.PERMISSION_DENIED
  end
  return work(cursor_of(root, sid), arguments)
end

return object
