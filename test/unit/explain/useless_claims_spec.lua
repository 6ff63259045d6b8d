local useless_claims = require("sso_login.explain.useless_claims")

it("useless_claims.absent_claims are those looked for in vain", function()
  assert.same({ "email", "groups" }, useless_claims.absent_claims({}, {}))
  assert.same({}, useless_claims.absent_claims({}, { email = "a", groups = {} }))
  assert.same({ "email", "groups" }, useless_claims.absent_claims({}, { email = "", groups = "" }))
  assert.same({ "a.b" }, useless_claims.absent_claims({ email_claim = "upn", groups_claim = { "a.b", "r" } }, { upn = 7, r = {} }))
end)

it("useless_claims.other_kinds are those of claims that are of no use, an object's with five names of 64 bytes", function()
  local longest = ("a"):rep(64)
  local object = { [longest .. "x"] = 1, b = 1, c = 1, d = 1, e = 1, f = 1 }
  local named = "(" .. longest .. ", b, c, d, e)"
  for kind, claim in pairs({
    ["is true"] = true, ["is false"] = false, ["is a number"] = 7, ["is an object " .. named] = object, ["holds objects " .. named] = { object },
    ["is an array without texts"] = { 7 },
  }) do
    assert.same({ "email " .. kind, "groups " .. kind }, useless_claims.other_kinds({}, { email = claim, groups = claim }))
  end
  assert.same({ "email is an array" }, useless_claims.other_kinds({}, { email = { "a@b" }, groups = { "g" } }))
  assert.same({}, useless_claims.other_kinds({ groups_claim = { "a", "b" } }, { email = "a@b", a = "g", b = object }))
end)

local listing = { roles = { { name = "a" }, { name = "b", group = { "g" } } } }

it("useless_claims.groups_advice is about groups that the provider left out, or has in another form", function()
  for advice, claims in pairs({
    groups_overage = { _claim_names = { groups = "src1" } }, groups_by_path = { groups = { r = 1 } }, groups_as_texts = { groups = 7 },
    groups_absent = { _claim_names = { address = "src1" } },
  }) do
    assert.equal(advice, useless_claims.groups_advice(listing, claims))
  end
  assert.equal("groups_overage", useless_claims.groups_advice(listing, { hasgroups = true }))
  assert.equal("groups_overage", useless_claims.groups_advice({ roles = {}, groups_claim = { "roles" } }, { _claim_names = { roles = "src1" } }))
  assert.is_nil(useless_claims.groups_advice(listing, { groups = "g" }))
  assert.is_nil(useless_claims.groups_advice({ roles = { { name = "a", email = { "a@b" } } } }, {}))
end)

it("useless_claims.groups_advice tells several groups in one text, of the provider or of a role, and takes no distinguished name for one", function()
  for groups, listed in pairs({
    ["staff,router-admins"] = "router-admins", ["[staff, router-admins]"] = "router-admins", ['["staff","router-admins"]'] = "router-admins",
    ["staff;Domain Admins"] = "Domain Admins", ["staff router-admins"] = "router-admins", ["a|b"] = "b", [" admins"] = "admins",
    ["router-admins"] = "router-admins,wheel", wheel = "router-admins; wheel",
  }) do
    local rules = { roles = { { name = "a" }, { name = "b", group = { "other", listed } } } }
    assert.equal("groups_in_one_text", useless_claims.groups_advice(rules, { groups = groups }), groups)
    assert.equal("groups_in_one_text", useless_claims.groups_advice(rules, { groups = { "x", groups } }), groups)
    rules.roles[2].provider = { "office" }
    assert.is_nil(useless_claims.groups_advice(rules, { groups = groups }))
  end
  for groups, listed in pairs({
    ["CN=router-admins,OU=groups"] = "router-admins", ["router-admins"] = "CN=x,OU=y,router-admins", ["a,b"] = "a,b", ["staff,admin"] = "admins",
    ["domain-admins"] = "admins", [","] = "a",
  }) do
    assert.is_nil(useless_claims.groups_advice({ roles = { { name = "b", group = { listed } } } }, { groups = groups }), groups)
  end
end)
