local requests = require("sso_login.web.request")
local scene = require("support.scene")

local state = "__Host-webui_sso_state"

local function pairs_of(count, separator)
  local list = {}
  for i = 1, count do
    list[i] = "n" .. i .. "=v"
  end
  return table.concat(list, separator)
end

--- what, query, Cookie header, what is said of the one that is too large
for _, case in ipairs({
  { "nothing", "", "" },
  { "query of 16 384 bytes", ("q"):rep(16384), "" },
  { "query of 16 385 bytes", ("q"):rep(16385), "", { reason = "query string", bytes = 16385 } },
  { "Cookie header of 16 384 bytes", "", ("c"):rep(16384) },
  { "Cookie header of 16 385 bytes", "", ("c"):rep(16385), { reason = "Cookie header", bytes = 16385 } },
  { "100 parameters and cookies", pairs_of(100, "&"), pairs_of(100, "; ") },
  { "101 parameters", pairs_of(101, "&"), "", { reason = "query parameters" } },
  { "101 parameters of one name", ("a=1&"):rep(101), "", { reason = "query parameters" } },
  { "101 cookies", "", pairs_of(101, "; "), { reason = "cookies" } },
  { "101 cookies without spaces", "", pairs_of(101, ";"), { reason = "cookies" } },
}) do
  it("requests.check_limits " .. (case[4] and "refuses " or "allows ") .. case[1], function()
    local checked = requests.check_limits(scene.environment("", case[2], case[3]))
    assert.equal(case[4] == nil, checked.ok)
    if case[4] then
      assert.same({ ok = false, error = "INPUT_TOO_LARGE", details = case[4] }, checked)
    end
  end)
end

describe("requests.parse_query", function()
  for query, params in pairs({
    [""] = {}, ["code=a&state=b"] = { code = "a", state = "b" }, ["code=a%20b+c&x"] = { code = "a b c", x = "" },
    ["&&a=1&&b=2&"] = { a = "1", b = "2" }, ["a=1=2"] = { a = "1=2" }, ["=v"] = { [""] = "v" }, ["a=1&a=2"] = { a = "1" },
    ["st%61te=x"] = { state = "x" }, ["a=%00%0a"] = { a = "\0\n" },
    ["error_description=a%0Ab&error_description=c"] = { error_description = "a\nb" },
    ["iss=https%3A%2F%2Fidp.example%2F"] = { iss = "https://idp.example/" }, ["code=%C3%A4"] = { code = "\195\164" },
    -- Only the five parameters that decide something are strict.
    ["code=a&session_state=100%"] = { code = "a" },
    ["code=a&%zz=b&error_description=50%&error_description=x"] = { code = "a", error_description = "x" },
  }) do
    it(("reads %q"):format(query), function() assert.same({ ok = true, data = params }, requests.parse_query(query)) end)
  end

  for _, name in ipairs({ "code", "state", "error", "iss", "stoken" }) do
    for _, case in ipairs({
      { "given twice", "=a&" .. name .. "=b" }, { "given twice", "=a&" .. name .. "=a" }, { "given twice", "&" .. name },
      { "given twice", "=a&%" .. ("%02x"):format(name:byte()) .. name:sub(2) .. "=a" },
      { "percent-encoding", "=%" }, { "percent-encoding", "=a%zzb" }, { "percent-encoding", "=%z1" }, { "percent-encoding", "=%1z" },
      { "control character", "=a%0Ab" }, { "control character", "=%0d" }, { "control character", "=a%00" },
      { "control character", "=%7F" }, { "control character", "=a\1" },
    }) do
      it(("refuses %q: %s"):format(name .. case[2], case[1]), function()
        local refused = { ok = false, error = "INVALID_REQUEST", details = { reason = case[1], parameter = name } }
        assert.same(refused, requests.parse_query("x=y&" .. name .. case[2]))
      end)
    end
  end
end)

for _, case in ipairs({
  { "x=1&acti%6fn=en%61bled&action=no", "enabled" }, { "x=1" }, { "action", "" }, { "action=%zz", "" },
}) do
  it(("requests.query_param reads the first action of %q"):format(case[1]), function()
    assert.equal(case[2], requests.query_param(case[1], "action"))
  end)
end

for header, cookies in pairs({
  [""] = {}, ["a=1; b=2"] = { a = "1", b = "2" }, ["a=1;b=2;"] = { a = "1", b = "2" }, ["  a = 1 ;\tb=2"] = { a = "1", b = "2" },
  ["a \t=\t 1\t; \t ;\t;b=\t 2 3 "] = { a = "1", b = "2 3" }, ["a= \t"] = { a = "" }, ["a=1=2"] = { a = "1=2" }, a = { a = "" },
  ["sysauth_https=long; sysauth_https=short"] = { sysauth_https = "long" }, ["a=%41"] = { a = "%41" },
  [state .. "=x"] = { [state] = "x" }, [state .. "=x; " .. state .. "=x"] = { [state] = "x" }, [state .. "=x; " .. state .. "=y"] = {},
  [state .. "=x; a=1; " .. state .. "=y; " .. state .. "=x"] = { a = "1" }, [state .. "=; " .. state .. "=y"] = {},
  [state .. "=x; a=1; a=2"] = { [state] = "x", a = "1" }, [state .. "=y; " .. state] = {},
  ["__Host-webui_sso_01234567=x; a=1; __Host-webui_sso_01234567=y"] = { a = "1" },
  [state:lower() .. "=x"] = { [state:lower()] = "x" },
}) do
  it(("requests.parse_cookies reads %q"):format(header), function() assert.same(cookies, requests.parse_cookies(header)) end)
end

describe("requests.parse", function()
  it("gives params and cookies", function()
    local parsed = requests.parse(scene.environment("", "code=c&state=s", state .. "=s"))
    assert.same({ ok = true, data = { params = { code = "c", state = "s" }, cookies = { [state] = "s" } } }, parsed)
  end)

  it("returns the query's error", function()
    assert.equal("INVALID_REQUEST", requests.parse(scene.environment("", "code=c&code=c", "")).error)
  end)
end)

for host, expected in pairs({
  ["router.example:8443"] = "router.example:8443", ["[2001:db8::1]:443"] = "[2001:db8::1]:443", [""] = "", ["a b"] = "a", ["\1\1"] = "",
  ['x"y'] = "x", [("h"):rep(256)] = ("h"):rep(255), [("\127"):rep(4000)] = "",
}) do
  it(("host_of %.20q is %.20q"):format(host, expected), function()
    assert.equal(expected, requests.host_of({ host = host }))
  end)
end
