--- registration: the router as a client that registers itself (RFC 7591, RFC 7592).
local cjson = require("cjson")
local checkup = require("support.checkup")
local client_keys = require("sso_login.jose.client_keys")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local registering = require("sso_login.registration.registering")
local finding_texts = require("sso_login.check.finding_texts")

local endpoint = "https://idp.example/register"
local own_uri = endpoint .. "/router-1"
local record_path = "/etc/sso-login/registration.json"
local leaving = '"post_logout_redirect_uris":["https://router.example/"]'
local by_key = { token_endpoint_auth_method = "private_key_jwt" }
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
    post_logout_redirect_uris = { "https://router.example/" },
  }, case.given)) })
  if case.known then
    io.make_dir("/etc/sso-login")
    world.put(record_path, cjson.encode({ default = fixtures.with({
      issuer = fixtures.issuer, client_id = "router-1", uri = own_uri, token = "access", returns_to = case.returns_to,
    }, case.record) }))
  end
  world.on(own_uri, case.own or function(request)
    local sent = request.body and cjson.decode(request.body) or {}
    return { status = 200, body = cjson.encode({ client_id = "router-1", post_logout_redirect_uris = sent.post_logout_redirect_uris }) }
  end)
  if case.setup then
    case.setup(world, io)
  end
  return io, world
end

--- Carries out an order; returns the levels and ids of its findings, the saved options, the sent metadata, the world.
local function carry_out(case)
  local io, world = world_of(case)
  local order = fixtures.with({ action = "register", provider = "default", options = {}, token = "" }, case.order)
  local outcome = registering.carry_out(io, order)
  local ids = {}
  for _, finding in ipairs(outcome.report.findings) do
    assert.is_nil((finding.text .. finding.advice):find("%{", 1, true), finding.id)
    checkup.judge_level(finding)
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
    local room
    local ids, options, sent, world = carry_out({
      order = { token = "initial-token" }, uci = { backchannel_logout = "1", session_revalidate = "600" }, given = {
        redirect_uris = { "https://other.example/", fixtures.options.redirect_uri }, token_endpoint_auth_method = "client_secret_basic",
        id_token_signed_response_alg = "RS256", client_secret_expires_at = 0,
        backchannel_logout_uri = "https://router.example/cgi-bin/sso-login/backchannel-logout",
      }, setup = function(made)
        made.before("write_file", function(path, text) room = path == "/etc/config/.sso-login.room" and text or room end)
      end,
    })
    assert.same({ "ok register_ok" }, ids)
    assert.same({
      client_name = "LuCI on router.example", client_uri = "https://router.example/", application_type = "web",
      initiate_login_uri = "https://router.example/cgi-bin/sso-login/",
      redirect_uris = { fixtures.options.redirect_uri }, response_types = { "code" },
      grant_types = { "authorization_code", "refresh_token" },
      token_endpoint_auth_method = "client_secret_basic", scope = "openid profile email", id_token_signed_response_alg = "RS256",
      post_logout_redirect_uris = { "https://router.example/" }, backchannel_logout_session_required = true,
      backchannel_logout_uri = "https://router.example/cgi-bin/sso-login/backchannel-logout",
    }, sent)
    assert.same({ "Accept: application/json", "Authorization: Bearer initial-token", "Content-Type: application/json" },
      world.requests[#world.requests].headers)
    assert.is_nil(options.id_token_algs)
    assert.equal("\nconfig oidc 'default'\n\toption client_id 'router-1'\n\toption client_secret 'made there'\n",
      room:match("\nconfig.*made there'\n"))
    assert.equal("router-1 made there client_secret_basic https://router.example/", table.concat({
      options.client_id, options.client_secret, options.token_endpoint_auth_method, options.post_logout_redirect_uri }, " "))
    assert.same({ default = { issuer = fixtures.issuer, client_id = "router-1", uri = own_uri, token = "access",
      returns_to = "https://router.example/" } },
      cjson.decode(world.files[record_path].content))
  end)

  it("asks for the configured authentication method, or one that the provider offers, and leaves out what is not configured", function()
    for _, row in ipairs({
      { fixtures.none, nil, "client_secret_basic" }, { { "private_key_jwt", "client_secret_post" }, nil, "client_secret_post" },
      { fixtures.none, "client_secret_post", "client_secret_post" },
    }) do
      local _, options, sent, world = carry_out({ order = { options = { token_endpoint_auth_method = row[2] } }, document = {
        token_endpoint_auth_methods_supported = row[1], end_session_endpoint = fixtures.none,
      }, setup = function(_, io) client_keys.make(io, "ES256") end })
      assert.same({ row[3], { "authorization_code" } }, { sent.token_endpoint_auth_method, sent.grant_types })
      assert.is_nil(sent.post_logout_redirect_uris or sent.backchannel_logout_uri or sent.jwks or options.id_token_algs)
      assert.same({ "Accept: application/json", "Content-Type: application/json" }, world.requests[#world.requests].headers)
    end
  end)

  it("registers a client with a key, which it makes where it has none, and without a secret", function()
    for _, row in ipairs({ { "ES256", nil, "EC" }, { "ES256", "ES256", "EC" }, { "RS256", "ES256", "RSA EC" } }) do
      local ids, options, sent = carry_out({ order = { options = by_key }, uci = { client_secret = "old", client_assertion_alg = row[1] },
        given = { client_secret = not row[2] and fixtures.none or nil, client_secret_expires_at = 1760000000 },
        setup = function(_, io) return row[2] and client_keys.make(io, row[2]) end })
      assert.same({ "ok register_ok" }, ids)
      assert.equal("private_key_jwt " .. row[1], sent.token_endpoint_auth_method .. " " .. sent.token_endpoint_auth_signing_alg)
      assert.equal(row[3], table.concat(fixtures.pluck(sent.jwks.keys, "kty"), " "))
      assert.is_nil(sent.jwks.keys[1].d or options.client_secret)
    end
  end)

  it("adds a section for a further provider, at the router's address", function()
    local function club(values, first)
      return carry_out({ known = true, uci = { issuer_url = first }, order = { provider = "club", options = values } })
    end
    assert.same({ "error option_wrong" }, (club({}, "https://other.example")))
    assert.same({ "error option_wrong" }, (club({ issuer_url = fixtures.issuer })))
    local ids, options, sent, world = club({ issuer_url = fixtures.issuer }, "https://other.example")
    assert.same({ "ok register_ok" }, ids)
    assert.same({ "https://router.example/cgi-bin/sso-login/callback/club" }, sent.redirect_uris)
    assert.equal(fixtures.issuer .. " router-1", options.issuer_url .. " " .. options.client_id)
    assert.same({ "club", "default" }, fixtures.keys(cjson.decode(world.files[record_path].content)))
  end)

  it("shows the metadata, and sends and changes nothing", function()
    local _, options, _, world, outcome = carry_out({ known = true, order = { action = "show", options = by_key },
      document = { registration_endpoint = fixtures.none } })
    assert.equal("private_key_jwt", outcome.client_metadata.token_endpoint_auth_method)
    assert.equal(checkup.router_probe .. " " .. checkup.well_known, world.requests[1].url .. " " .. world.requests[2].url)
    assert.equal(2, #world.requests)
    assert.is_nil(options.client_id or world.files["/etc/sso-login/keys"])
  end)

  local function refused(status, code, words)
    return { status = status, body = cjson.encode({ error = code, error_description = words }) }
  end
  for _, row in ipairs({
    { "a configuration that cannot be read", { setup = function(world) world.uci_broken["sso-login"] = "line 3" end },
      "config_unreadable", "CONFIG_ERROR The configuration cannot be read: line 3." },
    { "no document", { setup = function(world) world.on(checkup.well_known, { failure = "timeout" }) end },
      "no_answer", "OIDC_DISCOVERY_FAILED openid-configuration: no answer from idp.example in time." },
    { "a document that is none", { setup = function(world) world.on(checkup.well_known, "[]") end },
      "answer_not_json", "OIDC_DISCOVERY_FAILED openid-configuration: the answer of " .. checkup.well_known
        .. " is of no use: the answer is not a JSON object." },
    { "no endpoint", { document = { registration_endpoint = fixtures.none } }, "register_not_offered",
      " The provider has no registration_endpoint: clients cannot register themselves there." },
    { "a token that is wanted", { answer = refused(401, "invalid_token", "none.") }, "register_token",
      " The provider registers no client without an initial access token that is valid: none." },
    { "a token that is refused", { order = { token = "initial token" }, answer = refused(401, nil, "initial token?") },
      "register_token" },
    { "a host that is not allowed", { answer = refused(403, "insufficient_scope", "Policy 'Trusted Hosts'") }, "register_refused" },
    { "a refusal without words", { answer = { status = 403, body = "<html>" } }, "register_refused",
      " The provider refuses the registration: HTTP 403." },
    { "a refused redirect URI", { answer = refused(400, "invalid_redirect_uri", "no") }, "register_redirect",
      " The provider does not accept the redirect URI " .. fixtures.options.redirect_uri .. ": no." },
    { "a provider that registers nobody", { answer = { status = 405 } }, "answer_status" },
    { "refused metadata", { answer = { status = 400, body = '{"error":"invalid_client_metadata","client_id":"a"}' } },
      "register_refused", " The provider refuses the registration: invalid_client_metadata." },
    { "too many requests", { answer = refused(429, "too_many_requests", "no") }, "answer_limited" },
    { "an error of a server that fails", { answer = refused(503, "invalid_client_metadata", "no") }, "answer_fault" },
    { "a refusal that says nothing", { answer = { status = 400, body = "{}" } }, "answer_status",
      "REGISTRATION_FAILED registration_endpoint: the answer of " .. endpoint .. " has status 400, and is of no use: it says no more" },
    { "an answer without a registration", { answer = { status = 204, body = "" } }, "answer_status" },
    { "an answer that is a page", { answer = { status = 200, body = "<html>" } }, "answer_not_json",
      "REGISTRATION_FAILED registration_endpoint: the answer of " .. endpoint .. " is of no use: the answer is HTML or XML, not JSON." },
    { "a registration that waits for somebody", { answer = { status = 202, body = '{"status":"pending","message":"waiting for approval"}' } },
      "answer_status", "REGISTRATION_FAILED registration_endpoint: the answer of " .. endpoint .. " has status 202, and is of no use: waiting for approval" },
    { "words in plain text", { answer = { status = 400, content_type = "text/plain", body = "no such policy" } }, "answer_status",
      "REGISTRATION_FAILED registration_endpoint: the answer of " .. endpoint .. " has status 400, and is of no use: no such policy" },
    { "no answer", { answer = { failure = "timeout" } }, "no_answer",
      "REGISTRATION_FAILED registration_endpoint: no answer from idp.example in time." },
    { "an answer without client_id", { given = { client_id = fixtures.none } }, "register_answer", " The provider has registered a client "
      .. "with which no login works: client_id is missing. That client is removed at the provider again." },
    { "an answer with a number as client_id", { given = { client_id = 7, registration_access_token = "" } }, "register_answer",
      " The provider has registered a client with which no login works: client_id is missing. That client stays at the provider: " .. own_uri .. "." },
    { "an answer with a byte order mark", { answer = { status = 201, body = "\239\187\191{}" } }, "register_answer",
      " The provider has registered a client with which no login works: the answer begins with a byte order mark, which JSON must not have."
      .. " That client stays at the provider: " .. endpoint .. "." },
    { "an answer in HTML", { answer = { status = 201, body = "<html>" } }, "register_answer",
      " The provider has registered a client with which no login works: the answer is HTML or XML, not JSON."
      .. " That client stays at the provider: " .. endpoint .. "." },
    { "an endpoint without TLS", { document = { registration_endpoint = "http://idp.example/register" } }, "endpoint_not_https",
      "OIDC_DISCOVERY_FAILED The discovery document's registration_endpoint is not a plain https URL: http://idp.example/register." },
    { "a limit by the provider's own words", { answer = refused(400, "rate_limit_exceeded", "no") }, "answer_limited",
      "REGISTRATION_FAILED registration_endpoint: " .. endpoint .. " has had too many requests: status 400." },
    { "the section of a role", { order = { provider = "admin" }, setup = function(world)
      table.insert(world.uci["sso-login"], { name = "admin", type = "role", options = {} })
    end }, "register_no_provider", " The section admin is not a provider's." },
    { "another issuer's document, and nothing else of it", { document = { issuer = "https://other.example" } }, "issuer_mismatch",
      "DISCOVERY_ISSUER_MISMATCH The provider's issuer is https://other.example, but issuer_url is https://idp.example/realms/home. They "
      .. "differ from character 9 on: 'other.example' there, 'idp.example/realms/home' here." },
    { "no method", { document = { token_endpoint_auth_methods_supported = { "tls_client_auth", "none" } } }, "auth_method_none",
      "CONFIG_ERROR The provider accepts neither client_secret_basic nor client_secret_post, but tls_client_auth, none." },
    { "options that are missing", { uci = { redirect_uri = fixtures.none, scope = fixtures.none } }, "option_wrong",
      "CONFIG_ERROR Option redirect_uri must be set. Option scope must be set." },
    { "a router that is not at its redirect URI", { router = { failure = "connect" } }, "router_refused" },
    { "a full flash", { setup = function(world) world.fail("write_file", 1) end }, "register_not_saved",
      "CONFIG_ERROR The options could not be saved: no room." },
    { "a flash that is read-only", { setup = function(world)
      world.fail("write_file", 1)
      world.fail("is_read_only", 1)
    end }, "register_not_saved", "CONFIG_ERROR The options could not be saved: the file system is read-only." },
    { "a key that cannot be kept", { order = { options = by_key }, setup = function(world) world.fail("write_file", 1) end },
      "register_not_saved", "CONFIG_ERROR The options could not be saved: cannot write." },
  }) do
    it("says " .. row[1] .. ", and leaves the options and no record", function()
      local ids, options, _, world, outcome = carry_out(row[2])
      assert.equal("error " .. row[3], ids[1])
      local first = outcome.report.findings[1]
      local said = (first.code or "") .. " " .. table.concat(fixtures.pluck(outcome.report.findings, "text"), " ")
      assert.equal(row[4] or said, said)
      assert.is_true(world.requests_to(endpoint) <= (row[3] == "register_refused" and 2 or 1))
      assert.is_nil(options.client_id)
      assert.is_true(world.files[record_path] == nil or world.files[record_path].content == "{}")
    end)
  end

  it("leaves a damaged file of records as it is, whatever the order", function()
    for _, action in ipairs({ "register", "update", "remove", "forget" }) do
      local ids, _, _, world, outcome = carry_out({ order = { action = action }, setup = function(world) world.put(record_path, '{"club":{') end })
      assert.same({ { "error register_not_saved" }, {}, '{"club":{' }, { ids, world.requests, world.files[record_path].content })
      assert.equal(record_path .. " is damaged; move it away first", outcome.report.findings[1].params.reason)
    end
  end)

  it("sends nothing to register twice or to update a client that is not registered, and takes a damaged record as none", function()
    for action, id in pairs({ register = "register_known", update = "register_none", remove = "register_none", forget = "register_none" }) do
      local ids, _, _, world = carry_out({ known = action == "register", order = { action = action } })
      assert.same({ { "error " .. id }, {} }, { ids, world.requests })
    end
    assert.same({ "ok register_ok" }, (carry_out({ setup = function(world) world.put(record_path, '{"default":1}') end })))
  end)

  for _, row in ipairs({
    { "no secret", { client_secret = fixtures.none }, "client_secret is missing" },
    { "an object as its secret", { client_secret = { a = 1 } }, "client_secret is missing" },
    { "another redirect URI", { redirect_uris = { "https://elsewhere.example/" } }, "redirect_uris lack " .. fixtures.options.redirect_uri },
    { "a method with a key", { token_endpoint_auth_method = "private_key_jwt" }, "token_endpoint_auth_method is private_key_jwt" },
    { "no method", { token_endpoint_auth_method = "none" }, "token_endpoint_auth_method is none" },
    { "signatures by the secret", { id_token_signed_response_alg = "HS256" }, "the provider signs by HS256" },
    { "unsigned ID Tokens", { id_token_signed_response_alg = "none" }, "the provider signs by none" },
    { "UserInfo signed by the secret", { userinfo_signed_response_alg = "HS256" }, "the provider signs by HS256" },
    { "encrypted tokens", { id_token_encrypted_response_alg = "RSA-OAEP" }, "id_token_encrypted_response_alg is set" },
    { "bound tokens", { dpop_bound_access_tokens = true }, "dpop_bound_access_tokens is set" },
    { "tokens bound to a certificate", { tls_client_certificate_bound_access_tokens = true }, "tls_client_certificate_bound_access_tokens is set" },
    { "signed requests", { require_signed_request_object = true }, "require_signed_request_object is set" },
    { "encrypted UserInfo", { userinfo_encrypted_response_alg = "RSA-OAEP" }, "userinfo_encrypted_response_alg is set" },
    { "another grant", { grant_types = { "client_credentials" } }, "grant_types lack authorization_code" },
    { "another response", { response_types = { "id_token" } }, "response_types lack code" },
    { "a name of two lines", { client_id = "a\nb" } },
  }) do
    local id = row[3] and "error register_answer" or "error option_wrong"

    it("removes a client with " .. row[1] .. " again, and saves nothing", function()
      local ids, options, sent, world, outcome = carry_out({ given = row[2], own = { status = 204 } })
      assert.same({ { id, "warning register_taken_back" }, row[3] }, { ids, outcome.report.findings[1].params.reason })
      assert.same({ "DELETE", own_uri, "{}" }, { sent.method, sent.url, world.files[record_path].content })
      assert.is_nil(options.client_id)
    end)

    it("names a client with " .. row[1] .. " that it cannot remove, and keeps the access to it where it has that", function()
      local ids, options, _, world, outcome = carry_out({ given = row[2], own = { failure = "connect" } })
      assert.same({ id, "error connection_refused", "warning register_left" }, ids)
      assert.equal((row[2].client_id or "router-1"):gsub("\n", "\\x0a") .. " " .. own_uri, outcome.report.findings[3].params.client)
      assert.truthy(world.files[record_path].content:find(own_uri:gsub("/", "\\/"), 1, true))
      assert.is_nil(options.client_id)
      ids, _, _, world = carry_out({ given = fixtures.with(row[2], { registration_access_token = "" }) })
      assert.same({ { id, "warning register_left" }, "{}" }, { ids, world.files[record_path].content })
    end)
  end

  for _, uri in ipairs({ "/reg/c-1", "http://idp.example/register/1", "https://other.example/register/1", "https://idp.example:8443/1" }) do
    it("keeps no access at " .. uri .. ", says so, and does not use what an earlier version has kept", function()
      local ids, _, _, world, outcome = carry_out({ given = { registration_client_uri = uri } })
      assert.same({ "warning register_address", "ok register_ok" }, ids)
      assert.same({ uri = uri, endpoint = endpoint }, outcome.report.findings[1].params)
      assert.equal("", cjson.decode(world.files[record_path].content).default.uri)
      for _, action in ipairs({ "update", "remove" }) do
        ids, _, _, world = carry_out({ known = true, record = { uri = uri }, order = { action = action } })
        assert.same({ { "error register_unmanaged" }, 0 }, { ids, world.requests_to(uri) })
      end
    end)
  end

  for _, row in ipairs({
    { "its access token is missing", { token = "" } }, { "its address is missing", { uri = "" } },
    { "the provider takes no such request", {}, { status = 405 } }, { "the provider does not know the request", {}, { status = 501 } },
    { "the provider does not permit it", {}, { status = 403 } },
  }) do
    it("says that a registration cannot be changed where " .. row[1], function()
      for _, action in ipairs({ "update", "remove" }) do
        local ids, options = carry_out({ known = true, record = row[2], own = row[3], order = { action = action }, uci = { client_id = "router-1" } })
        assert.same({ { "error register_unmanaged" }, "router-1" }, { ids, options.client_id })
      end
    end)
  end

  it("gives another issuer nothing of a registration, and names both issuers", function()
    local moved = "https://moved.example"
    for _, action in ipairs({ "update", "remove" }) do
      local ids, options, _, world, outcome = carry_out({ known = true, record = { issuer = moved }, order = { action = action },
        uci = { client_id = "router-2", client_secret = "of moved", internal_issuer_url = "https://10.0.0.2" } })
      assert.same({ { "error register_other_issuer" }, {}, "of moved" }, { ids, world.requests, options.client_secret })
      assert.equal("The registration, client router-1, was made at " .. moved .. "; the section's issuer_url is " .. fixtures.issuer .. ".",
        outcome.report.findings[1].text)
    end
  end)

  it("sends the access token only where the provider said, whatever internal_issuer_url is", function()
    local inner = "https://10.0.0.2"
    local ids, _, sent = carry_out({ known = true, order = { action = "remove" }, own = { status = 204 }, uci = { internal_issuer_url = inner },
      setup = function(made) made.on(checkup.well_known:gsub("https://idp.example", inner), made.answer_of(checkup.well_known)) end })
    assert.same({ { "ok register_removed" }, own_uri }, { ids, sent.url })
  end)

  it("does not save the secret of another client", function()
    local ids, options = carry_out({ known = true, order = { action = "update" }, uci = { client_id = "router-2", client_secret = "of router-2" } })
    assert.same({ { "error register_answer" }, "router-2" }, { ids, options.client_id })
  end)

  it("says that a change is refused", function()
    local own = refused(400, "invalid_client_metadata", "no")
    assert.equal("error register_refused", carry_out({ known = true, own = own, order = { action = "update" }, uci = { client_id = "router-1" } })[1])
  end)

  it("says that a client is gone, and forgets it", function()
    for _, own in ipairs({ refused(404, "not_found"), { status = 401 }, { status = 410 } }) do
      for _, action in ipairs({ "update", "remove" }) do
        local ids, _, _, world = carry_out({ known = true, own = own, order = { action = action }, uci = { client_id = "router-1" } })
        assert.same({ "error register_gone" }, ids)
        assert.truthy(world.files[record_path].content:find("router-1", 1, true))
      end
    end
    for _, row in ipairs({
      { {}, nil, "0" }, { { issuer = "https://moved.example" }, "router-1", "1" }, { { client_id = "router-2" }, "router-1", "1" },
      { { uri = "" }, "router-1", "1" }, { { token = "" }, "router-1", "1" }, { { client_id = "" }, "router-1", "1" },
    }) do
      local ids, options, _, world = carry_out({ known = true, record = row[1], order = { action = "forget" }, uci = { client_id = "router-1" } })
      assert.same({ { "ok register_forgotten" }, {}, "{}" }, { ids, world.requests, world.files[record_path].content })
      assert.same({ row[2], row[3] }, { options.client_id, options.enabled })
    end
    local kept, left, _, unsaved = carry_out({ known = true, order = { action = "forget" }, uci = { client_id = "router-1" },
      setup = function(world) world.fail("uci_commit") end })
    assert.same({ { "error register_not_saved" }, "router-1" }, { kept, left.client_id })
    assert.truthy(unsaved.files[record_path].content:find("router-1", 1, true))
    local ids = carry_out({ known = true, order = { action = "forget" }, setup = function(world) world.fail("write_file") end })
    assert.same({ "error register_not_saved" }, ids)
  end)

  it("takes what the provider changed, and says it", function()
    local ids, options, _, _, outcome = carry_out({ given = {
      token_endpoint_auth_method = "client_secret_post", scope = "email phone", id_token_signed_response_alg = "PS256",
      post_logout_redirect_uris = { "https://router.example/bye" }, client_secret_expires_at = 1,
      registration_client_uri = fixtures.none, backchannel_logout_uri = cjson.null, token_type = "opaque",
    } })
    assert.equal(("warning register_changed "):rep(4) .. "warning register_expires warning register_unmanaged ok register_ok",
      table.concat(ids, " "))
    assert.equal("client_secret_post|openid email|PS256|https://router.example/bye", table.concat({
      options.token_endpoint_auth_method, options.scope, options.id_token_algs, options.post_logout_redirect_uri }, "|"))
    assert.same({
      { member = "token_endpoint_auth_method", given = "client_secret_post", asked = "client_secret_basic" },
      { member = "scope", given = "openid email", asked = "openid profile email" },
      { member = "id_token_signed_response_alg", given = "PS256", asked = "RS256 ES256" },
      { member = "post_logout_redirect_uris", given = "https://router.example/bye", asked = "https://router.example/" },
      { time = "1970-01-01 00:00:01 UTC" }, {}, { client_id = "router-1" },
    }, fixtures.pluck(outcome.report.findings, "params"))
    assert.same({ "warning register_unmanaged", "ok register_ok" }, (carry_out({ given = { registration_access_token = fixtures.none } })))
  end)

  it("takes a client whose UserInfo is not signed, or by any algorithm of a login", function()
    for _, alg in ipairs({ "none", "RS512", "" }) do
      assert.same({ "ok register_ok" }, (carry_out({ given = { userinfo_signed_response_alg = alg } })))
    end
  end)

  it("says that the provider has another address for its logouts, or none", function()
    for given, said in pairs({ ["https://router.example/out"] = "https://router.example/out", [""] = "none", [fixtures.none] = "none" }) do
      local ids, _, sent, _, outcome = carry_out({ uci = { backchannel_logout = "1" }, given = { backchannel_logout_uri = given } })
      assert.same({ "warning register_changed", "ok register_ok" }, ids)
      assert.same({ member = "backchannel_logout_uri", given = said, asked = sent.backchannel_logout_uri }, outcome.report.findings[1].params)
    end
  end)

  it("makes at_hash optional where the document does not promise it, and leaves a set option", function()
    local git = "https://git.example"
    local function at_hash(claims, option)
      local document = { issuer = git, claims_supported = claims, registration_endpoint = endpoint }
      local _, options = carry_out({ uci = { issuer_url = git, at_hash = option }, setup = function(world)
        world.on(git .. "/.well-known/openid-configuration", cjson.encode(fixtures.with(fixtures.discovery.full, document)))
      end })
      return tostring(options.at_hash)
    end
    assert.equal("optional nil required", table.concat({ at_hash({ "sub" }), at_hash({ "at_hash" }), at_hash({ "sub" }, "required") }, " "))
  end)

  it("sends nobody to an address after logout that the provider refuses, and takes no time for one that is none", function()
    for _, given in ipairs({ cjson.empty_array or {}, fixtures.none }) do
      local ids, options = carry_out({ given = { post_logout_redirect_uris = given, client_secret_expires_at = 1e300 } })
      assert.same({ "warning register_changed", "ok register_ok" }, ids)
      assert.is_nil(options.post_logout_redirect_uri)
    end
  end)

  it("uses options of the page that are not saved, and saves them with the others", function()
    local inner = "https://10.0.0.2:8443"
    local ids, options, _, world = carry_out({ uci = { issuer_url = "https://other.example" }, order = { options = {
      issuer_url = fixtures.issuer, ca_file = "/etc/sso-login/ca.pem", enabled = "0", internal_issuer_url = inner,
    } }, setup = function(made)
      for _, url in ipairs({ checkup.well_known, endpoint }) do
        made.on(url:gsub("https://idp.example", inner), made.answer_of(url))
      end
    end })
    assert.same({ "ok register_ok" }, ids)
    assert.same({ ca_file = "/etc/sso-login/ca.pem", timeout = 10, total = 20 }, world.settings)
    assert.same({ inner, 0 }, { options.internal_issuer_url, world.requests_to(endpoint) })
    assert.equal(fixtures.issuer .. " /etc/sso-login/ca.pem 1", options.issuer_url .. " " .. options.ca_file .. " " .. options.enabled)
  end)

  it("leaves the scopes to a provider that refuses some, and keeps those that it gives", function()
    local ids, options, sent = carry_out({ answer = function(request)
      return cjson.decode(request.body).scope and { status = 403, body = '{"error":"insufficient_scope"}' }
        or { status = 201, body = '{"client_id":"a","client_secret":"b","registration_client_uri":"https://idp.example/a",'
          .. '"registration_access_token":"c","scope":"email phone",' .. leaving .. '}' }
    end })
    assert.same({ "warning register_changed", "ok register_ok" }, ids)
    assert.is_nil(sent.scope)
    assert.equal("openid email", options.scope)
  end)

  it("updates a registration, whose access token or secret may change", function()
    local ids, options, sent, world = carry_out({ known = true, order = { action = "update" }, uci = {
      client_id = "router-1", client_secret = "kept",
    }, own = { status = 200, body = '{"client_id":"router-1","registration_access_token":"next",' .. leaving .. '}' } })
    assert.same({ "ok register_updated" }, ids)
    assert.equal("PUT router-1 kept", world.requests[#world.requests].method .. " " .. sent.client_id .. " " .. options.client_secret)
    assert.truthy(world.files[record_path].content:find('"next"', 1, true))
    local _, renewed, _, after = carry_out({ known = true, order = { action = "update" }, uci = { client_id = "router-1", client_secret = "old" },
      own = { status = 200, body = '{"client_id":"router-1","client_secret":"next",' .. leaving .. '}' } })
    assert.equal("next access", renewed.client_secret .. " " .. cjson.decode(after.files[record_path].content).default.token)
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
    local function remove(own)
      return carry_out({ known = true, order = { action = "remove" }, uci = { client_id = "router-1", client_secret = "old" }, own = own,
        router = { failure = "connect" } })
    end
    for _, status in ipairs({ 200, 204 }) do
      local ids, options, sent, world, outcome = remove({ status = status })
      assert.same({ "ok register_removed" }, ids)
      assert.same({ method = "DELETE", url = own_uri, headers = { "Accept: application/json", "Authorization: Bearer access" } }, sent)
      assert.equal("0", options.enabled)
      assert.is_nil(options.client_id or options.client_secret or outcome.client_metadata)
      assert.equal("{}", world.files[record_path].content)
    end
    for id, own in pairs({ connection_refused = { failure = "connect" }, register_unmanaged = { status = 403 } }) do
      local ids, options, _, world = remove(own)
      assert.same({ "error " .. id }, ids)
      assert.equal("router-1", options.client_id)
      assert.truthy(world.files[record_path].content:find("access", 1, true))
    end
  end)

  it("keeps the registration where the options cannot be saved", function()
    local ids, options, _, world = carry_out({ setup = function(world) world.fail("uci_commit", 1) end })
    assert.same({ "error register_not_saved" }, ids)
    assert.is_nil(options.client_id)
    assert.truthy(world.files[record_path].content:find("router-1", 1, true))
  end)

  it("says that the access to a registration cannot be kept, and takes the client back", function()
    local ids, options, sent, world = carry_out({ setup = function(world) world.fail("write_file", 1, 1) end })
    assert.same({ { "error register_not_saved", "warning register_taken_back" }, "DELETE", own_uri }, { ids, sent.method, sent.url })
    assert.same({ nil, "{}" }, { options.client_id, world.files[record_path].content })
  end)

  it("says that the record of a removed registration stays", function()
    local own = { status = 204 }
    local ids = carry_out({ known = true, own = own, order = { action = "remove" }, setup = function(world)
      world.before("write_file", function(path) if path == record_path then world.fail("write_file", 1) end end)
    end })
    assert.same({ "error register_not_saved" }, ids)
  end)

  it("had each finding of registrations", function()
    for id in pairs(finding_texts.findings) do
      assert.is_truthy(seen[id] or id == "register_offered" or not id:find("^register_"), id)
    end
  end)
end)
