--- deployment: settings are checked on the router, and saved where the check finds no error.
local cjson = require("cjson")
local checkup = require("support.checkup")
local deployment = require("sso_login.registration.deployment")
local fixtures = require("support.fixtures")

local record_path, ca_path = "/etc/sso-login/registration.json", "/etc/sso-login/ca.pem"
local endpoint = "https://idp.example/register"
local own_uri = endpoint .. "/router-1"

local function world_of(case)
  local io, world = checkup.world_of(case)
  world.put("/etc/config/sso-login", "config")
  io.make_dir("/etc/sso-login")
  return io, world
end

--- The saved options of the first section, and the names of the roles.
local function saved(world)
  local names = {}
  for _, section in ipairs(world.uci["sso-login"]) do
    names[#names + 1] = section.type == "role" and section.name or nil
  end
  return world.uci["sso-login"][1].options, table.concat(names, " ")
end

local function errors_of(report)
  local ids = {}
  for _, finding in ipairs(report.findings) do
    ids[#ids + 1] = finding.level == "error" and finding.id or nil
  end
  return ids
end

local function role(name, options)
  local admin = { group = { "/net/admins" }, read = { "*" }, write = { "*" } }
  return { name = name, type = "role", anonymous = false, options = options or admin }
end

describe("deployment", function()
  it("saves what differs once, and then says that nothing has changed", function()
    local io, world = world_of({ uci = { button_label = "Own", prompt = "login" } })
    local wanted = { options = { scope = "openid profile email groups", prompt = "" }, roles = { role("b"), role("a") } }
    local done = deployment.deploy(io, wanted, false)
    assert.is_true(done.ok)
    assert.same({ "changed", {} }, { done.data.outcome, errors_of(done.data.report) })
    local options, roles = saved(world)
    assert.same({ fixtures.with(fixtures.options, { button_label = "Own", scope = "openid profile email groups" }), "b a" }, { options, roles })
    assert.same({ "sso-login" }, world.commits)
    local again = deployment.deploy(io, wanted, false)
    assert.same({ "unchanged", true, { "sso-login" } }, { again.data.outcome, again.data.report ~= nil, world.commits })
  end)

  it("saves nothing in which the check finds an error, nor the authority", function()
    local io, world = world_of({ uci = { ca_file = ca_path }, files = { ["etc/ca.pem"] = fixtures.certificate } })
    world.put(ca_path, fixtures.certificate)
    for _, wanted in ipairs({
      { options = { scope = "email" } }, { options = {}, roles = { role("x", { sub = { "s" } }) } }, { options = {}, ca = "no certificate\n" },
    }) do
      local done = deployment.deploy(io, wanted, false)
      assert.equal("refused", done.data.outcome)
      assert.is_true(#errors_of(done.data.report) > 0)
      assert.same({ {}, fixtures.certificate }, { world.commits, world.text(ca_path) })
    end
  end)

  it("only tells of a difference where that is asked for", function()
    local io, world = world_of({})
    for outcome, label in pairs({ changed = "Other", unchanged = fixtures.options.scope }) do
      local done = deployment.deploy(io, { options = { scope = label } }, true)
      assert.same({ outcome, outcome == "unchanged" }, { done.data.outcome, done.data.report ~= nil })
    end
    assert.same({ {}, fixtures.options }, { world.commits, (saved(world)) })
  end)

  it("writes an authority into the folder of the service alone, and takes back a file that was not there", function()
    local io, world = world_of({ uci = { ca_file = ca_path } })
    assert.equal("changed", deployment.deploy(io, { options = {}, ca = fixtures.certificate }, false).data.outcome)
    assert.equal(fixtures.certificate, world.text(ca_path))
    assert.equal("unchanged", deployment.deploy(io, { options = {}, ca = fixtures.certificate }, false).data.outcome)
    world.files[ca_path] = nil
    assert.equal("refused", deployment.deploy(io, { options = {}, ca = "no certificate" }, false).data.outcome)
    assert.is_nil(world.files[ca_path])
    for _, file in ipairs({ "", "/etc/passwd", "/etc/sso-login" }) do
      local done = deployment.deploy(io, { options = { ca_file = file }, ca = fixtures.certificate }, false)
      assert.equal("ca is for the file that ca_file names, in /etc/sso-login", done.details.reason)
    end
  end)

  it("makes a configuration that is missing or empty, and leaves one that cannot be read", function()
    for _, text in ipairs({ "", false }) do
      local io, world = world_of({ setup = function(world) world.uci["sso-login"] = nil end })
      world.put("/etc/config/sso-login", text or "")
      if not text then
        world.files["/etc/config/sso-login"] = nil
      end
      local write = io.write_file
      io.write_file = function(path, content)
        if path == "/etc/config/sso-login" then
          assert.equal("config oidc 'default'\n", content)
          world.uci["sso-login"] = { { name = "default", type = "oidc", anonymous = false, options = {} } }
        end
        return write(path, content)
      end
      local done = deployment.deploy(io, { options = fixtures.options, roles = { role("admin") } }, false)
      assert.same({ true, "changed" }, { done.ok, done.ok and done.data.outcome })
      local options, roles = saved(world)
      assert.same({ fixtures.options, "admin" }, { options, roles })
    end
    local io, world = world_of({})
    world.uci_broken["sso-login"] = "parse error"
    assert.equal("CONFIG_ERROR", deployment.deploy(io, { options = {} }, false).error)
  end)

  it("fails where UCI refuses a change, and saves nothing", function()
    for _, name in ipairs({ "uci_add", "uci_set", "uci_delete", "uci_commit" }) do
      local io, world = world_of({ uci = { prompt = "login" } })
      world.fail(name)
      local done = deployment.deploy(io, { options = { scope = "openid email", prompt = "" }, roles = { role("b") } }, false)
      assert.same({ false, "UCI_ERROR", "login" }, { done.ok, done.error, (saved(world)).prompt }, name)
    end
  end)

  it("replaces no client of a registration, and registers no router with a shared one", function()
    local io, world = world_of({})
    local done = deployment.deploy(io, { options = {}, register = { issuer = fixtures.issuer, token = "" } }, false)
    assert.equal("this router has a shared client: its options client_id and client_secret go first", done.details.reason)
    world.put(record_path, cjson.encode({ default = { issuer = fixtures.issuer, client_id = fixtures.client_id, uri = "", token = "" } }))
    done = deployment.deploy(io, { options = { client_id = "routers" } }, false)
    assert.equal("this router has its own client, by sso-login register; sso-login register --forget gives it up", done.details.reason)
    assert.equal("changed", deployment.deploy(io, { options = { scope = "openid email" } }, false).data.outcome)
    world.put(record_path, cjson.encode({ default = { issuer = fixtures.issuer, client_id = "another", uri = "", token = "" } }))
    assert.equal("changed", deployment.deploy(io, { options = { client_id = "routers", client_secret = fixtures.client_secret } }, true).data.outcome)
  end)

  local function unregistered(case)
    local document = { registration_endpoint = endpoint }
    local io, world = world_of({ uci = { client_id = fixtures.none, client_secret = fixtures.none, enabled = "0" }, document = document,
      token = checkup.knows(fixtures.client_secret) })
    local answer = cjson.encode({ client_id = "router-1", client_secret = fixtures.client_secret, registration_client_uri = own_uri,
      registration_access_token = "access" })
    world.on(endpoint, case and case.answer or { status = 201, body = answer })
    world.on(own_uri, { status = 200, body = answer })
    return io, world
  end
  local wanted = { options = { enabled = "1", scope = "openid email" }, roles = { role("admin") }, register = { issuer = fixtures.issuer, token = "t" } }

  it("registers a router without a client, and turns it on last", function()
    local io, world = unregistered()
    assert.equal("changed", deployment.deploy(io, wanted, true).data.outcome)
    assert.same({}, world.commits)
    assert.equal("changed", deployment.deploy(io, wanted, false).data.outcome)
    local options = saved(world)
    assert.same({ "router-1", "1", "openid email" }, { options.client_id, options.enabled, options.scope })
    local count = #world.commits
    assert.equal("unchanged", deployment.deploy(io, wanted, false).data.outcome)
    assert.equal(count, #world.commits)
  end)

  it("leaves a router off that the provider refuses, and goes on the next time", function()
    local io, world = unregistered({ answer = { status = 400, body = '{"error":"invalid_redirect_uri"}' } })
    local done = deployment.deploy(io, wanted, false)
    assert.same({ "refused", "0" }, { done.data.outcome, (saved(world)).enabled })
    assert.is_true(#errors_of(done.data.report) > 0)
  end)

  it("reads a client again that only the options have lost", function()
    local io, world = unregistered()
    world.put(record_path, cjson.encode({ default = { issuer = fixtures.issuer, client_id = "router-1", uri = own_uri, token = "access" } }))
    assert.equal("changed", deployment.deploy(io, wanted, false).data.outcome)
    local methods = {}
    for _, request in ipairs(world.requests) do
      methods[request.url] = request.method
    end
    assert.same({ "router-1", "PUT", nil }, { (saved(world)).client_id, methods[own_uri], methods[endpoint] })
  end)
end)
