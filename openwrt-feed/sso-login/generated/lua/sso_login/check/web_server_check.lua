-- Generated from src/sso_login/check/web_server_check.ts by "make lua"; do not edit.
--- The part of the check that asks this router's own web server, under the name that browsers will use.
local lib = require("sso_login.lualib")
local M = {}
local clock = require("sso_login.io.clock")
local report = require("sso_login.check.report")
local certificates = require("sso_login.settings.certificates")
local public_names = require("sso_login.base.public_names")
local login_page = require("sso_login.settings.login_page")
local web_ports = require("sso_login.settings.web_ports")
local log_texts = require("sso_login.base.log_texts")
local urls = require("sso_login.base.urls")

--- Seconds that all calls of a check may take together, and one call to this router.
M.total_time = 12
local router_time = 3

--- Seconds before the end of the router's certificate from which on there is a warning.
local soon = 14 * 86400
local probe_path = "/cgi-bin/sso-login/?action=enabled"

--- Notes a failed call. The router itself need not trust its own certificate.
local function note_failure(run, url, port, failure)
	local origin = url.origin
	local reason = report.reason_of(failure)
	if failure.error == "certificate" then
		report.ok(run, "router_certificate", {origin = origin})
	elseif failure.error == "resolve" then
		report.warning(run, "router_name_unknown", {host = url.host})
	elseif failure.error == "connect" then
		report.error(run, "router_refused", {host = url.host, port = port, reason = reason})
	else
		report.warning(run, "router_unreachable", {origin = origin, reason = reason})
	end
end

--- Whether the firewall forwards a port of the router, perhaps to its web server.
local function is_forwarded(run, port)
	local read = run.io.uci_sections("firewall")
	return read.ok and lib.ArraySome(
		read.data,
		function(_, section) return section.type == "redirect" and section.options.src_dport == port end
	)
end

--- Asks the probe, with the system's trust store or another one.
local function ask_probe(run, origin, ca_file)
	run.io.https_settings({ca_file = ca_file, timeout = router_time, total = run.total_time})
	local url = origin .. probe_path
	local answer = run.io.https({method = "GET", url = url, headers = {"Accept: application/json"}})
	local peer = not answer.ok and answer.error == "certificate" and run.io.https_peer(url) or nil
	return {answer = answer, other_name = peer ~= nil and peer.trusted and certificates.shown_names(peer) or nil}
end

--- Notes a certificate that ends soon or has ended, while single sign-on is the only way in: browsers refuse it.
local function check_certificate(run, origin)
	local peer = run.passwords_refused == true and run.io.https_peer(origin .. probe_path) or nil
	local date = peer ~= nil and certificates.last_day(peer.der) or nil
	local days = #"2026-01-31"
	if date ~= nil and lib.StringSubstring(date, 0, days) <= lib.StringSubstring(
		clock.format_time(run.io.time() + soon),
		0,
		days
	) then
		report.warning(run, "router_certificate_ends", {origin = origin, date = date})
	end
end

--- Opens LuCI's login page, and says whether it has the button, and which address does without.
function M.check_login_page(run, config)
	local url = urls.parse_https(config.redirect_uri)
	local page = login_page.open(run.io)
	if page == "with_button" then
		report.ok(run, "login_page_ok")
	elseif page == "without_button" then
		report.warning(run, "login_page_without_button", {
			address = (url ~= nil and url.origin or "") .. public_names.start_path
		})
	end
end

--- Asks this router's probe at the origin of `redirect_uri`; nothing where that option is wrong. The certificate may be one that the
-- system trusts, or of the authority of `ca_file`.
function M.check_web_server(run, config)
	local url = urls.parse_https(config.redirect_uri)
	if url == nil then
		return
	end
	local probe = ask_probe(run, url.origin, nil)
	local is_untrusted = not probe.answer.ok and probe.answer.error == "certificate" and probe.other_name == nil
	if is_untrusted and config.ca_file ~= nil then
		probe = ask_probe(run, url.origin, config.ca_file)
	end
	local answer = probe.answer
	local is_ours = answer.ok and answer.data.status == 200 and lib.StringStartsWith(
		answer.data.body,
		"{\"enabled\":"
	)
	local is_refused = not answer.ok and answer.error == "connect"
	local port = web_ports.port_of(urls.host_header(url))
	local ports = web_ports.of_uhttpd(run.io) or {}
	if is_ours then
		report.ok(run, "router_ok", {origin = url.origin})
	elseif probe.other_name ~= nil then
		report.error(run, "router_other_name", {origin = url.origin, subject = probe.other_name})
	elseif #ports > 0 and not lib.ArrayIncludes(ports, port) and (not is_refused or is_forwarded(run, port)) then
		report.warning(run, "router_port", {port = port, ports = table.concat(ports, ", ")})
	elseif not answer.ok then
		note_failure(run, url, port, answer)
	elseif lib.StringIncludes(
		answer.data.body,
		log_texts.https_required
	) or answer.data.location == url.origin .. probe_path then
		report.error(run, "router_plain_http", {origin = url.origin})
	else
		report.warning(run, "router_other_answer", {origin = url.origin, status = tostring(answer.data.status)})
	end
	if answer.ok or answer.error == "certificate" then
		check_certificate(run, url.origin)
	end
end

return M
