local request_fields = require("sso_login.web.request_fields")
local web_request = require("sso_login.web.web_request")
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
  it("web_request.parse " .. (case[4] and "finds the excess of " or "finds no excess in ") .. case[1], function()
    local excess = case[4] and { ok = false, error = "INPUT_TOO_LARGE", details = case[4] }
    assert.same(excess, scene.web_request("", case[2], case[3]).excess)
  end)
end

describe("request_fields.checked_values", function()
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
    it(("reads %q"):format(query), function() assert.same({ ok = true, data = params }, request_fields.checked_values(web_request.parse_form(query))) end)
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
        assert.same(refused, request_fields.checked_values(scene.web_request("/", "x=y&" .. name .. case[2]).query))
      end)
    end
  end
end)

it("request_fields.checked_values is strict for the named fields alone, and names the first problem", function()
  local fields = web_request.parse_form("a=%zz&code=1&code=2&b=1&b=2&b=%0a")
  for _, case in ipairs({ { { "b", "code" }, "code" }, { { "b" }, "b" }, { { "a", "b" }, "a" } }) do
    assert.equal(case[2], request_fields.checked_values(fields, case[1]).details.parameter)
  end
  assert.is_true(request_fields.checked_values(fields, { "c" }).ok)
end)

--- PATH_INFO, and what it is: path, provider
for _, case in ipairs({
  { "", "/" }, { "/", "/" }, { "/callback", "/callback" }, { "/callback/office", "/callback", "office" },
  { "/backchannel-logout/a_1", "/backchannel-logout", "a_1" }, { "/logout/office", "/logout", "office" },
  { "/callback/", "/callback/" }, { "/callback.office", "/callback.office" }, { "/callback/default", "/callback/default" },
  { "/callback/Office", "/callback/Office" }, { "/callback/x/y", "/callback/x/y" }, { "//", "//" }, { "//office", "//office" }, { "/office", "/office" },
}) do
  it(("web_request.parse reads the path %q"):format(case[1]), function()
    local request = scene.web_request(case[1])
    assert.same({ case[2], case[3] or "default" }, { request.path, request.provider })
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
  it(("web_request.parse reads the cookies %q"):format(header), function() assert.same(cookies, scene.web_request("", "", header).cookies) end)
end

for host, expected in pairs({
  ["router.example:8443"] = "router.example:8443", ["[2001:db8::1]:443"] = "[2001:db8::1]:443", [""] = "", ["a b"] = "a", ["\1\1"] = "",
  ['x"y'] = "x", [("h"):rep(256)] = ("h"):rep(255), [("\127"):rep(4000)] = "",
}) do
  it(("web_request.parse reads the host %.20q as %.20q"):format(host, expected), function()
    assert.equal(expected, scene.web_request("", "", "", { host = host }).host)
  end)
end

it("web_request.parse takes the rest as it is", function()
  local environment = scene.environment("/", "", "", { content_type = "a", authorization = "b", accept = "c", accept_language = "d", https = false })
  local request = web_request.parse(environment)
  for _, name in ipairs({ "method", "https", "remote_addr", "content_type", "authorization", "accept", "accept_language" }) do
    assert.equal(environment[name], request[name])
  end
end)
