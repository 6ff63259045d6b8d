local crypto = require("sso_login.contracts.crypto")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local named_sessions = require("sso_login.logout.named_sessions")
local provider_logout = require("sso_login.logout.provider_logout")

local request = { sid = "", sub = "user-1", jti = "j", alg = "RS256" }
local name = crypto.hash_sha256_hex("logout " .. fixtures.issuer .. " j")

local function session_of(world, since)
  return world.add_session({ sso_issuer = fixtures.issuer, sso_sub = "user-1", sso_login_time = since })
end

local function remaining(world, sids)
  local left = {}
  for at, sid in ipairs(sids) do
    left[at] = world.sessions[sid] ~= nil
  end
  return left
end

describe("named_sessions.end_all", function()
  it("serves one request for a token at a time, and leaves no file", function()
    local io, world = mock.create()
    local claim = io.paths.run_dir .. "/claim_" .. name
    io.make_dir(io.paths.run_dir)
    world.before("ubus_call_all", function() assert.is_true(world.locked[claim]) end)
    assert.same({ ok = true, data = true }, named_sessions.end_all(io, fixtures.config(), request))
    assert.is_nil(io.file_info(claim))
    assert.same({ ok = false, error = "TOKEN_REPLAYED" }, named_sessions.end_all(io, fixtures.config(), request))
    world.fail("lock", 1)
    assert.same({ ok = false, error = "TOKEN_REPLAYED", details = { reason = "another request works on it" } },
      named_sessions.end_all(io, fixtures.config(), request))
  end)

  it("ends sessions whose ID Token has the algorithm of the logout token, or that have none", function()
    local io, world = mock.create()
    local sids = {}
    for at, token in ipairs({ fixtures.tokens.rs256, fixtures.tokens.es256, "", "damaged" }) do
      sids[at] = world.add_session({ sso_issuer = fixtures.issuer, sso_sub = "user-1", sso_id_token = token })
    end
    local refused = { ok = false, error = "UNSUPPORTED_ALGORITHM",
      details = { alg = "RS256", reason = "is not that of the session's ID Token" } }
    assert.same(refused, named_sessions.end_all(io, fixtures.config(), request))
    assert.same({ false, true, false, false }, remaining(world, sids))
    assert.same(refused, named_sessions.end_all(io, fixtures.config(), request), "it may come again")
    assert.is_true(named_sessions.end_all(io, fixtures.config(), fixtures.with(request, { alg = "ES256", jti = "k" })).ok)
    assert.same({}, world.sessions)
  end)

  it("fails where one session cannot be ended", function()
    local io, world = mock.create()
    session_of(world, world.now)
    world.ubus_fail("destroy")
    assert.same({ ok = false, error = "UBUS_LOGIN_FAILED", details = { method = "destroy" } },
      named_sessions.end_all(io, fixtures.config(), request))
  end)

  it("ends at a repetition the sessions that began up to a second after the first use", function()
    local io, world = mock.create()
    local first = session_of(world, world.now)
    world.fail("ubus_call_all", 1)
    assert.is_false(named_sessions.end_all(io, fixtures.config(), request).ok)
    local sids = { first, session_of(world, world.now + 1), session_of(world, world.now + 2), session_of(world, nil) }
    world.now = world.now + 5
    assert.is_true(named_sessions.end_all(io, fixtures.config(), request).ok)
    assert.same({ false, false, true, false }, remaining(world, sids))
    assert.equal("TOKEN_REPLAYED", named_sessions.end_all(io, fixtures.config(), request).error)
    assert.is_false(provider_logout.has_ended(io, fixtures.issuer, "", "user-1", world.now), "a login since then is not meant")
  end)

  it("ends all sessions at a repetition where no mark could be written, and those of a token that cannot be registered", function()
    for failing, times in pairs({ write_file = 9, make_dir = 1 }) do
      local io, world = mock.create()
      local sids = { session_of(world, world.now), session_of(world, world.now + 9) }
      world.fail(failing, times)
      assert.same({ ok = false, error = "INTERNAL_ERROR", details = { path = io.paths.run_dir } },
        named_sessions.end_all(io, fixtures.config(), request), failing)
      assert.same({ false, false }, remaining(world, sids))
      assert.is_false(provider_logout.has_ended(io, fixtures.issuer, "", "user-1", world.now) and failing == "write_file")
      world.fail(failing, 0)
      assert.is_true(named_sessions.end_all(io, fixtures.config(), request).ok)
      assert.is_true(provider_logout.has_ended(io, fixtures.issuer, "", "user-1", world.now))
    end
  end)
end)
