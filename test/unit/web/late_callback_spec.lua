--- late_callback: a callback whose login is over goes on to the web interface where a session lives, in one step or by the landing page.
local crypto = require("sso_login.contracts.crypto")
local fixtures = require("support.fixtures")
local requests = require("support.requests")
local refusal = require("sso_login.web.refusal")
local scene = require("support.scene")

local sid = ("a"):rep(32)
local with_session = "sysauth_https=" .. sid
local function live(world)
  world.sessions[sid] = { timeout = 300, data = { username = "admin", token = "t" }, acls = {} }
end

local function late(changes)
  return fixtures.with({ path = "/callback", query = "code=the-code&state=gone", cookie = "", accept = "text/html", setup = live }, changes)
end

describe("a callback that comes too late", function()
  it("redirects at once where the browser has a live session, and is no refusal", function()
    for _, changes in ipairs({ {}, { cookie = with_session .. "; " .. scene.state_cookie .. "=other" } }) do
      requests.expect(late(fixtures.with({ cookie = with_session }, changes)), { location = "/cgi-bin/webui/", log = "", sessions = 1, cookies = {} })
    end
  end)

  it("accepts only the callback of a finished login", function()
    local io, world = scene.create({})
    live(world)
    local function target(code, path)
      local response = refusal.refuse(io, scene.web_request(path, "", with_session, { accept = "text/html" }), { ok = false, error = code }, false)
      return scene.header(response, "Location") or "none"
    end
    for code, page in pairs({
      STATE_NOT_FOUND = "/cgi-bin/webui/", MISSING_HANDSHAKE_COOKIE = "/cgi-bin/webui/", STATE_PARAMETER_MISMATCH = "/cgi-bin/webui/",
      INVALID_REQUEST = "none",
    }) do
      assert.same({ page, "none" }, { target(code, "/callback"), target(code, "/") }, code)
    end
  end)

  it("is the specified refusal for programs", function()
    requests.expect(late({ cookie = with_session, accept = "*/*" }), { code = "MISSING_HANDSHAKE_COOKIE" })
  end)

  it("asks no landing page under another name of the router", function()
    assert.is_nil((requests.run(late({ host = "192.0.2.1" }))).body:find("http-equiv", 1, true))
  end)

  for title, changes in pairs({
    ["without cookies"] = {}, ["with a session that is over"] = { cookie = with_session, setup = function() end },
    ["with no session's id"] = { cookie = "sysauth_https=../x" },
  }) do
    it("shows its page " .. title .. ", which asks the landing page", function()
      local response, world = requests.run(late(changes))
      assert.equal(400, response.status)
      local reference = world.log_text():match("^MISSING_HANDSHAKE_COOKIE .*reference=(%x+)")
      assert.truthy(response.body:find('<meta http-equiv="refresh" content="0;url=/cgi-bin/webui/?late=' .. reference .. '">', 1, true))
    end)
  end

  it("leads a user who is in to the page at which the login was to end", function()
    local page = "/cgi-bin/luci/admin/network"
    requests.expect(late({ query = "code=the-code&state=" .. fixtures.handshake.state, cookie = with_session, setup = function(world, io)
      live(world)
      scene.put_handshake(io, world, 0, { return_to = page })
    end }), { location = "/cgi-bin/webui/?to=" .. page, log = "", sessions = 1, cookies = {} })
  end)

  it("leads a user who is in to the page of the login's cookie, by the rules of a start", function()
    local cookie = with_session .. "; __Host-webui_sso_page=" .. crypto.safe_id("gone")
    for page, query in pairs({ ["/cgi-bin/luci/admin/network"] = "?to=/cgi-bin/luci/admin/network", ["//evil.example/"] = "" }) do
      requests.expect(late({ cookie = cookie .. page }), { location = "/cgi-bin/webui/" .. query, log = "", sessions = 1, cookies = {} })
    end
  end)

  it("keeps the page at which the login was to end until a new login", function()
    local path = "%2Fcgi-bin%2Fluci%2Fadmin%2Fnetwork"
    local response, world = requests.run(late({ query = "code=the-code&state=" .. fixtures.handshake.state, cookie = "x=y", setup = function(world, io)
      scene.put_handshake(io, world, 0, { return_to = "/cgi-bin/luci/admin/network" })
    end }))
    local query = response.body:match('content="0;url=/cgi%-bin/webui/%?(.-)"')
    assert.equal("late=" .. world.log_text():match("reference=(%x+)") .. "&amp;return_to=" .. path, query)
    local io = scene.create({})
    local shown = refusal.late_page(io, scene.web_request("", query:gsub("&amp;", "&"), "", { accept = "text/html" }))
    assert.truthy(shown.body:find('<a href="/cgi-bin/sso-login/?return_to=' .. path .. '">', 1, true))
  end)

  describe("whose record is gone", function()
    local id = crypto.safe_id("gone")
    for value, page in pairs({
      [id .. "/cgi-bin/luci/admin/network"] = "&amp;return_to=%2Fcgi-bin%2Fluci%2Fadmin%2Fnetwork", [id] = "", [""] = "", [id .. "//evil.example/"] = "",
      [crypto.safe_id("other") .. "/cgi-bin/luci/admin/network"] = "", [id .. "/ui/x"] = "", ["/cgi-bin/luci/admin/network"] = "",
    }) do
      it(("keeps %s of the cookie %.70q"):format(page == "" and "no page" or "the page", value), function()
        local response, world = requests.run(late({ cookie = "__Host-webui_sso_page=" .. value }))
        local query = response.body:match('content="0;url=/cgi%-bin/webui/%?(.-)"')
        assert.equal("late=" .. world.log_text():match("reference=(%x+)") .. page, query)
      end)
    end

    it("keeps a page below webui_path", function()
      local options = { uci = { webui_path = "/ui/" } }
      local response = requests.run(late({ options = options, cookie = "__Host-webui_sso_page=" .. id .. "/ui/x" }))
      assert.truthy(response.body:find("&amp;return_to=%2Fui%2Fx", 1, true))
    end)
  end)
end)

describe("a callback whose login has expired at the provider", function()
  local page = "/cgi-bin/luci/admin/network"
  local expired = "temporarily_unavailable&error_description=authentication_expired"

  --- The callback of a stored login, with what the provider says.
  local function callback(said, record, changes)
    return late(fixtures.with({
      query = "error=" .. said .. "&state=" .. fixtures.handshake.state, cookie = scene.state_cookie .. "=" .. fixtures.handshake.state,
      handshake = fixtures.with({ return_to = page }, record or {}),
    }, changes or {}))
  end

  for said, cause in pairs({
    [expired] = "expired", ["server_error&error_description=Session%20expired"] = "expired",
    ["access_denied&error_description=The%20session%20has%20expired."] = "expired",
    ["temporarily_unavailable&error_description=Session%20timed%20out"] = "expired",
    ["temporarily_unavailable"] = "temporary", ["server_error&error_description=certificate%20expired"] = "temporary",
    ["access_denied&error_description=password%20expired"] = "none",
  }) do
    it(("is begun again for %s: %s"):format(said, cause), function()
      local response, world = requests.run(callback(said))
      assert.equal(401, response.status)
      assert.matches("^IDP_ERROR ", world.log_text())
      assert.equal(cause, world.log_text():match(" cause=(%w+)") or "none")
      local target = response.body:match('http%-equiv="refresh" content="0;url=(.-)"')
      local reference = world.log_text():match(" reference=(%x+)")
      assert.equal(cause == "expired" and "/cgi-bin/webui/?late=" .. reference .. "&amp;again=1&amp;return_to=" .. page:gsub("/", "%%2F") or nil, target)
      assert.is_nil(response.body:find("cannot reach", 1, true))
      assert.equal(cause == "expired" and "This login is no longer valid" or nil, response.body:match("<h1>(This login.-)</h1>"))
    end)
  end

  it("is begun again once", function()
    for _, mark in ipairs({ true, "1" }) do
      local response = requests.run(callback(expired, { again = mark }))
      assert.truthy(response.body:find("<h1>This login is no longer valid</h1>", 1, true))
      assert.equal(mark == true, response.body:find("http-equiv", 1, true) == nil)
    end
  end)

  it("leads into a live session", function()
    local cookie = with_session .. "; " .. scene.state_cookie .. "=" .. fixtures.handshake.state
    requests.expect(callback(expired, {}, { cookie = cookie }), { location = "/cgi-bin/webui/?to=" .. page, log = "", sessions = 1, cookies = {} })
  end)

  it("is the refusal for another browser, and for one of another issuer", function()
    for _, changes in ipairs({ { cookie = "" }, { query = callback(expired).query .. "&iss=https%3A%2F%2Fother.example" } }) do
      local response = requests.run(callback(expired, {}, changes))
      assert.is_nil(response.body:find("again=1", 1, true))
    end
  end)

  it("begins at the landing page, by a redirect, at its provider and with its page", function()
    local io, world = scene.create()
    fixtures.add_provider(world, "work", {})
    local function landing(query, cookie)
      return refusal.late_page(io, scene.web_request("", query, cookie or "", { accept = "text/html" }))
    end
    for query, target in pairs({
      ["late=0123abcd&again=1"] = "/cgi-bin/sso-login/?again=1",
      ["late=0123abcd&again=1&provider=work&return_to=%2Fcgi-bin%2Fluci%2Fx"] = "/cgi-bin/sso-login/?provider=work&again=1&return_to=%2Fcgi-bin%2Fluci%2Fx",
      ["late=0123abcd&again=1&provider=none&return_to=%2F%2Fevil.example"] = "/cgi-bin/sso-login/?again=1",
    }) do
      assert.equal(target, scene.header(landing(query), "Location"), query)
    end
    assert.is_nil(landing("again=1"))
    live(world)
    assert.is_nil(landing("late=0123abcd&again=1", with_session))
  end)
end)

describe("the landing page of a late callback", function()
  local function ask(query, cookie)
    local io, world = scene.create()
    live(world)
    local request = scene.web_request("", query, cookie, { accept = "text/html", accept_language = "de" })
    return refusal.late_page(io, request), world
  end

  it("shows the error page with its reference, once, and logs no second line", function()
    local refused, world = ask("late=0123abcd", "")
    assert.equal(400, refused.status)
    assert.truthy(refused.body:find("<code>0123abcd</code>", 1, true) and refused.body:find('<html lang="de">', 1, true))
    assert.is_nil(refused.body:find("http-equiv", 1, true))
    assert.equal("", world.log_text())
  end)

  it("is the ordinary landing page without a valid reference", function()
    for _, query in ipairs({ "", "late=", "late=0123abc", "late=0123abcde", "late=<script>", "late=0123abc%00", "x=1&late=", "late=%zz" }) do
      assert.is_nil((ask(query, "")), query)
    end
  end)
end)
