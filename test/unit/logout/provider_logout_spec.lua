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
      return provider_logout.check(io, config, { provider_sid = "s", email = "", sub = "u", id_token = token }, world.now).ok
    end
    provider_logout.mark(io, "i", "s", "", "ES256")
    assert.same({ true, false, false }, { check(fixtures.tokens.rs256), check(fixtures.tokens.es256), check(nil) })
    provider_logout.mark(io, "i", "", "u")
    assert.is_false(check(fixtures.tokens.rs256), "a mark of an earlier version")
  end)

  it("by an administrator ends logins and tokens begun before it, by e-mail and sub, whatever the provider", function()
    local io, world = mock.create()
    local function reason(user, since)
      local checked = provider_logout.check(io, { issuer_url = "i" }, user, since)
      return checked.ok or (checked.error .. " " .. checked.details.reason)
    end
    assert.is_true(provider_logout.mark_user(io, "Ada@b"))
    assert.is_true(provider_logout.mark_user(io, "U-1"))
    local said = "IDP_ERROR an administrator has logged the user out "
    for _, user in ipairs({ { email = "ada@B", sub = "x" }, { email = "", sub = "u-1" }, { email = "x", sub = "U-1" } }) do
      assert.equal(said .. "during the login", reason(user, world.now))
      assert.is_true(reason(user, world.now + 1))
      user.program = { is_of_person = true }
      assert.equal(said .. "since the token was issued", reason(user, world.now - 9))
    end
    assert.is_true(reason({ email = "", sub = "x" }, 0))
    world.fail("write_file")
    assert.is_false(provider_logout.mark_user(io, "x"))
  end)

  it("is about tokens as long as they may open a session", function()
    local io, world = mock.create()
    local function check(age, is_of_person)
      local user = { email = "", sub = "u", provider_sid = "", program = { is_of_person = is_of_person } }
      return provider_logout.check(io, { issuer_url = "i" }, user, world.now - age).ok
    end
    assert.same({ true, false, true }, { check(86399, true), check(86400, true), check(86400, false) })
    provider_logout.mark(io, "i", "", "u")
    world.uci["sso-login"] = fixtures.sections({ api_audience = "a" })
    world.put(io.paths.run_dir .. "/ended_x.tmp", "")
    clean_up.clean(io, world.now + 86399)
    assert.equal(1, #world.in_run_dir("^ended_"))
    world.now = world.now + 86399
    assert.is_false(check(86399, true))
    clean_up.clean(io, world.now + 1)
    assert.same({}, world.in_run_dir("^ended_"))
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
