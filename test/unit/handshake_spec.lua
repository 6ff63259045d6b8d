--- handshake: the start of a login, and its callback up to the answer of the provider, as an integrator would call them.
local cjson = require("cjson")
local crypto = require("sso_login.crypto")
local encoding = require("sso_login.base.encoding")
local fixtures = require("support.fixtures")
local handshake = require("sso_login.handshake")
local log = require("sso_login.base.log")
local attempt = require("support.login")
local scene = require("support.scene")

local none = fixtures.none
local full = fixtures.discovery.full
local state_cookie = scene.state_cookie
local assert_refused, authenticate, loaded = attempt.assert_refused, attempt.authenticate, attempt.loaded

local function initiate(options)
  local io, world = scene.create(options)
  return handshake.initiate(io, loaded(io)), world, io
end

describe("handshake.initiate", function()
  it("gives url and token, and stores the record under the token's hash", function()
    local started, world, io = initiate()
    assert.is_true(started.ok)
    local token = started.data.token
    assert.truthy(token:find("^[%w_-]+$"))
    assert.equal(32, #encoding.base64url_decode(token))
    local record = cjson.decode(world.text(scene.record_path(io, token)))
    assert.equal(1, record.version)
    assert.equal(token, record.state)
    assert.equal(32, #encoding.base64url_decode(record.nonce))
    assert.truthy(record.code_verifier:find("^[%w_-]+$"))
    assert.equal(64, #record.code_verifier)
    assert.equal(world.now, record.created_at)
    assert.equal(world.now + 300, record.expires_at)
    assert.equal(384, world.files[scene.record_path(io, token)].mode)
    assert.equal(448, world.files[io.paths.run_dir].mode)
    local url = started.data.url
    assert.equal(full.authorization_endpoint .. "?", url:match("^[^?]*%?"))
    for _, parameter in ipairs({
      "response_type=code", "client_id=" .. fixtures.client_id, "state=" .. token, "nonce=" .. record.nonce,
      "code_challenge=" .. encoding.base64url_encode(crypto.hash_sha256(record.code_verifier)), "code_challenge_method=S256",
      "scope=openid%20profile%20email", "redirect_uri=https%3A%2F%2Frouter.example%2Fcgi-bin%2Fsso-login%2Fcallback",
    }) do
      assert.truthy((url .. "&"):find("[?&]" .. parameter:gsub("%p", "%%%0") .. "&"), parameter)
    end
    assert.is_nil(url:find(record.code_verifier, 1, true))
  end)

  it("makes new values every time", function()
    local io, world = scene.create()
    local seen = {}
    for _ = 1, 20 do
      local started = handshake.initiate(io, loaded(io))
      local record = cjson.decode(world.text(scene.record_path(io, started.data.token)))
      for _, value in ipairs({ record.state, record.nonce, record.code_verifier }) do
        assert.is_nil(seen[value])
        seen[value] = true
      end
    end
  end)

  it("asks the provider with the configured time-out and trust store", function()
    local _, world = initiate({ uci = { http_timeout = "7", ca_file = "/etc/ca.pem" } })
    assert.same({ timeout = 7, ca_file = "/etc/ca.pem", trust_folder = "/var/run/sso-login" }, world.settings)
  end)

  it("keeps the authorization address public with an internal issuer", function()
    local io, world = scene.create({ uci = { internal_issuer_url = "https://10.0.0.2" } })
    world.on("https://10.0.0.2/realms/home/.well-known/openid-configuration", cjson.encode(full))
    local started = handshake.initiate(io, loaded(io))
    assert.equal(full.authorization_endpoint, started.data.url:match("^[^?]*"))
  end)

  for _, case in ipairs({
    { "another issuer", { metadata = { issuer = "https://evil.example" } }, "DISCOVERY_ISSUER_MISMATCH" },
    { "no token endpoint", { metadata = { token_endpoint = none } }, "OIDC_DISCOVERY_FAILED" },
    { "no key address", { metadata = { jwks_uri = none } }, "OIDC_DISCOVERY_FAILED" },
    { "an http authorization endpoint", { metadata = { authorization_endpoint = "http://idp.example/" } }, "OIDC_DISCOVERY_FAILED" },
    { "no usable client authentication", { document = "jwt_only" }, "CONFIG_ERROR" },
  }) do
    it(case[1] .. " is " .. case[3] .. ", and nothing is stored", function()
      local started, world = initiate(case[2])
      assert.equal(case[3], started.error)
      assert.same({}, world.in_run_dir("^handshake"))
    end)
  end

  it("is INTERNAL_ERROR when the record cannot be stored", function()
    local io, world = scene.create()
    world.fail("write_file")
    assert.equal("INTERNAL_ERROR", handshake.initiate(io, loaded(io)).error)
  end)
end)

describe("handshake.authenticate", function()
  it("gives sid and email of a session with the role's name", function()
    local login, world, io = authenticate()
    assert.is_nil(login.error)
    local name = crypto.hash_sha256_hex(fixtures.access_token)
    assert.same({ name }, io.list_dir(io.paths.run_dir .. "/tokens/" .. name:sub(1, 2)))
    assert.equal("ada@example.org", login.data.email)
    local session = world.sessions[login.data.sid]
    assert.equal("admin", session.data.username)
    assert.equal(3600, session.timeout)
  end)

  it("sends the code and the verifier of the record", function()
    local _, world = authenticate()
    local body
    for _, request in ipairs(world.requests) do
      body = request.method == "POST" and request.body or body
    end
    assert.truthy(("&" .. body .. "&"):find("&code=the%-code&"))
    assert.truthy(("&" .. body .. "&"):find("&code_verifier=" .. fixtures.handshake.code_verifier .. "&"))
  end)

  describe("state and cookie", function()
    for _, case in ipairs({
      { "no state", { state = none }, {}, "INVALID_REQUEST" }, { "empty state", { state = "" }, {}, "INVALID_REQUEST" },
      { "neither code nor error", { code = none }, {}, "INVALID_REQUEST" }, { "empty code", { code = "" }, {}, "INVALID_REQUEST" },
      { "no cookie", {}, { [state_cookie] = none }, "MISSING_HANDSHAKE_COOKIE" },
      { "empty cookie", {}, { [state_cookie] = "" }, "MISSING_HANDSHAKE_COOKIE" },
      { "another cookie", {}, { [state_cookie] = "other" }, "STATE_PARAMETER_MISMATCH" },
      { "another state", { state = "other" }, {}, "STATE_PARAMETER_MISMATCH" },
      { "a state in other case", { state = fixtures.handshake.state:upper() }, {}, "STATE_PARAMETER_MISMATCH" },
      { "a state cut", { state = fixtures.handshake.state:sub(1, -2) }, {}, "STATE_PARAMETER_MISMATCH" },
      { "an unknown state", { state = "unknown" }, { [state_cookie] = "unknown" }, "STATE_NOT_FOUND" },
      { "a path as state", { state = "../../x" }, { [state_cookie] = "../../x" }, "STATE_NOT_FOUND" },
      { "a state with NUL", { state = "a\0b" }, { [state_cookie] = "a\0b" }, "STATE_NOT_FOUND" },
      { "a state of 16 000 bytes", { state = ("s"):rep(16000) }, { [state_cookie] = ("s"):rep(16000) }, "STATE_NOT_FOUND" },
    }) do
      it(case[1] .. " is " .. case[4] .. ", the record stays and the provider is not asked", function()
        local refused, world, io = authenticate({}, scene.request(case[2], case[3]))
        assert_refused(case[4], refused, world)
        assert.is_string(world.text(scene.record_path(io)))
        assert.equal(0, #world.requests)
      end)
    end
  end)

  describe("the record", function()
    it("is consumed before anything is asked, and only once", function()
      local io, world = scene.create()
      scene.put_handshake(io, world)
      local https = io.https
      io.https = function(request)
        assert.same({}, world.in_run_dir("^handshake"))
        return https(request)
      end
      assert.is_true(handshake.authenticate(io, loaded(io), scene.request()).ok)
      assert.is_true(#world.requests > 0)
      assert.equal("STATE_NOT_FOUND", handshake.authenticate(io, loaded(io), scene.request()).error)
    end)

    it("is consumed by a login that fails as well", function()
      local io, world = scene.create()
      scene.put_handshake(io, world)
      world.on(full.token_endpoint, { failure = "timeout" })
      assert.equal("TOKEN_ENDPOINT_NETWORK_ERROR", handshake.authenticate(io, loaded(io), scene.request()).error)
      assert.same({}, world.in_run_dir("^handshake"))
      assert.equal("STATE_NOT_FOUND", handshake.authenticate(io, loaded(io), scene.request()).error)
    end)

    it("cannot be consumed by a second request at the same instant", function()
      local io, world = scene.create()
      scene.put_handshake(io, world)
      local rename, second = io.rename, nil
      io.rename = function(from, to)
        local renamed = rename(from, to)
        if second == nil then
          second = false
          second = handshake.authenticate(io, loaded(io), scene.request())
        end
        return renamed
      end
      local first = handshake.authenticate(io, loaded(io), scene.request())
      assert.is_true(first.ok)
      assert.equal("STATE_NOT_FOUND", second.error)
    end)

    for _, case in ipairs({ { 0, true }, { 299, true }, { 300, false }, { 301, false }, { 86400, false }, { -86400, false } }) do
      it(("at %d s %s"):format(case[1], case[2] and "counts" or "is STATE_NOT_FOUND"), function()
        local io, world = scene.create()
        scene.put_handshake(io, world, case[1])
        local login = handshake.authenticate(io, loaded(io), scene.request())
        assert.equal(case[2], login.ok)
        if not case[2] then
          assert_refused("STATE_NOT_FOUND", login, world)
          assert.equal(0, #world.requests)
          assert.same({}, world.in_run_dir("^handshake"))
        end
      end)
    end

    for what, changes in pairs({
      ["another version"] = { version = 2 }, ["no version"] = { version = none }, ["another state"] = { state = "other" },
      ["no state"] = { state = none }, ["no nonce"] = { nonce = none }, ["a nonce that is no text"] = { nonce = 7 },
      ["no verifier"] = { code_verifier = none }, ["no time"] = { created_at = none }, ["a time as text"] = { created_at = "1" },
    }) do
      it("with " .. what .. " is STATE_NOT_FOUND", function()
        local io, world = scene.create()
        scene.put_handshake(io, world, 0, changes)
        assert_refused("STATE_NOT_FOUND", handshake.authenticate(io, loaded(io), scene.request()), world)
      end)
    end

    it("replaced by rubbish is STATE_NOT_FOUND", function()
      local io, world = scene.create()
      scene.put_handshake(io, world)
      local whole = world.text(scene.record_path(io))
      local contents = { "null", "[]", "[1]", "\0\0", ("x"):rep(100000), whole .. "x", whole .. "\0" }
      for _, content in ipairs(contents) do
        world.put(scene.record_path(io), content)
        assert_refused("STATE_NOT_FOUND", handshake.authenticate(io, loaded(io), scene.request()), world)
      end
    end)

    it("that cannot be read is STATE_NOT_FOUND", function()
      local io, world = scene.create()
      scene.put_handshake(io, world)
      world.fail("read_file", 1)
      assert_refused("STATE_NOT_FOUND", handshake.authenticate(io, loaded(io), scene.request()), world)
    end)
  end)

  describe("an error of the provider", function()
    it("is IDP_ERROR with its text cut at 200 characters, after the record is consumed", function()
      local text = "x\nLOGIN_GRANTED " .. ("y"):rep(300)
      local refused, world = authenticate({}, scene.request({
        code = none, error = ("e"):rep(201), error_description = text,
      }))
      assert_refused("IDP_ERROR", refused, world)
      assert.equal(("e"):rep(200), refused.details.error)
      assert.equal(200, #refused.details.error_description)
      assert.same({}, world.in_run_dir("^handshake"))
      assert.is_nil(log.format_details(refused.details):find("[%c]"))
      assert.equal(0, world.requests_to(full.token_endpoint))
    end)

    it("counts also beside a code", function()
      local refused, world = authenticate({}, scene.request({ error = "access_denied" }))
      assert_refused("IDP_ERROR", refused, world)
      assert.equal(0, world.requests_to(full.token_endpoint))
    end)

    it("is not believed before the state is right", function()
      local refused, world, io = authenticate({}, scene.request({ error = "x", state = "other" }))
      assert_refused("STATE_PARAMETER_MISMATCH", refused, world)
      assert.is_string(world.text(scene.record_path(io)))
    end)
  end)

  describe("iss of the answer", function()
    it("is judged before an error of the provider is believed", function()
      local refused, world = authenticate({}, scene.request({ error = "access_denied", iss = "https://evil.example" }))
      assert_refused("IDP_ERROR", refused, world)
      assert.equal("https://evil.example", refused.details.iss)
    end)
    for _, case in ipairs({
      { "absent and not promised", "full", none, true }, { "right and not promised", "full", fixtures.issuer, true },
      { "right and promised", "promises_iss", fixtures.issuer, true }, { "absent though promised", "promises_iss", none, false },
      { "another", "full", "https://evil.example", false }, { "another, promised", "promises_iss", "https://evil.example", false },
      { "with a slash more", "full", fixtures.issuer .. "/", false }, { "empty", "full", "", false },
    }) do
      it(case[1] .. (case[4] and " is taken" or " is IDP_ERROR before the code is sent"), function()
        local login, world = authenticate({ document = case[2] }, scene.request({ iss = case[3] }))
        assert.equal(case[4], login.ok)
        if not case[4] then
          assert_refused("IDP_ERROR", login, world)
          assert.equal(0, world.requests_to(full.token_endpoint))
        end
      end)
    end
  end)

end)
