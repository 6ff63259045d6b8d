--- protocol.metadata: why a document is refused, and how the provider is called.
local fixtures = require("support.fixtures")
local metadata = require("sso_login.protocol.metadata")
local mock = require("support.mock")
local scene = require("support.scene")

local function refused(code, details)
  return { ok = false, error = code, details = details }
end

describe("metadata.read_document", function()
  it("says which endpoint is missing or cannot be used", function()
    for _, field in ipairs({ "authorization_endpoint", "token_endpoint", "jwks_uri" }) do
      assert.same(refused("OIDC_DISCOVERY_FAILED", { reason = "missing endpoint", field = field }),
        metadata.read_document(fixtures.metadata("full", { [field] = fixtures.none }), fixtures.issuer))
    end
    for _, field in ipairs({ "authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint" }) do
      assert.same(refused("OIDC_DISCOVERY_FAILED", { reason = "endpoint is not a plain https URL", field = field }),
        metadata.read_document(fixtures.metadata("full", { [field] = "http://idp.example/x" }), fixtures.issuer))
    end
  end)
end)

describe("metadata.discover", function()
  it("names the option that is no address", function()
    assert.same(refused("CONFIG_ERROR", { option = "internal_issuer_url", must = { id = "https_url" } }),
      metadata.discover(mock.create(), fixtures.issuer, "http://10.0.0.2"))
  end)
end)

describe("metadata.of_provider", function()
  it("calls with the configuration's trust store and time-out, of 10 seconds where it says nothing", function()
    local io, world = scene.create()
    assert.is_true(metadata.of_provider(io, fixtures.config({ ca_file = "/etc/ca.pem", http_timeout = 7 })).ok)
    assert.same({ ca_file = "/etc/ca.pem", trust_folder = io.paths.run_dir, timeout = 7 }, world.settings)
    metadata.of_provider(io, fixtures.config({ http_timeout = fixtures.none }))
    assert.same({ trust_folder = io.paths.run_dir, timeout = 10 }, world.settings)
  end)
end)
