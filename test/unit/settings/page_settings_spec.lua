local cjson = require("cjson")
local saved_config = require("sso_login.settings.saved_config")
local config_validation = require("sso_login.settings.config_validation")
local fixtures = require("support.fixtures")
local scene = require("support.scene")
local page_settings = require("sso_login.settings.page_settings")

local function world_of(changes, roles)
  local io, world = scene.create({ uci = changes, roles = roles })
  world.uci.rpcd = {
    { name = "cfg01", type = "login", anonymous = true, options = { username = "root" } },
    { name = "sso_login_admin", type = "login", anonymous = false, options = { username = "admin" } },
    { name = "guest", type = "login", anonymous = false, options = { username = "guest" } },
  }
  world.put(io.paths.acl_dir .. "/b.json", '{"luci-b":{"description":"B","read":{}},"luci-a":{"write":{}}}')
  world.put(io.paths.acl_dir .. "/c.json", '{"luci-a":{"description":"A"},"luci-b":{"description":"other"},"no":7}')
  world.put(io.paths.acl_dir .. "/d.json", "broken")
  return io, world
end

describe("read_settings", function()
  local function read(json) return page_settings.read_settings(world_of(), cjson.decode(json)) end

  it("absent values mean the saved configuration", function()
    assert.same({ ok = true }, read('{"ubus_rpc_session":"x"}'))
  end)

  it("absent roles are the saved ones, absent lists are empty", function()
    assert.equal("admin", read('{"values":{}}').data.roles[1].name)
    assert.same({ name = "x", email = {}, group = {}, read = {}, write = {} }, read('{"values":{},"roles":[{"name":"x"}]}').data.roles[1])
    assert.same({}, read('{"values":{},"roles":[]}').data.roles)
  end)

  local no_list = " of a role is not a list of texts"
  local no_name = "a role is not an object with a name"
  for _, case in ipairs({
    { '{"values":5}', "values is not an object" }, { '{"values":"x"}', "values is not an object" },
    { '{"values":true}', "values is not an object" }, { '{"values":["a"]}', "values is not an object" },
    { '{"values":{"a":5}}', "a value is not a text" }, { '{"values":{"a":["b"]}}', "a value is not a text" },
    { '{"values":{},"providers":5}', "providers is not a list" },
    { '{"values":{},"providers":[5]}', "a provider is not an object" },
    { '{"values":{},"providers":[{"name":"x"}]}', "values is not an object" },
    { '{"values":{},"roles":5}', "roles is not a list" }, { '{"values":{},"roles":{"a":{}}}', "roles is not a list" },
    { '{"values":{},"roles":["a"]}', no_name }, { '{"values":{},"roles":[{}]}', no_name },
    { '{"values":{},"roles":[{"name":5}]}', no_name },
    { '{"values":{},"roles":[{"name":"x","email":"a"}]}', "email" .. no_list },
    { '{"values":{},"roles":[{"name":"x","group":7}]}', "group" .. no_list },
    { '{"values":{},"roles":[{"name":"x","read":[5]}]}', "read" .. no_list },
    { '{"values":{},"roles":[{"name":"x","write":{"a":"b"}}]}', "write" .. no_list },
  }) do
    it(case[1] .. " is INVALID_REQUEST, without any of its text", function()
      assert.same({ ok = false, error = "INVALID_REQUEST", details = case[2] }, read(case[1]))
    end)
  end

  it("returns values and roles unchanged, anonymous ones where marked so", function()
    local lists = '"email":["a@b"],"group":["g"],"read":["r"],"write":["w","v"]'
    local got = read('{"values":{"scope":"x","z":""},"roles":[{"name":"a",' .. lists .. ',"anonymous":true},'
      .. '{"name":"b",' .. lists .. ',"anonymous":"yes"}]}')
    local function role(name, anonymous)
      return { name = name, email = { "a@b" }, group = { "g" }, read = { "r" }, write = { "w", "v" }, anonymous = anonymous }
    end
    assert.same({ ok = true, data = { values = { scope = "x", z = "" }, providers = {}, roles = { role("a", true), role("b") } } }, got)
  end)

  it("returns the given further providers, or the saved ones", function()
    local io, world = world_of()
    local office = { name = "office", type = "oidc", anonymous = false, options = { scope = { "a", "b" } } }
    table.insert(world.uci["sso-login"], office)
    local function given(json) return page_settings.read_settings(io, cjson.decode(json)).data end
    local saved = { { name = "office", values = { scope = "a b" } } }
    assert.same({ values = {}, providers = saved, roles = {} }, given('{"values":{},"roles":[],"provider":""}'))
    local roles = page_settings.roles_of(world.uci["sso-login"])
    assert.same({ values = {}, providers = {}, roles = roles, provider = "x" },
      given('{"values":{},"providers":[],"provider":"x"}'))
    assert.same({ values = {}, providers = { { name = "y", values = { a = "b" } }, { name = "", values = {} } }, roles = {} },
      given('{"values":{},"providers":[{"name":"y","values":{"a":"b"}},{"values":{}}],"roles":[]}'))
    world.before("uci_sections", error)
    assert.same({ values = {}, providers = {}, roles = {} }, given('{"values":{},"providers":[],"roles":[]}'))
  end)

  it("takes subjects with their issuer", function()
    local got = read('{"values":{},"roles":[{"name":"a","sub":["s"],"sub_issuer":"i"},{"name":"b","sub":[],"sub_issuer":7}]}')
    local both = { got.data.roles[1].sub, got.data.roles[1].sub_issuer, got.data.roles[2].sub, got.data.roles[2].sub_issuer }
    assert.same({ { "s" }, "i" }, both)
  end)

  it("has no role where the saved ones cannot be read", function()
    local io, world = world_of()
    world.uci_broken["sso-login"] = "Parse error"
    assert.same({ ok = true, data = { values = {}, providers = {}, roles = {} } }, page_settings.read_settings(io, { values = cjson.decode("{}") }))
  end)
end)

it("values_of writes lists with blanks between, and is empty without the section", function()
  local values = page_settings.values_of(fixtures.sections({ scope = { "openid", "email" }, more = "x" }), "default")
  assert.equal("openid email", values.scope)
  assert.equal("x", values.more)
  assert.same({}, page_settings.values_of({}, "default"))
end)

it("roles_of are the role sections in file order, as they stand", function()
  local sections = fixtures.sections({}, { { name = "b", email = "a@b" }, { name = "cfg03", read = { "x", "" } } })
  sections[3].anonymous = true
  table.insert(sections, 2, { name = "z", type = "other", anonymous = false, options = {} })
  assert.same({
    { name = "b", email = { "a@b" }, group = {}, read = {}, write = {} },
    { name = "cfg03", email = {}, group = {}, read = { "x" }, write = {}, anonymous = true },
  }, page_settings.roles_of(sections))
end)

it("shown_values are those of known options, without the secret", function()
  local changes = { client_secrte = "hush", auto_redirect = "1", enabled = "0" }
  assert.same({
    enabled = "0", issuer_url = fixtures.issuer, client_id = fixtures.client_id, auto_redirect = "1",
    redirect_uri = fixtures.options.redirect_uri, scope = "openid profile email",
  }, page_settings.shown_values(fixtures.sections(changes), "default"))
end)

describe("to_sections", function()
  it("returns sections that the configuration loads from", function()
    local io, world = world_of({ http_timeout = "7" })
    table.insert(world.uci["sso-login"], {
      name = "s", type = "role", anonymous = false, options = { sub = { "x" }, sub_issuer = "https://idp.example" },
    })
    local saved = saved_config.saved_sections(io).data
    local sections = page_settings.to_sections({ values = page_settings.values_of(saved, "default"), roles = page_settings.roles_of(saved) })
    assert.same(config_validation.from_sections(saved, "default"), config_validation.from_sections(sections, "default"))
    assert.equal(7, config_validation.from_sections(sections, "default").data.http_timeout)
  end)

  it("leaves subjects without an issuer where none is given", function()
    local role = { name = "s", email = {}, group = {}, sub = { "x" }, read = {}, write = {} }
    local options = page_settings.to_sections({ values = {}, roles = { role } })[2].options
    assert.same({ email = {}, group = {}, sub = { "x" }, sub_issuer = "", read = {}, write = {} }, options)
  end)

  it("has a section for each further provider, and all lists of a role", function()
    local lists = { email = {}, group = {}, read = {}, write = {}, client = { "c" }, access = { "api" }, provider = { "office" } }
    assert.same({
      { name = "default", type = "oidc", anonymous = false, options = {} },
      { name = "office", type = "oidc", anonymous = false, options = { a = "b" } },
      { name = "r", type = "role", anonymous = false, options = lists },
    }, page_settings.to_sections({
      values = {}, providers = { { name = "office", values = { a = "b" } } }, roles = { fixtures.with(lists, { name = "r" }) },
    }))
  end)

  it("has a section for each role, with or without a name", function()
    local role = { name = "cfg02", email = { "a@b" }, group = { "g" }, read = { "r" }, write = { "w" } }
    local options = fixtures.with(role, { name = fixtures.none })
    assert.same({
      { name = "default", type = "oidc", anonymous = false, options = { scope = "x" } },
      { name = "cfg02", type = "role", anonymous = true, options = options },
      { name = "cfg02", type = "role", anonymous = false, options = options },
    }, page_settings.to_sections({ values = { scope = "x" }, roles = { fixtures.with(role, { anonymous = true }), role } }))
  end)
end)
