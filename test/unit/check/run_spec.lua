--- check: the whole of it, in the order of a login; what it asks, shows and leaves.
local cjson = require("cjson")
local check = require("sso_login.check.run")
local checkup = require("support.checkup")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local version = require("sso_login.base.version")

local none = fixtures.none
local issuer = fixtures.issuer
local full = fixtures.discovery.full
local well_known = checkup.well_known
local by_id = checkup.by_id
local world_of = checkup.world_of

local function run(case, unsaved)
  local _, report, world, io = checkup.run(case, unsaved)
  return report, world, io
end

describe("check", function()
  it("reports in the order of a login, a line a finding", function()
    local lines = {}
    for i, finding in ipairs(run({}).findings) do
      lines[i] = finding.level .. " " .. finding.text .. finding.advice
    end
    assert.same({
      "ok The options are complete and valid.", "ok The roles are complete: admin.",
      "ok Role admin can change this router, and so perhaps do everything, by the access groups luci-base.",
      "ok This router answers at https://router.example.",
      "ok Host name, connection and certificate of idp.example are fine.", "ok The clocks of router and provider agree within 0 s.",
      "ok The provider's issuer is issuer_url, character by character.", "ok All endpoints are at the issuer's origin.",
      "ok The provider offers the scopes of option scope.",
      "ok Whether ID Tokens have at_hash, which option at_hash requires, shows only at a login."
        .. "Where logins end with AT_HASH_MISMATCH because it is absent, set option at_hash to optional.",
      "ok Logging out ends the provider's session too.",
      "ok The provider's signing keys can be used: RS256, ES256.", "ok The client proves itself by client_secret_post.",
      "ok The provider accepts client_id, client_secret and the method client_secret_post, and refuses an invented secret.",
    }, lines)
  end)

  for name, case in pairs({
    ["UCI cannot parse the package"] = { function(world) world.uci_broken["sso-login"] = "Parse error" end,
      "config_unreadable", "The configuration cannot be read: Parse error." },
    ["there is no section"] = { function(world) world.uci["sso-login"] = {} end,
      "section_missing", "The configuration has no section 'default' of type oidc." },
  }) do
    it("finds one thing alone when " .. name, function()
      local report, world = run({ setup = case[1] })
      assert.is_false(report.ok)
      assert.equal(1, #report.findings)
      assert.same({ case[2], case[3] }, { report.findings[1].id, report.findings[1].text })
      assert.same({}, world.requests)
    end)
  end

  it("takes a clock for set from the year of the version on", function()
    for seconds, text in pairs({
      [version.year_start] = false,
      [version.year_start - 1] = ("The router's clock is not set: it says %s. No certificate and no ID Token counts as valid."):format(
        require("sso_login.io.clock").format_time(version.year_start - 1)
      ),
    }) do
      checkup.expect({ setup = function(world) world.now = seconds end }, { clock_not_set = text })
    end
  end)

  it("calls the provider within its whole time where http_timeout is wrong", function()
    local _, world = run({ uci = { http_timeout = "soon" } })
    assert.same({ timeout = 12, total = 12 }, world.settings)
  end)

  it("masks the client secret in what a provider sends", function()
    local report = run({ document = { issuer = "x " .. fixtures.client_secret .. "!" } })
    assert.equal("x ***!", by_id(report).issuer_mismatch.params.discovered)
  end)

  it("never sends the secret to an issuer that is not the configured one", function()
    local _, world = run({ document = { issuer = issuer .. "2" } })
    assert.equal(0, world.requests_to(full.token_endpoint))
  end)

  it("names a bounded number of keys, however many different ones there are", function()
    local keys = {}
    for i = 1, 1000 do
      keys[i] = { kty = "X" .. i }
    end
    local names = by_id((run({ jwks = { keys = keys } }))).keys_unusable.text
    assert.matches(": X1 %(X1%), X2 %(X2%)", names)
    assert.truthy(names:find("X16 (X16)", 1, true))
    assert.is_nil(names:find("X17", 1, true))
  end)

  it("asks the provider anew, whatever the caches hold, and leaves them alone", function()
    local _, world, io = run({})
    local discovery = require("sso_login.discovery")
    assert.is_true(discovery.discover(io, issuer).ok)
    assert.is_true(discovery.fetch_jwks(io, full.jwks_uri).ok)
    local files = mock.copy(world.files)
    world.on(well_known, { status = 500 })
    local report = check.run_check(io)
    assert.is_false(report.ok)
    assert.same(files, world.files)
    -- A login that failed a moment ago does not answer for the check, nor the check for the next login.
    world.on(well_known, { status = 500 })
    discovery.discover(io, issuer .. "x")
    world.on(well_known, cjson.encode(full))
    assert.is_true(check.run_check(io).ok)
  end)

  it("bounds its calls together, and the one to the router by itself", function()
    local seen_settings = {}
    local io, world = world_of({ uci = { http_timeout = "20", ca_file = "/ca" } })
    world.put("/ca", "pem")
    local set = io.https_settings
    io.https_settings = function(settings)
      seen_settings[#seen_settings + 1] = mock.copy(settings)
      set(settings)
    end
    check.run_check(io)
    assert.same({
      { timeout = 3, total = 12 }, { ca_file = "/ca", timeout = 20, total = 12 },
    }, seen_settings)
  end)

  it("shows what a provider says of its keys cut, escaped and without the secret, in every place", function()
    local key = { kty = "X\27[2J", alg = fixtures.client_secret, crv = ("y"):rep(100) }
    local finding = by_id((run({ jwks = { keys = { key } } }))).keys_unusable
    assert.same({ { id = "key", params = { alg = "***", type = "X\\x1b[2J " .. ("y"):rep(74) .. "..." } } }, finding.params.keys)
    assert.truthy(finding.text:find(": *** (X\\x1b[2J yyy", 1, true))
  end)

  it("writes control characters of a provider as escapes", function()
    local report = run({ document = { issuer = "x\27[2J\n" } })
    assert.matches("x\\x1b%[2J\\x0a", by_id(report).issuer_mismatch.text)
  end)
end)

describe("check of unsaved settings", function()
  local function unsaved(changes, roles)
    local values = fixtures.with(fixtures.options, changes)
    return { values = values, roles = roles or { { name = "admin", email = { "a@b" }, group = {}, read = { "*" }, write = {} } } }
  end

  local function secrets_sent(world)
    local encoding = require("sso_login.base.encoding")
    local id, secret = encoding.percent_encode(fixtures.client_id), encoding.percent_encode(fixtures.client_secret)
    local count = 0
    for _, request in ipairs(world.requests) do
      local whole = request.url .. table.concat(request.headers, "\n") .. (request.body or "")
      local found = whole:find(encoding.base64_encode(id .. ":" .. secret), 1, true) or whole:find(secret, 1, true)
      count = count + (found and 1 or 0)
    end
    return count
  end

  it("takes the saved secret where none is typed", function()
    for _, typed in ipairs({ none, "" }) do
      local report, world = run({}, unsaved({ client_secret = typed }))
      assert.equal("ok", by_id(report).secret_ok.level)
      assert.equal(1, secrets_sent(world))
    end
  end)

  it("sends a typed secret anywhere", function()
    local token = checkup.knows(fixtures.client_secret)
    local report = run({ uci = { issuer_url = "https://other.example", client_secret = "another" }, token = token }, unsaved({}))
    assert.is_table(by_id(report).secret_ok)
  end)

  for _, case in ipairs({
    { "issuer_url", { issuer_url = "https://other.example" } },
    { "internal_issuer_url", { internal_issuer_url = "https://idp.lan" } },
    { "ca_file", { ca_file = "/etc/other.pem" } },
  }) do
    it("never sends the saved secret with another " .. case[1], function()
      local report, world = run({ uci = case[2] }, unsaved({ client_secret = none }))
      assert.equal("warning", by_id(report).secret_not_sent.level)
      assert.is_nil(by_id(report).not_tried)
      assert.equal(0, world.requests_to(full.token_endpoint))
      assert.equal(0, secrets_sent(world))
      assert.is_nil(cjson.encode(report):find(fixtures.client_secret, 1, true))
    end)
  end

  for _, case in ipairs({
    { "absent as it was empty", "", none }, { "empty as it was absent", none, "" },
  }) do
    it("sends the saved secret where ca_file is " .. case[1], function()
      local report = run({ uci = { ca_file = case[2] } }, unsaved({ ca_file = case[3], client_secret = none }))
      assert.is_table(by_id(report).secret_ok)
    end)
  end

  it("keeps the other values beside the saved secret", function()
    local report = run({}, unsaved({ client_secret = none, scope = "email", enabled = "0" }))
    assert.equal("Option scope must contain openid.", by_id(report).option_wrong.text)
    assert.is_table(by_id(report).disabled)
  end)

  for name, setup in pairs({
    ["there is none"] = function(world) world.uci["sso-login"][1].options.client_secret = nil end,
    ["it cannot be read"] = function(world) world.uci_broken["sso-login"] = "Parse error" end,
  }) do
    it("misses a secret where none is typed and " .. name, function()
      local report = run({ setup = setup }, unsaved({ client_secret = none }))
      assert.equal("Option client_secret must be set.", by_id(report).option_wrong.text)
      assert.is_nil(by_id(report).config_unreadable)
    end)
  end

  it("judges the unsaved roles, not the saved ones", function()
    local report = run({}, unsaved({}, {}))
    assert.equal("error", by_id(report).roles_none.level)
    local anonymous = { { name = "cfg02", anonymous = true, email = { "a@b" }, group = {}, read = { "*" }, write = {} } }
    assert.equal("error", by_id((run({}, unsaved({}, anonymous)))).role_wrong.level)
  end)

  it("works although the saved configuration cannot be read", function()
    local report = run({ setup = function(world) world.uci_broken["sso-login"] = "Parse error" end }, unsaved({}))
    assert.is_table(by_id(report).secret_ok)
  end)
end)

describe("version", function()
  it("has three numbers", function() assert.truthy(version.version:find("^%d+%.%d+%.%d+$")) end)

  it("has the start of a year that has come", function()
    assert.equal("01-01 00:00:00", os.date("!%m-%d %H:%M:%S", version.year_start))
    assert.is_true(version.year_start < os.time())
  end)
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

  local served = { "program.cgi", "web.rate_limit", "web.start", "web.callback", "web.logout" }

  it("loads nothing of the check, whatever it serves", function()
    local heavy = {}
    local loaded = loaded_by({ "web.errors", unpack(served) })
    for _, name in ipairs(loaded) do
      if name:find("^check") or name == "settings.page" then
        heavy[#heavy + 1] = name
      end
    end
    assert.same({}, heavy)
    assert.is_true(#loaded > 30, #loaded)
  end)

  it("loads words only for a request that it refuses", function()
    for _, program in ipairs({ served, { "program.landing" } }) do
      for _, name in ipairs(loaded_by(program)) do
        assert.is_false(name == "base.texts" or name == "web.errors", name)
      end
    end
  end)
end)
