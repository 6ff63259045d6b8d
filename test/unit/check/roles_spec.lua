--- check.roles: names, members and rights of the roles.
local checkup = require("support.checkup")
local fixtures = require("support.fixtures")

local admin = { name = "admin", email = { "a@b" }, read = { "*" }, write = { "*" } }
local guest = { name = "guest", group = { "guests" }, read = { "luci-base", "luci-mod-status-index" } }
local no_rights = "These roles have no access groups: %s. Their users can log in and see nothing."
local nobody = "These roles list no e-mail addresses, groups or subjects and match nobody: %s."
local no_luci = "These roles lack the access group luci-base: %s. LuCI shows their users errors and no log-out."
local no_page = "These roles have no access group that opens a page: %s. "
  .. "After the login their users see LuCI's 404 without a log-out."
local unknown = "This router has no access group that these entries name: %s."

local function member(name, read, write)
  return { name = name, email = { "a@b" }, read = read, write = write }
end

describe("check.roles", function()
  for _, case in ipairs({
    { "all are right", { admin, guest }, {
      roles_ok = "The roles are complete: admin, guest.", roles_without_rights = false, roles_match_nobody = false,
      roles_without_luci = false, access_groups_unknown = false,
    } },
    { "none", {}, { roles_none = "There is no role: every login ends with 'matched no roles'.", roles_ok = false } },
    { "one called as a login of rpcd", { admin, member("root", { "*" }) }, {
      role_left_out = "Role root has the name of a local login of rpcd and is left out: nobody gets it.", roles_ok = false,
    } },
    { "some without members", { { name = "idle", read = { "*" } }, admin, { name = "lazy", read = { "*" } } }, {
      roles_match_nobody = nobody:format("idle, lazy"), roles_ok = false,
    } },
    { "one by subject", { { name = "s", sub = { "x" }, sub_issuer = fixtures.issuer, read = { "*" } } }, {
      roles_ok = "The roles are complete: s.", role_other_issuer = false, roles_match_nobody = false,
    } },
    { "one by subjects of another issuer", { { name = "s", sub = { "x" }, sub_issuer = "https://old", read = { "*" } } }, {
      role_other_issuer = "The subjects of role s match nobody: its sub_issuer is https://old, and that is not issuer_url.",
    } },
    { "one by subjects of no issuer", { { name = "s", sub = { "x" }, read = { "*" } } }, {
      role_without_issuer = "Role s lists subjects, and its option sub_issuer does not say whose.",
    } },
    { "some without rights", { member("poor"), admin, member("broke") }, {
      roles_without_rights = no_rights:format("poor, broke"), roles_without_luci = false, roles_ok = false,
    } },
    { "one with rights to write alone", { member("x", nil, { "*" }) }, { roles_ok = "The roles are complete: x." } },
    { "some without LuCI's own calls", {
      member("x", { "luci-mod-*" }), guest, member("y", { "*", "!luci-base" }), member("z", nil, { "wol" }),
    }, { roles_without_luci = no_luci:format("x, y, z"), roles_ok = false } },
    { "some without a page of LuCI", {
      member("x", { "luci-base" }), guest, member("y", { "luci-base", "unauthenticated" }), member("z", nil, { "luci-b*" }),
    }, { roles_without_page = no_page:format("x, y, z"), roles_without_luci = false, roles_ok = false } },
    { "unknown access groups", {
      member("x", { "luci-base", "luci-bsae", "", "luci-bsae" }, { "!wol*", "! luci-base" }), member("y", { "luci-b*", "luci-bsae" }, { "!" }),
    }, { access_groups_unknown = unknown:format("x: luci-bsae, x: !wol*, y: luci-bsae, y: !"), roles_ok = false } },
  }) do
    it(case[1], function() checkup.expect({ roles = case[2] }, case[3]) end)
  end

  it("a page is what the menu shows to a group", function()
    local function menu(world, io)
      world.put(io.paths.menu_dir .. "/a.json", '{"admin/a":{"title":"A","depends":{"acl":["odd","luci-base"]}},"admin/none":{"title":"N"}}')
      world.put(io.paths.menu_dir .. "/b.json", '{"admin/b":{"depends":{"acl":["luci-mod-status-index"]}}}')
      world.put(io.paths.menu_dir .. "/c.json", "[")
      world.put(io.paths.menu_dir .. "/d.txt", '{"admin/d":{"title":"D","depends":{"acl":["luci-mod-status-index"]}}}')
      world.put(io.paths.acl_dir .. "/odd.json", '{"odd":{"read":{"uci":["odd"]}}}')
    end
    checkup.expect({ roles = { guest, member("x", { "luci-base", "odd" }), member("y", { "luci-base" }) }, setup = menu }, {
      roles_without_page = no_page:format("guest, y"),
    })
  end)

  it("what everybody has opens no page", function()
    checkup.expect({ roles = { member("x", { "luci-base", "unauthenticated" }) }, setup = function(world, io)
      world.put(io.paths.acl_dir .. "/all.json", '{"unauthenticated":{"read":{"ubus":{"session":["access"]}}}}')
    end }, { roles_without_page = no_page:format("x") })
  end)

  it("a menu file may have 256 KB", function()
    local entry = '{"admin/a":{"title":"A","depends":{"acl":["luci-mod-status-index"]}}}'
    for size, text in pairs({ [262144] = false, [262145] = no_page:format("guest") }) do
      checkup.expect({ roles = { guest }, setup = function(world, io)
        world.put(io.paths.menu_dir .. "/a.json", '{"admin/o":{"title":"O","depends":{"acl":["odd"]}}}')
        world.put(io.paths.menu_dir .. "/b.json", entry .. (" "):rep(size - #entry))
      end }, { roles_without_page = text })
    end
  end)

  it("roles are behind in rpcd that it knows otherwise, not yet, or still", function()
    local behind = "rpcd does not know these roles as they are saved: %s. Until it does, live sessions keep what they had."
    checkup.expect({ roles = { admin, guest, member("root", { "*" }) } }, { roles_behind = false })
    checkup.expect({ roles = { admin, guest }, setup = function(world)
      table.remove(world.uci["sso-login"], 2)
      world.uci["sso-login"][2].options.read = { "*" }
      table.insert(world.uci["sso-login"], { name = "new", type = "role", anonymous = false, options = { email = "a@b", read = "*" } })
    end }, { roles_behind = behind:format("admin, guest, new") })
  end)

  it("a role without a name has to get one", function()
    checkup.expect({ setup = function(world)
      table.insert(world.uci["sso-login"], { name = "cfg07", type = "role", anonymous = true, options = { email = "a@b", read = "*" } })
    end }, { role_wrong = "Role cfg07 must have a name: config role 'name'." })
  end)

  it("an access group is known by its name, although as a pattern that means another", function()
    checkup.expect({ roles = { member("x", { "luci-base", "luci-mod-status-index", "odd[1]" }) }, setup = function(world, io)
      world.put(io.paths.acl_dir .. "/odd.json", '{"odd[1]":{"read":{}}}')
    end }, { access_groups_unknown = false, roles_ok = "The roles are complete: x." })
  end)

  for name, case in pairs({
    ["to look"] = { member("x", { "luci-base", "luci-mod-status-index" }), "ok role_looks Role x can look, and no more." },
    ["to read secrets"] = { member("x", { "luci-*", "!luci-app-*" }),
      "warning role_reads_more Role x has nothing in write, and yet it can read secrets (backups, flash, keys or passwords), "
        .. "by the access groups luci-mod-system-flash." },
    ["to run programs"] = { member("x", { "*" }),
      "warning role_reads_more Role x has nothing in write, and yet it can run programs as root, by the access groups luci-app-probe." },
    ["to write"] = { member("x", { "*" }, { "luci-base" }),
      "ok role_reaches Role x can change this router, and so perhaps do everything, by the access groups luci-base." },
    ["to write what only reads"] = { member("x", {}, { "luci-mod-system-flash" }),
      "ok role_reaches Role x can read secrets (backups, flash, keys or passwords), by the access groups luci-mod-system-flash." },
  }) do
    it("says how far a role reaches that has the rights " .. name, function()
      local _, report = checkup.run({ roles = { case[1] } })
      local said = {}
      for _, finding in ipairs(report.findings) do
        if finding.id:find("^role_") then
          said[#said + 1] = ("%s %s %s"):format(finding.level, finding.id, finding.text)
        end
      end
      assert.same({ case[2] }, said)
    end)
  end

  it("roles are right, whatever was found before", function()
    checkup.expect({ uci = { enabled = "0" } }, { roles_ok = "The roles are complete: admin." })
  end)

  it("says which files of access groups are ignored, and why", function()
    local _, report = checkup.run({ setup = function(world, io)
      world.put(io.paths.acl_dir .. "/bad.json", "[]")
      world.put(io.paths.acl_dir .. "/big.json", (" "):rep(262145))
    end })
    local ignored = {}
    for _, finding in ipairs(report.findings) do
      if finding.id == "acl_file_ignored" then
        ignored[#ignored + 1] = finding.text
      end
    end
    assert.same({
      "The file bad.json of access groups is ignored: not a JSON object. Its groups grant nothing.",
      "The file big.json of access groups is ignored: cannot be read. Its groups grant nothing.",
    }, ignored)
  end)
end)
