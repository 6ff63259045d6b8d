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

describe("metadata.read_document and pushed authorization requests", function()
  local endpoint = "https://idp.example/par"
  local function read(changes)
    return metadata.read_document(fixtures.metadata("full", changes), fixtures.issuer)
  end

  it("has their address where they are demanded, again in what the cache keeps", function()
    local document = read({ pushed_authorization_request_endpoint = endpoint, require_pushed_authorization_requests = true }).data
    assert.equal(endpoint, document.pushed_authorization_request_endpoint)
    assert.same(document, metadata.read_document(document, fixtures.issuer).data)
    assert.equal("https://10.0.0.2:8443/par",
      metadata.with_internal_origin(document, "https://10.0.0.2:8443").pushed_authorization_request_endpoint)
  end)

  it("ignores an offer, and refuses a demand without a usable address", function()
    for _, demanded in ipairs({ false, "true", fixtures.none }) do
      local offered = { pushed_authorization_request_endpoint = "http://x", require_pushed_authorization_requests = demanded }
      assert.is_nil(read(offered).data.pushed_authorization_request_endpoint)
    end
    local demand = { require_pushed_authorization_requests = true }
    assert.same(refused("OIDC_DISCOVERY_FAILED",
      { reason = "missing endpoint", field = "pushed_authorization_request_endpoint" }), read(demand))
    demand.pushed_authorization_request_endpoint = "http://idp.example/par"
    assert.equal("endpoint is not a plain https URL", read(demand).details.reason)
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
