local failed_call = require("sso_login.explain.failed_call")
local mock = require("support.mock")
local version = require("sso_login.base.version")

it("failed_call.explain names a certificate of an unknown authority, which is early by a clock that is not set", function()
  local io, world = mock.create()
  for now, kind in pairs({ [version.year_start] = "unknown", [version.year_start - 1] = "early" }) do
    world.now = now
    local failure = { ok = false, error = "certificate", details = "unable to get local issuer certificate" }
    assert.equal(kind, failed_call.explain(io, "JWKS_FETCH_FAILED", "https://idp.example", failure).details.certificate)
  end
end)
