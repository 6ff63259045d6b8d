local urls = require("sso_login.base.urls")

describe("urls.parse_https", function()
  for _, case in ipairs({
    { "https://idp.example", "https://idp.example", "idp.example", "", nil },
    { "https://idp.example/", "https://idp.example", "idp.example", "/", nil },
    { "https://IDP.Example:8443/a/b?c=d?e", "https://IDP.Example:8443", "idp.example", "/a/b", "c=d?e" },
    { "https://idp.example?x", "https://idp.example", "idp.example", "", "x" },
    { "https://idp.example/?", "https://idp.example", "idp.example", "/", "" },
    { "https://[2001:DB8::1]/a", "https://[2001:DB8::1]", "[2001:db8::1]", "/a", nil },
    { "https://[::1]:8443/a", "https://[::1]:8443", "[::1]", "/a", nil },
    { "https://192.0.2.1:65535/", "https://192.0.2.1:65535", "192.0.2.1", "/", nil },
    { "https://h/a:b@c", "https://h", "h", "/a:b@c", nil },
    { "https://h:1/", "https://h:1", "h", "/", nil },
    { "HTTPS://h/", "https://h", "h", "/", nil },
  }) do
    it("takes " .. case[1], function()
      assert.same({ origin = case[2], host = case[3], path = case[4], query = case[5] }, urls.parse_https(case[1]))
    end)
  end

  for _, text in ipairs({
    "", "https://", "https:///a", "http://h/", "ftp://h/", "//h/", "/a", "h", "https:h", "https:/h", " https://h/",
    "https://h/ ", "https://h/a b", "https://h/\n", "https://h/\0", "https://h/\127", "https://h/\195\164",
    "https://h/#f", "https://h#", "https://h/\\a", "https://h\\@evil/", "https://user@h/", "https://user:pw@h/",
    "https://@h/", "https://h:/", "https://h:0/", "https://h:65536/", "https://h:100000/", "https://h:4x/", "https://h:000443/", "https://h:44:3/",
    "https://h:-1/", "https://:443/", "https://?x", "https://[::1/", "https://[::1]x/", "https://[::1]:x/", "https://]h/", "https://h]/", "https://[h/",
    "https://h/\"", "https://h/<", "https://h/>", "https://h/`", "https://h/{", "https://h/}", "https://h/|", "https://h/^",
    "javascript:alert(1)", "https://h\r\nX: y/", "data:text/html,x",
  }) do
    it(("refuses %q"):format(text), function() assert.is_nil(urls.parse_https(text)) end)
  end

  it("takes 2048 bytes and not one more", function()
    local base = "https://h/"
    assert.is_table(urls.parse_https(base .. ("a"):rep(2048 - #base)))
    assert.is_nil(urls.parse_https(base .. ("a"):rep(2049 - #base)))
  end)
end)

it("urls.with_origin keeps path and query and replaces the origin", function()
  local parsed = urls.parse_https("https://idp.example:8443/realms/a?x=1&y")
  assert.equal("https://10.0.0.2:9443/realms/a?x=1&y", urls.with_origin(parsed, "https://10.0.0.2:9443"))
  assert.equal("https://in", urls.with_origin(urls.parse_https("https://idp.example"), "https://in"))
  assert.equal("https://in/?", urls.with_origin(urls.parse_https("https://idp.example/?"), "https://in"))
end)

for _, case in ipairs({
  { "https://h/a", "https://h/a?q=1" }, { "https://h/a?", "https://h/a?q=1" }, { "https://h/a?x=2", "https://h/a?x=2&q=1" },
  { "https://h/a?x=2&", "https://h/a?x=2&q=1" },
}) do
  it("urls.add_query to " .. case[1], function() assert.equal(case[2], urls.add_query(case[1], "q=1")) end)
end
