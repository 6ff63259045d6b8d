local bytes = require("sso_login.io.bytes")
local cjson = require("cjson")
local crypto = require("sso_login.contracts.crypto")
local fixtures = require("support.fixtures")
local requests = require("support.requests")
local scene = require("support.scene")

local endpoint = fixtures.discovery.full.authorization_endpoint

--- A start that succeeds: what is in the provider's address after what every login has, the login's record, the answer.
local function start(query, options, cookie)
  local response, _, io = requests.expect({ path = "/", query = query, cookie = cookie, options = options }, {})
  local sent = scene.header(response, "Location"):match("%?(.*)$")
  local record = cjson.decode(io.read_file(scene.record_path(io, sent:match("state=([^&]+)")), 4096))
  return sent:match("code_challenge_method=S256(.*)$"), record, response, sent
end

describe("GET /", function()
  for _, path in ipairs({ "", "/" }) do
    it(("at %q sends the browser to the provider with the state cookie"):format(path), function()
      local response, world, io = requests.expect({ path = path }, { body = "" })
      local location = scene.header(response, "Location")
      assert.equal(endpoint, location:match("^[^?]*"))
      local cookie = scene.header_values(response, "Set-Cookie")[1]
      local token = cookie:match("^__Host%-webui_sso_state=([%w_-]+);")
      assert.equal(scene.state_cookie .. "=" .. token .. "; Path=/; Max-Age=300; HttpOnly; Secure; SameSite=Lax", cookie)
      assert.truthy(location:find("[?&]state=" .. token:gsub("%p", "%%%0")))
      assert.is_string(world.text(scene.record_path(io, token)))
      assert.is_nil(world.log_text():find(token, 1, true))
    end)
  end

  requests.rows({
    { "says when the provider is another", { options = { metadata = { issuer = "https://evil.example" } } }, { code = "DISCOVERY_ISSUER_MISMATCH" } },
    { "knows no provider of that name", { query = "provider=nothing" }, { code = "NOT_FOUND", asked = 0,
      log = 'NOT_FOUND remote=192.0.2.7 reason="no such provider"' } },
    { "refuses another's issuer for a provider that it names", { query = "provider=default&iss=https://evil.example" },
      { code = "INVALID_REQUEST", asked = 0, log = 'INVALID_REQUEST remote=192.0.2.7 parameter=iss reason="not issuer_url"' } },
  })

  it("clears the cookie of a finished login where there are too many", function()
    local cookies = {}
    for at = 1, 8 do
      cookies[at] = ("__Host-webui_sso_0000000%d=v"):format(at)
    end
    local _, _, response = start("", nil, table.concat(cookies, "; "))
    assert.equal("__Host-webui_sso_00000001=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax", scene.header_values(response, "Set-Cookie")[3])
  end)

  it("notes whether it was begun at a page of the router or by hand, by a cookie that other sites' requests do not bring", function()
    local _, record, response = start("", {})
    assert.is_nil(record.own_site)
    assert.equal("__Host-webui_sso_own=1; Path=/; HttpOnly; Secure; SameSite=Strict", scene.header_values(response, "Set-Cookie")[3])
    _, record, response = start("", {}, "__Host-webui_sso_own=1")
    assert.is_true(record.own_site)
    assert.equal(2, #scene.header_values(response, "Set-Cookie"))
  end)

  it("ignores unknown parameters", function()
    for _, query in ipairs({ "", "foo=bar&code=1&code=2&state=x&error=%zz" }) do
      local extra, record = start(query)
      assert.equal("", extra)
      assert.is_nil(record.return_to)
    end
  end)

  it("requests acr_values and max_age", function()
    local extra = start("", { uci = { acr_values = { "urn:mfa", "b" }, max_age = "0", prompt = "consent" } })
    assert.equal("&acr_values=urn%3Amfa+b&max_age=0&prompt=consent", (extra:gsub("%%20", "+")))
  end)

  it("passes login_hint to the provider", function()
    local iss = "iss=" .. bytes.percent_encode(fixtures.issuer)
    assert.equal("&login_hint=ada%40example.org", (start(iss .. "&login_hint=ada%40example.org")))
    assert.equal("&login_hint=" .. ("x"):rep(200), (start("login_hint=" .. ("x"):rep(200))))
    for _, hint in ipairs({ "", ("x"):rep(201), "a%20b", "a%00", "a%0d%0ab", "%c3%a4", "%zz" }) do
      assert.equal("", (start(iss .. "&login_hint=" .. hint)))
    end
  end)

  for query, reason in pairs({
    ["iss=https://evil.example"] = '.*reason="not issuer_url"', ["iss="] = "", ["iss=" .. fixtures.issuer .. "/"] = "",
    ["iss=" .. fixtures.issuer .. "&iss=" .. fixtures.issuer] = "", ["iss=%zz"] = "", ["iss=%0a"] = "",
  }) do
    requests.rows({ { "refuses " .. query, { query = query },
      { code = "INVALID_REQUEST", asked = 0, log = "^INVALID_REQUEST .*parameter=iss" .. reason } } })
  end
end)

describe("GET / keeps the page", function()
  local page = "/cgi-bin/luci/admin"
  local function at(uri) return "target_link_uri=" .. bytes.percent_encode(uri) end

  --- query, kept page, webui_path
  for _, case in ipairs({
    { "return_to=%2Fcgi-bin%2Fluci%2Fadmin%2Fnetwork", "/cgi-bin/luci/admin/network" },
    { "return_to=//evil.example/" }, { "return_to=%zz" }, { "return_to=" },
    { "return_to=/ui/x", "/ui/x", "/ui/" }, { "return_to=/cgi-bin/luci/x", nil, "/ui/" },
    { at("https://router.example" .. page), page }, { at("https://ROUTER.example:443" .. page), page },
    { at("https://router.example" .. page) .. "&return_to=/cgi-bin/luci/x", "/cgi-bin/luci/x" },
    { at("https://evil.example" .. page) }, { at("https://router.example:8443" .. page) }, { at(page) }, { at("") },
    { at("http://router.example" .. page) }, { at("https://router.example@evil.example/cgi-bin/luci/") },
    { at("https://router.example" .. page .. "/logout") }, { at("https://router.example/cgi-bin/luci/?a") },
    { at("https://router.example") },
  }) do
    it(("%s of %.80s, below %s"):format(case[2] or "none", case[1], case[3] or "/cgi-bin/luci/"), function()
      local _, record, response, sent = start(case[1], { uci = { webui_path = case[3] } }, "__Host-webui_sso_own=1")
      assert.equal(case[2], record.return_to)
      local cookie = "__Host-webui_sso_page=" .. crypto.safe_id(record.state) .. (case[2] or "") .. "; Path=/; Max-Age=3600; HttpOnly; Secure; SameSite=Lax"
      assert.equal(case[2] and cookie, scene.header_values(response, "Set-Cookie")[3])
      assert.is_nil(sent:find("luci", 1, true))
    end)
  end
end)

describe("GET / for another account", function()
  --- option prompt, parameter prompt, what is sent, prompt_values_supported
  for _, case in ipairs({
    { nil, "select_account", "select_account", { "login", "select_account" } }, { nil, "select_account", "login", { "none", "login" } },
    { nil, "select_account", "login" }, { nil, "login", "login", { "select_account" } }, { "consent", "select_account", "login" },
    { "select_account", "login", "login" }, { "login", "select_account", "login", { "select_account" } },
    { nil, "none" }, { nil, "consent" }, { nil, "login select_account" }, { "consent", "LOGIN", "consent" }, { nil, "%zz" }, { nil, "" },
  }) do
    it(("sends %s for %q where the option is %s and the provider lists %s"):format(
      case[3] or "none", case[2], case[1] or "absent", table.concat(case[4] or { "nothing" }, " ")), function()
      local options = { uci = { prompt = case[1] }, metadata = { prompt_values_supported = case[4] } }
      local query = "prompt=" .. case[2]:gsub(" ", "+")
      assert.equal(case[3] and "&prompt=" .. case[3] or "", (start(query, options)))
    end)
  end

  it("keeps the account that was refused, and that the user wanted another", function()
    for query, kept in pairs({
      ["prompt=select_account&refused=0123abcd"] = { true, "0123abcd" }, ["prompt=login"] = { true }, ["refused=0123abcd"] = { nil, "0123abcd" },
      ["prompt=none"] = {}, ["refused=0123abc"] = {}, ["refused=0123abcde"] = {}, ["refused=0123abcg"] = {}, ["refused="] = {}, ["refused=../../../"] = {},
    }) do
      local extra, record = start(query, {})
      assert.same({ kept[1], kept[2] }, { record.anew, record.refused }, query)
      assert.is_nil(extra:find("refused", 1, true))
    end
  end)

  it("keeps that the login begins again by itself, and says nothing of it to the provider", function()
    for query, kept in pairs({ ["again=1"] = { true }, ["again="] = { true }, [""] = {} }) do
      local extra, record = start(query, {})
      assert.equal(kept[1], record.again, query)
      assert.is_nil(extra:find("again", 1, true))
    end
  end)

  it("sends no prompt by itself after a refused login", function()
    local refused = requests.expect(requests.callback({ options = { roles = {} } }), { code = "USER_NOT_AUTHORIZED" })
    assert.same({}, scene.header_values(refused, "Set-Cookie"))
    local extra, _, response = start("", {}, "__Host-webui_sso_account=1; __Host-webui_sso_own=1")
    assert.equal("", extra)
    assert.equal(2, #scene.header_values(response, "Set-Cookie"))
  end)
end)
