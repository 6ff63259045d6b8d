local result = require("sso_login.result")

describe("result", function()
  it("ok(data) has only ok and data", function()
    assert.same({ ok = true, data = { 1 } }, result.ok({ 1 }))
    assert.same({ ok = true, data = false }, result.ok(false))
    assert.same({ ok = true }, result.ok(nil))
  end)

  it("err(error, details?) holds ok, error and details", function()
    assert.same({ ok = false, error = "X" }, result.err("X"))
    for _, details in ipairs({ "why", { http_status = 500 } }) do
      assert.same({ ok = false, error = "X", details = details }, result.err("X", details))
    end
  end)

  it("err(error, details, meaning, answer) holds what is decided by beside what is logged", function()
    local failure = { ok = false, error = "X", details = "why", meaning = "passing", answer = { retry_after = 7 } }
    assert.same(failure, result.err("X", "why", "passing", { retry_after = 7 }))
  end)

  it("is(value) is true only for results", function()
    for _, value in ipairs({ result.ok(1), result.ok(nil), result.err("X"), result.err("X", {}) }) do
      assert.is_true(result.is(value))
    end
    assert.is_false(result.is(nil))
    for _, value in ipairs({
      true, 1, "ok", function() end, {}, { ok = "true" }, { error = "X" }, { ok = false }, { ok = false, error = 7 },
    }) do
      assert.is_false(result.is(value))
    end
  end)
end)
