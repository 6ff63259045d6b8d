--- rpcd.refresh_tokens: the files of tokens.
local cjson = require("cjson")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local token_files = require("support.token_files")

local config = { provider = "office", issuer_url = fixtures.issuer, client_id = "c" }

local create, name_of = token_files.create, token_files.name_of

describe("refresh_tokens.read_all", function()
  it("leaves out the file of a process that was killed while it wrote, and others", function()
    local io, world = create({ a = 0 })
    for _, name in ipairs({ name_of("b") .. ".123.tmp", "other_x.json" }) do
      world.put(io.paths.run_dir .. "/" .. name, "{}")
    end
    local files = refresh_tokens.read_all(io)
    assert.same({ 1, name_of("a"), "r", {} }, { #files.whole, files.whole[1].name, files.whole[1].token.refresh_token, files.damaged })
  end)

  local damages = { { refresh_token = fixtures.none }, { refresh_token = "" }, { refresh_token = 7 }, { asked_at = "1" }, { provider = fixtures.none } }
  for _, damage in ipairs(damages) do
    it("tells damaged files apart", function()
      local io, world = create({})
      local token = { refresh_token = "r", provider = "office", asked_at = world.now }
      world.put(io.paths.run_dir .. "/" .. name_of("a"), cjson.encode(fixtures.with(token, damage)))
      assert.same({ whole = {}, damaged = { name_of("a") } }, refresh_tokens.read_all(io))
    end)
  end
end)

it("refresh_tokens.keep stores nothing that is no token", function()
  local io, world = mock.create()
  for _, value in ipairs({ "", "a b", 7 }) do
    assert.is_false(refresh_tokens.keep(io, config, "a", value))
  end
  assert.same({}, world.in_run_dir("^refresh_"))
  assert.equal("is not a text", refresh_tokens.fault_of(""))
end)

describe("a stored token", function()
  local token = { refresh_token = "r", provider = "p", issuer = "i", client_id = "c", asked_at = 1, proved_at = 1, proved_uptime = 1 }

  it("is a value: each event makes another one, and a proof ends a failure", function()
    local io, world = mock.create()
    local asked = refresh_tokens.at_question(io, token)
    local failed = refresh_tokens.after_failure(refresh_tokens.rotated(asked, "r2"), "CODE (why)")
    local again = refresh_tokens.at_question(io, failed)
    assert.same(fixtures.with(token, { asked_at = world.now }), asked)
    assert.same(fixtures.with(asked, { refresh_token = "r2", failure = "CODE (why)" }), failed)
    assert.same(failed, again)
    local proved = { refresh_token = "r2", failure = fixtures.none, proved_at = world.now, proved_uptime = world.clock }
    assert.same(fixtures.with(asked, proved), refresh_tokens.after_proof(io, again))
    assert.equal(1, token.asked_at)
  end)
end)

it("refresh_tokens.interval_of is at least five minutes, and none for what is no number", function()
  for option, expected in pairs({ ["60"] = 300, ["300"] = 300, ["900"] = 900, x = false, [""] = false }) do
    assert.equal(expected or nil, refresh_tokens.interval_of(option))
  end
  assert.is_nil(refresh_tokens.interval_of(nil))
end)

describe("refresh_tokens.last_proof", function()
  it("is that of the file, or else the login, by the clock that does not jump", function()
    local io, world = create({ a = 50 })
    world.now, world.clock = world.now + 86400, world.clock + 10
    local sessions = { { sid = "a" }, { sid = "x", since = 5, uptime = world.clock - 7 }, { sid = "x", since = world.now - 9 }, { sid = "x" } }
    local expected = { { world.now - 86450, 10 }, { 5, 7 }, { world.now - 9, 9 }, { 0, world.now } }
    for at, entry in ipairs(sessions) do
      local proof = refresh_tokens.last_proof(io, entry)
      assert.same(expected[at], { proof.at, proof.age })
    end
  end)

  it("is read from files of earlier versions: the last question where that proved the user", function()
    for _, case in ipairs({ { {}, -300, 300 }, { { proved_at = -900 }, -900, 900 }, { { asked_at = 500 }, 500, 0 } }) do
      local io, world = create({})
      local token = { refresh_token = "r", provider = "office", asked_at = world.now + (case[1].asked_at or -300) }
      token.proved_at = case[1].proved_at and world.now + case[1].proved_at
      world.put(io.paths.run_dir .. "/" .. name_of("a"), cjson.encode(token))
      local proof = refresh_tokens.last_proof(io, { sid = "a" })
      assert.same({ world.now + case[2], case[3] }, { proof.at, proof.age })
    end
  end)

  it("is too old after three intervals, and at least an hour", function()
    local io, world = mock.create()
    for _, case in ipairs({ { "300", 3599, false }, { "300", 3600, true }, { "1200", 3600, true }, { "1300", 3899, false }, { "1300", 3900, true },
      { "x", 99999, false }, { nil, 99999, false } }) do
      local entry = { sid = "a", client = "", uptime = world.clock - case[2] }
      assert.equal(case[3], refresh_tokens.is_unproved(io, entry, case[1]))
      entry.client = "robot"
      assert.is_false(refresh_tokens.is_unproved(io, entry, case[1]))
    end
  end)
end)
