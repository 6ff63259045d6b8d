local metadata_call = require("sso_login.protocol.metadata_call")
local provider_calls = require("sso_login.protocol.provider_calls")
local cjson = require("cjson")
local hash = require("sso_login.jose.hash")
local mock = require("support.mock")
local provider_files = require("sso_login.protocol.provider_files")

local url = "https://idp.example/x"

--- A function of the module at an address that answers so; its result, the world and the io provider.
local function at(answer, run)
  local io, world = mock.create()
  world.on(url, answer)
  return run(io), world, io
end

describe("provider", function()
  for name, suffix in pairs({ default = "", office = "_office" }) do
    it("has files of its own: " .. name, function()
      local io, world = mock.create()
      local provider = { log_name = name, folder = "/tmp/x" }
      assert.equal("/var/run/sso-login/provider_lock" .. suffix, provider_files.calls_lock(io, { log_name = name }))
      assert.equal("/tmp/x/provider_lock" .. suffix, provider_files.calls_lock(io, provider))
      world.on(url, "{}")
      world.before("https", function() assert.same({ ["/tmp/x/provider_lock" .. suffix] = true }, world.locked) end)
      assert.is_true(provider_calls.call(io, provider, { method = "GET", url = url, headers = {} }, "X").ok)
      assert.same({}, world.locked)
    end)
  end

  it("asking returns the result, and keeps the lock between its calls", function()
    local io, world = mock.create()
    world.on(url, "{}")
    local office = { log_name = "office" }
    local held = { ["/var/run/sso-login/provider_lock_office"] = true }
    local result = provider_calls.asking(io, office, url, function()
      assert.same(held, world.locked)
      local response = provider_calls.call(io, office, { method = "GET", url = url, headers = {} }, "X")
      assert.same(held, world.locked)
      return response
    end)
    assert.same({ "{}", {}, 1 }, { result.data.body, world.locked, world.calls.lock })
  end)
end)

describe("provider_calls.send", function()
  local function send(code)
    return function(io) return provider_calls.send(io, { method = "GET", url = url, headers = {} }, code) end
  end

  for _, code in ipairs({
    "OIDC_DISCOVERY_FAILED", "JWKS_FETCH_FAILED", "USERINFO_NETWORK_ERROR", "TOKEN_ENDPOINT_NETWORK_ERROR",
  }) do
    it("is " .. code .. " with its cause, but for a certificate where the specification names its own code", function()
      for _, kind in ipairs({ "certificate", "too_large", "timeout", "resolve", "connect", "tls", "invalid", "network" }) do
        local is_certificate = kind == "certificate"
        assert.same({
          ok = false, error = is_certificate and code ~= "TOKEN_ENDPOINT_NETWORK_ERROR" and "SSL_INIT_FAILED" or code,
          details = {
            cause = kind, url = url, reason = "why", certificate = is_certificate and "early" or nil,
            router_time = is_certificate and "2025-06-15 15:06:40 UTC" or nil,
          },
          meaning = kind == "connect" and "unreachable" or nil,
        }, (at({ failure = kind, text = "why" }, send(code))))
      end
    end)
  end

  it("gives the response whatever its status", function()
    local response = { status = 500, body = "x", content_type = "text/html" }
    assert.same({ ok = true, data = response }, (at(response, send("X"))))
  end)
end)

describe("metadata_call.get_metadata", function()
  --- The answer at `url`, which redirects to `location`, and how many requests that took.
  local function get(location)
    local io, world = mock.create()
    world.on(url, { status = 301, location = location })
    for _, place in ipairs({ url .. "/", "https://IDP.example/x", "https://idp.example:8443/x", "https://other.example/x" }) do
      world.on(place, "{}")
    end
    world.on("https://idp.example/again", { status = 302, location = url .. "/" })
    return metadata_call.get_metadata(io, url, "X", provider_calls.send).data, #world.requests, world.requests[2]
  end

  it("follows one redirect within the origin, with the same header", function()
    local answer, count, second = get(url .. "/")
    assert.same({ 200, 2 }, { answer.status, count })
    assert.same({ method = "GET", url = url .. "/", headers = { "Accept: application/json" } }, second)
    assert.equal(200, get("https://IDP.example/x").status)
    answer, count = get("https://idp.example/again")
    assert.same({ 302, 2 }, { answer.status, count })
  end)

  for _, location in ipairs({
    "https://idp.example:8443/x", "https://other.example/x", "http://idp.example/x", "https://idp.example@other.example/x",
    "https://idp.example/x#y", "javascript:x", "",
  }) do
    it("does not follow one to " .. location, function()
      local answer, count = get(location)
      assert.same({ 301, 1 }, { answer.status, count })
    end)
  end
end)

describe("provider_calls.call", function()
  local down = { ok = false, error = "X", details = { cause = "timeout", url = url, reason = "why", remembered = true } }
  local busy = { ok = false, error = "RATE_LIMITED",
    details = { reason = "another login waits for the provider", retry_after = 10 }, answer = { retry_after = 10 } }

  local function call(io, to)
    return provider_calls.call(io, {}, { method = "POST", url = to or url, headers = {}, body = "" }, "X")
  end

  it("logs that the remembered certificate did not do, and nothing else", function()
    for renewed, line in pairs({ [true] = "TRUST_RENEWED provider=office url=" .. url, [false] = "" }) do
      local sent, world = at({ status = 200, body = "x", renewed = renewed }, function(io)
        return provider_calls.call(io, { log_name = "office" }, { method = "GET", url = url, headers = {} }, "X")
      end)
      assert.same({ true, line }, { sent.ok, world.log_text() })
    end
  end)

  local function hanging()
    local io, world = mock.create()
    world.on(url, { failure = "timeout", text = "why" })
    assert.same({ cause = "timeout", url = url, reason = "why" }, call(io).details)
    return io, world
  end

  it("does not call an address for ten seconds after it did not answer, and ignores a failure whose time is in the future", function()
    local io, world = hanging()
    assert.same({ "failed_" .. hash.hash_sha256_hex(url) .. ".json" }, world.in_run_dir("^failed_"))
    world.now = world.now + 9
    assert.same(down, call(io))
    assert.equal(1, #world.requests)
    call(io, url .. "2")
    assert.equal(2, #world.requests)
    world.now = world.now + 1
    call(io)
    assert.equal(3, #world.requests)
    world.now = world.now - 1
    call(io)
    assert.equal(4, #world.requests)
  end)

  it("remembers no connection that is refused at once", function()
    for seconds, count in pairs({ [0.9] = 2, [1] = 1 }) do
      local io, world = mock.create()
      world.on(url, function()
        world.clock = world.clock + seconds
        return { failure = "connect", text = "why" }
      end)
      call(io)
      assert.equal(count == 1, call(io).details.remembered == true)
      assert.equal(count, #world.requests)
      assert.equal(2 - count, #world.in_run_dir("^failed_"))
    end
  end)

  it("counts a provider as slow by its last call, with several of them", function()
    for name, calls in pairs({ office = { { 3.5, "slow_office" }, { 3 } }, default = { { 3.5, "slow" }, { 0 } }, [""] = { { 9 } } }) do
      local io, world = mock.create()
      for _, expected in ipairs(calls) do
        world.on(url, function()
          world.clock = world.clock + expected[1]
          return "{}"
        end)
        provider_calls.call(io, { log_name = name ~= "" and name or nil }, { method = "GET", url = url, headers = {} }, "X")
        assert.same({ expected[2] }, world.in_run_dir("^slow"))
      end
    end
  end)

  it("remembers only facts that are texts, numbers or messages", function()
    local io, world = mock.create()
    provider_calls.remember_failure(io, {}, url, { ok = false, error = "X", details = { a = "b c", n = 5, m = { id = "past" }, o = { x = "y" }, yes = true } })
    local again = call(io)
    assert.same({ ok = false, error = "X", details = { a = "b c", n = 5, m = { id = "past" }, remembered = true } }, again)
    provider_calls.remember_failure(io, {}, url, again)
    assert.same(again, call(io))
    provider_calls.remember_failure(io, {}, url, { ok = false, error = "X", details = "y" })
    assert.same({ reason = "y", remembered = true }, call(io).details)
    provider_calls.remember_failure(io, {}, url, { ok = false, error = "X", details = "y", meaning = "passing" })
    assert.equal("passing", call(io).meaning)
    -- A record of an earlier version has no meaning.
    for _, cause in ipairs({ "", ',"cause":7' }) do
      world.put(io.paths.run_dir .. "/" .. world.in_run_dir("^failed_")[1], ('{"failed_at":1750000000,"error":"X","facts":[7]%s}'):format(cause))
      assert.same({ ok = false, error = "X", details = { remembered = true } }, call(io))
    end
  end)

  it("keeps the failure while another process tries again, and does not wait for it", function()
    local io, world = hanging()
    world.now = world.now + 10
    world.fail("lock")
    assert.same(down, call(io))
    assert.equal(0, world.calls.sleep)
    assert.equal(1, #world.requests)
  end)

  it("forgets the failure once there is an answer", function()
    local io, world = hanging()
    world.now = world.now + 10
    world.on(url, "{}")
    assert.is_true(call(io).ok)
    world.fail("lock")
    assert.same(busy, call(io))
  end)

  it("waits a second and a half for another process that waits itself", function()
    local io, world = mock.create()
    world.on(url, "{}")
    world.fail("lock")
    assert.same(busy, call(io))
    assert.same({}, world.requests)
    assert.is_true(math.abs(world.clock - 100 - 1.48) < 0.001, world.clock)
    world.put(io.paths.run_dir .. "/provider_lock", "")
    assert.same(busy, call(io))
    assert.is_true(math.abs(world.clock - 100 - 2.98) < 0.001, world.clock)
  end)

  it("waits longer while other processes take the lock in turn, and five seconds at most", function()
    local io, world = mock.create()
    world.on(url, "{}")
    world.put(io.paths.run_dir .. "/provider_lock", "")
    world.before("sleep", function() io.append_byte(io.paths.run_dir .. "/provider_lock") end)
    world.fail("lock", 200)
    assert.is_true(call(io).ok)
    world.fail("lock")
    local start = world.clock
    assert.same(busy, call(io))
    assert.is_true(math.abs(world.clock - start - 4.98) < 0.001, world.clock)
  end)

  it("does not call an address that did not answer the process before", function()
    local io, world = mock.create()
    world.before("sleep", function() provider_calls.remember_failure(io, {}, url, { ok = false, error = "X", details = "y" }) end)
    world.fail("lock", 1)
    assert.is_true(call(io).details.remembered)
    assert.same({}, world.requests)
  end)
end)

describe("provider_calls.get and provider_calls.read_json", function()
  local function get(io)
    local answer = provider_calls.get(io, url, {}, "X", provider_calls.send)
    return answer.ok and provider_calls.read_json(answer.data, url, "X") or answer
  end

  it("sends GET and Accept", function()
    local got, world = at('{"a":1}', get)
    assert.same({ ok = true, data = { a = 1 } }, got)
    assert.same({ { method = "GET", url = url, headers = { "Accept: application/json" } } }, world.requests)
  end)

  it("is the code with http_status, and where a redirect leads, which is not followed", function()
    for _, status in ipairs({ 100, 201, 204, 301, 302, 304, 400, 401, 403, 410 }) do
      local location = status == 302 and url .. "/" or nil
      local got, world = at({ status = status, body = '{"a":1}', location = location }, get)
      assert.same({ ok = false, error = "X", details = { http_status = status, url = url, location = location } }, got)
      assert.equal(1, #world.requests)
    end
  end)

  local forms = { [""] = "the answer is empty", ["<html></html>"] = "the answer is HTML or XML, not JSON" }
  for _, body in ipairs({ "", "<html></html>", "[]", "[1]", "null", '"x"', "7", "{", '{"a":1}x', '{"a":1}\0', '{"a":1e}' }) do
    it(("is the code for %q"):format(body), function()
      local details = { http_status = 200, url = url, reason = forms[body] or "the answer is not a JSON object" }
      assert.same({ ok = false, error = "X", details = details }, (at({ status = 200, body = body }, get)))
    end)
  end

  it("says of failures that pass when to try again", function()
    -- 404 without an error of the provider's is a proxy's whose provider starts.
    for _, status in ipairs({ 403, 404, 408, 425, 429, 500, 502, 503, 504, 522 }) do
      local retry_after = status == 403 and 30 or nil
      assert.same({
        http_status = status, url = url, cause = "temporary", reason = "the provider cannot answer now: try again later", retry_after = retry_after,
      }, at({ status = status, body = "", retry_after = retry_after }, get).details)
    end
    -- The address of the metadata may be wrong.
    for body, cause in pairs({ [""] = "none", ['{"message":"no"}'] = "none", ['{"error":"slow_down"}'] = "temporary" }) do
      local failure = provider_calls.read_json({ status = 404, body = body }, url, "OIDC_DISCOVERY_FAILED")
      assert.equal(cause, failure.details.cause or "none")
    end
    local plain = { status = 404, content_type = "text/plain; charset=utf-8", body = "404 page not found" }
    local unknown = provider_calls.read_json(plain, url, "OIDC_DISCOVERY_FAILED").details
    assert.same({ "temporary", "404 page not found" }, { unknown.cause, unknown.error_description })
    for _, code in ipairs({ "temporarily_unavailable", "server_error", "slow_down", "too_many_requests", "RESOURCE_EXHAUSTED",
      "rate_limit_exceeded", "TooManyRequestsException", "too_many_attempts", "RateLimitExceeded", "ThrottlingException", "request-timeout",
      "quota exceeded", "SERVICE_UNAVAILABLE" }) do
      for _, body in ipairs({ { error = code }, { errorCode = code }, { __type = code } }) do
        local got = at({ status = 400, body = cjson.encode(body) }, get).details
        assert.same({ "temporary", code }, { got.cause, got.idp_error })
      end
    end
    for _, code in ipairs({ "invalid_client", "invalid_grant", "access_denied", "not_found", "Realm does not exist" }) do
      assert.is_nil(at({ status = 404, body = cjson.encode({ error = code }) }, get).details.cause)
    end
  end)

  it("is an error in the place of the document whatever the status, and not a member of it", function()
    local got = at('{"error":{"code":7,"message":"no"}}', get)
    assert.same({ http_status = 200, url = url, idp_error = "7", error_description = "no" }, got.details)
    for body, said in pairs({
      ['{"errorCode":"E0000011","errorSummary":"no"}'] = { "E0000011", "no" }, ['{"errcode":7,"errmsg":"no"}'] = { "7", "no" },
      ['{"status":"error","msg":"no"}'] = { false, "no" }, ['{"message":"no"}'] = { false, "no" }, ['{"error":0,"code":7}'] = { "7", false },
      ['{"error":{},"msg":"no"}'] = { false, "no" }, ['{"error":{"message":"no"}}'] = { false, "no" },
      ['{"errors":[{"code":"7","message":"no"}]}'] = { "7", "no" }, ['{"title":"x","status":401,"detail":"no"}'] = { false, "no" },
      ['{"type":"about:blank","title":"no","status":401}'] = { false, "no" }, ['{"status":"error","msg":"no","sub":"","data":{}}'] = { false, "no" },
      ['{"fault":{"faultstring":"no","detail":{"errorcode":"oauth.v2.X"}}}'] = { "oauth.v2.X", "no" },
      ['{"ErrorCode":"E7","ErrorMessage":"no"}'] = { "E7", "no" }, ['{"error-code":"E7","error-message":"no"}'] = { "E7", "no" },
      ['{"error":{},"errors":[{"code":"7","message":"no"}]}'] = { "7", "no" }, ['{"error_code":7,"error_msg":"no"}'] = { "7", "no" },
      ['{"errors":["no"]}'] = { false, "no" }, ['{"Code":"E7","Message":"no"}'] = { "E7", "no" },
      ['{"error":{"code":401,"message":"no","status":"UNAUTHENTICATED"}}'] = { "UNAUTHENTICATED", "no" },
      ['{"Error":{"Code":"InvalidClient","Message":"no"}}'] = { "InvalidClient", "no" }, ['{"meta":{"error":{"message":"no"}}}'] = { false, "no" },
      ['{"detail":[{"loc":["body"],"msg":"no","type":"value_error.missing"}]}'] = { "value_error.missing", "no" },
      ['{"title":"Bad Request","detail":{"reason":"no"}}'] = { false, "no" }, ['{"meta":{"code":7,"errors":[{"detail":"no"}]}}'] = { false, "no" },
      ['{"Errors":[{"Code":"E7","Message":"no"}]}'] = { "E7", "no" }, ['{"error":"x","detail":{"code":"y","reason":"no"}}'] = { "x", "no" },
    }) do
      local answer = at({ status = 401, body = body }, get).details
      assert.same(said, { answer.idp_error or false, answer.error_description or false })
      assert.same(answer.idp_error, at(body, get).details.idp_error)
    end
    assert.equal("x", at({ status = 401, body = '{"error":"x","sub":"a"}' }, get).details.idp_error)
    for _, body in ipairs({ '{"error":"x","sub":"a"}', '{"message":"x","sub":"a"}', '{"error":0}',
      '{"error":"x","keys":[]}', '{"error":"x","issuer":"i"}', '{"error":""}', '{"error":{}}' }) do
      assert.is_true(at(body, get).ok)
    end
  end)

  it("names the form of what is no JSON in the error", function()
    local utf16 = "is in UTF-16, and JSON is in UTF-8 (RFC 8259 section 8.1)"
    for body, form in pairs({
      ["\239\187\191{}"] = "begins with a byte order mark, which JSON must not have", ["\255\254{\0}\0"] = utf16, ["\254\255\0{\0}"] = utf16,
      ["{\0}\0"] = utf16, ["\0{\0}"] = utf16, ["\31\139\8\0"] = "is compressed (gzip), and its header does not say so", ["\31\8"] = "is not a JSON object",
      [""] = "is empty",
    }) do
      assert.equal("the answer " .. form, at(body, get).details.reason)
    end
  end)

  it("names a JWT in the error", function()
    local got = at({ content_type = "application/jwt", body = "eyJhbGciOiJub25lIn0.e30." }, get)
    assert.same({ http_status = 200, url = url, reason = "the answer is a JWT" }, got.details)
  end)
end)
