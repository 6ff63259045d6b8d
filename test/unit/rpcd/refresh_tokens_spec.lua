--- rpcd.refresh_tokens: the files of tokens, and the one whose turn comes first.
local cjson = require("cjson")
local fixtures = require("support.fixtures")
local hash = require("sso_login.jose.hash")
local mock = require("support.mock")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")

local providers = { { name = "office", type = "oidc", anonymous = false, options = { session_revalidate = "60" } } }
local config = { provider = "office", issuer_url = fixtures.issuer, client_id = "c" }
local live = { { sid = "a" }, { sid = "b" }, { sid = "c" } }

local function name_of(sid) return "refresh_" .. hash.hash_sha256_hex(sid) .. ".json" end

--- A router with a token of each session, by the seconds since the provider was asked about it.
local function create(ages)
  local io, world = mock.create()
  local now = world.now
  for sid, age in pairs(ages) do
    world.now = now - age
    assert.is_true(refresh_tokens.keep(io, config, sid, "r"))
  end
  world.now = now
  return io, world
end

describe("refresh_tokens.turns_of", function()
  local function turns_of(io, names) return refresh_tokens.turns_of(io, names, live, providers) end

  it("come by the last question, for an ended session at once, and for none without the option", function()
    local io, world = create({ a = 10, ended = 10, b = 10 })
    local found = turns_of(io, { name_of("a"), name_of("ended") })
    assert.same({ 2, world.now + 290, "a", world.now, nil }, { #found, found[1].moment, found[1].entry.sid, found[2].moment, found[2].entry })
    local kept = refresh_tokens.turns_of(io, { name_of("b") }, live, {})
    assert.same({ {}, true }, { kept, world.text(io.paths.run_dir .. "/" .. name_of("b")) ~= nil })
  end)

  for _, damage in ipairs({ { refresh_token = fixtures.none }, { refresh_token = "" }, { asked_at = "1" } }) do
    it("has none for a damaged file, which goes", function()
      local io, world = create({})
      local path = io.paths.run_dir .. "/" .. name_of("a")
      world.put(path, cjson.encode(fixtures.with({ refresh_token = "r", provider = "office", asked_at = world.now }, damage)))
      assert.same({}, turns_of(io, { name_of("a") }))
      assert.is_nil(world.text(path))
    end)
  end

  it("have one that is first: that which is due for the longest time, a question before a token that is to go", function()
    local io, world = create({ a = 310, b = 330, ended = 10, gone = 10, c = 10 })
    for expected, sids in pairs({ b = { "ended", "b", "a", "c" }, a = { "ended", "a", "c" }, ended = { "ended", "gone", "c" }, none = { "c" } }) do
      local names = {}
      for at, sid in ipairs(sids) do
        names[at] = name_of(sid)
      end
      local turn = refresh_tokens.first_turn(turns_of(io, names), "office", world.now)
      assert.equal(expected ~= "none" and name_of(expected) or nil, turn and turn.name)
      assert.is_nil(refresh_tokens.first_turn(turns_of(io, names), "other", world.now + 900))
    end
  end)
end)

it("refresh_tokens.list leaves out the file of a process that was killed while it wrote", function()
  local io, world = create({ a = 0 })
  world.put(io.paths.run_dir .. "/" .. name_of("b") .. ".123.tmp", "{}")
  assert.same({ name_of("a") }, refresh_tokens.list(io))
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
