--- registration: the router as a client that registers itself (RFC 7591, RFC 7592).
local cjson = require("cjson")
local checkup = require("support.checkup")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local register = require("sso_login.registration.register")
local texts = require("sso_login.check.texts")

local endpoint = "https://idp.example/register"
local own_uri = endpoint .. "/router-1"
local record_path = "/etc/sso-login/registration.json"
local seen = {}

--- A router without a client, and a provider with an answer to POST, PUT or DELETE.
local function world_of(case)
  local io, world = mock.create()
  local changes = { client_id = fixtures.none, client_secret = fixtures.none }
  for option, value in pairs(case.uci or {}) do
    changes[option] = value
  end
  world.uci["sso-login"] = fixtures.sections(changes)
  world.put("/etc/config/sso-login", "config")
  local document = fixtures.with(fixtures.with(fixtures.discovery.full, { registration_endpoint = endpoint }), case.document)
  world.on(checkup.well_known, { body = cjson.encode(document) })
  world.on(checkup.router_probe, case.router or '{"enabled":true}')
  world.on(endpoint, case.answer or { status = 201, body = cjson.encode(fixtures.with({
    client_id = "router-1", client_secret = "made there", registration_client_uri = own_uri, registration_access_token = "access",
  }, case.given)) })
  if case.known then
    io.make_dir("/etc/sso-login")
    world.put(record_path, cjson.encode({ default = {
      issuer = fixtures.issuer, client_id = "router-1", uri = own_uri, token = "access", returns_to = case.returns_to,
    } }))
    world.on(own_uri, case.own or { status = 200, body = '{"client_id":"router-1"}' })
  end
  if case.setup then
    case.setup(world, io)
  end
  return io, world
end

--- Carries out an order; returns the levels and ids of its findings, the saved options, the sent metadata, the world.
local function carry_out(case)
  local io, world = world_of(case)
  local order = fixtures.with({ action = "register", provider = "default", options = {}, token = "", by_key = false }, case.order)
  local outcome = register.carry_out(io, order)
  local ids = {}
  for _, finding in ipairs(outcome.report.findings) do
    assert.is_nil((finding.text .. finding.advice):find("%{", 1, true), finding.id)
    assert.is_true(checkup.has_level(finding.id, finding.level), finding.id)
    ids[#ids + 1] = finding.level .. " " .. finding.id
    seen[finding.id] = true
  end
  local last = world.requests[#world.requests] or {}
  local shown = cjson.encode(outcome.report) .. cjson.encode(world.logs)
  assert.is_nil(shown:find("initial token", 1, true) or shown:find("made there", 1, true))
  local section = world.uci["sso-login"][1]
  for _, candidate in ipairs(world.uci["sso-login"]) do
    section = candidate.name == order.provider and candidate or section
  end
  local sent = last.body and cjson.decode(last.body) or last
  return ids, section.options, sent, world, outcome
end

describe("registration", function()
  it("registers the router with what its options say, and saves what the provider gives", function()
    local ids, options, sent, world = carry_out({
      order = { token = "initial-token" }, uci = { backchannel_logout = "1", session_revalidate = "600" },
    })
    assert.same({ "ok register_ok" }, ids)
    assert.same({
      client_name = "LuCI on router.example", client_uri = "https://router.example/", application_type = "web",
      redirect_uris = { fixtures.options.redirect_uri }, response_types = { "code" },
      grant_types = { "authorization_code", "refresh_token" },
      token_endpoint_auth_method = "client_secret_basic", scope = "openid profile email", id_token_signed_response_alg = "RS256",
      post_logout_redirect_uris = { "https://router.example/" }, backchannel_logout_session_required = true,
      backchannel_logout_uri = "https://router.example/cgi-bin/sso-login/backchannel-logout",
    }, sent)
    local headers = table.concat(world.requests[#world.requests].headers, "\n")
    assert.truthy(headers:find("Authorization: Bearer initial-token", 1, true))
    assert.equal("router-1 made there client_secret_basic https://router.example/", table.concat({
      options.client_id, options.client_secret, options.token_endpoint_auth_method, options.post_logout_redirect_uri }, " "))
    assert.same({ default = { issuer = fixtures.issuer, client_id = "router-1", uri = own_uri, token = "access",
      returns_to = "https://router.example/" } },
      cjson.decode(world.files[record_path].content))
  end)

  it("registers a client with a key, which it makes, and without a secret", function()
    local ids, options, sent = carry_out({ order = { by_key = true }, uci = { client_secret = "old" }, given = {
      client_secret = fixtures.none, client_secret_expires_at = 0,
    } })
    assert.same({ "ok register_ok" }, ids)
    assert.equal("private_key_jwt ES256", sent.token_endpoint_auth_method .. " " .. sent.token_endpoint_auth_signing_alg)
    assert.equal("EC", sent.jwks.keys[1].kty)
    assert.is_nil(sent.jwks.keys[1].d)
    assert.is_nil(options.client_secret)
  end)

  it("adds a section for a further provider, at the router's address", function()
    assert.same({ "error option_wrong" }, (carry_out({ order = { provider = "club" }, setup = function(world)
      world.uci["sso-login"][1].options.issuer_url = "https://other.example"
    end })))
    local ids, options, sent = carry_out({ order = { provider = "club", options = { issuer_url = fixtures.issuer } }, setup = function(world)
      world.uci["sso-login"][1].options.issuer_url = "https://other.example"
    end })
    assert.same({ "ok register_ok" }, ids)
    assert.same({ "https://router.example/cgi-bin/sso-login/callback/club" }, sent.redirect_uris)
    assert.equal(fixtures.issuer .. " router-1", options.issuer_url .. " " .. options.client_id)
  end)

  it("shows the metadata, and sends and changes nothing", function()
    local _, options, _, world, outcome = carry_out({ order = { action = "show", by_key = true } })
    assert.equal("private_key_jwt", outcome.metadata.token_endpoint_auth_method)
    assert.equal(checkup.router_probe .. " " .. checkup.well_known, world.requests[1].url .. " " .. world.requests[2].url)
    assert.equal(2, #world.requests)
    assert.is_nil(options.client_id)
    assert.is_nil(world.files["/etc/sso-login"])
  end)

  local function refused(status, code, words)
    return { status = status, body = cjson.encode({ error = code, error_description = words }) }
  end
  for _, row in ipairs({
    { "no endpoint", { document = { registration_endpoint = fixtures.none } }, { "error register_not_offered" } },
    { "a token that is wanted", { answer = refused(401, "invalid_token", "none") }, { "error register_token_missing" } },
    { "a token that is refused", { order = { token = "initial token" }, answer = refused(401, nil, "initial token?") },
      { "error register_token_refused" } },
    { "a host that is not allowed", { answer = refused(403, "insufficient_scope", "Policy 'Trusted Hosts'") },
      { "error register_refused" } },
    { "a refused redirect URI", { answer = refused(400, "invalid_redirect_uri", "no") }, { "error register_redirect" } },
    { "refused metadata", { answer = refused(400, "invalid_client_metadata", "scope") }, { "error register_refused" } },
    { "an answer that fails", { answer = { status = 502, body = "<html>" } }, { "error answer_fault" } },
    { "a redirect", { answer = { status = 307, location = "https://idp.example/other" } }, { "error endpoint_redirect" } },
    { "no answer", { answer = { failure = "timeout" } }, { "error no_answer" } },
    { "an answer without client_id", { given = { client_id = fixtures.none } }, { "error register_answer" } },
    { "another issuer's document", { document = { issuer = "https://other.example" } }, { "error issuer_mismatch" } },
    { "no method", { document = { token_endpoint_auth_methods_supported = { "tls_client_auth" } } }, { "error auth_method_none" } },
    { "a configuration that is wrong", { uci = { scope = "profile" } }, { "error option_wrong" } },
    { "a registration before", { known = true }, { "error register_known" }, true },
    { "a router that is not at its redirect URI", { router = { failure = "connect" } }, { "error router_refused" } },
    { "a full flash", { setup = function(world) world.fail("write_file", 1) end }, { "error register_not_saved" } },
  }) do
    it("says " .. row[1] .. ", and leaves the options and no record", function()
      local ids, options, _, world = carry_out(row[2])
      assert.same(row[3][1], ids[1] == "ok issuer_ok" and ids[2] or ids[1])
      assert.is_nil(options.client_id)
      local record = world.files[record_path]
      assert.equal(row[4] or false, record ~= nil and record.content ~= "{}")
    end)
  end

  for _, row in ipairs({
    { "no secret", { client_secret = fixtures.none } },
    { "another redirect URI", { redirect_uris = { "https://elsewhere.example/" } } },
    { "a method with a key", { token_endpoint_auth_method = "private_key_jwt" } },
    { "no method", { token_endpoint_auth_method = "none" } },
  }) do
    it("keeps the access to a client with " .. row[1] .. ", and not its options", function()
      local ids, options, _, world = carry_out({ given = row[2] })
      assert.same({ "error register_answer" }, ids)
      assert.is_nil(options.client_id)
      assert.truthy(world.files[record_path].content:find(own_uri:gsub("/", "\\/"), 1, true))
    end)
  end

  it("takes what the provider changed, and says it", function()
    local ids, options, _, _, outcome = carry_out({ given = {
      token_endpoint_auth_method = "client_secret_post", scope = "email phone", id_token_signed_response_alg = "PS256",
      post_logout_redirect_uris = { "https://router.example/bye" }, client_secret_expires_at = 1760000000,
      registration_client_uri = fixtures.none,
    } })
    assert.same({ "warning register_changed", "warning register_changed", "warning register_changed", "warning register_changed",
      "warning register_expires", "warning register_not_kept", "ok register_ok" }, ids)
    assert.equal("client_secret_post|openid email|PS256|https://router.example/bye", table.concat({
      options.token_endpoint_auth_method, options.scope, options.id_token_algs, options.post_logout_redirect_uri }, "|"))
    assert.equal("The provider has changed scope: openid email instead of openid profile email.", outcome.report.findings[2].text)
  end)

  it("makes at_hash optional where the document does not promise it, and leaves a set option", function()
    local function at_hash(claims, uci)
      local _, options = carry_out({ document = { claims_supported = claims }, uci = uci })
      return tostring(options.at_hash)
    end
    assert.equal("optional nil required", table.concat({
      at_hash({ "groups_direct" }), at_hash({ "sub" }), at_hash({ "groups_direct" }, { at_hash = "required" }) }, " "))
  end)

  it("sends nobody to an address after logout that the provider refuses, and takes no time for one that is none", function()
    local ids, options = carry_out({ given = { post_logout_redirect_uris = cjson.empty_array or {}, client_secret_expires_at = 1e300 } })
    assert.same({ "warning register_changed", "ok register_ok" }, ids)
    assert.is_nil(options.post_logout_redirect_uri)
  end)

  it("uses options of the page that are not saved, and saves them with the others", function()
    local ids, options = carry_out({ uci = { issuer_url = "https://other.example" }, order = { options = {
      issuer_url = fixtures.issuer, ca_file = "/etc/sso-login/ca.pem", enabled = "0",
    } } })
    assert.same({ "ok register_ok" }, ids)
    assert.equal(fixtures.issuer .. " /etc/sso-login/ca.pem 1", options.issuer_url .. " " .. options.ca_file .. " " .. options.enabled)
  end)

  it("leaves the scopes to a provider that refuses some, and keeps those that it gives", function()
    local ids, options, sent = carry_out({ answer = function(request)
      return cjson.decode(request.body).scope and { status = 403, body = '{"error":"insufficient_scope"}' }
        or { status = 201, body = '{"client_id":"a","client_secret":"b","registration_client_uri":"https://idp.example/a",'
          .. '"registration_access_token":"c","scope":"email phone"}' }
    end })
    assert.same({ "warning register_changed", "ok register_ok" }, ids)
    assert.is_nil(sent.scope)
    assert.equal("openid email", options.scope)
  end)

  it("updates a registration, whose access token may change", function()
    local ids, options, sent, world = carry_out({ known = true, order = { action = "update" }, uci = {
      client_id = "router-1", client_secret = "kept",
    }, own = { status = 200, body = '{"client_id":"router-1","registration_access_token":"next"}' } })
    assert.same({ "ok register_updated" }, ids)
    assert.equal("PUT router-1 kept", world.requests[#world.requests].method .. " " .. sent.client_id .. " " .. options.client_secret)
    assert.truthy(world.files[record_path].content:find('"next"', 1, true))
  end)

  it("changes the address after logout with the redirect URI, unless somebody has set another", function()
    for saved, sent in pairs({ ["https://before.example/"] = "https://router.example/", ["https://portal.example/"] = "https://portal.example/" }) do
      local _, options, asked = carry_out({ known = true, returns_to = "https://before.example/", order = { action = "update" },
        uci = { client_id = "router-1", client_secret = "kept", post_logout_redirect_uri = saved } })
      assert.equal(sent, asked.post_logout_redirect_uris[1])
      assert.equal(sent, options.post_logout_redirect_uri)
      _, options = carry_out({ known = true, returns_to = "https://before.example/", order = { action = "remove" },
        uci = { client_id = "router-1", post_logout_redirect_uri = saved }, own = { status = 204, body = "" } })
      assert.equal(saved == "https://portal.example/" and saved or nil, options.post_logout_redirect_uri)
    end
  end)

  it("warns of a name that nobody knows, and goes on", function()
    assert.same({ "warning router_name_unknown", "ok register_ok" }, (carry_out({ router = { failure = "resolve" } })))
  end)

  it("removes a registration and turns single sign-on with it off, or keeps all where the provider does not answer", function()
    local ids, options, _, world = carry_out({ known = true, order = { action = "remove" }, uci = { client_id = "router-1" },
      own = { status = 204, body = "" } })
    assert.same({ "ok register_removed" }, ids)
    assert.equal("DELETE 0", world.requests[#world.requests].method .. " " .. options.enabled)
    assert.is_nil(options.client_id)
    assert.equal("{}", world.files[record_path].content)
    ids, options, _, world = carry_out({ known = true, order = { action = "remove" }, uci = { client_id = "router-1" },
      own = { failure = "connect" } })
    assert.same({ "error connection_refused" }, ids)
    assert.equal("router-1", options.client_id)
    assert.truthy(world.files[record_path].content:find("access", 1, true))
    assert.same({ "error register_none" }, (carry_out({ order = { action = "update" } })))
  end)

  it("keeps the registration where the options cannot be saved", function()
    local ids, options, _, world = carry_out({ setup = function(world) world.fail("uci_commit", 1) end })
    assert.same({ "error register_not_saved" }, ids)
    assert.is_nil(options.client_id)
    assert.truthy(world.files[record_path].content:find("router-1", 1, true))
  end)

  it("had each finding of registrations", function()
    for id in pairs(texts.findings) do
      assert.is_truthy(seen[id] or id == "register_offered" or not id:find("^register_"), id)
    end
  end)
end)
