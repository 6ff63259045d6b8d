--- client_authentication: how this client proves itself at the token endpoint.
local client_authentication = require("sso_login.protocol.client_authentication")
local fixtures = require("support.fixtures")

local none = fixtures.none

describe("client_authentication.choose_method", function()
  -- Some servers do not decode what RFC 6749 section 2.3.1 encodes.
  for _, case in ipairs({
    { "router", "s+x", { "client_secret_basic", "client_secret_post" }, "client_secret_post" },
    { "ro:uter", "sx", { "client_secret_basic", "client_secret_post" }, "client_secret_post" },
    { "router", "AZaz09-._~", { "client_secret_basic", "client_secret_post" }, "client_secret_basic" },
    { "router", "s+x", { "client_secret_basic" }, "client_secret_basic" },
    { "router", "s+x", none, "client_secret_basic" },
  }) do
    it(("auto with %s:%s is %s"):format(case[1], case[2], case[4]), function()
      local chosen = client_authentication.choose_method(
        fixtures.config({ client_id = case[1], client_secret = case[2] }),
        fixtures.metadata("full", { token_endpoint_auth_methods_supported = case[3] })
      )
      assert.equal(case[4], chosen.data)
    end)
  end

  for _, case in ipairs({
    { "auto", none, "client_secret_basic" }, { "auto", {}, "client_secret_basic" },
    { "auto", { "client_secret_basic" }, "client_secret_basic" },
    { "auto", { "client_secret_post", "client_secret_basic" }, "client_secret_basic" },
    { "auto", { "private_key_jwt", "client_secret_post" }, "client_secret_post" },
    { "auto", { "private_key_jwt" }, nil }, { "auto", { "none" }, nil },
    { "client_secret_post", { "client_secret_basic" }, "client_secret_post" },
    { "client_secret_basic", { "client_secret_post" }, "client_secret_basic" },
  }) do
    local offered = type(case[2]) == "table" and case[2] ~= none and table.concat(case[2], " ") or "nothing said"
    it(("%s with [%s] is %s"):format(case[1], offered, case[3] or "CONFIG_ERROR"), function()
      local chosen = client_authentication.choose_method(
        fixtures.config({ token_endpoint_auth_method = case[1], client_secret = "plain" }),
        fixtures.metadata("full", { token_endpoint_auth_methods_supported = case[2] })
      )
      assert.equal(case[3], chosen.data)
      assert.equal(case[3] == nil and "CONFIG_ERROR" or nil, chosen.error)
    end)
  end

  it("sends each parameter once", function()
    local config = fixtures.config({ client_id = "a-client_secret", client_secret = "s" })
    local function body(form)
      return client_authentication.form_request(config, "client_secret_post", "https://idp.example/t", form).body
    end
    assert.equal("a=b&client_id=a-client_secret&client_secret=s", body("a=b"))
    assert.equal("client_id=a-client_secret&a=b&client_secret=s", body("client_id=a-client_secret&a=b"))
  end)

  it("says which option must be what", function()
    local refused = client_authentication.choose_method(
      fixtures.config(), fixtures.metadata("full", { token_endpoint_auth_methods_supported = { "private_key_jwt" } })
    )
    assert.same({
      option = "token_endpoint_auth_method",
      must = { id = "offered_method" },
    }, refused.details)
  end)
end)
