local checkup = require("support.checkup")
local errors = require("sso_login.web.errors")
local refusal_findings = require("sso_login.answers.refusal_findings")

--- Refusals before a test has begun, of other requests, and after the steps that a test takes.
local others = [[
  MISSING_HANDSHAKE_COOKIE STATE_NOT_FOUND STATE_PARAMETER_MISMATCH LOGOUT_REFUSED EXCHANGE_REFUSED CLIENT_AUTHENTICATION
  TOKEN_REPLAYED CSRF_TOKEN_INVALID HTTPS_REQUIRED NOT_FOUND METHOD_NOT_ALLOWED RATE_LIMITED INPUT_TOO_LARGE UBUS_LOGIN_FAILED
  SSO_DISABLED ]]

local redirect_uri = "https://router.example/cgi-bin/sso-login/callback"
local url = "https://idp.example/keys"
local function must(id, params) return { option = "scope", must = { id = id, params = params } } end
local function hint(id) return { hint = { id = id } } end

--- code, facts, the findings, a part of what the first says, the option that the last leads to
local cases = {
  { "INVALID_REQUEST", { reason = "missing parameter", parameter = "code" }, "login_answer", "be used: missing parameter code." },
  { "IDP_ERROR", { error = "access_denied", error_description = "no" }, "login_denied", "login: access_denied: no" },
  { "IDP_ERROR", { error = "access_denied", error_description = "End-User aborted" }, "login_denied", ": access_denied: End-User aborted" },
  { "IDP_ERROR", { error = "user_cancelled_authorize" }, "login_denied", "login: user_cancelled_authorize" },
  { "IDP_ERROR", { error = "server_error", error_description = "Cancelled" }, "login_denied", "login: server_error: Cancelled" },
  { "IDP_ERROR", { error = "authorization_declined" }, "login_denied", "login: authorization_declined" },
  { "IDP_ERROR", { error = "login_required", error_description = "denied" }, "login_refused", "login: login_required: denied" },
  { "IDP_ERROR", { reason = "another issuer" }, "login_answer", "used: another issuer." },
  { "IDP_ERROR", { http_status = 400, error = "invalid_scope", error_description = "no é" }, "pushed_refused", "400, invalid_scope): no é" },
  { "TOKEN_EXCHANGE_FAILED", { http_status = 401, idp_error = "invalid_client" }, "client_refused", "(status 401, invalid_client): it says no more" },
  { "TOKEN_EXCHANGE_FAILED", { http_status = 200, reason = "no id_token" }, "login_answer", "used: no id_token." },
  { "TOKEN_EXCHANGE_FAILED", { http_status = 401, reason = "is HTML" }, "login_answer", "used: is HTML." },
  { "TOKEN_EXCHANGE_FAILED", { http_status = 401, idp_error = "e", reason = "is HTML" }, "client_refused", "(status 401, e)" },
  { "TOKEN_EXCHANGE_FAILED", { http_status = 401 }, "client_refused", "(status 401, no error code): it says no more" },
  { "TOKEN_EXCHANGE_FAILED", { http_status = 429, cause = "temporary" }, "answer_limited", "token_endpoint: token_endpoint has" },
  { "TOKEN_EXCHANGE_FAILED", { http_status = 302, location = url }, "endpoint_redirect", "redirects to " .. url },
  { "OIDC_INVALID_GRANT", { http_status = 400, idp_error = "invalid_grant" }, "login_code", "(status 400, invalid_grant)" },
  { "UNSUPPORTED_ALGORITHM", { alg = "none" }, "login_answer", "used: alg none." },
  { "UNSUPPORTED_ALGORITHM", { alg = "ES384", hint = { id = "see_algs", params = { allowed = "RS256" } } }, "algorithm_unsupported",
    "with ES384; option id_token_algs allows RS256." },
  { "NONCE_MISMATCH", { reason = "different" }, "login_answer", "used: nonce different." },
  { "AT_HASH_MISMATCH", { reason = "absent" }, "at_hash_unknown", "Option at_hash is required" },
  { "AT_HASH_MISMATCH", {}, "login_answer", "used: at_hash different." },
  { "ID_TOKEN_VERIFICATION_FAILED", { claim = "aud", reason = "is not for this client" }, "login_answer", "used: aud is not for this client.", "client_id" },
  { "ID_TOKEN_VERIFICATION_FAILED", { claim = "azp", reason = "is another" }, "login_answer", "used: azp is another.", "client_id" },
  { "ID_TOKEN_VERIFICATION_FAILED", { claim = "iss", reason = "is another" }, "login_answer", "used: iss is another.", "issuer_url" },
  { "ID_TOKEN_VERIFICATION_FAILED", { claim = "sub", reason = "is absent" }, "login_answer", "used: sub is absent." },
  { "ID_TOKEN_VERIFICATION_FAILED", { claim = "exp", reason = { id = "past" } }, "login_clock", "The clocks" },
  { "ID_TOKEN_VERIFICATION_FAILED", { reason = { id = "no_signing_key" } }, "keys_missing", "JWK Set of jwks_uri" },
  { "AUTHENTICATION_TOO_OLD", { claim = "auth_time", reason = { id = "future" } }, "login_clock", "The clocks" },
  { "AUTHENTICATION_TOO_OLD", { claim = "auth_time", reason = "absent" }, "login_demand", "option max_age demands: auth_time absent.", "max_age" },
  { "AUTHENTICATION_TOO_WEAK", { reason = "absent", acr = "" }, "login_demand", "option acr_values demands: acr absent.", "acr_values" },
  { "AUTHENTICATION_TOO_WEAK", { reason = "another", acr = "1" }, "login_demand", "option acr_values demands: acr 1 another.", "acr_values" },
  { "USER_NOT_AUTHORIZED", { reason = "matched no roles" }, "roles_fit_none", "The provider knows this user" },
  { "USER_NOT_AUTHORIZED", hint("unverified_email"), "roles_fit_none login_email", "", "allow_unverified_email" },
  { "USER_NOT_AUTHORIZED", hint("untrusted_email_claim"), "roles_fit_none login_email", "", "email_claim_trusted" },
  { "USER_NOT_AUTHORIZED", hint("unverified_further"), "roles_fit_none login_email", "" },
  { "USER_NOT_AUTHORIZED", hint("groups_absent"), "roles_fit_none login_groups", "" },
  { "USER_NOT_AUTHORIZED", hint("groups_in_one_text"), "roles_fit_none login_groups_text", "" },
  { "USER_NOT_AUTHORIZED", hint("groups_overage"), "roles_fit_none", "" },
  { "ROLE_WITHOUT_PAGE", { role = "kid" }, "roles_without_page", "opens a page: kid." },
  { "OIDC_DISCOVERY_FAILED", { cause = "resolve", url = url }, "host_unknown", "keys: the host name idp.example is unknown." },
  { "OIDC_DISCOVERY_FAILED", { http_status = 404, url = url }, "answer_status", "the answer of " .. url .. " has status 404" },
  { "OIDC_DISCOVERY_FAILED", { reason = "missing endpoint", field = "jwks_uri" }, "endpoint_missing", "has no jwks_uri" },
  { "OIDC_DISCOVERY_FAILED", { reason = "no https", field = "jwks_uri", url = url }, "endpoint_not_https", "jwks_uri is not a plain https URL: " .. url },
  { "DISCOVERY_ISSUER_MISMATCH", { configured = "https://a.b", discovered = "https://a.b/" }, "issuer_mismatch",
    "is https://a.b/, but issuer_url is https://a.b." },
  { "DISCOVERY_ISSUER_MISMATCH", { configured = "https://a.b" }, "issuer_missing", "names no issuer" },
  { "JWKS_FETCH_FAILED", { reason = { id = "single_jwk" }, url = url }, "keys_absent", "The answer of " .. url },
  { "JWKS_FETCH_FAILED", { reason = { id = "no_jwk_set" }, url = url }, "keys_absent", "The answer of " .. url },
  { "JWKS_FETCH_FAILED", { reason = { id = "no_signing_key" }, url = url }, "keys_missing", "JWK Set of " .. url },
  { "TOKEN_ENDPOINT_NETWORK_ERROR", { cause = "timeout", url = url }, "no_answer", "no answer from idp.example" },
  { "TOKEN_ENDPOINT_NETWORK_ERROR", { http_status = 503, cause = "temporary" }, "answer_fault", "token_endpoint answers with status 503" },
  { "USERINFO_NETWORK_ERROR", { cause = "connect", url = url, reason = "refused" }, "connection_refused", "to idp.example: refused." },
  { "USERINFO_NETWORK_ERROR", { http_status = 401, url = url, idp_error = "e" }, "login_answer", "used: userinfo_endpoint 401 e." },
  { "SSL_INIT_FAILED", { cause = "certificate", url = url, reason = "self-signed" }, "certificate_untrusted", "of idp.example: self-signed." },
  { "CONFIG_ERROR", must("offered_method", { offered = "private_key_jwt" }), "auth_method_none", "but private_key_jwt.", "scope" },
  { "CONFIG_ERROR", must("with_key", { alg = "ES256" }), "key_missing", "the router has none for ES256.", "scope" },
  { "CONFIG_ERROR", must("openid_scope"), "option_wrong", "Option scope must contain openid.", "scope" },
  { "CONFIG_ERROR", { option = "scope", must = "be set" }, "option_wrong", "Option scope must be set.", "scope" },
  { "CONFIG_ERROR", { config = "rpcd", reason = "empty" }, "rpcd_unreadable", "/etc/config/rpcd: empty." },
  { "CONFIG_ERROR", { reason = "the key is damaged" }, "config_unreadable", "be read: the key is damaged." },
  { "INTERNAL_ERROR", { reason = "cannot write" }, "login_failed", "test: cannot write." },
  { "NOT_FOUND", {}, "login_failed", "test: NOT_FOUND." },
}

describe("refusal_findings", function()
  local known = {}
  for code in others:gmatch("%S+") do known[code] = true end
  for _, row in ipairs(cases) do
    local code, facts, ids, says, option = unpack(row)
    known[code] = true
    it("explains " .. code .. ": " .. ids .. " " .. says, function()
      local found = refusal_findings.of_refusal({ code = code, facts = facts, provider = "office", redirect_uri = redirect_uri })
      local names = {}
      for i, finding in ipairs(found) do
        names[i] = finding.id
        checkup.judge(finding)
        assert.same({ "error", "office", code }, { finding.level, finding.provider, finding.code })
      end
      assert.equal(ids, table.concat(names, " "))
      assert.truthy(found[1].text:find(says, 1, true), found[1].text)
      assert.equal(option, found[#found].params.option)
    end)
  end

  it("explains each code with which a test login can end", function()
    for code in pairs(errors.errors) do
      assert.is_true(known[code], code)
    end
  end)

  it("names the redirect URI that the test had", function()
    local facts = { http_status = 400, error = "invalid_request" }
    local found = refusal_findings.of_refusal({ code = "IDP_ERROR", facts = facts, redirect_uri = redirect_uri })
    assert.truthy(found[1].advice:find(redirect_uri, 1, true))
    found = refusal_findings.of_refusal({ code = "IDP_ERROR", facts = facts })
    assert.truthy(found[1].advice:find("exactly redirect_uri ", 1, true))
  end)

  it("leaves a rule to the page's own words, and has other advice as text", function()
    local told = refusal_findings.of_refusal({ code = "CONFIG_ERROR", facts = must("openid_scope") })[1].params
    assert.same({ id = "openid_scope" }, told.must)
    told = refusal_findings.of_refusal({ code = "USER_NOT_AUTHORIZED", facts = hint("groups_absent") })[1].params
    assert.equal("string", type(told.hint))
    told = refusal_findings.of_refusal({ code = "JWKS_FETCH_FAILED", facts = { cause = "resolve", url = url } })[1].params
    assert.equal("keys", told.endpoint)
  end)

  it("says of a login that would be granted only that no refresh token came", function()
    for expected, notes in pairs({ [0] = false, [1] = { refresh_token = "absent" }, [2] = { refresh_token = "not_stored" } }) do
      local found = refusal_findings.of_refusal({ roles = { "admin" }, notes = notes or nil })
      assert.equal(expected == 1 and "refresh_token_missing" or nil, (found[1] or {}).id)
      assert.equal(expected == 1 and 1 or 0, #found)
    end
  end)
end)
