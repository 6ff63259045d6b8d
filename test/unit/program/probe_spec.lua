--- probe: the one request that is answered by itself, with the bytes that the router would give.
local cgi = require("sso_login.io.cgi")
local option = require("sso_login.io.option")
local output = require("sso_login.web.output")
local program = require("sso_login.program.probe")
local probe = require("sso_login.web.probe")
local result = require("sso_login.result")

--- What the program says and writes, with changes of the request; `found` is what UCI answers.
local function run(changes, found, options)
  local environment = { https = true, method = "GET", path_info = "/", query_string = "action=enabled" }
  for name, value in pairs(changes) do
    environment[name] = value
  end
  local kept = { cgi.read_environment, cgi.write_output, option.open, option.get }
  local written, asked, done = {}, {}, nil
  cgi.read_environment = function() return environment end
  cgi.write_output = function(text) written[#written + 1] = text end
  option.open = function(root) return { root } end
  option.get = function(cursor, ...)
    asked = { cursor[1], ... }
    return found
  end
  local fine, problem = pcall(function() done = program.main(options or { root = "/r" }) end)
  cgi.read_environment, cgi.write_output, option.open, option.get = unpack(kept)
  assert(fine, problem)
  return done, table.concat(written), asked
end

describe("program.probe", function()
  for name, found in pairs({ on = result.ok("1"), off = result.ok("0"), absent = result.ok(nil), broken = result.err("UCI_ERROR") }) do
    it("answers as the router does when the option is " .. name, function()
      local done, text, asked = run({}, found)
      assert.is_true(done)
      assert.equal(output.serialize(probe.answer({ uci_get = function() return found end })), text)
      assert.same({ "/r", "sso-login", "default", "enabled" }, asked)
    end)
  end

  it("asks the router's own configuration", function() assert.equal("", select(3, run({}, result.ok("1"), {}))[1]) end)

  it("answers without a path", function() assert.is_true((run({ path_info = "" }, result.ok("1")))) end)

  for _, changes in ipairs({
    { https = false }, { method = "POST" }, { path_info = "/callback" }, { query_string = "" }, { query_string = "action=enabled&x=1" },
  }) do
    it("leaves another request alone: " .. next(changes), function()
      local done, text = run(changes, result.ok("1"))
      assert.is_false(done)
      assert.equal("", text)
    end)
  end
end)
