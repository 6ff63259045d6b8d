--- handlers: the end of a session as a response, through the router.
local expect = require("support.expect")
local fixtures = require("support.fixtures")
local hand_over = require("sso_login.login.hand_over")
local router = require("sso_login.web.router")
local scene = require("support.scene")

local full = fixtures.discovery.full

describe("GET /logout", function()
  local cleared = {
    "sysauth_https=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict",
    "sysauth=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict",
  }

  local function logout(query, cookie, options)
    local io, world = scene.create(options)
    local sid = world.add_session({
      username = "admin", token = "right", sso_email = "ada@example.org", sso_sub = "user-1", sso_id_token = "h.p.s",
    }, ("5"):rep(32))
    return router.handle(io, scene.environment("/logout", query, cookie)), world, sid
  end

  it("ends the session, clears both cookies and leads to the provider", function()
    for _, cookie in ipairs({ "sysauth_https=" .. ("5"):rep(32), "sysauth=" .. ("5"):rep(32) }) do
      local response, world = logout("stoken=right", cookie)
      assert.equal(302, response.status)
      assert.equal(full.end_session_endpoint, scene.header(response, "Location"):match("^[^?]*"))
      assert.same(cleared, scene.header_values(response, "Set-Cookie"))
      assert.same({}, world.sessions)
      assert.equal("LOGOUT remote=192.0.2.7 email=ada@example.org sub=user-1 role=admin", world.log_text())
    end
  end)

  it("is logged and clears the cookies though the provider, which is asked later, is down", function()
    local io, world = scene.create()
    world.add_session({ username = "admin", token = "right" }, ("5"):rep(32))
    local before
    world.on(fixtures.issuer .. "/.well-known/openid-configuration", function()
      before = world.log_text()
      return { failure = "timeout" }
    end)
    local response = router.handle(io, scene.environment("/logout", "stoken=right", "sysauth_https=" .. ("5"):rep(32)))
    assert.truthy(before:find("^LOGOUT "))
    assert.same(cleared, scene.header_values(response, "Set-Cookie"))
    assert.same({}, world.sessions)
  end)

  it("does the provider's part of a session that LuCI has ended, once", function()
    local io, world = scene.create()
    assert.is_true(hand_over.leave(io, '{"token":"abc","values":{"sso_id_token":"h.p.s"}}').ok)
    local function out(query, cookie)
      return router.handle(io, scene.environment("/logout", query, cookie))
    end
    assert.equal("/", scene.header(out("handover=abd", ""), "Location"))
    local response = out("handover=abc", "sysauth_https=" .. ("5"):rep(32))
    assert.equal(302, response.status)
    assert.truthy(scene.header(response, "Location"):find("id_token_hint=h.p.s", 1, true))
    assert.same(cleared, scene.header_values(response, "Set-Cookie"))
    assert.equal("/", scene.header(out("handover=abc", ""), "Location"))
    world.add_session({ username = "admin", token = "right" }, ("5"):rep(32))
    assert.equal(403, out("handover=abc", "sysauth_https=" .. ("5"):rep(32)).status)
  end)

  for _, query in ipairs({ "stoken", "x=right", "stoken=right%20" }) do
    it(("with %q is CSRF_TOKEN_INVALID, and session and cookies stay"):format(query), function()
      local response, world, sid = logout(query, "sysauth_https=" .. ("5"):rep(32))
      expect.page("CSRF_TOKEN_INVALID", response, world)
      assert.is_table(world.sessions[sid])
    end)
  end

  for _, query in ipairs({ "stoken=right&stoken=right", "stoken=%zz", "stoken=right%00" }) do
    it(("with %q is INVALID_REQUEST"):format(query), function()
      local response, world, sid = logout(query, "sysauth_https=" .. ("5"):rep(32))
      expect.page("INVALID_REQUEST", response, world)
      assert.is_table(world.sessions[sid])
    end)
  end

  it("without a session leads to / and is no error", function()
    for _, cookie in ipairs({ "", "sysauth_https=" .. ("6"):rep(32), "sysauth=x", "a=b" }) do
      local response, world = logout("stoken=right", cookie)
      assert.equal(302, response.status)
      assert.equal("/", scene.header(response, "Location"))
      assert.same({}, world.logs)
    end
  end)

  it("clears the cookies of an expired session", function()
    local response = logout("", "sysauth_https=" .. ("6"):rep(32))
    assert.same(cleared, scene.header_values(response, "Set-Cookie"))
  end)

  it("from another site, whose request brings no cookie, cannot clear the user's cookies", function()
    for _, query in ipairs({ "", "stoken=right", "stoken=guess" }) do
      local response, world, sid = logout(query, "")
      assert.equal(302, response.status)
      assert.same({}, scene.header_values(response, "Set-Cookie"))
      assert.is_table(world.sessions[sid])
    end
  end)

  it("needs a configuration", function()
    for code, changes in pairs({ CONFIG_ERROR = { scope = "x" }, SSO_DISABLED = { enabled = "0" } }) do
      local response, world = logout("stoken=right", "sysauth_https=" .. ("5"):rep(32), { uci = changes })
      expect.page(code, response, world)
    end
  end)
end)
