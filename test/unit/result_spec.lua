--- result: the one shape in which every fallible function answers.
local result = require("sso_login.result")

describe("result", function()
  it("ok(data) holds ok and data alone", function()
    assert.same({ ok = true, data = { 1 } }, result.ok({ 1 }))
    assert.same({ ok = true, data = false }, result.ok(false))
    assert.same({ ok = true }, result.ok(nil))
  end)

  it("err(error, details?) holds ok, error and details", function()
    assert.same({ ok = false, error = "X" }, result.err("X"))
    assert.same({ ok = false, error = "X", details = "why" }, result.err("X", "why"))
    assert.same({ ok = false, error = "X", details = { http_status = 500 } }, result.err("X", { http_status = 500 }))
  end)

  local cases = {
    { "an ok", result.ok(1), true },
    { "an ok without data", result.ok(nil), true },
    { "an err", result.err("X"), true },
    { "an err with details", result.err("X", {}), true },
    { "nil", nil, false },
    { "a boolean", true, false },
    { "a number", 1, false },
    { "a string", "ok", false },
    { "a function", function() end, false },
    { "an empty table", {}, false },
    { "a table with ok as text", { ok = "true" }, false },
    { "a code without ok", { error = "X" }, false },
    { "a failure without code", { ok = false }, false },
    { "a failure whose code is no text", { ok = false, error = 7 }, false },
  }
  for _, case in ipairs(cases) do
    it("is() of " .. case[1] .. " is " .. tostring(case[3]), function() assert.equal(case[3], result.is(case[2])) end)
  end
end)
