--- login.initiate: a login that cannot be kept is not started.
local fixtures = require("support.fixtures")
local initiate = require("sso_login.login.initiate")
local cjson = require("cjson")
local scene = require("support.scene")

describe("login.initiate", function()
  it("keeps the host, or that it is not known", function()
    for host, expected in pairs({ [""] = "", ["router.example"] = "router.example" }) do
      local io, world = scene.create()
      local started = initiate.initiate(io, fixtures.config(), { host = host ~= "" and host or nil })
      assert.equal(expected, cjson.decode(world.text(scene.record_path(io, started.data.token))).host)
    end
  end)

  it("says where the record could not be stored", function()
    local io, world = scene.create()
    world.fail("write_file")
    assert.same(
      { ok = false, error = "INTERNAL_ERROR", details = { reason = "cannot store the handshake", path = io.paths.run_dir } },
      initiate.initiate(io, fixtures.config())
    )
  end)
end)
