local crypto = require("sso_login.contracts.crypto")
local encoding = require("sso_login.base.encoding")
local landing = require("sso_login.entry_points.landing")
local mock = require("support.mock")
local fixtures = require("support.fixtures")
local scene = require("support.scene")

local function page(webui_path)
  local io, world = scene.create({ uci = { webui_path = webui_path } })
  return landing.page(io, scene.web_request()), world
end

describe("landing.page", function()
  for _, case in ipairs({
    { fixtures.none, "/cgi-bin/luci/" }, { "", "/cgi-bin/luci/" }, { "/ui/", "/ui/" }, { "/", "/" },
    { "//evil.example", "/cgi-bin/luci/" }, { "https://evil.example/", "/cgi-bin/luci/" }, { '/"><script>', "/cgi-bin/luci/" },
    { "/a;url=//evil", "/cgi-bin/luci/" }, { "/cgi-bin/webui/", "/cgi-bin/luci/" }, { "/a\nb", "/cgi-bin/luci/" },
    { { "/a", "/b" }, "/cgi-bin/luci/" },
  }) do
    it(("leads to %s for %s"):format(case[2], type(case[1]) == "string" and ("%q"):format(case[1]) or "no or a list's value"),
      function()
        local response = page(case[1])
        assert.equal(200, response.status)
        assert.truthy(response.content_type:find("^text/html"))
        assert.matches('^<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf%-8">\n', response.body)
        assert.truthy(response.body:find('<meta http-equiv="refresh" content="0;url=' .. case[2] .. '">', 1, true))
        assert.truthy(response.body:find('<a href="' .. case[2] .. '">', 1, true))
        assert.is_nil(response.body:find("evil", 1, true))
      end)
  end

  for header, words in pairs({
    [""] = { "en", "You are logged in", "To the web interface" }, ["de-CH,en;q=0.2"] = { "de", "Sie sind angemeldet", "Zur Weboberfl&#228;che" },
    fr = { "fr", "Vous &#234;tes connect&#233;", "Vers l'interface web" }, ["<b>"] = { "en", "You are logged in", "To the web interface" },
  }) do
    it("speaks " .. words[1] .. " to " .. header, function()
      local body = landing.page(mock.create(), scene.web_request("", "", "", { accept_language = header })).body
      assert.truthy(body:find('<html lang="' .. words[1] .. '">', 1, true))
      assert.truthy(body:find("<title>" .. words[2] .. "</title>", 1, true))
      assert.equal(words[3], body:match("<a [^>]*>(.-)</a>"))
    end)
  end

  describe("with a page to go to", function()
    local name = "__Host-webui_sso_to_01234567"
    local function cookie_of(path) return name .. "=" .. crypto.safe_id(path) end

    --- Returns the page's target and headers; the browser has the cookie of the path that `query` ends with unless another is given.
    local function target(query, webui_path, cookie, enabled)
      local io = scene.create({ uci = { webui_path = webui_path, enabled = enabled } })
      local decoded = encoding.form_decode(query:match("to=([^&]*)$") or "") or ""
      local response = landing.page(io, scene.web_request("", query, cookie or "a=b; " .. cookie_of(decoded)))
      local body = response.body
      local path = body:match('content="0;url=([^"]*)">')
      assert.truthy(body:find('<a href="' .. path .. '">', 1, true))
      return path, response.headers
    end
    local longest = "/cgi-bin/luci/" .. ("x"):rep(498)

    for _, to in ipairs({ "/cgi-bin/luci/admin/network/wireless", "/cgi-bin/luci/", longest, "/cgi-bin/luci/admin/logouts" }) do
      it("goes to " .. to:sub(1, 40), function()
        assert.equal(to, target("to=" .. to))
        assert.equal(to, target("x=y&to=" .. to:gsub("/", "%%2F")))
      end)
    end

    for _, to in ipairs({
      "//evil.example/", "/cgi-bin/luci//evil", "/cgi-bin/luci/\\evil", "%2f%2fevil.example", "/cgi-bin/luci/%2f%2fx",
      "/cgi-bin/luci/%252f", "https://evil.example/cgi-bin/luci/", "/cgi-bin/luci/%0d%0aSet-Cookie:x", "/cgi-bin/luci/%00",
      "/cgi-bin/luci/../../x", "/cgi-bin/luci/./x", "/cgi-bin/luci", "/cgi-bin/lucix/y", "/", "", "cgi-bin/luci/x", "%",
      "/cgi-bin/luci/admin/logout", "/cgi-bin/luci/admin/logout/", "/cgi-bin/luci/admin/logout/x", "/cgi-bin/luci/x%22%3e",
      longest .. "x", "/cgi-bin/sso-login/logout", "/cgi-bin/luci/x?y", "/cgi-bin/luci/x;y", "javascript:alert(1)",
    }) do
      it("stays at the web interface for " .. to:sub(1, 40), function()
        assert.equal("/cgi-bin/luci/", target("to=" .. to))
      end)
    end

    it("leads there only after a login, once, and while single sign-on is on", function()
      local to = "/cgi-bin/luci/admin/x"
      local own = cookie_of(to)
      local path, headers = target("to=" .. to, nil, own)
      assert.equal(to, path)
      assert.same({ { "Set-Cookie", name .. "=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax" } }, headers)
      for _, case in ipairs({
        { "" }, { name .. "=" }, { name .. "=1" }, { cookie_of("/cgi-bin/luci/admin/y") }, { own:upper() }, { own .. "x" },
        { own .. "; " .. name .. "=2" }, { own, "0" }, { own, fixtures.none },
      }) do
        path, headers = target("to=" .. to, nil, case[1], case[2])
        assert.same({ "/cgi-bin/luci/", {} }, { path, headers })
      end
    end)

    it("leads to the page of a test login also while single sign-on is off", function()
      local to = "/cgi-bin/luci/admin/services/sso-login/test"
      for _, enabled in ipairs({ "0", "1" }) do
        assert.same({ to, "/cgi-bin/luci/" }, { (target("to=" .. to, nil, nil, enabled)), (target("to=" .. to, nil, "", enabled)) })
      end
      assert.equal(to, target("to=" .. to, "/ui"))
    end)

    it("accepts only pages below the configured path", function()
      assert.equal("/ui/x", target("to=/ui/x", "/ui"))
      assert.equal("/ui", target("to=/uix", "/ui"))
      assert.equal("/ui", target("to=/cgi-bin/luci/x", "/ui"))
      assert.equal("/x", target("to=/x", "/"))
      for _, to in ipairs({ "/cgi-bin/luci/admin/logout", "/cgi-bin/sso-login/x", "/cgi-bin/webui/x" }) do
        assert.equal("/", target("to=" .. to, "/"))
      end
    end)
  end)

  it("sets no cookie, needs no script and logs nothing", function()
    local response, world = page("/ui/")
    assert.same({}, response.headers)
    assert.is_nil(response.body:find("<script", 1, true))
    assert.same({}, world.logs)
  end)

  it("works without a configuration", function()
    local io, world = mock.create()
    assert.truthy(landing.page(io, scene.web_request()).body:find("/cgi-bin/luci/", 1, true))
    world.uci_broken["sso-login"] = "Parse error"
    assert.truthy(landing.page(io, scene.web_request()).body:find("/cgi-bin/luci/", 1, true))
  end)
end)
