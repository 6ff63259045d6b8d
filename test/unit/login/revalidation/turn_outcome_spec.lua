--- The table of outcomes, row by row, by answers as the endpoints give them.
local failed_answer = require("sso_login.explain.failed_answer")
local json = require("sso_login.io.json")
local turn_outcome = require("sso_login.login.revalidation.turn_outcome")

local function err(code, details) return { ok = false, error = code, details = details } end

--- The failure of an answer of the token endpoint.
local function of_token(status, body)
  return failed_answer.no_tokens({ status = status, body = body or "", content_type = "" }, json.decode_object(body or ""), "access_token", "s", {})
end

local function of_userinfo(status) return err("USERINFO_NETWORK_ERROR", { http_status = status }) end

local function error_of(name) return '{"error":"' .. name .. '"}' end

local disabled, left = "Refresh token is invalid or expired", "You're not allowed to access this service"

local rows = {
  { "another subject", err("ID_TOKEN_VERIFICATION_FAILED", { claim = "sub" }), "refused", "other_subject" },
  { "another issuer", err("ID_TOKEN_VERIFICATION_FAILED", { claim = "iss" }), "refused", "other_issuer" },
  { "another issuer in a signed answer of UserInfo", err("ID_TOKEN_VERIFICATION_FAILED", { claim = "iss", token = "userinfo" }), "unanswered" },
  { "another audience", err("ID_TOKEN_VERIFICATION_FAILED", { claim = "aud" }), "unanswered" },
  { "a wrong signature", err("ID_TOKEN_VERIFICATION_FAILED", { reason = "signature" }), "unanswered" },
  { "a lost role", err("USER_NOT_AUTHORIZED"), "refused", "roles" },
  { "the words of Pocket ID 2.9 for a disabled user", of_token(400, error_of(disabled)), "doubted", disabled },
  { "the words of Pocket ID 2.9 for a lost group", of_token(403, error_of(left)), "refused", left },
  { "server_error with 400, as of Tinyauth", of_token(400, error_of("server_error")), "doubted", "server_error" },
  { "invalid_request", of_token(400, error_of("invalid_request")), "doubted", "invalid_request" },
  { "an unknown client, as of Pocket ID", of_token(404, '{"error":"Client not found"}'), "doubted", "Client not found" },
  { "401 without a word", of_token(401), "doubted", "refused" },
  { "403 of a page", of_token(403, "<html>"), "doubted", "refused" },
  { "401 with an error", of_token(401, error_of("anything")), "refused", "anything" },
  { "an error with 200", of_token(200, error_of("bad_refresh_token")), "doubted", "bad_refresh_token" },
  { "invalid_grant with 200", of_token(200, error_of("invalid_grant")), "refused", "invalid_grant" },
  { "invalid_grant with 500", of_token(500, error_of("invalid_grant")), "unanswered" },
  { "invalid_grant with 429", of_token(429, error_of("invalid_grant")), "unanswered" },
  { "a redirect with an error", of_token(302, error_of("invalid_grant")), "unanswered" },
  { "200 without tokens", of_token(200, "{}"), "unanswered" },
  { "200 with a page", of_token(200, "<html>"), "unanswered" },
  { "no answer", err("TOKEN_ENDPOINT_NETWORK_ERROR", { cause = "timeout" }), "unanswered" },
  { "no metadata", err("OIDC_DISCOVERY_FAILED", { http_status = 403, idp_error = "access_denied" }), "unanswered" },
  { "no keys", err("JWKS_FETCH_FAILED", { http_status = 401 }), "unanswered" },
  { "401 of UserInfo", of_userinfo(401), "doubted" },
  { "403 of UserInfo", of_userinfo(403), "doubted" },
  { "404 of UserInfo", of_userinfo(404), "unanswered" },
  { "UserInfo without claims of the login", err("USERINFO_NETWORK_ERROR", { absent_claims = "groups" }), "unanswered" },
  { "a wrong configuration", err("CONFIG_ERROR"), "unanswered" },
  { "a failure of tomorrow", err("TOMORROW", { http_status = 403, idp_error = "invalid_grant" }), "unanswered" },
}
for _, name in ipairs({ "invalid_grant", "access_denied", "interaction_required", "login_required", "consent_required", "invalid_token" }) do
  rows[#rows + 1] = { name, of_token(400, error_of(name)), "refused", name }
end
for _, name in ipairs({ "invalid_client", "unauthorized_client", "unsupported_grant_type", "invalid_scope" }) do
  for _, status in ipairs({ 200, 400, 401 }) do
    rows[#rows + 1] = { name .. " with " .. status, of_token(status, error_of(name)), "unanswered" }
  end
end
for _, name in ipairs({ "temporarily_unavailable", "slow_down", "too_many_requests", "RESOURCE_EXHAUSTED" }) do
  rows[#rows + 1] = { name, of_token(400, error_of(name)), "unanswered" }
end
for _, status in ipairs({ 408, 425, 429, 500, 503, 599 }) do
  rows[#rows + 1] = { "status " .. status, of_token(status, error_of("x")), "unanswered" }
end

for _, row in ipairs(rows) do
  it("turn_outcome.of_failure: " .. row[1] .. " is " .. row[3], function()
    local found = turn_outcome.of_failure(row[2])
    assert.equal(row[3], found.outcome)
    assert.equal(row[4] or found.reason, found.reason)
  end)
end
