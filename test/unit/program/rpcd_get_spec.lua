--- rpcd get: what the settings page is shown.
local cjson = require("cjson")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local rpcd = require("sso_login.program.rpcd")
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
  it("says who is logged in, and until when", function()
    local io, world = world_of()
    world.add_session({ sso_issuer = "i", sso_email = "ada@example.org", sso_sub = "a", username = "admin", sso_login_time = world.now })
    world.add_session({ sso_issuer = "i", sso_email = "", sso_sub = "b", username = "kid", sso_login_time = world.now - 50 })
    world.add_session({ username = "root" })
    local ends = world.now + 3600
    assert.same({
      { who = "ada@example.org", role = "admin", ["until"] = ends }, { who = "b", role = "kid", ["until"] = ends },
    }, rpcd.get_settings(io).data.sessions)
    world.uci["sso-login"][1].options.session_max_lifetime = "300"
    assert.same({
      { who = "ada@example.org", role = "admin", ["until"] = world.now + 300, latest = world.now + 300 },
      { who = "b", role = "kid", ["until"] = world.now + 250, latest = world.now + 250 },
    }, rpcd.get_settings(io).data.sessions)
    world.ubus_fail("list")
    assert.same({}, rpcd.get_settings(io).data.sessions)
  end)

  it("shows everything but the secret, and logs nothing", function()
    local io, world = world_of({ webui_path = "/cgi-bin/luci/" })
    local got = rpcd.get_settings(io)
    assert.is_true(got.ok)
    assert.same({
      values = {
        enabled = "1", issuer_url = fixtures.issuer, client_id = fixtures.client_id, scope = "openid profile email",
        redirect_uri = fixtures.options.redirect_uri, webui_path = "/cgi-bin/luci/",
      },
      client_secret_set = true,
      roles = { {
        name = "admin", email = { "ada@example.org" }, group = { "/net/admins" }, sub = {}, read = { "*" }, write = { "*" },
      } },
      access_groups = { { name = "luci-a", description = "A" }, { name = "luci-b", description = "B" } },
      logins = { "root", "guest" },
      sessions = {},
      version = version.version,
    }, got.data)
    assert.is_nil(cjson.encode(got):find(fixtures.client_secret, 1, true))
    assert.same({}, world.logs)
  end)

  it("says when there is no secret", function()
    for _, secret in ipairs({ fixtures.none, "" }) do
      assert.is_false(rpcd.get_settings((world_of({ client_secret = secret }))).data.client_secret_set)
    end
  end)

  it("never shows the secret, given as a list either", function()
    local got = rpcd.get_settings((world_of({ client_secret = { "one", "two" } })))
    assert.is_true(got.data.client_secret_set)
    assert.is_nil(got.data.values.client_secret)
  end)

  it("shows wrong options as they stand", function()
    local got = rpcd.get_settings((world_of({ scope = { "openid", "email" }, http_timeout = "soon" })))
    assert.equal("openid email", got.data.values.scope)
    assert.equal("soon", got.data.values.http_timeout)
  end)

  it("shows no option that is unknown: it may hold a former or misspelt secret", function()
    for _, option in ipairs({ "client_secret_old", "clientsecret", "Client_Secret" }) do
      local got = rpcd.get_settings((world_of({ [option] = "former" })))
      assert.is_nil(got.data.values[option])
      assert.is_nil(cjson.encode(got):find("former", 1, true))
    end
  end)

  it("shows roles without name, and single options as lists", function()
    local io, world = world_of()
    table.insert(world.uci["sso-login"], {
      name = "cfg07", type = "role", anonymous = true, options = { email = "a@b" },
    })
    local role = rpcd.get_settings(io).data.roles[2]
    assert.same({ name = "cfg07", anonymous = true, email = { "a@b" }, group = {}, sub = {}, read = {}, write = {} }, role)
    world.uci["sso-login"][3].options.sub = "id-1"
    assert.same({ "id-1" }, rpcd.get_settings(io).data.roles[2].sub)
  end)

  it("works without section default and without rpcd's package", function()
    local io, world = world_of()
    world.uci["sso-login"] = {}
    world.uci.rpcd = nil
    local got = rpcd.get_settings(io)
    assert.same({}, got.data.values)
    assert.same({}, got.data.logins)
    assert.is_false(got.data.client_secret_set)
  end)

  it("fails with CONFIG_ERROR when UCI cannot parse the package", function()
    local io, world = world_of()
    world.uci_broken["sso-login"] = "Parse error"
    assert.equal("CONFIG_ERROR", rpcd.get_settings(io).error)
  end)
end)
