--- load: what the log says of a configuration that is wrong.
local fixtures = require("support.fixtures")
local load = require("sso_login.settings.load")
local log = require("sso_login.base.log")
local texts = require("sso_login.base.texts")

local callback = "https://router.example/cgi-bin/sso-login/callback"

--- The details of the refusal as they stand in the log.
local function refusal(sections)
  local loaded = load.from_sections(sections)
  assert.equal("CONFIG_ERROR", loaded.error)
  return log.format_details(texts.in_words(loaded.details))
end

describe("load.from_sections", function()
  for _, case in ipairs({
    { "issuer_url", "", "be set" },
    { "client_id", "a\nb", "not hold control characters" },
    { "scope", { "openid", "email" }, "be one value, not a list" },
    { "clock_tolerance", "3601", "be a whole number from 0 to 3600" },
    { "http_timeout", "0", "be a whole number from 1 to 20" },
    { "session_timeout", "1", "be a whole number from 60 to 604800" },
    { "token_endpoint_auth_method", "none", "be one of auto, client_secret_basic, client_secret_post" },
    { "at_hash", "no", "be one of required, optional" },
    { "log_identity", "yes", "be one of 0, 1" },
    { "allow_unverified_email", "x", "be one of 0, 1" },
    { "auto_redirect", "x", "be one of 0, 1" },
    { "issuer_url", "https://idp.example?x", "be an https:// URL without query and fragment" },
    { "internal_issuer_url", "http://10.0.0.2", "be an https:// URL" },
    { "redirect_uri", callback .. "/", "be https://<router>/cgi-bin/sso-login/callback" },
    { "scope", "profile", "contain openid" },
    { "webui_path", "//x", "be a path of A-Z a-z 0-9 . _ ~ / - with one leading slash" },
    { "webui_path", "/cgi-bin/webui/", "not be the landing page or the login itself" },
    { "post_logout_redirect_uri", "/", "be an http:// or https:// URL without fragment, of at most 1024 bytes" },
    { "ca_file", "ca.pem", "be an absolute path" },
    { "button_label", ("x"):rep(65), "be at most 64 bytes" },
  }) do
    it(("tells the log: %s must %s"):format(case[1], case[3]), function()
      local line = ('must="%s" option=%s'):format(case[3], case[1])
      assert.equal(line, refusal(fixtures.sections({ [case[1]] = case[2] })))
    end)
  end

  it("tells the log which role's name cannot be", function()
    local sections = fixtures.sections()
    sections[2].name, sections[2].anonymous = "cfg02", true
    assert.equal([[must="have a name: config role 'name'" option=role role=cfg02]], refusal(sections))
  end)

  it("tells the log when the section is missing, whatever else has its name or its type", function()
    local line = 'must="be a section of type oidc" option=default'
    for _, changes in ipairs({ { name = "other" }, { type = "role" } }) do
      local sections = fixtures.sections()
      sections[1] = fixtures.with(sections[1], changes)
      assert.equal(line, refusal(sections))
    end
  end)

  it("names the first of several options", function()
    local line = refusal(fixtures.sections({ log_identity = "x", scope = "x", webui_path = "x" }))
    assert.equal('must="contain openid" option=scope', line)
  end)
end)

describe("load.to_config", function()
  it("of nothing is a configuration of empty texts", function()
    assert.same({
      issuer_url = "", client_id = "", client_secret = "", redirect_uri = "", scope = "", webui_path = "",
      token_endpoint_auth_method = "", clock_tolerance = 0, roles = {}, at_hash_required = false,
      allow_unverified_email = false, session_timeout = 3600, backchannel_logout = false, log_identity = false,
    }, load.to_config({}, {}))
  end)
end)
