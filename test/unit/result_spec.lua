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

  it("err(error, details, cause, answer) holds what is decided by beside what is logged", function()
    local failure = { ok = false, error = "X", details = "why", cause = "passing", answer = { retry_after = 7 } }
    assert.same(failure, result.err("X", "why", "passing", { retry_after = 7 }))
  end)

  local first = result.err("E", { reason = "why", a = 1 }, "passing", { retry_after = 7, reference = "r" })

  it("adding(failure, facts) has more facts, and the rest of the failure", function()
    local more = result.adding(first, { a = 2, b = 3 })
    assert.same(result.err("E", { reason = "why", a = 2, b = 3 }, "passing", first.answer), more)
    assert.same({ reason = "why", a = 1 }, first.details)
    assert.same(result.err("E", { reason = "short", b = 3 }), result.adding(result.err("E", "short"), { b = 3 }))
    assert.same(result.err("E", { b = 3 }), result.adding(result.err("E"), { b = 3 }))
  end)

  it("renamed(failure, error) names the former code as the cause in the log", function()
    local known = result.err("E", { reason = "why", a = 1, cause = "E" }, "passing", first.answer)
    known.error = "F"
    assert.same(known, result.renamed(first, "F"))
    assert.equal("E", first.error)
    assert.same({ cause = "E" }, result.renamed(result.err("E", { cause = "connect" }), "F").details)
  end)

  it("answered(failure, answer) adds to the answer", function()
    local all = { retry_after = 8, allow = "POST", oauth_error = "o", is_signed = true, return_to = "/", reference = "s" }
    assert.same(result.err("E", first.details, "passing", all), result.answered(first, all))
    assert.same(result.err("E", first.details, "passing", { retry_after = 7, reference = "r", return_to = "/" }),
      result.answered(first, { return_to = "/" }))
    assert.same(all, result.answered(result.answered(result.err("E"), all), {}).answer)
  end)

  it("instead_of(failure, other) has the facts and the answer of both, and names the cause of the other", function()
    local limited = result.err("RATE_LIMITED", { retry_after = 40, a = 9 }, nil, { retry_after = 40 })
    assert.same(result.err("RATE_LIMITED", { cause = "E", reason = "why", retry_after = 40, a = 9 }, nil, { retry_after = 40, reference = "r" }),
      result.instead_of(limited, first))
    assert.same(result.err("F", { cause = "G" }, "denied", {}),
      result.instead_of(result.err("F", nil, "denied"), result.err("E", { cause = "G" })))
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

  it("about(provider, result) names the provider of a failure, where there are several", function()
    local good, bad = result.ok(1), result.err("E", "why")
    assert.equal(good, result.about("office", good))
    assert.equal(bad, result.about(nil, bad))
    assert.same(result.err("E", { reason = "why", provider = "office" }), result.about("office", bad))
    assert.same(result.err("E", { a = 1, provider = "office" }), result.about("office", result.err("E", { a = 1 })))
  end)
end)
