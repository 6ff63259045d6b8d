--- What ucode/controller/sso_login.uc of the package luci-app-sso-login does, in Lua, as the box has no ucode. It counts
-- as installed when the package's menu entry is. test/luci/controller.test.ts asks the same of both.
local cjson = require("cjson.safe")
local uci = require("uci")
local stat = require("posix.sys.stat")
local translations = require("luci.translations")
local web = require("web")

local override = {}

local SERVICE = "/cgi-bin/sso-login"
local SCRIPTS = "/luci-static/resources/sso-login"
local DEFAULT_LABEL = "Login with SSO"

--- Whether an entry of LuCI's menu is the package's.
function override.has(root, entry)
    local menu = cjson.decode(web.read_file(root .. "/usr/share/luci/menu.d/sso-login.json") or "")
    local action = type(menu) == "table" and menu[entry] and menu[entry].action
    return type(action) == "table" and action.module == "luci.controller.sso_login"
end

local function is_https()
    return os.getenv("HTTPS") == "on"
end

local function settings_of(root)
    return uci.cursor(root .. "/etc/config", root .. "/tmp/.uci"):get_all("sso-login", "default") or {}
end

local function login_data(root, lang, logged_in)
    local settings = settings_of(root)
    local script = stat.stat(root .. "/www" .. SCRIPTS .. "/login.js")
    local origin = (settings.redirect_uri or ""):match("^(https://[^/?#@]+)/cgi%-bin/sso%-login/callback$")
    if not is_https() or settings.enabled ~= "1" or not script or not origin then
        return nil
    end
    local label = settings.button_label
    local is_hidden = settings.password_form == "hidden"
    return {
        url = origin .. SERVICE .. "/",
        label = label and label ~= DEFAULT_LABEL and label or translations.translate(lang, DEFAULT_LABEL),
        auto_redirect = settings.auto_redirect == "1",
        logged_in = logged_in,
        password_label = is_hidden and translations.translate(lang, "Log in with a password") or nil,
        script = ("%s/login.js?v=%d"):format(SCRIPTS, script.st_mtime),
    }
end

--- Whether the service has just ended the browser's session, which has lasted as long as it may.
function override.is_overdue(conn, root, id)
    local lifetime = tonumber(settings_of(root).session_max_lifetime) or 0
    local found = lifetime > 0 and id and conn:call("session", "get", { ubus_rpc_session = id })
    local began = found and found.values.sso_login_time
    if type(began) ~= "number" or os.time() < began + lifetime then
        return false
    end
    os.execute(root .. "/usr/sbin/sso-login expire >/dev/null")
    return not conn:call("session", "get", { ubus_rpc_session = id })
end

--- The text behind the translations of a browser with session `id`: "" where there is nothing to add.
function override.login_script(root, lang, id, conn)
    if override.is_overdue(conn, root, id) then
        return "\nlocation.reload();"
    end
    local data = login_data(root, lang, id ~= nil)
    local hook = data and web.read_file(root .. "/www" .. SCRIPTS .. "/hook.js")
    return hook and ("\nwindow.sso_login=%s;\n%s"):format(cjson.encode(data), hook) or ""
end

-- A file takes the place of the pipe, whose exit status Lua 5.1 does not tell.
local function hand_over(root, values)
    local source = assert(io.open("/dev/urandom", "rb"))
    local token = source:read(32):gsub(".", function(byte) return ("%02x"):format(byte:byte()) end)
    source:close()
    local path = ("%s/tmp/%s"):format(root, token)
    local file = assert(io.open(path, "wb"))
    file:write(cjson.encode({ token = token, remote = os.getenv("REMOTE_ADDR"), values = values }))
    file:close()
    -- Its standard error has the box's copy of the log.
    local done = os.execute(("%s/usr/sbin/sso-login hand-over <%s >/dev/null"):format(root, path)) == 0
    os.remove(path)
    return done and token or nil
end

local function browser_sessions(conn)
    local sessions, known = {}, {}
    for _, pair in ipairs(web.cookies()) do
        local is_ours = pair[1] == "sysauth_https" or pair[1] == "sysauth_http" or pair[1] == "sysauth"
        local id = is_ours and pair[2]:match("^%x+$")
        local found = id and not known[id] and conn:call("session", "get", { ubus_rpc_session = id })
        if found and type(found.values.token) == "string" then
            sessions[#sessions + 1] = { id = id, values = found.values }
        end
        known[id or ""] = true
    end
    return sessions
end

--- Ends the browser's sessions. The address of the service's logout where it is to end the login at the provider.
function override.log_out(conn, root)
    local sso
    for _, session in ipairs(browser_sessions(conn)) do
        sso = sso or (session.values.sso_issuer and session)
        conn:call("session", "destroy", { ubus_rpc_session = session.id })
    end
    local token = sso and hand_over(root, sso.values)
    return token and is_https() and SERVICE .. "/logout?handover=" .. token or nil
end

return override
