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

describe("refresh_tokens.turns", function()
  local function turns_of(io, names) return refresh_tokens.turns(io, names, live, providers) end

  it("come by the last question, for an ended session at once; a damaged file goes", function()
    local io, world = create({ a = 10, ended = 10, b = 10 })
    for _, damage in ipairs({ { refresh_token = fixtures.none }, { refresh_token = "" }, { asked_at = "1" } }) do
      local token = { refresh_token = "r", provider = "office", asked_at = world.now }
      world.put(io.paths.run_dir .. "/" .. name_of("b"), cjson.encode(fixtures.with(token, damage)))
      local found = turns_of(io, { name_of("a"), name_of("b"), name_of("ended") })
      assert.same({ 2, world.now + 290, "a", world.now, nil }, { #found, found[1].moment, found[1].entry.sid, found[2].moment, found[2].entry })
      assert.is_nil(world.text(io.paths.run_dir .. "/" .. name_of("b")))
    end
  end)

  it("have one that is first: of the questions that are due the oldest, then a token that is to go", function()
    local io, world = create({ a = 310, b = 330, ended = 10, c = 10 })
    local names = { name_of("ended"), name_of("a"), name_of("b"), name_of("c") }
    for _, expected in ipairs({ "b", "a", "ended" }) do
      local turn = refresh_tokens.first_turn(turns_of(io, names), "office", world.now)
      assert.equal(name_of(expected), turn.name)
      refresh_tokens.remove(io, turn.name)
      names = refresh_tokens.list(io)
    end
    assert.is_nil(refresh_tokens.first_turn(turns_of(io, names), "office", world.now))
    assert.is_nil(refresh_tokens.first_turn(turns_of(io, names), "other", world.now + 900))
  end)
end)

it("refresh_tokens.list leaves out the file of a process that was killed while it wrote", function()
  local io, world = create({ a = 0 })
  world.put(io.paths.run_dir .. "/" .. name_of("b") .. ".123.tmp", "{}")
  assert.same({ name_of("a") }, refresh_tokens.list(io))
end)
