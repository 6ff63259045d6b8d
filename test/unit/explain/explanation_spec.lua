local explanation = require("sso_login.explain.explanation")
local failure_facts = require("sso_login.base.failure_facts")
local statuses = require("support.statuses")
local words = require("sso_login.web.words").words

local calls = { "OIDC_DISCOVERY_FAILED", "JWKS_FETCH_FAILED", "TOKEN_ENDPOINT_NETWORK_ERROR", "USERINFO_NETWORK_ERROR" }

local function cause_of(code, details)
  return explanation.headline_of(code, failure_facts.open({ ok = false, error = code, details = details }))
end

describe("explanation.headline_of", function()
  for code in pairs(statuses.of) do
    it("has words for " .. code .. " without facts, and with facts of any kind", function()
      for _, details in ipairs({ false, "text", {}, { cause = true, error = 1, reason = { id = "x" }, http_status = 0 } }) do
        local cause = cause_of(code, details or nil)
        assert.is_string(words[cause], cause)
        assert.is_string(words[cause .. "_advice"], cause)
      end
    end)
  end

  for _, code in ipairs(calls) do
    it(code .. " has the right cause: the network, the certificate or the settings", function()
      for _, cause in ipairs({ "resolve", "connect", "timeout", "tls", "network" }) do
        assert.equal("unreachable", cause_of(code, { cause = cause, reason = "x" }))
      end
      for status, cause in pairs({ [499] = "setup", [404] = "setup", [200] = "setup" }) do
        assert.equal(cause, cause_of(code, { http_status = status }))
      end
      for _, status in ipairs({ 429, 500, 502 }) do
        assert.equal("away", cause_of(code, { http_status = status, cause = "temporary" }))
      end
      assert.equal("certificate", cause_of(code, { cause = "certificate" }))
      for _, kind in ipairs({ "early", "expired", "other_name", "weak", "purpose" }) do
        assert.equal("certificate_" .. kind, cause_of(code, { cause = "certificate", certificate = kind }))
      end
      assert.equal("certificate", cause_of(code, { cause = "certificate", certificate = "unknown" }))
      assert.equal("setup", cause_of(code, { cause = "too_large" }))
      assert.equal("setup", cause_of(code, { reason = "missing endpoint", field = "token_endpoint" }))
    end)
  end

  for _, row in ipairs({
    { "certificate", "SSL_INIT_FAILED", { cause = "certificate" } }, { "setup", "DISCOVERY_ISSUER_MISMATCH", { configured = "a" } },
    { "client", "TOKEN_EXCHANGE_FAILED", { http_status = 401 } }, { "setup", "TOKEN_EXCHANGE_FAILED", { http_status = 400, idp_error = "invalid_scope" } },
    { "client", "TOKEN_EXCHANGE_FAILED", { http_status = 400, idp_error = "invalid_client" } },
    { "client", "TOKEN_EXCHANGE_FAILED", { http_status = 400, idp_error = "unauthorized_client", error_description = "Invalid client" } },
    { "client", "IDP_ERROR", { http_status = 400, error = "invalid_client" } }, { "failed", "OIDC_INVALID_GRANT" },
    { "clock", "ID_TOKEN_VERIFICATION_FAILED", { claim = "exp", reason = { id = "past" } } },
    { "clock", "ID_TOKEN_VERIFICATION_FAILED", { claim = "iat", reason = { id = "future" } } },
    { "clock", "AUTHENTICATION_TOO_OLD", { claim = "auth_time", reason = { id = "future" } } },
    { "too_old", "AUTHENTICATION_TOO_OLD", { reason = "is too long ago" } }, { "failed", "ID_TOKEN_VERIFICATION_FAILED", { reason = "signature" } },
    { "expired", "MISSING_HANDSHAKE_COOKIE", { host = "a" } }, { "refused", "IDP_ERROR", { error = "login_required" } },
    { "refused", "IDP_ERROR", { error = "interaction_required" } }, { "refused", "IDP_ERROR", { error = "account_selection_required" } },
    { "refused", "IDP_ERROR", { error = "consent_required" } },
    { "refused", "IDP_ERROR", { error = "access_denied" } }, { "away", "IDP_ERROR", { error = "temporarily_unavailable", cause = "temporary" } },
    { "away", "IDP_ERROR", { http_status = 502, cause = "temporary", reason = "the provider cannot answer now: try again later" } },
    { "away", "TOKEN_EXCHANGE_FAILED", { http_status = 429, cause = "temporary", reason = "the provider cannot answer now" } },
    { "expired", "IDP_ERROR", { error = "server_error", cause = "expired" } }, { "setup", "IDP_ERROR", { error = "invalid_scope" } },
    { "setup", "IDP_ERROR", { error = "<script>" } }, { "failed", "IDP_ERROR", { reason = "the answer comes from another issuer" } },
    { "failed", "IDP_ERROR", { reason = "the provider ended its session during the login" } },
    { "setup", "CONFIG_ERROR", { must = { id = "offered_method" } } }, { "not_available", "CONFIG_ERROR", { must = { id = "set" } } },
    { "expired", "MISSING_HANDSHAKE_COOKIE", { redirect_host = "r", hint = { id = "other_browser" } } },
    { "other_name", "MISSING_HANDSHAKE_COOKIE", { host = "a", redirect_host = "r" } }, { "router", "INTERNAL_ERROR" }, { "router", "UBUS_LOGIN_FAILED" },
    { "busy", "RATE_LIMITED", { retry_after = 4 } }, { "busy_address", "RATE_LIMITED", { option = "client_limit", retry_after = 4 } },
    { "away", "IDP_ERROR", { http_status = 500, error = "x", cause = "temporary" } }, { "setup", "IDP_ERROR", { http_status = 499, error = "x" } },
    { "expired", "STATE_PARAMETER_MISMATCH" }, { "failed", "TOKEN_REPLAYED" }, { "not_found", "METHOD_NOT_ALLOWED" },
    { "switched_off", "SSO_DISABLED" }, { "router", "NO_SUCH_CODE" }, { "no_page", "ROLE_WITHOUT_PAGE" }, { "not_allowed", "USER_NOT_AUTHORIZED" },
  }) do
    it(("is %s for %s (%s)"):format(row[1], row[2], tostring(row[3] and (row[3].error or row[3].reason))), function()
      assert.equal(row[1], cause_of(row[2], row[3]))
    end)
  end
end)

describe("explanation.explain", function()
  local call = { endpoint = "userinfo_endpoint", body = "" }

  for _, row in ipairs({
    { "option_wrong", "CONFIG_ERROR", { option = "scope", config = "rpcd" } }, { "rpcd_unreadable", "CONFIG_ERROR", { config = "rpcd" } },
    { "config_unreadable", "CONFIG_ERROR", { config = "sso-login" } },
    { "login_answer", "ID_TOKEN_VERIFICATION_FAILED", { reason = "signature" } },
    { "login_demand", "AUTHENTICATION_TOO_OLD", { claim = "auth_time", reason = "is too long ago" } },
    { "issuer_missing", "DISCOVERY_ISSUER_MISMATCH", { discovered = { id = "x" } } },
    { "keys_missing", "ID_TOKEN_VERIFICATION_FAILED", { reason = { id = "no_signing_key" } } },
  }) do
    it(("finds %s for %s"):format(row[1], row[2]), function()
      assert.same({ row[1] }, explanation.explain(row[2], row[3], call).findings)
    end)
  end

  it("names the option of the claim, unless an advice has another", function()
    local function option_of(facts) return explanation.explain("ID_TOKEN_VERIFICATION_FAILED", facts, call).option end
    assert.equal("client_id", option_of({ claim = "aud", reason = "x" }))
    assert.equal("client_id", option_of({ claim = "aud", reason = "x", hint = { id = "groups_absent" } }))
    assert.equal("email_claim_trusted", option_of({ claim = "aud", reason = "x", hint = { id = "untrusted_email_claim" } }))
    assert.is_nil(option_of({ claim = "nonce", reason = "x" }))
  end)

  it("has the facts that make the reason", function()
    local found = explanation.explain("USERINFO_NETWORK_ERROR", { http_status = 401 }, call)
    assert.same({ "userinfo_endpoint", { "http_status", "words", "reason" }, false }, { found.subject, found.reasons, found.is_call })
  end)
end)
