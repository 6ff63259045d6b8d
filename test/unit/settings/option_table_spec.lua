local fixtures = require("support.fixtures")
local option_table = require("sso_login.settings.option_table")
local log_texts = require("sso_login.base.log_texts")

local rules = {}
for _, rule in ipairs(option_table.section_rows()) do
  rules[rule.name] = rule
end

--- name -> { required, default, right values, wrong values, what the first of these must be }
local expected = {
  enabled = { false, "0", { "0", "1" }, { "2", "true" }, "be one of 0, 1" },
  issuer_url = {
    true, nil,
    { "https://idp.example", "https://idp.example/", "https://idp.example:8443/realms/a/" },
    { "http://idp.example", "https://idp.example?x", "https://idp.example/?", "https://idp.example/#f", "idp.example",
      "https://u:p@idp.example", "https://idp.example/a b", "https://idp.example/\n" },
    "be an https:// URL without query and fragment",
  },
  internal_issuer_url = {
    false, nil, { "https://10.0.0.2:8443", "https://idp.lan/ignored/path" },
    { "http://10.0.0.2", "10.0.0.2", "https://", "ftp://h" },
    "be an https:// URL",
  },
  client_id = { true, nil, { "router", "a b", "ä" }, { "a\nb", "a\0" } },
  client_secret = { true, nil, { "s", "s p+&=%" }, { "s\r" } },
  redirect_uri = {
    true, nil, { "https://router.example/cgi-bin/sso-login/callback", "https://192.0.2.1:8443/cgi-bin/sso-login/callback" },
    { "http://router.example/cgi-bin/sso-login/callback", "https://router.example/cgi-bin/sso-login/callback/",
      "https://router.example/cgi-bin/sso-login", "https://router.example/cgi-bin/sso-login/callback?x",
      "https://router.example/x/cgi-bin/sso-login/callback", "https://router.example/cgi-bin/sso-login/callback#f",
      "/cgi-bin/sso-login/callback" },
    "be https://<router>/cgi-bin/sso-login/callback",
  },
  scope = {
    true, nil, { "openid", "openid profile email", "profile openid" },
    { "profile email", "openidx", "OPENID", " ", "openid\tprofile" },
    "contain openid",
  },
  clock_tolerance = {
    false, "60", { "0", "1", "3599", "3600" }, { "3601", "-1", "1.5", "x", " 5", "1e3", "0x10" },
    "be a whole number from 0 to 3600",
  },
  webui_path = {
    false, "/cgi-bin/luci/", { "/", "/cgi-bin/luci/", "/a.b_c~d-e/F9", "/ABCDEFGHIJKLMNOPQRSTUVWXYZ", "/abcdefghijklmnopqrstuvwxyz0123456789",
      "/cgi-bin/webui2", "/cgi-bin/webu" },
    { "cgi-bin/luci", "//evil.example", "/a\\b", "/a b", "/a?b", "/a#b", "/a%2fb", "/a\"b", "/<a>", "/a;b", "/a:b",
      "https://evil.example/", "/cgi-bin/webui", "/cgi-bin/webui/", "/cgi-bin/webui/x", "/a/../b", "/a/..", "/a/./b", "/a/.",
      "/cgi-bin//webui/", "/a//b", "/cgi-bin/sso-login", "/cgi-bin/sso-login/" },
    "be a path of A-Z a-z 0-9 . _ ~ / - with one leading slash",
  },
  token_endpoint_auth_method = {
    false, "auto", { "auto", "client_secret_basic", "client_secret_post", "private_key_jwt" }, { "none", "Auto", "client_secret_jwt" },
    "be one of auto, client_secret_basic, client_secret_post, private_key_jwt",
  },
  ca_file = { false, nil, { "/etc/ssl/ca.pem" }, { "ca.pem", "./ca.pem" }, "be an absolute path" },
  http_timeout = {
    false, "10", { "1", "2", "19", "20" }, { "0", "21", "-1", "1.5", "ten", "" .. 1e9 },
    "be a whole number from 1 to 20",
  },
  at_hash = { false, "required", { "required", "optional" }, { "Required", "0", "no" }, "be one of required, optional" },
  id_token_algs = {
    false, "RS256 ES256", { "ES384", "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA" },
    { "none", "HS256", "RS256 HS256", "rs256", "RS256,ES256", "ES256K", "RS256\0" },
    "name nothing but RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, EdDSA",
  },
  email_claim_trusted = { false, "0", { "0", "1" }, { "2", "true", "yes" }, "be one of 0, 1" },
  allow_unverified_email = { false, "0", { "0", "1" }, { "2", "true", "yes" }, "be one of 0, 1" },
  groups_claim = {
    false, nil, { "groups", "https://example.org/roles realm_access.roles", ("x"):rep(1024) }, { ("x"):rep(1025), "a\nb", "a\0" },
    "be at most 1024 bytes",
  },
  email_claim = {
    false, "email", { "upn", "https://example.org/mail", ("x"):rep(256) }, { "a b", ("x"):rep(257), "a\0" },
    "be a claim's name without blanks, of at most 256 bytes",
  },
  acr_values = { false, nil, { "urn:mfa", "a b", ("x"):rep(1024) }, { ("x"):rep(1025), "a\nb" }, "be at most 1024 bytes" },
  max_age = {
    false, nil, { "0", "1", "604799", "604800" }, { "604801", "-1", "1.5", "x" },
    "be a whole number from 0 to 604800",
  },
  prompt = {
    false, nil, { "login", "select_account", "consent" }, { "none", "Login", "login consent" },
    "be one of login, select_account, consent",
  },
  session_timeout = {
    false, nil, { "60", "61", "604799", "604800" }, { "59", "604801", "0", "x" },
    "be a whole number from 60 to 604800",
  },
  session_max_lifetime = {
    false, nil, { "300", "2592000" }, { "299", "2592001", "x" }, "be a whole number from 300 to 2592000",
  },
  session_revalidate = { false, nil, { "300", "86400" }, { "299", "86401", "x" }, "be a whole number from 300 to 86400" },
  client_limit = { false, nil, { "5", "50" }, { "4", "51", "x" }, "be a whole number from 5 to 50" },
  trusted_proxy = {
    false, nil, { "192.0.2.7", "::1 2001:db8::/32", "192.0.2.0/24" }, { "192.0.2.0/33", "proxy.lan", "::1,::2", "::1 x" },
    "be IP addresses or CIDR ranges, without names",
  },
  backchannel_logout = { false, "0", { "0", "1" }, { "2", "true" }, "be one of 0, 1" },
  post_logout_redirect_uri = {
    false, nil, { "https://router.example/", "http://router.example/", "https://r/" .. ("x"):rep(1014) },
    { "/", "javascript:alert(1)", "https://r/ x", "https://r/#x", "ftp://h/",
      "https://r/" .. ("x"):rep(1015) },
    "be an http:// or https:// URL without fragment, of at most 1024 bytes",
  },
  auto_redirect = {
    false, "0", { "0", "1", "default", "office_2" }, { "Office", "a/b", ("x"):rep(33), "a b" }, "be 0, 1 or the name of a provider's section",
  },
  label = { false, nil, { "a", ("x"):rep(64) }, { ("x"):rep(65), "a\nb" }, "be at most 64 bytes" },
  color = { false, nil, { "#1f6feb", "#ABCDEF" }, { "red", "#fff", "#1f6feb0", "1f6feb0", "#1f6fez", "#zf6feb" }, "be # and six hexadecimal digits" },
  button_label = { false, "Login with SSO", { "a", ("x"):rep(64) }, { ("x"):rep(65), "a\nb" }, "be at most 64 bytes" },
  password_form = { false, "shown", { "shown", "hidden" }, { "0", "none" }, "be one of shown, hidden" },
  client_assertion_alg = { false, "ES256", { "ES256", "RS256" }, { "PS256", "none", "es256" }, "be one of ES256, RS256" },
  client_assertion_audience = { false, "issuer", { "issuer", "token_endpoint" }, { "token", "0" }, "be one of issuer, token_endpoint" },
  api_audience = { false, nil, { "https://router.example/", ("x"):rep(1024) }, { ("x"):rep(1025), "a\nb" }, "be at most 1024 bytes" },
  api_session_timeout = { false, "300", { "60", "86400" }, { "59", "86401", "0" }, "be a whole number from 60 to 86400" },
  api_sessions = { false, "10", { "1", "100" }, { "0", "101" }, "be a whole number from 1 to 100" },
  api_token_types = { false, "at+jwt", { "JWT", "at+jwt JWT" }, { "jwt", "logout+jwt" }, "name nothing but at+jwt, JWT" },
  api_client = { false, nil, { "home", "a b" }, { ("x"):rep(1025) }, "be at most 1024 bytes" },
  api_scope = { false, nil, { "router", "a b" }, { ("x"):rep(1025) }, "be at most 1024 bytes" },
  password_login = { false, "on", { "on", "off" }, { "0", "trial" }, "be one of on, off" },
  password_user = { false, nil, { "monitor", "a b" }, { ("x"):rep(1025), "a\nb" }, "be at most 1024 bytes" },
  log_identity = { false, "1", { "0", "1" }, { "2", "no" }, "be one of 0, 1" },
}

describe("options", function()
  it("knows exactly the options of the documents", function()
    assert.same(fixtures.keys(expected), fixtures.keys(rules))
    assert.equal(#fixtures.keys(rules), #option_table.section_rows())
  end)

  for name, want in pairs(expected) do
    describe(name, function()
      local rule = rules[name]

      it(("is %s, and its default %s"):format(want[1] and "required" or "optional", tostring(want[2])), function()
        assert.equal(want[1], rule.kind == "required")
        assert.equal(want[1], option_table.option_problem(rule, "", "default") ~= nil)
        assert.equal(want[2], rule.fallback)
        assert.is_nil(rule.fallback and option_table.option_problem(rule, rule.fallback, "default"))
      end)

      for _, value in ipairs(want[3]) do
        it(("takes %q"):format(value), function() assert.is_nil(option_table.option_problem(rule, value, "default")) end)
      end

      for number, value in ipairs(want[4]) do
        it(("refuses %q"):format(value), function()
          local problem = option_table.option_problem(rule, value, "default")
          assert.is_string(log_texts.rules[problem.id])
          assert.is_true(problem.params == nil or problem.params.max ~= "")
          if number == 1 then
            assert.equal(want[5] or "not hold control characters", log_texts.in_english(problem))
          end
        end)
      end
    end)
  end

  it("takes several values as a list or in one text", function()
    for name, rule in pairs(rules) do
      local lists = { api_token_types = true, api_client = true, api_scope = true, id_token_algs = true, groups_claim = true, acr_values = true,
        trusted_proxy = true, password_user = true }
      assert.equal(lists[name] == true, rule.kind == "list", name)
    end
  end)
end)
