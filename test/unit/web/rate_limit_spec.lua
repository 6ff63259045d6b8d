local rate_limit = require("sso_login.web.rate_limit")
local mock = require("support.mock")

local function count(io, times)
  local last
  for _ = 1, times do
    last = rate_limit.count_request(io, rate_limit.window_of("requests"))
  end
  return last
end

describe("rate_limit.count_request", function()
  it("says when the next minute begins, and starts anew with it", function()
    for second, retry_after in pairs({ [0] = 60, [1] = 59, [59] = 1 }) do
      local io, world = mock.create()
      world.now = 29166667 * 60 + second
      assert.equal(retry_after, count(io, 51).details.retry_after)
      world.now = world.now + retry_after
      assert.is_true(count(io, 50).ok)
    end
  end)

  it("counts correctly while other processes count", function()
    local io, world = mock.create()
    count(io, 49)
    local path = io.paths.run_dir .. "/" .. world.in_run_dir("^rate_")[1]
    world.before("append_byte", function() world.files[path].content = ("."):rep(50) end)
    assert.equal("RATE_LIMITED", count(io, 1).error)
  end)

  it("reports the first request of a minute", function()
    local io, world = mock.create()
    assert.is_true(count(io, 1).data)
    assert.is_false(count(io, 1).data)
    world.now = world.now + 60
    assert.is_true(count(io, 1).data)
  end)

  it("does not grow the counter once it is full", function()
    local io, world = mock.create()
    count(io, 500)
    assert.equal(50, #world.text(io.paths.run_dir .. "/" .. world.in_run_dir("^rate_")[1]))
  end)

  it("the first request of a minute cleans the run directory, others and those of other windows do not", function()
    local io, world = mock.create()
    world.put(io.paths.run_dir .. "/handshake_a.json", "{}", world.now - 300)
    count(io, 1)
    assert.same({}, world.in_run_dir("^handshake"))
    world.put(io.paths.run_dir .. "/handshake_a.json", "{}", world.now - 300)
    count(io, 10)
    rate_limit.count_request(io, rate_limit.window_of("logouts"))
    assert.same({ "handshake_a.json" }, world.in_run_dir("^handshake"))
    world.now = world.now + 60
    rate_limit.count_request(io, rate_limit.window_of("logouts"))
    assert.same({}, world.in_run_dir("^handshake"))
  end)

  it("cleans before it gives up on a full disk", function()
    local io, world = mock.create()
    world.put(io.paths.run_dir .. "/handshake_a.json", "{}", world.now - 300)
    local append = io.append_byte
    io.append_byte = function(path)
      return #world.in_run_dir("^handshake") == 0 and append(path) or nil
    end
    assert.is_true(rate_limit.count_request(io, rate_limit.window_of("requests")).ok)
    assert.same({}, world.in_run_dir("^handshake"))
  end)

  for _, kind in ipairs({ "other", "directory" }) do
    it("removes an object that is no file in the counter's place: " .. kind, function()
      local io, world = mock.create()
      local path = io.paths.run_dir .. "/rate_" .. math.floor(world.now / 60)
      world.put(path, ("x"):rep(100))
      world.files[path].kind = kind
      assert.is_true(rate_limit.count_request(io, rate_limit.window_of("requests")).ok)
      assert.equal("file", world.files[path].kind)
      assert.equal(".", world.text(path))
    end)
  end

  it("is INTERNAL_ERROR when nothing can be counted, or CONFIG_ERROR where the web server did not run us as root", function()
    for _, name in ipairs({ "make_dir", "append_byte" }) do
      for uid, wanted in pairs({
        [0] = { "INTERNAL_ERROR", { reason = "cannot write to the run directory", path = "/var/run/sso-login" } },
        [33] = { "CONFIG_ERROR", { reason = { id = "run_as_root" }, uid = 33 } },
      }) do
        local io, world = mock.create()
        world.fail(name)
        world.uid = uid
        assert.same({ ok = false, error = wanted[1], details = wanted[2] }, count(io, 1))
      end
    end
  end)
end)

it("rate_limit has a window for each kind of request, and for each client", function()
  local function window(name, max, is_proven, client_limit)
    return { name = name, max = max, is_proven = is_proven, client_limit = client_limit }
  end
  assert.same({
    window("rate", 50, false), window("rate_logouts", 200, true), window("rate_backchannel", 50, false),
    window("rate_exchanges", 50, false, "10"), window("rate_program_0123456789abcdef", 60, true), window("rate_programs_0123456789abcdef", 240, true),
    window("rate_logouts_office", 200, true), window("rate_exchanges_office", 50, false, "10"),
  }, {
    rate_limit.window_of("requests"), rate_limit.window_of("logouts"), rate_limit.window_of("backchannel"), rate_limit.window_of("exchanges"),
    rate_limit.window_of("subject", "0123456789abcdef"),
    rate_limit.window_of("client", "0123456789abcdef"), rate_limit.window_of("logout_tokens", "office"), rate_limit.window_of("exchanges", "office"),
  })
end)

it("rate_limit.count_refusal counts to 10000, and permits 20 full lines and a sum", function()
  local io, world = mock.create()
  local path = io.paths.run_dir .. "/refused_" .. rate_limit.minute_of(world.now)
  for place, in_full in pairs({ [19] = true, [20] = false, [9999] = false, [10000] = false }) do
    world.put(path, ("."):rep(place))
    assert.equal(in_full, rate_limit.count_refusal(io), place)
    assert.equal(math.min(place + 1, 10000), #world.text(path))
  end
  assert.equal("REFUSALS_COUNTED in_full=20", world.log_text())
end)
