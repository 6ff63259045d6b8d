--- A router and a provider in one mock: everything right for a login, until a test changes it.
local assert = require("luassert")
local browser = require("sso_login.login.browser")
local login_finish = require("sso_login.login.login_finish")
local cjson = require("cjson")
local fixtures = require("support.fixtures")
local hash = require("sso_login.jose.hash")
local saved_config = require("sso_login.settings.saved_config")
local log = require("sso_login.base.log")
local mock = require("support.mock")
local web_request = require("sso_login.web.web_request")

local scene = {}

scene.state_cookie = "__Host-webui_sso_state"

--- The access groups without which no role is full control, and none below it reaches LuCI.
scene.base_groups = cjson.encode({
  ["luci-base"] = { read = { ubus = { uci = { "get" } } }, write = { uci = { "luci", "system" }, ubus = { uci = { "set", "apply" } } } },
  ["sso-login-base"] = { read = { ["access-group"] = { ["luci-base"] = { "read" } }, ubus = { uci = { "get" } } } },
})

--- `options`: `uci` changes of section default, `roles`, `token` name of the ID Token, `document` name and `metadata`
-- changes of the discovery document, `response` of the token response, `jwks` name, `userinfo` what the UserInfo endpoint answers. Gives io and world.
function scene.create(options)
  options = options or {}
  local io, world = mock.create()
  world.put(io.paths.acl_dir .. "/base.json", scene.base_groups)
  world.now = fixtures.now
  world.uci["sso-login"] = fixtures.sections(options.uci, options.roles)
  local document = fixtures.with(fixtures.discovery[options.document or "full"], options.metadata)
  world.on(fixtures.issuer .. "/.well-known/openid-configuration", cjson.encode(document))
  world.on(fixtures.discovery.full.jwks_uri, cjson.encode(fixtures.jwks[options.jwks or "both"]))
  world.on(fixtures.discovery.full.token_endpoint, fixtures.token_response(options.token, options.response))
  if options.userinfo ~= nil then
    world.on(fixtures.discovery.full.userinfo_endpoint, options.userinfo)
  end
  return io, world
end

--- Forgets the registered access tokens: the next login has another one.
function scene.forget_tokens(world, io)
  for path in pairs(world.files) do
    if path:find(io.paths.run_dir .. "/tokens/", 1, true) then
      world.files[path] = nil
    end
  end
end

--- Returns the path of a state's record.
function scene.record_path(io, state)
  return io.paths.run_dir .. "/handshake_" .. hash.hash_sha256_hex(state or fixtures.handshake.state) .. ".json"
end

--- Stores the handshake that fits the fixtures' tokens, `age` seconds old, with members changed.
function scene.put_handshake(io, world, age, changes)
  local created = world.now - (age or 0)
  world.put(scene.record_path(io), cjson.encode(fixtures.with({
    version = 1, state = fixtures.handshake.state, nonce = fixtures.handshake.nonce,
    code_verifier = fixtures.handshake.code_verifier, created_at = created, expires_at = created + 300,
  }, changes)))
end

--- The callback's request as handshake.authenticate and login_finish.authenticate take it, with parameters or cookies changed.
function scene.request(params, cookies)
  local state = fixtures.handshake.state
  local sent = fixtures.with({ [scene.state_cookie] = state }, cookies)
  return { params = fixtures.with({ code = "the-code", state = state }, params), cookies = sent, browser = browser.read(sent) }
end

--- A request as the web server describes it; a GET over HTTPS unless changed.
function scene.environment(path, query, cookie, changes)
  return fixtures.with({
    method = "GET", https = true, path_info = path or "", query_string = query or "", cookie = cookie or "",
    remote_addr = "192.0.2.7", host = "router.example", content_type = "", authorization = "", accept = "", accept_language = "",
  }, changes)
end

--- The same, parsed.
function scene.web_request(...) return web_request.parse(scene.environment(...)) end

--- The callback as the web server describes it.
function scene.callback(query, cookie)
  local state = fixtures.handshake.state
  return scene.environment("/callback", query or ("code=the-code&state=" .. state),
    cookie or (scene.state_cookie .. "=" .. state))
end

--- The same, parsed.
function scene.callback_request(...) return web_request.parse(scene.callback(...)) end

--- All values of a response's header.
function scene.header_values(response, name)
  local values = {}
  for _, header in ipairs(response.headers) do
    if header[1] == name then
      values[#values + 1] = header[2]
    end
  end
  return values
end

--- The only value of a header.
function scene.header(response, name)
  local values = scene.header_values(response, name)
  assert(#values <= 1, name .. " is there " .. #values .. " times")
  return values[1]
end

--- Secrets that may never reach the log.
scene.secrets = {
  fixtures.client_secret, fixtures.access_token, fixtures.tokens.rs256, fixtures.handshake.state, fixtures.handshake.nonce,
  fixtures.handshake.code_verifier, "the-code",
}

--- The first secret found in a text, or nil.
function scene.leak(text)
  for _, secret in ipairs(scene.secrets) do
    if text:find(secret, 1, true) then
      return secret
    end
  end
  return nil
end

--- The configuration of a world, loaded.
function scene.loaded(io)
  local result = saved_config.load(io, "default")
  assert(result.ok, result.error)
  return result.data
end

--- A callback with a stored handshake; `request` as scene.request gives it, `prepare(world, io)` changes the world before.
function scene.authenticate(options, request, prepare, handshake)
  local io, world = scene.create(options)
  scene.put_handshake(io, world, nil, handshake)
  if prepare ~= nil then
    prepare(world, io)
  end
  return login_finish.authenticate(io, scene.loaded(io), request or scene.request()), world, io
end

--- A failure leaves no session, and nothing secret in its details.
function scene.assert_refused(code, result, world)
  assert.is_false(result.ok)
  assert.equal(code, result.error)
  assert.same({}, world.sessions)
  assert.is_nil(scene.leak(log.format_details(result.details)))
end

return scene
