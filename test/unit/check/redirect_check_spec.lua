local cjson = require("cjson")
local checkup = require("support.checkup")
local client_keys = require("sso_login.jose.client_keys")
local fixtures = require("support.fixtures")

local own = "https://router.example/cgi-bin/sso-login/callback"
local login = { status = 302, location = "https://idp.example/login" }
local known = "The provider knows redirect_uri, and refuses an invented one."
local untold = "Not tried: whether the provider has redirect_uri registered, which it tells only those who log in."
local alike = "Not told: the provider answers a login with redirect_uri as it answers one with an invented address (status %d)."
local refused = "The provider refuses a login with client_id and redirect_uri as they are (status %d)."

--- An endpoint that answers one address of its client, and any other.
local function endpoint(one, other)
  return function(request)
    return request.url:find("redirect_uri=https%3A%2F%2Frouter.example", 1, true) and one or other
  end
end

local function says(id, text) return { redirect_known = false, [id] = text } end

describe("check.redirect_check", function()
  local error_page = { status = 302, location = "https://idp.example/error?error=invalid_redirect" }
  for _, row in ipairs({
    { "refuses any with 400", { status = 400 }, { status = 400 }, says("redirect_alike", alike:format(400)) },
    { "asks for Kerberos", { status = 401, body = "no redirect_uri" }, { status = 401 }, says("redirect_alike", alike:format(401)) },
    { "refuses any with 400 and repeats the address", { status = 400, body = "/login?redirect_uri=x" }, { status = 400 },
      says("redirect_alike", alike:format(400)) },
    { "refuses any with 400 for the address", { status = 400, body = "Invalid parameter: redirect_uri" }, { status = 400 },
      says("redirect_refused", refused:format(400)) },
    { "refuses ours with 400, another with 401", { status = 400 }, { status = 401 }, says("redirect_refused", refused:format(400)) },
    { "asks for Kerberos, and refuses an invented one", { status = 401 }, { status = 400 }, says("redirect_known", known) },
    { "refuses only ours with 401", { status = 401 }, login, says("redirect_refused", refused:format(401)) },
    { "leads it to a page with an error", error_page, error_page, says("redirect_refused", refused:format(302)) },
    { "leads both to a page with an error that is not about it", { status = 302, location = "https://idp.example/oops?error=x&redirect_uri=y" },
      { status = 302, location = "https://idp.example/oops?error=x" }, says("redirect_alike", alike:format(302)) },
    { "leads both to an error in the fragment", { status = 303, location = "https://idp.example/#error=no_session" },
      { status = 303, location = "https://idp.example/#error=no_session" }, says("redirect_alike", alike:format(303)) },
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

  it("follows the first redirect within the origin, as Dex knows better there", function()
    --- Origin, statuses of the pages for our address and for an invented one.
    for _, case in ipairs({
      { "https://idp.example", 200, 400, known }, { "https://idp.example", 400, 400 }, { "https://idp.example", 200, 200 },
      { "https://sso.example", 200, 400 },
    }) do
      local page = case[1] .. "/local?x="
      checkup.expect({ authorization = endpoint({ status = 302, location = page .. 1 }, { status = 302, location = page .. 2 }), setup = function(world)
        world.on(case[1] .. "/local", function(request) return { status = request.url:find("x=1", 1, true) and case[2] or case[3] } end)
      end }, { redirect_known = case[4] or false, redirect_untold = not case[4] and untold })
    end
  end)

  it("is one finding with the refusal of the client", function()
    local refuses = { status = 302, location = "https://idp.example/error?error=x" }
    checkup.expect({ token = checkup.oauth_error(401, "invalid_client", "unknown client"), authorization = refuses }, {
      client_unknown = "The provider refuses this client at the token endpoint (status 401, invalid_client) and at the authorization "
        .. "endpoint (status 302): unknown client",
      secret_ok = false, redirect_known = false,
    })
  end)

  checkup.rows({ { "is one finding with a refused secret where any address gets 400", {
    token = checkup.oauth_error(401, "invalid_client", "gone"), authorization = { status = 400, body = "Client disabled" },
  }, {
    client_unknown = "The provider refuses this client at the token endpoint (status 401, invalid_client) and at the authorization "
      .. "endpoint (status 400): gone",
    secret_ok = false, redirect_known = false,
  } }, { "is apart from a refused secret where it tells nothing", {
    token = checkup.oauth_error(401, "invalid_client"), authorization = { status = 401 },
  }, { secret_wrong = checkup.any, redirect_alike = alike:format(401), secret_ok = false, redirect_known = false } } })

  local par = "https://idp.example/par"
  local pushed = "The provider demands pushed authorization requests; the router sends them to " .. par .. "."
  for title, row in pairs({
    ["knows it"] = { endpoint({ status = 201, body = '{"request_uri":"urn:x"}' }, { status = 400, body = '{"error":"invalid_request"}' }), {
      redirect_known = known } },
    ["takes any"] = { { status = 201, body = '{"request_uri":"urn:x"}' }, { redirect_untold = untold, redirect_known = false } },
    ["refuses it"] = { { status = 400, body = '{"error":"invalid_request","error_description":"no such address"}' }, {
      pushed_refused = "The provider refuses the pushed authorization request of a login (status 400, invalid_request): no such address",
      redirect_known = false } },
    ["refuses it by a sentence"] = { { status = 400, body = '{"error":"Client id or secret not provided"}' }, {
      pushed_refused = "The provider refuses the pushed authorization request of a login (status 400, an unusual error code): "
        .. "Client id or secret not provided", redirect_known = false } },
    ["refuses it without a code"] = { { status = 400, body = '{"message":"no"}' }, {
      pushed_refused = "The provider refuses the pushed authorization request of a login (status 400, no error code): no",
      redirect_known = false } },
    ["fails"] = { { status = 500, body = '{"error":"server_error"}' }, { answer_fault = checkup.any, redirect_known = false } },
    ["leads elsewhere"] = { { status = 302, location = "https://sso.example/", body = '{"error":"moved"}' }, {
      endpoint_redirect = checkup.any, redirect_known = false } },
    ["shows a page"] = { { status = 403, body = "<html>" }, { answer_refused = checkup.any, redirect_known = false } },
    ["does not answer"] = { { failure = "timeout" }, {
      no_answer = "pushed_authorization_request_endpoint: no answer from idp.example in time.", redirect_known = false } },
  }) do
    it("asks the endpoint for pushed requests, which " .. title, function()
      local answer = type(row[1]) == "function" and function(request)
        return row[1]({ url = request.body:gsub("%%3A", "%%3A") })
      end or row[1]
      row[2].pushed_requests = pushed
      checkup.expect({ document = {
        require_pushed_authorization_requests = true, pushed_authorization_request_endpoint = par,
      }, setup = function(world) world.on(par, answer) end }, row[2])
    end)
  end

  for _, method in ipairs({ "client_secret_basic", "client_secret_post", "private_key_jwt" }) do
    it("shows no proof by " .. method .. " that the endpoint for pushed requests repeats", function()
      local found = checkup.run({ uci = { token_endpoint_auth_method = method, client_secret = "s+p&=%" }, token = checkup.oauth_error(400, "invalid_grant"),
        document = {
        require_pushed_authorization_requests = true, pushed_authorization_request_endpoint = par,
        token_endpoint_auth_methods_supported = { "client_secret_basic", "client_secret_post", "private_key_jwt" },
      }, setup = function(world, io)
        client_keys.make(io, "ES256")
        world.on(par, function(request)
          local proof = (request.headers[3] or ""):match("Basic (.*)") or request.body:match("client_secret=([^&]*)")
            or request.body:match("client_assertion=([^&]*)")
          return { status = 400, body = cjson.encode({ error = "invalid_client", error_description = "no: " .. proof }) }
        end)
      end })
      assert.equal("The provider refuses the pushed authorization request of a login (status 400, invalid_client): it says no more",
        found.pushed_refused.text)
    end)
  end

  local par_document = { require_pushed_authorization_requests = true, pushed_authorization_request_endpoint = par }
  for what, case in pairs({
    ["nothing while the secret is refused"] = { 0, { token = checkup.oauth_error(401, "invalid_client") } },
    ["nothing to a provider for which the secret was not saved"] = { 0, { uci = { issuer_url = "https://other.example" },
      unsaved = fixtures.sections({ client_secret = fixtures.none }, {}) } },
    ["where the answer does not tell whether the secret is right"] = { 2, { token = checkup.oauth_error(400, "denied") } },
    ["where a key is refused"] = { 2, { jwks = "small" } },
    ["all of a long request"] = { 2, { uci = { scope = "openid " .. ("s"):rep(4000) } } },
  }) do
    it("pushes " .. what, function()
      local found, _, world = checkup.run(fixtures.with(case[2], { document = par_document, setup = function(w)
        w.on(par, function(request)
          assert(request.body:find("scope=openid", 1, true))
          return { status = 201, body = '{"request_uri":"urn:x"}' }
        end)
      end }))
      assert.same({ case[1], untold }, { world.requests_to(par), found.redirect_untold.text })
    end)
  end

  it("pushes a request, and refuses the address, whatever was found of another provider", function()
    local office = "https://office.example"
    for document, id in pairs({ [par_document] = "pushed_refused", [{}] = "redirect_refused" }) do
      local io, world = checkup.world_of({ token = function(request)
        return (request.body:find("callback%%2Foffice") or request.body:find("refresh_token")) and checkup.refused or checkup.oauth_error(401, "invalid_client")
      end, authorization = function(request) return request.url:find("callback%%2Foffice") and { status = 400 } or login end })
      world.on(par, { status = 400, body = '{"error":"invalid_request"}' })
      local published = fixtures.with(fixtures.with(fixtures.discovery.full, document), { issuer = office })
      world.on(office .. "/.well-known/openid-configuration", cjson.encode(published))
      fixtures.add_provider(world, "office", { issuer_url = office })
      local found
      for _, finding in ipairs(require("sso_login.check.check_run").run_check(io).findings) do
        found = finding.provider == "office" and finding.id == id and finding or found
      end
      assert.is_table(found, id)
    end
  end)

  local back = "https://router.example/elsewhere"
  local not_told = ("Not told: whether the provider has %s registered as an address after logout (post_logout_redirect_uri)."):format(back)
  local no_logout = "The provider refuses a logout with post_logout_redirect_uri (status %d): users end at its error page."
  local no_hint = { status = 302, location = "https://idp.example/e?error=invalid_request&error_description=id_token_hint+is+missing" }
  for _, row in ipairs({
    { "refuses", { status = 400 }, { status = 400 }, { status = 200 }, "logout_address_refused", no_logout:format(400) },
    { "leads to a page with an error", error_page, error_page, login, "logout_address_refused", no_logout:format(302) },
    { "takes and refuses another", { status = 200 }, { status = 400 }, login, "logout_address_known",
      "The provider knows post_logout_redirect_uri, and refuses an invented one." },
    { "follows and refuses another", { status = 302, location = back .. "?state=x" }, error_page, login, "logout_address_known",
      "The provider knows post_logout_redirect_uri, and refuses an invented one." },
    { "takes as any other", { status = 200 }, { status = 200 }, { status = 200 }, "logout_address_untold", not_told },
    { "refuses as a logout without one", { status = 400 }, { status = 400 }, { status = 400 }, "logout_address_untold", not_told },
    { "refuses for want of the ID Token", no_hint, no_hint, login, "logout_address_untold", not_told },
    { "refuses for want of the ID Token in a page", { status = 400, body = "Missing: ID_Token_Hint" }, login, login, "logout_address_untold", not_told },
    { "answers by a filter", { status = 403 }, { status = 403 }, login, "logout_address_untold", not_told },
    { "does not answer", { failure = "timeout" }, login, login, "logout_address_untold", not_told },
  }) do
    it("tells of an address after logout that the provider " .. row[1], function()
      checkup.expect({ uci = { post_logout_redirect_uri = back }, setup = function(world)
        world.on(fixtures.discovery.full.end_session_endpoint, function(request)
          assert.is_nil(request.url:find("id_token_hint", 1, true))
          assert.truthy(request.url:find("client_id=" .. fixtures.client_id, 1, true))
          local is_own = request.url:find("post_logout_redirect_uri=https%3A%2F%2Frouter.example%2Felsewhere&", 1, true)
          return is_own and row[2] or request.url:find("post_logout_redirect_uri=", 1, true) and row[3] or row[4]
        end)
      end }, { [row[5]] = row[6] })
    end)
  end

  checkup.covers("redirect_check")
end)
