--- check.document: what is found in a discovery document, word for word.
local checkup = require("support.checkup")
local fixtures = require("support.fixtures")

local none = fixtures.none
local issuer = fixtures.issuer
local not_tried = "Not tried, because of the findings above: "

local function mismatch(discovered, place, there, here)
  return ("The provider's issuer is %s, but issuer_url is %s. They differ from character %d on: %s there, %s here."):format(
    discovered, issuer, place, there and "'" .. there .. "'" or "nothing", here and "'" .. here .. "'" or "nothing"
  )
end

describe("check.document", function()
  local function finds(name, case, says)
    it(name, function() checkup.expect(case, says) end)
  end

  describe("issuer", function()
    local function announced(value)
      return { document = { issuer = value } }
    end
    local entra = "https://login.microsoftonline.com/{tenantid}/v2.0"

    finds("longer", announced(issuer .. "/"), {
      issuer_mismatch = mismatch(issuer .. "/", #issuer + 1, "/"), issuer_ok = false, not_tried = not_tried .. "token_endpoint.",
    })
    finds("shorter", announced(issuer:sub(1, -2)), { issuer_mismatch = mismatch(issuer:sub(1, -2), #issuer, nil, "e") })
    finds("without TLS", announced("HTTP" .. issuer:sub(6)), {
      issuer_http = "The provider's issuer is HTTP" .. issuer:sub(6) .. ", without https, and no login can match it.",
      issuer_mismatch = false, not_tried = not_tried .. "token_endpoint.",
    })
    finds("another scheme", announced("httpx" .. issuer:sub(6)), {
      issuer_mismatch = mismatch("httpx" .. issuer:sub(6), 5, "x" .. issuer:sub(6), issuer:sub(5)), issuer_http = false,
    })
    finds("another from its first character", announced("x"), { issuer_mismatch = mismatch("x", 1, "x", issuer) })
    finds("a pattern", announced(entra), {
      issuer_template = "The provider's issuer is a pattern, " .. entra .. ", and no login can match it.", issuer_mismatch = false,
    })
    for name, value in pairs({ absent = none, ["a number"] = 7, empty = "" }) do
      finds(name, announced(value), {
        issuer_missing = "The discovery document at " .. checkup.well_known .. " names no issuer.", issuer_mismatch = false,
        not_tried = not_tried .. (value == "" and "token_endpoint." or "jwks_uri, token_endpoint."),
      })
    end

    it("is shown from the first difference on, with both addresses", function()
      local params = checkup.run(announced(issuer .. "/")).issuer_mismatch.params
      assert.same({
        url = checkup.well_known, configured = issuer, discovered = issuer .. "/", place = tostring(#issuer + 1),
        configured_rest = { id = "nothing", params = {} }, discovered_rest = "'/'",
      }, params)
    end)
  end)

  describe("endpoints", function()
    for _, field in ipairs({ "authorization_endpoint", "token_endpoint", "jwks_uri" }) do
      for name, value in pairs({ absent = none, ["a number"] = 7 }) do
        finds(field .. " " .. name, { document = { [field] = value } }, {
          endpoint_missing = "The discovery document has no " .. field .. " (missing endpoint).", endpoint_not_https = false,
          endpoints_ok = false, not_tried = not_tried .. "jwks_uri, token_endpoint.",
        })
      end
      finds(field .. " over HTTP", { document = { [field] = "http://idp.example/x" } }, {
        endpoint_not_https = "The discovery document's " .. field .. " is not a plain https URL: http://idp.example/x.",
        endpoint_missing = false, endpoints_ok = false, not_tried = not_tried .. "jwks_uri, token_endpoint.",
      })
    end
    finds("UserInfo over HTTP", { document = { userinfo_endpoint = "http://idp.example/u" } }, {
      endpoint_not_https = "The discovery document's userinfo_endpoint is not a plain https URL: http://idp.example/u.",
      endpoints_ok = false, not_tried = not_tried .. "jwks_uri, token_endpoint.",
    })
    finds("one missing, and one that nobody needs over HTTP", {
      document = { token_endpoint = none, end_session_endpoint = "http://idp.example/o" },
    }, { endpoints_ok = false })
    finds("no UserInfo", { document = { userinfo_endpoint = none } }, {
      endpoint_missing = false, endpoints_ok = "All endpoints are at the issuer's origin.",
    })
    finds("at other origins", { document = {
      userinfo_endpoint = "https://API.example/u", jwks_uri = "https://keys.example:8443/k",
    } }, {
      endpoints_elsewhere = "Endpoints are at other origins than the issuer: "
        .. "jwks_uri https://keys.example:8443, userinfo_endpoint https://api.example.",
      endpoints_ok = false,
    })
    finds("at the issuer's origin in capitals", { document = { userinfo_endpoint = "https://IDP.Example/u" } }, {
      endpoints_elsewhere = false, endpoints_ok = "All endpoints are at the issuer's origin.",
    })
    finds("an internal origin", { uci = { internal_issuer_url = "https://idp.lan:8443" }, setup = function(world)
      local cjson = require("cjson")
      world.on("https://idp.lan:8443/realms/home/.well-known/openid-configuration", cjson.encode(fixtures.discovery.full))
      world.on("https://idp.lan:8443/realms/home/certs", cjson.encode(fixtures.jwks.both))
      world.on("https://idp.lan:8443/realms/home/token", checkup.knows(fixtures.client_secret))
    end }, {
      keys_ok = "The provider's signing keys can be used: RS256, ES256.", secret_untold = false, secret_wrong = false,
      internal_origin = "The router calls the provider at https://idp.lan:8443, as internal_issuer_url says; "
        .. "browsers go to https://idp.example.",
    })
    finds("an internal origin, and no usable address for browsers", {
      uci = { internal_issuer_url = "https://idp.lan:8443" }, setup = function(world)
        local document = fixtures.with(fixtures.discovery.full, { authorization_endpoint = "http://idp.example/a" })
        world.on("https://idp.lan:8443/realms/home/.well-known/openid-configuration", require("cjson").encode(document))
      end,
    }, {
      internal_origin = "The router calls the provider at https://idp.lan:8443, as internal_issuer_url says; browsers go to .",
    })
    finds("a demand for pushed requests", { document = {
      require_pushed_authorization_requests = true, pushed_authorization_request_endpoint = "https://idp.example/par",
    } }, {
      pushed_requests = "The provider demands pushed authorization requests; the router sends them to https://idp.example/par.",
      endpoints_ok = "All endpoints are at the issuer's origin.",
    })
    finds("no internal origin", {}, { internal_origin = false })
  end)

  describe("back-channel log-out", function()
    local ids = { "backchannel_off", "backchannel_ok", "backchannel_missing" }
    local function only(id, text)
      local findings = {}
      for _, name in ipairs(ids) do
        findings[name] = name == id and text or false
      end
      return findings
    end

    finds("is offered, but off", { document = { backchannel_logout_supported = true } },
      only("backchannel_off", "The provider can tell the router when somebody logs out there; option backchannel_logout turns that on."))
    finds("is offered and on", { document = { backchannel_logout_supported = true }, uci = { backchannel_logout = "1" } },
      only("backchannel_ok", "The provider can tell the router when somebody logs out there, once this address is registered: "
        .. "https://router.example/cgi-bin/sso-login/backchannel-logout."))
    for _, value in ipairs({ fixtures.none, false, "true" }) do
      finds("is on, but not offered: " .. tostring(value),
        { document = { backchannel_logout_supported = value }, uci = { backchannel_logout = "1" } },
        only("backchannel_missing", "The provider does not say that it tells anybody when somebody logs out there."))
    end
    finds("is neither offered nor on", {}, only())
  end)

  describe("logout", function()
    local text = "The discovery document's end_session_endpoint is not a plain https URL and is not used: "
    local missing = "The provider offers no end_session_endpoint: logging out ends the router's session alone."
    for name, case in pairs({ ["over HTTP"] = { "http://idp.example/o", text .. "http://idp.example/o." }, ["a number"] = { 7, text .. "." } }) do
      finds(name .. " is not used, and bars no login", { document = { end_session_endpoint = case[1] } }, {
        logout_not_https = case[2], logout_ok = false, logout_missing = false, not_tried = false,
        endpoints_ok = "All endpoints are at the issuer's origin.",
      })
    end
    finds("none", { document = { end_session_endpoint = none } }, {
      logout_missing = missing, logout_ok = false, logout_not_https = false, not_tried = false,
    })
    finds("one", {}, { logout_ok = "Logging out ends the provider's session too.", logout_missing = false })
  end)

  describe("what it offers", function()
    local no_code = "The provider does not offer the authorization code flow: response types id_token, token."
    local unknown_pkce = "The provider does not list PKCE methods; logins always use S256."
    local no_s256 = "The provider names PKCE methods but not S256: plain, none."
    for _, case in ipairs({
      { "response_types_supported", "code_flow_missing", { "id_token", "token" }, no_code },
      { "response_types_supported", "code_flow_missing", { "id_token", "code" }, false },
      { "response_types_supported", "code_flow_missing", none, false },
      { "response_types_supported", "code_flow_missing", {}, false },
      { "code_challenge_methods_supported", "pkce_missing", { "plain", "none" }, no_s256 },
      { "code_challenge_methods_supported", "pkce_missing", { "plain", "S256" }, false },
      { "code_challenge_methods_supported", "pkce_missing", none, false },
      { "code_challenge_methods_supported", "pkce_missing", {}, false },
      { "code_challenge_methods_supported", "pkce_unknown", { "plain" }, false },
      { "code_challenge_methods_supported", "pkce_unknown", none, unknown_pkce },
      { "code_challenge_methods_supported", "pkce_unknown", {}, unknown_pkce },
    }) do
      local list = case[3] == none and "none" or table.concat(case[3], " ")
      finds(("%s '%s' and %s"):format(case[1], list, case[2]), { document = { [case[1]] = case[3] } }, { [case[2]] = case[4] })
    end

    local known, unknown = "The provider offers the scopes of option scope.", "The provider does not say which scopes it offers."
    for _, case in ipairs({
      { { "openid", "profile" }, { scopes_not_offered = "The provider does not list these scopes: groups, roles." } },
      { { "profile" }, { scopes_not_offered = "The provider does not list these scopes: openid, groups, roles." } },
      { { "roles", "groups", "openid", "x" }, { scopes_ok = known, scopes_not_offered = false, scopes_unknown = false } },
      { {}, { scopes_unknown = unknown, scopes_ok = false, scopes_not_offered = false } },
      { none, { scopes_unknown = unknown, scopes_ok = false, scopes_not_offered = false } },
    }) do
      local list = case[1] == none and "none" or table.concat(case[1], " ")
      finds(("scopes '%s'"):format(list), { uci = { scope = "openid groups roles" }, document = { scopes_supported = case[1] } }, case[2])
    end
  end)

  describe("the scope that groups need", function()
    local text = "Roles list groups, and the provider offers the scope groups, which option scope does not ask for."
    local by_group, by_email = { { name = "a", group = { "g" }, read = { "*" } } }, { { name = "a", email = { "a@b" }, read = { "*" } } }
    for _, case in ipairs({
      { "is offered", by_group, "openid", { "openid", "groups" }, text }, { "is asked for", by_group, "openid groups", { "openid", "groups" }, false },
      { "is not offered", by_group, "openid", { "openid" }, false }, { "serves nobody", by_email, "openid", { "openid", "groups" }, false },
    }) do
      finds(case[1], { roles = case[2], uci = { scope = case[3] }, document = { scopes_supported = case[4] } },
        { scope_groups_missing = case[5] })
    end

    it("is told with all that was not granted, where something was not", function()
      local function lacking(scopes)
        return { setup = function(_, io)
          require("sso_login.protocol.scopes").remember(io, fixtures.config(), scopes)
        end, leaves = { "scopes.json" } }
      end
      local granted = checkup.run(lacking("email profile")).scopes_not_granted
      assert.same({ scopes = "profile, email" }, granted.params)
      assert.equal("email", checkup.run(lacking("email")).scopes_not_granted.params.scopes)
      assert.is_nil(checkup.run({}).scopes_not_granted)
    end)
  end)

  describe("claims", function()
    local offered = { "sub", "email", "realm_access", "https://a.b/roles" }
    for _, case in ipairs({
      { {}, false }, { { groups_claim = "realm_access.roles https://a.b/roles" }, false }, { { email_claim = "email" }, false },
      { { groups_claim = "sub" }, false, nil, { "sub" } },
      { { groups_claim = { "resource.x", "groups", "realm_access.roles" }, email_claim = "upn" }, "upn, resource.x, groups" },
      { { groups_claim = "groups" }, false, "no list" },
    }) do
      local missing = case[2] and ("The provider does not list these claims of options groups_claim and email_claim: %s.")
        :format(case[2])
      finds("claims " .. (case[2] or case[3] or "that are listed"), {
        uci = case[1], document = { claims_supported = case[4] or case[3] == nil and offered or none },
      }, { claims_not_offered = missing })
    end
  end)

  for _, case in ipairs({
    { "acr_values", "urn:mfa urn:pwd", "acr_values_supported", { "urn:pwd" }, "acr_not_offered",
      "The provider does not list these values of option acr_values: urn:mfa." },
    { "prompt", "consent", "prompt_values_supported", { "login" }, "prompt_not_offered",
      "The provider does not list this value of option prompt: consent." },
  }) do
    finds(case[1] .. " not listed", { uci = { [case[1]] = case[2] }, document = { [case[3]] = case[4] } }, { [case[5]] = case[6] })
    finds(case[1] .. " without a list", { uci = { [case[1]] = case[2] }, document = { [case[3]] = none } }, { [case[5]] = false })
    finds("no " .. case[1], { document = { [case[3]] = case[4] } }, { [case[5]] = false })
  end

  describe("at_hash", function()
    local unknown = "Whether ID Tokens have at_hash, which option at_hash requires, shows only at a login."
    local function provider(name)
      return ("This kind of provider (%s) leaves at_hash out of its ID Tokens, and option at_hash is required."):format(name)
    end
    for _, case in ipairs({
      { "https://login.microsoftonline.com/t/v2.0", nil, provider("Microsoft Entra ID"), false },
      { "https://login.microsoftonline.com.example/t", nil, false, unknown },
      { "https://idm.example/oauth2/openid/router", nil, provider("Kanidm"), false },
      { "https://idm.example/x/oauth2/openid/router", nil, false, unknown },
      { "https://git.example", { "sub", "groups_direct" }, provider("GitLab"), false },
      { "https://git.example", { "sub", "groups" }, false, unknown },
      { "https://idp.example", { "sub", "at_hash" }, false, false },
    }) do
      local function judge(at_hash)
        return { uci = { issuer_url = case[1], at_hash = at_hash }, setup = function(world)
          local document = fixtures.with(fixtures.discovery.full, { issuer = case[1], claims_supported = case[2] })
          world.on(case[1] .. "/.well-known/openid-configuration", require("cjson").encode(document))
        end }
      end
      finds(("of %s %s"):format(case[1], case[2] and case[2][2] or ""), judge(nil), {
        at_hash_unlikely = case[3], at_hash_unknown = case[4],
      })
      finds(("optional of %s %s"):format(case[1], case[2] and case[2][2] or ""), judge("optional"), {
        at_hash_unlikely = false, at_hash_unknown = false,
      })
    end
  end)
end)
