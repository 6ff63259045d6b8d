--- check.provider_check and check.failed_calls: what is asked of the provider, and what its answers and failures are called.
local checkup = require("support.checkup")
local cjson = require("cjson")
local certificates = require("sso_login.settings.certificates")
local encoding = require("sso_login.base.encoding")
local hash = require("sso_login.jose.hash")
local clock = require("sso_login.io.clock")
local fixtures = require("support.fixtures")

local full = fixtures.discovery.full
local none = fixtures.none
local not_tried = "Not tried, because of the findings above: "
local peer = { subject = "CN=idp\n", issuer = "CN=Some CA", der = "abc", trusted = false, last = { subject = "x", issuer = "y", der = "" } }

--- Name, address, code, code of an untrusted certificate, what is not tried then.
local calls = {
  { "openid-configuration", checkup.well_known, "OIDC_DISCOVERY_FAILED", "SSL_INIT_FAILED", not_tried .. "jwks_uri, token_endpoint, authorization_endpoint." },
  { "jwks_uri", full.jwks_uri, "JWKS_FETCH_FAILED", "SSL_INIT_FAILED" },
  { "token_endpoint", full.token_endpoint, "TOKEN_ENDPOINT_NETWORK_ERROR", "TOKEN_ENDPOINT_NETWORK_ERROR" },
}

local words_none = { id = "words_none", params = {} }

--- A spec for an answer of one of the calls: the finding, its words, its code, and its parameters but for name and address.
local function fails(call, answer, id, text, code, params)
  local name, url, skipped = call[1], call[2], call[5]
  it(("%s: %s"):format(name, text), function()
    local says = { [id] = name .. ": " .. text, not_tried = skipped, keys_ok = name == "token_endpoint" and nil }
    if answer.failure == "certificate" then
      says.certificate_met = "idp.example shows a certificate of CN=idp\\x0a, issued by CN=Some CA, valid from unknown until unknown; "
        .. "its SHA-256 fingerprint is "
        .. "BA:78:16:BF:8F:01:CF:EA:41:41:40:DE:5D:AE:22:23:B0:03:61:A3:96:17:7A:9C:B4:10:FF:61:F2:00:15:AD."
    end
    local found = checkup.expect({ setup = function(world) world.on(url, answer) end }, says)
    assert.same({ "error", code }, { found[id].level, found[id].code })
    assert.same(fixtures.with({
      endpoint = name, url = url, host = "idp.example", reason = "", status = "", location = "", words = words_none, now = found[id].params.now,
      subject = found[id].params.subject, issuer = found[id].params.issuer,
    }, params), found[id].params)
  end)
end

describe("check.provider_check", function()
  for _, call in ipairs(calls) do
    for _, case in ipairs({
      { "resolve", "host_unknown", "the host name idp.example is unknown." },
      { "connect", "connection_refused", "no connection to idp.example: Why so." },
      { "certificate", "certificate_untrusted", "the router does not trust the certificate of idp.example: Why so." },
      { "tls", "tls_failed", "no TLS connection to idp.example: Why so." },
      { "timeout", "no_answer", "no answer from idp.example in time." },
      { "too_large", "answer_too_large", "the answer of idp.example is over 256 KB." },
      { "too_large", "header_too_large", "the header of the answer of idp.example is over 32 KB.", "the header exceeds the limit" },
      { "network", "connection_broken", "the connection to idp.example broke: Why so." },
      { "encoding", "answer_encoded",
        "the answer of idp.example is compressed, although the router asks for none of that (Accept-Encoding: identity)." },
      { "tls", "client_certificate", "idp.example demands a certificate of the router, and the router has none to show.",
        "alert Certificate required" },
      { "tls", "plain_http", "what answers at this port of idp.example is not TLS, but most often plain HTTP: wrong version number.",
        "wrong version number" },
      { "tls", "plain_http", "what answers at this port of idp.example is not TLS, but most often plain HTTP: (-0x7200) SSL.", "(-0x7200) SSL" },
      { "tls", "http2_only", "idp.example does not take HTTP/1.1, which the router speaks.", "tlsv1 alert no application protocol" },
    }) do
      -- The certificate is told where it is what bars the way.
      local answer = { failure = case[1], text = case[4] or "Why so", peer = peer }
      fails(call, answer, case[2], case[3], call[case[1] == "certificate" and 4 or 3], { reason = case[4] or "Why so" })
    end
  end

  for _, call in ipairs({ calls[1], calls[2] }) do
    for _, case in ipairs({
      { { status = 410, body = "{}" }, "answer_status", "the answer of %s has status 410, and is of no use: it says no more" },
      { { status = 401 }, "answer_refused", "%s does not let the router in: status 401." },
      { { status = 429 }, "answer_limited", "%s has had too many requests: status 429." },
      { { status = 403 }, "answer_refused", "%s does not let the router in: status 403." },
      { { status = 500 }, "answer_fault", "the provider fails, or a proxy before it: %s answers with status 500." },
      { { status = 302, location = "https://www.example/" }, call == calls[1] and "answer_redirect" or "endpoint_redirect",
        "%s redirects to https://www.example/ (status 302), and "
          .. (call == calls[1] and "that is not followed." or "this call is not sent there.") },
      { { status = 404, body = '{"error":"Realm does not exist"}' }, "answer_status",
        "the answer of %s has status 404, and is of no use: Realm does not exist", "Realm does not exist" },
      { { body = '{"error":"e","error_description":"d"}' }, "answer_status", "the answer of %s has status 200, and is of no use: e: d", "e: d" },
      { { status = 400, body = '{"error":"slow_down"}' }, "answer_fault",
        "the provider fails, or a proxy before it: %s answers with status 400.", "slow_down" },
      { { status = 505 }, "http2_only", "idp.example does not take HTTP/1.1, which the router speaks." },
      { { body = "\239\187\191{}" }, "answer_not_json",
        "the answer of %s is of no use: the answer begins with a byte order mark, which JSON must not have." },
      { { body = "<html>" }, "answer_not_json", "the answer of %s is of no use: the answer is HTML or XML, not JSON." },
    }) do
      local passes = "the provider cannot answer now: try again later"
      local reasons = { answer_not_json = case[3]:match("of no use: (.*)%.$"), answer_limited = passes, answer_fault = passes }
      local reason = case[1].status == 505 and passes or reasons[case[2]] or ""
      fails(call, case[1], case[2], case[3]:format(call[2]), call[3], {
        status = tostring(case[1].status or 200), reason = reason, location = case[1].location or "",
        words = case[4] or words_none,
      })
    end
  end

  fails(calls[3], { status = 308, location = full.token_endpoint .. "/" }, "endpoint_redirect",
    full.token_endpoint .. " redirects to " .. full.token_endpoint .. "/ (status 308), and this call is not sent there.",
    "TOKEN_EXCHANGE_FAILED", { status = "308", location = full.token_endpoint .. "/" })

  it("finds a certificate for another name", function()
    checkup.expect({ setup = function(world)
      world.on(checkup.well_known, { failure = "certificate", peer = fixtures.with(peer, { trusted = true }) })
    end }, {
      certificate_other_name = "openid-configuration: the certificate of idp.example is for another name: CN=idp\\x0a.",
      not_tried = calls[1][5],
    })
  end)

  it("reports the authority's certificate that the server sends and its last day, or the server's self-signed one", function()
    local der = "0\130\1\0" .. ("x"):rep(57) .. "\6\3U\29\19\1\1\255\4\5\48\3\1\1\255"
    for ends, last in pairs({
      unknown = { subject = "CN=CA", issuer = "CN=Root", der = der },
      ["2026-12-06 UTC"] = { subject = "CN=CA", issuer = "CN=CA", der = fixtures.certificate_until({ 23, "261206235959Z" }) },
    }) do
      local found = checkup.expect({ setup = function(world)
        world.on(checkup.well_known, { failure = "certificate", text = "no", peer = fixtures.with(peer, { last = last }) })
      end }, {
        certificate_untrusted = "openid-configuration: the router does not trust the certificate of idp.example: no.",
        certificate_met = checkup.any, not_tried = calls[1][5],
        authority_met = ("idp.example sends the certificate of its authority along, CN=CA, valid until %s; its SHA-256 fingerprint is %s.")
          :format(ends, (hash.hash_sha256_hex(last.der):upper():gsub("..", "%0:"):sub(1, -2))),
      })
      assert.equal(certificates.encode(encoding.base64_encode(last.der)), found.authority_met.pem)
    end
  end)

  it("finds that the server sends its own certificate alone", function()
    local own = { subject = "CN=idp", issuer = "CN=Some CA", der = "abc" }
    checkup.expect({ setup = function(world)
      world.on(checkup.well_known, { failure = "certificate", text = "no", peer = fixtures.with(peer, { subject = "CN=idp", last = own }) })
    end }, {
      certificate_alone = "openid-configuration: idp.example sends only its own certificate, and the router does not know the authority "
        .. "that issued it: CN=Some CA.",
      certificate_met = checkup.any, not_tried = calls[1][5], certificate_untrusted = false,
    })
  end)

  -- Words of OpenSSL and of mbedtls in two of its versions.
  for reason, id in pairs({
    ["SSL certificate problem: certificate is not yet valid"] = "certificate_early", ["BADCERT_FUTURE"] = "certificate_early",
    ["The certificate validity starts in the future"] = "certificate_early",
    ["SSL certificate problem: certificate has expired"] = "certificate_expired", ["BADCERT_EXPIRED"] = "certificate_expired",
    ["The certificate validity has expired"] = "certificate_expired",
    ["EE certificate key too weak"] = "certificate_weak", ["CA md too weak"] = "certificate_weak", ["BADCERT_BAD_KEY"] = "certificate_weak",
    ["The certificate is signed with an unacceptable hash"] = "certificate_weak", ["BADCERT_BAD_MD"] = "certificate_weak",
    ["SSL certificate problem: unsuitable certificate purpose"] = "certificate_purpose", ["BADCERT_EXT_KEY_USAGE"] = "certificate_purpose",
    ["Usage does not match the extendedKeyUsage extension"] = "certificate_purpose", ["invalid CA certificate"] = "certificate_purpose",
    ["key usage does not include certificate signing"] = "certificate_purpose", ["unsupported certificate purpose"] = "certificate_purpose",
    ["no alternative certificate subject name matches"] = "certificate_other_name", ["BADCERT_CN_MISMATCH"] = "certificate_other_name",
    ["The certificate Common Name (CN) does not match with the expected CN"] = "certificate_other_name",
    ["unable to get local issuer certificate"] = "certificate_alone", ["BADCERT_NOT_TRUSTED"] = "certificate_alone",
  }) do
    it("tells a lone certificate with a fault of its own from a gap in the chain: " .. reason, function()
      local found = checkup.expect({ setup = function(world)
        world.on(checkup.well_known, { failure = "certificate", text = reason, peer = fixtures.with(peer, { last = fixtures.with(peer, { last = none }) }) })
      end }, { [id] = checkup.any, certificate_met = id ~= "certificate_other_name" and checkup.any or nil, not_tried = calls[1][5] })
      assert.equal("SSL_INIT_FAILED", found[id].code)
    end)
  end

  it("takes a clock that is not set for the cause of every untrusted certificate, and names its time", function()
    local found = checkup.expect({ setup = function(world)
      world.now = 12
      world.on(checkup.well_known, { failure = "certificate", text = "unable to get local issuer certificate", peer = peer })
    end }, {
      clock_not_set = checkup.any, certificate_met = checkup.any, not_tried = calls[1][5],
      certificate_early = "openid-configuration: by the router's clock, 1970-01-01 00:00:12 UTC, the certificate of idp.example is not valid yet: "
        .. "unable to get local issuer certificate.",
    })
    assert.equal("SSL_INIT_FAILED", found.certificate_early.code)
  end)

  it("names the hosts that a certificate is for, and its days", function()
    local der = fixtures.certificate_until({ 23, "261206235959Z" }) .. "\6\3U\29\17\4\41\48\39\130\4idp2\135\1x\135\4\192\168\1\5\135\16"
      .. "\32\1\13\184" .. ("\0"):rep(11) .. "\1\130\4a.zz"
    checkup.expect({ setup = function(world)
      world.on(checkup.well_known, { failure = "certificate", peer = fixtures.with(peer, { der = der, trusted = true }) })
    end }, {
      certificate_other_name = "openid-configuration: the certificate of idp.example is for another name: idp2,"
        .. " 192.168.1.5, 2001:0db8:0000:0000:0000:0000:0000:0001, a.zz.",
      not_tried = calls[1][5],
    })
  end)

  it("ends the circle of Azure AD B2C", function()
    local b2c = "https://contoso.b2clogin.com/contoso.onmicrosoft.com/B2C_1_in/v2.0"
    local text = "Azure AD B2C names an issuer without the policy, and has its discovery document only below a path with the policy."
    local address = b2c .. "/.well-known/openid-configuration"
    checkup.expect({ uci = { issuer_url = b2c }, setup = function(world) world.on(address, { status = 404 }) end },
      { issuer_b2c = text, answer_status = checkup.any, not_tried = calls[1][5] })
    checkup.expect({ uci = { issuer_url = b2c }, setup = function(world) world.on(address, { failure = "timeout" }) end },
      { issuer_b2c = false, no_answer = checkup.any, not_tried = calls[1][5] })
    checkup.expect({ uci = { issuer_url = b2c }, setup = function(world)
      world.on(address, { body = cjson.encode(fixtures.with(full, { issuer = "https://contoso.b2clogin.com/1-2/v2.0/" })), date = world.now })
    end }, { issuer_b2c = text, issuer_ok = false, endpoints_elsewhere = checkup.any, endpoints_ok = false, secret_ok = false,
      redirect_known = false, auth_method_ok = false, not_tried = checkup.any, at_hash_unknown = checkup.any })
  end)

  for address, issuer in pairs({
    ["https://idp.example/a/.well-known/openid-configuration"] = "https://idp.example/a",
    ["https://idp.example/.well-known/openid-configuration/"] = "https://idp.example",
  }) do
    it("refuses the address of a document as issuer: " .. address, function()
      local found, _, world = checkup.expect({ uci = { issuer_url = address } }, {
        issuer_is_document = "Option issuer_url is the address of the discovery document, and not the issuer.",
        not_tried = not_tried .. "discovery, jwks_uri, token_endpoint, authorization_endpoint.",
      })
      assert.equal("Cut off what follows the issuer: " .. issuer .. ".", found.issuer_is_document.advice)
      assert.equal(1, #world.requests)
    end)
  end

  it("follows the redirect that a login follows", function()
    checkup.expect({ setup = function(world)
      world.on(checkup.well_known .. "/", { body = cjson.encode(full), date = world.now })
      world.on(checkup.well_known, { status = 301, location = checkup.well_known .. "/" })
    end }, { connection_ok = "Host name, connection and certificate of idp.example are fine." })
  end)

  it("requests both documents as JSON, and checks the secret even without keys", function()
    local found, _, world = checkup.run({ setup = function(world) world.on(full.jwks_uri, { status = 500 }) end })
    local function get(url) return { method = "GET", url = url, headers = { "Accept: application/json" } } end
    assert.same({ get(checkup.well_known), get(full.jwks_uri) }, { world.requests[2], world.requests[3] })
    assert.is_table(found.secret_ok)
  end)

  local apart = "The router's clock is %d s %s the provider's; clock_tolerance allows 60 s."
  local agree = "The clocks of router and provider agree within %d s."
  for _, case in ipairs({
    { 3600, "clock_behind", "error", apart:format(3600, "behind") }, { 61, "clock_behind", "error", apart:format(61, "behind") },
    { 60, "clock_ok", "ok", agree:format(60) }, { 0, "clock_ok", "ok", agree:format(0) }, { -60, "clock_ok", "ok", agree:format(60) },
    { -61, "clock_ahead", "warning", apart:format(61, "ahead of") }, { -3660, "clock_ahead", "warning", apart:format(3660, "ahead of") },
    { -3661, "clock_ahead", "error", apart:format(3661, "ahead of") },
    { nil, "clock_unknown", "ok",
      "The provider does not tell its time; the router's clock says " .. clock.format_time(checkup.now) .. "." },
  }) do
    it(("compares the clocks: %s s apart"):format(tostring(case[1])), function()
      local says = { [case[2]] = case[4], clock_ok = case[2] == "clock_ok" and case[4] or false }
      local found = checkup.expect({ date = case[1] and checkup.now + case[1] or none }, says)
      assert.equal(case[3], found[case[2]].level)
    end)
  end

  for option, value in pairs({ issuer_url = "http://idp.example", internal_issuer_url = "idp.lan" }) do
    it("sends no request while " .. option .. " is wrong", function()
      local found, _, world = checkup.run({ uci = { [option] = value } })
      assert.equal(not_tried .. "discovery, jwks_uri, token_endpoint, authorization_endpoint.", found.not_tried.text)
      assert.equal(1, #world.requests)
    end)
  end

  it("offers a registration only while there is no client, at a provider that has one and is the right one", function()
    local register = "https://idp.example/register"
    checkup.expect({ uci = { client_id = "" }, document = { registration_endpoint = register } }, {
      register_offered = "The provider lets clients register themselves: sso-login register does it, mostly with a token.",
      option_wrong = checkup.any, not_tried = checkup.any,
    })
    for _, case in ipairs({
      { "", {} }, { "", { registration_endpoint = register, issuer = "https://other.example" } }, { nil, { registration_endpoint = register } },
    }) do
      assert.is_nil(checkup.run({ uci = { client_id = case[1] }, document = case[2] }).register_offered)
    end
  end)

  checkup.covers("provider_check", "failed_calls")
end)
