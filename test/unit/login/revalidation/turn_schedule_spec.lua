--- login.revalidation.turn_schedule: the turns of files, and the one that comes first.
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local token_files = require("support.token_files")
local turn_schedule = require("sso_login.login.revalidation.turn_schedule")

local providers = { { name = "office", type = "oidc", anonymous = false, options = { session_revalidate = "60" } } }
local live = { { sid = "a" }, { sid = "b" }, { sid = "c" } }

local create, name_of = token_files.create, token_files.name_of

--- The turns of the files of these sessions, in this order.
local function turns_of(io, world, sids, sections)
  local files = {}
  for at, sid in ipairs(sids) do
    files[at] = { name = name_of(sid), token = refresh_tokens.read(io, name_of(sid)) }
  end
  return turn_schedule.turns_of(files, live, sections or providers, world.now)
end

describe("turn_schedule.turns_of", function()
  it("asks an interval after the last question, revokes the token of an ended session at once, and asks nothing without the option", function()
    local io, world = create({ a = 10, ended = 10, b = 10 })
    local question, revocation = unpack(turns_of(io, world, { "a", "ended" }))
    assert.same({ "question", name_of("a"), world.now + 290, "a" }, { question.kind, question.name, question.due_at, question.session.sid })
    assert.same({ "revocation", name_of("ended"), world.now }, { revocation.kind, revocation.name, revocation.due_at })
    assert.same({}, turns_of(io, world, { "b" }, {}))
  end)

  it("asks at once where the clock went back", function()
    local io, world = create({ a = -300, b = -299 })
    local all = turns_of(io, world, { "a", "b" })
    assert.same({ world.now, world.now + 599 }, { all[1].due_at, all[2].due_at })
  end)
end)

describe("turn_schedule.first_due", function()
  it("is the turn that is due for the longest time, a question before a token that is to go", function()
    local io, world = create({ a = 310, b = 330, ended = 10, gone = 10, c = 10 })
    for expected, sids in pairs({ b = { "ended", "b", "a", "c" }, a = { "ended", "a", "c" }, ended = { "ended", "gone", "c" }, none = { "c" } }) do
      local all = turns_of(io, world, sids)
      local turn = turn_schedule.first_due(all, "office", world.now)
      assert.equal(expected ~= "none" and name_of(expected) or nil, turn and turn.name)
      assert.is_nil(turn_schedule.first_due(all, "other", world.now + 900))
    end
  end)
end)
