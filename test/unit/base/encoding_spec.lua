local bytes = require("sso_login.io.bytes")
local encoding = require("sso_login.base.encoding")

local function every_byte()
  local list = {}
  for code = 0, 255 do
    list[#list + 1] = string.char(code)
  end
  return table.concat(list)
end

-- RFC 4648 section 10.
local vectors = {
  { "", "" }, { "f", "Zg==" }, { "fo", "Zm8=" }, { "foo", "Zm9v" }, { "foob", "Zm9vYg==" }, { "fooba", "Zm9vYmE=" },
  { "foobar", "Zm9vYmFy" }, { "\255\254\253", "//79" }, { "\251\240", "+/A=" },
}

describe("encoding.base64_encode and base64url", function()
  for _, vector in ipairs(vectors) do
    it(("encodes %q as %q, and in Base64URL, and decodes both"):format(vector[1], vector[2]), function()
      assert.equal(vector[2], encoding.base64_encode(vector[1]))
      local url_safe = vector[2]:gsub("=", ""):gsub("+", "-"):gsub("/", "_")
      assert.equal(url_safe, bytes.base64url_encode(vector[1]))
      assert.equal(vector[1], bytes.base64url_decode(url_safe))
    end)
  end

  it("preserves every byte at every length", function()
    local all = every_byte()
    for length = 0, 256 do
      local text = all:sub(1, length)
      assert.equal(text, bytes.base64url_decode(bytes.base64url_encode(text)))
    end
  end)

  for _, text in ipairs({ "A", "AAAAA", "Zg==", "Zg=", "Zm9v\n", " Zm9v", "Zm+v", "Zm/v", "Zm9\0", "Zm9\195", "Zh", "Zm9",
    "Z.9v", "Zm9v=", "AB", "AAB" }) do
    it(("decode refuses %q: %s"):format(text, "not the one canonical form"), function()
      assert.is_nil(bytes.base64url_decode(text))
    end)
  end
end)

it("bytes.hex_encode gives two lowercase characters a byte", function()
  assert.equal("", bytes.hex_encode(""))
  assert.equal("00010a7fff", bytes.hex_encode("\0\1\10\127\255"))
  assert.equal(512, #bytes.hex_encode(every_byte()))
end)

it("bytes.percent_encode leaves the unreserved characters of RFC 3986 alone and encodes every other byte", function()
  for code = 0, 255 do
    local char = string.char(code)
    local expected = char:find("^[%w%-._~]$") and code < 128 and char or ("%%%02X"):format(code)
    assert.equal(expected, bytes.percent_encode(char))
  end
end)

describe("encoding.form_decode", function()
  for _, case in ipairs({
    { "", "" }, { "abc", "abc" }, { "a+b", "a b" }, { "a%20b", "a b" }, { "%2B", "+" }, { "%2b", "+" }, { "%00", "\0" },
    { "%c3%A4", "\195\164" }, { "%", nil }, { "%4", nil }, { "a%4", nil }, { "%zz", nil }, { "%4g", nil }, { "%g4", nil },
    { "%%41", nil }, { "%41", "A" }, { "%2541", "%41" }, { "100%", nil }, { "\0", "\0" }, { "%-1", nil }, { "% 1", nil },
  }) do
    it(("%q is %s"):format(case[1], case[2] and ("%q"):format(case[2]) or "refused"), function()
      assert.equal(case[2], encoding.form_decode(case[1]))
    end)
  end

  it("undoes percent_encode for every byte, in lower case as well", function()
    local encoded = bytes.percent_encode(every_byte())
    assert.equal(every_byte(), encoding.form_decode(encoded))
    assert.equal(every_byte(), encoding.form_decode((encoded:gsub("%%%x%x", string.lower))))
  end)
end)

it("encoding.form_encode encodes values and keeps the order", function()
  assert.equal("", encoding.form_encode({}))
  assert.equal("b=1&a=2", encoding.form_encode({ { "b", "1" }, { "a", "2" } }))
  assert.equal("a=c%3Dd%26e%20f%2B", encoding.form_encode({ { "a", "c=d&e f+" } }))
end)
