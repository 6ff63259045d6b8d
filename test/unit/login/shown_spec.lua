local shown = require("sso_login.login.shown")

for _, row in ipairs({
  { "abc", 3, "abc" }, { "abcd", 3, "abc..." }, { "", 3, "" }, { "a\195\164b", 2, "a..." }, { "a\195\164b", 3, "a\195\164..." },
  { "a\191", 1, "..." }, { "a\192", 1, "a..." }, { "a\127", 1, "a..." }, { "\128\128", 1, "..." },
  { "\0\31 ~\127\128", 9, "\\x00\\x1f ~\\x7f\128" },
}) do
  it(("shown_text of %q within %d bytes"):format(row[1], row[2]), function() assert.equal(row[3], shown.shown_text(row[1], row[2])) end)
end
