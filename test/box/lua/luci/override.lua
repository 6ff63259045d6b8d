--- Runs ucode/controller/sso_login.uc of the package luci-app-sso-login as LuCI does, by the box's stand-in of ucode, where the
-- package's menu entry puts it in front of one of LuCI's own actions.
local cjson = require("cjson.safe")
local files = require("files")
local runtime = require("ucode.runtime")
local values = require("ucode.operators")

local override = {}

local function object(members)
  local made = values.object(0)
  for name, member in pairs(members) do
    values.set(made, name, member)
  end
  return made
end

local function is_installed(root, entry)
  local menu = cjson.decode(files.read(root .. "/usr/share/luci/menu.d/sso-login.json") or "")
  local action = type(menu) == "table" and menu[entry] and menu[entry].action
  return type(action) == "table" and action.module == "luci.controller.sso_login"
end

-- A module of the box's ucode; the ones that LuCI has as global variables.
local function module_value(name, export) return values.get(require("ucode.modules." .. name), export) end

--- Runs an action of LuCI's, or the package's of that name, which may call LuCI's own: `stock`, which may return its status. `http` has
-- LuCI's functions; `session` is
-- the id of the browser's session or nil; `translate` translates a text.
function override.run(root, entry, action, stock, http, session, translate, ...)
  if not is_installed(root, entry) then
    return stock(...)
  end
  local source = files.read(root .. "/usr/share/ucode/luci/controller/sso_login.uc")
  -- The service is below the root, and its standard error has the box's copy of the log.
  source = source:gsub("/usr/sbin/", root .. "%0"):gsub("/usr/share/rpcd/", root .. "%0")
    :gsub("/var/run/%w+%-?%w*/", root .. "%0"):gsub("'/etc/config'", "'" .. root .. "/etc/config'")
    :gsub(" 2>&1", "")
  local globals = runtime.program("return global;", "LuCI")()
  local shown = object(http)
  local function own(...) values.set(shown, "status_code", (stock(...))) end
  local world = object({
    http = shown,
    ubus = module_value("ubus", "connect")(root .. "/var/run/ubus/ubus.sock"),
    uci = module_value("uci", "cursor")(root .. "/etc/config", root .. "/tmp/.uci"),
    ctx = object({ authsession = session }),
    dispatcher = object({ build_url = function() return "/cgi-bin/luci/" end }),
    require = function() return object({ [action] = own }) end,
    _ = translate,
  })
  world.prototype = globals
  local arguments = values.pack(...)
  local function run()
    local controller = runtime.program(source, "sso_login.uc")()
    return values.get(controller, action)(values.unpack(arguments))
  end
  return values.get(globals, "call")(run, nil, world)
end

return override
