local needed_scopes = require("sso_login.rights.needed_scopes")

describe("needed_scopes.unrequested", function()
  local by_group, by_email = { name = "g", group = { "a" } }, { name = "e", email = { "a@b" }, group = {} }
  for _, case in ipairs({
    { "the groups of a role", { by_group }, { scope = "openid email" }, { "groups" } },
    { "the e-mail of a role", { by_email }, { scope = "openid groups" }, { "email" } },
    { "both, each once", { by_email, by_group, by_group }, { scope = "openid" }, { "email", "groups" } },
    { "nothing that is requested", { by_email, by_group }, { scope = "openid groups email" }, {} },
    { "nothing where a role goes by nothing", { { name = "n", sub = { "1" } } }, { scope = "openid" }, {} },
    { "nothing for claims of other names", { by_email, by_group }, { scope = "openid", email_claim = "upn", groups_claim = { "roles" } }, {} },
    { "the scope of another standard claim", { by_email }, { scope = "openid", email_claim = "preferred_username" }, { "profile" } },
    { "groups beside another claim", { by_group }, { scope = "openid", groups_claim = { "roles", "groups" } }, { "groups" } },
    { "nothing for another provider's role", { by_group }, { scope = "openid", provider = "club" }, {} },
    { "its own role's at another provider", { { name = "c", group = { "a" }, provider = { "club" } } }, { scope = "openid", provider = "club" }, { "groups" } },
    { "nothing for programs", { { name = "p", group = { "a" }, access = { "api" } } }, { scope = "openid" }, {} },
    { "the groups of a role for both", { { name = "p", group = { "a" }, access = { "api", "web" } } }, { scope = "openid" }, { "groups" } },
  }) do
    it("lists " .. case[1], function() assert.same(case[4], needed_scopes.unrequested(case[2], case[3])) end)
  end
end)
