--- protocol.client_authentication: how this client proves itself at the token endpoint.
local client_authentication = require("sso_login.protocol.client_authentication")
local fixtures = require("support.fixtures")

local none = fixtures.none

describe("client_authentication.choose_method", function()
  --- { option, offered, method or nil for CONFIG_ERROR, client_id, client_secret }
  for _, case in ipairs({
    { "auto", none, "client_secret_basic" }, { "auto", {}, "client_secret_basic" },
    { "auto", { "client_secret_basic" }, "client_secret_basic" },
    { "auto", { "client_secret_post", "client_secret_basic" }, "client_secret_basic" },
    { "auto", { "private_key_jwt", "client_secret_post" }, "client_secret_post" },
    { "auto", { "private_key_jwt" }, nil }, { "auto", { "none" }, nil },
    { "client_secret_post", { "client_secret_basic" }, "client_secret_post" },
    { "client_secret_basic", { "client_secret_post" }, "client_secret_basic" },
    -- Some servers do not decode what RFC 6749 section 2.3.1 encodes.
    { "auto", { "client_secret_basic", "client_secret_post" }, "client_secret_post", "router", "s+x" },
    { "auto", { "client_secret_basic", "client_secret_post" }, "client_secret_post", "ro:uter", "sx" },
    { "auto", { "client_secret_basic", "client_secret_post" }, "client_secret_basic", "router", "AZaz09-._~" },
    { "auto", { "client_secret_basic" }, "client_secret_basic", "router", "s+x" },
    { "auto", none, "client_secret_basic", "router", "s+x" },
  }) do
    local offered = case[2] == none and "nothing said" or table.concat(case[2], " ")
    local client = (case[4] or "router") .. ":" .. (case[5] or "plain")
    it(("is %s for %s with [%s] and %s"):format(case[3] or "CONFIG_ERROR", case[1], offered, client), function()
      local chosen = client_authentication.choose_method(
        fixtures.config({ token_endpoint_auth_method = case[1], client_id = case[4], client_secret = case[5] or "plain" }),
        fixtures.metadata("full", { token_endpoint_auth_methods_supported = case[2] })
      )
      assert.same({ case[3], case[3] == nil and "CONFIG_ERROR" or nil }, { chosen.data, chosen.error })
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
    assert.same({ option = "token_endpoint_auth_method", must = { id = "offered_method" } }, refused.details)
  end)
end)
