--- login.browser: what cookies tell, what each event sets; several logins of one browser, and callbacks that another browser brings.
local cjson = require("cjson")
local crypto = require("sso_login.contracts.crypto")
local fixtures = require("support.fixtures")
local attempt = require("sso_login.login.attempt")
local browser = require("sso_login.login.browser")
local surplus_logins = require("sso_login.login.surplus_logins")
local requests = require("support.requests")
local routes = require("sso_login.web.routes")
local scene = require("support.scene")

local prefix = "__Host-webui_sso_"
local state = fixtures.handshake.state
local own_name = prefix .. crypto.safe_id(state)

local function header_of(jar)
  local pairs_of = {}
  for name, value in pairs(jar) do
    pairs_of[#pairs_of + 1] = name .. "=" .. value
  end
  return table.concat(pairs_of, "; ")
end

local function take(jar, response)
  for _, line in ipairs(scene.header_values(response, "Set-Cookie")) do
    local name, value = line:match("^([^=]+)=([^;]*)")
    jar[name] = not line:find("Max-Age=0", 1, true) and value or nil
  end
  return response
end

local function start(io, jar)
  local response = take(jar, routes.handle(io, scene.web_request("/", "", header_of(jar))))
  local token = scene.header(response, "Location"):match("[?&]state=([^&]+)")
  return token, prefix .. crypto.safe_id(token), response
end

--- Puts the fixtures' nonce into a record, for which there are tokens.
local function accept_tokens(io, world, token)
  scene.forget_tokens(world, io)
  local path = scene.record_path(io, token)
  world.put(path, cjson.encode(fixtures.with(cjson.decode(world.text(path)), { nonce = fixtures.handshake.nonce })))
end

local function callback(io, jar, token)
  return take(jar, routes.handle(io, scene.callback_request("code=the-code&state=" .. token, header_of(jar))))
end

local function count(jar)
  local found = 0
  for name in pairs(jar) do
    found = found + (name:find("^__Host%-webui_sso_" .. ("%x"):rep(8) .. "$") and 1 or 0)
  end
  return found
end

describe("a login that web/endpoints/start begins", function()
  it("sets a cookie of 32 random bytes, whose hash the record has", function()
    local io, world = scene.create()
    local jar = {}
    local token, name, response = start(io, jar)
    local line = scene.header_values(response, "Set-Cookie")[2]
    assert.equal(name .. "=" .. jar[name] .. "; Path=/; Max-Age=300; HttpOnly; Secure; SameSite=Lax", line)
    assert.matches("^[%w_-]+$", jar[name])
    assert.equal(43, #jar[name])
    local record = world.text(scene.record_path(io, token))
    assert.equal(crypto.hash_sha256_hex(jar[name]), cjson.decode(record).cookie_hash)
    assert.is_nil(record:find(jar[name], 1, true))
    local _, other = start(io, jar)
    assert.not_equal(jar[name], jar[other])
  end)

  it("succeeds beside other logins of the browser, each with its own cookie", function()
    local io, world = scene.create()
    local jar = {}
    local tokens = { start(io, jar), start(io, jar), (start(io, jar)) }
    assert.equal(3, count(jar))
    for at = 1, 3 do
      accept_tokens(io, world, tokens[at])
      assert.equal(302, callback(io, jar, tokens[at]).status)
      assert.equal(3 - at, count(jar))
      assert.is_nil(jar[scene.state_cookie])
    end
    assert.same({}, world.in_run_dir("^handshake_"))
  end)

  it("refuses another browser, and leaves the record to its owner", function()
    for cookie, code in pairs({ [""] = "MISSING_HANDSHAKE_COOKIE", ["%s=" .. ("A"):rep(43)] = "STATE_PARAMETER_MISMATCH" }) do
      local io, world = scene.create()
      local jar = {}
      local token, name = start(io, jar)
      accept_tokens(io, world, token)
      local sent = ("%s=%s; "):format(scene.state_cookie, token) .. cookie:format(name)
      requests.page(code, routes.handle(io, scene.callback_request("code=the-code&state=" .. token, sent)), world)
      assert.equal(1, #world.in_run_dir("^handshake_.*json$"))
      assert.equal(302, callback(io, jar, token).status)
    end
  end)
end)

describe("attempt.check_browser", function()
  local own = { value = "v", hash = crypto.hash_sha256_hex("v") }
  local missing, mismatch = "MISSING_HANDSHAKE_COOKIE", "STATE_PARAMETER_MISMATCH"
  --- { the specified cookie, the own one, hash of the record (false: no record), outcome }
  for _, case in ipairs({
    { nil, "v", own.hash }, { "other", "v", own.hash }, { state, "v", own.hash }, { state, "w", own.hash, mismatch },
    { state, nil, own.hash, missing }, { nil, nil, own.hash, missing }, { state, "", own.hash, missing }, { state, "v", "", mismatch },
    { state, own.hash, own.hash, mismatch },
    { state, nil, nil }, { state, "w", nil }, { nil, "v", nil, missing }, { "other", "v", nil, mismatch },
    { state, nil, false }, { nil, "v", false, missing }, { "other", "v", false, mismatch },
  }) do
    local name = ("cookies %s and %s, hash %s"):format(tostring(case[1]), tostring(case[2]), tostring(case[3]))
    it(name .. ": " .. (case[4] or "its own"), function()
      local handshake = case[3] ~= false and { cookie_hash = case[3] } or nil
      local found = attempt.check_browser(browser.read({ [scene.state_cookie] = case[1], [own_name] = case[2] }), state, handshake)
      assert.equal(case[4], found.error)
    end)
  end
end)

describe("browser.read", function()
  it("reads every cookie once, and no other", function()
    local sid = ("a"):rep(32)
    assert.same({
      state = "s", logins = { abcdef01 = "v", ["01234567"] = "" }, last_login = { id = "abcdef01", value = "v" },
      page = { id = "01234567", value = "/cgi-bin/luci/x" }, landings = { ["89abcdef"] = "76543210" }, sessions = { sid, "x" }, is_own_site = true,
    }, browser.read({
      [prefix .. "state"] = "s", [prefix .. "abcdef01"] = "v", [prefix .. "01234567"] = "", [prefix .. "login"] = "abcdef01v",
      [prefix .. "page"] = "01234567/cgi-bin/luci/x", [prefix .. "to_89abcdef"] = "76543210", [prefix .. "own"] = "1",
      sysauth_https = sid, sysauth = "x", sysauth_http = "y",
      [prefix .. "ABCDEF01"] = "x", [prefix .. "abcdef0"] = "x", [prefix .. "abcdef012"] = "x", [("x"):rep(#prefix) .. "abcdef02"] = "x",
    }))
  end)

  it("has none of them for a browser without cookies", function()
    assert.same({ state = "", logins = {}, landings = {}, sessions = {}, is_own_site = false }, browser.read({}))
  end)

  it("reads one session of two cookies once, that of LuCI's own first", function()
    assert.same({ "a" }, browser.read({ sysauth = "a", sysauth_https = "a" }).sessions)
    assert.same({ "a", "b" }, browser.read({ sysauth = "b", sysauth_https = "a" }).sessions)
  end)
end)

describe("an event", function()
  local id, page = crypto.safe_id(state), "/cgi-bin/luci/admin/x"
  local function line(text) return (text:gsub("; $", "; HttpOnly; Secure; SameSite=Lax")) end
  local function cleared(name) return prefix .. name .. line("=; Path=/; Max-Age=0; ") end
  local function opened(token) return prefix .. "to_" .. crypto.safe_id(token) .. "=" .. crypto.safe_id(page) .. line("; Path=/; Max-Age=60; ") end
  local logged_out = {
    "sysauth_https=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict", "sysauth=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict",
    cleared("login"),
  }
  local begun = { scene.state_cookie .. "=" .. state .. line("; Path=/; Max-Age=300; "), own_name .. line("=v; Path=/; Max-Age=300; ") }
  local own_site = prefix .. "own=1; Path=/; HttpOnly; Secure; SameSite=Strict"
  local kept = prefix .. "page=" .. id .. page .. line("; Path=/; Max-Age=3600; ")
  local session = {
    cleared("state"), "sysauth_https=; Path=/cgi-bin/luci/; Max-Age=0; HttpOnly; Secure; SameSite=Strict",
    "sysauth_https=S; Path=/; HttpOnly; Secure; SameSite=Strict", "sysauth=S; Path=/; HttpOnly; Secure; SameSite=Strict",
  }

  local function all(...)
    local lines = {}
    for _, list in ipairs({ ... }) do
      for _, one in ipairs(type(list) == "table" and list or { list }) do
        lines[#lines + 1] = { "Set-Cookie", one }
      end
    end
    return lines
  end

  local function starts(cookies, changes, surplus)
    return browser.login_starts(browser.read(cookies), fixtures.with({ state = state, value = "v" }, changes), surplus or {})
  end

  local function ends(cookies, changes)
    local login = fixtures.with({ state = state, sid = "S", webui_path = "/cgi-bin/luci/" }, changes)
    return browser.login_ends(browser.read(cookies), login)
  end

  for title, row in pairs({
    ["a start sets state, own cookie, and the proof of its site"] = { starts({}), all(begun, own_site) },
    ["a start with that proof sets it no second time"] = { starts({ [prefix .. "own"] = "1" }), all(begun) },
    ["a start keeps the page, and forgets surplus logins"] = {
      starts({}, { page = page }, { "01234567", "89abcdef" }), all(begun, kept, cleared("01234567"), cleared("89abcdef"), own_site),
    },
    ["a login that ends sets the session's cookies"] = { ends({}), all(session) },
    ["a login that ends clears LuCI's own at webui_path, too"] = {
      ends({}, { webui_path = "/ui/" }), all(session[1], "sysauth_https=; Path=/ui/; Max-Age=0; HttpOnly; Secure; SameSite=Strict", { unpack(session, 2) }),
    },
    ["a login that ends clears its cookies, names itself, and opens its page"] = {
      ends({ [own_name] = "v", [prefix .. "page"] = id .. page, [prefix .. "01234567"] = "w" }, { page = page }),
      all(session, cleared(id), prefix .. "login=" .. id .. line("v; Path=/; "), opened(state)),
    },
    ["a test that starts sets its own cookie"] = { browser.test_starts(state, "v"), all(begun[2]) },
    ["a test that ends opens its page, and clears its cookie"] = { browser.test_ends(page, state), all(opened(state), cleared(id)) },
    ["a test that ends before its callback opens its page"] = { browser.test_ends(page), all(opened("")) },
    ["a logout clears the session's cookies, and the last login's"] = { browser.logs_out(), all(logged_out) },
  }) do
    it(title, function() assert.same(row[2], row[1]) end)
  end

  it("opens the page of each login to the landing page once", function()
    local jar = {}
    for _, token in ipairs({ state, "other" }) do
      take(jar, { headers = ends({}, { state = token, page = page }) })
    end
    jar["sysauth_https"], jar["sysauth"] = nil, nil
    assert.is_nil(browser.lands(browser.read(jar), page .. "y"))
    for _ = 1, 2 do
      local lines = browser.lands(browser.read(jar), page)
      assert.equal(1, #lines)
      take(jar, { headers = lines })
    end
    assert.same({ {} }, { jar, (browser.lands(browser.read(jar), page)) })
  end)

  it("keeps the page of a login that starts while another one ends", function()
    local jar = { [prefix .. "page"] = id .. page }
    local ended = ends(jar, { page = page })
    take(jar, { headers = starts({}, { state = "other", page = page .. "y" }) })
    take(jar, { headers = ended })
    assert.equal(crypto.safe_id("other") .. page .. "y", jar[prefix .. "page"])
  end)
end)

describe("surplus_logins.surplus", function()
  --- The ids of logins, sorted, of which the first `live` tokens have records, the first the newest.
  local function forgotten(total, live)
    local io, world = scene.create()
    local ids, sorted = {}, {}
    for at = 1, total do
      local token = "token" .. at
      ids[at] = crypto.safe_id(token)
      sorted[at] = ids[at]
      if at <= live then
        world.put(scene.record_path(io, token), "{}", world.now - at)
      end
    end
    table.sort(sorted)
    return surplus_logins.surplus(io, sorted), ids
  end

  it("keeps up to seven of any kind", function() assert.same({}, forgotten(7, 0)) end)

  it("forgets only logins without a record where these are enough", function()
    local gone, ids = forgotten(9, 7)
    local expected = { ids[8], ids[9] }
    table.sort(expected)
    assert.same(expected, gone)
  end)

  it("forgets the oldest until there is room for one", function()
    for total = 8, 12 do
      local gone, ids = forgotten(total, total)
      local expected = {}
      for at = total, 8, -1 do
        table.insert(expected, ids[at])
      end
      assert.same(expected, gone)
    end
  end)

  it("counts no record that a request is consuming", function()
    local io, world = scene.create()
    local ids = {}
    for at = 1, 8 do
      ids[at] = crypto.safe_id("token" .. at)
      world.put(scene.record_path(io, "token" .. at) .. (at == 8 and ".consumed" or ""), "{}")
    end
    assert.same({ crypto.safe_id("token8") }, surplus_logins.surplus(io, ids))
  end)

  it("orders two logins of the same second by id", function()
    local io, world = scene.create()
    local ids = {}
    for at = 1, 8 do
      ids[at] = crypto.safe_id("token" .. at)
      world.put(scene.record_path(io, "token" .. at), "{}")
    end
    table.sort(ids)
    assert.same({ ids[1] }, surplus_logins.surplus(io, ids))
  end)
end)
