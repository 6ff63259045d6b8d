--- Several providers: addresses, starts, and that nothing of one counts for another (RFC 9700 section 4.4).
local cjson = require("cjson")
local fixtures = require("support.fixtures")
local jwk_set = require("sso_login.protocol.jwk_set")
local provider_calls = require("sso_login.protocol.provider_calls")
local reconcile = require("sso_login.rpcd.reconcile")
local requests = require("support.requests")
local scene = require("support.scene")

local first = "https://first.example"
local office_role = { name = "staff", group = { "/net/admins" }, provider = { "office" }, read = { "*" }, write = { "*" } }
local default_role = { name = "admin", email = { "ada@example.org" }, group = { "/net/admins" }, read = { "*" }, write = { "*" } }

--- Puts provider `office` beside default: the fixtures' provider is office, and default another.
local function with_office(changes)
  return function(world)
    fixtures.add_provider(world, "office", changes)
    world.on(first .. "/.well-known/openid-configuration", cjson.encode(fixtures.with(fixtures.discovery.full, { issuer = first })))
  end
end

local function request(changes, of_office, of_first)
  return fixtures.with({
    options = { uci = fixtures.with({ issuer_url = first }, of_first), roles = { default_role, office_role } }, setup = with_office(of_office),
  }, changes)
end

local begun = { issuer = fixtures.issuer }

local function answer(path, handshake, more, of_office, of_first)
  local built = requests.callback({ path = path, handshake = handshake })
  built.query = built.query .. (more or "")
  return request(built, of_office, of_first)
end

local function refused(code, log) return { code = code, sessions = 0, asked = 0, log = log } end

--- The locks that a call has while it asks, or the error for which it does not.
local function ask(io, world, provider, url)
  local asked = provider_calls.asking(io, provider, url, function()
    local held = {}
    for path in pairs(world.locked) do held[path:match("[^/]*$")] = true end
    return { ok = true, data = held }
  end)
  return asked.data or asked.error
end

describe("a login at a further provider", function()
  it("gives the provider's roles, and names it in session and log", function()
    local _, world = requests.expect(answer("/callback/office", begun), { sessions = 1 })
    local _, session = next(world.sessions)
    assert.same({ "staff", "office", fixtures.issuer, fixtures.client_id },
      { session.data.username, session.data.sso_provider, session.data.sso_issuer, session.data.sso_client_id })
    assert.matches("^LOGIN_GRANTED provider=office ", world.log_text())
  end)

  local crossed = "^IDP_ERROR provider=%w+ .*reason=\"the login began at another provider\""
  requests.rows({
    -- The table of attacks: an answer at another's address, another's `iss`, ID Token or record.
    { "is refused at default's address", answer("/callback", begun), refused("IDP_ERROR", crossed) },
    { "of default is refused at its address", answer("/callback/office", { issuer = first }), refused("IDP_ERROR", crossed) },
    { "of no issuer is default's", answer("/callback/office", {}), refused("IDP_ERROR", crossed) },
    { "is refused with default's iss", answer("/callback/office", begun, "&iss=https%3A%2F%2Ffirst.example"), refused("IDP_ERROR") },
    { "is refused at default's address with its own iss", answer("/callback", begun, "&iss=" .. fixtures.issuer), refused("IDP_ERROR") },
    { "is refused where the section has got another issuer", answer("/callback/office", begun, nil, { issuer_url = "https://new" }),
      refused("IDP_ERROR", crossed) },
    { "is refused where it is off", answer("/callback/office", begun, nil, { enabled = "0" }), refused("NOT_FOUND") },
    { "is refused with a wrong option", answer("/callback/office", begun, nil, { scope = "x" }), refused("CONFIG_ERROR") },
    { "is refused with default's issuer", answer("/callback/office", begun, nil, { issuer_url = first }), refused("CONFIG_ERROR") },
  })
  for _, path in ipairs({ "/callback/", "/callback/other", "/callback/default", "/callback/office/", "/callback/office/x", "/callback/Office",
    "/callback/admin", "/callback/..", "/backchannel-logout/other" }) do
    requests.rows({ { "has no address " .. path, answer(path, begun), refused("NOT_FOUND") } })
  end

  it("refuses an ID Token of another issuer with the same key", function()
    local built = answer("/callback/office", { issuer = "https://office.example" }, nil, { issuer_url = "https://office.example" })
    local setup = built.setup
    built.setup = function(world)
      setup(world)
      world.on("https://office.example/.well-known/openid-configuration",
        cjson.encode(fixtures.with(fixtures.discovery.full, { issuer = "https://office.example" })))
    end
    requests.expect(built, { code = "ID_TOKEN_VERIFICATION_FAILED", sessions = 0, log = "^ID_TOKEN%S+ provider=office .*claim=iss " })
  end)

  it("has separate keys, failures and locks, also at another provider's address", function()
    local io, world = scene.create()
    local uri = fixtures.discovery.full.jwks_uri
    local default, office = { log_name = "default" }, { log_name = "office" }
    assert.is_true(jwk_set.load_jwks(io, default, uri).ok)
    assert.is_nil(jwk_set.cached_jwks(io, office, uri))
    provider_calls.remember_failure(io, office, uri, { ok = false, error = "X" })
    assert.is_table(jwk_set.cached_jwks(io, default, uri))
    assert.same({ provider_lock = true }, ask(io, world, default, uri))
    assert.equal("X", ask(io, world, office, uri))
  end)
end)

describe("locks of several providers", function()
  --- Another process holds these locks.
  local function world_with(...)
    local io, world = scene.create()
    local held = {}
    for _, name in ipairs({ ... }) do
      held[io.paths.run_dir .. "/" .. name] = true
      world.put(io.paths.run_dir .. "/" .. name, "")
    end
    local lock = io.lock
    io.lock = function(path) return not held[path] and lock(path) end
    local unlock = io.unlock
    io.unlock = function(path)
      assert.is_nil(held[path])
      unlock(path)
    end
    return io, world, held
  end

  it("permit any number of providers that answer at once, and are not used with one provider", function()
    local io, world = world_with("provider_lock", "provider_lock_b", "provider_lock_c")
    assert.is_table(ask(io, world, { log_name = "office" }, "https://a"))
    assert.equal(100, world.clock)
    io, world = world_with("provider_lock_b", "provider_lock_c")
    assert.is_table(ask(io, world, {}, "https://a"))
  end)

  it("permit a slow one beside one other, and a third waits half a second at most", function()
    local io, world, held = world_with("provider_lock", "provider_lock_b")
    world.put(io.paths.run_dir .. "/slow_office", "{}")
    -- Nobody else waits for one that waits.
    world.before("sleep", function() assert.is_nil(world.locked[io.paths.run_dir .. "/provider_lock_office"]) end)
    assert.equal("RATE_LIMITED", ask(io, world, { log_name = "office" }, "https://a"))
    assert.is_true(math.abs(world.clock - 100.48) < 0.001, world.clock)
    assert.is_nil(world.locked[io.paths.run_dir .. "/provider_lock_office"])
    held[io.paths.run_dir .. "/provider_lock_b"] = nil
    assert.is_table(ask(io, world, { log_name = "office" }, "https://a"))
    assert.is_nil(world.locked[io.paths.run_dir .. "/provider_lock_b"])
  end)

end)

describe("a start", function()
  local at_office = "^https://idp.example/.*redirect_uri=[^&]*callback%%2Foffice"
  local query = { at_office = { "provider=office", "iss=" .. fixtures.issuer, "provider=office&iss=" .. fixtures.issuer, "%70rovider=office" },
    INVALID_REQUEST = { "provider=office&provider=default", "provider=office&iss=" .. first, "provider=default&iss=" .. fixtures.issuer, "iss=https://x",
      "provider=%zz" },
    NOT_FOUND = { "provider=other", "provider=a%2Fb", "provider=../office", "provider=", "provider=Office", "provider=staff" },
    default = { "", "provider=default", "iss=" .. first, "x=provider" } }
  for wanted, all in pairs(query) do
    for _, text in ipairs(all) do
      local answers = { at_office = { location = at_office }, default = { location = "^https://idp.example/.*callback&" } }
      requests.rows({ { "with ?" .. text .. " is " .. wanted, request({ query = text }), answers[wanted] or { code = wanted, asked = 0 } } })
    end
  end

  requests.rows({
    { "names its provider in the log", request({ query = "provider=office" }, { scope = "x" }),
      { code = "CONFIG_ERROR", log = "^CONFIG_ERROR provider=office " } },
    { "with an unknown iss is refused whatever is wrong with default", request({ query = "iss=https://x" }, nil, { scope = "x" }),
      { code = "INVALID_REQUEST" } },
  })

  it("asks UCI only about names that a section may have", function()
    requests.expect(request({ query = "provider=@oidc[1]", setup = function(world)
      world.before("uci_get", function(_, section) assert.matches("^[%w_]+$", section) end)
    end }), { code = "NOT_FOUND" })
  end)

  it("keeps the issuer, and pages lead back to the same provider", function()
    local _, world, io = requests.expect(request({ query = "provider=office" }), {})
    local record = cjson.decode(world.files[io.paths.run_dir .. "/" .. world.in_run_dir("^handshake_")[1]].content)
    assert.equal(fixtures.issuer, record.issuer)
    local built = answer("/callback/office", begun, "&error=access_denied")
    built.accept = "text/html"
    local page = requests.run(built).body
    assert.truthy(page:find('href="/cgi-bin/sso-login/?provider=office"', 1, true), page)
    assert.truthy(page:find("?provider=office&amp;prompt=select_account", 1, true), page)
    local start = request({ query = "provider=office", accept = "text/html" })
    start.setup = function(...)
      with_office()(...)
      select(1, ...).on(fixtures.issuer .. "/.well-known/openid-configuration", { failure = "timeout" })
    end
    page = requests.run(start).body
    assert.truthy(page:find('href="/cgi-bin/sso-login/?provider=office"', 1, true), page)
  end)

  requests.rows({
    { "at default goes on beside a wrong one", request({ query = "" }, { scope = "x" }), {} },
    { "at one that is off is NOT_FOUND", request({ query = "provider=office" }, { enabled = "0" }), { code = "NOT_FOUND" } },
    { "at default that is off", request({ query = "" }, {}, { enabled = "0" }), { code = "SSO_DISABLED" } },
    { "goes on while default is off", request({ query = "provider=office" }, {}, { enabled = "0" }), { location = at_office } },
    { "goes on while default is wrong", request({ query = "provider=office" }, {}, { client_id = "" }), { location = at_office } },
    { "is there while one is on", request({ query = "action=enabled" }, {}, { enabled = "0" }), { status = 200, body = '{"enabled":true}' } },
    { "is not while none is", request({ query = "action=enabled" }, { enabled = "0" }, { enabled = "0" }),
      { status = 200, body = '{"enabled":false}' } },
  })
end)

describe("sessions of a further provider", function()
  local values = { username = "staff", token = "t", sso_issuer = fixtures.issuer, sso_provider = "office", sso_client_id = fixtures.client_id,
    sso_sub = "user-1", sso_email = "", sso_groups = { "/net/admins" }, sso_roles = { "staff" }, sso_id_token = "h.p.s" }

  for title, case in pairs({
    ["stay"] = { {}, true }, ["end when it is off"] = { { enabled = "0" }, false },
    ["end with another issuer"] = { { issuer_url = "https://new" }, false }, ["end with another client"] = { { client_id = "new" }, false },
    ["stay with a wrong option"] = { { scope = "x" }, true }, ["stay without a client"] = { { client_id = "" }, true },
  }) do
    it(title, function()
      local io, world = scene.create(request({}).options)
      with_office(case[1])(world)
      local sid = world.add_session(values)
      assert(reconcile.reconcile(io).ok)
      assert.equal(case[2], world.sessions[sid] ~= nil)
    end)
  end

  it("end when its section is removed, and the log names the users", function()
    local io, world = scene.create(request({}).options)
    world.add_session(values)
    assert(reconcile.reconcile(io).ok)
    assert.same({}, world.sessions)
    assert.matches("^LOGOUT by=roles email=\"\" sub=user%-1 provider=office role=staff", world.log_text())
  end)

  it("log out at their own provider", function()
    local sid = ("5"):rep(32)
    local _, world = requests.expect(request({ path = "/logout", query = "stoken=t", cookie = "sysauth_https=" .. sid, setup = function(world)
      with_office({ client_id = "office-client" })(world)
      world.add_session(fixtures.with(values, { sso_client_id = "office-client" }), sid)
    end }), { location = fixtures.discovery.full.end_session_endpoint .. "?id_token_hint=h.p.s&client_id=office-client", sessions = 0 })
    assert.matches("provider=office", world.log_text())
  end)

  for path, status in pairs({ ["/backchannel-logout/office"] = 200, ["/backchannel-logout"] = 400 }) do
    it("end by a logout token at " .. path .. " with " .. status, function()
      local built = request({ path = path, method = "POST", content_type = "application/x-www-form-urlencoded",
        body = "logout_token=" .. fixtures.tokens.logout_sub, setup = function(world)
          with_office({ backchannel_logout = "1" })(world)
          world.add_session(values)
          world.add_session(fixtures.with(values, { sso_provider = "default", sso_issuer = first }))
        end }, nil, { backchannel_logout = status == 400 and "1" or "0" })
      local response, world = requests.run(built)
      assert.same({ status, status == 200 and 1 or 2 }, { response.status, #fixtures.keys(world.sessions) })
    end)
  end

  for name, status in pairs({ logouts_office = 429, logouts_default = 200, logouts = 200, backchannel_default = 200 }) do
    it(("end while window rate_%s is full, with %d"):format(name, status), function()
      local response = requests.run(request({ path = "/backchannel-logout/office", method = "POST",
        content_type = "application/x-www-form-urlencoded", body = "logout_token=" .. fixtures.tokens.logout_sub,
        setup = function(world, io)
          with_office({ backchannel_logout = "1" })(world)
          world.add_session(values)
          world.put(("%s/rate_%s_%d"):format(io.paths.run_dir, name, math.floor(world.now / 60)), ("."):rep(200))
        end }, nil, { backchannel_logout = "1" }))
      assert.equal(status, response.status)
    end)
  end

  it("have a window of their own for requests that prove nothing", function()
    local _, world, io = requests.run(request({ path = "/backchannel-logout/office", method = "POST",
      content_type = "application/x-www-form-urlencoded", body = "logout_token=x", setup = with_office({ backchannel_logout = "1" }) },
      nil, { backchannel_logout = "1" }))
    assert.equal(".", world.text(("%s/rate_backchannel_office_%d"):format(io.paths.run_dir, math.floor(world.now / 60))))
  end)

  it("are opened by tokens of that provider", function()
    local audience = "https://router.example/"
    local robot = { name = "robot", group = { "/net/admins" }, provider = { "office" }, access = { "api" }, read = { "*" }, write = { "*" } }
    for _, of_first in ipairs({ { api_audience = audience }, {}, { enabled = "0", api_audience = audience } }) do
      local response, world = requests.run(fixtures.with(request({ path = "/token", method = "POST",
        content_type = "application/x-www-form-urlencoded",
        body = "grant_type=urn:ietf:params:oauth:grant-type:token-exchange&subject_token=" .. fixtures.tokens.access
          .. "&subject_token_type=urn:ietf:params:oauth:token-type:access_token",
      }, { api_audience = audience }, of_first), { options = { uci = fixtures.with({ issuer_url = first }, of_first), roles = { robot } } }))
      assert.equal(200, response.status, world.log_text())
      assert.matches("^TOKEN_EXCHANGED provider=office ", world.log_text())
      assert.equal("office", select(2, next(world.sessions)).data.sso_provider)
    end
  end)
end)
