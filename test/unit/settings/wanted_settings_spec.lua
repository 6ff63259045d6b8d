--- wanted_settings: what a deployment names, judged before anything is written.
local fixtures = require("support.fixtures")
local wanted_settings = require("sso_login.settings.wanted_settings")

local function reason_of(input)
  local read = wanted_settings.read(input)
  assert.is_false(read.ok)
  assert.equal("INVALID_REQUEST", read.error)
  return read.details.reason
end

local function role(name, options) return { name = name, type = "role", anonymous = false, options = options or {} } end

describe("wanted_settings.read", function()
  it("takes texts, numbers and lists, roles in their order, an authority, a registration", function()
    assert.same({ ok = true, data = {
      options = { enabled = "1", session_max_lifetime = "43200", groups_claim = { "a", "b" }, scope = "", prompt = "" },
      roles = { role("Zeta_1", { group = { "g" }, sub_issuer = "https://idp.example" }), role("a") },
      ca = "PEM\n", register = { issuer = "https://idp.example", token = "" },
    } }, wanted_settings.read({
      options = { enabled = "1", session_max_lifetime = 43200, groups_claim = { "a", "b" }, scope = "", prompt = {} },
      roles = { { name = "Zeta_1", group = { "g" }, sub_issuer = "https://idp.example", read = "" }, { name = "a" } },
      ca = "PEM\n", register = { issuer = "https://idp.example" },
    }))
    assert.same({ ok = true, data = { options = {} } }, wanted_settings.read({}))
    assert.same({ ok = true, data = { options = {}, roles = {} } }, wanted_settings.read({ roles = {} }))
  end)

  it("refuses names that UCI ignores", function()
    for _, name in ipairs({ "read-only", "a.b", "a b", "", "default", "é" }) do
      assert.equal("a role's name has only A-Z a-z 0-9 _, and is not default: \"" .. name .. '"', reason_of({ roles = { { name = name } } }))
    end
    assert.matches("^a role's name", reason_of({ roles = { {} } }))
    assert.equal('options: an option\'s name has only A-Z a-z 0-9 _, and "client-id" has others', reason_of({ options = { ["client-id"] = "x" } }))
    assert.matches("^role a: an option's name", reason_of({ roles = { { name = "a", ["e-mail"] = "x" } } }))
    assert.equal("there are two roles a", reason_of({ roles = { { name = "a" }, { name = "b" }, { name = "a" } } }))
  end)

  it("refuses values and members of other types", function()
    for _, value in ipairs({ true, { 1 }, { "a", false }, { a = "b" } }) do
      assert.equal("options: enabled is neither a text, nor a number, nor a list of texts", reason_of({ options = { enabled = value } }))
    end
    assert.equal("role a: group is neither a text, nor a number, nor a list of texts", reason_of({ roles = { { name = "a", group = false } } }))
    assert.equal("groups is none of options, roles, ca, register", reason_of({ groups = {} }))
    for _, roles in ipairs({ "a", { "a" }, { { name = "a" }, 1 }, { name = "a" } }) do
      assert.equal("roles is not a list of objects", reason_of({ roles = roles }))
    end
    assert.equal("options and register are objects", reason_of({ options = "x" }))
    assert.equal("options and register are objects", reason_of({ register = "x" }))
  end)
end)

describe("wanted_settings.sections_with", function()
  local saved = fixtures.sections({ prompt = "login" })

  it("changes the named options alone, and the roles where they are named", function()
    local office = { name = "office", type = "oidc", anonymous = false, options = { scope = "openid" } }
    local all = { saved[1], saved[2], office }
    local options = fixtures.with(fixtures.options, { enabled = "0" })
    local first = { name = "default", type = "oidc", anonymous = false, options = options }
    assert.same({ first, saved[2], office }, wanted_settings.sections_with(all, { options = { enabled = "0", prompt = "" } }))
    assert.same({ first, office, role("b") }, wanted_settings.sections_with(all, { options = { enabled = "0", prompt = "" }, roles = { role("b") } }))
    assert.same("login", saved[1].options.prompt)
    assert.same({ { name = "default", type = "oidc", anonymous = false, options = { enabled = "0" } } },
      wanted_settings.sections_with({}, { options = { enabled = "0" } }))
  end)
end)

describe("wanted_settings.are_same", function()
  it("compares names, types and values; the order of roles counts, that of others does not", function()
    local function section(kind, name, options) return { name = name, type = kind, anonymous = false, options = options or {} } end
    local one, two = section("oidc", "default", { a = "1", b = { "x", "y" } }), section("oidc", "office")
    assert.is_true(wanted_settings.are_same({ one, two, role("a"), role("b") }, { two, role("a"), one, role("b") }))
    for _, other in ipairs({
      { role("b"), one, role("a") }, { one, role("a") }, { one, role("a"), role("b"), role("c") }, { one, role("a"), section("oidc", "b") },
      { section("oidc", "default", { a = "1", b = { "x" } }), role("a"), role("b") },
      { section("oidc", "default", { a = "1", b = "x" }), role("a"), role("b") },
      { section("oidc", "default", { a = "2", b = { "x", "y" } }), role("a"), role("b") },
      { section("oidc", "default", { a = "1" }), role("a"), role("b") },
      { section("oidc", "default", { a = "1", b = { "x", "y" }, c = "" }), role("a"), role("b") },
      { section("oidc", "default", { a = { "1" }, b = { "x", "y" } }), role("a"), role("b") },
    }) do
      assert.is_false(wanted_settings.are_same({ one, role("a"), role("b") }, other))
    end
  end)
end)
