local claim_rules = require("sso_login.rights.claim_rules")

describe("claim_rules.find", function()
  local nested = { roles = { "r" } }
  for _, case in ipairs({
    { "a name as it is written", { ["https://example.org/roles"] = "x" }, "https://example.org/roles", "x" },
    { "a name with dots before a path", { ["a.b"] = 1, a = { b = 2 } }, "a.b", 1 },
    { "a path", { realm_access = nested }, "realm_access.roles", nested.roles },
    { "a path through names with dots", { ["https://a.b/c"] = { ["x.y"] = { z = 3 } } }, "https://a.b/c.x.y.z", 3 },
    { "a path that only the longer name fits", { a = { c = 1 }, ["a.b"] = { c = 2 } }, "a.b.c", 2 },
    { "false", { a = { b = false } }, "a.b", false },
    { "a path by only the names between dots", { [""] = { [".b"] = 1 }, a = { b = 2 } }, "a.b", 2 },
    { "a path after a name that ends with a dot", { ["a."] = { b = 1 } }, "a..b", 1 },
    { "a path that begins with an empty name", { [""] = { x = 1 } }, ".x", 1 },
  }) do
    it("finds " .. case[1], function() assert.same(case[4], claim_rules.find(case[2], case[3])) end)
  end

  for what, case in pairs({
    ["through a text"] = { { a = "b" }, "a.b" }, ["through a list"] = { { a = { { b = 1 } } }, "a.b" },
    ["by a list's place"] = { { a = { "x" } }, "a.1" }, ["through a number"] = { { a = 7 }, "a.b" },
    ["through nothing"] = { {}, "a.b" }, ["to nothing"] = { { a = {} }, "a.b" }, ["of dots"] = { { a = { b = 1 } }, ".." },
    ["in an empty text"] = { { a = "" }, "a" }, ["in an empty text of a path"] = { { a = { b = "" } }, "a.b" },
    ["with NUL"] = { { a = { b = 1 } }, "a\0.b" }, ["an empty name"] = { {}, "" },
  }) do
    it("finds nothing " .. what, function() assert.is_nil(claim_rules.find(case[1], case[2])) end)
  end
end)

it("claim_rules.denies_email takes any value but true for a denial", function()
  for _, case in ipairs({ { "", true }, { true, false }, { "true", false }, { false, true }, { "false", true }, { 1, true }, { {}, true } }) do
    assert.equal(case[2], claim_rules.denies_email({ email_verified = case[1] }))
  end
  assert.is_false(claim_rules.denies_email({}))
end)

describe("claim_rules.group_names", function()
  it("are one text, or the texts of a list", function()
    for _, with_keys in ipairs({ true, false }) do
      assert.same({ "a b" }, claim_rules.group_names("a b", with_keys))
      assert.same({ "a", "b" }, claim_rules.group_names({ "a", 7, "b", true, { "c" } }, with_keys))
      for _, claim in ipairs({ 7, true, {}, { 1, 2 }, { { a = 1 } } }) do
        assert.same({}, claim_rules.group_names(claim, with_keys))
      end
      assert.same({}, claim_rules.group_names(nil, with_keys))
    end
  end)

  it("are an object's keys where that is asked for, but for those that are false", function()
    local object = { b = { org = "domain" }, a = true, c = false }
    assert.same({ "a", "b" }, claim_rules.group_names(object, true))
    assert.same({}, claim_rules.group_names(object, false))
  end)
end)

it("claim_rules.groups_of adds up all claims, and distinguishes absent ones from an empty list", function()
  local rules = { groups_claim = { "roles", "a.b", "missing" } }
  assert.same({ "x", "y", "z" }, claim_rules.groups_of(rules, { roles = { "x", "y" }, a = { b = "z" }, groups = { "no" } }))
  assert.same({}, claim_rules.groups_of(rules, { roles = {} }))
  assert.is_nil(claim_rules.groups_of(rules, { groups = { "no" } }))
  assert.is_nil(claim_rules.groups_of({}, { groups = "" }))
  assert.same({ "g" }, claim_rules.groups_of({}, { groups = { "g" } }))
end)
