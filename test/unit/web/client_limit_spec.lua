local client_limit = require("sso_login.web.client_limit")
local fixtures = require("support.fixtures")
local rate_limit = require("sso_login.web.rate_limit")
local routes = require("sso_login.web.routes")
local scene = require("support.scene")

local window = rate_limit.window_of("requests")

local function world_of(trusted) return scene.create({ uci = { trusted_proxy = trusted } }) end

--- How many of `times` requests of these addresses, one after the other, are let through.
local function passed(io, limit, times, ...)
  local addresses, count = { ... }, 0
  for i = 1, times do
    count = count + (client_limit.count_client(io, addresses[(i - 1) % #addresses + 1], limit, window).ok and 1 or 0)
  end
  return count
end

describe("count_client", function()
  it("allows the limit of a minute, and reports more", function()
    local io, world = world_of()
    world.now = 29166667 * 60 + 20
    assert.equal(5, passed(io, "5", 7, "192.0.2.7"))
    local details = {
      hint = { id = "many_of_one_address" }, option = "client_limit", retry_after = 40, share = "5 a minute of one address",
    }
    assert.same({ ok = false, error = "RATE_LIMITED", details = details, answer = { retry_after = 40 } },
      client_limit.count_client(io, "192.0.2.7", "5", window))
    assert.equal(5, passed(io, "5", 6, "192.0.2.8"))
    world.now = world.now + 40
    assert.equal(5, passed(io, "5", 6, "192.0.2.7"))
  end)

  for about, group in pairs({
    ["a network of IPv6"] = { "2001:db8::1", "2001:db8:0:0:ffff::1", "2001:DB8::" },
    ["an address of IPv4 in its forms"] = { "192.0.2.7", "::ffff:192.0.2.7", "::ffff:c000:207" },
    ["a link-local address with its zone"] = { "fe80::1%br-lan", "fe80::1" },
    ["what is no address"] = { "", "unix:", "x", "../../etc/passwd", ("1"):rep(100000) },
  }) do
    it("shares one counter between " .. about, function()
      local io, world = world_of()
      assert.equal(6, passed(io, "6", 40, unpack(group)))
      assert.equal(1, #world.in_run_dir("^client_rate_%d+_[0-9a-z]+$"))
      assert.equal(2, #world.in_run_dir("^client_"))
    end)
  end

  it("has a counter for each network and address", function()
    local io = world_of()
    assert.equal(30, passed(io, "5", 60, "2001:db8::1", "2001:db8:0:1::1", "192.0.2.7", "192.0.2.8", "3001:db8::1", "::192.0.2.7:0:1"))
  end)

  for about, network in pairs({ ["/56 of IPv6"] = "2001:db8:0:%x::1", ["/24 of IPv4"] = "192.0.2.%d" }) do
    it("lets a " .. about .. " make twice as many, and at most 40, unless one alone may make more", function()
      for limit, most in pairs({ ["5"] = 10, ["20"] = 40, ["25"] = 40, ["45"] = 45 }) do
        local io = world_of()
        assert.equal(most, passed(io, limit, 120, network:format(1), network:format(2), network:format(3)))
        assert.is_true(client_limit.is_used_up(io, network:format(4), limit, window))
        for _, other in ipairs({ "2001:db8:0:100::1", "192.0.3.1" }) do
          assert.is_false(client_limit.is_used_up(io, other, limit, window))
        end
      end
    end)
  end

  it("has a share of each window, and of each owner's", function()
    local io = world_of()
    for _, other in ipairs({
      window, rate_limit.window_of("exchanges"), rate_limit.window_of("backchannel", "default"), rate_limit.window_of("backchannel", "net"),
    }) do
      assert.is_false(client_limit.is_used_up(io, "192.0.2.7", "5", other))
      for i = 1, 11 do
        local counted = client_limit.count_client(io, "192.0.2." .. 7 + i % 2, "5", other)
        assert.equal(i <= 10, counted.ok)
      end
      assert.is_true(client_limit.is_used_up(io, "192.0.2.9", "5", other))
    end
  end)

  it("is right when several processes count at once", function()
    local io, world = world_of()
    passed(io, "5", 4, "192.0.2.7")
    world.before("append_byte", function(path) world.files[path].content = ("."):rep(5) end)
    assert.is_false(client_limit.count_client(io, "192.0.2.7", "5", window).ok)
  end)

  for _, trusted in ipairs({ "192.0.2.7", "10.0.0.1 192.0.2.7", { "::1", "::ffff:192.0.2.7" }, { "10.0.0.1", "192.0.2.0/29" } }) do
    it("has no limit for a trusted proxy, which may be of a range", function()
      local io, world = world_of(trusted)
      assert.equal(60, passed(io, "5", 60, "192.0.2.7"))
      assert.same({}, world.in_run_dir("^client_"))
      assert.equal(5, passed(io, "5", 60, "192.0.2.8"))
    end)
  end

  it("trusts an address but not its network, and ignores invalid addresses", function()
    local io = world_of("2001:db8::1 x")
    assert.equal(60, passed(io, "5", 60, "2001:db8::1"))
    assert.equal(5, passed(io, "5", 60, "2001:db8::2"))
    assert.equal(5, passed(io, "5", 60, "x"))
  end)

  it("is absent where the option is wrong, and includes the bounds", function()
    for _, limit in ipairs({ "4", "51", "x", "", "-5" }) do
      assert.equal(60, passed(world_of(), limit, 60, "192.0.2.7"))
    end
    assert.is_nil(rate_limit.limit_of(scene.create({ uci = { client_limit = { "5" } } }), window))
    assert.equal(50, passed(world_of(), "50", 60, "192.0.2.7"))
  end)

  it("writes no file once the global window is full or where nothing can be written", function()
    local io, world = world_of()
    for _ = 1, 50 do
      rate_limit.count_request(io, window)
    end
    for i = 1, 100 do
      assert.is_true(client_limit.count_client(io, "192.0.2." .. i, "5", window).ok)
    end
    assert.same({}, world.in_run_dir("^client_"))
    io, world = world_of()
    world.fail("append_byte")
    assert.is_true(client_limit.count_client(io, "192.0.2.7", "5", window).ok)
  end)
end)

describe("the rate with client_limit", function()
  local function ask(io, address, path)
    return routes.handle(io, scene.web_request(path or "/logout", "", "", { remote_addr = address })).status
  end

  it("prevents one host from using up the global window", function()
    local io, world = scene.create({ uci = { client_limit = "10" } })
    for i = 1, 200 do
      assert.equal(i <= 10 and 302 or 429, ask(io, "192.0.2.7"))
    end
    local hint = 'hint="many users of one address need a higher client_limit, and a proxy stands in trusted_proxy" '
    assert.truthy(world.log_text():find("RATE_LIMITED remote=192.0.2.7 " .. hint .. "option=client_limit retry_after=%d+"))
    assert.equal(21, #world.logs)
    for i = 11, 50 do
      assert.equal(302, ask(io, ("192.0.%d.7"):format(i)))
    end
    assert.equal(429, ask(io, "192.0.2.60"))
  end)

  it("writes no file where the option is absent", function()
    local io, world = scene.create()
    ask(io, "192.0.2.7")
    assert.same({}, world.in_run_dir("^client_"))
  end)

  it("leaves a fifth to others than one /56 with many networks while passwords are off", function()
    local io = scene.create({ uci = { password_login = "off" } })
    for i = 1, 200 do
      ask(io, ("2001:db8:0:%x::1"):format(i % 3))
    end
    for i = 1, 10 do
      assert.equal(302, ask(io, ("198.51.%d.1"):format(i)))
    end
    assert.equal(429, ask(io, "198.51.100.1"))
  end)

  it("is 25 of the 50 for an address or a /64 while passwords are off, unless the option says otherwise", function()
    for _, case in ipairs({
      { {}, 25 }, { { client_limit = "40" }, 40 }, { { trusted_proxy = { "192.0.2.0/24", "2001:db8::/32" } }, 50 }, { { password_login = "on" }, 50 },
    }) do
      for _, network in ipairs({ "192.0.2.7", "2001:db8::%d" }) do
        local io = scene.create({ uci = fixtures.with({ password_login = "off" }, case[1]) })
        local served = 0
        for i = 1, 60 do
          served = served + (ask(io, network:format(i)) == 302 and 1 or 0)
        end
        assert.equal(case[2], served)
        assert.equal(case[2] < 50 and 302 or 429, ask(io, "198.51.100.1"))
      end
    end
  end)
end)
