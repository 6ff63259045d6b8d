--- refusal: an error page for the user, a log line for the administrator.
local errors = require("sso_login.web.errors")
local mock = require("support.mock")
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
      assert.equal("text/plain", response.content_type)
      assert.equal("Error: " .. entry.message .. "\n", response.body)
      assert.is_nil(response.body:find(code, 1, true))
      assert.same({ {
        level = entry.status >= 500 and "err" or "warning", line = code .. " remote=192.0.2.7 reason=why",
      } }, world.logs)
    end)
  end

  it("only METHOD_NOT_ALLOWED has Allow, only RATE_LIMITED has Retry-After", function()
    for code in pairs(errors.errors) do
      local response = refuse(code, { retry_after = 7 })
      assert.equal(code == "METHOD_NOT_ALLOWED" and "GET" or nil, scene.header(response, "Allow"))
      assert.equal(code == "RATE_LIMITED" and "7" or nil, scene.header(response, "Retry-After"))
      assert.same({}, scene.header_values(response, "Set-Cookie"))
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
