--- userinfo: ID Token claims completed by those of the UserInfo endpoint.
local userinfo = require("sso_login.protocol.userinfo")

describe("userinfo.merge", function()
  for _, case in ipairs({
    { "ID Token claims win", { sub = "a", groups = { "x" } }, { sub = "a", groups = { "y" }, name = "n" },
      { sub = "a", groups = { "x" }, name = "n" } },
    { "the e-mail of UserInfo completes", { sub = "a" }, { email = "e", email_verified = true },
      { sub = "a", email = "e", email_verified = true } },
    { "email_verified comes from where the e-mail comes from: UserInfo", { sub = "a", email_verified = true },
      { email = "e", email_verified = false }, { sub = "a", email = "e", email_verified = false } },
    { "email_verified of the ID Token does not vouch for the e-mail of UserInfo", { sub = "a", email_verified = true },
      { email = "e" }, { sub = "a", email = "e" } },
    { "email_verified comes from where the e-mail comes from: ID Token", { email = "e", email_verified = false },
      { email = "other", email_verified = true }, { email = "e", email_verified = false } },
    { "email_verified of UserInfo does not vouch for the e-mail of the ID Token", { email = "e" },
      { email = "e", email_verified = true }, { email = "e" } },
    { "an empty e-mail is none", { email = "" }, { email = "e" }, { email = "e" } },
    { "an e-mail that is no text is none", { email = 7 }, { email = "e" }, { email = "e" } },
  }) do
    it(case[1], function()
      assert.same(case[4], userinfo.merge(case[2], case[3]))
    end)
  end

  it("changes neither", function()
    local id_claims, answer = { sub = "a" }, { email = "e" }
    userinfo.merge(id_claims, answer)
    assert.same({ sub = "a" }, id_claims)
    assert.same({ email = "e" }, answer)
  end)
end)
