--- Characters that no value has, and placeholders (check/typos).
local typos = require("sso_login.check.typos")

--- A code point in UTF-8.
local function utf8(point)
  local tail, most = "", 64
  while point >= (tail == "" and 128 or most) do
    tail, point, most = string.char(128 + point % 64) .. tail, math.floor(point / 64), most / 2
  end
  return string.char((tail == "" and 0 or 256 - 2 * most) + point) .. tail
end

describe("typos.odd_character", function()
  local ranges = {
    { 0, 0x1F }, { 0xA0, 0xA0 }, { 0xAB, 0xAB }, { 0xAD, 0xAD }, { 0xBB, 0xBB }, { 0x2000, 0x200F }, { 0x2018, 0x201F },
    { 0x2028, 0x202F }, { 0x2060, 0x2060 }, { 0x3000, 0x3000 }, { 0xFEFF, 0xFEFF },
  }

  it("finds what looks like a blank, nothing or a quotation mark, wherever it is, and a blank at the ends", function()
    for _, range in ipairs(ranges) do
      for point = math.max(range[1] - 1, 0), range[2] + 1 do
        local is_odd = point >= range[1] and point <= range[2]
        for _, text in ipairs({ utf8(point) .. "x", "x" .. utf8(point) .. "y" }) do
          local expected = (is_odd or (point == 32 and text:sub(1, 1) == " ")) and ("U+%04X"):format(point) or nil
          assert.equal(expected, typos.odd_character(text, false))
        end
      end
    end
    assert.equal("U+0020", typos.odd_character("x ", false))
    assert.is_nil(typos.odd_character("", true))
  end)

  it("finds all that is not ASCII in an address, and takes bytes that are no UTF-8 for characters", function()
    for text, found in pairs({
      ["a~ b"] = false, ["a\127"] = "U+007F", ["ä"] = "U+00E4", ["аlice"] = "U+0430", ["💩"] = "U+1F4A9", ["x\195"] = "U+00C3", ["\160x"] = "U+00A0",
      ["\240\159\146"] = "U+00F0", ["\195\192"] = "U+00C3", ["\195a"] = "U+00C3",
    }) do
      assert.equal(found or nil, typos.odd_character(text, true), text)
    end
    assert.is_nil(typos.odd_character("ä\195", false))
  end)
end)

it("typos.odd_in_entry knows what surrounds an address, and what is between several entries in one text", function()
  for entry, found in pairs({
    ["alice@example.org"] = false, ["o'brien+x_{1}@a-b.example"] = false, ["mailto:alice@example.org"] = ":", ["Alice <alice@example.org>"] = "U+0020",
    ["<alice@example.org>"] = "<", ["a@x.example,b@x.example"] = ",", ["a@x.example;"] = ";", ["'a@x.example'"] = "'", ["*@x.example"] = "*",
    ["@x.example"] = "@", ["“a@x.example”"] = "U+201C", ["a@x\226\128\139.example"] = "U+200B", [" a@x.example"] = "U+0020",
    -- Letters of any script, and claims that are no addresses, match what the provider sends.
    ["jörg@exämple.org"] = false, ["алиса@example.org"] = false, ["a＠x.example"] = false, alice = false, ["DOMAIN\\alice"] = false, ["a@b@c"] = false,
  }) do
    assert.equal(found or nil, typos.odd_in_entry("email", entry), entry)
  end
  for list, cases in pairs({
    group = {
      ["Büro 2"] = false, ["“admins”"] = "U+201C", ["net\194\160admins"] = "U+00A0", ["admins "] = "U+0020", ["'admins'"] = false,
      ["router-admins,wheel"] = ",", ["staff, wheel"] = ",", ["CN=admins,OU=groups,DC=example"] = false, ["@admins"] = false,
    },
    sub = { ["auth0|5f7c 8"] = false, ["usér,1"] = false },
    client = { ["robot<1>,2"] = false, ["robot\226\128\139"] = "U+200B" },
  }) do
    for entry, found in pairs(cases) do
      assert.equal(found or nil, typos.odd_in_entry(list, entry), entry)
    end
  end
end)

it("typos.placeholder_in finds the first one in each kind of brackets", function()
  for text, found in pairs({ ["{a}/{b}"] = "{a}", ["a<b>"] = "<b>", ["%7Ba%7D"] = "%7Ba%7D", ["x%7ba%7d"] = "%7ba%7d" }) do
    assert.equal(found, typos.placeholder_in(text))
  end
  for _, text in ipairs({ "", "a}b", "a}{b", "<a", "%7Ba%7d" }) do
    assert.is_nil(typos.placeholder_in(text))
  end
end)
