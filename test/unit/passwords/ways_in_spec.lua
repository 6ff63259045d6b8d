local fixtures = require("support.fixtures")
local mock = require("support.mock")
local ways_in = require("sso_login.passwords.ways_in")

it("ways_in.lists_somebody asks for an e-mail, a group or a subject that counts in a browser at the provider", function()
  local by_sub = { sub = { "s" }, sub_issuer = "i" }

  for title, case in pairs({
    ["an e-mail"] = { { email = { "a@b" } }, true }, ["a group"] = { { group = { "g" } }, true }, ["a subject"] = { by_sub, true },
    ["a subject at another provider"] = { by_sub, true, "office" }, ["an e-mail at another provider"] = { { email = { "a@b" } }, false, "office" },
    ["a subject of another issuer"] = { { sub = { "s" }, sub_issuer = "j" }, false }, ["an issuer without a subject"] = { { sub_issuer = "i" }, false },
    ["a subject at a provider that the role does not name"] = { fixtures.with(by_sub, { provider = { "default" } }), false, "office" },
    ["no list"] = { {}, false }, ["a program"] = { { client = { "c" } }, false },
    ["an e-mail for programs"] = { { email = { "a@b" }, access = { "api" } }, false },
  }) do
    assert.equal(case[2], ways_in.lists_somebody(fixtures.with({ name = "a" }, case[1]), case[3] or "default", "i"), title)
  end
end)

it("ways_in.find names a web server without HTTPS", function()
  local io, world = mock.create()
  world.uci.uhttpd = { { name = "main", type = "uhttpd", options = {} } }
  assert.same({ obstacle = "config_wrong", faults = { { id = "no_https" } } }, ways_in.find(io, {}))
end)
