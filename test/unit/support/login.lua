--- A callback with everything right, until a test changes it.
local assert = require("luassert")
local authenticate = require("sso_login.login.authenticate")
local load = require("sso_login.settings.load")
local log = require("sso_login.base.log")
local scene = require("support.scene")

local login = {}

--- The configuration of a world, loaded.
function login.loaded(io)
  local result = load.load(io)
  assert(result.ok, result.error)
  return result.data
end

--- A callback with a stored handshake; `request` as scene.request gives it, `prepare(world, io)` changes the world before.
function login.authenticate(options, request, prepare)
  local io, world = scene.create(options)
  scene.put_handshake(io, world)
  if prepare ~= nil then
    prepare(world, io)
  end
  return authenticate.authenticate(io, login.loaded(io), request or scene.request()), world, io
end

--- A failure leaves no session, and nothing secret in its details.
function login.assert_refused(code, result, world)
  assert.is_false(result.ok)
  assert.equal(code, result.error)
  assert.same({}, world.sessions)
  assert.is_nil(scene.leak(log.format_details(result.details)))
end

return login
