--- Logins and logouts at a provider that misbehaves: build/vectors.json, made by test/hostile/vectors.ts from the hostile
-- suite's tables. Each is a whole callback here, and calls with plain data, which test-ucode makes again in ucode.
local cjson = require("cjson")
local errors = require("sso_login.web.errors")
local fixtures = require("support.fixtures")
local id_token = require("sso_login.protocol.id_token")
local json = require("sso_login.io.json")
local json_values = require("sso_login.base.json_values")
local config_validation = require("sso_login.settings.config_validation")
local logout_token = require("sso_login.protocol.logout_token")
local known_metadata = require("sso_login.protocol.known_metadata")
local provider_metadata = require("sso_login.protocol.provider_metadata")
local mock = require("support.mock")
local role_matching = require("sso_login.rights.role_matching")
local routes = require("sso_login.web.routes")
local scene = require("support.scene")
local statuses = require("support.statuses")
local token_claims = require("sso_login.jose.token_claims")
local userinfo = require("sso_login.protocol.userinfo")

local file = assert(io.open("build/vectors.json", "rb"), "make build/vectors.json")
local data = cjson.decode(file:read("*a"))
file:close()

local function world_of(vector)
  local io, world = mock.create()
  world.now = data.now
  world.uci["sso-login"] = fixtures.sections(vector.uci, vector.roles)
  for url, answer in pairs(vector.answers) do
    world.on(url, answer)
  end
  scene.put_handshake(io, world, 0, { nonce = data.nonce })
  return io, world
end

--- The only log line has these texts, no value of it looks like anything else, and nothing in it is secret.
local function assert_line(world, texts, vector)
  assert.equal(1, #world.logs)
  local line = world.logs[1].line
  for _, text in ipairs(texts) do
    assert.truthy(line:find(text, 1, true), text .. " in " .. line)
  end
  local bare = line:gsub('\\[\\"]', ""):gsub("\\x%x%x", "")
  bare = bare:gsub('="[^"\\%c\127-\255]*"', "=x")
  assert.matches("^[A-Z_]+[%w %-._~:/@+,=]*$", bare)
  assert.is_true(#line < 4000)
  assert.is_nil(scene.leak(line))
  for _, secret in ipairs({ data.nonce, data.access_token, vector.uci.client_secret, vector.id_token }) do
    assert.is_nil(line:find(secret, 1, true))
  end
end

local function assert_granted(vector, response, world)
  assert.equal("/cgi-bin/webui/", scene.header(response, "Location"))
  assert_line(world, vector.line, vector)
  assert_line(world, { "LOGIN_GRANTED ", " role=" .. vector.role .. " " }, vector)
  assert.equal(1, #fixtures.keys(world.sessions))
  local _, session = next(world.sessions)
  assert.equal(vector.email or session.data.sso_email, session.data.sso_email)
end

local function assert_refused(vector, response, world)
  assert.equal(statuses.of[vector["end"]], response.status)
  assert.equal(1, (response.body:find("Error: " .. errors.errors[vector["end"]].message, 1, true)))
  assert_line(world, vector.line, vector)
  assert.equal(vector["end"], world.logs[1].line:match("^%S+"))
  assert.equal(0, #fixtures.keys(world.sessions))
  assert.same({}, world.in_run_dir("^tokens"))
  assert.same({}, scene.header_values(response, "Location"))
  assert.is_nil(table.concat(scene.header_values(response, "Set-Cookie")):find("sysauth", 1, true))
end

local function assert_logout(vector, io, world)
  world.logs = {}
  world.input = vector.logout.form
  local response = routes.handle(io, scene.web_request("/backchannel-logout", "", "", {
    method = "POST", content_type = "application/x-www-form-urlencoded",
  }))
  assert.equal(vector.logout.status, response.status)
  assert.equal(response.status == 200 and 0 or 1, #fixtures.keys(world.sessions))
  assert_line(world, vector.logout.line, vector)
  assert.equal(response.status == 200 and "LOGOUT" or "LOGOUT_REFUSED", world.logs[1].line:match("^%S+"))
end

local function document(vector, name)
  local decoded = json.decode_object(vector.answers[data.addresses[name]].body)
  return decoded.ok and decoded.data or {}
end

local function judge_logout(vector, config, keys)
  local token = vector.logout.form:match("^logout_token=([%w%-_.]*)$")
  local parsed = id_token.parse_id_token(token or "", config.id_token_algs)
  if not parsed.ok then
    return
  end
  logout_token.check_claims(parsed.data.header, parsed.data.payload, config, data.now)
  id_token.check_signature(keys, parsed.data)
end

local of_token_endpoint = { TOKEN_EXCHANGE_FAILED = true, OIDC_INVALID_GRANT = true }

--- The end that functions of plain data come to; what is a matter of calls to the provider counts as a login.
local function judge(vector)
  if of_token_endpoint[vector["end"]] then
    return "login"
  end
  local config = config_validation.from_sections(fixtures.sections(vector.uci, vector.roles), "default").data
  local found = provider_metadata.read_metadata(document(vector, "discovery"), config.issuer_url)
  local keys = json_values.objects_of(document(vector, "jwks").keys)
  local tokens = document(vector, "token")
  local parsed = id_token.parse_id_token(tokens.id_token or "", config.id_token_algs)
  if not found.ok or not parsed.ok then
    return found.ok and parsed.error or found.error
  elseif keys == nil then
    return "JWKS_FETCH_FAILED"
  elseif vector.logout ~= nil then
    judge_logout(vector, config, keys)
  end
  local expected = id_token.expectations(config, data.nonce, tokens.access_token or "", data.now)
  local claims = id_token.check_signature(keys, parsed.data)
  claims = claims.ok and token_claims.check_claims(parsed.data.header, parsed.data.payload, expected) or claims
  if not claims.ok then
    return claims.error
  end
  local answer = vector.answers[data.addresses.userinfo]
  local signed = answer.content_type == "application/jwt" and id_token.parse_id_token(answer.body, config.id_token_algs)
  if signed and signed.ok then
    id_token.check_signature(keys, signed.data)
  end
  role_matching.find_roles_for_user(config, userinfo.merge(parsed.data.payload, document(vector, "userinfo"), config))
  return "login"
end

for _, vector in ipairs(data.vectors) do
  it("a provider that misbehaves " .. vector.name, function()
    local io, world = world_of(vector)
    -- Calls are counted as after the start of the login, which has fetched the metadata.
    if next(vector.asks) then
      known_metadata.of_provider(io, scene.loaded(io))
    end
    local response = routes.handle(io, scene.callback_request("code=the-code&state=" .. fixtures.handshake.state
      .. "&iss=" .. data.issuer))
    local assert_end = vector["end"] == "login" and assert_granted or assert_refused
    assert_end(vector, response, world)
    assert.same({}, world.in_run_dir("^handshake_"))
    for _, cookie in ipairs(scene.header_values(response, "Set-Cookie")) do
      assert.is_nil(cookie:find("evil", 1, true))
    end
    assert.is_nil(response.body:find("evil", 1, true) or response.body:find("reboot", 1, true))
    for url, count in pairs(vector.asks) do
      assert.equal(count, world.requests_to(url))
    end
    if vector.logout ~= nil then
      assert_logout(vector, io, world)
    end
    local judged = judge(vector)
    assert.is_true(judged == "login" or judged == vector["end"], judged)
  end)
end
