--- request: query parameters, cookies, limits.
local request = require("sso_login.web.requests")

local state = "__Host-webui_sso_state"

local function environment(query, cookie)
  return {
    method = "GET", https = true, path_info = "", query_string = query or "", cookie = cookie or "",
    remote_addr = "192.0.2.7", host = "router.example", content_type = "",
  }
end

local function pairs_of(count, separator)
  local list = {}
  for i = 1, count do
    list[i] = "n" .. i .. "=v"
  end
  return table.concat(list, separator)
end

describe("request.check_limits", function()
  for _, case in ipairs({
    { "query of 16 383 bytes", environment(("q"):rep(16383)), true },
    { "query of 16 384 bytes", environment(("q"):rep(16384)), true },
    { "query of 16 385 bytes", environment(("q"):rep(16385)), false },
    { "Cookie header of 16 383 bytes", environment("", ("c"):rep(16383)), true },
    { "Cookie header of 16 384 bytes", environment("", ("c"):rep(16384)), true },
    { "Cookie header of 16 385 bytes", environment("", ("c"):rep(16385)), false },
    { "99 parameters", environment(pairs_of(99, "&")), true },
    { "100 parameters", environment(pairs_of(100, "&")), true },
    { "101 parameters", environment(pairs_of(101, "&")), false },
    { "101 parameters of one name", environment(("a=1&"):rep(101)), false },
    { "99 cookies", environment("", pairs_of(99, "; ")), true },
    { "100 cookies", environment("", pairs_of(100, "; ")), true },
    { "101 cookies", environment("", pairs_of(101, "; ")), false },
    { "101 cookies without spaces", environment("", pairs_of(101, ";")), false },
    { "100 of each", environment(pairs_of(100, "&"), pairs_of(100, "; ")), true },
    { "nothing", environment(), true },
  }) do
    it((case[3] and "allows " or "refuses ") .. case[1], function()
      local checked = request.check_limits(case[2])
      assert.equal(case[3], checked.ok)
      assert.equal(not case[3] and "INPUT_TOO_LARGE" or nil, checked.error)
    end)
  end

  for _, case in ipairs({
    { environment(("q"):rep(16385)), { reason = "query string", bytes = 16385 } },
    { environment("", ("c"):rep(16386)), { reason = "Cookie header", bytes = 16386 } },
    { environment(pairs_of(101, "&")), { reason = "query parameters" } },
    { environment("", pairs_of(101, ";")), { reason = "cookies" } },
  }) do
    it("says what is too large: " .. case[2].reason, function()
      assert.same({ ok = false, error = "INPUT_TOO_LARGE", details = case[2] }, request.check_limits(case[1]))
    end)
  end
end)

describe("request.parse_query", function()
  for _, case in ipairs({
    { "", {} },
    { "code=a&state=b", { code = "a", state = "b" } },
    { "code=a%20b+c&x", { code = "a b c", x = "" } },
    { "&&a=1&&b=2&", { a = "1", b = "2" } },
    { "a=1=2", { a = "1=2" } },
    { "=v", { [""] = "v" } },
    { "a=1&a=2", { a = "1" } },
    { "st%61te=x", { state = "x" } },
    { "a=%00%0a", { a = "\0\n" } },
    { "error_description=a%0Ab&error_description=c", { error_description = "a\nb" } },
    { "iss=https%3A%2F%2Fidp.example%2F", { iss = "https://idp.example/" } },
    { "code=%C3%A4", { code = "\195\164" } },
    -- Only the five parameters that decide something are strict.
    { "code=a&session_state=100%", { code = "a" } },
    { "code=a&%zz=b&error_description=50%&error_description=x", { code = "a", error_description = "x" } },
  }) do
    it(("reads %q"):format(case[1]), function()
      local parsed = request.parse_query(case[1])
      assert.is_true(parsed.ok)
      assert.same(case[2], parsed.data)
    end)
  end

  for value, reason in pairs({
    ["a&code=a"] = "given twice", ["%zz"] = "percent-encoding", ["%0a"] = "control character",
  }) do
    it("says why it refuses: " .. reason, function()
      local refused = { ok = false, error = "INVALID_REQUEST", details = { reason = reason, parameter = "code" } }
      assert.same(refused, request.parse_query("x=y&code=" .. value))
    end)
  end

  for _, name in ipairs({ "code", "state", "error", "iss", "stoken" }) do
    for _, case in ipairs({
      { "given twice", "=a&" .. name .. "=b" }, { "given twice alike", "=a&" .. name .. "=a" },
      { "given twice, empty", "&" .. name },
      { "given twice under another spelling", "=a&%" .. ("%02x"):format(name:byte()) .. name:sub(2) .. "=a" },
      { "broken percent-encoding", "=%" }, { "broken percent-encoding in the middle", "=a%zzb" },
      { "percent-encoding broken in its first digit", "=%z1" }, { "percent-encoding broken in its second digit", "=%1z" },
      { "line feed", "=a%0Ab" }, { "carriage return", "=%0d" }, { "NUL", "=a%00" }, { "DEL", "=%7F" },
      { "raw control character", "=a\1" },
    }) do
      it(name .. ": " .. case[1] .. " is INVALID_REQUEST", function()
        local parsed = request.parse_query("x=y&" .. name .. case[2])
        assert.is_false(parsed.ok)
        assert.equal("INVALID_REQUEST", parsed.error)
      end)
    end
  end
end)

describe("request.query_param", function()
  it("gives the first value, decoded", function()
    assert.equal("enabled", request.query_param("x=1&acti%6fn=en%61bled&action=no", "action"))
    assert.is_nil(request.query_param("x=1", "action"))
    assert.equal("", request.query_param("action", "action"))
    assert.equal("", request.query_param("action=%zz", "action"))
  end)
end)

describe("request.parse_cookies", function()
  for _, case in ipairs({
    { "", {} },
    { "a=1; b=2", { a = "1", b = "2" } },
    { "a=1;b=2;", { a = "1", b = "2" } },
    { "  a = 1 ;\tb=2", { a = "1", b = "2" } },
    { "a \t=\t 1\t; \t ;\t;b=\t 2 3 ", { a = "1", b = "2 3" } },
    { "a= \t", { a = "" } },
    { "a=1=2", { a = "1=2" } },
    { "a", { a = "" } },
    { "sysauth_https=long; sysauth_https=short", { sysauth_https = "long" } },
    { state .. "=x", { [state] = "x" } },
    { state .. "=x; " .. state .. "=x", { [state] = "x" } },
    { state .. "=x; " .. state .. "=y", {} },
    { state .. "=x; a=1; " .. state .. "=y; " .. state .. "=x", { a = "1" } },
    { state .. "=; " .. state .. "=y", {} },
    { state .. "=x; a=1; a=2", { [state] = "x", a = "1" } },
    { state .. "=y; " .. state, {} },
    { state:lower() .. "=x", { [state:lower()] = "x" } },
    { "a=%41", { a = "%41" } },
  }) do
    it(("reads %q"):format(case[1]), function() assert.same(case[2], request.parse_cookies(case[1])) end)
  end
end)

describe("request.parse", function()
  it("gives params and cookies", function()
    local parsed = request.parse(environment("code=c&state=s", state .. "=s"))
    assert.same({ ok = true, data = { params = { code = "c", state = "s" }, cookies = { [state] = "s" } } }, parsed)
  end)

  it("fails as the query does", function()
    assert.equal("INVALID_REQUEST", request.parse(environment("code=c&code=c", "")).error)
  end)
end)
