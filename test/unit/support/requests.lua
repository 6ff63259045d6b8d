--- Requests through the router, and what must come of them.
--
-- A request: members of the web server's description (scene.environment) with `path`, `query` and `cookie` for short; `body`, what is
-- posted; `options` of scene.create; `handshake`, changes of a stored one; `setup(world, io)`. An answer, as far as it is given:
-- `code` of a refusal with its page and its line; `status` (302 without a code), `location`, `cookies`, `headers`, `body`; `log`, all
-- lines, or a pattern where it begins with "^"; `sessions`, how many are left; `left`, names in the run directory; `asked`, how many
-- requests went to the provider.
local assert = require("luassert")
local busted = require("busted")
local errors = require("sso_login.web.errors")
local fixtures = require("support.fixtures")
local routes = require("sso_login.web.routes")
local scene = require("support.scene")
local statuses = require("support.statuses")

local requests = {}

local own_members = { "path", "query", "cookie", "body", "options", "handshake", "setup" }

--- Sends a request in a world.
function requests.send(io, world, request)
  local changes = fixtures.copy(request or {})
  for _, name in ipairs(own_members) do
    changes[name] = nil
  end
  world.input = request and request.body
  return routes.handle(io, scene.web_request(request.path, request.query, request.cookie, changes))
end

--- Sends a request in a world of its own: the answer, the world, io.
function requests.run(request)
  local io, world = scene.create(request.options)
  if request.handshake then
    scene.put_handshake(io, world, 0, request.handshake)
  end
  if request.setup then
    request.setup(world, io)
  end
  return requests.send(io, world, request), world, io
end

local function assert_text(wanted, text)
  if wanted:sub(1, 1) == "^" then
    assert.matches(wanted, text)
  else
    assert.equal(wanted, text)
  end
end

--- Codes whose pages send the user to the administrator.
local referenced = { USER_NOT_AUTHORIZED = true, ROLE_WITHOUT_PAGE = true, AUTHENTICATION_TOO_WEAK = true, AUTHENTICATION_TOO_OLD = true }

--- An error page: its status, all headers, a body without code, one log line, nothing set, nothing secret.
function requests.page(code, response, world)
  local entry = errors.errors[code]
  assert.equal(statuses.of[code], response.status)
  assert.equal("text/plain", response.content_type)
  local reference = world.log_text():match(" reference=(%x+)")
  local whereabouts = reference and " Reference for the administrator: " .. reference or ""
  assert.equal(referenced[code] or false, reference ~= nil)
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

--- Asserts what an answer and its world are.
function requests.judge(wanted, response, world)
  if wanted.code then
    requests.page(wanted.code, response, world)
  else
    assert.equal(wanted.status or 302, response.status)
  end
  for name, value in pairs(wanted.headers or {}) do
    assert.equal(value, scene.header(response, name))
  end
  if wanted.location then
    assert_text(wanted.location, scene.header(response, "Location"))
  end
  if wanted.cookies then
    assert.same(wanted.cookies, scene.header_values(response, "Set-Cookie"))
  end
  if wanted.log then
    assert_text(wanted.log, world.log_text())
  end
  assert.equal(wanted.body or response.body, response.body)
  local sessions = #fixtures.keys(world.sessions)
  assert.equal(wanted.sessions or sessions, sessions)
  assert.equal(wanted.asked or #world.requests, #world.requests)
  assert.same(wanted.left or world.in_run_dir(""), world.in_run_dir(""))
end

--- Sends a request in a world of its own, and asserts what comes of it.
function requests.expect(request, wanted)
  local response, world, io = requests.run(request)
  requests.judge(wanted, response, world)
  return response, world, io
end

--- A spec for each row: title, request, answer.
function requests.rows(rows)
  for _, row in ipairs(rows) do
    busted.it(row[1], function() requests.expect(row[2], row[3]) end)
  end
end

--- The callback with the stored handshake's state and cookie; members changed.
function requests.callback(changes)
  local state = fixtures.handshake.state
  return fixtures.with({
    path = "/callback", query = "code=the-code&state=" .. state, cookie = scene.state_cookie .. "=" .. state, handshake = {},
  }, changes)
end

return requests
