local end_session = require("sso_login.logout.end_session")
local fixtures = require("support.fixtures")
local scene = require("support.scene")

local endpoint = "https://idp.example/logout"

describe("end_session.end_session_url", function()
  local config = fixtures.config({ post_logout_redirect_uri = "https://router.example/" })

  it("has a hint of any length", function()
    for _, length in ipairs({ 1, 2048, 3000 }) do
      local url = end_session.end_session_url(config, endpoint, ("x"):rep(length), "s")
      assert.truthy(url:find("id_token_hint=" .. ("x"):rep(length) .. "&", 1, true))
    end
  end)

  it("leaves the hint out rather than have more than 3900 bytes", function()
    local hint = ("x"):rep(2000)
    local others = #end_session.end_session_url(config, endpoint .. "?" .. "y", hint, "s") - 1
    local longest = endpoint .. "?" .. ("y"):rep(3900 - others)
    assert.equal(3900, #end_session.end_session_url(config, longest, hint, "s"))
    assert.equal(end_session.end_session_url(config, longest .. "y", "", "s"),
      end_session.end_session_url(config, longest .. "y", hint, "s"))
  end)
end)

it("end_session.location sends a fresh state with the address to return to, and none without it", function()
  local seen = {}
  for _, back in ipairs({ "https://router.example/", "https://router.example/", fixtures.none }) do
    local io = scene.create({ metadata = { end_session_endpoint = endpoint } })
    local url = end_session.location(io, fixtures.config({ post_logout_redirect_uri = back }), fixtures.issuer, "")
    seen[#seen + 1] = url:match("&state=([%w_-]+)$") or "absent"
  end
  assert.same({ 22, 22, "absent" }, { #seen[1], #seen[2], seen[3] })
  assert.not_equal(seen[1], seen[2])
end)

it("end_session.location is the root rather than an address of more than 3900 bytes", function()
  local longest_client = ("c"):rep(3900 - #(endpoint .. "?client_id="))
  for client_id, expected in pairs({
    [longest_client] = endpoint .. "?client_id=" .. longest_client, [longest_client .. "c"] = "/",
  }) do
    local io, world = scene.create({ metadata = { end_session_endpoint = endpoint } })
    assert.equal(expected, end_session.location(io, fixtures.config({ client_id = client_id }), fixtures.issuer, ""))
    assert.same({}, world.locked)
  end
end)

it("end_session.location has the hint only for the issuer of the session", function()
  local io = scene.create({ metadata = { end_session_endpoint = endpoint } })
  for issuer, hint in pairs({ [fixtures.issuer] = "id_token_hint=h.p.s&", [fixtures.issuer .. "/"] = "", [""] = "" }) do
    assert.equal(endpoint .. "?" .. hint .. "client_id=" .. fixtures.client_id, end_session.location(io, fixtures.config(), issuer, "h.p.s"))
  end
end)
