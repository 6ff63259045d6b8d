--- userinfo: ID Token claims completed by those of the UserInfo endpoint.
local mock = require("support.mock")
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

  it("goes by the claims of the options, each by itself", function()
    local rules = { email_claim = "upn", groups_claim = { "realm.roles", "roles" } }
    local id_claims = { email_verified = true, realm = { name = "x" }, roles = { "id" } }
    local answer = { upn = "u", email = "e", realm = { roles = { "ui" } }, roles = { "no" } }
    local merged = userinfo.merge(id_claims, answer, rules)
    assert.same({ "u", { "ui" }, { "id" } }, { merged.upn, merged["realm.roles"], merged.roles })
    assert.is_nil(merged.email_verified)
    assert.equal("v", userinfo.merge({ upn = "v" }, answer, rules).upn)
  end)

  it("changes neither", function()
    local id_claims, answer = { sub = "a" }, { email = "e" }
    userinfo.merge(id_claims, answer)
    assert.same({ sub = "a" }, id_claims)
    assert.same({ email = "e" }, answer)
  end)
end)

describe("userinfo.complete_claims", function()
  local endpoint = "https://idp.example/userinfo"

  --- The claims of an ID Token completed by an answer.
  local function complete(id_claims, answer)
    local io, world = mock.create()
    world.on(endpoint, answer)
    return userinfo.complete_claims(io, endpoint, id_claims, "access")
  end

  it("takes an answer about the same subject alone", function()
    assert.same({ ok = true, data = { sub = "a", email = "e" } }, complete({ sub = "a" }, '{"sub":"a","email":"e"}'))
    local refused = {
      ok = false, error = "ID_TOKEN_VERIFICATION_FAILED", details = { reason = "UserInfo is about another subject" },
    }
    assert.same(refused, complete({ sub = "a" }, '{"sub":"b"}'))
    assert.same(refused, complete({ sub = "a" }, "{}"))
    assert.same(refused, complete({}, "{}"))
    assert.same(refused, complete({ sub = 1 }, '{"sub":1}'))
  end)
end)
