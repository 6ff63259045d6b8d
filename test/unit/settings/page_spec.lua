--- settings: what the page is shown, and unsaved settings as sections.
local cjson = require("cjson")
local config = require("sso_login.config")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local settings = require("sso_login.settings.page")
local version = require("sso_login.base.version")

local function world_of(changes, roles)
  local io, world = mock.create()
  world.uci["sso-login"] = fixtures.sections(changes, roles)
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

describe("get_settings", function()
  it("shows everything but the secret, and logs nothing", function()
    local io, world = world_of({ webui_path = "/cgi-bin/luci/" })
    local got = settings.get_settings(io)
    assert.is_true(got.ok)
    assert.same({
      values = {
        enabled = "1", issuer_url = fixtures.issuer, client_id = fixtures.client_id, scope = "openid profile email",
        redirect_uri = fixtures.options.redirect_uri, webui_path = "/cgi-bin/luci/",
      },
      client_secret_set = true,
      roles = { {
        name = "admin", email = { "ada@example.org" }, group = { "/net/admins" }, read = { "*" }, write = { "*" },
      } },
      access_groups = { { name = "luci-a", description = "A" }, { name = "luci-b", description = "B" } },
      logins = { "root", "guest" },
      version = version.version,
    }, got.data)
    assert.is_nil(cjson.encode(got):find(fixtures.client_secret, 1, true))
    assert.same({}, world.logs)
  end)

  it("says when there is no secret", function()
    for _, secret in ipairs({ fixtures.none, "" }) do
      assert.is_false(settings.get_settings((world_of({ client_secret = secret }))).data.client_secret_set)
    end
  end)

  it("never shows the secret, given as a list either", function()
    local got = settings.get_settings((world_of({ client_secret = { "one", "two" } })))
    assert.is_true(got.data.client_secret_set)
    assert.is_nil(got.data.values.client_secret)
  end)

  it("shows wrong options as they stand", function()
    local got = settings.get_settings((world_of({ scope = { "openid", "email" }, http_timeout = "soon" })))
    assert.equal("openid email", got.data.values.scope)
    assert.equal("soon", got.data.values.http_timeout)
  end)

  it("shows no option that is unknown: it may hold a former or misspelt secret", function()
    for _, option in ipairs({ "client_secret_old", "clientsecret", "Client_Secret" }) do
      local got = settings.get_settings((world_of({ [option] = "former" })))
      assert.is_nil(got.data.values[option])
      assert.is_nil(cjson.encode(got):find("former", 1, true))
    end
  end)

  it("shows roles without name, and single options as lists", function()
    local io, world = world_of()
    table.insert(world.uci["sso-login"], {
      name = "cfg07", type = "role", anonymous = true, options = { email = "a@b" },
    })
    local role = settings.get_settings(io).data.roles[2]
    assert.same({ name = "cfg07", anonymous = true, email = { "a@b" }, group = {}, read = {}, write = {} }, role)
  end)

  it("works without section default and without rpcd's package", function()
    local io, world = world_of()
    world.uci["sso-login"] = {}
    world.uci.rpcd = nil
    local got = settings.get_settings(io)
    assert.same({}, got.data.values)
    assert.same({}, got.data.logins)
    assert.is_false(got.data.client_secret_set)
  end)

  it("fails with CONFIG_ERROR when UCI cannot parse the package", function()
    local io, world = world_of()
    world.uci_broken["sso-login"] = "Parse error"
    assert.equal("CONFIG_ERROR", settings.get_settings(io).error)
  end)
end)

describe("read_settings", function()
  local function read(json)
    return settings.read_settings(world_of(), cjson.decode(json))
  end

  it("absent values stand for the saved configuration", function()
    assert.same({ ok = true }, read('{"ubus_rpc_session":"x"}'))
  end)

  it("absent roles are the saved ones, absent lists are empty", function()
    assert.equal("admin", read('{"values":{}}').data.roles[1].name)
    assert.same({ name = "x", email = {}, group = {}, read = {}, write = {} }, read('{"values":{},"roles":[{"name":"x"}]}').data.roles[1])
    assert.same({}, read('{"values":{},"roles":[]}').data.roles)
  end)

  for _, json in ipairs({
    '{"values":5}', '{"values":"x"}', '{"values":true}', '{"values":["a"]}', '{"values":{"a":5}}',
    '{"values":{"a":["b"]}}', '{"values":{},"roles":5}', '{"values":{},"roles":{"a":{}}}', '{"values":{},"roles":["a"]}',
    '{"values":{},"roles":[{}]}', '{"values":{},"roles":[{"name":5}]}', '{"values":{},"roles":[{"name":"x","email":"a"}]}',
    '{"values":{},"roles":[{"name":"x","read":[5]}]}', '{"values":{},"roles":[{"name":"x","write":{"a":"b"}}]}',
  }) do
    it(json .. " is INVALID_REQUEST, without any of its text", function()
      local refused = read(json)
      assert.equal("INVALID_REQUEST", refused.error)
      assert.is_string(refused.details)
    end)
  end
end)

describe("to_sections", function()
  it("makes what the configuration is loaded from", function()
    local io = world_of({ http_timeout = "7" })
    local saved = settings.saved_sections(io).data
    local sections = settings.to_sections({ values = settings.values_of(saved), roles = settings.roles_of(saved) })
    assert.same(config.from_sections(saved), config.from_sections(sections))
    assert.equal(7, config.from_sections(sections).data.http_timeout)
  end)
end)
