local cjson = require("cjson")
local crypto = require("sso_login.contracts.crypto")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local store = require("sso_login.base.store")
local test_record = require("sso_login.login.test.test_record")

local id = crypto.hash_sha256_hex("the-ticket")
local owner = { session = "abc", id = id }
local sections = fixtures.sections({ enabled = "0" })
local handshake = { state = "test.state", nonce = "n", code_verifier = "v", cookie_hash = "c" }

local function lost(reason)
  return { ok = false, error = "STATE_NOT_FOUND", details = { test = true, reason = reason } }
end
local other_test = lost("another test has begun, or this one is over")

local function path_of(io, kind, name)
  return store.path_of(io, "test_" .. kind .. "_" .. name .. ".json")
end

local function begun()
  local io, world = mock.create()
  assert.is_true(test_record.save_snapshot(io, "abc", "the-ticket", { sections = sections }))
  assert.is_true(test_record.save_record(io, owner, handshake))
  return io, world, {
    session = path_of(io, "session", "abc"), ticket = path_of(io, "ticket", id),
    login = path_of(io, "login", crypto.hash_sha256_hex("test.state")),
  }
end

--- Changes members of a file.
local function change(world, path, changes)
  world.put(path, cjson.encode(fixtures.with(cjson.decode(world.text(path)), changes)), world.files[path].mtime)
end

it("test_record keeps settings, ticket and state in files of their own", function()
  local _, world, paths = begun()
  assert.equal("test_calls_", test_record.folder_prefix)
  local now = world.now
  assert.same({ session = "abc", id = id, created_at = now }, cjson.decode(world.text(paths.ticket)))
  assert.same({ id = id, created_at = now, sections = sections }, cjson.decode(world.text(paths.session)))
  assert.same(fixtures.with(handshake, { version = 1, session = "abc", id = id, created_at = now, expires_at = now + 300 }),
    cjson.decode(world.text(paths.login)))
end)

it("test_record.take_ticket takes a ticket once, for 300 seconds", function()
  local io = begun()
  assert.same({ ok = true, data = owner }, test_record.take_ticket(io, "the-ticket"))
  assert.same(lost(nil), test_record.take_ticket(io, "the-ticket"))
  local world
  io, world = begun()
  world.now = world.now + 300
  assert.same(lost("expired or damaged"), test_record.take_ticket(io, "the-ticket"))
end)

it("test_record.take_record refuses damaged records, and none without a cookie's hash matches a cookie", function()
  for member, value in pairs({ nonce = "", code_verifier = "", session = "", version = 2, state = "test.other" }) do
    local io, world, paths = begun()
    change(world, paths.login, { [member] = value })
    assert.is_nil(test_record.look(io, "test.state"))
    assert.same(lost("damaged"), test_record.take_record(io, "test.state"), member)
  end
  local io, world, paths = begun()
  change(world, paths.login, { cookie_hash = fixtures.none })
  local found = { owner = owner, handshake = fixtures.with(handshake, { cookie_hash = "", created_at = world.now }) }
  assert.same(found, test_record.look(io, "test.state"))
  assert.same({ ok = true, data = found }, test_record.take_record(io, "test.state"))
  assert.same(lost(nil), test_record.take_record(io, "test.state"))
end)

it("test_record.snapshot_of returns the session's last test, and the outcome takes its place", function()
  local io, world = begun()
  assert.same({ ok = true, data = { sections = sections } }, test_record.snapshot_of(io, owner))
  assert.same(other_test, test_record.snapshot_of(io, { session = "abc", id = "other" }))
  assert.is_false(test_record.save_outcome(io, { session = "abc", id = "other" }, { code = "X" }))
  assert.same({ state = "begun" }, test_record.outcome_of(io, "abc"))
  assert.is_true(test_record.save_outcome(io, owner, { code = "X" }))
  assert.same({ state = "done", outcome = { code = "X" } }, test_record.outcome_of(io, "abc"))
  assert.same(other_test, test_record.snapshot_of(io, owner))
  world.now = world.now + 300
  assert.same({ state = "none" }, test_record.outcome_of(io, "abc"))
end)
