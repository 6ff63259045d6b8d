local fixtures = require("support.fixtures")
local certificates = require("sso_login.settings.certificates")

local certificate_of, element = fixtures.certificate_until, fixtures.der

describe("certificates.last_day", function()
  for title, row in pairs({
    ["two digits of a year"] = { { { 23, "261206235959Z" } }, 20261206 },
    ["the last century"] = { { { 23, "991231235959Z" } }, 19991231 },
    ["the first year of this reading"] = { { { 23, "500101000000Z" } }, 19500101 },
    ["four digits"] = { { { 24, "20500101000000Z" } }, 20500101 },
    ["a certificate without version"] = { { { 23, "261206235959Z" }, { version = "" } }, 20261206 },
    ["a long issuer"] = { { { 23, "261206235959Z" }, { issuer = ("x"):rep(300) } }, 20261206 },
    ["an issuer of 127 bytes"] = { { { 23, "261206235959Z" }, { issuer = ("x"):rep(127) } }, 20261206 },
    ["another type"] = { { { 22, "261206235959Z" } } },
    ["no digits"] = { { { 23, "26120x235959Z" } } },
    ["nothing"] = { { { 23, "" } } },
  }) do
    it("reads " .. title, function()
      assert.equal(row[2], certificates.last_day(certificate_of(row[1][1], row[1][2])))
    end)
  end

  it("finds none in truncated or other data", function()
    local whole = certificate_of({ 23, "261206235959Z" })
    for length = 0, #whole - 1 do
      assert.is_nil(certificates.last_day(whole:sub(1, length)), length)
    end
    local inner = whole:sub(3)
    assert.equal(20261206, certificates.last_day("\48\130\0" .. string.char(#inner) .. inner))
    for _, der in ipairs({ "\48\131\0\0" .. string.char(#inner) .. inner, "\48\128" .. inner .. ("x"):rep(128 - #inner),
      element(48, ""), element(48, element(48, "")), element(48, element(48, element(2, "1"):rep(4))), "\48\131\0\0\1x", "\48\255" }) do
      assert.is_nil(certificates.last_day(der))
    end
  end)
end)
