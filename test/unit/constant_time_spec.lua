--- Which comparisons go through the backend's constant-time function: those with a secret on one side.
local config = require("sso_login.config")
local crypto = require("sso_login.crypto")
local fixtures = require("support.fixtures")
local handshake = require("sso_login.handshake")
local logout = require("sso_login.web.logout")
local scene = require("support.scene")

local real = require("sso_login.native_crypto")

--- Runs with a backend that notes what it is asked to compare; `same` is what it answers instead of the truth.
local function compared_in(run, same)
  local pairs_seen = {}
  crypto.set_native(setmetatable({
    constant_time_eq = function(a, b)
      pairs_seen[#pairs_seen + 1] = { a, b }
      if same ~= nil then
        return same
      end
      return real.constant_time_eq(a, b)
    end,
  }, { __index = real }))
  local done, result = pcall(run)
  crypto.set_native(nil)
  assert(done, result)
  return pairs_seen, result
end

local function has(pairs_seen, a, b)
  for _, pair in ipairs(pairs_seen) do
    if (pair[1] == a and pair[2] == b) or (pair[1] == b and pair[2] == a) then
      return true
    end
  end
  return false
end

--- A callback with parameters and cookies changed, and its Result.
local function callback(params, cookies, token)
  local io, world = scene.create(token and { token = token } or nil)
  scene.put_handshake(io, world)
  return handshake.authenticate(io, config.load(io).data, scene.request(params, cookies))
end

local state = fixtures.handshake.state

describe("compared in constant time", function()
  it("state and cookie", function()
    assert.is_true(has(compared_in(callback), state, state))
    local wrong = compared_in(function() return callback({ state = "other" }) end)
    assert.is_true(has(wrong, "other", state))
  end)

  it("state and record, after state and cookie", function()
    local count = 0
    for _, pair in ipairs((compared_in(callback))) do
      count = count + (pair[1] == state and pair[2] == state and 1 or 0)
    end
    assert.equal(2, count)
  end)

  it("nonce of ID Token and record", function()
    assert.is_true(has(compared_in(callback), fixtures.nonce, fixtures.nonce))
  end)

  it("at_hash and the hash of the access token", function()
    assert.is_true(has(compared_in(callback), fixtures.claims.at_hash, fixtures.claims.at_hash))
  end)

  it("stoken and the session's token", function()
    local io, world = scene.create()
    local sid = world.add_session({ token = ("ab"):rep(16) })
    local seen = compared_in(function()
      return logout.handle(io, config.load(io).data, scene.environment("/logout", "stoken=" .. ("cd"):rep(16), "sysauth_https=" .. sid))
    end)
    assert.same({ { ("cd"):rep(16), ("ab"):rep(16) } }, seen)
  end)

  it("and by nothing else: without that function's consent no login succeeds", function()
    local _, refused = compared_in(callback, false)
    assert.equal("STATE_PARAMETER_MISMATCH", refused.error)
  end)
end)
