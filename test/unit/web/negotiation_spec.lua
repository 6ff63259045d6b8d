local negotiation = require("sso_login.web.negotiation")

local browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"

for accept, expected in pairs({
  [browser] = true, ["text/html"] = true, ["Text/HTML"] = true, ["text/html;q=0.1"] = true, [" text/html ; level=1 ; Q=0.001"] = true,
  ["a/b,\ttext/html;q=1.000"] = true, ["text/html;q=0,text/html;level=1"] = true, ["text/html;q=1."] = true, ["text/html;q=1"] = true,
  [(","):rep(4087) .. "text/html"] = true, [(","):rep(4088) .. "text/html"] = false, ["text/html;q=0x5"] = false, ["text/html;q=2.5"] = false,
  [""] = false, ["*/*"] = false, ["text/*"] = false, ["text/html;q=0"] = false, ["text/html;q=0.000"] = false, ["text/plain"] = false,
  ["text/html;q="] = false, ["text/html;q=x"] = false, ["text/html;q=.5"] = false, ["text/html;q=0.5000"] = false, ["text/html;q=2"] = false,
  ["text/html;q=0,5"] = false, ["text/html;q=-1"] = false, ["text/htmlx"] = false, ["xtext/html"] = false, [";text/html"] = false,
  [("a/b,"):rep(1000) .. "text/html"] = true, [("a/b,"):rep(1024) .. "text/html"] = false, [("x"):rep(4096)] = false, [(","):rep(9000)] = false,
}) do
  it(("negotiation.accepts_html says %s to %.50q of %d bytes"):format(tostring(expected), accept, #accept), function()
    assert.equal(expected, negotiation.accepts_html(accept))
  end)
end

for header, expected in pairs({
  [""] = "en", ["de"] = "de", ["fr-CA"] = "fr", ["DE-at"] = "de", ["en,de;q=0.9"] = "en", ["de;q=0.5,fr;q=0.8"] = "fr", ["*"] = "en",
  ["it,fr;q=0.3"] = "fr", ["de;q=0,fr;q=0.001"] = "fr", ["de;q=0"] = "en", ["fr,de"] = "fr", ["fr,de;q=1"] = "fr", ["de;q=1,fr"] = "de",
  ["deu"] = "en", ["-de"] = "en",
  ["<script>"] = "en", ["../de"] = "en", ["\226\128\174ed"] = "en", [("xx,"):rep(1365) .. "d"] = "en", [("x"):rep(4096) .. ",de"] = "en",
}) do
  it(("negotiation.choose_language takes %s for %.50q"):format(expected, header), function()
    assert.equal(expected, negotiation.choose_language(header).language)
  end)
end
