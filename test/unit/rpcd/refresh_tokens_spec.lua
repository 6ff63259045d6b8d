--- rpcd.refresh_tokens: the files of tokens, and the one whose turn comes first.
local cjson = require("cjson")
local fixtures = require("support.fixtures")
local hash = require("sso_login.jose.hash")
local mock = require("support.mock")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")

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

describe("refresh_tokens.settle", function()
  local function turns_of(io, names) return refresh_tokens.settle(io, names, live, providers) end

  it("come by the last question, for an ended session at once, and for none without the option", function()
    local io, world = create({ a = 10, ended = 10, b = 10 })
    local found = turns_of(io, { name_of("a"), name_of("ended") })
    assert.same({ 2, world.now + 290, "a", world.now, nil }, { #found, found[1].moment, found[1].entry.sid, found[2].moment, found[2].entry })
    local kept = refresh_tokens.settle(io, { name_of("b") }, live, {})
    assert.same({ {}, true }, { kept, world.text(io.paths.run_dir .. "/" .. name_of("b")) ~= nil })
  end)

  for _, damage in ipairs({ { refresh_token = fixtures.none }, { refresh_token = "" }, { asked_at = "1" } }) do
    it("end the session of a damaged file, which goes with it", function()
      local io, world = create({})
      local sid = world.add_session({ sso_issuer = fixtures.issuer })
      local path = io.paths.run_dir .. "/" .. name_of(sid)
      world.put(path, cjson.encode(fixtures.with({ refresh_token = "r", provider = "office", asked_at = world.now }, damage)))
      local entry = rpcd_sessions.find_session(io, sid)
      local call = io.ubus_call
      for _, is_refused in ipairs({ true, false }) do
        io.ubus_call = function(...)
          return is_refused and select(2, ...) == "destroy" and { ok = false, error = "UBUS_ERROR" } or call(...)
        end
        assert.same({}, refresh_tokens.settle(io, { name_of(sid) }, { entry }, providers))
        assert.same({ is_refused, is_refused }, { world.sessions[sid] ~= nil, world.text(path) ~= nil })
      end
      assert.matches("^SESSION_ENDED reason=damaged_file [^\n]*$", world.log_text())
      world.put(path, "{")
      refresh_tokens.settle(io, { name_of(sid) }, {}, providers)
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
