--- What is true of answers, whatever led to them.
local assert = require("luassert")
local errors = require("sso_login.web.errors")
local scene = require("support.scene")
local statuses = require("support.statuses")

local expect = {}

--- What a user is to ask the administrator about.
expect.referenced = { USER_NOT_AUTHORIZED = true, ROLE_WITHOUT_PAGE = true, AUTHENTICATION_TOO_WEAK = true, AUTHENTICATION_TOO_OLD = true }

--- An error page: its status, all headers, a body without code, one log line, nothing set, nothing secret.
function expect.page(code, response, world)
  local entry = errors.errors[code]
  assert.equal(statuses.of[code], response.status)
  assert.equal("text/plain", response.content_type)
  local reference = world.log_text():match(" reference=(%x+)")
  local whereabouts = reference and " Reference for the administrator: " .. reference or ""
  assert.equal(expect.referenced[code] or false, reference ~= nil)
  local wait = scene.header(response, "Retry-After")
  local advice = wait and (" Please try again in %s seconds."):format(wait) or ""
  assert.equal("Error: " .. entry.message .. advice .. whereabouts .. "\n", response.body)
  assert.same({}, scene.header_values(response, "Set-Cookie"))
  assert.same({}, scene.header_values(response, "Location"))
  assert.equal(1, #world.logs)
  assert.equal(code, world.logs[1].line:match("^%S+"))
  assert.truthy(world.logs[1].line:find(" remote=192.0.2.7", 1, true))
  assert.equal(entry.status >= 500 and "err" or "warning", world.logs[1].level)
  assert.is_nil(scene.leak(world.log_text()))
  assert.is_nil(world.log_text():find("[%c\127-\255]"))
end

return expect
