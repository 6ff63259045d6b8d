local fixtures = require("support.fixtures")
local mock = require("support.mock")
local provider_logout = require("sso_login.logout.provider_logout")
local clean_up = require("sso_login.web.clean_up")

describe("provider_logout.mark", function()
  it("names the session where the token does, else the user", function()
    local io, world = mock.create()
    assert.is_true(provider_logout.mark(io, "i", "s", "u"))
    assert.is_true(provider_logout.has_ended(io, "i", "s", "", world.now))
    assert.is_false(provider_logout.has_ended(io, "i", "u", "u", world.now))
    assert.is_false(provider_logout.has_ended(io, "i", "", "", world.now))
    assert.is_true(provider_logout.mark(io, "i", "", "u"))
    assert.is_true(provider_logout.has_ended(io, "i", "x", "u", world.now))
    assert.is_false(provider_logout.has_ended(io, "i", "x", "s", world.now))
    assert.is_false(provider_logout.has_ended(io, "other", "s", "u", world.now), "another issuer's")
  end)

  it("names with a session also its user, of whom only logins count that name no session", function()
    local io, world = mock.create()
    local function ended(sid, sub) return provider_logout.has_ended(io, "i", sid, sub, world.now) end
    assert.is_true(provider_logout.mark(io, "i", "s", "u"))
    assert.same({ true, true, false, false, true },
      { ended("s", "u"), ended("", "u"), ended("", "x"), ended("other", "u"), ended("s", "x") })
    assert.equal(2, #world.in_run_dir("^ended_"))
    assert.is_true(provider_logout.mark(io, "i", "", "u"))
    assert.same({ true, true, true, false }, { ended("s", "u"), ended("", "u"), ended("other", "u"), ended("other", "x") })
    for failing = 0, 1 do
      world.fail("write_file", 1, failing)
      assert.is_false(provider_logout.mark(io, "i", "s", "u"))
    end
  end)

  it("ends logins that began before it or in the same second", function()
    local io, world = mock.create()
    provider_logout.mark(io, "i", "s", "")
    assert.is_true(provider_logout.has_ended(io, "i", "s", "", world.now - 1))
    assert.is_true(provider_logout.has_ended(io, "i", "s", "", world.now))
    assert.is_false(provider_logout.has_ended(io, "i", "s", "", world.now + 1))
  end)

  it("ends no login whose ID Token has another algorithm than the logout token", function()
    local io, world = mock.create()
    local config = { issuer_url = "i" }
    local function check(token)
      return provider_logout.check(io, config, { provider_sid = "s", sub = "u", id_token = token }, world.now, "x").ok
    end
    provider_logout.mark(io, "i", "s", "", "ES256")
    assert.same({ true, false, false }, { check(fixtures.tokens.rs256), check(fixtures.tokens.es256), check(nil) })
    provider_logout.mark(io, "i", "", "u")
    assert.is_false(check(fixtures.tokens.rs256), "a mark of an earlier version")
  end)

  it("is removed when no such login can exist", function()
    local io, world = mock.create()
    provider_logout.mark(io, "i", "s", "")
    clean_up.clean(io, world.now + 299)
    assert.equal(1, #world.in_run_dir("^ended_"))
    clean_up.clean(io, world.now + 300)
    assert.same({}, world.in_run_dir("^ended_"))
  end)

  it("is ignored if damaged, and a failure to write it is reported", function()
    local io, world = mock.create()
    provider_logout.mark(io, "i", "s", "")
    local path = io.paths.run_dir .. "/" .. world.in_run_dir("^ended_")[1]
    for _, content in ipairs({ "", "{}", '{"at":"1"}', "x" }) do
      world.put(path, content)
      assert.is_false(provider_logout.has_ended(io, "i", "s", "", 0))
    end
    world.fail("write_file")
    assert.is_false(provider_logout.mark(io, "i", "s", ""))
  end)
end)
