local failure_findings = require("sso_login.check.findings.failure_findings")

local alert = "Certificate required"

describe("findings.failure_findings", function()
  --- title, facts of the failure, body of the answer, finding
  for _, row in ipairs({
    { "a TLS library that names the certificate", { reason = "The server demands a client certificate" }, "", "client_certificate" },
    { "a TLS library that does not know the protocol", { reason = "Unknown ALPN protocol" }, "", "http2_only" },
    { "OpenSSL's words for plain HTTP", { reason = "packet length too long" }, "", "plain_http" },
    { "no plain HTTP where an answer names the request", { http_status = 400 }, "Invalid HTTP request received.", "answer_status" },
    { "Caddy's words", { http_status = 400 }, "A client certificate is required", "client_certificate" },
    { "a demand at the beginning", { http_status = 400 }, alert, "client_certificate" },
    { "a demand that ends at 4096 bytes", { http_status = 400 }, ("x"):rep(4096 - #alert) .. alert, "client_certificate" },
    { "a demand that ends after them", { http_status = 400 }, ("x"):rep(4097 - #alert) .. alert, "answer_status" },
    { "the words of a demand in an answer that refuses nothing", { http_status = 399 }, alert, "answer_status" },
    { "a byte order mark of an error page", { http_status = 404 }, "\239\187\191", "answer_status" },
    { "an upgrade to HTTP/2", { http_status = 426 }, "", "http2_only" },
    { "a limit by status 403", { http_status = 403, cause = "temporary" }, "", "answer_limited" },
    { "a refusal", { http_status = 403 }, "", "answer_refused" },
    { "a limit by its name", { http_status = 400, cause = "temporary" }, '{"error":"rate_limit_exceeded"}', "answer_limited" },
    { "a limit in two words", { http_status = 400 }, "Rate limit exceeded", "answer_limited" },
    { "no answer by a cause without a kind of its own", { cause = "invalid" }, "", "connection_broken" },
    { "no certificate's kind where another failure was the cause", { cause = "JWKS_FETCH_FAILED", certificate = "early" }, "", "connection_broken" },
    { "a limit in words", { http_status = 503, cause = "temporary" }, "Too Many Requests", "answer_limited" },
    { "UTF-16", { http_status = 200, reason = "the answer is in UTF-16, and" }, "", "answer_not_json" },
    { "gzip without its header", { http_status = 200, reason = "the answer is compressed (gzip)" }, "", "answer_encoded" },
    { "a timeout", { http_status = 408, cause = "temporary" }, "", "answer_fault" },
    { "an endpoint that a proxy does not know", { http_status = 404, cause = "temporary" }, "", "answer_fault" },
    { "metadata that are not there, whoever says so", { http_status = 404, cause = "temporary" }, "", "answer_status", "openid-configuration" },
  }) do
    it("finds " .. row[1], function()
      assert.equal(row[4], failure_findings.of_failure(row[5] or "token_endpoint", "https://idp.example/t", row[2], row[3]).id)
    end)
  end

  for _, b2c in ipairs({ "https://contoso.b2clogin.com/x", "https://login.contoso.example/t/B2C_1_in/v2.0" }) do
    it("knows Azure AD B2C by the configured or the published issuer: " .. b2c, function()
      for _, pair in ipairs({ { b2c, "https://idp.example" }, { "https://idp.example", b2c } }) do
        assert.equal("issuer_b2c", failure_findings.of_mismatch("", pair[1], pair[2]).id)
      end
    end)
  end
end)
