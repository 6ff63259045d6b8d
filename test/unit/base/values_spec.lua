local values = require("sso_login.base.values")

it("values.about names the provider of a failure, where there are several", function()
  local good, bad = { ok = true, data = 1 }, { ok = false, error = "E", details = "why" }
  assert.equal(good, values.about("office", good))
  assert.equal(bad, values.about(nil, bad))
  assert.same({ ok = false, error = "E", details = { reason = "why", provider = "office" } }, values.about("office", bad))
end)
