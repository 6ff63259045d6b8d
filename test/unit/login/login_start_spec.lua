local authorization_request = require("sso_login.protocol.authorization_request")
local cjson = require("cjson")
local fixtures = require("support.fixtures")
local login_start = require("sso_login.login.login_start")
local scene = require("support.scene")

describe("initiate", function()
  it("returns the provider's address and stores the handshake under its state", function()
    local io, world = scene.create()
    local config = fixtures.config()
    local started = login_start.initiate(io, config, {}).data
    local stored = cjson.decode(world.text(scene.record_path(io, started.handshake.state)))
    assert.same({ started.handshake.state, "" }, { stored.state, stored.host })
    assert.same({}, world.locked)
    assert.equal(authorization_request.get_auth_url(io, config, fixtures.metadata(), stored).data, started.url)
  end)

  it("stores new random values for 300 seconds, with the issuer that the response must name where the provider promises it", function()
    local seen = {}
    for at = 1, 20 do
      local io, world = scene.create({ document = at > 10 and "promises_iss" or "full" })
      local started = login_start.initiate(io, fixtures.config(), { host = "router.example", return_to = "/x", cookie_hash = "h" }).data
      local stored = cjson.decode(world.text(scene.record_path(io, started.handshake.state)))
      for member, length in pairs({ state = 43, nonce = 43, code_verifier = 64 }) do
        assert.matches("^[%w_-]+$", stored[member])
        assert.equal(length, #stored[member])
        assert.is_nil(seen[stored[member]])
        seen[stored[member]] = true
        stored[member] = nil
      end
      assert.same({ version = 1, host = "router.example", return_to = "/x", cookie_hash = "h", issuer = fixtures.issuer,
        iss_expected = at > 10 or nil, created_at = world.now, expires_at = world.now + 300 }, stored)
    end
  end)

  for what, case in pairs({
    ["another issuer"] = { "DISCOVERY_ISSUER_MISMATCH", { metadata = { issuer = "https://evil.example" } } },
    ["no usable client authentication"] = { "CONFIG_ERROR", { document = "jwt_only" } },
    ["a scope that is too long"] = { "CONFIG_ERROR", {}, { scope = ("x"):rep(4000) } },
  }) do
    it(("stores nothing and returns %s with %s"):format(case[1], what), function()
      local io, world = scene.create(case[2])
      assert.equal(case[1], login_start.initiate(io, fixtures.config(case[3]), {}).error)
      assert.same({}, world.in_run_dir("^handshake"))
    end)
  end

  it("names the folder in which the record could not be stored", function()
    local io, world = scene.create()
    world.fail("write_file")
    assert.same(
      { ok = false, error = "INTERNAL_ERROR", details = { reason = "cannot store the handshake", path = io.paths.run_dir } },
      login_start.initiate(io, fixtures.config(), {})
    )
  end)

  it("leaves no part of a record when it is killed at any call, and the next start succeeds", function()
    local call, finished = 0, false
    while not finished do
      local io, world = scene.create()
      local config = fixtures.config()
      world.crash_after = call
      finished = pcall(login_start.initiate, io, config, {})
      world.crash_after = nil
      for _, name in ipairs(world.in_run_dir("^handshake_")) do
        assert.equal(1, cjson.decode(world.text(io.paths.run_dir .. "/" .. name)).version)
      end
      assert.is_true(login_start.initiate(io, config, {}).ok)
      call = call + 1
    end
    assert.is_true(call > 8)
  end)
end)
