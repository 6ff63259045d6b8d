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

describe("refresh_tokens.next_turn", function()
  local function turn_of(io, ...)
    local turn = refresh_tokens.next_turn(io, providers, { ... }, live)
    return turn and { turn.name, turn.moment, turn.token and turn.token.provider, turn.entry and turn.entry.sid }
  end

  it("is that of the session whose provider was asked first, the earlier file of two", function()
    local io, world = create({ a = 10, b = 30, c = 30 })
    local first = { name_of("b"), world.now + 270, "office", "b" }
    assert.same(first, turn_of(io, name_of("a"), name_of("b"), name_of("c")))
    assert.same(first, turn_of(io, name_of("b"), name_of("c"), name_of("a")))
    assert.is_nil(turn_of(io))
  end)

  it("comes at once for an ended session and for a damaged file", function()
    local io, world = create({ a = 10, ended = 10, b = 10 })
    assert.same({ name_of("ended"), 0, "office" }, turn_of(io, name_of("a"), name_of("ended")))
    for _, damage in ipairs({ { refresh_token = fixtures.none }, { refresh_token = "" }, { asked_at = "1" } }) do
      local token = { refresh_token = "r", provider = "office", asked_at = world.now }
      world.put(io.paths.run_dir .. "/" .. name_of("b"), cjson.encode(fixtures.with(token, damage)))
      assert.same({ name_of("b"), 0, nil, "b" }, turn_of(io, name_of("a"), name_of("b")))
    end
  end)
end)

it("refresh_tokens.list leaves out the file of a process that was killed while it wrote", function()
  local io, world = create({ a = 0 })
  world.put(io.paths.run_dir .. "/" .. name_of("b") .. ".123.tmp", "{}")
  assert.same({ name_of("a") }, refresh_tokens.list(io))
end)
