--- plugin: the exec plugin of rpcd; whatever it is given, it answers with one JSON object and ends well.
local cjson = require("cjson")
local fixtures = require("support.fixtures")
local mock = require("support.mock")

local names = { "sso_login.program.rpcd", "sso_login.io.system", "sso_login.check.run" }

--- Runs the program with arguments and standard input; returns what it printed, decoded, the text, and the options of
-- its `Io`.
local function run(io_provider, arguments, input, options)
  local kept, written, write = {}, {}, io.write
  local given
  for _, name in ipairs(names) do
    kept[name] = package.loaded[name]
  end
  package.loaded["sso_login.program.rpcd"] = nil
  package.loaded["sso_login.io.system"] = { create = function(system_options)
    given = system_options
    return io_provider
  end }
  io.write = function(...) written[#written + 1] = table.concat({ ... }) end -- luacheck: ignore
  io_provider = io_provider or {}
  io_provider.read_input = function(max_bytes)
    return #input <= max_bytes and input or nil
  end
  local done, status = pcall(function() return require("sso_login.program.rpcd").main(arguments, options) end)
  io.write = write -- luacheck: ignore
  for _, name in ipairs(names) do
    package.loaded[name] = kept[name]
  end
  assert(done, status)
  assert.equal(0, status)
  local text = table.concat(written)
  return cjson.decode(text), text, given
end

local function world_of()
  local io_, world = mock.create()
  world.now = require("sso_login.base.version").year_start + 1000000
  world.uci["sso-login"] = fixtures.sections({}, {})
  return io_, world
end

describe("plugin", function()
  it("list names the methods without touching anything", function()
    local answer, text = run(nil, { "list" }, "")
    assert.same({ get = {}, check = { values = {}, roles = {} }, keep_ca = { pem = "" } }, answer)
    assert.equal('{"get":{},"check":{"values":{},"roles":[]},"keep_ca":{"pem":""}}\n', text)
  end)

  it("call keep_ca keeps certificates, and says why not", function()
    local io_, world = world_of()
    world.make_folders("/etc")
    local function keep(input)
      return run(io_, { "call", "keep_ca" }, input)
    end
    for input, problem in pairs({
      ["{}"] = 'must="be certificates in PEM form" option=pem', ['{"pem":7}'] = 'must="be certificates in PEM form" option=pem',
      ['{"pem":"-----BEGIN PRIVATE KEY-----"}'] = 'must="not hold a private key" option=pem',
    }) do
      assert.same({ error = "INVALID_REQUEST " .. problem }, keep(input))
    end
    assert.is_nil(world.text("/etc/sso-login/ca.pem"))
    local pem = cjson.encode({ pem = "x\n" .. fixtures.certificate })
    assert.same({ path = "/etc/sso-login/ca.pem" }, keep(pem))
    assert.equal(fixtures.certificate, world.text("/etc/sso-login/ca.pem"))
    for _, fault in ipairs({ "make_dir", "write_file" }) do
      world.fail(fault)
      assert.matches("^something went wrong", keep(pem).error)
      assert.equal('INTERNAL_ERROR path=/etc/sso-login/ca.pem reason="cannot write"', world.logs[#world.logs].line)
    end
  end)

  it("call get answers the settings, empty lists as lists", function()
    local io_ = world_of()
    for _, input in ipairs({ "", "{}", '{"ubus_rpc_session":"x"}' }) do
      local answer, text = run(io_, { "call", "get" }, input)
      assert.is_true(answer.client_secret_set)
      assert.is_truthy(text:find('"roles":[]', 1, true))
      assert.is_truthy(text:find('"access_groups":[]', 1, true))
      assert.is_nil(text:find(fixtures.client_secret, 1, true))
    end
  end)

  it("call get says of each access group how far it reaches", function()
    local io_, world = world_of()
    world.put(io_.paths.acl_dir .. "/a.json", cjson.encode({ x = { read = { uci = { "luci" } } }, y = { write = { uci = { "x" } } } }))
    world.put(io_.paths.acl_dir .. "/b.json", cjson.encode({ x = { description = "An x", read = { uci = { "wireless" } } } }))
    assert.same({
      { name = "x", description = "An x", read = "secrets" }, { name = "y", description = "", write = "everything" },
    }, run(io_, { "call", "get" }, "").access_groups)
  end)

  it("only members become lists, not texts that look like them", function()
    local io_, world = world_of()
    world.uci["sso-login"][1].options.button_label = '"roles":{}'
    assert.equal('"roles":{}', run(io_, { "call", "get" }, "").values.button_label)
  end)

  it("call check reports, of saved and of unsaved settings, and logs nothing", function()
    local io_, world = world_of()
    local saved = run(io_, { "call", "check" }, "{}")
    assert.is_false(saved.ok)
    local unsaved = run(io_, { "call", "check" }, '{"values":{"http_timeout":"never"},"roles":[]}')
    local wrong = {}
    for _, finding in ipairs(unsaved.findings) do
      wrong[#wrong + 1] = finding.id == "option_wrong" and finding.params.option or nil
    end
    assert.same({ "issuer_url", "client_id", "redirect_uri", "scope", "http_timeout" }, wrong)
    assert.same({}, world.logs)
    assert.same({}, world.in_run_dir(""))
  end)

  for _, case in ipairs({
    { "no JSON", "check", "{", "not a JSON object" }, { "a list", "check", "[]", "not a JSON object" },
    { "a text", "get", '"x"', "not a JSON object" }, { "wrong types", "check", '{"values":5}', "values is not an object" },
    { "deep nesting", "check", ('{"values":'):rep(5000), "not a JSON object" },
    { "too much", "check", '{"values":{"a":"' .. ("x"):rep(65536) .. '"}}', "too long" },
    { "a NUL", "check", '{"values":{}}\0', "not a JSON object" }, { "another method", "restart", "{}", "no such method" },
  }) do
    it(case[1] .. " is an error", function()
      local io_, world = world_of()
      local answer = run(io_, { "call", case[2] }, case[3])
      assert.matches(case[4], answer.error)
      assert.same({}, world.logs)
    end)
  end

  it("reads 65536 bytes and not one more", function()
    local io_ = world_of()
    assert.is_nil(run(io_, { "call", "get" }, "{}" .. (" "):rep(65534)).error)
    assert.matches("too long", run(io_, { "call", "get" }, "{}" .. (" "):rep(65535)).error)
  end)

  it("no method and no command are errors", function()
    for _, arguments in ipairs({ {}, { "call" }, { "dance", "get2" } }) do
      assert.is_string(run(world_of(), arguments, "").error)
    end
  end)

  it("reads no input but for a call", function()
    assert.is_true(run(world_of(), { "dance", "get" }, "no JSON").client_secret_set)
  end)

  it("hands its options on", function()
    local options = { root = "/x" }
    assert.equal(options, (select(3, run(world_of(), { "call", "get" }, "", options))))
    assert.same({}, (select(3, run(world_of(), { "call", "get" }, ""))))
  end)

  it("a configuration that UCI cannot parse is an error", function()
    local io_, world = world_of()
    world.uci_broken["sso-login"] = "Parse error at line 3"
    assert.matches("CONFIG_ERROR .*Parse error at line 3", run(io_, { "call", "get" }, "").error)
  end)

  it("a crash is an error that the log explains, and frees the lock", function()
    local io_, world = world_of()
    world.crash_at = "https"
    assert.equal("something went wrong on the router; the log says more", run(io_, { "call", "check" }, "{}").error)
    assert.matches("^INTERNAL_ERROR .*crash in https", world.log_text())
    assert.same({}, world.in_run_dir(""))
  end)

  describe("lock", function()
    local path = "/var/run/sso-login/check.lock"

    local function locked(age)
      local io_, world = world_of()
      world.make_folders(path)
      world.files[path].mtime = world.now - age
      return run(io_, { "call", "check" }, "{}"), world
    end

    it("refuses while another check runs", function()
      for _, age in ipairs({ 0, 29 }) do
        local answer, world = locked(age)
        assert.equal("another check is running", answer.error)
        assert.is_table(world.files[path])
        assert.equal(0, #world.requests)
      end
    end)

    it("gives way when its check must have been killed, or the clock was set back", function()
      for _, age in ipairs({ 30, 100000, -1 }) do
        local answer, world = locked(age)
        assert.is_table(answer.findings)
        assert.is_nil(world.files[path])
      end
    end)

    it("refuses when an old one cannot be taken over", function()
      local io_, world = world_of()
      world.make_folders(path)
      world.files[path].mtime = world.now - 30
      world.fail("remove")
      assert.equal("another check is running", run(io_, { "call", "check" }, "{}").error)
      assert.equal(0, #world.requests)
    end)

    it("says when it cannot be taken", function()
      local io_, world = world_of()
      world.fail("make_dir")
      assert.equal("the run directory cannot be written", run(io_, { "call", "check" }, "{}").error)
    end)
  end)
end)
