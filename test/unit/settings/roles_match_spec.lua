--- settings.roles: which role a user's claims match; vectors_spec.lua has the e-mails and groups that look like somebody's.
local fixtures = require("support.fixtures")
local roles = require("sso_login.settings.roles")

local listed = {
  { name = "admin", email = { "Ada@Example.org" }, group = { "/net/admins" }, read = { "*" }, write = { "*" } },
  { name = "staff", email = { "bob@example.org" }, group = { "staff" }, read = { "status", "*" }, write = { "wifi" } },
  { name = "empty", email = {}, group = {}, read = { "x" }, write = { "x" } },
}

local function find(claims)
  return roles.find_roles_for_user(fixtures.config({}, listed), claims)
end

describe("roles.find_roles_for_user", function()
  --- { what, claims, role or nil }
  for _, case in ipairs({
    { "an e-mail", { email = "ada@example.org" }, "admin" },
    { "an e-mail in other case", { email = "ADA@EXAMPLE.ORG" }, "admin" },
    { "an e-mail of the second role", { email = "bob@example.org" }, "staff" },
    { "an unverified e-mail and a group", { email = "ada@example.org", email_verified = false, groups = { "staff" } }, "staff" },
    { "a group", { groups = { "x", "staff" } }, "staff" },
    { "a path-style group", { groups = { "/net/admins" } }, "admin" },
    { "a group as one text", { groups = "staff" }, "staff" },
    { "a text that would have to be split", { groups = "x staff" } },
    { "a group among what is no text", { groups = { 7, true, { "staff" }, "staff" } }, "staff" },
    { "nothing", {} },
  }) do
    it(("matches %s for %s"):format(case[3] or "no role", case[1]), function()
      local found = find(case[2])
      assert.equal(case[3], found.ok and found.data.role_name or nil)
      if case[3] == nil then
        assert.same({ "USER_NOT_AUTHORIZED", "matched no roles" }, { found.error, found.details.reason })
      end
    end)
  end

  it("merges read and write over all matching roles, in file order, each once", function()
    local found = find({ email = "ada@example.org", groups = { "staff", "/net/admins" } }).data
    assert.same({ "admin", { "*", "status" }, { "*", "wifi" }, 2 }, { found.role_name, found.read, found.write, #found.roles })
  end)
end)
