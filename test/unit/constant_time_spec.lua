--- Which comparisons go through the backend's constant-time function: those with a secret on one side.
local fixtures = require("support.fixtures")
local hash = require("sso_login.jose.hash")
local user_logout = require("sso_login.web.endpoints.user_logout")
local native = require("sso_login.native_crypto")
local scene = require("support.scene")

--- Runs with a backend that notes what it compares, and the Result; `same` is what it answers instead of the truth.
local function compared_in(run, same)
  local compared = {}
  hash.set_native(setmetatable({
    constant_time_eq = function(a, b)
      compared[#compared + 1] = { a, b }
      if same ~= nil then
        return same
      end
      return native.constant_time_eq(a, b)
    end,
  }, { __index = native }))
  local done, result = pcall(run)
  hash.set_native(nil)
  assert(done, result)
  return compared, result
end

local function login_as(state)
  return function() return (scene.authenticate({}, scene.request({ state = state }))) end
end

describe("constant_time_eq", function()
  it("compares a login's state with cookie and record, nonces, and hashes of the access token", function()
    local state, nonce, at_hash = fixtures.handshake.state, fixtures.nonce, fixtures.claims.at_hash
    local mine = { state, state }
    -- State and record, state and cookie; and the record that is consumed.
    assert.same({ mine, mine, mine, { nonce, nonce }, { at_hash, at_hash } }, (compared_in(login_as(state))))
    local other = compared_in(login_as("other"))
    assert.same({ 1, "other", state }, { #other, other[1][1] == state and other[1][2] or other[1][1], state })
  end)

  it("compares stoken with the session's token", function()
    local io, world = scene.create()
    local sid = world.add_session({ token = ("ab"):rep(16) })
    local request = scene.web_request("/logout", "stoken=" .. ("cd"):rep(16), "sysauth_https=" .. sid)
    local compared = compared_in(function() return user_logout.admit(io, request).respond() end)
    assert.same({ { ("cd"):rep(16), ("ab"):rep(16) } }, compared)
  end)

  it("decides alone: no login succeeds while it returns false", function()
    local _, refused = compared_in(login_as(), false)
    assert.equal("STATE_PARAMETER_MISMATCH", refused.error)
  end)
end)
