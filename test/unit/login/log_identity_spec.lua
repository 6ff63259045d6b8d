--- login.log_identity: who a log line is about.
local fixtures = require("support.fixtures")
local hash = require("sso_login.jose.hash")
local log_identity = require("sso_login.login.log_identity")

describe("login.log_identity", function()
  it("is the e-mail and the subject, unless that is off", function()
    for _, on in ipairs({ true, fixtures.none }) do
      assert.same({ { "email", "a@example.org" }, { "sub", "s" } },
        log_identity.pairs(fixtures.config({ log_identity = on }), "a@example.org", "s"))
    end
    assert.same({ { "email_id", hash.safe_id("a@example.org") }, { "sub_id", hash.safe_id("s") } },
      log_identity.pairs(fixtures.config({ log_identity = false }), "a@example.org", "s"))
  end)

  it("is hashed up to 16 384 bytes", function()
    local longest = ("x"):rep(16383) .. "y"
    local pairs_of = log_identity.pairs(fixtures.config({ log_identity = false }), longest .. "z", longest)
    assert.same({ { "email_id", hash.safe_id(longest) }, { "sub_id", hash.safe_id(longest) } }, pairs_of)
  end)
end)
