--- settings: unsaved settings, and the sections they would be saved as.
local cjson = require("cjson")
local load = require("sso_login.settings.load")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local settings = require("sso_login.settings.page")

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
    local saved = load.saved_sections(io).data
    local sections = settings.to_sections({ values = settings.values_of(saved), roles = settings.roles_of(saved) })
    assert.same(load.from_sections(saved), load.from_sections(sections))
    assert.equal(7, load.from_sections(sections).data.http_timeout)
  end)
end)
