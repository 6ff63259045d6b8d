--- web.start: what the address of a start, and the options, ask of the provider and of the login's end.
local cjson = require("cjson")
local crypto = require("sso_login.crypto")
local encoding = require("sso_login.base.encoding")
local fixtures = require("support.fixtures")
local router = require("sso_login.web.router")
local scene = require("support.scene")

--- The answer to a start; the query of the provider's address, and the login's record.
local function start(query, options, cookie)
  local io, world = scene.create(options)
  local response = router.handle(io, scene.environment("/", query, cookie))
  if response.status ~= 302 then
    return response, nil, nil, world
  end
  local sent = scene.header(response, "Location"):match("%?(.*)$")
  local record = cjson.decode(io.read_file(scene.record_path(io, sent:match("state=([^&]+)")), 4096))
  return response, sent, record, world
end

--- What stands in the address behind what every login has.
local function extra(...)
  local _, sent = start(...)
  return sent:match("code_challenge_method=S256(.*)$")
end

describe("GET / without anything new", function()
  it("is as it was", function()
    assert.equal("", extra(""))
    assert.equal("", extra("foo=bar&code=1&code=2&state=x&error=%zz"))
    local _, _, record = start("")
    assert.is_nil(record.return_to)
  end)
end)

describe("GET / with return_to", function()
  it("keeps the page in the record, and tells the provider nothing of it", function()
    local _, sent, record = start("return_to=%2Fcgi-bin%2Fluci%2Fadmin%2Fnetwork")
    assert.equal("/cgi-bin/luci/admin/network", record.return_to)
    assert.is_nil(sent:find("luci", 1, true))
  end)

  it("ignores what is no page of the web interface", function()
    for _, page in ipairs({
      "//evil.example/", "/cgi-bin/luci/admin/logout", "/cgi-bin/luci/x%00", "/cgi-bin/luci/%0d%0a", "https://router.example/",
      "/cgi-bin/luci/" .. ("x"):rep(499), "%zz", "", "/other/",
    }) do
      local response, _, record = start("return_to=" .. page)
      assert.equal(302, response.status)
      assert.is_nil(record.return_to)
    end
  end)

  it("goes by the path of the web interface", function()
    for page, kept in pairs({ ["/ui/x"] = "/ui/x", ["/cgi-bin/luci/x"] = false }) do
      local _, _, record = start("return_to=" .. page, { uci = { webui_path = "/ui/" } })
      assert.equal(kept or nil, record.return_to)
    end
  end)

  it("ends there", function()
    local io, world = scene.create()
    scene.put_handshake(io, world, 0, { return_to = "/cgi-bin/luci/admin/x" })
    local response = router.handle(io, scene.callback())
    assert.equal("/cgi-bin/webui/?to=/cgi-bin/luci/admin/x", scene.header(response, "Location"))
    scene.forget_tokens(world, io)
    scene.put_handshake(io, world, 0, { return_to = 7 })
    assert.equal("/cgi-bin/webui/", scene.header(router.handle(io, scene.callback()), "Location"))
  end)
end)

describe("GET / from a third party", function()
  local iss = "iss=" .. encoding.percent_encode(fixtures.issuer)

  it("hands a hint on", function()
    assert.equal("&login_hint=ada%40example.org", extra(iss .. "&login_hint=ada%40example.org"))
    assert.equal("&login_hint=" .. ("x"):rep(200), extra("login_hint=" .. ("x"):rep(200)))
    for _, hint in ipairs({ "", ("x"):rep(201), "a%20b", "a%00", "a%0d%0ab", "%c3%a4", "%zz" }) do
      assert.equal("", extra(iss .. "&login_hint=" .. hint))
    end
  end)

  it("that names another issuer is refused", function()
    for _, query in ipairs({ "iss=https://evil.example", "iss=", iss .. "/", iss .. "&" .. iss, "iss=%zz", "iss=%0a" }) do
      local response, _, _, world = start(query)
      assert.equal(400, response.status)
      assert.equal("INVALID_REQUEST", world.logs[1].line:match("^%S+"))
      assert.truthy(world.log_text():find("parameter=iss", 1, true))
      if query:find("evil", 1, true) then
        assert.truthy(world.log_text():find('reason="not issuer_url"', 1, true))
      end
      assert.same({}, world.requests)
    end
  end)

  it("may name a page of this router", function()
    local function page(uri, more)
      local _, _, record = start(iss .. "&target_link_uri=" .. encoding.percent_encode(uri) .. (more or ""))
      return record.return_to
    end
    assert.equal("/cgi-bin/luci/admin", page("https://router.example/cgi-bin/luci/admin"))
    assert.equal("/cgi-bin/luci/admin", page("https://ROUTER.example:443/cgi-bin/luci/admin"))
    assert.equal("/cgi-bin/luci/x", page("https://router.example/cgi-bin/luci/admin", "&return_to=/cgi-bin/luci/x"))
    for _, uri in ipairs({
      "https://evil.example/cgi-bin/luci/admin", "https://router.example:8443/cgi-bin/luci/admin", "/cgi-bin/luci/admin",
      "http://router.example/cgi-bin/luci/admin", "https://router.example@evil.example/cgi-bin/luci/",
      "https://router.example/cgi-bin/luci/admin/logout", "https://router.example/cgi-bin/luci/?a", "https://router.example", "",
    }) do
      assert.is_nil(page(uri))
    end
  end)
end)

describe("GET / with options", function()
  it("asks for the way and the time of the login", function()
    assert.equal("&acr_values=urn%3Amfa+b&max_age=0&prompt=consent", (extra("", {
      uci = { acr_values = { "urn:mfa", "b" }, max_age = "0", prompt = "consent" },
    }):gsub("%%20", "+")))
  end)

  it("asks for the account where that is wanted, or for more", function()
    local cookie = "__Host-webui_sso_account=1"
    for _, case in ipairs({
      { "consent", "select_account" }, { "select_account", "select_account" }, { "login", "login" },
      { "select_account", "login", { "none", "login" } }, { "consent", "login", { "consent", "login" } },
    }) do
      local options = { uci = { prompt = case[1] }, metadata = { prompt_values_supported = case[3] } }
      assert.equal("&prompt=" .. case[2], extra("", options, cookie))
      assert.equal("&prompt=" .. case[1], extra("", options))
    end
  end)
end)

describe("GET /callback of a user who is refused", function()
  it("has the reference of the log", function()
    local io, world = scene.create({ roles = { { name = "x", email = { "y" } } } })
    scene.put_handshake(io, world)
    local response = router.handle(io, scene.callback())
    local reference = crypto.safe_id(fixtures.handshake.state)
    assert.truthy(response.body:find(" Reference for the administrator: " .. reference .. "\n", 1, true))
    assert.truthy(world.log_text():find(" reference=" .. reference, 1, true))
  end)

  for code, options in pairs({ AUTHENTICATION_TOO_WEAK = { acr_values = "mfa" }, AUTHENTICATION_TOO_OLD = { max_age = "60" } }) do
    it("is told so: " .. code, function()
      local io, world = scene.create({ uci = options })
      scene.put_handshake(io, world)
      require("support.expect").page(code, router.handle(io, scene.callback()), world)
      assert.same({}, world.sessions)
    end)
  end
end)
