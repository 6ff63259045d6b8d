local fixtures = require("support.fixtures")
local checkup = require("support.checkup")
local requests = require("support.requests")

local origin = "https://router.example"
local nothing = "Nothing answers over HTTPS at " .. origin .. ", the origin of redirect_uri: "
local router_ok = { router_ok = "This router answers at " .. origin .. "." }

local plain_http = "A proxy answers at " .. origin .. ", and it asks this router over plain HTTP: the router refuses that (HTTPS_REQUIRED), "
  .. "or leads back to the same address."

local function only(id, text) return { [id] = text, router_ok = false } end

local function other(status)
  local text = "What answers at %s, the origin of redirect_uri, is not this service (status %d)."
  return only("router_other_answer", text:format(origin, status))
end

local function port(own, others)
  local text = "redirect_uri has port %s, and the web server here listens at %s: is one forwarded to the other?"
  return only("router_port", text:format(own, others))
end

local function refused(own, reason)
  return only("router_refused", ("Nothing listens at port %s of router.example, to which redirect_uri leads: %s."):format(own, reason))
end

describe("check.web_server_check", function()
  for _, row in ipairs({
    { "takes the probe's answer", '{"enabled":true}', router_ok },
    { "takes the probe's answer while single sign-on is off", '{"enabled":false}', router_ok },
    { "finds another status", { status = 404, body = '{"enabled":true}' }, other(404) },
    { "finds a page", "<html>", other(200) },
    { "finds a proxy that asks over plain HTTP", (requests.run({ https = false, query = "action=enabled" })),
      only("router_plain_http", plain_http) },
    { "finds that plain HTTP leads back to HTTPS", { status = 307, location = checkup.router_probe }, only("router_plain_http", plain_http) },
    { "finds a page that begins otherwise", ' {"enabled":true}', other(200) },
    { "finds no such name", { failure = "resolve" }, only("router_name_unknown",
      "The host name of redirect_uri is unknown to this router: router.example.") },
    { "finds that nothing listens", { failure = "connect", text = "Connection refused" }, refused("443", "Connection refused") },
    { "finds a certificate for another name", { failure = "certificate", peer = { trusted = true, subject = "CN=other", der = "" } },
      only("router_other_name", "This router answers at " .. origin .. " with a certificate for another name: CN=other.") },
    { "finds a certificate for another address, without a common name", { failure = "certificate", peer = { trusted = true, subject = "",
      der = fixtures.certificate_until({ 23, "261206235959Z" }) .. "\6\3U\29\17\4\8\48\6\135\4\192\168\1\5" } },
      only("router_other_name", "This router answers at " .. origin .. " with a certificate for another name: 192.168.1.5.") },
    { "does not judge a host name if the certificate is untrusted", { failure = "certificate", peer = { trusted = false, subject = "CN=other" } },
      only("router_certificate",
        "This router answers at " .. origin
          .. ". Its certificate is self-signed, or of an authority that it does not know. That is fine; browsers will warn.") },
    { "does not judge the name of one that fails otherwise", { failure = "timeout", text = "no", peer = { trusted = true, subject = "CN=x" } },
      only("router_unreachable", nothing .. "no.") },
    { "finds no answer", { failure = "timeout", text = "after 3 s" }, only("router_unreachable", nothing .. "after 3 s.") },
    { "finds that nothing listens at another port", { failure = "connect", text = "no" }, refused("443", "no"), "0.0.0.0:8443" },
    { "asks about a port that the firewall forwards", { failure = "connect" }, port("443", "8443"), "0.0.0.0:8443", "443" },
    { "ignores other ports of the firewall", { failure = "connect", text = "no" }, refused("443", "no"), "8443", "444" },
    { "finds other ports", { failure = "timeout" }, port("443", "8443, 9443"), { "0.0.0.0:8443", "[::]:8443", "9443" } },
    { "finds this port among others", { failure = "timeout", text = "no" }, only("router_unreachable", nothing .. "no."),
      { "0.0.0.0:443", "[::]:8443" } },
    { "takes 443 for the port that is not given", { failure = "timeout", text = "no" },
      only("router_unreachable", nothing .. "no."), { "[::1]" } },
    { "finds no port", { failure = "timeout", text = "no" }, only("router_unreachable", nothing .. "no."), {} },
    { "accepts another port that is forwarded", nil, router_ok, "0.0.0.0:8443" },
  }) do
    checkup.rows({ { row[1], { router = row[2], setup = row[4] and function(world)
      world.uci.uhttpd = { { name = "main", type = "uhttpd", options = { listen_https = row[4] } } }
      world.uci.firewall = row[5] and {
        { name = "r", type = "rule", options = { src_dport = "443" } }, { name = "f", type = "redirect", options = { src_dport = row[5] } },
      }
    end }, row[3] } })
  end

  for has_button, found in pairs({
    [true] = { login_page_ok = "LuCI's login page has the button of single sign-on." },
    [false] = { login_page_without_button = "LuCI's login page has no button of single sign-on: the page of this theme loads no script of LuCI, "
      .. "and uhttpd does not run LuCI itself." },
  }) do
    it("opens LuCI's login page, and says whether it has the button: " .. tostring(has_button), function()
      checkup.expect({ setup = function(world, io)
        world.put(io.paths.luci, "")
        world.fails["/bin/sh " .. io.paths.login_page] = not has_button
      end }, found)
    end)
  end

  it("names the address that needs no button, without its host where redirect_uri is wrong", function()
    for uri, address in pairs({ [fixtures.options.redirect_uri] = "https://router.example/cgi-bin/sso-login/", ["http://x"] = "/cgi-bin/sso-login/" }) do
      local found = checkup.run({ uci = { redirect_uri = uri }, setup = function(world, io)
        world.put(io.paths.luci, "")
        world.fails["/bin/sh " .. io.paths.login_page] = true
      end })
      assert.equal(address, found.login_page_without_button.params.address)
    end
  end)

  it("compares the port that redirect_uri has", function()
    checkup.expect({ uci = { redirect_uri = "https://[2001:db8::1]:8443/cgi-bin/sso-login/callback" }, setup = function(world)
      world.uci.uhttpd = { { name = "main", type = "uhttpd", options = { listen_https = "[::]:443" } } }
      world.on(fixtures.discovery.full.authorization_endpoint, { status = 302, location = "https://[2001:db8::1]:8443/cgi-bin/sso-login/callback" })
      world.on("https://[2001:db8::1]:8443/cgi-bin/sso-login/?action=enabled", { status = 200, body = "<html>" })
    end }, port("8443", "443"))
  end)

  it("omits the cause of a failure without one", function()
    checkup.expect({ setup = function(_, io)
      local https = io.https
      io.https = function(request)
        return request.url == checkup.router_probe and { ok = false, error = "tls" } or https(request)
      end
    end }, only("router_unreachable", nothing .. "."))
  end)

  it("requests the probe first, as LuCI's page does, within 3 seconds", function()
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

  it("trusts the system's authorities, or that of ca_file", function()
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

  it("sends one request without ca_file, or if the certificate is not the cause", function()
    local other_name = { failure = "certificate", peer = { trusted = true, subject = "CN=other", der = "" } }
    for ca_file, answer in pairs({ [""] = { failure = "certificate" }, ["/ca"] = { failure = "connect" }, ["/ca2"] = other_name }) do
      local _, _, world = checkup.run({ uci = { ca_file = ca_file }, router = answer })
      assert.equal(1, world.requests_to(checkup.router_probe))
    end
  end)

  it("sends no request while redirect_uri is wrong", function()
    local found, _, world = checkup.run({ uci = { redirect_uri = "https://router.example/" } })
    assert.equal("Option redirect_uri must be https://<router>/cgi-bin/sso-login/callback.", found.option_wrong.text)
    assert.is_nil(found.router_ok or found.router_other_answer)
    assert.equal(checkup.well_known, world.requests[1].url)
  end)

  -- Two weeks and a day after `now` the day is of no more interest; each half of it counts as the whole.
  local function ends(days, changes)
    local text = os.date("!%y%m%d", checkup.now + days * 86400) .. "120000Z"
    return fixtures.with({ status = 200, body = '{"enabled":true}', peer = { der = fixtures.certificate_until({ 23, text }) } }, changes), text
  end
  local since_midnight = checkup.now % 86400
  for title, row in pairs({
    ["warns of a certificate that ends within two weeks while passwords are refused"] = { 14, true, true },
    ["warns at the first second of a day of one that ends in two weeks"] = { 14, true, true, second = -since_midnight },
    ["says nothing at the last second of a day of one that ends a day later"] = { 15, true, false, second = 86399 - since_midnight },
    ["warns of one that has ended"] = { -400, true, true },
    ["warns of one that ends soon although it is untrusted"] = { 3, true, true, { failure = "certificate", status = fixtures.none, body = fixtures.none } },
    ["says nothing of one that is valid for longer"] = { 15, true, false },
    ["says nothing of one while passwords count"] = { 3, false, false },
    ["says nothing of one that cannot be read"] = { 3, true, false, { peer = { der = "x" } } },
    ["says nothing where nothing answers"] = { 3, true, false, { failure = "timeout", status = fixtures.none, body = fixtures.none } },
    ["says nothing where the server shows none"] = { 3, true, false, { peer = false } },
  }) do
    it(title, function()
      local answer, text = ends(row[1], row[4])
      local day = ("20%s-%s-%s UTC"):format(text:sub(1, 2), text:sub(3, 4), text:sub(5, 6))
      local says = { router_certificate_ends = row[3] and "The certificate with which this router answers at " .. origin .. " ends on " .. day
        .. ", and passwords open no session." or nil }
      local of_failure = { timeout = "router_unreachable", certificate = "router_certificate" }
      for _, id in ipairs({ of_failure[(row[4] or {}).failure] or "router_ok", row[2] and "passwords_off" or "passwords_not_armed",
        row[2] and "passwords_no_way_back" or nil }) do
        says[id] = checkup.any
      end
      local now = checkup.now + (row.second or 0)
      checkup.expect({ uci = { password_login = "off" }, router = answer, date = now, setup = function(world)
        world.now = now
        world.uci.rpcd[1].options = { username = "root", password = row[2] and "!" or "$p$root", sso_login_password = row[2] and "$p$root" or nil }
      end }, says)
    end)
  end

  checkup.covers("web_server_check")
end)
