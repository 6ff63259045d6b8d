--- login.initiate: a login that cannot be kept is not started.
local fixtures = require("support.fixtures")
local initiate = require("sso_login.login.initiate")
local scene = require("support.scene")

describe("login.initiate", function()
  it("says where the record could not be stored", function()
    local io, world = scene.create()
    world.fail("write_file")
    assert.same(
      { ok = false, error = "INTERNAL_ERROR", details = { reason = "cannot store the handshake", path = io.paths.run_dir } },
      initiate.initiate(io, fixtures.config())
    )
  end)
end)
