local fixtures = require("support.fixtures")
local scene = require("support.scene")
local load = require("sso_login.settings.load")
local log = require("sso_login.base.log")

local none = fixtures.none

local function loaded(changes, roles)
  local io, world = scene.create({ uci = changes, roles = roles })
  return load.load(io), world, io
end

describe("load.load", function()
  it("fills in the defaults, and does not judge enabled", function()
    for _, enabled in ipairs({ "1", "0", none }) do
      assert.same({
        provider = "default", issuer_url = fixtures.issuer, client_id = fixtures.client_id, client_secret = fixtures.client_secret,
        redirect_uri = fixtures.options.redirect_uri, scope = "openid profile email", clock_tolerance = 60, roles = {},
        webui_path = "/cgi-bin/luci/", token_endpoint_auth_method = "auto",
        client_assertion_alg = "ES256", client_assertion_audience = "issuer", http_timeout = 10, at_hash_required = true,
        id_token_algs = { "RS256", "ES256" }, allow_unverified_email = false, email_claim_trusted = false, email_claim = "email", session_timeout = 3600,
        backchannel_logout = false, log_identity = true, api_session_timeout = 300, api_sessions = 10, api_token_types = { "at+jwt" },
      }, loaded({ enabled = enabled }, {}).data)
    end
  end)

  it("keeps a login's tokens apart from those of programs", function()
    for option, changes in pairs({ api_audience = { api_audience = fixtures.client_id }, api_client = { api_audience = "a", api_token_types = { "at+jwt",
      "JWT" } } }) do
      local refused = loaded(changes)
      assert.same({ "CONFIG_ERROR", option }, { refused.error, refused.details.option })
    end
    assert.is_true(loaded({ api_audience = "a", api_token_types = "JWT", api_client = "home" }).ok)
    assert.is_true(loaded({ api_token_types = "JWT" }).ok, "off")
  end)

  it("needs no secret where the client has a key", function()
    assert.equal("", loaded({ client_secret = none, token_endpoint_auth_method = "private_key_jwt" }).data.client_secret)
    for option, changes in pairs({
      client_secret = { client_secret = none, token_endpoint_auth_method = "client_secret_post" },
      client_id = { client_id = none, token_endpoint_auth_method = "private_key_jwt" },
    }) do
      local refused = loaded(changes)
      assert.same({ "CONFIG_ERROR", option }, { refused.error, refused.details.option })
    end
    assert.equal("client_secret", loaded({ client_secret = "s\r", token_endpoint_auth_method = "private_key_jwt" }).details.option)
  end)

  it("takes the ways in that it knows", function()
    local role = { name = "x", access = { "web", "ssh" }, read = { "*" } }
    local refused = loaded({}, { role })
    assert.same({ "CONFIG_ERROR", "access" }, { refused.error, refused.details.option })
    assert.same({ "web", "api" }, loaded({}, { fixtures.with(role, { access = { "web", "api" } }) }).data.roles[1].access)
  end)

  for option, case in pairs({
    clock_tolerance = { "30", 30 }, webui_path = { "/x/", "/x/" }, ca_file = { "/ca", "/ca" }, http_timeout = { "20", 20 },
    token_endpoint_auth_method = { "client_secret_post", "client_secret_post" }, session_timeout = { "60", 60 },
    allow_unverified_email = { "1", true }, log_identity = { "0", false }, backchannel_logout = { "1", true },
    post_logout_redirect_uri = { "https://router.example/", "https://router.example/" }, prompt = { "login", "login" },
    internal_issuer_url = { "https://10.0.0.2", "https://10.0.0.2" }, email_claim = { "upn", "upn" }, max_age = { "0", 0 },
    id_token_algs = { "ES384", { "ES384" } }, groups_claim = { { "a", "b.c" }, { "a", "b.c" } }, acr_values = { "a b", { "a", "b" } },
  }) do
    it("takes " .. option .. " as it is set", function()
      assert.same(case[2], loaded({ [option] = case[1] }).data[option])
    end)
  end

  it("requires no at_hash where that is optional", function()
    assert.is_false(loaded({ at_hash = "optional" }).data.at_hash_required)
  end)

  for _, case in ipairs({
    { "7200", 7200 }, { "x", 3600 }, { "0", 3600 }, { "", 3600 }, { { "7200" }, 3600 },
    -- Within the bounds of our own option: rpcd cannot count longer ones in milliseconds.
    { "1", 60 }, { "59", 60 }, { "60", 60 }, { "604800", 604800 }, { "604801", 604800 }, { "999999999", 604800 },
  }) do
    it(("takes %d seconds of LuCI's session time %s, where none is set"):format(case[2], tostring(case[1])), function()
      local _, world, io = loaded({})
      world.uci.luci = { { name = "sauth", type = "internal", anonymous = false, options = { sessiontime = case[1] } } }
      assert.equal(case[2], load.load(io).data.session_timeout)
      world.uci["sso-login"] = fixtures.sections({ session_timeout = "120" })
      assert.equal(120, load.load(io).data.session_timeout)
      world.uci["sso-login"] = fixtures.sections()
      world.uci_broken.luci = "Parse error"
      assert.equal(3600, load.load(io).data.session_timeout)
    end)
  end

  for _, name in ipairs({ "issuer_url", "client_id", "client_secret", "redirect_uri", "scope" }) do
    it("is CONFIG_ERROR without " .. name .. ", which it names", function()
      for _, value in ipairs({ none, "", { "a", "b" } }) do
        local refused = loaded({ [name] = value })
        assert.same({ "CONFIG_ERROR", name }, { refused.error, refused.details.option })
      end
    end)
  end

  it("never repeats a secret in the details", function()
    assert.is_nil(log.format_details(loaded({ client_secret = "hush\nhush" }).details):find("hush"))
  end)

  it("takes roles in file order, one text for a list of one", function()
    local data = loaded({}, { { name = "b", email = "x@example.org", group = "g", read = "r", write = "w" }, { name = "a" } }).data
    assert.same({
      { name = "b", email = { "x@example.org" }, group = { "g" }, read = { "r" }, write = { "w" } },
      { name = "a", email = {}, group = {}, read = {}, write = {} },
    }, data.roles)
  end)
end)
