local cjson = require("cjson")
local client_keys = require("sso_login.jose.client_keys")
local requests = require("support.requests")

describe("GET /jwks", function()
  requests.rows({ { "says that there is no key", { path = "/jwks" },
    { code = "NOT_FOUND", log = 'NOT_FOUND remote=192.0.2.7 reason="the router has no key"' } } })

  it("returns the public keys with any configuration", function()
    local function with_key(_, io)
      assert.is_true(client_keys.make(io, "ES256").ok)
    end
    for _, changes in ipairs({ {}, { enabled = "0" }, { scope = "x" } }) do
      local response, world, io = requests.run({ path = "/jwks", setup = with_key, options = { uci = changes } })
      assert.same({ 200, "application/jwk-set+json", "public, max-age=60" },
        { response.status, response.content_type, response.cache_control })
      assert.same(client_keys.public_set(io), cjson.decode(response.body))
      assert.equal(1, #world.in_run_dir("^rate_%d+$"))
    end
  end)
end)
