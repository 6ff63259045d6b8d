local errors = require("sso_login.web.errors")
local mock = require("support.mock")
local rate_limit = require("sso_login.web.rate_limit")
local refusal = require("sso_login.web.refusal")
local scene = require("support.scene")
local statuses = require("support.statuses")

local function refuse(code, details, changes, answer)
  local io, world = mock.create()
  return refusal.refuse(io, scene.web_request("/", "", "", changes), { ok = false, error = code, details = details, answer = answer }, false), world
end

describe("errors", function()
  for code, status in pairs(statuses.of) do
    it(("%s is %d, with its message on the page and one log line"):format(code, status), function()
      local entry = errors.errors[code]
      assert.equal(entry, errors.describe(code))
      assert.equal(status, entry.status)
      assert.is_nil(entry.message:find("[%u]+_[%u]+"))
      assert.is_nil(entry.message:find("[%c\128-\255<>]"))
      assert.matches(status == 400 and "expired or is invalid.*log in again" or ".", entry.message)
      local for_programs = code == "LOGOUT_REFUSED"
      local response, world = refuse(code, { reason = "why", retry_after = 7 }, { accept = for_programs and "text/html" or "*/*" }, { retry_after = 7 })
      local advice = code == "RATE_LIMITED" and " Please try again in 7 seconds." or ""
      assert.equal(status, response.status)
      assert.equal(for_programs and "application/json" or "text/plain", response.content_type)
      assert.equal(for_programs and '{"error":"invalid_request"}' or "Error: " .. entry.message .. advice .. "\n", response.body)
      assert.same({ {
        level = status >= 500 and "err" or "warning", line = code .. " remote=192.0.2.7 reason=why retry_after=7",
      } }, world.logs)
      assert.equal(code == "METHOD_NOT_ALLOWED" and "GET" or nil, scene.header(response, "Allow"))
      assert.equal(code == "RATE_LIMITED" and "7" or nil, scene.header(response, "Retry-After"))
      assert.same({}, scene.header_values(response, "Set-Cookie"))
    end)
  end

  it("that are not in the table are 500, and still logged by their names", function()
    assert.equal(errors.errors.INTERNAL_ERROR, errors.describe("NO_SUCH_CODE"))
    local response, world = refuse("NO_SUCH_CODE")
    assert.equal(500, response.status)
    assert.equal("NO_SUCH_CODE remote=192.0.2.7", world.log_text())
  end)

  it("write the time to wait in words", function()
    for seconds, words in pairs({
      [1] = " Please try again in 1 second.", [60] = " Please try again in 60 seconds.",
    }) do
      local response = refuse("RATE_LIMITED", nil, nil, { retry_after = seconds })
      assert.equal("Error: Too many requests." .. words .. "\n", response.body)
      assert.equal(tostring(seconds), scene.header(response, "Retry-After"))
    end
  end)

  it("name the address of the router's own name, where there is one", function()
    for host, advice in pairs({ ["r:8"] = " Log in at https://r:8/.", [""] = "", [7] = "" }) do
      local page = refuse("MISSING_HANDSHAKE_COOKIE", { redirect_host = host }).body
      assert.equal("Error: Your session has expired or is invalid. Please log in again." .. advice .. "\n", page)
      assert.is_nil(refuse("IDP_ERROR", { redirect_host = host }).body:find("Log in at", 1, true))
    end
  end)

  for line, case in pairs({
    ['IDP_ERROR remote=192.0.2.7 reason="some text"'] = { "IDP_ERROR", "some text" },
    ['CONFIG_ERROR remote=192.0.2.7 must="contain openid" option=scope'] = {
      "CONFIG_ERROR", { option = "scope", must = { id = "openid_scope" } },
    },
    ["TOKEN_EXCHANGE_FAILED remote=192.0.2.7 http_status=401 idp_error=invalid_client"] = {
      "TOKEN_EXCHANGE_FAILED", { http_status = 401, idp_error = "invalid_client" },
    },
    ["NOT_FOUND remote=192.0.2.7"] = { "NOT_FOUND" },
    ["IDP_ERROR provider=office remote=192.0.2.7 reason=x"] = {
      "IDP_ERROR", { provider = "office", reason = "x" }, nil, { return_to = "/", is_signed = true },
    },
    ['NOT_FOUND remote="1.2.3.4\\x0aLOGIN_GRANTED x=y"'] = { "NOT_FOUND", nil, { remote_addr = "1.2.3.4\nLOGIN_GRANTED x=y" } },
  }) do
    it("are logged with their facts: " .. line, function() assert.equal(line, select(2, refuse(unpack(case, 1, 4))).log_text()) end)
  end
end)

describe("a refusal that strangers can cause", function()
  local function repeated(io, code, path, times)
    for _ = 1, times do
      refusal.refuse(io, scene.web_request(path), { ok = false, error = code }, false)
    end
  end

  local function lines(world, code) return select(2, ("\n" .. world.log_text()):gsub("\n" .. code, "")) end

  it("is logged for the first 20 of a minute, and counted beyond", function()
    local io, world = mock.create()
    for _, code in ipairs({
      "HTTPS_REQUIRED", "NOT_FOUND", "METHOD_NOT_ALLOWED", "INPUT_TOO_LARGE", "RATE_LIMITED", "INVALID_REQUEST",
      "STATE_NOT_FOUND", "SSO_DISABLED",
    }) do
      repeated(io, code, "/callback", 2)
    end
    repeated(io, "OIDC_DISCOVERY_FAILED", "/", 4)
    assert.equal(20, #world.logs)
    repeated(io, "NOT_FOUND", "/x", 101)
    assert.equal("REFUSALS_COUNTED in_full=20", world.logs[21].line)
    assert.equal(21, #world.logs)
    world.now = world.now + 60
    repeated(io, "NOT_FOUND", "/x", 1)
    assert.equal("REFUSALS_COUNTED count=121", world.logs[22].line)
    assert.equal(1, lines(world, "REFUSALS_COUNTED count="))
    assert.matches("^NOT_FOUND ", world.logs[23].line)
    assert.equal(1, #world.in_run_dir("^refused_"))
  end)

  it("is summed up at the next minute's first request, and only if some were not logged", function()
    for refusals, expected in pairs({ [20] = 0, [21] = 1 }) do
      local io, world = mock.create()
      repeated(io, "NOT_FOUND", "/x", refusals)
      world.now = world.now + 3600
      rate_limit.count_request(io, rate_limit.window_of("requests"))
      assert.equal(expected, lines(world, "REFUSALS_COUNTED count="))
      assert.same({}, world.in_run_dir("^refused_"))
    end
  end)

  it("excludes refusals after a verified ID Token, and faults of the router", function()
    for code, expected in pairs({
      USER_NOT_AUTHORIZED = 50, TOKEN_REPLAYED = 50, UBUS_LOGIN_FAILED = 50, CONFIG_ERROR = 50, INTERNAL_ERROR = 50,
      ROLE_WITHOUT_PAGE = 50, AUTHENTICATION_TOO_WEAK = 50, AUTHENTICATION_TOO_OLD = 50, USERINFO_NETWORK_ERROR = 50,
      -- A state of one's own costs nothing, and a viewer has a session.
      IDP_ERROR = 20, TOKEN_EXCHANGE_FAILED = 20, TOKEN_ENDPOINT_NETWORK_ERROR = 20, CSRF_TOKEN_INVALID = 20,
    }) do
      local io, world = mock.create()
      repeated(io, code, "/callback", 50)
      assert.equal(expected, lines(world, code))
    end
  end)

  it("is logged in at most 512 bytes", function()
    local io, world = mock.create()
    local details = { reason = ("\0"):rep(1000), other = ('"'):rep(1000), third = ("x"):rep(1000) }
    refusal.refuse(io, scene.web_request("/callback"), { ok = false, error = "IDP_ERROR", details = details }, false)
    local line = world.logs[1].line
    assert.is_true(#line > 400 and #line <= 512)
    assert.truthy(line:find('^IDP_ERROR remote=192.0.2.7 other="[\\"]+" reason="[\\x0]+"$'))
    refusal.refuse(io, scene.web_request("/callback"), { ok = false, error = "USER_NOT_AUTHORIZED", details = details }, false)
    assert.is_true(#world.logs[2].line > 800)
  end)

  it("is logged where it cannot be counted", function()
    local io, world = mock.create()
    world.fail("append_byte")
    repeated(io, "NOT_FOUND", "/x", 30)
    assert.equal(30, #world.logs)
  end)
end)
