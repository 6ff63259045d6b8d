--- text: small questions about byte strings.
local text = require("sso_login.base.strings")

describe("text.has_control", function()
  for _, case in ipairs({
    { "", false }, { "abc", false }, { " ~", false }, { "\0", true }, { "a\nb", true }, { "a\rb", true },
    { "\31", true }, { "\32", false }, { "\126", false }, { "\127", true }, { "\128\255", false }, { "ab\t", true },
  }) do
    it(("%q is %s"):format(case[1], tostring(case[2])), function() assert.equal(case[2], text.has_control(case[1])) end)
  end
end)

describe("text.is_visible_ascii", function()
  for _, case in ipairs({
    { "", true }, { "abc~!", true }, { "a b", false }, { "\32", false }, { "\33", true }, { "\126", true },
    { "\127", false }, { "\195\164", false }, { "a\n", false }, { "\0", false },
  }) do
    it(("%q is %s"):format(case[1], tostring(case[2])), function()
      assert.equal(case[2], text.is_visible_ascii(case[1]))
    end)
  end
end)

describe("text.consists_of", function()
  for _, case in ipairs({
    { "", "abc", true }, { "aab", "ab", true }, { "da", "abc", false }, { "abd", "abc", false }, { "a.", "a.", true }, { "a%", "a.", false },
    { "a\0", "a", false }, { "ab", "", false },
  }) do
    it(("%q of %q is %s"):format(case[1], case[2], tostring(case[3])), function()
      assert.equal(case[3], text.consists_of(case[1], case[2]))
    end)
  end
end)

describe("text.parse_integer", function()
  for _, case in ipairs({
    { "0", 0 }, { "1", 1 }, { "007", 7 }, { "999999999", 999999999 }, { "1000000000", nil }, { "", nil },
    { "-1", nil }, { "+1", nil }, { " 1", nil }, { "1 ", nil }, { "1.5", nil }, { "1e3", nil }, { "0x10", nil },
    { "12a", nil }, { "\0001", nil }, { "1\n", nil }, { "inf", nil }, { "nan", nil },
  }) do
    it(("%q is %s"):format(case[1], tostring(case[2])), function()
      assert.equal(case[2], text.parse_integer(case[1]))
    end)
  end
end)

describe("text.split_words", function()
  it("leaves out the empty parts", function()
    assert.same({ "a", "b" }, text.split_words("  a   b ", " "))
    assert.same({}, text.split_words("", " "))
    assert.same({ "a.b" }, text.split_words("a.b", " "))
    assert.same({ "a", "b" }, text.split_words("a.b", "."))
  end)
end)

describe("the helper that splits", function()
  it("refuses an empty separator, which it would find for ever", function()
    assert.has_error(function() require("sso_login.lualib").StringSplit("a", "") end)
  end)
end)
