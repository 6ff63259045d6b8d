--- The status of each code, written down a second time: the service's own table cannot vouch for itself.
local statuses = {}

statuses.codes = {
  [400] = { "EXCHANGE_REFUSED", "INVALID_REQUEST", "LOGOUT_REFUSED", "MISSING_HANDSHAKE_COOKIE", "STATE_NOT_FOUND", "STATE_PARAMETER_MISMATCH" },
  [401] = {
    "CLIENT_AUTHENTICATION", "IDP_ERROR", "TOKEN_EXCHANGE_FAILED", "OIDC_INVALID_GRANT", "UNSUPPORTED_ALGORITHM", "NONCE_MISMATCH",
    "AT_HASH_MISMATCH", "ID_TOKEN_VERIFICATION_FAILED", "USER_NOT_AUTHORIZED", "AUTHENTICATION_TOO_WEAK",
    "AUTHENTICATION_TOO_OLD", "TOKEN_REPLAYED", "ROLE_WITHOUT_PAGE",
  },
  [403] = { "CSRF_TOKEN_INVALID", "HTTPS_REQUIRED" },
  [404] = { "NOT_FOUND" },
  [405] = { "METHOD_NOT_ALLOWED" },
  [429] = { "RATE_LIMITED" },
  [431] = { "INPUT_TOO_LARGE" },
  [500] = {
    "OIDC_DISCOVERY_FAILED", "DISCOVERY_ISSUER_MISMATCH", "JWKS_FETCH_FAILED", "TOKEN_ENDPOINT_NETWORK_ERROR",
    "USERINFO_NETWORK_ERROR", "SSL_INIT_FAILED", "UBUS_LOGIN_FAILED", "INTERNAL_ERROR",
  },
  [503] = { "CONFIG_ERROR", "SSO_DISABLED" },
}

--- code -> status
statuses.of = {}
for status, codes in pairs(statuses.codes) do
  for _, code in ipairs(codes) do
    statuses.of[code] = status
  end
end

return statuses
