local fixtures = require("support.fixtures")
local scene = require("support.scene")
local saved_config = require("sso_login.settings.saved_config")
local failures = require("sso_login.base.failures")
local log = require("sso_login.base.log")
local config_validation = require("sso_login.settings.config_validation")

local none = fixtures.none

local function loaded(changes, roles)
  local io, world = scene.create({ uci = changes, roles = roles })
  return saved_config.load(io, "default"), world, io
end

describe("saved_config.load", function()
  it("fills in the defaults, and does not check enabled", function()
    for _, enabled in ipairs({ "1", "0", none }) do
      assert.same({
        provider = "default", issuer_url = fixtures.issuer, client_id = fixtures.client_id, client_secret = fixtures.client_secret,
        redirect_uri = fixtures.options.redirect_uri, scope = "openid profile email", clock_tolerance = 60, roles = {},
        webui_path = "/cgi-bin/luci/", token_endpoint_auth_method = "auto",
        client_assertion_alg = "ES256", client_assertion_audience = "issuer", http_timeout = 10, at_hash = "required",
        id_token_algs = { "RS256", "ES256" }, allow_unverified_email = false, email_claim_trusted = false, email_claim = "email",
        backchannel_logout = false, log_identity = true, auto_redirect = "0", button_label = "Login with SSO", password_form = "shown",
        password_login = "on", api_session_timeout = 300, api_sessions = 10, api_token_types = { "at+jwt" },
      }, loaded({ enabled = enabled }, {}).data)
    end
  end)

  it("separates a login's tokens from those of programs", function()
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

  it("accepts only known kinds of access", function()
    local role = { name = "x", access = { "web", "ssh" }, read = { "*" } }
    assert.same({}, loaded({}, { role }).data.roles)
    assert.same({ "web", "api" }, loaded({}, { fixtures.with(role, { access = { "web", "api" } }) }).data.roles[1].access)
  end)

  for option, case in pairs({
    clock_tolerance = { "30", 30 }, webui_path = { "/x/", "/x/" }, ca_file = { "/ca", "/ca" }, http_timeout = { "20", 20 }, prompt = { "login", "login" },
    token_endpoint_auth_method = { "client_secret_post", "client_secret_post" }, session_timeout = { "60", 60 },
    allow_unverified_email = { "1", true }, log_identity = { "0", false }, backchannel_logout = { "1", true },
    post_logout_redirect_uri = { "https://router.example/", "https://router.example/" }, at_hash = { "optional", "optional" },
    internal_issuer_url = { "https://10.0.0.2", "https://10.0.0.2" }, email_claim = { "upn", "upn" }, max_age = { "0", 0 },
    id_token_algs = { "ES384", { "ES384" } }, groups_claim = { { "a", "b.c" }, { "a", "b.c" } }, acr_values = { "a b", { "a", "b" } },
  }) do
    it("takes " .. option .. " as it is set", function()
      assert.same(case[2], loaded({ [option] = case[1] }).data[option])
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

describe("saved_config.load of the compiled configuration", function()
  local roles = { { name = "a", email = { "x@example.org" }, read = { "*" } }, { name = "b", access = "api", client = { "c" } } }

  local function sections_of(count)
    local all = fixtures.sections({ acr_values = "x y", max_age = "0" }, roles)
    for at = 2, count do
      table.insert(all, { name = "p" .. at, type = "oidc", anonymous = false, options = fixtures.with(fixtures.options, {
        issuer_url = "https://p" .. at .. ".example", redirect_uri = fixtures.options.redirect_uri .. "/p" .. at, client_secret = "hush" .. at,
      }) })
    end
    return all
  end

  --- A configuration by what was compiled, and the same validated; the text of all sections of 50 providers is hashed in parts.
  for count, provider in pairs({ [1] = "default", [2] = "p2", [50] = "p50" }) do
    it(("equals the result of validation, with %d providers"):format(count), function()
      local io, world = scene.create()
      world.uci["sso-login"] = sections_of(count)
      local validated = saved_config.load(io, provider)
      world.compiled = config_validation.compile(saved_config.saved_sections(io).data)
      assert.is_nil(world.compiled:find("hush", 1, true))
      local from_sections = config_validation.from_sections
      config_validation.from_sections = function() error("validated again") end
      local found = saved_config.load(io, provider)
      config_validation.from_sections = from_sections
      assert.is_true(found.ok)
      assert.same(validated, found)
    end)
  end

  it("is valid only for the same sections, and has only valid providers", function()
    local io, world = scene.create()
    world.uci["sso-login"] = sections_of(2)
    local compiled = config_validation.compile(saved_config.saved_sections(io).data)
    world.compiled = compiled
    for title, change in pairs({
      option = function(all) all[1].options.scope = "email" end, secret = function(all) all[1].options.client_secret = "other" end,
      role = function(all) all[2].options.read = { "x" } end, order = function(all) table.insert(all, table.remove(all, 2)) end,
      section = function(all) table.remove(all, 3) end,
    }) do
      world.uci["sso-login"] = sections_of(2)
      change(world.uci["sso-login"])
      local now = config_validation.from_sections(world.uci["sso-login"], "default")
      assert.same(now.ok and now or failures.about("default", now), saved_config.load(io, "default"), title)
    end
    world.uci["sso-login"] = sections_of(2)
    for _, broken in ipairs({ "", compiled:sub(1, -2), compiled:sub(1, 64), compiled:sub(65) }) do
      world.compiled = broken
      assert.same(config_validation.from_sections(world.uci["sso-login"], "default"), saved_config.load(io, "default"))
    end
    world.uci["sso-login"][4].options.client_id = ""
    world.compiled = config_validation.compile(saved_config.saved_sections(io).data)
    assert.equal("client_id", saved_config.load(io, "p2").details.option)
    assert.is_true(saved_config.load(io, "default").ok)
  end)
end)
