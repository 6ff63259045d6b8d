--- back_channel: what calls to the provider, and their failures, are called.
local back_channel = require("sso_login.protocol.back_channel")
local hash = require("sso_login.jose.hash")
local mock = require("support.mock")

local url = "https://idp.example/x"
local codes = { "OIDC_DISCOVERY_FAILED", "JWKS_FETCH_FAILED", "USERINFO_NETWORK_ERROR", "TOKEN_ENDPOINT_NETWORK_ERROR" }
local kinds = { "certificate", "too_large", "timeout", "resolve", "connect", "tls", "invalid", "network" }

describe("back_channel.send", function()
  for _, code in ipairs(codes) do
    for _, kind in ipairs(kinds) do
      local certificate = kind == "certificate" and code ~= "TOKEN_ENDPOINT_NETWORK_ERROR"
      local expected = certificate and "SSL_INIT_FAILED" or code
      it(kind .. " under " .. code .. " is " .. expected .. ", with its cause", function()
        local io, world = mock.create()
        world.on(url, { failure = kind, text = "why" })
        local sent = back_channel.send(io, { method = "GET", url = url, headers = {} }, code)
        assert.same({ ok = false, error = expected, details = { cause = kind, reason = "why" } }, sent)
      end)
    end
  end

  it("gives the response whatever its status", function()
    local io, world = mock.create()
    world.on(url, { status = 500, body = "x", content_type = "text/html" })
    local sent = back_channel.send(io, { method = "GET", url = url, headers = {} }, "X")
    assert.same({ status = 500, body = "x", content_type = "text/html" }, sent.data)
  end)
end)

describe("back_channel.send, when the remembered certificate did not do", function()
  for _, renewed in ipairs({ true, false }) do
    it(renewed and "logs so" or "and did, logs nothing", function()
      local io, world = mock.create()
      world.on(url, { status = 200, body = "x", renewed = renewed })
      assert.is_true(back_channel.send(io, { method = "GET", url = url, headers = {} }, "X").ok)
      assert.equal(renewed and "TRUST_RENEWED url=" .. url or "", world.log_text())
    end)
  end
end)

describe("back_channel.get_document", function()
  --- The answer at `url`, which redirects to `location`, and how many requests that took.
  local function get(location)
    local io, world = mock.create()
    world.on(url, { status = 301, location = location })
    for _, place in ipairs({ url .. "/", "https://IDP.example/x", "https://idp.example:8443/x", "https://other.example/x" }) do
      world.on(place, "{}")
    end
    world.on("https://idp.example/again", { status = 302, location = url .. "/" })
    return back_channel.get_document(io, url, "X", back_channel.send).data, #world.requests, world.requests[2]
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

describe("back_channel.call", function()
  local down = { ok = false, error = "X", details = { reason = "cause=timeout reason=why", remembered = true } }
  local busy = { ok = false, error = "RATE_LIMITED",
    details = { reason = "another login waits for the provider", retry_after = 10 } }

  local function call(io, to)
    return back_channel.call(io, { method = "POST", url = to or url, headers = {}, body = "" }, "X")
  end

  local function hanging()
    local io, world = mock.create()
    world.on(url, { failure = "timeout", text = "why" })
    assert.same({ cause = "timeout", reason = "why" }, call(io).details)
    return io, world
  end

  it("leaves an address that did not answer alone for ten seconds", function()
    local io, world = hanging()
    world.now = world.now + 9
    assert.same(down, call(io))
    assert.equal(1, #world.requests)
    call(io, url .. "2")
    assert.equal(2, #world.requests)
    world.now = world.now + 1
    call(io)
    assert.equal(3, #world.requests)
  end)

  it("remembers under the address's hash", function()
    local _, world = hanging()
    assert.same({ "failed_" .. hash.hash_sha256_hex(url) .. ".json" }, world.in_run_dir("^failed_"))
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

  it("waits half a second for another process that waits itself", function()
    local io, world = mock.create()
    world.on(url, "{}")
    world.fail("lock")
    assert.same(busy, call(io))
    assert.same({}, world.requests)
    assert.is_true(math.abs(world.clock - 100 - 0.48) < 0.001, world.clock)
    world.put(io.paths.run_dir .. "/provider_lock", "")
    assert.same(busy, call(io))
    assert.is_true(math.abs(world.clock - 100 - 0.98) < 0.001, world.clock)
  end)

  it("waits longer while the turn changes hands, and five seconds at most", function()
    local io, world = mock.create()
    world.on(url, "{}")
    world.put(io.paths.run_dir .. "/provider_lock", "")
    local sleep = io.sleep
    io.sleep = function(seconds)
      sleep(seconds)
      io.append_byte(io.paths.run_dir .. "/provider_lock")
    end
    world.fail("lock", 200)
    assert.is_true(call(io).ok)
    world.fail("lock")
    local start = world.clock
    assert.same(busy, call(io))
    assert.is_true(math.abs(world.clock - start - 4.98) < 0.001, world.clock)
  end)

  it("does not ask an address that the process before found silent", function()
    local io, world = mock.create()
    local sleep = io.sleep
    io.sleep = function(seconds)
      sleep(seconds)
      back_channel.remember_failure(io, url, { ok = false, error = "X", details = "y" })
    end
    world.fail("lock", 1)
    assert.is_true(call(io).details.remembered)
    assert.same({}, world.requests)
  end)
end)

describe("back_channel.get_json", function()
  it("sends GET, Accept and the headers given", function()
    local io, world = mock.create()
    world.on(url, '{"a":1}')
    assert.same({ ok = true, data = { a = 1 } }, back_channel.get_json(io, url, { "X: y" }, "X"))
    assert.same({ { method = "GET", url = url, headers = { "Accept: application/json", "X: y" } } }, world.requests)
  end)

  for _, status in ipairs({ 100, 201, 204, 301, 302, 304, 400, 401, 403, 404, 500, 503 }) do
    it("status " .. status .. " is the code, with http_status", function()
      local io, world = mock.create()
      world.on(url, { status = status, body = '{"a":1}' })
      local got = back_channel.get_json(io, url, {}, "X")
      assert.same({ ok = false, error = "X", details = { http_status = status, url = url } }, got)
    end)
  end

  it("a redirect is the code, with where it leads, and is not followed", function()
    local io, world = mock.create()
    world.on(url, { status = 302, location = url .. "/" })
    local got = back_channel.get_json(io, url, {}, "X")
    assert.same({ ok = false, error = "X", details = { http_status = 302, url = url, location = url .. "/" } }, got)
    assert.equal(1, #world.requests)
  end)

  it("a JWT is called one", function()
    local io, world = mock.create()
    world.on(url, { content_type = "application/jwt", body = "eyJhbGciOiJub25lIn0.e30." })
    local got = back_channel.get_json(io, url, {}, "X")
    assert.same({ http_status = 200, url = url, reason = "the answer is a JWT" }, got.details)
  end)

  for _, body in ipairs({ "", "<html></html>", "[]", "[1]", "null", '"x"', "7", "{", '{"a":1}x', '{"a":1}\0', '{"a":1e999}' }) do
    it(("body %q is the code"):format(body), function()
      local io, world = mock.create()
      world.on(url, { status = 200, body = body })
      local got = back_channel.get_json(io, url, {}, "X")
      assert.same({
        ok = false, error = "X", details = { http_status = 200, url = url, reason = "the answer is not a JSON object" },
      }, got)
    end)
  end
end)
