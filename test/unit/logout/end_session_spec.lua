local end_session = require("sso_login.logout.end_session")
local fixtures = require("support.fixtures")
local scene = require("support.scene")

local endpoint = "https://idp.example/logout"

describe("end_session.end_session_url", function()
  local config = fixtures.config({ post_logout_redirect_uri = "https://router.example/" })

  it("has a hint of any length", function()
    for _, length in ipairs({ 1, 2048, 3000 }) do
      local url = end_session.end_session_url(config, endpoint, ("x"):rep(length))
      assert.truthy(url:find("id_token_hint=" .. ("x"):rep(length) .. "&", 1, true))
    end
  end)

  it("leaves the hint out rather than have more than 3900 bytes", function()
    local hint = ("x"):rep(2000)
    local others = #end_session.end_session_url(config, endpoint .. "?" .. "y", hint) - 1
    local longest = endpoint .. "?" .. ("y"):rep(3900 - others)
    assert.equal(3900, #end_session.end_session_url(config, longest, hint))
    assert.equal(end_session.end_session_url(config, longest .. "y", ""),
      end_session.end_session_url(config, longest .. "y", hint))
  end)
end)

it("end_session.location is the root rather than an address of more than 3900 bytes", function()
  local longest_client = ("c"):rep(3900 - #(endpoint .. "?client_id="))
  for client_id, expected in pairs({
    [longest_client] = endpoint .. "?client_id=" .. longest_client, [longest_client .. "c"] = "/",
  }) do
    local io, world = scene.create({ metadata = { end_session_endpoint = endpoint } })
    assert.equal(expected, end_session.location(io, fixtures.config({ client_id = client_id }), ""))
    assert.same({}, world.locked)
  end
end)
