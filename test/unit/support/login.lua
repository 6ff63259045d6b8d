--- A callback with everything right, until a test changes it.
local assert = require("luassert")
local config = require("sso_login.config")
local handshake = require("sso_login.handshake")
local log = require("sso_login.base.log")
local scene = require("support.scene")

local login = {}

--- The configuration of a world, loaded.
function login.loaded(io)
  local result = config.load(io)
  assert(result.ok, result.error)
  return result.data
end

--- A callback with a stored handshake; `request` as scene.request gives it.
function login.authenticate(options, request, policy)
  local io, world = scene.create(options)
  scene.put_handshake(io, world)
  return handshake.authenticate(io, login.loaded(io), request or scene.request(), policy), world, io
end

--- A failure leaves no session, and nothing secret in its details.
function login.assert_refused(code, result, world)
  assert.is_false(result.ok)
  assert.equal(code, result.error)
  assert.same({}, world.sessions)
  assert.is_nil(scene.leak(log.format_details(result.details)))
end

return login
