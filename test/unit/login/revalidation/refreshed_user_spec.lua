--- The claims of refreshed tokens beside those of the login; whole turns are in revalidation_turn_spec.
local cjson = require("cjson")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local refreshed_user = require("sso_login.login.revalidation.refreshed_user")

local now, tolerance = fixtures.now, 60

it("a refreshed ID Token needs no at_hash and no nonce, and one that is there is compared apart", function()
  local expected = refreshed_user.expectations(fixtures.config(), "access", now)
  assert.same({ { "at_hash" }, "access" }, { expected.optional, expected.access_token })
  assert.is_nil(expected.nonce)
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
    { "auth_time", "newer than the tolerance", { auth_time = first.iat + tolerance + 1 }, true },
    { "auth_time", "older than the login could take", { auth_time = first.iat - 60 - tolerance - 1 }, "is too long ago" },
    { "auth_time", "as old as the login could take", { auth_time = first.iat - 60 - tolerance }, true },
    { "acr", "one of the option", { acr = "b" }, true },
    { "acr", "another", { acr = "c" }, "different" },
  }) do
    it(("%s %s is %s"):format(case[1], case[2], case[4] == true and "taken" or "refused"), function()
      local demands = { clock_tolerance = tolerance, max_age = 60, acr_values = { "a", "b" } }
      local checked = refreshed_user.compare_claims(fixtures.with(fixtures.claims, case[3]), first, demands)
      assert.equal(case[4], checked.ok or checked.details.reason)
      assert.is_true(checked.ok or (checked.details.claim or "acr") == case[1])
    end)
  end

  it("demands neither without the options", function()
    local claims = fixtures.with(fixtures.claims, { auth_time = 1, acr = "c" })
    assert.is_true(refreshed_user.compare_claims(claims, fixtures.claims, { clock_tolerance = tolerance }).ok)
  end)
end)

describe("refreshed_user.identify without an ID Token", function()
  local discovery = fixtures.discovery.full

  --- The user by UserInfo with these claims, and the requests.
  local function identify(login_claims, claims, changes)
    local io, world = mock.create()
    world.on(discovery.userinfo_endpoint, cjson.encode(fixtures.with({ sub = "a" }, claims)))
    world.on(discovery.jwks_uri, cjson.encode(fixtures.jwks.both))
    local issued = { config = fixtures.config(), metadata = fixtures.metadata("full", changes), tokens = { access_token = "access" } }
    for _ = 1, 2 do
      world.found = refreshed_user.identify(io, issued, fixtures.with({ sub = "a" }, login_claims))
    end
    return world.found, world.requests_to(discovery.jwks_uri)
  end

  for _, case in ipairs({
    { "stands for that of UserInfo", { email = "e", email_verified = true }, { email = "e" }, "e", true },
    { "does not vouch for another address", { email = "e", email_verified = true }, { email = "other" }, "other", nil },
    { "yields to that of UserInfo", { email = "e", email_verified = true }, { email = "e", email_verified = false }, "e", false },
  }) do
    it("completes by the login's claims: its email_verified " .. case[1], function()
      local found, fetched = identify(case[2], case[3])
      assert.same({ case[4], case[5] }, { found.data.completed.email, found.data.completed.email_verified })
      assert.same({ case[3].email, case[3].email_verified, 0 }, { found.data.proved.email, found.data.proved.email_verified, fetched })
    end)
  end
end)
