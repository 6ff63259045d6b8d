--- LuCI's pages that a script draws (menu actions of type `view`), and the three addresses by which such a page applies
-- what it has changed (dispatcher.uc, view.ut, controller/admin/uci.uc).
local cjson = require("cjson.safe")
local files = require("files")
local dirent = require("posix.dirent")
local override = require("luci.override")
local pages = require("luci.pages")
local web = require("web")

local views = {}

local NO_CACHE = "Cache-Control: no-cache"

local function find_entry(root, path)
  local folder = root .. "/usr/share/luci/menu.d"
  local ok, names = pcall(dirent.dir, folder)
  for _, name in ipairs(ok and names or {}) do
    local menu = name:find("%.json$") and cjson.decode(files.read(folder .. "/" .. name) or "") or {}
    if menu[path] and menu[path].action and menu[path].action.type == "view" then
      return menu[path]
    end
  end
  return nil
end

-- check_acl_depends: true when the session may only read, false when it may write, nil when it may neither.
local function is_readonly(entry, may)
  local readonly
  for _, group in ipairs(entry.depends and entry.depends.acl or {}) do
    if may({ "access-group", group, "write" }) then
      return false
    elseif may({ "access-group", group, "read" }) then
      readonly = true
    end
  end
  return readonly
end

local function refuse()
  web.answer("403 Forbidden", { "Content-Type: text/plain", NO_CACHE }, "Forbidden")
end

-- In a script element no text may end it.
local function to_script(value) return (cjson.encode(value):gsub("<", "\\u003c")) end

local function show(entry, lang, session, readonly)
  local env = {
    sessionid = session.id,
    token = session.values.token,
    nodespec = { satisfied = true, readonly = readonly },
  }
  web.answer(
    "200 OK",
    { "Content-Type: text/html; charset=utf-8", NO_CACHE },
    pages.inside(lang, ([[
<div id="maincontent" class="container">
<div id="view"><div class="spinning">Loading view…</div></div>
</div>
<script src="/luci-static/resources/luci.js"></script>
<script src="/luci-static/resources/form.js"></script>
<script>boxLuci.showView(%s, %s);</script>]]):format(to_script(entry.action.path), to_script(env)))
  )
end

--- Answers a status of ubus; returns that of HTTP.
local function answer_status(status)
  local statuses = { [5] = "204 No Content", [6] = "403 Forbidden" }
  local line = status and (statuses[status] or "500 Internal Server Error") or "200 OK"
  web.answer(line, { NO_CACHE })
  return tonumber(line:sub(1, 3))
end

-- Actions marked `post` want the session's token.
local function is_posted(session, fields)
  return os.getenv("REQUEST_METHOD") == "POST" and fields.token == session.values.token
end

-- LuCI's values in rpcd's session of everybody: who applied, until when, and the token that confirms it.
local NOBODY = ("0"):rep(32)

local function apply_rollback(conn, session)
  local _, status = conn:call("uci", "apply", { ubus_rpc_session = session.id, rollback = true, timeout = 90 })
  if status then
    return answer_status(status)
  end
  local token = assert(io.open("/proc/sys/kernel/random/uuid")):read("*l")
  local rollback = { token = token, session = session.id, timeout = os.time() + 90 }
  conn:call("session", "set", { ubus_rpc_session = NOBODY, values = { rollback = rollback } })
  web.answer("200 OK", { "Content-Type: application/json", NO_CACHE }, cjson.encode({ token = token }))
end

--- Confirms what was applied, for whoever has the token: the session that applied it may have ended by it.
function views.confirm(conn)
  local everybody = conn:call("session", "get", { ubus_rpc_session = NOBODY })
  local kept = everybody and everybody.values.rollback or {}
  if kept.token == nil or web.form(os.getenv("QUERY_STRING") or "").token ~= kept.token then
    return refuse()
  end
  conn:call("session", "set", { ubus_rpc_session = NOBODY, values = { rollback = {} } })
  local _, status = conn:call("uci", "confirm", { ubus_rpc_session = kept.session })
  answer_status(status)
end

--- Answers a request of somebody who is logged in, if it is for one of these pages: true then. `session` has id and
-- values, `may` tells what it may.
function views.answer(root, conn, lang, path, session, may)
  local fields = web.form(os.getenv("QUERY_STRING") or "")
  if path == "/admin/uci/apply_rollback" then
    if not is_posted(session, fields) then
      refuse()
      return true
    end
    override.run(root, path:sub(2), "action_apply_rollback", function()
      return apply_rollback(conn, session)
    end, { getenv = os.getenv }, session.id)
    return true
  end
  local entry = find_entry(root, path:sub(2))
  if not entry then
    return false
  end
  local readonly = is_readonly(entry, may)
  if readonly == nil then
    refuse()
  else
    show(entry, lang, session, readonly)
  end
  return true
end

return views
