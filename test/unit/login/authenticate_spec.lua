--- login.authenticate: what is asked of the provider and of the record, beyond what the door's specs try.
local authenticate = require("sso_login.login.authenticate")
local discovery = require("sso_login.discovery")
local fixtures = require("support.fixtures")
local scene = require("support.scene")
local upkeep = require("sso_login.login.upkeep")

local full = fixtures.discovery.full

describe("login.authenticate", function()
  it("goes by cached keys and asks for none", function()
    local io, world = scene.create()
    assert.is_true(discovery.fetch_jwks(io, full.jwks_uri).ok)
    scene.put_handshake(io, world)
    assert.is_true(authenticate.authenticate(io, fixtures.config(), scene.request()).ok)
    assert.equal(1, world.requests_to(full.jwks_uri))
  end)

  it("reads rpcd's sections for the roles, before and after the session, and its own once more", function()
    local io, world = scene.create()
    assert.is_true(upkeep.bring_in_step(io).ok)
    local before = world.calls.uci_sections
    scene.put_handshake(io, world)
    assert.is_true(authenticate.authenticate(io, fixtures.config(), scene.request()).ok)
    assert.equal(before + 4, world.calls.uci_sections)
  end)

  it("answers an error of the provider that has no record like a login without one", function()
    local io = scene.create()
    local request = scene.request({ error = "access_denied", code = fixtures.none })
    assert.same({ ok = false, error = "STATE_NOT_FOUND" }, authenticate.authenticate(io, fixtures.config(), request))
  end)
end)
