--- login.revalidation.turn_schedule: the turns of files, and the one that comes first.
local cjson = require("cjson")
local fixtures = require("support.fixtures")
local hash = require("sso_login.jose.hash")
local mock = require("support.mock")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local turn_schedule = require("sso_login.login.revalidation.turn_schedule")

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

describe("turn_schedule.turns_of", function()
  local function turns_of(io, names) return turn_schedule.turns_of(io, names, live, providers) end

  it("come by the last question, for an ended session at once, and for none without the option", function()
    local io, world = create({ a = 10, ended = 10, b = 10 })
    local found = turns_of(io, { name_of("a"), name_of("ended") })
    assert.same({ 2, world.now + 290, "a", world.now, nil }, { #found, found[1].moment, found[1].entry.sid, found[2].moment, found[2].entry })
    local kept = turn_schedule.turns_of(io, { name_of("b") }, live, {})
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
      local turn = turn_schedule.first_turn(turns_of(io, names), "office", world.now)
      assert.equal(expected ~= "none" and name_of(expected) or nil, turn and turn.name)
      assert.is_nil(turn_schedule.first_turn(turns_of(io, names), "other", world.now + 900))
    end
  end)
end)
