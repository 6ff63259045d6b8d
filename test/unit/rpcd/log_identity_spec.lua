local fixtures = require("support.fixtures")
local hash = require("sso_login.jose.hash")
local log_identity = require("sso_login.rpcd.log_identity")
local mock = require("support.mock")

describe("log_identity", function()
  it("is the e-mail and the subject, unless that is off", function()
    for _, on in ipairs({ true, fixtures.none }) do
      assert.same({ { "email", "a@example.org" }, { "sub", "s" } },
        log_identity.pairs(fixtures.config({ log_identity = on }), "a@example.org", "s"))
    end
    assert.same({ { "email_id", hash.safe_id("a@example.org") }, { "sub_id", hash.safe_id("s") } },
      log_identity.pairs(fixtures.config({ log_identity = false }), "a@example.org", "s"))
  end)

  it("is named by the option, and by none that is wrong or cannot be read", function()
    local io, world = mock.create()
    world.uci["sso-login"] = fixtures.sections()
    for _, case in ipairs({ { nil, true }, { "1", true }, { "0", false }, { "no", false } }) do
      world.uci["sso-login"][1].options.log_identity = case[1]
      assert.same({ log_identity = case[2] }, log_identity.setting(io))
    end
    world.uci["sso-login"] = {}
    assert.same({ log_identity = false }, log_identity.setting(io))
  end)

  it("of claims marks an unverified e-mail, and no absent one", function()
    for _, email in ipairs({ "a@example.org", "" }) do
      local claims = { email = email ~= "" and email or nil, email_verified = false, sub = "s" }
      local name = email ~= "" and "email_unverified" or "email"
      assert.same({ { name, email }, { "sub", "s" } }, log_identity.pairs_of_claims(fixtures.config(), claims))
    end
  end)

  it("is hashed up to 16 384 bytes", function()
    local longest = ("x"):rep(16383) .. "y"
    local pairs_of = log_identity.pairs(fixtures.config({ log_identity = false }), longest .. "z", longest)
    assert.same({ { "email_id", hash.safe_id(longest) }, { "sub_id", hash.safe_id(longest) } }, pairs_of)
  end)
end)
