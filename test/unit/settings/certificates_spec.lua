local certificates = require("sso_login.settings.certificates")
local encoding = require("sso_login.base.encoding")
local fixtures = require("support.fixtures")

local begin, ending = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
local no_certificate = { problem = { id = "certificate" } }

local function block(bytes)
  return begin .. "\n" .. encoding.base64_encode(bytes) .. "\n" .. ending .. "\n"
end

describe("certificates.read_certificates", function()
  it("keeps only certificates, in lines, from any surrounding text", function()
    local one, other = fixtures.certificate_of(700), fixtures.certificate_of(768)
    assert.same({ pem = one .. other }, certificates.read_certificates("Issuer: x\r\n" .. one:gsub("\n", "\r\n") .. "between" .. other .. "after"))
    assert.same({ pem = one }, certificates.read_certificates((one:gsub("\nM", "\n \tM"))))
    assert.same({ pem = one:rep(10) }, certificates.read_certificates(one:rep(10)))
  end)

  for name, text in pairs({
    ["nothing"] = "", ["a word"] = "hello", ["a beginning"] = fixtures.certificate:sub(1, -5), ["only an end"] = ending,
    ["a certificate without its end"] = fixtures.certificate:gsub(ending .. "\n", ""),
    ["no Base64"] = begin .. "\n!!!!\n" .. ending, ["nothing within"] = begin .. ending,
    ["a sequence that is longer"] = block("\48\130\1\0" .. ("c"):rep(255)), ["a sequence that is shorter"] = block("\48\130\1\0" .. ("c"):rep(257)),
    ["another type"] = block("\49\130\1\0" .. ("c"):rep(256)), ["another form of length"] = block("\48\129\1\0" .. ("c"):rep(256)),
    ["a good one and a bad one"] = fixtures.certificate .. begin .. "\nAAAA\n" .. ending,
  }) do
    it("refuses " .. name, function() assert.same(no_certificate, certificates.read_certificates(text)) end)
  end

  it("reads every character of Base64", function()
    -- "++++" and "////"
    for _, bytes in ipairs({ "\251\239\190", "\255\255\255" }) do
      assert.is_string(certificates.read_certificates(block("\48\130\1\0" .. "cc" .. bytes:rep(84) .. "cc")).pem)
    end
  end)

  it("accepts the smallest sequence and no empty one", function()
    assert.same(no_certificate, certificates.read_certificates(block("\48\130\0\0")))
    assert.is_string(certificates.read_certificates(block("\48\130\0\1c")).pem)
  end)

  it("refuses a private key even beside a valid certificate", function()
    for _, kind in ipairs({ "", "RSA ", "ENCRYPTED " }) do
      local key = ("-----BEGIN %sPRIVATE KEY-----\nx\n-----END %sPRIVATE KEY-----\n"):format(kind, kind)
      assert.same({ problem = { id = "no_private_key" } }, certificates.read_certificates(fixtures.certificate .. key))
    end
  end)

  it("takes 49152 bytes", function()
    local text = fixtures.certificate
    assert.is_string(certificates.read_certificates(text .. (" "):rep(49152 - #text)).pem)
    assert.same({ problem = { id = "short", params = { max = "49152" } } }, certificates.read_certificates(text .. (" "):rep(49153 - #text)))
  end)
end)

local certificate_of, element = fixtures.certificate_until, fixtures.der

describe("certificates.last_day", function()
  for title, row in pairs({
    ["two digits of a year"] = { { { 23, "261206235959Z" } }, "2026-12-06 UTC" },
    ["the last century"] = { { { 23, "991231235959Z" } }, "1999-12-31 UTC" },
    ["the first year of this reading"] = { { { 23, "500101000000Z" } }, "1950-01-01 UTC" },
    ["four digits"] = { { { 24, "20500101000000Z" } }, "2050-01-01 UTC" },
    ["a certificate without version"] = { { { 23, "261206235959Z" }, { version = "" } }, "2026-12-06 UTC" },
    ["a long issuer"] = { { { 23, "261206235959Z" }, { issuer = ("x"):rep(300) } }, "2026-12-06 UTC" },
    ["an issuer of 127 bytes"] = { { { 23, "261206235959Z" }, { issuer = ("x"):rep(127) } }, "2026-12-06 UTC" },
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
    assert.equal("2020-01-01 UTC", certificates.first_day(whole))
    for length = 0, #whole - 1 do
      assert.is_nil(certificates.last_day(whole:sub(1, length)), length)
    end
    local inner = whole:sub(3)
    assert.equal("2026-12-06 UTC", certificates.last_day("\48\130\0" .. string.char(#inner) .. inner))
    for _, der in ipairs({ "\48\131\0\0" .. string.char(#inner) .. inner, "\48\128" .. inner .. ("x"):rep(128 - #inner),
      element(48, ""), element(48, element(48, "")), element(48, element(48, element(2, "1"):rep(4))), "\48\131\0\0\1x", "\48\255" }) do
      assert.is_nil(certificates.last_day(der))
    end
  end)
end)
