--- The check of a router and a provider that are in order but for what a case changes.
--
-- A case: `uci` changes of section default, `roles`, `document` changes of the discovery document, `jwks` name or set,
-- `token`, `authorization` and `router` answers, `date` of the provider, `unsaved` sections, `setup(world, io)`, and `leaves`, what that leaves in
-- the run directory.
local bytes = require("sso_login.io.bytes")
local cjson = require("cjson")
local assert = require("luassert")
local busted = require("busted")
local check_run = require("sso_login.check.check_run")
local finding_messages = require("sso_login.check.finding_messages")
local finding_texts = require("sso_login.check.finding_texts")
local encoding = require("sso_login.base.encoding")
local errors = require("sso_login.web.errors")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local role_sections = require("sso_login.settings.role_sections")
local role_rights = require("sso_login.rights.role_rights")
local rpcd_sync = require("sso_login.rpcd.rpcd_sync")
local log_texts = require("sso_login.base.log_texts")
local version = require("sso_login.base.version")

local checkup = {}

checkup.now = version.year_start + 1000000
checkup.well_known = fixtures.issuer .. "/.well-known/openid-configuration"
checkup.router_probe = "https://router.example/cgi-bin/sso-login/?action=enabled"
--- Any text of a finding that must be there.
checkup.any = "any"
checkup.refused = { status = 400, body = '{"error":"invalid_grant"}' }

function checkup.oauth_error(status, code, words)
  return { status = status, body = cjson.encode({ error = code, error_description = words or fixtures.client_secret }) }
end

--- A token endpoint that knows the fixtures' client by that secret and by these methods, both when none is named.
function checkup.knows(secret, method)
  local encode = bytes.percent_encode
  local basic = "Authorization: Basic " .. encoding.base64_encode(encode(fixtures.client_id) .. ":" .. encode(secret))
  return function(request)
    local by_basic = table.concat(request.headers, "\n"):find(basic, 1, true) and method ~= "client_secret_post"
    local by_post = (request.body .. "&"):find("&client_secret=" .. encode(secret) .. "&", 1, true)
      and method ~= "client_secret_basic"
    return (by_basic or by_post) and checkup.refused or checkup.oauth_error(401, "invalid_client")
  end
end

--- A token endpoint that takes the fixtures' client only by HTTP Basic, and does not decode what it gets.
function checkup.knows_raw(secret)
  local basic = "Authorization: Basic " .. encoding.base64_encode(fixtures.client_id .. ":" .. secret)
  return function(request)
    local known = table.concat(request.headers, "\n") .. "\n"
    local _, count = known:gsub("Authorization:", "")
    local is_form = known:find("Content-Type: application/x-www-form-urlencoded\n", 1, true)
    return count == 1 and is_form and known:find(basic .. "\n", 1, true) and checkup.refused or checkup.oauth_error(401, "invalid_client")
  end
end

--- An authorization endpoint that knows the fixtures' redirect URI.
function checkup.registered(request)
  local known = request.url:find("redirect_uri=https%3A%2F%2Frouter.example", 1, true)
  return known and { status = 303, location = "https://idp.example/login?x=1" } or { status = 400 }
end

function checkup.world_of(case)
  local io, world = mock.create()
  local full = fixtures.discovery.full
  world.now = checkup.now
  world.uci["sso-login"] = fixtures.sections(case.uci, case.roles)
  world.uci.rpcd = { { name = "cfg01", type = "login", anonymous = true, options = { username = "root" } } }
  world.put(io.paths.acl_dir .. "/luci-base.json", cjson.encode({
    ["luci-base"] = {
      description = "Base", read = { ubus = { luci = { "getFeatures" } } },
      write = { uci = { "luci", "system" }, ubus = { uci = { "set", "apply" } } },
    },
    ["sso-login-base"] = { read = { ["access-group"] = { ["luci-base"] = { "read" } } } },
    ["luci-mod-status-index"] = { read = { ubus = { system = { "board" } } } },
    ["luci-mod-system-flash"] = { read = { ["cgi-io"] = { "backup" } } },
    ["luci-app-probe"] = { read = { file = { ["/usr/bin/probe"] = { "exec" } } } },
  }))
  for name, text in pairs(case.files or {}) do
    world.put(io.paths[name:match("^%a+") .. "_dir"] .. name:match("/.*$"), text)
  end
  local usable = {}
  for _, role in ipairs(role_sections.of_sections(world.uci["sso-login"]).roles) do
    usable[#usable + 1] = role.name ~= "root" and role or nil
  end
  assert(rpcd_sync.sync(io, role_rights.of_roles(io, usable)).ok)
  world.commits = {}
  local document = cjson.encode(fixtures.with(full, case.document))
  world.on(checkup.well_known, { body = document, date = case.date ~= fixtures.none and (case.date or world.now) or nil })
  local jwks = type(case.jwks) == "table" and case.jwks or fixtures.jwks[case.jwks or "both"]
  world.on(full.jwks_uri, type(jwks) == "table" and cjson.encode(jwks) or jwks)
  world.on(full.token_endpoint, case.token or checkup.knows((case.uci or {}).client_secret or fixtures.client_secret))
  world.on(full.authorization_endpoint, case.authorization or checkup.registered)
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

--- A finding with advice is an error, and one without is well, but for these.
local other_levels = {
  ok = " endpoints_elsewhere pkce_unknown router_certificate ",
  warning = [[
    access_groups_unknown acl_file_ignored algorithm_missing at_hash_unknown auth_method_none auth_method_not_offered
    authority_met auto_redirect_gone backchannel_missing ca_file_server certificate_met client_not_sent client_public
    client_limit_absent client_untold clock_ahead disabled email_claim_untrusted email_unmarked keys_doubled keys_partly keys_without_id
    login_page_without_button
    logout_address_refused logout_not_https not_offered not_tried not_writable option_character option_unknown passwords_no_way_back
    passwords_not_armed passwords_programs passwords_proxy passwords_root_empty passwords_single_administrator passwords_trial
    passwords_user_strong programs_without_role prompt_ignored redirect_alike redirect_untold refresh_token_missing
    register_address register_changed register_expires register_left register_taken_back register_unmanaged role_entries
    role_left_out role_other_issuer role_provider_gone role_reads_more rights_behind roles_behind roles_match_nobody roles_without_luci
    roles_without_page roles_without_rights router_certificate_ends router_name_unknown router_other_answer router_port
    router_unreachable scope_missing scopes_not_granted sessions_unproved watch_not_running ]],
}
--- Warnings that are errors where they bar the login.
local also_errors = " at_hash_unknown auth_method_none clock_ahead not_writable register_unmanaged roles_without_page "

local function has_level(id, level)
  local function is_in(list) return list:find("%s" .. id .. "%s") ~= nil end
  if is_in(other_levels.ok .. other_levels.warning) then
    return is_in(level == "error" and also_errors or other_levels[level])
  end
  return level == (finding_texts.findings[id].advice and "error" or "ok")
end

-- Codes only of the log.
local log_codes = { ACL_FILE_IGNORED = true, PASSWORD_LOGIN_NOT_ARMED = true, REVALIDATION_FAILED = true, RPCD_LOGIN_CONFLICT = true }

--- Parts of sentences that some finding had, by their ids.
checkup.seen_parts = {}

--- Whether a parameter is a text, a message whose places are filled, or several of them.
local function is_param(param)
  if type(param) ~= "table" then
    return type(param) == "string"
  elseif param.id == nil then
    for _, message in ipairs(param) do
      if type(message) ~= "table" or not is_param(message) then
        return false
      end
    end
    return true
  end
  checkup.seen_parts[param.id] = true
  for name in (finding_messages.parts[param.id] or log_texts.rules[param.id]):gmatch("%%{([^}]*)}") do
    if type(param.params[name]) ~= "string" then
      return false
    end
  end
  return true
end

--- Asserts that the level of a finding is the one that its words, or the lists above, give it.
function checkup.judge_level(finding)
  assert.is_true(has_level(finding.id, finding.level), ("the finding %s is %s: one with advice is an error, and one without is "
    .. "ok, but for those in other_levels of test/unit/support/checkup.lua"):format(finding.id, finding.level))
end

--- Asserts what holds for every finding: its level, its words, whose places are all filled, and its code.
function checkup.judge(finding)
  local words = finding_texts.findings[finding.id]
  checkup.judge_level(finding)
  for name in (words.text .. (words.advice or "")):gmatch("%%{([^}]*)}") do
    assert.is_true(name == "here" or is_param(finding.params[name]), finding.id .. " has no " .. name)
  end
  assert.is_nil((finding.text .. finding.advice):find("%{", 1, true), finding.id)
  assert.is_true(finding.code == nil or errors.errors[finding.code] ~= nil or log_codes[finding.code], finding.id)
end

--- Checks the saved settings of a case, or its unsaved ones; the findings by their ids, the report, the world.
-- Whatever the case is, the words are whole, the secret is not among them, and nothing is logged.
function checkup.run(case)
  local io, world = checkup.world_of(case)
  for _, sections in ipairs({ world.uci["sso-login"], case.unsaved }) do
    local options = sections[1] and sections[1].options or {}
    options.client_limit = (case.uci or {}).client_limit ~= fixtures.none and (options.client_limit or "25") or nil
  end
  local report = check_run.run_check(io, case.unsaved and { sections = case.unsaved })
  local all_well = true
  for _, finding in ipairs(report.findings) do
    checkup.judge(finding)
    all_well = all_well and finding.level ~= "error"
  end
  assert.equal(all_well, report.ok)
  assert.is_nil(cjson.encode(report):find(fixtures.client_secret, 1, true))
  assert.same({}, world.logs)
  local left = {}
  for _, name in ipairs(world.in_run_dir("")) do
    -- Logins go by what a check of saved settings finds.
    left[#left + 1] = (case.unsaved or not name:find("^discovery_")) and name or nil
  end
  assert.same(case.leaves or {}, left)
  return checkup.by_id(report), report, world, io
end

--- Findings of a check where all is well.
local usual = {}
for id in ([[
  options_ok roles_ok role_reaches router_ok connection_ok clock_ok issuer_ok endpoints_ok scopes_ok logout_ok
  keys_ok auth_method_ok secret_ok redirect_known passwords_needed ]]):gmatch("%S+") do
  usual[id] = true
end

--- Findings whose text a spec has expected.
local expected = {}

--- Asserts the texts of a case's findings: of all that are not found where all is well, and of the named ones of the others,
-- which are absent where the text is `false`. Gives what `checkup.run` gives.
function checkup.expect(case, says)
  local found, report, world, io = checkup.run(case)
  for _, finding in ipairs(report.findings) do
    assert.is_true(usual[finding.id] or says[finding.id] ~= nil, "not expected: " .. finding.id .. ": " .. finding.text)
  end
  for id, text in pairs(says) do
    local said = found[id] and found[id].text or false
    assert.equal(text == checkup.any and said or text, said, id)
    expected[id] = expected[id] or text
  end
  return found, report, world, io
end

--- Asserts the text of one finding of a check without calls, which is absent where the text is nil. Gives the `Io`.
function checkup.says(case, id, text)
  local io = checkup.world_of(case)
  local finding = checkup.by_id(check_run.check_configuration(io))[id]
  if finding then
    checkup.judge(finding)
  end
  assert.equal(text, finding and finding.text)
  expected[id] = expected[id] or text
  return io
end

--- A spec for each row: title, case, texts of its findings.
function checkup.rows(rows)
  for _, row in ipairs(rows) do
    busted.it(row[1], function() checkup.expect(row[2], row[3]) end)
  end
end

--- A spec at the end of a file: each finding of these modules, and each part of a sentence, was expected in it.
function checkup.covers(...)
  for _, module in ipairs({ ... }) do
    busted.it("has a row for each finding of check/" .. module, function()
      local file = assert(io.open("openwrt-feed/sso-login/generated/lua/sso_login/check/" .. module .. ".lua"))
      for id in file:read("*a"):gmatch('"([%l_]+)"') do
        assert.is_truthy(finding_texts.findings[id] == nil or expected[id], "no row expects the finding " .. id)
        assert.is_truthy(finding_messages.parts[id] == nil or checkup.seen_parts[id], "no row expects the part " .. id)
      end
      file:close()
    end)
  end
end

return checkup
