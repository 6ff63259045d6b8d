--- Environment of the contract suite: the root folder, the connection, the files that it needs, and what it undoes.
local posix_time = require("posix.time")
local stat = require("posix.sys.stat")
local ubus = require("ubus")

local env = {}

--- Prefix of /etc/config, /usr/share/rpcd and /var/run/ubus; empty on a router.
env.root = os.getenv("CONTRACT_ROOT") or error("CONTRACT_ROOT is not set; see test/contract/README.md")
--- Whether ubus and rpcd are the project's own.
env.stand_ins = ubus.reload_rpcd ~= nil
env.nobody = string.rep("0", 32)

env.socket_path = env.root .. "/var/run/ubus/ubus.sock"
local config_path = env.root .. "/etc/config/rpcd"
local acl_path = env.root .. "/usr/share/rpcd/acl.d/zz-contract.json"

function env.description()
  if env.stand_ins then
    return "contract: against the stand-ins of ubus and rpcd, and libuci of the crate libuci-sys 1.0.5"
  end
  local versions = os.getenv("CONTRACT_VERSIONS") or "versions not given"
  return "contract: against the real libubus-lua, libuci-lua and rpcd (" .. versions .. ")"
end

local differences = {}

--- Notes that a module gives something else than those of OpenWrt 24.10, in a way that is known.
function env.differs(name, found) differences[#differences + 1] = ("%s: %q"):format(name, found) end

function env.differences()
  table.sort(differences)
  return differences
end

--- A connection, one for the whole suite.
function env.connection()
  env.conn = env.conn or assert(ubus.connect(env.socket_path))
  return env.conn
end

function env.session(method, arguments) return env.connection():call("session", method, arguments) end

function env.new_session(timeout)
  return env.session("create", { timeout = timeout or 60 }).ubus_rpc_session
end

function env.grants(id) return env.session("access", { ubus_rpc_session = id }) end

function env.sleep(milliseconds)
  posix_time.nanosleep({ tv_sec = math.floor(milliseconds / 1000), tv_nsec = (milliseconds % 1000) * 1000000 })
end

--- Makes rpcd reload and waits until it is back.
function env.reload()
  local command = os.getenv("CONTRACT_RELOAD")
  if command then
    assert(os.execute(command) == 0, "CONTRACT_RELOAD failed")
  elseif env.stand_ins then
    ubus.reload_rpcd(env.connection())
  else
    error("CONTRACT_RELOAD is not set; see test/contract/README.md")
  end
end

function env.read(path)
  local file = io.open(path, "rb")
  local text = file and file:read("*a")
  if file then
    file:close()
  end
  return text
end

function env.write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

--- An empty folder of the suite's own, removed with everything in it by `env.remove_folder`.
function env.new_folder()
  local folder = os.tmpname()
  os.remove(folder)
  assert(stat.mkdir(folder, 448)) -- 0700
  return folder
end

function env.remove_folder(folder)
  os.execute("rm -rf '" .. folder .. "'")
end

--- Calls `use(cursor, place)` on a folder where package `p` has this text; `place` has its paths, and makes more cursors.
function env.with_package(text, use)
  local folder = env.new_folder()
  stat.mkdir(folder .. "/config", 448)
  local place = { path = folder .. "/config/p", pending = folder .. "/save/p" }
  function place.cursor() return require("uci").cursor(folder .. "/config", folder .. "/save") end
  function place.file(content)
    env.write(place.path, content)
    return place.cursor()
  end
  local done, problem = pcall(use, place.file(text), place)
  env.remove_folder(folder)
  if not done then
    error(problem, 0)
  end
end

--- Adds text to /etc/config/rpcd, and access groups; the arguments are UCI and JSON text.
function env.configure(login_sections, access_groups)
  env.original_config = env.original_config or env.read(config_path) or ""
  env.write(config_path, env.original_config .. "\n" .. login_sections)
  if access_groups then
    env.write(acl_path, access_groups)
  end
end

function env.restore()
  if env.original_config then
    env.write(config_path, env.original_config)
    os.remove(acl_path)
    -- Nobody's session has the suite's access group until then.
    env.reload()
  end
end

return env
