local checkup = require("support.checkup")
local certificates = require("sso_login.settings.certificates")
local encoding = require("sso_login.base.encoding")
local fixtures = require("support.fixtures")

local off = "Single sign-on is off: option enabled is not 1."
local unreadable = "The file of option ca_file, %s, is of no use: cannot be read."

--- A certificate in PEM form of DER with these bytes in it.
local function certificate(bytes)
  return certificates.encode(encoding.base64_encode("\48\130\1\0" .. ("c"):rep(256 - #bytes) .. bytes))
end

local function constraints(value) return certificate("\6\3U\29\19" .. value .. "c") end

local authority = constraints("\1\1\255\4\5\48\3\1\1\255")

local function ca_file(text)
  return { uci = { ca_file = "/etc/ca.pem" }, setup = function(world) world.put("/etc/ca.pem", text) end }
end

local function ca_file_of(bytes) return ca_file(authority .. ("x"):rep(bytes - #authority)) end

local empty = { ca_file_unusable = "The file of option ca_file, /etc/ca.pem, is of no use: no certificate in PEM form." }
local server = { ca_file_server = "The file of option ca_file has no authority's certificate, but a server's own: /etc/ca.pem." }

describe("check.option_check", function()
  checkup.rows({
    { "finds nothing wrong", {}, { options_ok = "The options are complete and valid." } },
    { "names a wrong option", { uci = { scope = "email" } }, {
      option_wrong = "Option scope must contain openid.", options_ok = false,
      scope_missing = false,
    } },
    { "names no provider where every login is redirected", { uci = { auto_redirect = "1" } }, {} },
    { "names no provider that is there", { uci = { auto_redirect = "default" } }, {} },
    { "says nothing of a provider where the option is wrong", { uci = { auto_redirect = "X Y" } }, { option_wrong = checkup.any, options_ok = false } },
    { "says nothing of a claim where the option is wrong", { uci = { email_claim = "a b" } }, { option_wrong = checkup.any, options_ok = false } },
    { "names a provider that is gone", { uci = { auto_redirect = "office" } }, {
      options_ok = "The options are complete and valid.",
      auto_redirect_gone = "Option auto_redirect names the provider office, and there is no such section: the login page stays.",
    } },
    { "names unknown options", { uci = { issuer = "x", IDP = "x" } }, {
      option_unknown = "These options are not known and have no effect: IDP, issuer.", options_ok = false,
    } },
    { "names a wrong and an unknown one", { uci = { http_timeout = "0", idp = "x" } }, {
      option_wrong = "Option http_timeout must be a whole number from 1 to 20.", options_ok = false,
      option_unknown = "These options are not known and have no effect: idp.",
    } },
    { "warns of an e-mail in another claim", { uci = { email_claim = "upn" } }, {
      email_claim_untrusted = "Roles by e-mail match no one: email_verified covers only the claim email, and email_claim is upn.",
    } },
    { "accepts another claim that is trusted", { uci = { email_claim = "upn", email_claim_trusted = "1" } }, {
      email_claim_trusted = "The e-mail is the claim upn: email_claim_trusted says that no user can choose it at the provider.",
    } },
    { "says nothing of the usual claim", { uci = { email_claim = "email" } }, {} },
    { "says nothing of the usual claim that is trusted", { uci = { email_claim_trusted = "1" } }, {} },
    { "says that enabled is absent", { uci = { enabled = fixtures.none } }, { disabled = off } },
    { "says that enabled is another word", { uci = { enabled = "yes" } }, { disabled = off } },
    { "cannot read a ca_file that is absent", { uci = { ca_file = "/etc/none.pem" } }, {
      ca_file_unusable = unreadable:format("/etc/none.pem"), options_ok = "The options are complete and valid.",
    } },
    { "refuses a ca_file that is no path", { uci = { ca_file = "ca.pem" } }, {
      option_wrong = "Option ca_file must be an absolute path.", options_ok = false,
    } },
    { "finds nothing in a ca_file", ca_file(""), empty },
    { "finds a key in a ca_file", ca_file("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"), empty },
    { "finds a certificate cut short", ca_file(authority:sub(1, 200)), empty },
    { "finds a server's certificate", ca_file(certificate("")), server },
    { "finds one that says that it is no authority's", ca_file(constraints("\4\2\48\0")), server },
    { "finds one that says so at length", ca_file(constraints("\1\1\255\4\5\48\3\1\1\0")), server },
    { "finds one that ends within", ca_file(certificate("\6\3U\29\19\1\1")), server },
    { "finds a flag of another type", ca_file(constraints("\4\5\48\3\2\1\255")), server },
    { "finds no sequence", ca_file(constraints("\4\5\49\3\1\1\255")), server },
    { "finds a value of one byte", ca_file(constraints("\4\1c\4c\48c\1c\255")), server },
    { "finds a flag without the extension", ca_file(certificate("\4\5\48\3\1\1\255" .. ("c"):rep(249))), server },
    { "finds Base64 without its lines", ca_file(encoding.base64_encode("\48\130\1\0" .. ("c"):rep(256))), empty },
    { "accepts one whose lines are indented", ca_file((authority:gsub("\n", "\n \t"))), {} },
    { "accepts an authority's certificate after a server's, with Windows line ends", ca_file(((certificate("") .. authority):gsub("\n", "\r\n"))), {} },
    { "accepts an authority's certificate whose constraint is not critical and has a path length", ca_file(constraints("\4\8\48\6\1\1\255\2\1\0")), {} },
    { "reads a ca_file of 1 MB", ca_file_of(1048576), {} },
    { "reads no ca_file of more than 1 MB", ca_file_of(1048577), { ca_file_unusable = unreadable:format("/etc/ca.pem") } },
  })

  it("names each option that is wrong, in the order of the specification", function()
    local _, report = checkup.run({ uci = { http_timeout = "0", issuer_url = "x", scope = { "openid" }, idp = "x" } })
    local first = {}
    for i = 1, 4 do
      first[i] = report.findings[i].text
    end
    assert.same({
      "Option issuer_url must be an https:// URL without query and fragment.", "Option scope must be one value, not a list.",
      "Option http_timeout must be a whole number from 1 to 20.", "These options are not known and have no effect: idp.",
    }, first)
  end)

  local odd = "Option %s has a character that most often comes from copying: %s."
  for _, row in ipairs({
    { "client_id", fixtures.client_id .. " ", "U+0020" }, { "client_id", "\194\160" .. fixtures.client_id, "U+00A0" },
    { "client_id", fixtures.client_id .. "\r", "U+000D" }, { "api_audience", "https://router.example ", "U+0020" },
    { "client_secret", " " .. fixtures.client_secret, "U+0020" }, { "client_secret", "“x”", "U+201C" }, { "email_claim", "upn ", "U+0020" },
    { "scope", "openid\194\160email", "U+00A0" }, { "groups_claim", { "roles", "“groups”" }, "U+201C" },
    { "redirect_uri", fixtures.options.redirect_uri .. " ", "U+0020" }, { "issuer_url", "https://idp.m\195\188ller.example", "U+00FC" },
    { "internal_issuer_url", "https://10.0.0.2\226\128\139", "U+200B" },
  }) do
    it(("names %s in %s"):format(row[3], row[1]), function()
      local found = checkup.run({ uci = { [row[1]] = row[2] } })
      assert.equal(odd:format(row[1], row[3]), found.option_character.text)
      assert.is_nil(found.options_ok)
    end)
  end
  checkup.rows({ { "takes letters that the provider compares", { uci = { client_id = "röuter", email_claim = "ü" } }, {
    secret_ok = checkup.any, email_claim_untrusted = checkup.any, options_ok = checkup.any,
  } } })
  checkup.rows({ { "finds a blank", { uci = { issuer_url = fixtures.issuer .. " " } }, {
    option_character = odd:format("issuer_url", "U+0020"), option_wrong = checkup.any, not_tried = checkup.any, options_ok = false,
  } } })

  for _, value in ipairs({ "https://login.microsoftonline.com/{tenantid}/v2.0", "https://idp.example/<realm>",
    "https://idp.example/%7Btenant%7D" }) do
    it("asks nobody while there is a placeholder: " .. value, function()
      local found, _, world = checkup.run({ uci = { issuer_url = value } })
      local placeholder = value:match("[{<].*[}>]") or "%7Btenant%7D"
      assert.equal("Option issuer_url still has a placeholder, " .. placeholder .. ", where a value of your own belongs.",
        found.option_placeholder.text)
      assert.equal(1, #world.requests)
    end)
  end
  checkup.rows({
    { "finds a placeholder", { uci = { internal_issuer_url = "https://{host}" } }, {
      option_placeholder = "Option internal_issuer_url still has a placeholder, {host}, where a value of your own belongs.",
      option_wrong = checkup.any, not_tried = checkup.any, options_ok = false,
    } },
    { "recommends a share of each address", { uci = { client_limit = fixtures.none } }, {
      client_limit_absent = "One address may use up all 50 logins a minute of all: client_limit is not set.",
    } },
    { "does not where passwords are off, as there is one then", { uci = { client_limit = fixtures.none, password_login = "off" } }, {
      passwords_not_armed = checkup.any,
    } },
    { "takes what a secret may have", { uci = { client_secret = "\226\128\144a b\195\160" } }, {} },
    { "takes a secret for no placeholder", { uci = { client_secret = "a{b}" } }, {} },
  })

  checkup.covers("option_check")
end)
