--- Stand-in for LuCI at /cgi-bin/luci/: accepts sessions by LuCI's rules, and shows who is logged in and what they may.
--
-- Like LuCI it takes the cookies sysauth_https and sysauth_http in that order, wants the session to have a string
-- `token`, answers everybody else with 403 and a password form, and keeps its own cookie below its own path.
local ubus = require("ubus")
local uci = require("uci")
local web = require("web")

local luci = {}

local COOKIE_PATH = "/cgi-bin/luci/"
local HTML = "Content-Type: text/html; charset=utf-8"
local NO_CACHE = "Cache-Control: no-cache"

-- Calls of which the page says whether the session may make them.
local samples = {
    { "access-group", "luci-base", "read" },
    { "access-group", "luci-mod-status-index", "read" },
    { "access-group", "luci-mod-system-reboot", "write" },
    { "ubus", "system", "board" },
    { "ubus", "system", "reboot" },
    { "uci", "network", "read" },
    { "uci", "system", "write" },
    { "file", "/tmp/firmware.bin", "write" },
    { "cgi-io", "backup", "read" },
}

local function is_https()
    return os.getenv("HTTPS") == "on"
end

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

local function page(title, body)
    return ([[<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>%s</title>
</head>
<body>
<h1>%s</h1>
%s
</body>
</html>
]]):format(title, title, body)
end

local function login_form(message)
    web.answer(
        "403 Forbidden",
        { HTML, NO_CACHE, "X-LuCI-Login-Required: yes" },
        page("Authorization Required", ([[
<p><a href="/cgi-bin/sso-login">Login with SSO</a></p>
<form method="post">
<p role="alert">%s</p>
<p><label>Username <input name="luci_username" value="root"></label></p>
<p><label>Password <input name="luci_password" type="password"></label></p>
<p><input type="submit" value="Log in"></p>
</form>]]):format(message))
    )
end

local function random_token()
    local file = assert(io.open("/dev/urandom", "rb"))
    local bytes = file:read(16)
    file:close()
    return (bytes:gsub(".", function(byte)
        return ("%02x"):format(byte:byte())
    end))
end

local function cookie_line(id)
    local name = is_https() and "sysauth_https" or "sysauth_http"
    local secure = is_https() and "; secure" or ""
    return ("Set-Cookie: %s=%s; path=%s; SameSite=strict; HttpOnly%s"):format(name, id, COOKIE_PATH, secure)
end

local function password_login(conn, root, form)
    local cursor = uci.cursor(root .. "/etc/config", root .. "/tmp/.uci")
    local login = conn:call("session", "login", {
        username = form.luci_username,
        password = form.luci_password,
        timeout = tonumber(cursor:get("luci", "sauth", "sessiontime")) or 3600,
    })
    if not login then
        return login_form("Invalid username and/or password! Please try again.")
    end
    local id = login.ubus_rpc_session
    conn:call("session", "set", { ubus_rpc_session = id, values = { token = random_token() } })
    web.answer("302 Found", { "Location: " .. COOKIE_PATH, cookie_line(id), NO_CACHE })
end

local function logout(conn, id)
    if id then
        conn:call("session", "destroy", { ubus_rpc_session = id })
    end
    local expired = cookie_line("") .. "; expires=Thu, 01 Jan 1970 00:00:00 GMT"
    web.answer("302 Found", { "Location: " .. COOKIE_PATH, expired, NO_CACHE })
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

local function overview(conn, id, values)
    local rows = {}
    for _, sample in ipairs(samples) do
        local verdict = may(conn, id, sample) and "permitted" or "refused"
        rows[#rows + 1] = ("<tr><td>%s</td><td>%s</td></tr>"):format(web.escape(table.concat(sample, " ")), verdict)
    end
    local logout_path = values.sso_issuer and "/cgi-bin/sso-login/logout?stoken=" .. values.token
        or "/cgi-bin/luci/admin/logout"
    web.answer(
        "200 OK",
        { HTML, NO_CACHE },
        page("Router in a box", ([[
<p>Logged in as <b id="username">%s</b>%s.</p>
<p><a id="logout" href="%s">Log out</a></p>
<table>
<tr><th>Call</th><th>This session</th></tr>
%s
</table>]]):format(
            web.escape(values.username or ""),
            values.sso_email and (" (<span id=\"email\">%s</span>)"):format(web.escape(values.sso_email)) or "",
            web.escape(logout_path),
            table.concat(rows, "\n")
        ))
    )
end

--- Answers one request; `root` is the box's root folder.
function luci.main(root)
    local conn = assert(ubus.connect(root .. "/var/run/ubus/ubus.sock"))
    local id, values = current_session(conn)
    if os.getenv("PATH_INFO") == "/admin/logout" then
        return logout(conn, id)
    end
    if id then
        return overview(conn, id, values)
    end
    local form = os.getenv("REQUEST_METHOD") == "POST" and web.form(web.body()) or {}
    if form.luci_username and form.luci_password then
        return password_login(conn, root, form)
    end
    login_form("")
end

return luci
