--- check.router: what the router's own web server answers under the name of `redirect_uri`.
local checkup = require("support.checkup")

local origin = "https://router.example"
local nothing = "Nothing answers over HTTPS at " .. origin .. ", the origin of redirect_uri: "

local function other(status)
  local text = "What answers at %s, the origin of redirect_uri, is not this service (status %d)."
  return text:format(origin, status)
end

describe("check.router", function()
  for _, case in ipairs({
    { "the probe's answer", '{"enabled":true}', { router_ok = "This router answers at " .. origin .. ".", router_other_answer = false } },
    { "the probe's answer while off", '{"enabled":false}', { router_ok = "This router answers at " .. origin .. "." } },
    { "another status", { status = 404, body = '{"enabled":true}' }, { router_other_answer = other(404), router_ok = false } },
    { "a redirect", { status = 301 }, { router_other_answer = other(301) } },
    { "a page", "<html>", { router_other_answer = other(200), router_ok = false } },
    { "a page that speaks of it", ' {"enabled":true}', { router_other_answer = other(200), router_ok = false } },
    { "an untrusted certificate", { failure = "certificate" }, {
      router_certificate = "This router answers at " .. origin .. " with a certificate that it does not trust itself, as self-signed ones.",
      router_unreachable = false, router_ok = false,
    } },
    { "no such name", { failure = "resolve" }, {
      router_name_unknown = "The host name of redirect_uri is unknown to this router: router.example.", router_unreachable = false,
    } },
    { "no connection", { failure = "connect", text = "Connection refused" }, { router_unreachable = nothing .. "Connection refused." } },
    { "a time-out", { failure = "timeout", text = "after 3 s" }, { router_unreachable = nothing .. "after 3 s." } },
  }) do
    it(case[1], function() checkup.expect({ router = case[2] }, case[3]) end)
  end

  for _, case in ipairs({
    { "another port alone", "0.0.0.0:8443", "connect", "443", "8443" },
    { "other ports", { "0.0.0.0:8443", "[::]:8443", "9443" }, "timeout", "443", "8443, 9443" },
    { "this port among others", { "0.0.0.0:443", "[::]:8443" }, "connect" },
    { "this port by default", { "[::1]" }, "connect" },
    { "no port", {}, "connect" },
    { "another port, which somebody forwards", "0.0.0.0:8443", nil },
  }) do
    it("has a web server that listens at " .. case[1], function()
      local text = case[4] and ("redirect_uri has port %s, and the web server here listens at %s: is one forwarded to the other?"):format(case[4], case[5])
      checkup.expect({ router = case[3] and { failure = case[3], text = "no" } or nil, setup = function(world)
        world.uci.uhttpd = { { name = "main", type = "uhttpd", options = { listen_https = case[2] } } }
      end }, {
        router_port = text or false, router_unreachable = case[3] and not text and nothing .. "no." or false,
        router_ok = not case[3] and "This router answers at " .. origin .. "." or false,
      })
    end)
  end

  it("compares the port that redirect_uri has", function()
    checkup.expect({ uci = { redirect_uri = "https://[2001:db8::1]:8443/cgi-bin/sso-login/callback" }, setup = function(world)
      world.uci.uhttpd = { { name = "main", type = "uhttpd", options = { listen_https = "[::]:443" } } }
      world.on("https://[2001:db8::1]:8443/cgi-bin/sso-login/?action=enabled", { status = 200, body = "<html>" })
    end }, { router_port = "redirect_uri has port 8443, and the web server here listens at 443: is one forwarded to the other?", router_other_answer = false })
  end)

  it("a failure without words", function()
    checkup.expect({ setup = function(_, io)
      local https = io.https
      io.https = function(request)
        return request.url == checkup.router_probe and { ok = false, error = "tls" } or https(request)
      end
    end }, { router_unreachable = nothing .. "." })
  end)

  it("asks the probe first, as LuCI's page does, within 3 seconds", function()
    local settings = {}
    local _, _, world = checkup.run({ uci = { redirect_uri = "https://router.example:8443/cgi-bin/sso-login/callback" },
      setup = function(_, io)
        io.https_settings = function(given) settings[#settings + 1] = given end
      end })
    assert.same({
      method = "GET", url = "https://router.example:8443/cgi-bin/sso-login/?action=enabled", headers = { "Accept: application/json" },
    }, world.requests[1])
    assert.same({ timeout = 3, total = 12 }, settings[1])
  end)

  it("has a certificate that the system trusts, or one of ca_file's authority", function()
    for trusted, count in pairs({ [false] = 1, ["/ca"] = 2, none = 2 }) do
      local settings, asked = {}, 0
      local found = checkup.run({ uci = { ca_file = "/ca" }, setup = function(world, io)
        world.put("/ca", "pem")
        io.https_settings = function(given) settings = given end
        world.on(checkup.router_probe, function()
          asked = asked + 1
          return (settings.ca_file or false) == trusted and '{"enabled":true}' or { failure = "certificate" }
        end)
      end })
      assert.equal(trusted == "none" and "router_certificate" or "router_ok", (found.router_ok or found.router_certificate).id)
      assert.equal(count, asked)
    end
  end)

  it("is asked once without ca_file, or where another failure than its certificate's bars the way", function()
    for failure, ca_file in pairs({ certificate = "", connect = "/ca" }) do
      local _, _, world = checkup.run({ uci = { ca_file = ca_file }, router = { failure = failure } })
      assert.equal(1, world.requests_to(checkup.router_probe))
    end
  end)

  it("is not asked while redirect_uri is wrong", function()
    local found, _, world = checkup.run({ uci = { redirect_uri = "https://router.example/" } })
    assert.equal("Option redirect_uri must be https://<router>/cgi-bin/sso-login/callback.", found.option_wrong.text)
    assert.is_nil(found.router_ok or found.router_other_answer)
    assert.equal(checkup.well_known, world.requests[1].url)
  end)
end)
