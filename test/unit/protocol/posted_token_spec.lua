local fixtures = require("support.fixtures")
local posted_token = require("sso_login.protocol.posted_token")

describe("posted_token.check_kind", function()
  local function check(header, claims, changes)
    return posted_token.check_kind(header, claims, fixtures.with({
      types = { "logout+jwt", "at+JWT" }, reason = "why", may_lack_type = false, foreign_claims = { "y", "x" },
    }, changes))
  end

  it("takes the types that are named, with or without application/, whatever their case", function()
    for typ, taken in pairs({ ["AT+jwt"] = true, ["application/logout+JWT"] = true, ["x/logout+jwt"] = false, [""] = false, jwt = false }) do
      assert.equal(taken, check({ typ = typ }, {}).ok, typ)
    end
    local refused = { ok = false, error = "ID_TOKEN_VERIFICATION_FAILED", details = { claim = "typ", reason = "why" } }
    assert.same(refused, check({ typ = "x" }, {}))
    assert.equal("has no type", check({}, {}).details.reason)
    assert.is_true(check({}, {}, { may_lack_type = true }).ok)
    assert.same(refused, check({ typ = 7 }, {}, { may_lack_type = true }))
  end)

  it("refuses foreign claims, whatever their value", function()
    assert.same({ claim = "x", reason = "is there: another kind of token" }, check({ typ = "at+jwt" }, { x = false }).details)
    assert.is_true(check({ typ = "at+jwt" }, { z = 1 }).ok)
  end)
end)
