local fixtures = require("support.fixtures")
local role_sections = require("sso_login.settings.role_sections")
local role_matching = require("sso_login.rights.role_matching")

describe("role_sections.of_sections", function()
  it("takes only role sections, and leaves out empty members", function()
    local sections = fixtures.sections({}, {
      { name = "a", email = { "", "x@y", "" }, group = "", read = { "r" }, write = "w" }, { name = "other" },
    })
    sections[3].type = "group"
    assert.same(
      { roles = { { name = "a", email = { "x@y" }, group = {}, read = { "r" }, write = { "w" } } }, faults = {} },
      role_sections.of_sections(sections)
    )
  end)

  it("leaves out what is wrong, names it, and keeps the others", function()
    local wrong = { { name = "cfg03" }, { name = "b", access = { "ssh" } }, { name = "c", sub = "s" } }
    local sections = fixtures.sections({}, { { name = "a" }, wrong[1], wrong[2], wrong[3], { name = "d" } })
    sections[3].anonymous = true
    local found = role_sections.of_sections(sections)
    assert.same({ "a", "d", 2 }, { found.roles[1].name, found.roles[2].name, #found.roles })
    assert.same({
      { option = "role", role = "cfg03", must = { id = "role_name" } },
      { option = "access", role = "b", must = { id = "some_of", params = { words = "web, api" } } },
      { option = "sub_issuer", role = "c", must = { id = "set" } },
    }, found.faults)
  end)
end)

describe("role_matching.find_roles_for_user", function()
  local listed = {
    { name = "admin", email = { "Ada@Example.org" }, group = { "/net/admins" }, read = { "*" }, write = { "*" } },
    { name = "staff", email = { "bob@example.org" }, group = { "staff" }, read = { "status", "*" }, write = { "net" } },
    { name = "empty", email = { "jörg@exämple.org" }, group = {}, read = { "x" }, write = { "x" } },
  }

  local function find(claims) return role_matching.find_roles_for_user(fixtures.config({}, listed), claims) end

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
    { "an e-mail beside ASCII", { email = "jörg@exämple.org" }, "empty" },
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
    assert.same({ "admin", { "*", "status" }, { "*", "net" }, 2 }, { found.role_name, found.read, found.write, #found.roles })
  end)
end)

describe("roles by subject", function()
  local function section(options)
    return role_sections.of_sections(fixtures.sections({}, { fixtures.with({ name = "a" }, options) }))
  end

  it("need an issuer", function()
    assert.same({}, section({ sub = { "s" }, email = "a@b" }).roles)
    assert.same({}, section({ sub = "s", sub_issuer = "" }).roles)
    assert.equal(1, #section({ sub = {}, sub_issuer = "" }).roles)
    local role = section({ sub = "s", sub_issuer = "https://idp" }).roles[1]
    assert.same({ { "s" }, "https://idp" }, { role.sub, role.sub_issuer })
  end)

  it("match only that subject of that issuer", function()
    local function found(changes, claims, issuer)
      local list = { fixtures.with({ name = "a", sub = { "t", "s" }, sub_issuer = "https://idp" }, changes) }
      return role_matching.find_roles_for_user({ roles = list, issuer_url = issuer }, claims).ok
    end
    assert.is_true(found({}, { sub = "s" }, "https://idp"))
    for _, sub in ipairs({ "S", "s ", "", { "s" }, fixtures.none }) do
      assert.is_false(found({}, fixtures.with({ sub = "x" }, { sub = sub }), "https://idp"))
    end
    assert.is_false(found({}, { sub = "s" }, "https://idp/"))
    assert.is_false(found({ sub_issuer = fixtures.none }, { sub = "s" }, nil))
    assert.is_false(found({ sub = fixtures.none }, {}, "https://idp"))
    assert.is_false(found({}, { sub = "s", email = "s", groups = "s" }, nil))
  end)
end)

describe("roles by other claims", function()
  it("match an e-mail of another claim only where that is trusted, regardless of email_verified", function()
    local role = { name = "a", email = { "a@b" }, group = { "g" } }
    for _, verified in ipairs({ true, fixtures.none }) do
      local rules = { roles = { role }, email_claim = "upn", allow_unverified_email = true }
      local claims = fixtures.with({ upn = "a@b", email = "a@b" }, { email_verified = verified })
      local found = role_matching.find_roles_for_user(rules, claims)
      assert.same({ reason = "matched no roles", hint = { id = "untrusted_email_claim" } }, found.details)
      claims.groups = "g"
      assert.is_true(role_matching.find_roles_for_user(rules, claims).ok)
      assert.is_true(role_matching.find_roles_for_user({ roles = { role }, email_claim = "email" }, { email = "a@b" }).ok)
    end
  end)

  it("are those of the options", function()
    local list = { { name = "mail", email = { "a@b" } }, { name = "group", group = { "g", "h" } } }
    local function names(options, claims)
      local rules = role_matching.with_roles(options, list)
      local found = role_matching.find_roles_for_user(rules, claims)
      return table.concat(fixtures.pluck(found.ok and found.data.roles, "name"), " ")
    end
    local trusted = { email_claim = "upn", email_claim_trusted = true }
    assert.equal("mail", names(trusted, { upn = "A@b", email = "x@y" }))
    assert.equal("", names(trusted, { email = "a@b" }))
    assert.equal("", names(trusted, { upn = "a@b", email_verified = false }))
    assert.equal("group", names({ groups_claim = { "x", "realm.roles" } }, { realm = { roles = { "h" } }, groups = { "z" } }))
    assert.equal("group", names({ groups_claim = { "roles" } }, { roles = { g = { org = "d" } } }))
    assert.equal("", names({ groups_claim = { "roles" } }, { roles = { g = false }, groups = { "g" } }))
    assert.equal("", names({}, { groups = { g = true } }))
  end)
end)

describe("role_matching.find_roles_for_user", function()
  it("takes roles that lack lists, and gives them whole", function()
    local by_sub = { name = "c", sub = { "s" }, sub_issuer = "i" }
    local listed = { { name = "none" }, { name = "a", group = { "g" } }, { name = "b", group = { "g" }, email = { "m" } }, by_sub }
    local found = role_matching.find_roles_for_user({ roles = listed, issuer_url = "i" }, { groups = "g", sub = "s" })
    assert.same({
      role_name = "a", read = {}, write = {}, groups = { "g" }, email_ignored = false,
      roles = {
        { name = "a", email = {}, group = { "g" }, read = {}, write = {} },
        { name = "b", email = { "m" }, group = { "g" }, read = {}, write = {} },
        { name = "c", email = {}, group = {}, sub = { "s" }, sub_issuer = "i", read = {}, write = {} },
      },
    }, found.data)
  end)

  it("returns only groups that a role lists", function()
    local rules = { roles = { { name = "a", email = { "a@b" } }, { name = "b", group = { "y", "x" } } } }
    assert.same({ "x", "y" }, role_matching.find_roles_for_user(rules, { email = "A@b", groups = { "x", "z", "y" } }).data.groups)
  end)

  it("reports that an unverified e-mail costs a role", function()
    local list = { { name = "g", group = { "g" } }, { name = "m", email = { "A@b" } }, { name = "o", email = { "o@b" } } }
    local function ignored(claims, roles_)
      return role_matching.find_roles_for_user({ roles = roles_ or list }, claims).data.email_ignored
    end
    assert.is_true(ignored({ email = "a@B", email_verified = false, groups = "g" }))
    assert.is_false(ignored({ email = "a@b", email_verified = true, groups = "g" }))
    assert.is_false(ignored({ email = "x@b", email_verified = false, groups = "g" }))
    assert.is_false(ignored({ email_verified = false, groups = "g" }))
    assert.is_false(ignored({ email = "a@b", email_verified = false, groups = "g" }, {
      { name = "both", group = { "g" }, email = { "a@b" } },
    }))
  end)

  it("names the option only where an e-mail was unverified", function()
    local function hint(claims) return role_matching.find_roles_for_user({ roles = {} }, claims).details.hint end
    assert.same({ id = "unverified_email" }, hint({ email = "a@b", email_verified = false }))
    assert.is_nil(hint({ email = "a@b", email_verified = true }))
    assert.is_nil(hint({ email = 7, email_verified = false }))
    assert.is_nil(hint({ email_verified = false }))
  end)
end)

describe("role_matching.verified_email", function()
  local function counts(verified, allow)
    return role_matching.verified_email({ allow_unverified_email = allow }, { email = "a@b", email_verified = verified }) == "a@b"
  end

  it("needs email_verified to be true, in either notation, where it is there", function()
    for _, verified in ipairs({ true, "true" }) do
      assert.is_true(counts(verified))
    end
    assert.is_true(counts(nil))
    for _, verified in ipairs({ false, "false", "FALSE", "False", "True", "TRUE", "no", "", " ", "1", 0, 1, {}, { true } }) do
      assert.is_false(counts(verified))
      assert.is_true(counts(verified, true))
    end
  end)

  it("gives a role without a mark, of which counts_unmarked tells where that is not meant", function()
    local rules = { roles = { { name = "a", email = { "a@b" } } } }
    assert.is_true(role_matching.counts_unmarked(rules, { email = "a@b" }))
    assert.is_false(role_matching.counts_unmarked(fixtures.with(rules, { allow_unverified_email = true }), { email = "a@b" }))
  end)

  it("is a text", function()
    assert.is_nil(role_matching.verified_email({}, { email = 7 }))
    assert.is_nil(role_matching.verified_email({}, {}))
  end)
end)

it("role_matching.matches matches no empty e-mail and none that is no text", function()
  assert.is_false(role_matching.matches({ name = "a", email = { "" } }, { email = "", groups = {} }))
  assert.is_false(role_matching.matches({ name = "a" }, { groups = { "g" } }))
end)

describe("role_matching.matches", function()
  local role = { name = "a", access = { "web", "api" }, email = { "a@b" }, sub = { "app" }, sub_issuer = "i", client = { "app" } }

  for name, case in pairs({
    ["a client for itself that is listed"] = { { client = "app", sub = "app" }, true },
    ["no client that sends another's token"] = { { client = "app", sub = "ada" }, false },
    ["a person without a subject and client"] = { { client = "", sub = "", email = "a@b" }, true },
    ["a listed subject at another provider"] = { { sub = "app", issuer = "i", provider = "office" }, true },
    ["no client for itself at another provider"] = { { client = "app", sub = "app", issuer = "i", provider = "office" }, false },
  }) do
    it(name, function()
      case[1].groups = {}
      assert.equal(case[2], role_matching.matches(role, case[1]))
    end)
  end

  it("reports no unverified e-mail for a role of programs alone", function()
    local list = { { name = "g", group = { "g" } }, { name = "p", access = { "api" }, email = { "a@b" } } }
    local found = role_matching.find_roles_for_user({ roles = list }, { email = "a@b", email_verified = true, groups = "g" })
    assert.same({ "g", false }, { found.data.role_name, found.data.email_ignored })
    assert.is_nil(role_matching.find_roles_for_user({ roles = { list[2] } }, { email = "a@b" }).details.hint)
  end)
end)

describe("roles of a client that comes for itself", function()
  local robot = { name = "robot", client = { "home" }, access = { "api" } }

  local function found(claims)
    return role_matching.find_roles_for_user({ roles = { robot, { name = "mail", email = { "a@b" }, access = { "api" } } } }, claims, "home")
  end

  it("are none of a user whose sub is the client", function()
    assert.equal("robot", found({ sub = "home" }).data.role_name)
    for name, value in pairs({ email = "", preferred_username = "", auth_time = 0, amr = {}, acr = "0", sid = "x" }) do
      assert.equal("USER_NOT_AUTHORIZED", found({ sub = "home", [name] = value }).error, name)
    end
    assert.equal("mail", found({ sub = "home", email = "a@b" }).data.role_name)
    assert.equal("USER_NOT_AUTHORIZED", found({ sub = "other" }).error)
    local office = { roles = { fixtures.with(robot, { provider = { "office" } }) } }
    assert.is_nil(role_matching.find_roles_for_user(office, { sub = "home" }, "home").details.hint)
  end)

  it("are those of a session without a mark of a person", function()
    local entry = { client = "home", sub = "home", groups = {} }
    assert.is_true(role_matching.matches(robot, entry))
    assert.is_false(role_matching.matches(robot, fixtures.with(entry, { is_of_person = true })))
  end)
end)
