--- The program is ready once a start of a login has run, and all is loaded that a callback may need.
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local readiness = require("sso_login.answers.readiness")

local function source_of(name)
  for pattern in package.path:gmatch("[^;]+") do
    local file = io.open((pattern:gsub("%?", (name:gsub("%.", "/")))))
    if file then
      local text = file:read("*a")
      file:close()
      return text
    end
  end
  return ""
end

--- The modules that loading these loads; with `late` also what they load when they run.
local function closure(names, late, left_out)
  local known, todo = {}, names
  while #todo > 0 do
    local name = table.remove(todo)
    if not known[name] and not left_out[name] then
      known[name] = true
      for indent, other in ("\n" .. source_of(name)):gmatch('\n(%s*)[^\n]-require%("(sso_login%.[%w_.]+)"%)') do
        if late or indent == "" then
          todo[#todo + 1] = other
        end
      end
    end
  end
  return known
end

local function router(options)
  local io_, world = mock.create()
  io_.make_dir(io_.paths.run_dir)
  world.uci["sso-login"] = fixtures.sections(options or {}, {})
  return io_, world
end

describe("readiness.run_start", function()
  it("loads each module that starts and callbacks load, late ones included", function()
    local others = {}
    for name in ("probe jwks test_login token_exchange user_logout backchannel_logout"):gmatch("%S+") do
      others["sso_login.web.endpoints." .. name] = true
    end
    others["sso_login.web.exchange_answer"] = true
    local needed = closure({ "sso_login.web.routes", "sso_login.io.system" }, true, others)
    local loaded = closure({ "sso_login.answers.readiness" }, false, {})
    local missing = {}
    for name in pairs(needed) do
      if not loaded[name] and not name:find("^sso_login%.io%.") then
        missing[#missing + 1] = name
      end
    end
    assert.same({}, missing)
    assert.is_true(needed["sso_login.web.endpoints.callback"] and needed["sso_login.web.generated.words_de"])
  end)

  it("runs a start at a provider that is on, without a call, a file or a line in the log", function()
    for _, case in ipairs({ { {}, 302 }, { { enabled = "0" }, 503 }, { { issuer_url = "http://x" }, 503 }, { { password_login = "off" }, 302 } }) do
      local io_, world = router(case[1])
      local before = mock.copy(world.files)
      assert.equal(case[2], readiness.run_start(io_))
      assert.same({ before, {}, {} }, { world.files, world.requests, world.logs })
    end
    local io_, world = router({ enabled = "0" })
    fixtures.add_provider(world, "office", { issuer_url = "https://office.example" })
    assert.equal(302, readiness.run_start(io_))
  end)

  it("does not depend on what the run directory says", function()
    local io_, world = router()
    for _, name in ipairs({ "rate_29166666", "rate_29166667" }) do
      world.put(io_.paths.run_dir .. "/" .. name, ("."):rep(60))
    end
    assert.equal(302, readiness.run_start(io_))
  end)

  it("ends where a native part is missing", function()
    for _, name in ipairs({ "uci_get", "ubus_call", "fnmatch", "list_dir", "file_info", "open_log" }) do
      local io_ = router()
      io_[name] = function() error("module 'x' not found:", 0) end
      assert.has_error(function() readiness.run_start(io_) end, "module 'x' not found:")
    end
  end)
end)
