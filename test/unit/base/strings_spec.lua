local strings = require("sso_login.base.strings")

--- Texts, and what a function says of them.
for name, cases in pairs({
  has_control = {
    { "", false }, { "abc", false }, { " ~", false }, { "\0", true }, { "a\nb", true }, { "a\rb", true },
    { "\31", true }, { "\32", false }, { "\126", false }, { "\127", true }, { "\128\255", false },
    { "\195\164 b", false }, { "\195\164\31", true }, { "ab\t", true },
  },
  is_visible_ascii = {
    { "", true }, { "abc~!", true }, { "a b", false }, { "\32", false }, { "\33", true }, { "\126", true },
    { "\127", false }, { "\195\164", false }, { "a\n", false }, { "\0", false },
  },
  parse_integer = {
    { "0", 0 }, { "1", 1 }, { "007", 7 }, { "999999999", 999999999 }, { "1000000000", nil }, { "", nil },
    { "-1", nil }, { "+1", nil }, { " 1", nil }, { "1 ", nil }, { "1.5", nil }, { "1e3", nil }, { "0x10", nil },
    { "12a", nil }, { "\0001", nil }, { "1\n", nil }, { "inf", nil }, { "nan", nil },
  },
}) do
  for _, case in ipairs(cases) do
    it(("strings.%s %q is %s"):format(name, case[1], tostring(case[2])), function() assert.equal(case[2], strings[name](case[1])) end)
  end
end

-- Beside letters and digits, which all but two have.
local marks = {
  bare = "-._~:/@+,", path = "-._~/", unreserved = "-._~", url = "!$%&'()*+,-./:;=?@[]_~",
  visible = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", printable = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
}
local members = { digits = "0123456789", hex = "0123456789abcdef", lower = "abcdefghijklmnopqrstuvwxyz_" }
for name, list in pairs(marks) do
  members[name] = list .. "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
end

for name, list in pairs(members) do
  it(("strings.consists_of accepts the characters of %s and no neighbour"):format(name), function()
    assert.is_true(strings.consists_of("", name))
    assert.is_true(strings.consists_of(list, name))
    for code = 0, 255 do
      local byte = string.char(code)
      local function has(other)
        return other >= 0 and other < 256 and list:find(string.char(other), 1, true)
      end
      if not has(code) and (has(code - 1) or has(code + 1) or code % 64 == 0) then
        assert.is_false(strings.consists_of(list .. byte .. list, name), byte)
      end
    end
  end)
end

it("strings.split_words leaves out the empty parts", function()
  assert.same({ "a", "b" }, strings.split_words("  a   b ", " "))
  assert.same({}, strings.split_words("", " "))
  assert.same({ "a.b" }, strings.split_words("a.b", " "))
  assert.same({ "a", "b" }, strings.split_words("a.b", "."))
end)

it("lualib.StringSplit refuses an empty separator", function()
  assert.has_error(function() require("sso_login.lualib").StringSplit("a", "") end)
end)
