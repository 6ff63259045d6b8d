local fixtures = require("support.fixtures")
local mock = require("support.mock")
local proxy = require("sso_login.check.proxy")

describe("check.proxy", function()
  local a, b = { sso_sub = "a" }, { sso_sub = "b" }
  --- The address that is found, `trusted_proxy`, and the sessions: a user each, with the address and other values.
  for title, case in pairs({
    ["one address of two users"] = { "192.0.2.1", nil, { a, "192.0.2.1" }, { b, "192.0.2.1" } },
    ["one user at two providers"] = { "192.0.2.1", nil, { a, "192.0.2.1" }, { { sso_sub = "a", sso_issuer = "https://other" }, "192.0.2.1" } },
    ["users whose issuer and sub make one text"] = { "192.0.2.1", nil, { { sso_sub = "1a", sso_issuer = "https://x" }, "192.0.2.1" },
      { { sso_sub = "a", sso_issuer = "https://x1" }, "192.0.2.1" } },
    ["another form of one address"] = { "::ffff:192.0.2.1", nil, { a, "192.0.2.1" }, { b, "::ffff:192.0.2.1" } },
    ["another zone of one address"] = { "fe80::1%eth1", nil, { a, "fe80::1%eth0" }, { b, "fe80::1%eth1" } },
    ["127.0.0.1"] = { "127.0.0.1", nil, { a, "127.0.0.1" } },
    ["another address of the router itself"] = { "127.8.0.1", nil, { a, "127.8.0.1" } },
    ["::1"] = { "::1", nil, { a, "::1" } },
    ["an address beside a listed one"] = { "127.0.0.2", { "127.0.0.1" }, { a, "127.0.0.1" }, { b, "127.0.0.2" } },
    ["nothing in two addresses"] = { nil, nil, { a, "192.0.2.1" }, { b, "192.0.2.2" } },
    ["nothing in an IPv6 address that begins with 7f"] = { nil, nil, { a, "7f00::1" } },
    ["nothing in two logins of one user"] = { nil, nil, { a, "192.0.2.1" }, { a, "192.0.2.1" } },
    ["nothing in sessions of programs"] = { nil, nil, { { sso_sub = "a", sso_client = "c" }, "127.0.0.1" } },
    ["nothing in sessions without an address"] = { nil, nil, { a, nil }, { b, nil } },
    ["no listed address"] = { nil, { "2001:db8::1", "127.0.0.1" }, { a, "127.0.0.1" }, { b, "127.0.0.1" } },
    ["no address in a listed range"] = { nil, { "127.0.0.0/8" }, { a, "127.0.0.1" }, { b, "127.8.0.1" } },
    ["no address of an option in one text"] = { nil, "::1 127.0.0.1", { a, "127.0.0.1" } },
    ["nothing without sessions"] = { nil },
  }) do
    it("finds " .. title, function()
      local io, world = mock.create()
      world.uci["sso-login"] = fixtures.sections({ trusted_proxy = case[2] })
      for at = 3, 4 do
        if case[at] then
          local number = at == 3 and "1" or "2"
          world.add_session(fixtures.with({ sso_issuer = fixtures.issuer, username = "x", sso_remote = case[at][2] }, case[at][1]), number:rep(32))
        end
      end
      assert.equal(case[1], proxy.unlisted(io))
    end)
  end

  it("finds nothing where rpcd does not answer", function()
    local io, world = mock.create()
    world.ubus_fail("list")
    assert.is_nil(proxy.unlisted(io))
  end)
end)
