--- config: loading and checking, and the roles that claims match.
local config = require("sso_login.config")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local texts = require("sso_login.base.texts")

local none = fixtures.none

local function load(changes, roles)
  local io, world = mock.create()
  world.uci["sso-login"] = fixtures.sections(changes, roles)
  return config.load(io), world, io
end

describe("config.is_enabled", function()
  for _, case in ipairs({
    { "1", true }, { "0", false }, { "", false }, { "true", false }, { "yes", false }, { " 1", false }, { "01", false },
    { none, false }, { { "1" }, false },
  }) do
    it("is " .. tostring(case[2]) .. " for " .. (type(case[1]) == "string" and ("%q"):format(case[1]) or "absence or a list"),
      function()
        local io, world = mock.create()
        world.uci["sso-login"] = fixtures.sections({ enabled = case[1] })
        assert.same({ ok = true, data = case[2] }, config.is_enabled(io))
      end)
  end

  it("is false without package or section", function()
    local io, world = mock.create()
    assert.same({ ok = true, data = false }, config.is_enabled(io))
    world.uci["sso-login"] = {}
    assert.same({ ok = true, data = false }, config.is_enabled(io))
  end)

  it("fails with CONFIG_ERROR when UCI cannot parse the package", function()
    local io, world = mock.create()
    world.uci_broken["sso-login"] = "Parse error (invalid command) at line 1"
    assert.equal("CONFIG_ERROR", config.is_enabled(io).error)
  end)
end)

describe("config.load", function()
  it("gives the defaults", function()
    local data = load().data
    assert.is_nil(data.internal_issuer_url)
    assert.equal(60, data.clock_tolerance)
    assert.equal("/cgi-bin/luci/", data.webui_path)
    assert.equal("auto", data.token_endpoint_auth_method)
    assert.is_nil(data.ca_file)
    assert.equal(10, data.http_timeout)
    assert.is_true(data.at_hash_required)
    assert.is_false(data.allow_unverified_email)
    assert.equal(3600, data.session_timeout)
    assert.is_nil(data.post_logout_redirect_uri)
    assert.is_true(data.log_identity)
  end)

  it("takes what is set", function()
    local data = load({
      clock_tolerance = "30", webui_path = "/x/", token_endpoint_auth_method = "client_secret_post", ca_file = "/ca",
      http_timeout = "20", at_hash = "optional", allow_unverified_email = "1", session_timeout = "60",
      post_logout_redirect_uri = "https://router.example/", auto_redirect = "1", button_label = "Go", log_identity = "0",
    }).data
    assert.equal(30, data.clock_tolerance)
    assert.equal("/x/", data.webui_path)
    assert.equal("client_secret_post", data.token_endpoint_auth_method)
    assert.equal("/ca", data.ca_file)
    assert.equal(20, data.http_timeout)
    assert.is_false(data.at_hash_required)
    assert.is_true(data.allow_unverified_email)
    assert.equal(60, data.session_timeout)
    assert.equal("https://router.example/", data.post_logout_redirect_uri)
    assert.is_false(data.log_identity)
  end)

  it("takes LuCI's session time where none is set", function()
    for _, case in ipairs({
      { "7200", 7200 }, { "x", 3600 }, { "0", 3600 }, { "", 3600 }, { { "7200" }, 3600 },
      -- within the bounds of our own option: rpcd cannot count longer ones in milliseconds
      { "1", 60 }, { "59", 60 }, { "60", 60 }, { "604800", 604800 }, { "604801", 604800 }, { "999999999", 604800 },
    }) do
      local io, world = mock.create()
      world.uci["sso-login"] = fixtures.sections()
      world.uci.luci = { { name = "sauth", type = "internal", anonymous = false, options = { sessiontime = case[1] } } }
      assert.equal(case[2], config.load(io).data.session_timeout)
      world.uci["sso-login"] = fixtures.sections({ session_timeout = "120" })
      assert.equal(120, config.load(io).data.session_timeout)
      world.uci["sso-login"] = fixtures.sections()
      world.uci_broken.luci = "Parse error"
      assert.equal(3600, config.load(io).data.session_timeout)
    end
  end)

  it("does not judge enabled", function()
    assert.is_true(load({ enabled = "0" }).ok)
    assert.is_true(load({ enabled = none }).ok)
  end)

  for _, name in ipairs({ "issuer_url", "client_id", "client_secret", "redirect_uri", "scope" }) do
    for what, value in pairs({ missing = none, empty = "", ["a list"] = { "a", "b" } }) do
      it(name .. " " .. what .. " is CONFIG_ERROR and named", function()
        local loaded = load({ [name] = value })
        assert.is_false(loaded.ok)
        assert.equal("CONFIG_ERROR", loaded.error)
        assert.equal(name, loaded.details.option)
      end)
    end
  end

  it("never repeats a secret in the details", function()
    local loaded = load({ client_secret = "hush\nhush" })
    assert.equal("CONFIG_ERROR", loaded.error)
    assert.is_nil(require("sso_login.base.log").format_details(loaded.details):find("hush"))
  end)

  it("without package, or with one that cannot be parsed, is CONFIG_ERROR", function()
    local io, world = mock.create()
    assert.equal("CONFIG_ERROR", config.load(io).error)
    world.uci_broken["sso-login"] = "Parse error"
    assert.equal("CONFIG_ERROR", config.load(io).error)
    assert.equal("Parse error", config.load(io).details.reason)
  end)

  it("takes a single option where a list is expected, and roles in file order", function()
    local data = load({}, {
      { name = "b", email = "x@example.org", group = "g", read = "r", write = "w" }, { name = "a" },
    }).data
    assert.same({ "b", "a" }, { data.roles[1].name, data.roles[2].name })
    assert.same({ name = "b", email = { "x@example.org" }, group = { "g" }, read = { "r" }, write = { "w" } }, data.roles[1])
    assert.same({ name = "a", email = {}, group = {}, read = {}, write = {} }, data.roles[2])
  end)

  it("no role at all loads", function() assert.same({}, load({}, {}).data.roles) end)
end)

describe("config.find_roles_for_user", function()
  local roles = {
    { name = "admin", email = { "Ada@Example.org" }, group = { "/net/admins" }, read = { "*" }, write = { "*" } },
    { name = "staff", email = { "bob@example.org" }, group = { "staff" }, read = { "status", "*" }, write = { "wifi" } },
    { name = "empty", email = {}, group = {}, read = { "x" }, write = { "x" } },
  }

  local function find(claims, changes)
    return config.find_roles_for_user(fixtures.config(changes, roles), claims)
  end

  for _, case in ipairs({
    { "e-mail", { email = "ada@example.org" }, "admin" },
    { "e-mail in other case", { email = "ADA@EXAMPLE.ORG" }, "admin" },
    { "e-mail of the second role", { email = "bob@example.org" }, "staff" },
    { "e-mail verified", { email = "ada@example.org", email_verified = true }, "admin" },
    { "email_verified as text true", { email = "ada@example.org", email_verified = "true" }, "admin" },
    { "email_verified false", { email = "ada@example.org", email_verified = false }, nil },
    { "email_verified as text false", { email = "ada@example.org", email_verified = "false" }, nil },
    { "email_verified false, group", { email = "ada@example.org", email_verified = false, groups = { "staff" } }, "staff" },
    { "e-mail with a prefix", { email = "xada@example.org" }, nil },
    { "e-mail with a suffix", { email = "ada@example.org.evil.example" }, nil },
    { "e-mail with a space", { email = "ada@example.org " }, nil },
    { "e-mail with NUL", { email = "ada@example.org\0" }, nil },
    { "e-mail with a homograph", { email = "\208\176da@example.org" }, nil },
    { "empty e-mail", { email = "" }, nil },
    { "e-mail a number", { email = 7 }, nil },
    { "e-mail a list", { email = { "ada@example.org" } }, nil },
    { "group", { groups = { "x", "staff" } }, "staff" },
    { "path-style group", { groups = { "/net/admins" } }, "admin" },
    { "path-style group without its slash", { groups = { "net/admins" } }, nil },
    { "group in other case", { groups = { "Staff" } }, nil },
    { "group as one string", { groups = "staff" }, "staff" },
    { "one string is not split", { groups = "x staff" }, nil },
    { "one string with comma", { groups = "x,staff" }, nil },
    { "other members are ignored", { groups = { 7, true, { "staff" }, "staff" } }, "staff" },
    { "nested group", { groups = { { "staff" } } }, nil },
    { "groups an object", { groups = { staff = true } }, nil },
    { "groups a number", { groups = 7 }, nil },
    { "groups true", { groups = true }, nil },
    { "empty groups", { groups = {} }, nil },
    { "empty group name", { groups = { "" } }, nil },
    { "nothing", {}, nil },
  }) do
    it(case[1] .. (case[3] and " matches " .. case[3] or " matches nothing"), function()
      local found = find(case[2])
      if case[3] ~= nil then
        assert.is_true(found.ok)
        assert.equal(case[3], found.data.role_name)
      else
        assert.is_false(found.ok)
        assert.equal("USER_NOT_AUTHORIZED", found.error)
        assert.equal("matched no roles", found.details.reason)
      end
    end)
  end

  it("allow_unverified_email lets an unverified e-mail count", function()
    for _, verified in ipairs({ false, "false" }) do
      local found = find({ email = "ada@example.org", email_verified = verified }, { allow_unverified_email = true })
      assert.equal("admin", found.data.role_name)
    end
  end)

  it("the refusal of an unverified e-mail names the option, others do not", function()
    local details = find({ email = "ada@example.org", email_verified = false }).details
    assert.equal("matched no roles", details.reason)
    assert.truthy(texts.in_words(details).hint:find("allow_unverified_email", 1, true))
    assert.is_nil(find({ email = "eve@example.org" }).details.hint)
    assert.is_nil(find({ groups = {} }).details.hint)
  end)

  it("merges read and write over all matching roles, in file order, each once", function()
    local found = find({ email = "ada@example.org", groups = { "staff", "/net/admins" } })
    assert.equal("admin", found.data.role_name)
    assert.same({ "*", "status" }, found.data.read)
    assert.same({ "*", "wifi" }, found.data.write)
    assert.equal(2, #found.data.roles)
  end)
end)
