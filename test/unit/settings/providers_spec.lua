--- Several providers: which section is right, and where roles count.
local fixtures = require("support.fixtures")
local saved_config = require("sso_login.settings.saved_config")
local config_validation = require("sso_login.settings.config_validation")
local mock = require("support.mock")
local role_matching = require("sso_login.rights.role_matching")

local callback = "https://router.example/cgi-bin/sso-login/callback"

--- Sections of a configuration with another provider, whose options and name are changed.
local function sections_with(changes, name, of_first)
  local sections = fixtures.sections(of_first)
  table.insert(sections, { name = name or "office", type = "oidc", anonymous = name == "cfg05", options = fixtures.with(fixtures.options,
    fixtures.with({ issuer_url = "https://office.example", redirect_uri = callback .. "/" .. (name or "office") }, changes)) })
  return sections
end

describe("load of a further provider", function()
  it("has its own options, and those of the router from default", function()
    local loaded = config_validation.from_sections(sections_with({ client_id = "other" }, nil, { webui_path = "/luci/", log_identity = "0" }), "office")
    local config = loaded.data
    assert.same({ "office", "https://office.example", "other", "/luci/", false },
      { config.provider, config.issuer_url, config.client_id, config.webui_path, config.log_identity })
  end)

  for title, case in pairs({
    ["a name that no path may hold"] = { {}, "Office", "oidc" }, ["a long name"] = { {}, ("x"):rep(33), "oidc" },
    ["no name"] = { {}, "cfg05", "oidc" },
    ["the issuer of default"] = { { issuer_url = fixtures.issuer }, nil, "issuer_url" },
    ["default's redirect URI"] = { { redirect_uri = callback }, nil, "redirect_uri" },
    ["another's redirect URI"] = { { redirect_uri = callback .. "/office2" }, nil, "redirect_uri" },
    ["an option of the router"] = { { session_max_lifetime = "600" }, nil, "session_max_lifetime" },
    ["a way around verified addresses"] = { { allow_unverified_email = "1" }, nil, "allow_unverified_email" },
    ["no client"] = { { client_id = "" }, nil, "client_id" },
  }) do
    it("is CONFIG_ERROR with " .. title .. ", and default goes on", function()
      local sections = sections_with(case[1], case[2])
      local refused = config_validation.from_sections(sections, case[2] or "office")
      assert.same({ "CONFIG_ERROR", case[3] }, { refused.error, refused.details.option })
      assert.is_true(config_validation.from_sections(sections, "default").ok)
    end)
  end

  it("is CONFIG_ERROR where an option of the router is wrong, and not for default's own", function()
    assert.equal("trusted_proxy", config_validation.from_sections(sections_with({}, nil, { trusted_proxy = "x" }), "office").details.option)
    assert.is_true(config_validation.from_sections(sections_with({}, nil, { client_id = fixtures.none }), "office").ok)
  end)

  it("accepts the longest name, and an empty option of the router", function()
    local name = ("x"):rep(32)
    assert.equal(name, config_validation.from_sections(sections_with({ session_max_lifetime = "" }, name), name).data.provider)
  end)

  it("reports a missing issuer where default has none either", function()
    for _, issuer in ipairs({ "", false }) do
      local sections = sections_with({})
      sections[1].options.issuer_url, sections[#sections].options.issuer_url = issuer or nil, issuer or nil
      assert.same({ option = "issuer_url", must = { id = "set" } }, config_validation.from_sections(sections, "office").details)
    end
  end)

  it("accepts a repeated client, and the first of two sections with one issuer", function()
    local sections = sections_with({})
    table.insert(sections, { name = "twin", type = "oidc", anonymous = false,
      options = fixtures.with(sections[#sections].options, { redirect_uri = callback .. "/twin" }) })
    table.insert(sections, table.remove(sections, 1))
    assert.is_true(config_validation.from_sections(sections, "office").ok)
    assert.equal("issuer_url", config_validation.from_sections(sections, "twin").details.option)
    assert.is_true(config_validation.from_sections(sections, "default").ok)
  end)

  it("is found by its issuer while it is on, and named in the log where there are several", function()
    local io, world = mock.create()
    world.uci["sso-login"] = sections_with({})
    assert.same({ "default", "office" }, saved_config.providers(io))
    assert.same({ "office", "default" }, { saved_config.of_issuer(io, "https://office.example"), saved_config.of_issuer(io, fixtures.issuer) })
    assert.is_nil(saved_config.of_issuer(io, "https://x"))
    local first = table.remove(world.uci["sso-login"], 1)
    table.insert(world.uci["sso-login"], fixtures.with(first, { options = fixtures.with(first.options, { issuer_url = "https://office.example" }) }))
    assert.equal("default", saved_config.of_issuer(io, "https://office.example"))
    world.uci["sso-login"] = sections_with({})
    assert.equal("default", saved_config.load(io, "default").data.log_name)
    assert.equal("office", saved_config.load(io, "office").data.log_name)
    assert.equal("gone", saved_config.load(io, "gone").details.provider)
    world.uci["sso-login"] = sections_with({ enabled = "0" })
    assert.is_nil(saved_config.of_issuer(io, "https://office.example"))
    world.uci["sso-login"] = fixtures.sections()
    assert.is_nil(saved_config.load(io, "default").data.log_name)
    assert.is_nil(saved_config.load(io, "gone").details.provider)
  end)
end)

describe("a role at several providers", function()
  local all = {
    { name = "mail", email = { "a@b" } }, { name = "group", group = { "g" } }, { name = "sub", sub = { "s" }, sub_issuer = "https://office" },
    { name = "office", email = { "a@b" }, group = { "g" }, provider = { "office" } },
    { name = "bound", sub = { "s" }, sub_issuer = "https://office", provider = { "default" } },
    { name = "both", group = { "g" }, provider = { "default", "office" } },
  }

  local function names(provider, issuer, claims, more)
    local found = role_matching.find_roles_for_user(fixtures.with({ roles = all, provider = provider, issuer_url = issuer }, more), claims)
    return table.concat(fixtures.pluck(found.ok and found.data.roles, "name"), " "), found
  end

  local user = { email = "a@b", groups = { "g" }, sub = "s" }

  it("is valid for default, for a subject's issuer, or for the listed providers", function()
    assert.equal("mail group both", (names(nil, "https://d", user)))
    assert.equal("mail group both", (names("default", "https://d", user)))
    assert.equal("sub office both", (names("office", "https://office", user)))
    assert.equal("", (names("third", "https://third", user)))
  end)

  it("demands a verified address at further providers regardless of options", function()
    local mail = { email = "a@b", sub = "x" }
    for _, mark in ipairs({ false, "false", "yes", 1 }) do
      assert.equal("", (names("office", "https://office", fixtures.with(mail, { email_verified = mark }), { allow_unverified_email = true })))
    end
    local _, refused = names("office", "https://office", mail, { allow_unverified_email = true })
    assert.equal("unverified_further", refused.details.hint.id)
    assert.equal("office", (names("office", "https://office", fixtures.with(mail, { email_verified = true }))))
    assert.equal("mail", (names(nil, "https://d", mail)))
  end)

  it("is valid for a client's own token only at listed providers", function()
    local robots = { { name = "r", client = { "c" }, access = { "api" } }, { name = "o", client = { "c" }, access = { "api" }, provider = { "office" } } }
    for provider, role in pairs({ default = "r", office = "o" }) do
      local found = role_matching.find_roles_for_user({ roles = robots, provider = provider }, { sub = "c" }, "c")
      assert.equal(role, found.data.role_name)
    end
  end)
end)
