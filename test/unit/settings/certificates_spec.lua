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
