local checkup = require("support.checkup")
local fixtures = require("support.fixtures")

local own = "https://router.example/cgi-bin/sso-login/callback"
local login = { status = 302, location = "https://idp.example/login" }
local known = "The provider knows redirect_uri, and refuses an invented one."
local untold = "Not tried: whether the provider has redirect_uri registered, which it tells only those who log in."
local refused = "The provider refuses a login with client_id and redirect_uri as they are (status %d)."

--- An endpoint that answers one address of its client, and any other.
local function endpoint(one, other)
  return function(request)
    return request.url:find("redirect_uri=https%3A%2F%2Frouter.example", 1, true) and one or other
  end
end

local function says(id, text) return { redirect_known = false, [id] = text } end

describe("check.redirect", function()
  local error_page = { status = 302, location = "https://idp.example/error?error=invalid_redirect" }
  for _, row in ipairs({
    { "refuses any with 400", { status = 400 }, { status = 400 }, says("redirect_refused", refused:format(400)) },
    { "refuses only ours with 401", { status = 401 }, login, says("redirect_refused", refused:format(401)) },
    { "leads it to a page with an error", error_page, error_page, says("redirect_refused", refused:format(302)) },
    { "leads it to a fragment with an error", { status = 303, location = "https://idp.example/#error=x" }, login,
      says("redirect_refused", refused:format(303)) },
    { "shows a login, and refuses an invented one", { status = 200 }, { status = 400 }, says("redirect_known", known) },
    { "leads to a login, and an invented one to an error", login, error_page, says("redirect_known", known) },
    { "sends an error there", { status = 302, location = own .. "?error=login_required" }, { status = 302, location = own },
      says("redirect_known", known) },
    { "forbids another", login, { status = 403 }, says("redirect_known", known) },
    { "leads it to a page whose query tells an error, too", { status = 302, location = "https://idp.example/x?a=b&error=x" }, login,
      says("redirect_refused", refused:format(302)) },
    { "leads both to a login that speaks of an error", { status = 302, location = "https://idp.example/login?no_error=1" },
      { status = 302, location = "https://idp.example/login?no_error=1" }, says("redirect_untold", untold) },
    { "leads both to a login", login, login, says("redirect_untold", untold) },
    { "shows both a login", { status = 200 }, { status = 200 }, says("redirect_untold", untold) },
    { "has a filter before it", { status = 403 }, { status = 400 }, says("redirect_untold", untold) },
    { "fails", { status = 500 }, { status = 400 }, says("redirect_untold", untold) },
    { "does not answer", { failure = "timeout" }, { status = 400 }, says("redirect_untold", untold) },
    { "does not answer the other one", login, { failure = "timeout" }, says("redirect_untold", untold) },
  }) do
    checkup.rows({ { row[1], { authorization = endpoint(row[2], row[3]) }, row[4] } })
  end

  it("sends no secret, and uses the internal origin where one is set", function()
    local internal = { uci = { internal_issuer_url = "https://10.0.0.2" }, setup = function(world)
      for _, url in ipairs({ checkup.well_known, fixtures.discovery.full.jwks_uri, fixtures.discovery.full.token_endpoint }) do
        world.on((url:gsub("^https://[^/]+", "https://10.0.0.2")), function(request)
          return world.answer_of(url, request)
        end)
      end
      world.on((fixtures.discovery.full.authorization_endpoint:gsub("^https://[^/]+", "https://10.0.0.2")), checkup.registered)
    end }
    for origin, case in pairs({ ["https://idp.example"] = {}, ["https://10.0.0.2"] = internal }) do
      local _, _, world = checkup.run(case)
      local request = world.requests[#world.requests - 1]
      assert.equal(origin, request.url:sub(1, #origin))
      assert.same({ "GET", { "Accept: text/html" } }, { request.method, request.headers })
      assert.is_nil(request.url:find("secret", 1, true))
      local invented = "redirect_uri=https%%3A%%2F%%2F[%w_-]+%.invalid%%2Fcgi%-bin%%2Fsso%-login%%2Fcallback&"
      assert.matches(invented, world.requests[#world.requests].url .. "&")
    end
  end)

  it("sends no request where the provider demands pushed requests", function()
    local found, _, world = checkup.run({ document = {
      require_pushed_authorization_requests = true, pushed_authorization_request_endpoint = "https://idp.example/par",
    } })
    assert.equal(untold, found.redirect_untold.text)
    assert.equal(0, world.requests_to("https://idp.example/par"))
  end)

  checkup.covers("redirect")
end)
