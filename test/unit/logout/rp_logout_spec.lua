local cjson = require("cjson")
local rp_logout = require("sso_login.logout.rp_logout")
local fixtures = require("support.fixtures")
local scene = require("support.scene")

local endpoint = "https://idp.example/logout"

it("rp_logout.address has the hint unless the address would have more than 3900 bytes", function()
  local function address(length, hint)
    local long = endpoint .. "?" .. ("y"):rep(length)
    local io = scene.create({ metadata = { end_session_endpoint = long } })
    return rp_logout.address(io, fixtures.config(), fixtures.issuer, hint)
  end
  local hint = ("x"):rep(2000)
  local others = #address(1, hint) - 1
  assert.truthy(address(3900 - others, hint):find("id_token_hint=" .. hint .. "&", 1, true))
  assert.equal(address(3901 - others, ""), address(3901 - others, hint))
end)

it("rp_logout.address leaves out a hint that makes it longer than 2000 bytes where the provider takes a logout by client_id alone", function()
  local refusal = { status = 302, location = "https://idp.example/e?error=invalid_request" }
  for _, case in ipairs({
    { { status = 200 }, false }, { { status = 302, location = "https://idp.example/login" }, false }, { { status = 302 }, false },
    { { status = 400 }, true }, { { status = 403 }, true }, { { status = 500 }, true }, { refusal, true }, { { failure = "timeout" }, true },
  }) do
    for length, asked in pairs({ [2000] = 0, [2001] = 1 }) do
      local io, world = scene.create({ metadata = { end_session_endpoint = endpoint } })
      world.on(endpoint, case[1])
      local plain = endpoint .. "?client_id=" .. fixtures.client_id
      local hint = ("x"):rep(length - #plain - #"id_token_hint=&")
      local url = rp_logout.address(io, fixtures.config(), fixtures.issuer, hint)
      assert.same({ asked, asked == 0 or case[2] }, { world.requests_to(plain), url:find("id_token_hint=" .. hint .. "&", 1, true) ~= nil })
      assert.equal(url == plain and plain or length, url == plain and url or #url)
      assert.same({}, world.locked)
    end
  end
end)

it("rp_logout.address asks at the internal origin where one is set", function()
  local io, world = scene.create({ metadata = { end_session_endpoint = endpoint }, uci = { internal_issuer_url = "https://idp.lan" } })
  local document = fixtures.with(fixtures.discovery.full, { end_session_endpoint = endpoint })
  world.on("https://idp.lan/realms/home/.well-known/openid-configuration", cjson.encode(document))
  world.on("https://idp.lan/logout", { status = 200 })
  local config = fixtures.config({ internal_issuer_url = "https://idp.lan" })
  local url = rp_logout.address(io, config, fixtures.issuer, ("x"):rep(2000))
  assert.same({ 1, false }, { world.requests_to("https://idp.lan/logout?client_id=" .. fixtures.client_id), url:find("hint", 1, true) ~= nil })
end)

it("rp_logout.address sends a fresh state with the address to return to, and none without it", function()
  local seen = {}
  for _, back in ipairs({ "https://router.example/", "https://router.example/", fixtures.none }) do
    local io = scene.create({ metadata = { end_session_endpoint = endpoint } })
    local url = rp_logout.address(io, fixtures.config({ post_logout_redirect_uri = back }), fixtures.issuer, "")
    seen[#seen + 1] = url:match("&state=([%w_-]+)$") or "absent"
  end
  assert.same({ 22, 22, "absent" }, { #seen[1], #seen[2], seen[3] })
  assert.not_equal(seen[1], seen[2])
end)

it("rp_logout.address is the root rather than an address of more than 3900 bytes", function()
  local longest_client = ("c"):rep(3900 - #(endpoint .. "?client_id="))
  for client_id, expected in pairs({
    [longest_client] = endpoint .. "?client_id=" .. longest_client, [longest_client .. "c"] = "/",
  }) do
    local io, world = scene.create({ metadata = { end_session_endpoint = endpoint } })
    assert.equal(expected, rp_logout.address(io, fixtures.config({ client_id = client_id }), fixtures.issuer, ""))
    assert.same({}, world.locked)
  end
end)

it("rp_logout.address has the hint only for the issuer of the session", function()
  local io = scene.create({ metadata = { end_session_endpoint = endpoint } })
  for issuer, hint in pairs({ [fixtures.issuer] = "id_token_hint=h.p.s&", [fixtures.issuer .. "/"] = "", [""] = "" }) do
    assert.equal(endpoint .. "?" .. hint .. "client_id=" .. fixtures.client_id, rp_logout.address(io, fixtures.config(), issuer, "h.p.s"))
  end
end)
