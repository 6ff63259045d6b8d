--- response: headers that are always there, cookies, and the text a CGI program writes.
local output = require("sso_login.web.output")
local response = require("sso_login.web.responses")

local security = {
  ["Content-Security-Policy"] = "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; "
    .. "style-src 'self'; frame-ancestors 'none';",
  ["X-Content-Type-Options"] = "nosniff",
  ["X-Frame-Options"] = "DENY",
  ["Cache-Control"] = "no-store",
  ["Referrer-Policy"] = "no-referrer",
}

--- Header lines and body of a serialized response.
local function read(text)
  local head, body = text:match("^(.-)\r\n\r\n(.*)$")
  local lines = {}
  for line in (head .. "\r\n"):gmatch("(.-)\r\n") do
    lines[#lines + 1] = line
  end
  return lines, body
end

local function has(lines, wanted)
  for _, line in ipairs(lines) do
    if line == wanted then
      return true
    end
  end
  return false
end

describe("response.serialize", function()
  it("calls a status without a name an error", function()
    assert.equal("Status: 418 Error", read(output.serialize({ status = 418, headers = {}, body = "" }))[1])
  end)

  for status, reason in pairs({
    [200] = "OK", [302] = "Found", [400] = "Bad Request", [401] = "Unauthorized", [403] = "Forbidden", [404] = "Not Found",
    [405] = "Method Not Allowed", [429] = "Too Many Requests", [431] = "Request Header Fields Too Large",
    [500] = "Internal Server Error", [503] = "Service Unavailable",
  }) do
    it("gives " .. status .. " a status line and every security header, once", function()
      local lines = read(output.serialize({ status = status, headers = {}, body = "" }))
      assert.equal("Status: " .. status .. " " .. reason, lines[1])
      for name, value in pairs(security) do
        assert.is_true(has(lines, name .. ": " .. value), name)
      end
      assert.equal(6, #lines)
    end)
  end

  it("writes type, headers in order and body", function()
    local lines, body = read(output.serialize({
      status = 200, content_type = "text/plain", headers = { { "Set-Cookie", "a=1" }, { "Set-Cookie", "b=2" } },
      body = "one\ntwo\r\n\r\nthree",
    }))
    assert.is_true(has(lines, "Content-Type: text/plain"))
    assert.equal("Set-Cookie: a=1", lines[#lines - 1])
    assert.equal("Set-Cookie: b=2", lines[#lines])
    assert.equal("one\ntwo\r\n\r\nthree", body)
  end)

  for _, case in ipairs({
    { "a line feed", "a\nSet-Cookie: x=y" }, { "a carriage return", "a\rb" }, { "both", "a\r\n\r\n<html>" }, { "NUL", "a\0b" },
  }) do
    it("leaves out a header with " .. case[1], function()
      local text = output.serialize({ status = 302, headers = { { "Location", case[2] }, { "X", "y" } }, body = "" })
      assert.is_nil(text:find("Location", 1, true))
      assert.is_nil(text:find("x=y", 1, true))
      assert.truthy(text:find("\r\nX: y\r\n", 1, true))
    end)
    it("leaves out a header whose name has " .. case[1], function()
      local text = output.serialize({ status = 302, headers = { { case[2], "v" } }, body = "" })
      assert.equal(6, #read(text))
    end)
  end

  it("leaves out a header that begins with a line end", function()
    for _, name in ipairs({ "\nX", "\rX", "\0X", "\r\n\r\n<html>" }) do
      assert.equal(6, #read(output.serialize({ status = 302, headers = { { name, "v" } }, body = "" })))
    end
  end)

  it("sends a line of 4000 bytes and leaves out one of 4001", function()
    for _, case in ipairs({ { 4000, true }, { 4001, false } }) do
      local value = ("a"):rep(case[1] - #"Location: ")
      local text = output.serialize({ status = 302, headers = { { "Location", value } }, body = "" })
      assert.equal(case[2], text:find("Location", 1, true) ~= nil)
    end
  end)
end)

describe("response.set_cookie", function()
  it("is always HttpOnly and Secure", function()
    assert.same(
      { "Set-Cookie", "n=v; Path=/; Max-Age=300; HttpOnly; Secure; SameSite=Lax" },
      response.set_cookie("n", "v", { path = "/", same_site = "Lax", max_age = 300 })
    )
    assert.same(
      { "Set-Cookie", "n=; Path=/x/; Max-Age=0; HttpOnly; Secure; SameSite=Strict" },
      response.set_cookie("n", "", { path = "/x/", same_site = "Strict", max_age = 0 })
    )
  end)

  it("has no Max-Age when none is given", function()
    local header = response.set_cookie("n", "v", { path = "/", same_site = "Strict" })
    assert.equal("n=v; Path=/; HttpOnly; Secure; SameSite=Strict", header[2])
  end)
end)

describe("response.redirect and error_page", function()
  it("redirect is 302 with Location first", function()
    assert.same(
      { status = 302, headers = { { "Location", "/a" }, { "X", "y" } }, body = "" },
      response.redirect("/a", { { "X", "y" } })
    )
  end)

  it("error_page is plain text of the form Error: message", function()
    local page = response.error_page(400, "Do this.")
    assert.equal(400, page.status)
    assert.equal("text/plain", page.content_type)
    assert.equal("Error: Do this.", (page.body:gsub("\n$", "")))
  end)
end)
