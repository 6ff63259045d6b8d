--- refusal: an error page for the user, a log line for the administrator.
local errors = require("sso_login.web.errors")
local mock = require("support.mock")
local rate_limit = require("sso_login.web.rate_limit")
local refusal = require("sso_login.web.errors")
local scene = require("support.scene")

local function refuse(code, details, changes)
  local io, world = mock.create()
  local failure = { ok = false, error = code, details = details }
  return refusal.refuse(io, scene.environment("/", "", "", changes), failure), world
end

describe("refusal.refuse", function()
  for code, entry in pairs(errors.errors) do
    it(code .. " gives its status, Error: its message, and one log line", function()
      local response, world = refuse(code, { reason = "why" })
      assert.equal(entry.status, response.status)
      if code == "LOGOUT_REFUSED" then
        assert.equal("application/json", response.content_type)
        assert.equal('{"error":"invalid_request"}', response.body)
      else
        assert.equal("text/plain", response.content_type)
        assert.equal("Error: " .. entry.message .. "\n", response.body)
      end
      assert.is_nil(response.body:find(code, 1, true))
      assert.same({ {
        level = entry.status >= 500 and "err" or "warning", line = code .. " remote=192.0.2.7 reason=why",
      } }, world.logs)
    end)
  end

  it("only METHOD_NOT_ALLOWED has Allow, only RATE_LIMITED has Retry-After, only USER_NOT_AUTHORIZED a cookie", function()
    for code in pairs(errors.errors) do
      local response = refuse(code, { retry_after = 7 })
      assert.equal(code == "METHOD_NOT_ALLOWED" and "GET" or nil, scene.header(response, "Allow"))
      assert.equal(code == "RATE_LIMITED" and "7" or nil, scene.header(response, "Retry-After"))
      assert.equal(code == "USER_NOT_AUTHORIZED" and 1 or 0, #scene.header_values(response, "Set-Cookie"))
    end
  end)

  it("has no Retry-After that is no number", function()
    for _, retry_after in ipairs({ "soon", false }) do
      assert.same({}, refuse("RATE_LIMITED", { retry_after = retry_after or nil }).headers)
    end
  end)

  it("takes details that are text, facts or nothing", function()
    local _, world = refuse("IDP_ERROR", "some text")
    assert.equal('IDP_ERROR remote=192.0.2.7 reason="some text"', world.log_text())
    _, world = refuse("CONFIG_ERROR", { option = "scope", must = { id = "openid_scope" } })
    assert.equal('CONFIG_ERROR remote=192.0.2.7 must="contain openid" option=scope', world.log_text())
    _, world = refuse("TOKEN_EXCHANGE_FAILED", { http_status = 401, idp_error = "invalid_client" })
    assert.equal("TOKEN_EXCHANGE_FAILED remote=192.0.2.7 http_status=401 idp_error=invalid_client", world.log_text())
    _, world = refuse("NOT_FOUND")
    assert.equal("NOT_FOUND remote=192.0.2.7", world.log_text())
  end)

  it("details never reach the page", function()
    local response = refuse("IDP_ERROR", { error = "<script>", error_description = "\r\n\r\n<html>" })
    assert.is_nil(response.body:find("[<>\r]"))
    assert.same({}, response.headers)
  end)

  it("an address that is no address cannot forge a line", function()
    local _, world = refuse("NOT_FOUND", nil, { remote_addr = "1.2.3.4\nLOGIN_GRANTED x=y" })
    assert.equal('NOT_FOUND remote="1.2.3.4\\x0aLOGIN_GRANTED x=y"', world.log_text())
  end)

  it("an unknown code is 500 and still logged by its name", function()
    local response, world = refuse("NO_SUCH_CODE")
    assert.equal(500, response.status)
    assert.truthy(world.log_text():find("^NO_SUCH_CODE "))
  end)
end)

describe("a refusal that anybody can cause", function()
  local function repeated(io, code, path, times)
    for _ = 1, times do
      errors.refuse(io, scene.environment(path, "", ""), { ok = false, error = code }, rate_limit.count_refusal)
    end
  end

  local function lines(world, code)
    return select(2, ("\n" .. world.log_text()):gsub("\n" .. code, ""))
  end

  it("has a line for the first 20 of a minute, and a count for all of them", function()
    local io, world = mock.create()
    for _, code in ipairs({
      "HTTPS_REQUIRED", "NOT_FOUND", "METHOD_NOT_ALLOWED", "INPUT_TOO_LARGE", "RATE_LIMITED", "INVALID_REQUEST",
      "STATE_NOT_FOUND", "SSO_DISABLED",
    }) do
      repeated(io, code, "/callback", 2)
    end
    repeated(io, "OIDC_DISCOVERY_FAILED", "/", 4)
    assert.equal(20, #world.logs)
    repeated(io, "NOT_FOUND", "/x", 1)
    assert.equal("REFUSALS_COUNTED in_full=20", world.logs[21].line)
    repeated(io, "NOT_FOUND", "/x", 100)
    assert.equal(21, #world.logs)
    world.now = world.now + 60
    repeated(io, "NOT_FOUND", "/x", 1)
    assert.equal("REFUSALS_COUNTED count=121", world.logs[22].line)
    assert.equal(1, lines(world, "REFUSALS_COUNTED count="))
    assert.truthy(world.logs[23].line:find("^NOT_FOUND "))
    assert.equal(1, #world.in_run_dir("^refused_"))
  end)

  it("is counted by the next minute's first request as well, and only where there were more than lines", function()
    for refusals, expected in pairs({ [20] = 0, [21] = 1 }) do
      local io, world = mock.create()
      repeated(io, "NOT_FOUND", "/x", refusals)
      world.now = world.now + 3600
      rate_limit.count_request(io)
      assert.equal(expected, lines(world, "REFUSALS_COUNTED count="))
      assert.same({}, world.in_run_dir("^refused_"))
    end
  end)

  it("is not what took a valid state or a session, or a fault of the router", function()
    for code, path in pairs({
      USER_NOT_AUTHORIZED = "/callback", TOKEN_ENDPOINT_NETWORK_ERROR = "/callback", OIDC_DISCOVERY_FAILED = "/callback",
      CSRF_TOKEN_INVALID = "/logout", CONFIG_ERROR = "/", INTERNAL_ERROR = "/",
    }) do
      local io, world = mock.create()
      repeated(io, code, path, 50)
      assert.equal(50, lines(world, code))
      assert.same({}, world.in_run_dir("."))
    end
  end)

  it("is logged where it cannot be counted", function()
    local io, world = mock.create()
    world.fail("append_byte")
    repeated(io, "NOT_FOUND", "/x", 30)
    assert.equal(30, #world.logs)
  end)
end)
