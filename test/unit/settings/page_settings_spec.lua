local cjson = require("cjson")
local fixtures = require("support.fixtures")
local scene = require("support.scene")
local page_settings = require("sso_login.settings.page_settings")

describe("read_settings", function()
  local function read(json) return page_settings.read_settings(scene.create(), cjson.decode(json)) end

  it("absent values mean the saved configuration", function()
    assert.same({ ok = true }, read('{"ubus_rpc_session":"x"}'))
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

  --- The sections made of JSON, after those of the first provider.
  local first = { name = "default", type = "oidc", anonymous = false, options = { scope = "x", z = "" } }
  local function further(io, json)
    local got = page_settings.read_settings(io, cjson.decode('{"values":{"scope":"x","z":""}' .. json .. "}")).data
    assert.same(first, table.remove(got.sections, 1))
    return got.sections, got.provider
  end
  local office = { name = "office", type = "oidc", anonymous = false, options = { scope = { "a", "b" } } }

  it("makes sections of providers and roles, anonymous ones where marked so, without empty lists", function()
    local lists = '"email":["a@b"],"group":["g"],"read":["r"],"write":["w","v"],"sub":["s"],"sub_issuer":"i","access":[]'
    local sections, provider = further(scene.create(), ',"roles":[{"name":"a",' .. lists .. ',"anonymous":true},{"name":"b","anonymous":"yes","sub_issuer":7}],'
      .. '"providers":[{"name":"y","values":{"a":"b"}},{"values":{}}],"provider":"y"')
    assert.same({
      { name = "y", type = "oidc", anonymous = false, options = { a = "b" } }, { name = "", type = "oidc", anonymous = false, options = {} },
      { name = "a", type = "role", anonymous = true, options = {
        email = { "a@b" }, group = { "g" }, read = { "r" }, write = { "w", "v" }, sub = { "s" }, sub_issuer = "i",
      } },
      { name = "b", type = "role", anonymous = false, options = { sub_issuer = "" } },
    }, sections)
    assert.equal("y", provider)
  end)

  it("takes the saved sections of what is absent, and none where they cannot be read", function()
    local io, world = scene.create()
    local role = world.uci["sso-login"][2]
    table.insert(world.uci["sso-login"], office)
    assert.same({ { office, role } }, { further(io, ',"provider":""') })
    assert.same({ office }, further(io, ',"roles":[]'))
    assert.same({ role }, further(io, ',"providers":[]'))
    world.uci_broken["sso-login"] = "Parse error"
    assert.same({}, further(io, ""))
    world.before("uci_sections", error)
    assert.same({}, further(io, ',"providers":[],"roles":[]'))
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

it("completed_sections have the saved secret of each provider, and name those to which it may not be sent", function()
  local office = { name = "office", type = "oidc", anonymous = false, options = { scope = { "a", "b" }, issuer_url = "https://o.example" } }
  local unsaved = fixtures.sections({ client_secret = fixtures.none })
  table.insert(unsaved, office)
  local completed = page_settings.completed_sections(unsaved, fixtures.sections())
  assert.same({ "office" }, completed.unsendable)
  local options = fixtures.with(office.options, { scope = "a b", client_secret = "" })
  assert.same({ fixtures.sections()[1], unsaved[2], fixtures.with(office, { options = options }) }, completed.sections)
end)
