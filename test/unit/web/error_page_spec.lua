--- error_page: the page for people: its words and languages, the ways on, the reference, and what must not be on it.
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local refusal = require("sso_login.web.refusal")
local scene = require("support.scene")
local statuses = require("support.statuses")
local words = {
  en = require("sso_login.web.words").words,
  de = require("sso_login.web.generated.words_de").words,
  fr = require("sso_login.web.generated.words_fr").words,
}

local browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
local start = "/cgi-bin/sso-login/"
local password = "/cgi-bin/luci/?local=1"

--- The page of a code; `request` has changes of the request, `uci` of the configuration.
local function page(code, details, request, uci, answer)
  local io, world = scene.create({ uci = uci })
  local changes = fixtures.with({ accept = browser, accept_language = "" }, request)
  local web_request = scene.web_request(changes.path or "/", changes.query, "", changes)
  local response = refusal.refuse(io, web_request, { ok = false, error = code, details = details, answer = answer }, false)
  return response, world
end

--- The links of a page, address and label in turn.
local function links(response)
  local found = {}
  for address, label in response.body:gmatch('<a href="([^"]*)">(.-)</a>') do
    found[#found + 1] = label .. " -> " .. address
  end
  return table.concat(found, ", ")
end

describe("the error page", function()
  for code, status in pairs(statuses.of) do
    if code ~= "LOGOUT_REFUSED" then
      it("of " .. code .. " has its status, one log line with its reference, a link, no code and no inline style", function()
        local response, world = page(code, { reason = "<b>why</b>" })
        assert.equal(status, response.status)
        assert.equal("text/html; charset=utf-8", response.content_type)
        local reference = response.body:match("<code>(%x%x%x%x%x%x%x%x)</code>")
        assert.is_string(reference)
        assert.equal(1, #world.logs)
        assert.matches("^" .. code .. " remote=192.0.2.7 reference=" .. reference, world.log_text())
        local visible = response.body:gsub("<code>.-</code>", "")
        assert.is_nil(visible:find("[A-Z]+_[A-Z]+"))
        assert.is_nil(visible:find("style=", 1, true) or visible:find("<style", 1, true) or visible:find("<script", 1, true) or visible:find("why", 1, true))
        assert.is_nil(visible:find("[%z\1-\9\11-\31\127-\255]"))
        assert.truthy(visible:find('<link rel="stylesheet" href="/luci-static/sso-login/page.css">', 1, true))
        assert.equal(code ~= "HTTPS_REQUIRED", links(response) ~= "")
        assert.equal(code == "METHOD_NOT_ALLOWED" and "GET" or nil, scene.header(response, "Allow"))
      end)
    end
  end

  it("shows the log's reference of the state", function()
    local response, world = page("USER_NOT_AUTHORIZED", { reference = "0123abcd" }, nil, nil, { reference = "0123abcd" })
    assert.truthy(response.body:find("<code>0123abcd</code>", 1, true))
    assert.equal("USER_NOT_AUTHORIZED remote=192.0.2.7 reference=0123abcd", world.log_text())
  end)

  for header, language in pairs({ [""] = "en", ["de-AT,en;q=0.5"] = "de", ["fr"] = "fr" }) do
    it("is in " .. language, function()
      local body = page("USER_NOT_AUTHORIZED", nil, { accept_language = header }).body
      assert.truthy(body:find('<html lang="' .. language .. '">', 1, true))
      for _, id in ipairs({ "not_allowed", "not_allowed_advice", "again", "account", "password", "reference" }) do
        assert.truthy(body:find(words[language][id], 1, true), id)
      end
    end)
  end

  it("has every text in every language, as valid HTML", function()
    for _, translated in pairs(words) do
      for id, text in pairs(words.en) do
        assert.matches("%a%a", translated[id], id)
        assert.is_nil(translated[id]:find("[<>\"\128-\255%z\1-\31]"), id)
        assert.equal(text:match("%%{%w+}"), translated[id]:match("%%{%w+}"), id)
      end
    end
  end)

  local again = "Try again -> " .. start
  local account = "Log in with another account -> " .. start .. "?prompt=select_account"
  local by_password = "Log in with a password -> " .. password
  for _, row in ipairs({
    { "USER_NOT_AUTHORIZED", nil, { again, account, by_password } }, { "ROLE_WITHOUT_PAGE", nil, { again, account, by_password } },
    { "AUTHENTICATION_TOO_WEAK", nil, { again, account, by_password } }, { "IDP_ERROR", { error = "access_denied" }, { again, account, by_password } },
    { "AUTHENTICATION_TOO_OLD", { reason = "is too long ago" }, { again .. "?prompt=login", by_password } },
    { "SSL_INIT_FAILED", nil, { again, by_password } }, { "STATE_NOT_FOUND", nil, { again, by_password } },
    { "RATE_LIMITED", nil, { "Try again -> ", by_password } }, { "SSO_DISABLED", nil, { by_password } }, { "CONFIG_ERROR", nil, { by_password } },
    { "CSRF_TOKEN_INVALID", nil, { "To the web interface -> /cgi-bin/luci/" } }, { "NOT_FOUND", nil, { "To the web interface -> /cgi-bin/luci/" } },
    { "HTTPS_REQUIRED", nil, {} }, { "INPUT_TOO_LARGE", nil, { "To the web interface -> /cgi-bin/luci/" } },
    { "JWKS_FETCH_FAILED", { redirect_host = "r", retry_after = 7 }, { again, by_password } },
    { "MISSING_HANDSHAKE_COOKIE", { host = "10.0.0.1", redirect_host = "router.example:8443" }, {
      "Log in at https://router.example:8443/ -> https://router.example:8443" .. start, by_password } },
  }) do
    it(row[1] .. " has " .. #row[3] .. " links", function()
      assert.equal(table.concat(row[3], ", "), links(page(row[1], row[2])))
    end)
  end

  describe("while passwords are refused", function()
    local locked = { username = "root", password = "!", sso_login_password = "$p$root" }
    local function closed(code, logins, option)
      local io, world = scene.create({ uci = { password_login = option or "off" } })
      world.uci.rpcd = { { name = "sso_login_admin", type = "login", options = { username = "admin", password = "!" } } }
      for number, options in ipairs(logins) do
        table.insert(world.uci.rpcd, { name = "cfg" .. number, type = "login", anonymous = true, options = options })
      end
      return refusal.refuse(io, scene.web_request("/", "", "", { accept = browser }), { ok = false, error = code }, false)
    end

    for code, row in pairs({
      SSL_INIT_FAILED = { again, "Waiting does not help: please tell your administrator." }, SSO_DISABLED = { again, "<p>Please tell your administrator.</p>" },
      CONFIG_ERROR = { again, "<p>Please tell your administrator.</p>" }, USER_NOT_AUTHORIZED = { again .. ", " .. account, "another account" },
    }) do
      it("names no password for " .. code, function()
        local response = closed(code, { locked, { username = "none", password = "!" } })
        assert.equal(row[1], links(response))
        assert.truthy(response.body:find(row[2], 1, true))
        local rest, ways = response.body:gsub("<p>An administrator gets in by SSH, where sso%-login password%-login on turns passwords on.</p>", "")
        assert.same({ 1, nil }, { ways, rest:find("password", 1, true) })
      end)
    end

    it("offers the password if one is accepted, or if none is refused by this service", function()
      local by_hand = { username = "root", password = "$p$root", sso_login_password = "$p$root" }
      for _, logins in ipairs({ { locked, { username = "monitor", password = "$p$m" } }, { by_hand }, { { username = "root", password = "!" } }, {} }) do
        assert.equal(again .. ", " .. by_password, links(closed("SSL_INIT_FAILED", logins)))
      end
      assert.equal(again .. ", " .. by_password, links(closed("SSL_INIT_FAILED", { locked }, "on")))
    end)
  end)

  --- All that a page has; `ways` are its links.
  local function whole(title, advice, ways)
    return '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
      .. "<title>" .. title .. '</title>\n<link rel="stylesheet" href="/luci-static/sso-login/page.css">\n</head>\n<body>\n<main>\n<h1>' .. title
      .. "</h1>\n<p>" .. advice .. "</p>\n" .. ways .. "<p>Reference for the administrator: <code>abcde123</code></p>\n</main>\n</body>\n</html>\n"
  end

  for code, expected in pairs({
    SSO_DISABLED = whole("Single sign-on is switched off on this router", "Please log in with your password.",
      '<ul>\n<li><a href="/cgi-bin/luci/?local=1">Log in with a password</a></li>\n</ul>\n'),
    STATE_NOT_FOUND = whole(words.en.expired, words.en.expired_advice, '<ul>\n<li><a href="/cgi-bin/sso-login/">Try again</a></li>\n'
      .. '<li><a href="/cgi-bin/luci/?local=1">Log in with a password</a></li>\n</ul>\n'),
    HTTPS_REQUIRED = whole("This page is available only over HTTPS",
      "Please open it at an address that begins with https. If it does, tell your administrator: "
      .. "the proxy before the router must connect to it over HTTPS.", ""),
  }) do
    it("is whole for " .. code .. ", with a reference of the seconds and 4096 parts of one", function()
      local io, world = scene.create({})
      world.now, world.clock = 0x6abcde, 7 + 0x123 / 4096
      assert.equal(expected, refusal.refuse(io, scene.web_request("/", "", "", { accept = browser }), { ok = false, error = code }, false).body)
    end)
  end

  it("shows the time to wait", function()
    assert.truthy(page("RATE_LIMITED").body:find("Please try again in 60 s.", 1, true))
    local response = page("RATE_LIMITED", nil, nil, nil, { retry_after = 7 })
    assert.truthy(response.body:find("Please try again in 7 s.", 1, true))
    assert.equal("7", scene.header(response, "Retry-After"))
  end)

  it("links to the web interface's path even with a wrong configuration", function()
    assert.truthy(links(page("CONFIG_ERROR", nil, nil, { webui_path = "/ui/" })):find("-> /ui/?local=1", 1, true))
    for _, path in ipairs({ '/"><b>', "//evil.example" }) do
      assert.equal(by_password, links(page("CONFIG_ERROR", nil, nil, { webui_path = path })))
    end
    local io, world = mock.create()
    world.uci = {}
    local response = refusal.refuse(io, scene.web_request("/", "", "", { accept = browser }), { ok = false, error = "CONFIG_ERROR" }, false)
    assert.equal(by_password, links(response))
  end)

  it("keeps the page to return to, and no other value of the request", function()
    local path = "/cgi-bin/luci/admin/network"
    local response = page("OIDC_DISCOVERY_FAILED", nil, { query = "return_to=" .. path .. "&login_hint=<i>" })
    assert.truthy(links(response):find("?return_to=%2Fcgi-bin%2Fluci%2Fadmin%2Fnetwork,", 1, true))
    for code, prompt in pairs({ AUTHENTICATION_TOO_OLD = "login", USER_NOT_AUTHORIZED = "select_account" }) do
      local made, world = page(code, nil, { path = "/callback" }, nil, { return_to = path })
      local body = made.body
      assert.is_nil(world.log_text():find("return_to", 1, true))
      assert.truthy(body:find('"' .. start .. "?prompt=" .. prompt .. '&amp;return_to=%2Fcgi-bin%2Fluci%2Fadmin%2Fnetwork"', 1, true), code)
    end
    for _, query in ipairs({ "return_to=//evil.example/", 'return_to=/cgi-bin/luci/"><script>', "return_to=/cgi-bin/luci/\226\128\174", "return_to=%zz" }) do
      assert.equal(again .. ", " .. by_password, links(page("OIDC_DISCOVERY_FAILED", nil, { query = query })))
    end
    assert.equal(again .. ", " .. by_password, links(page("IDP_ERROR", { reason = "x" }, { path = "/callback", query = "return_to=" .. path })))
  end)

  it("escapes values", function()
    local body = page("MISSING_HANDSHAKE_COOKIE", { host = "a", redirect_host = '"><script>&' }).body
    assert.is_nil(body:find("<script", 1, true))
    assert.truthy(body:find("https://&quot;&gt;&lt;script&gt;&amp;/", 1, true))
  end)
end)
