--- The check of a router and a provider that are in order but for what a case changes.
--
-- A case: `uci` changes of section default, `roles`, `document` changes of the discovery document, `jwks` name or set,
-- `token` and `router` answers, `date` of the provider, `setup(world, io)`.
local cjson = require("cjson")
local assert = require("luassert")
local check = require("sso_login.check.run")
local encoding = require("sso_login.base.encoding")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local roles = require("sso_login.settings.roles")
local rpcd_logins = require("sso_login.session.rpcd_logins")
local version = require("sso_login.base.version")

local checkup = {}

checkup.now = version.year_start + 1000000
checkup.well_known = fixtures.issuer .. "/.well-known/openid-configuration"
checkup.router_probe = "https://router.example/cgi-bin/sso-login/?action=enabled"
checkup.refused = { status = 400, body = '{"error":"invalid_grant"}' }

function checkup.oauth_error(status, code)
  return { status = status, body = cjson.encode({ error = code, error_description = fixtures.client_secret }) }
end

--- A token endpoint that knows the fixtures' client by that secret and by these methods, both when none is named.
function checkup.knows(secret, method)
  local encode = encoding.percent_encode
  local basic = "Authorization: Basic " .. encoding.base64_encode(encode(fixtures.client_id) .. ":" .. encode(secret))
  return function(request)
    local by_basic = table.concat(request.headers, "\n"):find(basic, 1, true) and method ~= "client_secret_post"
    local by_post = (request.body .. "&"):find("&client_secret=" .. encode(secret) .. "&", 1, true)
      and method ~= "client_secret_basic"
    return (by_basic or by_post) and checkup.refused or checkup.oauth_error(401, "invalid_client")
  end
end

function checkup.world_of(case)
  local io, world = mock.create()
  local full = fixtures.discovery.full
  world.now = checkup.now
  world.uci["sso-login"] = fixtures.sections(case.uci, case.roles)
  world.uci.rpcd = { { name = "cfg01", type = "login", anonymous = true, options = { username = "root" } } }
  local usable = {}
  for _, section in ipairs(world.uci["sso-login"]) do
    usable[#usable + 1] = section.type == "role" and section.name ~= "root" and roles.of_section(section) or nil
  end
  assert(rpcd_logins.sync(io, usable).ok)
  world.commits = {}
  world.put(io.paths.acl_dir .. "/luci-base.json", cjson.encode({
    ["luci-base"] = { description = "Base", read = { ubus = { luci = { "getFeatures" } } }, write = { uci = { "luci" } } },
    ["luci-mod-status-index"] = { read = { ubus = { system = { "board" } } } },
    ["luci-mod-system-flash"] = { read = { ["cgi-io"] = { "backup" } } },
    ["luci-app-probe"] = { read = { file = { ["/usr/bin/probe"] = { "exec" } } } },
  }))
  local document = cjson.encode(fixtures.with(full, case.document))
  world.on(checkup.well_known, { body = document, date = case.date ~= fixtures.none and (case.date or world.now) or nil })
  local jwks = type(case.jwks) == "table" and case.jwks or fixtures.jwks[case.jwks or "both"]
  world.on(full.jwks_uri, type(jwks) == "table" and cjson.encode(jwks) or jwks)
  world.on(full.token_endpoint, case.token or checkup.knows((case.uci or {}).client_secret or fixtures.client_secret))
  world.on(checkup.router_probe, case.router or '{"enabled":true}')
  if case.setup then
    case.setup(world, io)
  end
  return io, world
end

function checkup.by_id(report)
  local found = {}
  for _, finding in ipairs(report.findings) do
    found[finding.id] = finding
  end
  return found
end

--- Checks the saved settings of a case, or unsaved ones in its world; the findings by their ids, the report, the world.
function checkup.run(case, unsaved)
  local io, world = checkup.world_of(case)
  local report = check.run_check(io, unsaved)
  return checkup.by_id(report), report, world
end

--- Asserts what a case's findings say; an id with `false` must not be among them.
function checkup.expect(case, says)
  local found = checkup.run(case)
  for id, text in pairs(says) do
    assert.equal(text, found[id] and found[id].text or false, id)
  end
end

return checkup
