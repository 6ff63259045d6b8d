--- Stand-in for LuCI at /cgi-bin/luci/: accepts sessions by LuCI's rules, and shows who is logged in and what they may.
-- Its login page has the shapes of LuCI's themes (luci/pages.lua), and the package's overrides of two of its actions
-- are followed (luci/override.lua). luci/views.lua has the package's own page.
--
-- Like LuCI it takes the cookies sysauth_https and sysauth_http in that order, wants the session to have a string
-- `token`, answers everybody else with 403 and a password form, and keeps its own cookie below its own path.
local cjson = require("cjson.safe")
local files = require("files")
local override = require("luci.override")
local pages = require("luci.pages")
local translations = require("luci.translations")
local ubus = require("ubus")
local uci = require("uci")
local views = require("luci.views")
local web = require("web")

local luci = {}

local COOKIE_PATH = "/cgi-bin/luci/"
local HTML = "Content-Type: text/html; charset=utf-8"
local NO_CACHE = "Cache-Control: no-cache"

local function is_https() return os.getenv("HTTPS") == "on" end

-- The session of a cookie when it is one of LuCI's: id and values.
local function retrieve(conn, id)
  local found = id and conn:call("session", "get", { ubus_rpc_session = id })
  if found and type(found.values) == "table" and type(found.values.token) == "string" then
    return id, found.values
  end
  return nil
end

local function current_session(conn)
  for _, name in ipairs({ "sysauth_https", "sysauth_http" }) do
    local id, values = retrieve(conn, web.cookie(name))
    if id then
      return id, values
    end
  end
  return nil
end

local function login_form(settings, is_wrong)
  web.answer(
    "403 Forbidden",
    { HTML, NO_CACHE, "X-LuCI-Login-Required: yes" },
    pages.login(settings.theme, settings.lang, is_wrong)
  )
end

local function cookie_line(id)
  local name = is_https() and "sysauth_https" or "sysauth_http"
  local secure = is_https() and "; secure" or ""
  return ("Set-Cookie: %s=%s; path=%s; SameSite=strict; HttpOnly%s"):format(name, id, COOKIE_PATH, secure)
end

local function expired_cookie()
  return cookie_line(""):gsub("^Set%-Cookie: ", "") .. "; expires=Thu, 01 Jan 1970 00:00:00 GMT"
end

local function password_login(conn, settings, form)
  local login = conn:call("session", "login", {
    username = form.luci_username,
    password = form.luci_password,
    timeout = settings.session_timeout,
  })
  if not login then
    return login_form(settings, true)
  end
  local id = login.ubus_rpc_session
  conn:call("session", "set", { ubus_rpc_session = id, values = { token = files.random_hex(16) } })
  web.answer("302 Found", { "Location: " .. COOKIE_PATH, cookie_line(id), NO_CACHE })
end

-- Runs one of LuCI's actions, or the package's in front of it, and answers with what that has written.
local function act(root, entry, name, stock, id, lang)
  local status, headers, body = "200 OK", { NO_CACHE }, ""
  local http = {}
  function http.getenv(variable)
    return variable == "DOCUMENT_ROOT" and root .. "/www" or os.getenv(variable)
  end
  function http.header(field, value)
    headers[#headers + 1] = field .. ": " .. value
  end
  function http.redirect(address)
    status = "302 Found"
    http.header("Location", address)
  end
  function http.write(text)
    body = body .. text
  end
  local function translate(text) return translations.translate(lang, text) end
  override.run(root, entry, name, function(...)
    stock(http, ...)
  end, http, id, translate, lang)
  web.answer(status, headers, body)
end

local function logout(conn, root, id)
  act(root, "admin/logout", "action_logout", function(http)
    conn:call("session", "destroy", { ubus_rpc_session = id })
    http.header("Set-Cookie", expired_cookie())
    http.redirect(COOKIE_PATH)
  end, id)
end

local function send_translations(root, lang, id)
  act(root, "admin/translations/*", "action_translations", function(http)
    http.header("Content-Type", "application/javascript; charset=UTF-8")
    http.write(("window.TR=%s;"):format(cjson.encode(translations.all(lang))))
  end, id, lang)
end

local function may(conn, id, sample)
  local answer = conn:call("session", "access", {
    ubus_rpc_session = id,
    scope = sample[1],
    object = sample[2],
    ["function"] = sample[3],
  })
  return answer ~= nil and answer.access == true
end

local function may_log_out(conn, id)
  return may(conn, id, { "access-group", "luci-base", "read" })
    or may(conn, id, { "access-group", "luci-base", "write" })
end

local function overview(conn, settings, id, values)
  -- LuCI's menu shows only what the session may open.
  local logout_link = may_log_out(conn, id) and '<a id="logout" href="/cgi-bin/luci/admin/logout">Log out</a>' or ""
  local settings_link = may(conn, id, { "access-group", "luci-app-sso-login", "read" })
    and '<a id="settings" href="/cgi-bin/luci/admin/services/sso-login">Single sign-on</a>' or ""
  local body = '<h1>Router in a box</h1>\n<p>Logged in as <b id="username">%s</b>.</p>\n<p>%s</p>\n<p>%s</p>'
  local username = web.escape(values.username or "")
  local page = body:format(username, settings_link, logout_link)
  web.answer("200 OK", { HTML, NO_CACHE }, pages.inside(settings.lang, page))
end

local function settings_of(root)
  local cursor = uci.cursor(root .. "/etc/config", root .. "/tmp/.uci")
  return {
    theme = cursor:get("luci", "main", "mediaurlbase"):match("[^/]+$"),
    lang = translations.language(cursor:get("luci", "main", "lang")),
    session_timeout = tonumber(cursor:get("luci", "sauth", "sessiontime")) or 3600,
  }
end

function luci.main(root)
  local conn = assert(ubus.connect(root .. "/var/run/ubus/ubus.sock"))
  local settings = settings_of(root)
  local id, values = current_session(conn)
  local path = os.getenv("PATH_INFO") or ""
  local lang = path:match("^/admin/translations/([%w-]+)$")
  if lang then
    return send_translations(root, lang, id)
  elseif id and path == "/admin/logout" then
    if not may_log_out(conn, id) then
      return web.answer("403 Forbidden", { HTML, NO_CACHE })
    end
    return logout(conn, root, id)
  elseif path == "/admin/uci/confirm" then
    return views.confirm(conn)
  elseif id then
    local function session_may(sample) return may(conn, id, sample) end
    local session = { id = id, values = values }
    return views.answer(root, conn, settings.lang, path, session, session_may)
      or overview(conn, settings, id, values)
  end
  local form = os.getenv("REQUEST_METHOD") == "POST" and web.form(web.body()) or {}
  if form.luci_username and form.luci_password then
    return password_login(conn, settings, form)
  end
  login_form(settings, false)
end

return luci
