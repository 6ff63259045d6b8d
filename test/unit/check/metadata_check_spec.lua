local login_lacks = require("sso_login.protocol.login_lacks")
local cjson = require("cjson")
local checkup = require("support.checkup")
local fixtures = require("support.fixtures")

local none = fixtures.none
local issuer = fixtures.issuer
local full = fixtures.discovery.full
local not_tried = "Not tried, because of the findings above: "
local nothing_read = not_tried .. "jwks_uri, token_endpoint, authorization_endpoint."
local endpoints_ok = "All endpoints are at the issuer's origin."

--- A spec for a document, and for options where there are some.
local function finds(title, document, says, uci)
  checkup.rows({ { title, { document = document, uci = uci }, says } })
end

describe("check.metadata_check: the issuer", function()
  local entra = "https://login.microsoftonline.com/{tenantid}/v2.0"
  local function refused(finding, text)
    return { [finding] = text, issuer_ok = false, secret_ok = false, not_tried = not_tried .. "token_endpoint, authorization_endpoint." }
  end
  local function mismatch(discovered, place, there, here)
    local words = "The provider's issuer is %s, but issuer_url is %s. They differ from character %d on: %s there, %s here."
    return refused("issuer_mismatch", words:format(discovered, issuer, place, there, here))
  end

  for discovered, says in pairs({
    [issuer .. "/"] = mismatch(issuer .. "/", #issuer + 1, "'/'", "nothing"),
    [issuer:sub(1, -2)] = mismatch(issuer:sub(1, -2), #issuer, "nothing", "'e'"),
    ["httpx" .. issuer:sub(6)] = mismatch("httpx" .. issuer:sub(6), 5, "'x" .. issuer:sub(6) .. "'", "'" .. issuer:sub(5) .. "'"),
    x = mismatch("x", 1, "'x'", "'" .. issuer .. "'"),
    ["x\27[2J\n"] = mismatch("x\\x1b[2J\\x0a", 1, "'x\\x1b[2J\\x0a'", "'" .. issuer .. "'"),
    ["x " .. fixtures.client_secret .. "!"] = mismatch("x ***!", 1, "'x ***!'", "'" .. issuer .. "'"),
    ["HTTP" .. issuer:sub(6)] = refused("issuer_http",
      "The provider's issuer is HTTP" .. issuer:sub(6) .. ", without https, and no login can match it."),
    [entra] = refused("issuer_template", "The provider's issuer is a pattern, " .. entra .. ", and no login can match it."),
    [""] = refused("issuer_missing", "The discovery document at " .. checkup.well_known .. " names no issuer."),
  }) do
    finds(("may be %q"):format(discovered), { issuer = discovered }, says)
  end
  for name, value in pairs({ absent = none, ["a number"] = 7 }) do
    finds("may be " .. name, { issuer = value }, {
      issuer_missing = "The discovery document at " .. checkup.well_known .. " names no issuer.", not_tried = nothing_read,
    })
  end
end)

describe("check.metadata_check: endpoints", function()
  local function no_https(field, url)
    return { not_tried = nothing_read, endpoints_ok = false,
      endpoint_not_https = ("The discovery document's %s is not a plain https URL: %s."):format(field, url) }
  end
  finds("may have a blank, which is shown", { token_endpoint = "https://idp.example/token " },
    no_https("token_endpoint", "https://idp.example/token  (U+0020)"))
  finds("may have a password, which is not shown", { token_endpoint = "https://me:password@idp.example/token" },
    no_https("token_endpoint", "...@idp.example/token"))
  for _, field in ipairs({ "authorization_endpoint", "token_endpoint", "jwks_uri" }) do
    for name, value in pairs({ absent = none, ["a number"] = 7 }) do
      finds(field .. " may be " .. name, { [field] = value }, {
        endpoint_missing = "The discovery document has no " .. field .. " (missing endpoint).", endpoints_ok = false,
        not_tried = nothing_read,
      })
    end
    finds(field .. " may lack TLS", { [field] = "http://idp.example/x" }, no_https(field, "http://idp.example/x"))
  end
  finds("userinfo_endpoint may lack TLS", { userinfo_endpoint = "http://idp.example/u" },
    no_https("userinfo_endpoint", "http://idp.example/u"))
  finds("userinfo_endpoint may be absent", { userinfo_endpoint = none }, { endpoints_ok = endpoints_ok })
  finds("userinfo_endpoint may be empty", { userinfo_endpoint = "" }, { endpoints_ok = endpoints_ok })
  finds("token_endpoint may not be empty", { token_endpoint = "" }, {
    endpoint_missing = "The discovery document has no token_endpoint (missing endpoint).", not_tried = nothing_read, endpoints_ok = false,
  })
  finds("may be at other origins", { userinfo_endpoint = "https://API.example/u", jwks_uri = "https://keys.example:8443/k" }, {
    endpoints_elsewhere = "Endpoints are at other origins than the issuer: "
      .. "jwks_uri https://keys.example:8443, userinfo_endpoint https://api.example.",
    endpoints_ok = false, keys_ok = false,
    connection_refused = "jwks_uri: no connection to keys.example: nothing at https://keys.example:8443/k.",
  })
  finds("may be one at another origin", { userinfo_endpoint = "https://api.example/u" }, {
    endpoints_elsewhere = "Endpoints are at other origins than the issuer: userinfo_endpoint https://api.example.", endpoints_ok = false,
  })
  finds("may write the issuer's origin in capitals", { userinfo_endpoint = "https://IDP.Example/u" }, { endpoints_ok = endpoints_ok })

  local par = { require_pushed_authorization_requests = true, pushed_authorization_request_endpoint = "https://idp.example/par" }
  local pushed = "The provider demands pushed authorization requests; the router sends them to %s."
  finds("may take only pushed requests", par, {
    redirect_known = false, connection_refused = checkup.any, pushed_requests = pushed:format("https://idp.example/par"), endpoints_ok = endpoints_ok })
  finds("may lack the one for pushed requests", { require_pushed_authorization_requests = true }, {
    endpoint_missing = "The discovery document has no pushed_authorization_request_endpoint (missing endpoint).",
    pushed_requests = pushed:format(""), not_tried = nothing_read,
  })

  local logout = "The discovery document's end_session_endpoint is not a plain https URL and is not used: "
  for value, text in pairs({ ["http://idp.example/o"] = logout .. "http://idp.example/o.", [7] = logout .. "." }) do
    finds(("may have a logout that is not used: %s"):format(value), { end_session_endpoint = value }, {
      logout_not_https = text, logout_ok = false, endpoints_ok = endpoints_ok,
    })
  end
  finds("may lack one, and have a logout that is not used", { token_endpoint = none, end_session_endpoint = "http://idp.example/o" }, {
    endpoint_missing = "The discovery document has no token_endpoint (missing endpoint).", not_tried = nothing_read,
    logout_not_https = logout .. "http://idp.example/o.", endpoints_ok = false,
  })
  finds("may have an empty logout", { end_session_endpoint = "" }, {
    logout_missing = checkup.any, logout_ok = false, endpoints_ok = endpoints_ok,
  })
  finds("may have no logout", { end_session_endpoint = none }, {
    logout_missing = "The provider offers no end_session_endpoint: logging out ends only the router's session.", logout_ok = false,
  })
  finds("may have a logout", {}, {
    issuer_ok = "The provider's issuer and issuer_url are the same, character by character.",
    logout_ok = "Logging out ends the provider's session too.",
  })

  local internal = "https://idp.lan:8443"
  local origin = "The router calls the provider at https://idp.lan:8443, as internal_issuer_url says; browsers go to %s."
  for address, says in pairs({
    [full.authorization_endpoint] = {
      internal_origin = origin:format("https://idp.example"), keys_ok = "The provider's signing keys can be used: RS256, ES256.",
    },
    ["http://idp.example/a"] = fixtures.with(no_https("authorization_endpoint", "http://idp.example/a"), {
      internal_origin = origin:format(""),
    }),
  }) do
    it("may be called at another origin: " .. address, function()
      checkup.expect({ uci = { internal_issuer_url = internal }, setup = function(world)
        local document = fixtures.with(full, { authorization_endpoint = address })
        world.on(internal .. "/realms/home/.well-known/openid-configuration", { body = cjson.encode(document), date = world.now })
        world.on(internal .. "/realms/home/certs", cjson.encode(fixtures.jwks.both))
        world.on(internal .. "/realms/home/token", checkup.knows(fixtures.client_secret))
        world.on(internal .. "/realms/home/auth", checkup.registered)
      end }, says)
    end)
  end
end)

describe("check.metadata_check: back-channel logout", function()
  local on = { backchannel_logout = "1" }
  finds("may be offered, but off", { backchannel_logout_supported = true }, {
    backchannel_off = "The provider can tell the router when a user logs out there; option backchannel_logout turns that on.",
  })
  finds("may be offered and on", { backchannel_logout_supported = true }, {
    backchannel_ok = "The provider can tell the router when a user logs out there, once this address is registered: "
      .. "https://router.example/cgi-bin/sso-login/backchannel-logout.",
  }, on)
  for _, value in ipairs({ none, false, "true" }) do
    finds("may be on, but not offered: " .. tostring(value), { backchannel_logout_supported = value }, {
      backchannel_missing = "The provider does not say that it reports logouts to its clients.",
    }, on)
  end
end)

describe("check.metadata_check: the provider's features", function()
  local function lack(field, value, list)
    return { flow_missing = ("The provider's %s lack %s, and logins have no other: %s."):format(field, value, list) }
  end
  local unknown_pkce = { pkce_unknown = "The provider does not list PKCE methods; logins always use S256." }
  local scopes = { scope = "openid groups roles" }
  local all_scopes = { scopes_ok = "The provider offers the scopes of option scope." }
  local unknown_scopes = { scopes_unknown = "The provider does not say which scopes it offers.", scopes_ok = false }
  local function no_scopes(list)
    return { not_offered = ("The provider does not list what option scope asks for: %s."):format(list), scopes_ok = false }
  end
  local function not_offered(option, list)
    return { not_offered = ("The provider does not list what option %s asks for: %s."):format(option, list) }
  end
  local claims = { "sub", "email", "at_hash", "realm_access", "https://a.b/roles" }
  local acr, age, prompt = { acr_values = "urn:mfa urn:pwd" }, { max_age = "600" }, { prompt = "consent" }

  for _, case in ipairs({
    { "response_types_supported", { "id_token", "token" }, lack("response_types_supported", "code", "id_token, token") },
    { "response_types_supported", { "id_token", "code" }, {} },
    { "response_types_supported", none, {} }, { "response_types_supported", {}, {} },
    { "grant_types_supported", { "implicit" }, lack("grant_types_supported", "authorization_code", "implicit") },
    { "grant_types_supported", { "refresh_token", "authorization_code" }, {} },
    { "response_modes_supported", { "form_post" }, lack("response_modes_supported", "query", "form_post") },
    { "response_modes_supported", { "fragment", "query" }, {} }, { "response_modes_supported", {}, {} },
    { "code_challenge_methods_supported", { "plain" }, lack("code_challenge_methods_supported", "S256", "plain") },
    { "code_challenge_methods_supported", { "plain", "S256" }, {} },
    { "code_challenge_methods_supported", none, unknown_pkce }, { "code_challenge_methods_supported", {}, unknown_pkce },
    { "scopes_supported", { "openid", "profile" }, no_scopes("groups, roles"), scopes },
    { "scopes_supported", { "openid", "roles" }, no_scopes("groups"), scopes },
    { "scopes_supported", { "profile" }, no_scopes("openid, groups, roles"), scopes },
    { "scopes_supported", { "roles", "groups", "openid", "x" }, all_scopes, scopes },
    { "scopes_supported", {}, unknown_scopes, scopes }, { "scopes_supported", none, unknown_scopes, scopes },
    { "claims_supported", claims, {} },
    { "claims_supported", claims, {}, { groups_claim = "realm_access.roles https://a.b/roles" } },
    { "claims_supported", claims, {}, { email_claim = "email" } },
    { "claims_supported", { "sub" }, {}, { groups_claim = "sub" } },
    { "claims_supported", claims, not_offered("groups_claim", "resource.x, groups"), {
      groups_claim = { "resource.x", "groups", "realm_access.roles" },
    } },
    { "claims_supported", claims, fixtures.with(not_offered("email_claim", "upn"), {
      email_claim_trusted = "The e-mail is the claim upn: email_claim_trusted says that no user can choose it at the provider.",
    }), { email_claim = "upn", email_claim_trusted = "1" } },
    { "claims_supported", none, {}, { groups_claim = "groups" } },
    { "acr_values_supported", { "urn:pwd" }, not_offered("acr_values", "urn:mfa"), acr },
    { "acr_values_supported", none, {}, acr }, { "acr_values_supported", { "urn:pwd" }, {} },
    { "claims_supported", { "sub", "at_hash" }, not_offered("max_age", "auth_time"), age },
    { "claims_supported", { "at_hash", "auth_time" }, {}, age }, { "claims_supported", { "sub", "at_hash" }, {} },
    { "prompt_values_supported", { "login" }, not_offered("prompt", "consent"), prompt },
    { "prompt_values_supported", none, {}, prompt }, { "prompt_values_supported", { "login" }, {} },
  }) do
    local list = case[2] == none and "absent" or table.concat(case[2], " ")
    finds(("%s: %s, with options %s"):format(case[1], list, cjson.encode(case[4] or {})), { [case[1]] = case[2] }, case[3], case[4])
  end

  local missing = "Roles need the scope %s, which the provider offers and option scope does not ask for."
  for _, case in ipairs({
    { "is offered", { "g" }, "openid", { "openid", "groups" }, missing:format("groups") },
    { "and e-mails need is offered", { "g" }, "openid", { "email", "openid", "groups" }, missing:format("email, groups") },
    { "is asked for", { "g" }, "openid groups", { "openid", "groups" } }, { "is not offered", { "g" }, "openid", { "openid" } },
    { "is not needed", {}, "openid", { "openid", "groups" } },
  }) do
    local role = { name = "a", email = { "a@b" }, group = case[2], read = { "*" }, write = { "*" } }
    checkup.rows({ {
      "the scope that groups need " .. case[1],
      { roles = { role }, uci = { scope = case[3] }, document = { scopes_supported = case[4] } }, { scope_missing = case[5] },
    } })
  end

  it("reports scopes that were not granted at the last login", function()
    for granted, lacking in pairs({ openid = "profile, email", ["openid profile"] = "email" }) do
      checkup.expect({ leaves = { "scopes.json" }, setup = function(_, io)
        login_lacks.note(io, fixtures.config(), nil, { tokens = { scope = granted }, claims = {} }, false)
      end }, {
        scopes_not_granted = "At the last login the provider granted less than option scope asks for; it left out " .. lacking .. ".",
      })
    end
  end)

  it("says that an e-mail counted at the last login of which nobody said that it is verified", function()
    checkup.expect({ leaves = { "scopes.json" }, setup = function(_, io)
      login_lacks.note(io, fixtures.config(), nil, { tokens = {}, claims = {} }, true)
    end }, {
      email_unmarked = "At the last login the provider did not say whether the user's e-mail address is verified (no email_verified), "
        .. "and a role by that address counted.",
    })
  end)

  local refresh_file = "refresh_" .. require("sso_login.jose.hash").hash_sha256_hex("sid") .. ".json"
  local function keep_token(io, provider)
    local token = { refresh_token = "r", provider = provider, issuer = "", client_id = "", asked_at = 0 }
    require("sso_login.rpcd.refresh_tokens").write(io, refresh_file, token)
  end

  it("scopes and refresh token of a further provider are those of its own logins", function()
    for log_name, count in pairs({ office = 1, default = 0 }) do
      local io, world = checkup.world_of({ uci = { issuer_url = "https://first.example" }, document = { scopes_supported = { "offline_access" } } })
      fixtures.add_provider(world, "office", { session_revalidate = "300" })
      keep_token(io, log_name)
      local last = fixtures.with(fixtures.config(), { log_name = log_name })
      login_lacks.note(io, last, nil, { tokens = { scope = "openid profile" }, claims = {} }, false)
      local found = checkup.by_id(require("sso_login.check.check_run").run_check(io, nil, "office"))
      assert.same({ count == 1, count == 0 }, { found.scopes_not_granted ~= nil, found.scope_offline_missing ~= nil }, log_name)
    end
  end)

  it("says of session_revalidate whether a refresh token came, or may come", function()
    local none_came = "At the last login the provider gave no refresh token, so its session ends after three intervals of session_revalidate, "
      .. "and at least an hour."
    local unasked = "The next login shows whether the provider gives the refresh token that option session_revalidate needs; "
      .. "some give one only for the scope offline_access, which option scope does not ask for."
    local function lacking(_, io)
      login_lacks.note(io, fixtures.config({ session_revalidate = 300 }), nil, { tokens = {}, claims = {} }, false)
    end
    local offered = { "openid", "profile", "email", "offline_access" }
    local function kept(_, io) keep_token(io, "default") end
    for _, case in ipairs({
      { { session_revalidate = "300" }, lacking, { "scopes.json" }, { refresh_token_missing = none_came } },
      { {}, lacking, { "scopes.json" }, {} },
      { { session_revalidate = "300" }, nil, nil, { scope_offline_missing = unasked } },
      { { session_revalidate = "300", scope = "openid email offline_access" }, nil, nil, {} },
      { {}, nil, nil, {} },
      { { session_revalidate = "300" }, kept, { refresh_file }, {} },
      { { session_revalidate = "300" }, nil, nil, {}, { "openid", "profile", "email" } },
    }) do
      checkup.expect({ uci = case[1], setup = case[2], leaves = case[3], document = { scopes_supported = case[5] or offered } },
        case[4])
    end
  end)

  it("says that the provider ignored prompt, while that is login", function()
    for value, text in pairs({
      login = "Option prompt is login, and at the last login the provider asked for no password: auth_time was before it.", consent = false,
    }) do
      checkup.expect({ uci = { prompt = value }, leaves = { "scopes.json" }, setup = function(_, io)
        login_lacks.note(io, fixtures.config({ prompt = "login" }), 1000, { tokens = {}, claims = { auth_time = 1 } }, false)
      end }, { prompt_ignored = text })
    end
    checkup.expect({ uci = { prompt = "login" } }, {})
  end)
end)

describe("check.metadata_check: at_hash", function()
  local text = "Option at_hash is required, and the ID Tokens of this provider may have no at_hash: without it every login fails."
  for _, case in ipairs({
    { "https://login.microsoftonline.com/t/v2.0", "at_hash", text }, { "https://login.microsoftonline.com.example/t", "at_hash" },
    { "https://git.example", "groups", text }, { "https://git.example", "at_hash" }, { "https://git.example", nil, text },
    { "https://dev-1.okta.com" }, { "https://accounts.google.com" }, { "https://idp.example/dex" },
    { "https://k.example/realms/home" }, { "https://k.example/realms", nil, text },
  }) do
    for _, option in ipairs({ "required", "optional" }) do
      it(("%s, of %s %s"):format(option, case[1], case[2] or ""), function()
        local found = checkup.run({ uci = { issuer_url = case[1], at_hash = option }, setup = function(world)
          local document = fixtures.with(full, { issuer = case[1], claims_supported = case[2] and { "sub", case[2] } or none })
          world.on(case[1] .. "/.well-known/openid-configuration", cjson.encode(document))
        end })
        local finding = found.at_hash_unknown or {}
        local is_told = option == "required" and case[3] ~= nil
        assert.same({ is_told and text or nil, is_told and "AT_HASH_MISMATCH" or nil }, { finding.text, finding.code })
      end)
    end
  end

  checkup.rows({ { "is told where nobody says that it comes", { uci = { issuer_url = "https://git.example" }, setup = function(world)
    world.on("https://git.example/.well-known/openid-configuration", cjson.encode(fixtures.with(full, { issuer = "https://git.example" })))
  end }, { at_hash_unknown = text, endpoints_elsewhere = checkup.any, clock_unknown = checkup.any } } })

  it("tells the code of each wish that is not offered", function()
    for option, case in pairs({
      max_age = { "600", "AUTHENTICATION_TOO_OLD" }, groups_claim = { "x", "USER_NOT_AUTHORIZED" }, email_claim = { "x", "USER_NOT_AUTHORIZED" },
    }) do
      assert.equal(case[2], checkup.run({ uci = { [option] = case[1] }, document = { claims_supported = { "at_hash" } } }).not_offered.code)
    end
    for option, code in pairs({ acr_values = "AUTHENTICATION_TOO_WEAK", prompt = "IDP_ERROR", scope = "IDP_ERROR" }) do
      local document = { acr_values_supported = { "x" }, prompt_values_supported = { "x" }, scopes_supported = option == "scope" and { "openid" } or nil }
      local uci = { [option] = option == "scope" and "openid x" or "login" }
      assert.equal(code, checkup.run({ uci = uci, document = document }).not_offered.code)
    end
  end)

  checkup.covers("metadata_check")
end)
