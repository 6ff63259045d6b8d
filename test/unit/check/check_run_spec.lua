--- check_run.check_run: what a check reads, asks and reports as a whole; findings have their rows in the specs of its parts.
local bytes = require("sso_login.io.bytes")
local cjson = require("cjson")
local check_run = require("sso_login.check.check_run")
local checkup = require("support.checkup")
local clock = require("sso_login.io.clock")
local encoding = require("sso_login.base.encoding")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local scene = require("support.scene")
local version = require("sso_login.base.version")

local none = fixtures.none
local issuer = fixtures.issuer
local full = fixtures.discovery.full
local well_known = checkup.well_known

local function breaks(world)
  world.uci_broken["sso-login"] = "Parse error"
end

describe("check.check_run", function()
  it("reports in the order of a login", function()
    local _, report = checkup.run({})
    assert.same({
      "options_ok", "roles_ok", "role_reaches", "router_ok", "connection_ok", "clock_ok", "issuer_ok", "endpoints_ok", "scopes_ok",
      "logout_ok", "keys_ok", "auth_method_ok", "secret_ok", "redirect_known",
    }, fixtures.pluck(report.findings, "id"))
  end)

  it("makes no call where a part cannot be loaded, which another process tries", function()
    local text = "A part of this package, or of one that it needs, cannot be loaded: nobody can log in."
    local _, report, world = checkup.expect({ setup = function(world) world.fails["/usr/sbin/sso-login password-login ready"] = true end },
      { part_unusable = text })
    assert.same({ 1, false, {} }, { #report.findings, report.ok, world.requests })
  end)

  for name, case in pairs({
    ["UCI cannot parse the package"] = { breaks, "config_unreadable", "The configuration cannot be read: Parse error." },
    ["the package is empty"] = { function(world) world.uci["sso-login"] = {} end,
      "config_unreadable", "The configuration cannot be read: empty or not readable." },
    ["there is no section"] = { function(world) world.now = 0 table.remove(world.uci["sso-login"], 1) end,
      "section_missing", "The configuration has no section 'default' of type oidc." },
  }) do
    it("finds only one fault when " .. name, function()
      local _, report, world = checkup.expect({ setup = case[1] }, { [case[2]] = case[3] })
      assert.equal(1, #report.findings)
      assert.same({}, world.requests)
    end)
  end

  it("accepts a clock from the year of the version on", function()
    local text = ("The router's clock is not set: it says %s. No certificate and no ID Token counts as valid."):format(
      clock.format_time(version.year_start - 1)
    )
    for seconds, says in pairs({ [version.year_start] = {}, [version.year_start - 1] = { clock_not_set = text } }) do
      checkup.expect({ date = seconds, setup = function(world) world.now = seconds end }, says)
    end
  end)

  it("checks each of several providers, or the named one, and one that does not answer costs the others no time", function()
    local usual = "router_ok connection_ok clock_ok issuer_ok endpoints_ok scopes_ok logout_ok keys_ok auth_method_ok secret_ok redirect_known"
    local at_default = usual:gsub("%S+", "%0@default")
    local at_office = "router_ok@office connection_refused@office not_tried@office"
    local of_all = "roles_ok role_counts role_reaches programs_without_role@office passwords_not_armed "
    for named, expected in pairs({
      [""] = { "option_wrong@office options_ok@default " .. of_all .. at_office .. " " .. at_default,
        "12 12 24 24" },
      office = { "option_wrong@office " .. of_all .. at_office, "12 12" },
      default = { "options_ok@default roles_ok role_counts role_reaches passwords_not_armed " .. at_default, "12 12" },
    }) do
      local totals = {}
      local io = checkup.world_of({ setup = function(world, io)
        world.uci["sso-login"][1].options.password_login = "off"
        fixtures.add_provider(world, "office", {
          issuer_url = "https://office.example", client_secret = "its-secret", api_audience = "a", auto_redirect = "gone",
        })
        table.insert(world.uci["sso-login"], 1, table.remove(world.uci["sso-login"]))
        world.on("https://office.example/.well-known/openid-configuration", { failure = "connect", text = "its-secret" })
        io.https_settings = function(settings) totals[#totals + 1] = settings.total end
      end })
      local found, report = {}, check_run.run_check(io, nil, named ~= "" and named or nil)
      for _, finding in ipairs(report.findings) do
        found[#found + 1] = finding.id .. (finding.provider and "@" .. finding.provider or "")
      end
      assert.same(expected, { table.concat(found, " "), table.concat(totals, " ") })
      assert.is_nil(cjson.encode(report):find("its-secret", 1, true))
    end
  end)

  checkup.covers("check_run")

  it("keeps the metadata that it finds for logins, but not for unsaved settings", function()
    for _, unsaved in ipairs({ false, true }) do
      local _, _, world, io = checkup.run({ unsaved = unsaved and fixtures.sections() or nil })
      local asked = #world.requests
      assert.is_true(require("sso_login.protocol.known_metadata").of_provider(io, scene.loaded(io)).ok)
      assert.equal(unsaved and 1 or 0, #world.requests - asked)
    end
  end)

  it("ignores the caches, and does not change them where it fails", function()
    local _, _, world, io = checkup.run({})
    local discovery = require("sso_login.contracts.discovery")
    assert.is_true(discovery.discover(io, issuer).ok)
    assert.is_true(discovery.fetch_jwks(io, full.jwks_uri).ok)
    local files = mock.copy(world.files)
    world.on(well_known, { status = 500 })
    assert.is_false(check_run.run_check(io).ok)
    assert.same(files, world.files)
    -- A login that failed a moment ago does not answer for the check, nor the check for the next login.
    discovery.discover(io, issuer .. "x")
    world.on(well_known, cjson.encode(full))
    assert.is_true(check_run.run_check(io).ok)
  end)

  it("bounds its calls together, and the one to the router by itself", function()
    for timeout, bounded in pairs({ ["20"] = 20, soon = 10 }) do
      local seen = {}
      checkup.run({ uci = { http_timeout = timeout, ca_file = "/ca" }, setup = function(world, io)
        world.put("/ca", "pem")
        io.https_settings = function(settings) seen[#seen + 1] = mock.copy(settings) end
      end })
      assert.same({ { timeout = 3, total = 12 }, { ca_file = "/ca", timeout = bounded, total = 12 } }, seen)
    end
  end)
end)

describe("check.check_run of unsaved settings", function()
  local function check_unsaved(case, changes, roles)
    return checkup.run(fixtures.with(case, { unsaved = fixtures.sections(changes, roles) }))
  end

  local function secrets_sent(world)
    local id, secret = bytes.percent_encode(fixtures.client_id), bytes.percent_encode(fixtures.client_secret)
    local count = 0
    for _, request in ipairs(world.requests) do
      local whole = request.url .. table.concat(request.headers, "\n") .. (request.body or "")
      local found = whole:find(encoding.base64_encode(id .. ":" .. secret), 1, true) or whole:find(secret, 1, true)
      count = count + (found and 1 or 0)
    end
    return count
  end

  local elsewhere = { issuer_url = "https://other.example", client_secret = "another" }
  --- How it may be, the saved options, the unsaved ones; each sends the secret.
  for _, case in ipairs({
    { "takes the saved secret where none is typed", {}, { client_secret = none } },
    { "takes the saved secret where nothing is typed", {}, { client_secret = "" } },
    { "takes the saved secret where ca_file is absent as it was empty", { ca_file = "" }, { client_secret = none } },
    { "takes the saved secret where ca_file is empty as it was absent", {}, { ca_file = "", client_secret = none } },
    { "sends a typed secret anywhere", elsewhere, {} },
  }) do
    it(case[1], function()
      local found, _, world = check_unsaved({ uci = case[2], token = checkup.knows(fixtures.client_secret) }, case[3])
      assert.equal("ok", found.secret_ok.level)
      assert.equal(1, secrets_sent(world))
    end)
  end

  for option, value in pairs({
    issuer_url = "https://other.example", internal_issuer_url = "https://idp.lan", ca_file = "/etc/other.pem",
  }) do
    it("never sends the saved secret with another " .. option, function()
      local found, _, world = check_unsaved({ uci = { [option] = value } }, { client_secret = none })
      assert.equal("warning", found.client_not_sent.level)
      assert.is_nil(found.not_tried)
      assert.equal(0, world.requests_to(full.token_endpoint))
      assert.equal(0, secrets_sent(world))
    end)
  end

  it("keeps the other values beside the saved secret", function()
    local found = check_unsaved({}, { client_secret = none, scope = "email", enabled = "0" })
    assert.equal("Option scope must contain openid.", found.option_wrong.text)
    assert.is_table(found.disabled)
  end)

  for name, setup in pairs({
    ["there is none"] = function(world) world.uci["sso-login"][1].options.client_secret = nil end, ["it cannot be read"] = breaks,
  }) do
    it("reports a missing secret where none is typed and " .. name, function()
      local found = check_unsaved({ setup = setup, uci = { ca_file = "/etc/other.pem" } }, { client_secret = none })
      assert.equal("Option client_secret must be set.", found.option_wrong.text)
      assert.is_nil(found.client_not_sent)
      assert.is_nil(found.config_unreadable)
    end)
  end

  it("checks the unsaved roles, not the saved ones", function()
    assert.equal("error", check_unsaved({}, {}, {}).roles_none.level)
    local sections = fixtures.sections()
    sections[2].anonymous = true
    assert.equal("error", checkup.run({ unsaved = sections }).role_wrong.level)
  end)

  it("works although the saved configuration cannot be read", function()
    assert.is_table(check_unsaved({ setup = breaks }, {}).secret_ok)
  end)
end)

it("version has three numbers, and its year_start is the first second of a year, and in the past", function()
  assert.truthy(version.version:find("^%d+%.%d+%.%d+$"))
  assert.equal("01-01 00:00:00", os.date("!%m-%d %H:%M:%S", version.year_start))
  assert.is_true(version.year_start < os.time())
end)

describe("the CGI program", function()
  --- The modules of the service that are loaded by `names`, and nothing else.
  local function loaded_by(names)
    local kept, loaded = {}, {}
    local function forget(note)
      for name, module in pairs(package.loaded) do
        if name:find("^sso_login%.") and not name:find("native_") then
          note(name, module)
          package.loaded[name] = nil
        end
      end
    end
    forget(function(name, module) kept[name] = module end)
    for _, name in ipairs(names) do
      require("sso_login." .. name)
    end
    forget(function(name) loaded[#loaded + 1] = name:sub(#"sso_login." + 1) end)
    for name, module in pairs(kept) do
      package.loaded[name] = module
    end
    return loaded
  end

  local served = { "entry_points.cgi", "web.rate_limit", "web.endpoints.start", "web.endpoints.callback", "web.endpoints.user_logout" }

  it("loads no module of the check for any request, and words only for one that it refuses", function()
    local words = { ["base.log_texts"] = true, ["web.errors"] = true }
    for _, program in ipairs({ served, { "entry_points.landing" }, { "web.errors" } }) do
      for _, name in ipairs(loaded_by(program)) do
        assert.is_nil(name:find("^check") or name:find("^settings%.page_settings$"), name)
        assert.is_true(not words[name] or words[program[1]], name)
      end
    end
    assert.is_true(#loaded_by(served) > 30)
  end)
end)
