local response_text = require("sso_login.web.response_text")
local responses = require("sso_login.web.responses")

--- Status line and security headers of every response.
local function always(status)
  return {
    "Status: " .. status,
    "Content-Security-Policy: default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; style-src 'self'; "
      .. "frame-ancestors 'none';",
    "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY", "Cache-Control: no-store", "Referrer-Policy: no-referrer",
  }
end

local function written(status, headers, body, content_type)
  local text = response_text.serialize({ status = status, headers = headers or {}, body = body or "", content_type = content_type })
  local head, rest = text:match("^(.-)\r\n\r\n(.*)$")
  local lines = {}
  for line in (head .. "\r\n"):gmatch("(.-)\r\n") do
    lines[#lines + 1] = line
  end
  return lines, rest
end

local function assert_same_lines(expected, lines)
  assert.equal(expected[1], lines[1])
  table.sort(expected)
  table.sort(lines)
  assert.same(expected, lines)
end

describe("response_text.serialize", function()
  for status, reason in pairs({
    [200] = "OK", [302] = "Found", [400] = "Bad Request", [401] = "Unauthorized", [403] = "Forbidden", [404] = "Not Found",
    [405] = "Method Not Allowed", [418] = "Error", [429] = "Too Many Requests", [431] = "Request Header Fields Too Large",
    [500] = "Internal Server Error", [503] = "Service Unavailable",
  }) do
    it("gives " .. status .. " a status line and every security header, once", function()
      assert_same_lines(always(status .. " " .. reason), (written(status)))
    end)
  end

  it("writes type, headers in order and body", function()
    local headers = { { "Set-Cookie", "a=1" }, { "Set-Cookie", "b=2" } }
    local lines, body = written(200, headers, "one\ntwo\r\n\r\nthree", "text/plain")
    assert.same({ "Set-Cookie: a=1", "Set-Cookie: b=2" }, { lines[#lines - 1], lines[#lines] })
    assert.equal("one\ntwo\r\n\r\nthree", body)
    local expected = always("200 OK")
    for _, line in ipairs({ "Content-Type: text/plain", "Set-Cookie: a=1", "Set-Cookie: b=2" }) do
      expected[#expected + 1] = line
    end
    assert_same_lines(expected, lines)
  end)

  it("lets a cache keep what says so", function()
    local text = response_text.serialize({ status = 200, headers = {}, body = "", cache_control = "public" })
    assert.truthy(text:find("Cache-Control: public\r\n", 1, true))
    assert.is_nil(text:find("no-store", 1, true))
  end)

  for _, text in ipairs({
    "a\nSet-Cookie: x=y", "a\rb", "a\r\n\r\n<html>", "a\0b", "\nX", "\rX", "\0X", "\r\n\r\n<html>",
  }) do
    it(("leaves out a header with %q in its value or name, and no other"):format(text), function()
      for _, header in ipairs({ { "Location", text }, { text, "v" } }) do
        local expected = always("302 Found")
        expected[#expected + 1] = "X: y"
        assert_same_lines(expected, (written(302, { header, { "X", "y" } })))
      end
    end)
  end

  it("sends a line of 4000 bytes and leaves out one of 4001", function()
    for bytes, count in pairs({ [4000] = 7, [4001] = 6 }) do
      assert.equal(count, #written(302, { { "Location", ("a"):rep(bytes - #"Location: ") } }))
    end
  end)
end)

describe("responses", function()
  it("redirects by 302 with Location first", function()
    assert.same({ status = 302, headers = { { "Location", "/a" }, { "X", "y" } }, body = "" },
      responses.redirect("/a", { { "X", "y" } }))
  end)
end)
