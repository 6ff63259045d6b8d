--- Blanks, placeholders and hosts in other letters (check/typos).
local typos = require("sso_login.check.typos")

--- A code point in UTF-8.
local function utf8(point)
  local tail, most = "", 64
  while point >= (tail == "" and 128 or most) do
    tail, point, most = string.char(128 + point % 64) .. tail, math.floor(point / 64), most / 2
  end
  return string.char((tail == "" and 0 or 256 - 2 * most) + point) .. tail
end

describe("typos.has_outer_blank", function()
  local ranges = {
    { 0x9, 0xD }, { 0x20, 0x20 }, { 0xA0, 0xA0 }, { 0xAD, 0xAD }, { 0x2000, 0x200F }, { 0x2028, 0x202F },
    { 0x2060, 0x2060 }, { 0x3000, 0x3000 }, { 0xFEFF, 0xFEFF },
  }

  it("finds white space and what looks like it at both ends, and no other character", function()
    for _, range in ipairs(ranges) do
      for point = range[1] - 1, range[2] + 1 do
        local is_blank, text = point >= range[1] and point <= range[2], utf8(point)
        assert.equal(is_blank, typos.has_outer_blank(text .. "x"), ("U+%04X begins"):format(point))
        assert.equal(is_blank, typos.has_outer_blank("x" .. text), ("U+%04X ends"):format(point))
        assert.is_false(typos.has_outer_blank("x" .. text .. "y"))
      end
    end
    assert.is_false(typos.has_outer_blank(""))
    assert.is_true(typos.has_outer_blank(" \127"))
    -- Bytes of U+00A0 after another first byte.
    assert.is_false(typos.has_outer_blank("\195\160x"))
    assert.is_false(typos.has_outer_blank("x\193\160"))
  end)
end)

it("typos.placeholder_in finds the first one in each kind of brackets", function()
  for text, found in pairs({ ["{a}/{b}"] = "{a}", ["a<b>"] = "<b>", ["%7Ba%7D"] = "%7Ba%7D", ["x%7ba%7d"] = "%7ba%7d" }) do
    assert.equal(found, typos.placeholder_in(text))
  end
  for _, text in ipairs({ "", "a}b", "a}{b", "<a", "%7Ba%7d" }) do
    assert.is_nil(typos.placeholder_in(text))
  end
end)

describe("typos.ascii_host", function()
  it("encodes labels in Punycode (RFC 3492 section 7.1, and others)", function()
    for label, encoded in pairs({
      ["他们为什么不说中文"] = "ihqwcrb4cv8a8dqg056pqjye",
      ["Pročprostěnemluvíčesky"] = "proprostnemluvesky-uyb24dma41a",
      ["3年B組金八先生"] = "3b-ww4c5e180e575a65lsy2b",
      ["パフィーdeルンバ"] = "de-jg4avhby1noc0d",
      ["почемужеонинеговорятпорусски"] = "b1abfaaepdrnnbgefbadotcwatmq2g4l",
      ["𡥄a😥宽aéaαaa😗😤嬮α𠮁😅𡗻aα垺😪😕a𡹗"] = "aaaaaaa-cya325dcab0729winja91b72311aoha1a8uka9iq675c4f2bh1pnx2a",
      ["💩"] = "ls8h",
      ["ÀÞ"] = "0ca4d",
      ["ß"] = "zca",
      ["aé"] = "a-bga",
      ["a×b"] = "ab-rha",
      ["a¿b"] = "ab-pfa",
      -- The divisions and comparisons of RFC 3492 section 6.1.
      ["𧣥𧣦"] = "sf6kca", ["aaa膡膤膢"] = "aaa-b71ifl", ["𧃑𧃔𧃒"] = "pq4kcaf", ["aaa" .. utf8(0xF958) .. utf8(0xF98A)] = "aaa-t91sth",
      [utf8(0x80)] = "a",
      [utf8(0x10FFFF)] = "dn32g",
    }) do
      assert.equal("id.xn--" .. encoded .. ".example", typos.ascii_host("https://id." .. label .. ".example:8443/x?y"))
    end
  end)

  it("splits at the full stop of Chinese, and leaves ASCII and bytes that are no UTF-8", function()
    assert.equal("id.example", typos.ascii_host("https://ID。example"))
    for _, host in ipairs({ "id.example", "", "\128", "\191a", "\195", "\195a", "\195\192", "\195\127", "\240\159\146" }) do
      assert.is_nil(typos.ascii_host("https://" .. host .. "/"))
    end
  end)
end)
