local failures = require("sso_login.base.failures")
local result = require("sso_login.result")

describe("failures", function()
  local first = result.err("E", { reason = "why", a = 1 }, "passing", { retry_after = 7, reference = "r" })

  it("adding(failure, facts) has more facts, and the rest of the failure", function()
    local more = failures.adding(first, { a = 2, b = 3 })
    assert.same(result.err("E", { reason = "why", a = 2, b = 3 }, "passing", first.answer), more)
    assert.same({ reason = "why", a = 1 }, first.details)
    assert.same(result.err("E", { reason = "short", b = 3 }), failures.adding(result.err("E", "short"), { b = 3 }))
    assert.same(result.err("E", { b = 3 }), failures.adding(result.err("E"), { b = 3 }))
  end)

  it("renamed(failure, error) names the former code as the fact cause in the log", function()
    local known = result.err("E", { reason = "why", a = 1, cause = "E" }, "passing", first.answer)
    known.error = "F"
    assert.same(known, failures.renamed(first, "F"))
    assert.equal("E", first.error)
    assert.same({ cause = "E" }, failures.renamed(result.err("E", { cause = "connect" }), "F").details)
  end)

  it("answered(failure, answer) adds to the answer", function()
    local all = { retry_after = 8, allow = "POST", oauth_error = "o", is_signed = true, return_to = "/", reference = "s" }
    assert.same(result.err("E", first.details, "passing", all), failures.answered(first, all))
    assert.same(result.err("E", first.details, "passing", { retry_after = 7, reference = "r", return_to = "/" }),
      failures.answered(first, { return_to = "/" }))
    assert.same(all, failures.answered(failures.answered(result.err("E"), all), {}).answer)
  end)

  it("instead_of(failure, other) has the facts and the answer of both, and names the code of the other, or its fact cause", function()
    local limited = result.err("RATE_LIMITED", { retry_after = 40, a = 9 }, nil, { retry_after = 40 })
    assert.same(result.err("RATE_LIMITED", { cause = "E", reason = "why", retry_after = 40, a = 9 }, nil, { retry_after = 40, reference = "r" }),
      failures.instead_of(limited, first))
    assert.same(result.err("F", { cause = "G" }, "denied", {}),
      failures.instead_of(result.err("F", nil, "denied"), result.err("E", { cause = "G" })))
  end)

  it("about(provider, failure) names the provider, where there are several", function()
    local bad = result.err("E", "why")
    assert.equal(bad, failures.about(nil, bad))
    assert.same(result.err("E", { reason = "why", provider = "office" }), failures.about("office", bad))
    assert.same(result.err("E", { a = 1, provider = "office" }), failures.about("office", result.err("E", { a = 1 })))
  end)
end)
