local checkup = require("support.checkup")
local fixtures = require("support.fixtures")

local admin = { name = "admin", email = { "a@b" }, read = { "*" }, write = { "*" } }
local guest = { name = "guest", group = { "guests" }, read = { "luci-base", "luci-mod-status-index" } }
local nobody = "These roles list no e-mail addresses, groups or subjects and match no one: %s."
local no_luci = "These roles lack the access group luci-base: %s. LuCI shows their users errors and no log-out."
local no_page = "These roles have no access group that opens a page: %s. "
  .. "A user without another role is refused at the login."

local function member(name, read, write)
  return { name = name, email = { "a@b" }, read = read, write = write }
end

local function with_sub(changes)
  return { fixtures.with({ name = "s", sub = { "x" }, read = { "*" }, write = { "*" } }, changes) }
end

local function reaches(what) return ("Role x can %s."):format(what) end
local looks = reaches("look, and no more")
local runs_programs = "Role x has nothing in write, and yet it can run programs as root. "
  .. "luci-app-probe: can run programs as root, luci-mod-system-flash: shows secrets."
local changes_all = "change the router's configuration or read any file, which is full control. luci-base: full control, "
  .. "luci-app-probe: can run programs as root, luci-mod-system-flash: shows secrets"

--- title, roles, texts of findings, files
for _, row in ipairs({
  { "are all right", { admin, guest }, {
    roles_ok = "The roles are complete: admin, guest.", role_looks = "Role guest can look, and no more.",
  } },
  { "may be none", {}, { roles_none = "Nobody can log in yet: add a role.", roles_ok = false } },
  { "may be called as a login of rpcd", { admin, member("root", { "*" }, { "*" }) }, {
    role_left_out = "Role root has the name of a local login of rpcd and is ignored: no one gets it.", roles_ok = false,
  } },
  { "may have no members", {
    fixtures.with(admin, { name = "idle", email = {} }), admin, fixtures.with(admin, { name = "lazy", email = {} }),
  }, { roles_match_nobody = nobody:format("idle, lazy"), roles_ok = false } },
  { "may list subjects", with_sub({ sub_issuer = fixtures.issuer }), { roles_ok = "The roles are complete: s." } },
  { "may list subjects of another issuer", with_sub({ sub_issuer = "https://old" }), {
    role_other_issuer = "The subjects of role s match no one: its sub_issuer is https://old, and that is not issuer_url.",
  } },
  { "may list subjects of no issuer", with_sub({}), {
    role_without_issuer = "Role s lists subjects, and its option sub_issuer does not say whose.",
  } },
  { "may have no rights", { member("poor"), admin, member("broke") }, {
    roles_without_rights = "These roles have no access groups: poor, broke. A user without another role is refused at the login.", roles_ok = false,
  } },
  { "may have rights only to write", { member("x", nil, { "*" }) }, { roles_ok = "The roles are complete: x." } },
  { "may lack LuCI's own calls", {
    member("x", { "luci-mod-*" }, { "*", "!luci-base" }), member("y", { "*", "!luci-base" }, { "wol" }), member("z", nil, { "wol" }),
  }, {
    roles_without_luci = no_luci:format("x, y, z"), roles_ok = false, role_looks = "Role z can look, and no more.",
    access_groups_unknown = "This router has no access group that these entries name: y: wol, z: wol.",
  } },
  { "may lack a page of LuCI", {
    member("x", { "luci-base" }), guest, member("y", { "luci-base", "unauthenticated" }), member("z", nil, { "luci-b*" }),
  }, {
    roles_without_page = no_page:format("x, y, z"), roles_ok = false, role_looks = "Role y can look, and no more.",
    access_groups_unknown = "This router has no access group that these entries name: y: unauthenticated.",
  }, { ["menu/a.json"] = '{"admin/a":{"title":"A","action":{"type":"view"},"depends":{"acl":["luci-mod-status-index"]}}}' } },
  { "may name unknown access groups", {
    member("x", { "luci-base", "luci-bsae", "", "luci-bsae" }, { "!wol*", "! luci-base", "*" }),
    member("y", { "luci-b*", "luci-bsae" }, { "!", "*" }),
  }, {
    access_groups_unknown = "This router has no access group that these entries name: x: luci-bsae, x: !wol*, y: luci-bsae, y: !.",
    roles_ok = false,
  } },
  { "may name an access group that as a pattern means another", { member("x", { "luci-base", "luci-mod-status-index", "odd[1]" }) }, {
    roles_ok = "The roles are complete: x.", role_looks = looks,
  }, { ["acl/odd.json"] = '{"odd[1]":{"read":{}}}' } },
  { "may serve a router without LuCI", { member("x", { "wol" }) }, { roles_ok = "The roles are complete: x.", role_looks = looks }, {
    ["acl/luci-base.json"] = '{"wol":{"read":{"uci":["luci"]}}}',
  } },
  { "can look", { member("x", { "luci-base", "luci-mod-status-index" }) }, { role_looks = looks, role_reaches = false } },
  { "can run programs by read", { member("x", { "*" }) }, { role_reads_more = runs_programs, role_reaches = false } },
  { "can change the router", { member("x", { "*" }, { "luci-base" }) }, { role_reaches = reaches(changes_all) } },
  { "can read secrets by write", { member("x", { "luci-base", "luci-mod-status-index" }, { "luci-mod-system-flash" }) }, {
    role_reaches = reaches("read secrets (backups, flash, keys or passwords). Flash: shows secrets") }, {
    ["menu/a.json"] = '{"admin/f":{"title":"Flash","action":{"type":"view"},"depends":{"acl":["luci-mod-system-flash"]}}}',
  } },
}) do
  checkup.rows({ { "check.role_check: roles " .. row[1], { roles = row[2], files = row[4] }, row[3] } })
end

describe("check.role_check", function()
  it("reports the rights of programs", function()
    local api = fixtures.with(admin, { name = "api", email = {}, client = { "robot" }, access = { "api" }, read = { "luci-mod-status-index" }, write = {} })
    checkup.expect({ uci = { api_audience = "a" }, roles = { admin } }, {
      programs_without_role = "Programs may exchange access tokens for a, but no role is for them.",
    })
    checkup.expect({ uci = { api_audience = "a" }, roles = { admin, api } }, {
      programs_on = "Programs may exchange JWT access tokens for a, for what these roles give: api. Opaque tokens do not do.",
      roles_ok = "The roles are complete: admin, api.", role_looks = "Role api can look, and no more.",
    })
    local found = checkup.run({ uci = { api_audience = "a" }, roles = { api, fixtures.with(api, { name = "more" }) } })
    assert.equal("api, more", found.programs_on.params.roles)
    checkup.expect({ roles = { fixtures.with(api, { access = { "ssh" } }) } }, {
      role_wrong = "Role api must name nothing but web, api.", roles_ok = false,
      role_looks = "Role api can look, and no more.",
    })
  end)

  it("reads a menu file of 256 KB and none that is longer", function()
    local entry = '{"admin/a":{"title":"A","action":{"type":"view"},"depends":{"acl":["luci-mod-status-index"]}}}'
    for size, text in pairs({ [262144] = false, [262145] = no_page:format("guest") }) do
      local found = checkup.run({ roles = { guest }, files = {
        ["menu/a.json"] = '{"admin/o":{"title":"O","action":{"type":"view"},"depends":{"acl":["odd"]}}}', ["menu/b.json"] = entry .. (" "):rep(size - #entry),
      } })
      assert.equal(text, found.roles_without_page and found.roles_without_page.text or false)
    end
  end)

  local function section(name, options, anonymous)
    return { name = name, type = "role", anonymous = anonymous or false, options = fixtures.with({ email = "a@b", read = "*", write = "*" }, options) }
  end

  it("reports an empty file of rpcd", function()
    checkup.expect({ roles = { admin }, setup = function(world) world.uci.rpcd = {} end }, {
      rpcd_unreadable = "The logins of rpcd cannot be read from /etc/config/rpcd: empty or not readable. No one can log in.",
    })
  end)

  it("reports roles whose rpcd section differs, is missing, or is left over", function()
    checkup.expect({ roles = { admin, fixtures.with(admin, { name = "guest" }) }, setup = function(world)
      table.remove(world.uci["sso-login"], 2)
      world.uci["sso-login"][2].options.write = { "luci-base" }
      table.insert(world.uci["sso-login"], section("new"))
    end }, {
      roles_behind = "rpcd does not know these roles as they are saved: admin, guest, new. Until it does, live sessions keep what they had.",
    })
  end)

  it("reports roles whose live sessions have other rights, and no user", function()
    local function session_of(world, grants)
      local sid = world.add_session({ username = "admin", sso_issuer = fixtures.issuer, sso_email = "ada@example.org", sso_roles = { "admin" } })
      world.sessions[sid].grants = grants
    end
    local text = "Live sessions have other rights than their roles give now: admin."
    assert.is_nil(checkup.run({ roles = { guest }, setup = function(world) session_of(world, {}) end }).rights_behind)
    checkup.expect({ setup = function(world) session_of(world, { uci = { x = { "write" } } }) end }, { rights_behind = text })
  end)

  it("counts a role as full control while a file that cannot be read may define one of its groups", function()
    local files = { ["acl/kucat.json"] = '{"luci-mod-status-index":{"read":{}}' }
    local found = checkup.run({ roles = { fixtures.with(guest, { read = { "luci-mod-status-index" }, write = {} }) }, files = files })
    assert.equal("can_everything", found.role_reads_more.params.verdict.id)
    assert.equal("kucat.json", found.acl_file_ignored.params.file)
    found = checkup.run({ roles = { fixtures.with(guest, { read = { "luci-base" }, write = {} }) }, files = files })
    assert.is_nil(found.role_reads_more)
  end)

  it("reports a role without a name", function()
    checkup.expect({ setup = function(world) table.insert(world.uci["sso-login"], section("cfg07", {}, true)) end }, {
      role_wrong = "Role cfg07 must have a name: config role 'name'.", roles_ok = false,
    })
  end)

  it("reports the providers of each role where there are several", function()
    local function office(world)
      table.insert(world.uci["sso-login"], { name = "office", type = "oidc", anonymous = false, options = {} })
      table.insert(world.uci["sso-login"], section("both", { provider = { "office", "default" }, read = { "*" }, write = { "*" } }))
      table.insert(world.uci["sso-login"], section("gone", { provider = { "gone" }, read = { "*" }, write = { "*" } }))
    end
    local io = checkup.world_of({ setup = office })
    local counts, wrong = {}, {}
    for _, finding in ipairs(require("sso_login.check.check_run").check_configuration(io).findings) do
      if finding.id == "role_counts" then counts[#counts + 1] = finding.text end
      if finding.level == "error" then wrong[finding.provider] = true end
    end
    assert.same({
      "The e-mail addresses, groups and clients of role admin count at: default.",
      "The e-mail addresses, groups and clients of role both count at: default, office.",
    }, counts)
    assert.same({ office = true }, wrong)
    checkup.expect({ setup = office }, {
      role_counts = checkup.any, option_wrong = checkup.any, disabled = checkup.any, not_tried = checkup.any, roles_behind = checkup.any,
      role_provider_gone = "Role gone names the provider gone, and there is no such section: nobody has the role there.",
    })
  end)

  it("reports ignored files of access groups and the reasons", function()
    local words = "The file %s of access groups is ignored: %s. Its groups grant nothing; roles with a group of a name in it count as "
      .. "full control, as rpcd may read more in it."
    for name, case in pairs({ bad = { "[]", "not a JSON object" }, big = { (" "):rep(1048577), "cannot be read" } }) do
      checkup.expect({ files = { ["acl/" .. name .. ".json"] = case[1] } }, {
        acl_file_ignored = words:format(name .. ".json", case[2]), roles_ok = false,
      })
    end
  end)

  it("names the entries with a character that comes from copying, and no entry that matches by its letters", function()
    checkup.expect({ roles = { fixtures.with(admin, {
      email = { "mailto:alice@example.org", "jörg@exämple.org" }, group = { " admins", "staff,wheel", "CN=a,OU=b" }, sub = { "7 ", "ü" },
      client = { "robot “1”" }, sub_issuer = fixtures.issuer,
    }) } }, {
      role_entries = "Role admin has entries with a character that most often comes from copying: 'robot \\xe2\\x80\\x9c1\\xe2\\x80\\x9d' (U+201C), "
        .. "'mailto:alice@example.org' (:), '7 ' (U+0020), ' admins' (U+0020), 'staff,wheel' (,).",
      roles_ok = false,
    })
    checkup.expect({ roles = { fixtures.with(admin, { email = { "jörg@exämple.org", "alice" }, group = { "Büro" } }) } }, { roles_ok = checkup.any })
  end)

  checkup.covers("role_check")
end)
