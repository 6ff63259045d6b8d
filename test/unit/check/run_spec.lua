--- check: every finding is produced by a case, in words that are complete, and never with the secret.
local cjson = require("cjson")
local check = require("sso_login.check.run")
local check_texts = require("sso_login.check.texts")
local checkup = require("support.checkup")
local fixtures = require("support.fixtures")
local hash = require("sso_login.jose.hash")
local mock = require("support.mock")
local version = require("sso_login.base.version")

local none = fixtures.none
local issuer = fixtures.issuer
local full = fixtures.discovery.full
local well_known = checkup.well_known
local now = checkup.now
local refused = checkup.refused
local oauth_error = checkup.oauth_error
local by_id = checkup.by_id
local world_of = checkup.world_of

local function failing(kind)
  return function(world)
    world.on(well_known, { failure = kind })
  end
end

--- name, case, then the findings that must come: id = level.
local cases = {
  { "all is well", {}, {
    options_ok = "ok", roles_ok = "ok", role_reaches = "ok", router_ok = "ok", connection_ok = "ok", clock_ok = "ok", issuer_ok = "ok",
    endpoints_ok = "ok", scopes_ok = "ok", logout_ok = "ok", keys_ok = "ok", auth_method_ok = "ok", secret_ok = "ok",
  } },
  { "UCI cannot parse", { setup = function(world) world.uci_broken["sso-login"] = "Parse error" end }, {
    config_unreadable = "error",
  } },
  { "no section default", { setup = function(world) table.remove(world.uci["sso-login"], 1) end }, {
    section_missing = "error",
  } },
  { "an option that is wrong", { uci = { clock_tolerance = "soon" } }, { option_wrong = "error", secret_ok = "ok" } },
  { "an option given as a list", { uci = { scope = { "openid", "email" } } }, { option_wrong = "error" } },
  { "an option that is unknown", { uci = { isuer_url = "x" } }, { option_unknown = "warning" } },
  { "switched off", { uci = { enabled = "0" } }, { disabled = "warning" } },
  { "a ca_file that is not there", { uci = { ca_file = "/etc/none.pem" } }, { ca_file_unreadable = "error" } },
  { "no issuer", { uci = { issuer_url = none } }, { option_wrong = "error", not_tried = "warning", router_ok = "ok" } },
  { "no secret", { uci = { client_secret = "" } }, { option_wrong = "error", keys_ok = "ok", not_tried = "warning" } },
  { "a wrong method", { uci = { token_endpoint_auth_method = "none" } }, { option_wrong = "error", not_tried = "warning" } },
  { "no role", { roles = {} }, { roles_none = "error" } },
  { "a role called root", { roles = { { name = "root", email = "a@b", read = "*" } } }, { role_left_out = "warning" } },
  { "a role without a name", {
    setup = function(world) world.uci["sso-login"][2].anonymous = true end,
  }, { role_wrong = "error" } },
  { "a role without members", { roles = { { name = "idle", read = { "*" } } } }, { roles_match_nobody = "warning" } },
  { "a role by subject", { roles = { { name = "x", sub = { "s" }, read = "*" } } }, { role_without_issuer = "error" } },
  { "a role by another's subject", { roles = { { name = "x", sub = "s", sub_issuer = "https://old", read = "*" } } }, {
    role_other_issuer = "warning",
  } },
  { "claims that are not listed", { uci = { groups_claim = "roles" }, document = { claims_supported = { "sub" } } }, {
    claims_not_offered = "warning",
  } },
  { "an acr that is not listed", { uci = { acr_values = "mfa pwd" }, document = { acr_values_supported = { "pwd" } } }, {
    acr_not_offered = "warning",
  } },
  { "a prompt that is not listed", { uci = { prompt = "consent" }, document = { prompt_values_supported = { "none" } } }, {
    prompt_not_offered = "warning",
  } },
  { "a role without rights", { roles = { { name = "poor", email = { "a@b" } } } }, { roles_without_rights = "warning" } },
  { "a role without LuCI's own calls", { roles = { { name = "x", email = { "a@b" }, read = { "luci-mod-*" } } } }, {
    roles_without_luci = "warning",
  } },
  { "a role that is refused LuCI's own calls", {
    roles = { { name = "x", email = { "a@b" }, read = { "*", "!luci-base" } } },
  }, { roles_without_luci = "warning" } },
  { "a role without a page of LuCI", { roles = { { name = "x", email = { "a@b" }, read = { "luci-base" } } } }, {
    roles_without_page = "warning",
  } },
  { "a role that reads backups", { roles = { { name = "x", email = { "a@b" }, read = { "luci-*", "!luci-app-*" } } } }, {
    roles_ok = "ok", role_reads_more = "warning",
  } },
  { "a role that reads and runs programs", { roles = { { name = "x", email = { "a@b" }, read = { "*" } } } }, {
    role_reads_more = "warning",
  } },
  { "a role that looks", { roles = { { name = "x", email = { "a@b" }, read = { "luci-base", "luci-mod-status-*" } } } }, {
    role_looks = "ok",
  } },
  { "LuCI is not installed", {
    roles = { { name = "x", email = { "a@b" }, read = { "wol" } } },
    setup = function(world, io) world.put(io.paths.acl_dir .. "/luci-base.json", '{"wol":{"read":{"uci":["wol"]}}}') end,
  }, { roles_ok = "ok" } },
  { "a role that rpcd does not know", { setup = function(world) world.uci.rpcd = {} end }, { roles_behind = "warning" } },
  { "an unknown access group", { roles = { { name = "x", email = "a@b", read = { "luci-base", "luci-bsae" } } } }, {
    access_groups_unknown = "warning",
  } },
  { "an excluded access group that is unknown", { roles = { { name = "x", email = "a@b", read = { "*", "! luci-x*" } } } }, {
    access_groups_unknown = "warning",
  } },
  { "a broken acl.d file", { setup = function(world, io) world.put(io.paths.acl_dir .. "/x.json", "{") end }, {
    acl_file_ignored = "warning",
  } },
  { "an acl.d file that cannot be read", {
    setup = function(world, io) world.put(io.paths.acl_dir .. "/x.json", (" "):rep(262145)) end,
  }, { acl_file_ignored = "warning" } },
  { "a clock at its beginning", { setup = function(world) world.now = 86400 end }, {
    clock_not_set = "error", clock_behind = "error",
  } },
  { "a clock behind", { date = now + 61 }, { clock_behind = "error" } },
  { "a clock behind within tolerance", { date = now + 60 }, { clock_ok = "ok" } },
  { "a clock ahead", { date = now - 400 }, { clock_ahead = "warning" } },
  { "a clock far ahead", { date = now - 3661 }, { clock_ahead = "error" } },
  { "no Date", { date = none }, { clock_unknown = "ok" } },
  { "a self-signed router", { router = { failure = "certificate" } }, { router_certificate = "ok" } },
  { "a router by an unknown name", { router = { failure = "resolve" } }, { router_name_unknown = "warning" } },
  { "a router without HTTPS", { router = { failure = "connect" } }, { router_unreachable = "warning" } },
  { "a router that hangs", { router = { failure = "timeout" } }, { router_unreachable = "warning" } },
  { "a router at another port", {
    router = { failure = "connect" }, setup = function(world)
      world.uci.uhttpd = { { name = "main", type = "uhttpd", options = { listen_https = { "0.0.0.0:8443", "[::]:8443" } } } }
    end,
  }, { router_port = "warning" } },
  { "another server at the router's name", { router = { status = 404 } }, { router_other_answer = "warning" } },
  { "a page at the router's name", { router = "<html>" }, { router_other_answer = "warning" } },
  { "an unknown host", { setup = failing("resolve") }, { host_unknown = "error", not_tried = "warning" } },
  { "nothing listens", { setup = failing("connect") }, { connection_refused = "error" } },
  { "an untrusted certificate", { setup = failing("certificate") }, { certificate_untrusted = "error" } },
  { "an untrusted certificate that is shown", { setup = function(world)
    world.on(well_known, { failure = "certificate", peer = { subject = "CN=a", issuer = "CN=b", der = "abc" } })
  end }, { certificate_untrusted = "error", certificate_met = "warning" } },
  { "an old TLS", { setup = failing("tls") }, { tls_failed = "error" } },
  { "silence", { setup = failing("timeout") }, { no_answer = "error" } },
  { "too much", { setup = failing("too_large") }, { answer_too_large = "error" } },
  { "a reset", { setup = failing("network") }, { connection_broken = "error" } },
  { "a wrong realm", { setup = function(world) world.on(well_known, { status = 404 }) end }, { answer_status = "error" } },
  { "a page of a proxy", { setup = function(world) world.on(well_known, "<html>") end }, { answer_not_json = "error" } },
  { "another issuer", { document = { issuer = issuer .. "/" } }, { issuer_mismatch = "error", not_tried = "warning" } },
  { "no issuer announced", { document = { issuer = none } }, { issuer_missing = "error" } },
  { "Entra's pattern", { document = { issuer = "https://login.microsoftonline.com/{tenantid}/v2.0" } }, {
    issuer_template = "error",
  } },
  { "no token endpoint", { document = { token_endpoint = none } }, { endpoint_missing = "error", not_tried = "warning" } },
  { "UserInfo over HTTP", { document = { userinfo_endpoint = "http://idp.example/u" } }, { endpoint_not_https = "error" } },
  { "logout over HTTP", { document = { end_session_endpoint = "http://idp.example/o" } }, {
    logout_not_https = "warning", secret_ok = "ok",
  } },
  { "endpoints elsewhere", { document = { userinfo_endpoint = "https://api.example/u" } }, { endpoints_elsewhere = "ok" } },
  { "back-channel log-out off", { document = { backchannel_logout_supported = true } }, { backchannel_off = "ok" } },
  { "back-channel log-out on", { document = { backchannel_logout_supported = true }, uci = { backchannel_logout = "1" } }, {
    backchannel_ok = "ok",
  } },
  { "no back-channel log-out", { uci = { backchannel_logout = "1" } }, { backchannel_missing = "warning" } },
  { "no logout", { document = { end_session_endpoint = none } }, { logout_missing = "ok" } },
  { "an internal origin", { uci = { internal_issuer_url = "https://idp.lan:8443" }, setup = function(world)
    world.on("https://idp.lan:8443/realms/home/.well-known/openid-configuration", cjson.encode(full))
    world.on("https://idp.lan:8443/realms/home/certs", cjson.encode(fixtures.jwks.both))
    world.on("https://idp.lan:8443/realms/home/token", checkup.knows(fixtures.client_secret))
  end }, { internal_origin = "ok", keys_ok = "ok", secret_ok = "ok" } },
  { "no code flow", { document = { response_types_supported = { "id_token" } } }, { code_flow_missing = "error" } },
  { "plain PKCE alone", { document = { code_challenge_methods_supported = { "plain" } } }, { pkce_missing = "error" } },
  { "HS256 alone", { document = { id_token_signing_alg_values_supported = { "HS256" } }, jwks = {} }, {
    algorithm_unsupported = "error", keys_missing = "error",
  } },
  { "a JWK Set without keys", { jwks = "empty" }, { keys_missing = "error" } },
  { "Logto's P-384", { jwks = "p384" }, { keys_unusable = "error" } },
  { "Logto's P-384, allowed", { uci = { id_token_algs = { "RS256", "ES384" } }, jwks = "p384" }, { keys_ok = "ok" } },
  { "a provider that demands pushed requests", { document = {
    require_pushed_authorization_requests = true, pushed_authorization_request_endpoint = "https://idp.example/par",
  } }, { pushed_requests = "ok", endpoints_ok = "ok", secret_ok = "ok" } },
  { "a demand without an address", { document = { require_pushed_authorization_requests = true } }, {
    endpoint_missing = "error", not_tried = "warning",
  } },
  { "signed UserInfo", { document = { userinfo_signing_alg_values_supported = { "none", "RS256" } } }, { userinfo_signing = "ok" } },
  { "EdDSA with mbedtls", { uci = { id_token_algs = "RS256 ES256 EdDSA" }, setup = function()
    local real = require("sso_login.native_crypto")
    hash.set_native(setmetatable({ backend = "mbedtls" }, { __index = real }))
  end }, { algorithm_missing = "warning", keys_ok = "ok" } },
  { "Ed448", { jwks = { keys = { { kty = "OKP", crv = "Ed448" } } } }, { keys_unusable = "error" } },
  { "a key too small", { jwks = "small" }, { keys_unusable = "error" } },
  { "a key for encryption alone", { jwks = "enc" }, { keys_missing = "error" } },
  { "one key of two", { jwks = { keys = { fixtures.jwks.ec.keys[1], fixtures.jwks.p384.keys[1] } } }, {
    keys_partly = "warning",
  } },
  { "JWK Set missing", { setup = function(world) world.on(full.jwks_uri, { status = 500 }) end }, { answer_fault = "error" } },
  { "a JWK Set that robots may not have", { setup = function(world) world.on(full.jwks_uri, { status = 403 }) end }, {
    answer_refused = "error",
  } },
  { "a redirect to another origin", {
    setup = function(world) world.on(well_known, { status = 301, location = "https://www.idp.example/" }) end,
  }, { answer_redirect = "error" } },
  { "an issuer without TLS", { document = { issuer = "http" .. issuer:sub(6) } }, { issuer_http = "error" } },
  { "no list of PKCE methods", { document = { code_challenge_methods_supported = none } }, { pkce_unknown = "ok" } },
  { "no word about at_hash", { document = { claims_supported = { "sub" } } }, { at_hash_unknown = "ok" } },
  { "a key for another algorithm", { jwks = { keys = { fixtures.with(fixtures.jwks.rsa.keys[1], { alg = "RS512" }) } } }, {
    keys_unusable = "error",
  } },
  { "methods none", { uci = { token_endpoint_auth_method = "client_secret_post" }, document = {
    token_endpoint_auth_methods_supported = { "none" },
  } }, { auth_method_none = "warning", secret_ok = "ok" } },
  { "a client registered for the other method", { token = checkup.knows(fixtures.client_secret, "client_secret_basic") }, {
    secret_other_method = "error",
  } },
  { "a provider that looks at the code first", { token = refused }, { secret_untold = "warning" } },
  { "a provider that answers once", { token = function(request)
    return request.body:find("client_secret=test", 1, true) and refused or { failure = "timeout" }
  end }, { secret_untold = "warning" } },
  { "neither basic nor post", { document = { token_endpoint_auth_methods_supported = { "private_key_jwt" } } }, {
    auth_method_none = "error", not_tried = "warning",
  } },
  { "a method that is not offered", { uci = { token_endpoint_auth_method = "client_secret_post" }, document = {
    token_endpoint_auth_methods_supported = { "client_secret_basic" },
  } }, { auth_method_not_offered = "warning" } },
  { "a scope that is not offered", { uci = { scope = "openid groups" } }, { scopes_not_offered = "warning" } },
  { "groups that are not asked for", { document = { scopes_supported = { "openid", "profile", "email", "groups" } } }, {
    scope_groups_missing = "warning", scopes_ok = "ok",
  } },
  { "a scope that was not granted", { setup = function(_, io)
    require("sso_login.protocol.scopes").remember(io, fixtures.config(), "email profile")
  end, leaves = { "scopes.json" } }, { scopes_not_granted = "warning" } },
  { "no list of scopes", { document = { scopes_supported = none } }, { scopes_unknown = "ok" } },
  { "GitLab", { document = { claims_supported = { "sub", "groups_direct" } } }, { at_hash_unlikely = "warning" } },
  { "a wrong secret", { token = oauth_error(401, "invalid_client") }, { secret_wrong = "error" } },
  { "a wrong secret, told with 400", { token = oauth_error(400, "invalid_client") }, { secret_wrong = "error" } },
  { "a wrong secret at Keycloak", { token = oauth_error(401, "unauthorized_client") }, { secret_wrong = "error" } },
  { "a client without the code flow", { token = oauth_error(400, "unauthorized_client") }, { client_refused = "error" } },
  { "an answer that says nothing", { token = oauth_error(400, "invalid_request") }, { secret_unclear = "warning" } },
  { "a secret in the error code", { token = oauth_error(400, fixtures.client_secret) }, { secret_unclear = "warning" } },
  { "an answer without an error code", { token = { status = 400, body = "{}" } }, { secret_unclear = "warning" } },
  { "tokens for any code", { token = fixtures.token_response() }, { secret_unclear = "warning" } },
  { "no token endpoint there", { token = { failure = "connect" } }, { connection_refused = "error" } },
}

local function run(case, unsaved)
  local _, report, world, io = checkup.run(case, unsaved)
  return report, world, io
end

describe("check", function()
  after_each(function() hash.set_native(nil) end)

  local seen = {}

  it("names option at_hash where the provider leaves the claim out, unless it is optional", function()
    local case = { document = { claims_supported = { "sub", "groups_direct" } } }
    local finding = by_id(run(case)).at_hash_unlikely
    assert.equal("warning", finding.level)
    assert.equal("AT_HASH_MISMATCH", finding.code)
    assert.truthy(finding.advice:find("option at_hash", 1, true))
    case.uci = { at_hash = "optional" }
    assert.is_nil(by_id(run(case)).at_hash_unlikely)
  end)

  for _, case in ipairs(cases) do
    it(case[1], function()
      local found, report = checkup.run(case[2])
      for id, level in pairs(case[3]) do
        assert.is_table(found[id], id .. " in " .. cjson.encode(report))
        assert.equal(level, found[id].level, id)
        seen[id] = true
      end
    end)
  end

  it("every finding has a case above", function()
    for id in pairs(check_texts.findings) do
      -- Its case is the first of the specs on unsaved settings.
      if id ~= "secret_not_sent" then
        assert.is_true(seen[id] == true, id)
      end
    end
    for id in pairs(check_texts.parts) do
      assert.is_true(checkup.seen_parts[id] == true, id)
    end
  end)

  it("says where two issuers differ", function()
    local report = run({ document = { issuer = "https://idp.example/realms/Home" } })
    local params = by_id(report).issuer_mismatch.params
    assert.same({ "28", "'home'", "'Home'", issuer, "https://idp.example/realms/Home" }, {
      params.place, params.configured_rest, params.discovered_rest, params.configured, params.discovered,
    })
    assert.equal("28", by_id((run({ document = { issuer = "https://idp.example/realms/" } }))).issuer_mismatch.params.place)
    assert.matches("from character 32 on: '/' there, nothing here%.", by_id((run({ document = { issuer = issuer .. "/" } }))).issuer_mismatch.text)
  end)

  it("reports in the order of a login, a line a finding", function()
    local lines = {}
    for i, finding in ipairs(run({}).findings) do
      lines[i] = finding.level .. " " .. finding.text .. finding.advice
    end
    assert.same({
      "ok The options are complete and valid.", "ok The roles are complete: admin.",
      "ok Role admin can change this router, and so perhaps do everything, by the access groups luci-base.",
      "ok This router answers at https://router.example.",
      "ok Host name, connection and certificate of idp.example are fine.", "ok The clocks of router and provider agree within 0 s.",
      "ok The provider's issuer is issuer_url, character by character.", "ok All endpoints are at the issuer's origin.",
      "ok The provider offers the scopes of option scope.",
      "ok Whether ID Tokens have at_hash, which option at_hash requires, shows only at a login."
        .. "Where logins end with AT_HASH_MISMATCH because it is absent, set option at_hash to optional.",
      "ok Logging out ends the provider's session too.",
      "ok The provider's signing keys can be used: RS256, ES256.", "ok The client proves itself by client_secret_post.",
      "ok The provider accepts client_id, client_secret and the method client_secret_post, and refuses an invented secret.",
    }, lines)
  end)

  for name, case in pairs({
    ["UCI cannot parse the package"] = { function(world) world.uci_broken["sso-login"] = "Parse error" end,
      "config_unreadable", "The configuration cannot be read: Parse error." },
    ["there is no section"] = { function(world) world.uci["sso-login"] = {} end,
      "section_missing", "The configuration has no section 'default' of type oidc." },
  }) do
    it("finds one thing alone when " .. name, function()
      local report, world = run({ setup = case[1] })
      assert.is_false(report.ok)
      assert.equal(1, #report.findings)
      assert.same({ case[2], case[3] }, { report.findings[1].id, report.findings[1].text })
      assert.same({}, world.requests)
    end)
  end

  it("takes a clock for set from the year of the version on", function()
    for seconds, text in pairs({
      [version.year_start] = false,
      [version.year_start - 1] = ("The router's clock is not set: it says %s. No certificate and no ID Token counts as valid."):format(
        require("sso_login.io.clock").format_time(version.year_start - 1)
      ),
    }) do
      checkup.expect({ setup = function(world) world.now = seconds end }, { clock_not_set = text })
    end
  end)

  it("calls the provider within its whole time where http_timeout is wrong", function()
    local _, world = run({ uci = { http_timeout = "soon" } })
    assert.same({ timeout = 12, total = 12 }, world.settings)
  end)

  it("masks the client secret in what a provider sends", function()
    local report = run({ document = { issuer = "x " .. fixtures.client_secret .. "!" } })
    assert.equal("x ***!", by_id(report).issuer_mismatch.params.discovered)
  end)

  it("never sends the secret to an issuer that is not the configured one", function()
    local _, world = run({ document = { issuer = issuer .. "2" } })
    assert.equal(0, world.requests_to(full.token_endpoint))
  end)

  it("names the algorithm that is not supported", function()
    assert.matches("ES384 %(EC P%-384", by_id((run({ jwks = "p384" }))).keys_unusable.text)
    assert.matches("RS256 %(RSA, of a size", by_id((run({ jwks = "small" }))).keys_unusable.text)
  end)

  it("names a bounded number of keys, however many different ones there are", function()
    local keys = {}
    for i = 1, 1000 do
      keys[i] = { kty = "X" .. i }
    end
    local names = by_id((run({ jwks = { keys = keys } }))).keys_unusable.text
    assert.matches(": X1 %(X1%), X2 %(X2%)", names)
    assert.truthy(names:find("X16 (X16)", 1, true))
    assert.is_nil(names:find("X17", 1, true))
  end)

  it("names the option at_hash where its absence would refuse a login", function()
    local entra = "https://login.microsoftonline.com/tenant/v2.0"
    local kanidm = "https://kanidm.example/oauth2/openid/router"
    for _, case in ipairs({ { entra, "Entra" }, { kanidm, "Kanidm" } }) do
      local function report(at_hash)
        return by_id((run({ uci = { issuer_url = case[1], at_hash = at_hash }, setup = function(world)
          world.on(case[1] .. "/.well-known/openid-configuration", cjson.encode(fixtures.with(full, { issuer = case[1] })))
        end })))
      end
      local finding = report("required").at_hash_unlikely
      assert.equal("AT_HASH_MISMATCH", finding.code)
      assert.matches(case[2], finding.text)
      assert.matches("[Oo]ption at_hash", finding.text)
      assert.matches("Set option at_hash to optional", finding.advice)
      assert.is_nil(report("optional").at_hash_unlikely)
    end
    assert.is_nil(by_id((run({}))).at_hash_unlikely)
  end)

  it("asks the provider anew, whatever the caches hold, and leaves them alone", function()
    local _, world, io = run({})
    local discovery = require("sso_login.discovery")
    assert.is_true(discovery.discover(io, issuer).ok)
    assert.is_true(discovery.fetch_jwks(io, full.jwks_uri).ok)
    local files = mock.copy(world.files)
    world.on(well_known, { status = 500 })
    local report = check.run_check(io)
    assert.is_false(report.ok)
    assert.same(files, world.files)
    -- A login that failed a moment ago does not answer for the check, nor the check for the next login.
    world.on(well_known, { status = 500 })
    discovery.discover(io, issuer .. "x")
    world.on(well_known, cjson.encode(full))
    assert.is_true(check.run_check(io).ok)
  end)

  it("bounds its calls together, and the one to the router by itself", function()
    local seen_settings = {}
    local io, world = world_of({ uci = { http_timeout = "20", ca_file = "/ca" } })
    world.put("/ca", "pem")
    local set = io.https_settings
    io.https_settings = function(settings)
      seen_settings[#seen_settings + 1] = mock.copy(settings)
      set(settings)
    end
    check.run_check(io)
    assert.same({
      { timeout = 3, total = 12 }, { ca_file = "/ca", timeout = 20, total = 12 },
    }, seen_settings)
  end)

  it("shows what a provider says of its keys cut, escaped and without the secret, in every place", function()
    local key = { kty = "X\27[2J", alg = fixtures.client_secret, crv = ("y"):rep(100) }
    local finding = by_id((run({ jwks = { keys = { key } } }))).keys_unusable
    assert.same({ { id = "key", params = { alg = "***", type = "X\\x1b[2J " .. ("y"):rep(74) .. "..." } } }, finding.params.keys)
    assert.truthy(finding.text:find(": *** (X\\x1b[2J yyy", 1, true))
  end)

  it("writes control characters of a provider as escapes", function()
    local report = run({ document = { issuer = "x\27[2J\n" } })
    assert.matches("x\\x1b%[2J\\x0a", by_id(report).issuer_mismatch.text)
  end)
end)

describe("check of unsaved settings", function()
  local function unsaved(changes, roles)
    local values = fixtures.with(fixtures.options, changes)
    return { values = values, roles = roles or { { name = "admin", email = { "a@b" }, group = {}, read = { "*" }, write = {} } } }
  end

  local function secrets_sent(world)
    local encoding = require("sso_login.base.encoding")
    local id, secret = encoding.percent_encode(fixtures.client_id), encoding.percent_encode(fixtures.client_secret)
    local count = 0
    for _, request in ipairs(world.requests) do
      local whole = request.url .. table.concat(request.headers, "\n") .. (request.body or "")
      local found = whole:find(encoding.base64_encode(id .. ":" .. secret), 1, true) or whole:find(secret, 1, true)
      count = count + (found and 1 or 0)
    end
    return count
  end

  it("takes the saved secret where none is typed", function()
    for _, typed in ipairs({ none, "" }) do
      local report, world = run({}, unsaved({ client_secret = typed }))
      assert.equal("ok", by_id(report).secret_ok.level)
      assert.equal(1, secrets_sent(world))
    end
  end)

  it("sends a typed secret anywhere", function()
    local token = checkup.knows(fixtures.client_secret)
    local report = run({ uci = { issuer_url = "https://other.example", client_secret = "another" }, token = token }, unsaved({}))
    assert.is_table(by_id(report).secret_ok)
  end)

  for _, case in ipairs({
    { "issuer_url", { issuer_url = "https://other.example" } },
    { "internal_issuer_url", { internal_issuer_url = "https://idp.lan" } },
    { "ca_file", { ca_file = "/etc/other.pem" } },
  }) do
    it("never sends the saved secret with another " .. case[1], function()
      local report, world = run({ uci = case[2] }, unsaved({ client_secret = none }))
      assert.equal("warning", by_id(report).secret_not_sent.level)
      assert.is_nil(by_id(report).not_tried)
      assert.equal(0, world.requests_to(full.token_endpoint))
      assert.equal(0, secrets_sent(world))
      assert.is_nil(cjson.encode(report):find(fixtures.client_secret, 1, true))
    end)
  end

  for _, case in ipairs({
    { "absent as it was empty", "", none }, { "empty as it was absent", none, "" },
  }) do
    it("sends the saved secret where ca_file is " .. case[1], function()
      local report = run({ uci = { ca_file = case[2] } }, unsaved({ ca_file = case[3], client_secret = none }))
      assert.is_table(by_id(report).secret_ok)
    end)
  end

  it("keeps the other values beside the saved secret", function()
    local report = run({}, unsaved({ client_secret = none, scope = "email", enabled = "0" }))
    assert.equal("Option scope must contain openid.", by_id(report).option_wrong.text)
    assert.is_table(by_id(report).disabled)
  end)

  for name, setup in pairs({
    ["there is none"] = function(world) world.uci["sso-login"][1].options.client_secret = nil end,
    ["it cannot be read"] = function(world) world.uci_broken["sso-login"] = "Parse error" end,
  }) do
    it("misses a secret where none is typed and " .. name, function()
      local report = run({ setup = setup }, unsaved({ client_secret = none }))
      assert.equal("Option client_secret must be set.", by_id(report).option_wrong.text)
      assert.is_nil(by_id(report).config_unreadable)
    end)
  end

  it("judges the unsaved roles, not the saved ones", function()
    local report = run({}, unsaved({}, {}))
    assert.equal("error", by_id(report).roles_none.level)
    local anonymous = { { name = "cfg02", anonymous = true, email = { "a@b" }, group = {}, read = { "*" }, write = {} } }
    assert.equal("error", by_id((run({}, unsaved({}, anonymous)))).role_wrong.level)
  end)

  it("works although the saved configuration cannot be read", function()
    local report = run({ setup = function(world) world.uci_broken["sso-login"] = "Parse error" end }, unsaved({}))
    assert.is_table(by_id(report).secret_ok)
  end)
end)

describe("version", function()
  it("has three numbers", function()
    assert.truthy(version.version:find("^%d+%.%d+%.%d+$"))
  end)

  it("has the start of a year that has come", function()
    assert.equal("01-01 00:00:00", os.date("!%m-%d %H:%M:%S", version.year_start))
    assert.is_true(version.year_start < os.time())
  end)
end)

describe("the CGI program", function()
  --- The modules of the service that are loaded by `names`, and nothing else.
  local function loaded_by(names)
    local kept, loaded = {}, {}
    local function forget(note)
      for name, module in pairs(package.loaded) do
        if name:find("^sso_login%.") and not name:find("native_") then
          note(name, module)
          package.loaded[name] = nil
        end
      end
    end
    forget(function(name, module) kept[name] = module end)
    for _, name in ipairs(names) do
      require("sso_login." .. name)
    end
    forget(function(name) loaded[#loaded + 1] = name:sub(#"sso_login." + 1) end)
    for name, module in pairs(kept) do
      package.loaded[name] = module
    end
    return loaded
  end

  local served = { "program.cgi", "web.rate_limit", "web.start", "web.callback", "web.logout" }

  it("loads nothing of the check, whatever it serves", function()
    local heavy = {}
    local loaded = loaded_by({ "web.errors", unpack(served) })
    for _, name in ipairs(loaded) do
      if name:find("^check") or name == "settings.page" then
        heavy[#heavy + 1] = name
      end
    end
    assert.same({}, heavy)
    assert.is_true(#loaded > 30, #loaded)
  end)

  it("loads words only for a request that it refuses", function()
    for _, program in ipairs({ served, { "program.landing" } }) do
      for _, name in ipairs(loaded_by(program)) do
        assert.is_false(name == "base.texts" or name == "web.errors", name)
      end
    end
  end)
end)
