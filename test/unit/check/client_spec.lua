--- check.client: how the client proves itself, and whether the provider takes it.
local checkup = require("support.checkup")
local fixtures = require("support.fixtures")

local full = fixtures.discovery.full
local none = fixtures.none
local not_tried = "Not tried, because of the findings above: "

describe("check.client", function()
  describe("method", function()
    local unusual = "Option token_endpoint_auth_method is client_secret_post, and the provider offers client_secret_basic, tls_client_auth."
    for _, case in ipairs({
      { nil, { "client_secret_basic" }, { auth_method_ok = "The client proves itself by client_secret_basic." } },
      { nil, { "client_secret_post" }, { auth_method_ok = "The client proves itself by client_secret_post." } },
      { nil, none, { auth_method_ok = "The client proves itself by client_secret_basic.", auth_method_not_offered = false } },
      { "client_secret_post", none, { auth_method_ok = "The client proves itself by client_secret_post." } },
      { "client_secret_post", { "client_secret_basic", "tls_client_auth" }, { auth_method_not_offered = unusual, auth_method_ok = false } },
      { "client_secret_basic", { "none" }, {
        auth_method_none = "The provider accepts neither client_secret_basic nor client_secret_post, but none.",
        auth_method_not_offered = false, auth_method_ok = false, not_tried = false,
      } },
      { nil, { "private_key_jwt", "tls_client_auth" }, {
        auth_method_none = "The provider accepts neither client_secret_basic nor client_secret_post, but private_key_jwt, tls_client_auth.",
        auth_method_ok = false, not_tried = not_tried .. "token_endpoint.",
      } },
    }) do
      local offered = case[2] == none and "nothing" or table.concat(case[2], " ")
      it(("%s where %s is offered"):format(case[1] or "auto", offered), function()
        checkup.expect({
          uci = { token_endpoint_auth_method = case[1] }, document = { token_endpoint_auth_methods_supported = case[2] },
        }, case[3])
      end)
    end

    it("is not judged while its option is wrong", function()
      checkup.expect({ uci = { token_endpoint_auth_method = "none" } }, {
        auth_method_ok = false, auth_method_none = false, auth_method_not_offered = false, not_tried = not_tried .. "token_endpoint.",
      })
    end)
  end)

  describe("secret", function()
    local wrong = "The provider refuses client_id, client_secret or the authentication method client_secret_post: %s."
    local refused = "The provider refuses this client: %s."
    local by_other = "The provider refuses client_id and client_secret by %s (status 401, invalid_client), and takes them by %s."
    local unclear = "The provider's answer does not tell whether client_id and client_secret are right: %s."
    local forty = ("abcdefghij_klmnopqrstuvwxyz_"):rep(2):sub(1, 40)
    local error_of = checkup.oauth_error
    for _, case in ipairs({
      { error_of(401, "invalid_client"), "secret_wrong", "error", wrong:format("status 401, invalid_client") },
      { error_of(400, "invalid_client"), "secret_wrong", "error", wrong:format("status 400, invalid_client") },
      { error_of(401, "unauthorized_client"), "secret_wrong", "error", wrong:format("status 401, unauthorized_client") },
      { { status = 401 }, "secret_wrong", "error", wrong:format("status 401, no error code") },
      { error_of(400, "unauthorized_client"), "client_refused", "error", refused:format("status 400, unauthorized_client") },
      { error_of(403, forty), "secret_unclear", "warning", unclear:format("status 403, " .. forty) },
      { error_of(403, forty .. "x"), "secret_unclear", "warning", unclear:format("status 403, an unusual error code") },
      { error_of(400, "Denied"), "secret_unclear", "warning", unclear:format("status 400, an unusual error code") },
      { error_of(400, fixtures.client_secret), "secret_unclear", "warning", unclear:format("status 400, an unusual error code") },
      { error_of(400, "denied2"), "secret_unclear", "warning", unclear:format("status 400, an unusual error code") },
      { error_of(500, "invalid_grant"), "secret_unclear", "warning", unclear:format("status 500, invalid_grant") },
      { { status = 400, body = "{}" }, "secret_unclear", "warning", unclear:format("status 400, no error code") },
      { "{}", "secret_unclear", "warning", unclear:format("status 200, no error code") },
      { fixtures.token_response(), "secret_unclear", "warning", unclear:format("status 200 for an invented code") },
      { error_of(401, "invalid_grant"), "secret_untold", "warning",
        "The provider does not tell whether client_secret is right: to an invented one it says status 401, invalid_grant." },
      { checkup.refused, "secret_untold", "warning",
        "The provider does not tell whether client_secret is right: to an invented one it says status 400, invalid_grant." },
      { checkup.knows(fixtures.client_secret), "secret_ok", "ok",
        "The provider accepts client_id, client_secret and the method client_secret_post, and refuses an invented secret." },
      { checkup.knows(fixtures.client_secret, "client_secret_basic"), "secret_other_method", "error",
        by_other:format("client_secret_post", "client_secret_basic") },
    }) do
      it(case[4], function()
        local found = checkup.run({ token = case[1] })
        assert.same({ case[3], case[4] }, { found[case[2]].level, found[case[2]].text })
        assert.is_nil(found.not_tried)
      end)
    end

    it("is right where the code is refused by a word of the provider's own", function()
      local knows = checkup.knows(fixtures.client_secret)
      checkup.expect({ token = function(request)
        return knows(request) == checkup.refused and error_of(403, "invalid_code") or error_of(403, "unauthorized_client")
      end }, { secret_unclear = false, secret_ok =
        "The provider accepts client_id, client_secret and the method client_secret_post, and refuses an invented secret." })
    end)

    it("by basic is looked for by post where that is refused", function()
      checkup.expect({
        uci = { token_endpoint_auth_method = "client_secret_basic" },
        token = checkup.knows(fixtures.client_secret, "client_secret_post"),
      }, {
        secret_other_method = by_other:format("client_secret_basic", "client_secret_post"), secret_wrong = false,
      })
    end)

    it("is not taken by a method of which nothing is told", function()
      checkup.expect({ token = function(request)
        return request.body:find("client_secret", 1, true) and error_of(400, "unauthorized_client") or checkup.refused
      end }, { client_refused = refused:format("status 400, unauthorized_client"), secret_other_method = false })
    end)

    it("is not known to be right while the answer to an invented one is out", function()
      local asked = 0
      checkup.expect({ token = function()
        asked = asked + 1
        return asked == 1 and checkup.refused or { failure = "timeout" }
      end }, {
        secret_untold = "The provider does not tell whether client_secret is right: to an invented one it says nothing.",
      })
    end)

    it("is tried beside an invented one of the same form, and no other", function()
      local _, _, world = checkup.run({})
      local secrets = {}
      for i = 4, #world.requests do
        secrets[#secrets + 1] = world.requests[i].body:match("&client_secret=(.*)$")
      end
      assert.equal(2, #secrets)
      assert.truthy(secrets[2]:match("^[%w_-]+$"))
      assert.equal(64, #secrets[2])
    end)

    it("is asked for with a code that no provider gave, and its own verifier", function()
      local _, _, world = checkup.run({})
      local request = world.requests[4]
      assert.equal(full.token_endpoint, request.url)
      local code, verifier = request.body:match("code=([%w_-]+)&.*code_verifier=([%w_-]+)&")
      assert.equal(43, #code)
      assert.equal(64, #verifier)
    end)

    for option, value in pairs({ client_id = "", client_secret = "", redirect_uri = "https://router.example/" }) do
      it("is not tried while " .. option .. " is wrong", function()
        local found, _, world = checkup.run({ uci = { [option] = value } })
        assert.equal(not_tried .. "token_endpoint.", found.not_tried.text)
        assert.equal(0, world.requests_to(full.token_endpoint))
        assert.is_table(found.auth_method_ok)
      end)
    end

    it("is not tried at a provider of another name", function()
      local found, _, world = checkup.run({ document = { issuer = "https://idp.example" } })
      assert.equal(not_tried .. "token_endpoint.", found.not_tried.text)
      assert.equal(0, world.requests_to(full.token_endpoint))
      assert.is_nil(found.auth_method_ok)
    end)
  end)
end)
