--- The claims of a refreshed ID Token beside those of the login's; whole turns are in revalidation_turn_spec.
local fixtures = require("support.fixtures")
local refreshed_user = require("sso_login.login.revalidation.refreshed_user")

local now, tolerance = fixtures.now, 60

it("a refreshed ID Token needs no at_hash and no nonce, but the login's where it has one", function()
  local expected = refreshed_user.expectations(fixtures.config(), "n", "access", now)
  assert.same({ false, { "nonce" }, "n" }, { expected.at_hash_required, expected.optional, expected.nonce })
end)

describe("refreshed_user.compare_claims", function()
  local first = fixtures.with(fixtures.claims, { auth_time = now - 100 })
  local not_first, before = "is not that of the login", "is before that of the login"

  for _, case in ipairs({
    { "nothing", "changed", {}, true },
    { "iat", "within the tolerance before the first", { iat = first.iat - tolerance }, true },
    { "iat", "earlier", { iat = first.iat - tolerance - 1 }, before },
    { "iat", "later", { iat = now }, true },
    { "sub", "another", { sub = "user-2" }, not_first },
    { "auth_time", "the same", { auth_time = now - 100 }, true },
    { "auth_time", "newer", { auth_time = now - 1 }, true },
    { "auth_time", "older than the login could take", { auth_time = first.iat - 60 - tolerance - 1 }, "is too long ago" },
    { "auth_time", "as old as the login could take", { auth_time = first.iat - 60 - tolerance }, true },
    { "acr", "one of the option", { acr = "b" }, true },
    { "acr", "another", { acr = "c" }, "different" },
  }) do
    it(("%s %s is %s"):format(case[1], case[2], case[4] == true and "taken" or "refused"), function()
      local demands = { clock_tolerance = tolerance, max_age = 60, acr_values = { "a", "b" } }
      local checked = refreshed_user.compare_claims(fixtures.with(fixtures.claims, case[3]), first, demands)
      assert.equal(case[4], checked.ok or checked.details.reason)
    end)
  end

  it("demands neither without the options", function()
    local claims = fixtures.with(fixtures.claims, { auth_time = 1, acr = "c" })
    assert.is_true(refreshed_user.compare_claims(claims, fixtures.claims, { clock_tolerance = tolerance }).ok)
  end)
end)
