local plugin = require("sso_login.io.plugin")
local report = require("sso_login.check.report")

local secret = "s3cr"

local function new_run(with) return { io = {}, findings = {}, secret = with or secret } end

--- The one parameter `file` of a finding, as shown.
local function shown(param, with)
  local run = new_run(with)
  report.error(run, "ca_file_unreadable", { file = param })
  return run.findings[1].params.file
end

describe("check.report", function()
  for _, case in ipairs({
    { "400 bytes", ("x"):rep(400), ("x"):rep(400) }, { "401 bytes", ("x"):rep(401), ("x"):rep(400) .. "..." },
    { "nothing", "", "" }, { "control characters", "a\27[2J\n\127\195", "a\\x1b[2J\\x0a\\x7f\\xc3" },
    { "the bounds of ASCII", " ~", " ~" }, { "the secret", "a s3cr, S3CR and s3crs3cr", "a ***, S3CR and ******" },
    { "the secret across the cut", ("x"):rep(398) .. secret, ("x"):rep(398) .. "**..." },
    { "a message", { id = "key", params = { alg = secret, type = ("y"):rep(81) } }, {
      id = "key", params = { alg = "***", type = ("y"):rep(80) .. "..." },
    } },
    { "a message's 80 bytes", { id = "key", params = { alg = ("y"):rep(80) } }, { id = "key", params = { alg = ("y"):rep(80) } } },
    { "a message without parameters", { id = "file_malformed" }, { id = "file_malformed", params = {} } },
    { "messages", { { id = "x", params = { a = "\1" } }, { id = "y" } }, { { id = "x", params = { a = "\\x01" } }, { id = "y", params = {} } } },
  }) do
    it("shows " .. case[1], function() assert.same(case[3], shown(case[2])) end)
  end

  it("does not remove a secret of under four bytes, which would spoil the text", function()
    assert.equal("abc ***", shown("abc abcd", "abcd"))
    assert.equal("abc abcd", shown("abc abcd", "abc"))
    assert.equal("abc", shown("abc", ""))
  end)

  for _, case in ipairs({
    { "key_refused", { alg = "RS256", type = "RSA" }, "RS256 (RSA, of a size or form that is refused)" },
    { "whole_number", { min = "1", max = "20" }, "be a whole number from 1 to 20" },
    { "answer_to_invented_code", nil, "status 200 for an invented code" },
    { "set", nil, "be set" },
  }) do
    it("writes the message " .. case[1] .. " in the place of a parameter", function()
      local run = new_run()
      report.warning(run, "auth_method_ok", { method = { id = case[1], params = case[2] } })
      assert.equal("The client proves itself by " .. case[3] .. ".", run.findings[1].text)
    end)
  end

  it("writes several messages in sequence, and texts as cut", function()
    local run = new_run()
    report.warning(run, "auth_method_ok", { method = { { id = "file_unreadable" }, { id = "file_malformed" } } })
    report.warning(run, "auth_method_ok", { method = ("x"):rep(401) })
    assert.equal("The client proves itself by cannot be read, not a JSON object.", run.findings[1].text)
    assert.equal("The client proves itself by " .. ("x"):rep(400) .. "....", run.findings[2].text)
  end)

  it("gives levels, advice and codes", function()
    local run = new_run()
    report.ok(run, "options_ok")
    report.warning(run, "disabled")
    report.error(run, "host_unknown", { host = "h", endpoint = "e" }, "JWKS_FETCH_FAILED")
    report.error(run, "keys_missing", { url = "u" }, "ID_TOKEN_VERIFICATION_FAILED")
    report.note(run, "warning", "host_unknown", { host = "h", endpoint = "e" })
    local got = {}
    for i, finding in ipairs(run.findings) do
      got[i] = { finding.id, finding.level, finding.code or "none", finding.advice:sub(1, 10) }
    end
    assert.same({
      { "options_ok", "ok", "none", "" }, { "disabled", "warning", "SSO_DISABLED", "Turn it on" },
      { "host_unknown", "error", "JWKS_FETCH_FAILED", "Check the " },
      { "keys_missing", "error", "ID_TOKEN_VERIFICATION_FAILED", "Choose a s" },
      { "host_unknown", "warning", "none", "Check the " },
    }, got)
  end)

  it("is ok without errors, and findings are always a list", function()
    local run = new_run()
    assert.equal('{"findings":[],"ok":true}', plugin.encode_answer(report.report_of(run)))
    report.warning(run, "disabled")
    assert.is_true(report.report_of(run).ok)
    report.error(run, "roles_none")
    report.ok(run, "options_ok")
    assert.is_false(report.report_of(run).ok)
  end)

  it("keeps an empty list of messages a list", function()
    local run = new_run()
    report.error(run, "keys_missing", { keys = require("sso_login.io.json").list({}) })
    assert.truthy(plugin.encode_answer(report.report_of(run)):find('"keys":[]', 1, true))
  end)
end)
