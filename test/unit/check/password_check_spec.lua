local checkup = require("support.checkup")
local fixtures = require("support.fixtures")
local finding_messages = require("sso_login.check.finding_messages")
local password_method = require("sso_login.answers.password_method")

local off = "Passwords open no session. The way back, in a shell of this router: sso-login password-login on."
local no_way = "SSH does not answer, or root has neither key nor password: besides single sign-on only failsafe mode is left."
local no_administrator = "Passwords open no session, and no one can log in with roles that change everything: %s."
local nobody = "Passwords open no session, and no one can log in by single sign-on: %s."
local needed = "Passwords cannot be turned off, as no one can log in with roles that change everything: %s."
local lack = "no role of a person writes with: luci-base"
local single = "Passwords open no session, and only one person has a role that changes everything."
local listening = "  sl  local_address rem_address   st\n   0: 00000000:%s 00000000:0000 %s 00000000:00000000\n"

local off_option = { password_login = "off" }
local two = { name = "admin", email = { "a@b", "c@d" }, read = { "*" }, write = { "*" } }

--- A setup: root's password is refused; SSH answers, and takes a key unless files or options say otherwise.
local function refused(changes)
  changes = changes or {}
  return function(world, io)
    local login = { username = "root", password = "!", sso_login_password = "$p$root", sso_login_trial = changes.trial, read = { "*" }, write = { "*" } }
    world.uci.rpcd[1].options = login
    table.insert(world.uci.rpcd, changes.section)
    world.uci.dropbear = changes.dropbear or { { name = "d", type = "dropbear", anonymous = false, options = {} } }
    local root = changes.root or ""
    io.paths.system_dir = root .. "/etc"
    world.put("/proc/net/tcp6", listening:format(changes.port or "0016", changes.socket or "0A"))
    world.put(root .. "/etc/dropbear/authorized_keys", changes.keys or "# none\nssh-ed25519 AAAA")
    world.put(root .. "/etc/shadow", changes.shadow or "daemon:*:0\nroot:$6$x:0:0\n")
    for path, text in pairs(changes.files or {}) do
      world.put(path, text)
    end
    for _, values in ipairs(changes.sessions or {}) do
      world.add_session(values)
    end
    assert(io.uci_sections("rpcd").ok)
  end
end

local function dropbear(options)
  return { { name = "d", type = "dropbear", anonymous = false, options = options } }
end

local function with(changes, says, uci, roles)
  says.passwords_off = says.passwords_off == nil and off or says.passwords_off
  return { uci = fixtures.with(off_option, uci), roles = roles or { two }, setup = refused(changes) }, says
end

local function row(title, changes, says, uci, roles) return { title, with(changes, says, uci, roles) } end

local monitor = {
  name = "m", type = "login", anonymous = false,
  options = { username = "monitor", password = "$p$m", read = { "*" }, write = { "*" } },
}

describe("check.password_check", function()
  checkup.rows({
    { "says nothing while passwords count", {}, { passwords_off = false, passwords_no_way_back = false } },
    row("says what holds, and the way back", {}, {}),
    { "names an option that turns nothing off", { uci = off_option }, {
      passwords_not_armed = "Option password_login says off, and passwords count: the option by itself turns nothing off.",
    } },
    row("says that a trial has no end but this one", { trial = "1" }, {
      passwords_off = false, passwords_trial = "Passwords open no session on trial: they come back in 0 s.",
    }),
    row("finds that no one can log in", {}, {
      passwords_off = false, disabled = "Single sign-on is off: option enabled is not 1.",
      passwords_nobody = nobody:format("no provider is on"),
    }, { enabled = "0" }, { fixtures.with(two, { email = { "a@b" } }) }),
    row("finds no administrator", {}, {
      passwords_no_administrator = no_administrator:format(lack),
      role_looks = "Role x can look, and no more.",
    }, nil, { { name = "x", email = { "a@b" }, read = { "luci-base", "luci-mod-status-index" } } }),
    row("finds that the only role that changes everything counts at a provider that is off", {}, {
      passwords_no_administrator = no_administrator:format("role admin counts at no provider that is on and right, " .. lack),
      role_provider_gone = checkup.any,
    }, nil, { fixtures.with(two, { provider = { "office" } }) }),
    row("finds a single administrator", {}, { passwords_single_administrator = single }, nil, {
      { name = "x", email = { "A@b" }, read = { "*" }, write = { "*" } }, { name = "y", email = { "a@B" }, read = { "*" }, write = { "*" } },
    }),
    row("takes a group for several", {}, {}, nil, { { name = "x", group = { "g" }, read = { "*" }, write = { "*" } } }),
    row("takes root's password for a way back", { keys = "" }, {}),
    row("finds SSH without key and password", { keys = "#", shadow = "root:*:0" }, { passwords_no_way_back = no_way }),
    row("finds SSH that takes no password of root", { keys = "", dropbear = dropbear({ RootPasswordAuth = "off" }) }, { passwords_no_way_back = no_way }),
    row("finds SSH that does not answer", { socket = "01" }, { passwords_no_way_back = no_way }),
    row("finds SSH that is switched off", { dropbear = dropbear({ enable = "0" }) }, { passwords_no_way_back = no_way }),
    row("finds SSH at another port", { port = "08AE", dropbear = dropbear({ Port = "2222" }) }, {}),
    row("finds SSH at the last port", { port = "FFFF", dropbear = dropbear({ Port = "65535" }) }, {}),
    row("finds SSH at a port whose second byte is 0", { port = "0100", dropbear = dropbear({ Port = "256" }) }, {}),
    row("finds another server at the usual port", { dropbear = {}, files = { ["/root/.ssh/authorized_keys"] = "ssh-rsa A" } }, {}),
    row("finds its keys where the system is below another folder", {
      root = "/r", dropbear = {}, files = { ["/r/root/.ssh/authorized_keys"] = "ssh-rsa A" },
    }, {}),
    row("finds nothing that listens at SSH's port", {
      dropbear = {}, port = "0050", files = { ["/root/.ssh/authorized_keys"] = "ssh-rsa A" },
    }, { passwords_no_way_back = no_way }),
    row("finds Dropbear at another port than its own", { port = "0050" }, { passwords_no_way_back = no_way }),
    row("finds a key in a file of 256 KB", { keys = ("#"):rep(262142) .. "\nA", shadow = "root:!:0" }, {}),
    row("does not read a larger one", { keys = ("#"):rep(262143) .. "\nA", shadow = "root:!:0" }, { passwords_no_way_back = no_way }),
    row("finds no line of root", { keys = "", shadow = "daemon:$6$x:0" }, { passwords_no_way_back = no_way }),
    row("finds a proxy that is not listed", { sessions = { { sso_issuer = "i", sso_sub = "a", sso_remote = "127.0.0.1" } } }, {
      passwords_proxy = "Logins come from 127.0.0.1, as if through a proxy that trusted_proxy does not list: all clients share one limit of requests.",
    }),
    row("takes a listed proxy", { sessions = { { sso_issuer = "i", sso_sub = "a", sso_remote = "127.0.0.1" } } }, {}, { trusted_proxy = { "127.0.0.1" } }),
    row("finds root without a password", { shadow = "root::0:0" }, {
      passwords_root_empty = "Root has no password: once passwords count again, anybody gets in without one.",
    }),
    row("does not name one of them who may change less", {
      section = fixtures.with(monitor, { options = { username = "monitor", password = "$p$m", write = { "luci-x" } } }),
    }, {}, { password_user = { "monitor" } }),
    row("does not name one of a section that is no local login's", { section = fixtures.with(monitor, { type = "timeouts" }) }, {},
      { password_user = { "monitor" } }),
    row("takes a subject for a second person", {}, {}, nil, { fixtures.with(two, { email = { "a@b" }, sub = { "a" }, sub_issuer = fixtures.issuer }) }),
    { "does not judge by sections of rpcd that cannot be read", { uci = off_option, roles = { fixtures.with(two, { write = {} }) },
      setup = function(world) world.uci_broken.rpcd = "Parse error" end,
    }, { rpcd_unreadable = checkup.any, passwords_not_armed = false, passwords_needed = false, roles_behind = false, role_reads_more = checkup.any } },
    row("names users with all rights whose passwords stay", { section = monitor }, {
      passwords_user_strong = "These users of password_user may change everything: monitor.",
    }, { password_user = { "monitor" } }),
    row("names programs at /ubus", {
      section = fixtures.with(monitor, { options = { username = "monitor", password = "!", sso_login_password = "$p$m" } }),
      sessions = { { username = "root" }, { username = "root" }, { username = "monitor", token = "t" }, { username = "x" } },
    }, {
      passwords_programs = "Programs have logged in at /ubus by a password that opens no further session: root.",
    }),
  })

  for _, value in ipairs({ "0", "no", "false", "off" }) do
    it("finds SSH without passwords: " .. value, function()
      checkup.expect(with({ keys = "", dropbear = dropbear({ PasswordAuth = value }) }, { passwords_no_way_back = no_way }))
    end)
  end

  --- Faults of roles and of the provider, by changes of the role or of the section.
  for fault, case in pairs({
    ["there is no role"] = { roles = {} },
    ["role admin lists nobody, " .. lack] = { role = { email = fixtures.none } },
    ["role admin is for programs alone, " .. lack] = { role = { access = { "api" } } },
    ["role admin counts at no provider that is on and right, " .. lack] = { role = { provider = { "gone" } } },
    ["role root has the name of a local login, " .. lack] = { role = { name = "root" } },
    ["there is no access group to write with"] = { setup = function(world, io) world.put(io.paths.acl_dir .. "/luci-base.json", "{}") end },
    ["the ca_file of provider default has no certificate: /none.pem"] = { uci = { ca_file = "/none.pem" } },
    ["the ca_file of provider default has no certificate: /empty.pem"] = {
      uci = { ca_file = "/empty.pem" }, setup = function(world) world.put("/empty.pem", "") end,
    },
    ["provider default has private_key_jwt, and there is no key for RS256"] = {
      uci = { token_endpoint_auth_method = "private_key_jwt", client_assertion_alg = "RS256" },
    },
    ["the options of provider default are wrong"] = { uci = { client_id = "" } },
  }) do
    it("names the fault before and after passwords are turned off: " .. fault, function()
      for _, state in ipairs({ "on", "off" }) do
        local case_setup = function(world, io)
          if state == "off" then refused()(world, io) end
          if case.setup then case.setup(world, io) end
        end
        local changes = { uci = case.uci, roles = case.roles or { fixtures.with(two, case.role) }, setup = case_setup }
        local id = state == "on" and "passwords_needed" or case.uci and "passwords_nobody" or "passwords_no_administrator"
        local text = ({ passwords_needed = needed, passwords_nobody = nobody, passwords_no_administrator = no_administrator })[id]:format(fault)
        local io = checkup.says(changes, id, (state == "off" or not case.uci) and text or nil)
        local words = {}
        for at, message in ipairs(password_method.answer(io, "", true).faults) do words[at] = finding_messages.in_english(message) end
        assert.equal(fault, table.concat(words, ", "))
      end
    end)
  end

  it("names no fault where roles of people together change everything", function()
    local function setup(world, io)
      world.put(io.paths.acl_dir .. "/more.json", '{"luci-mod-x":{"write":{"uci":["x"]}},"luci-mod-y":{"read":{"uci":["x"]}}}')
    end
    local half = { fixtures.with(two, { write = { "luci-base" } }), { name = "other", group = { "g" }, write = { "luci-mod-*" } } }
    local io = checkup.says({ roles = half, setup = setup }, "passwords_needed", nil)
    assert.same({}, password_method.answer(io, "", true).faults)
    half[2].access = { "api" }
    local fault = "role other is for programs alone, no role of a person writes with: luci-mod-x"
    checkup.says({ roles = half, setup = setup }, "passwords_needed", needed:format(fault))
  end)

  it("accepts a second provider as a way to log in while default is off", function()
    for _, second in ipairs({ { "1", { "office" }, "passwords_off" }, { "0", { "office" }, "passwords_nobody" }, { "1", fixtures.none, "passwords_off" } }) do
      local enabled, provider, id = unpack(second)
      local case = with({}, {}, { enabled = "0" }, { fixtures.with(two, { provider = provider }) })
      local io, world = checkup.world_of(case)
      fixtures.add_provider(world, "office", { enabled = enabled, issuer_url = "https://office.example" })
      local found = checkup.by_id(require("sso_login.check.check_run").check_configuration(io))
      assert.same({ [id] = found[id] or "missing" }, { passwords_off = found.passwords_off, passwords_nobody = found.passwords_nobody })
    end
  end)

  checkup.covers("password_check")
end)
