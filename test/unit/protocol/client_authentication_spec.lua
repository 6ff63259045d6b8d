--- client_authentication: how this client proves itself at the token endpoint.
local client_authentication = require("sso_login.protocol.client_authentication")
local fixtures = require("support.fixtures")

local none = fixtures.none

describe("client_authentication.choose_method", function()
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
        fixtures.config({ token_endpoint_auth_method = case[1] }),
        fixtures.metadata("full", { token_endpoint_auth_methods_supported = case[2] })
      )
      assert.equal(case[3], chosen.data)
      assert.equal(case[3] == nil and "CONFIG_ERROR" or nil, chosen.error)
    end)
  end

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
