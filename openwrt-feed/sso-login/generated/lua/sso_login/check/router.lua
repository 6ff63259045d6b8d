-- Generated from src/sso_login/check/router.ts by "make lua"; do not edit.
local lib, report, strings, urls =
    require("sso_login.use")("lualib", "check.report", "base.strings", "base.urls")
local M = {}
--- Seconds that all calls of a check may take together, and that the router has for its answer to itself.
M.total_time = 12
local router_time = 3
local probe_path = "/cgi-bin/sso-login/?action=enabled"
--- What a failed call says about the way to the web server: certificates need not be trusted by the router itself.
local function note_failure(run, origin, host, cause, reason)
	if cause == "certificate" then
		report.ok(run, "router_certificate", {origin = origin})
	elseif cause == "resolve" then
		report.warning(run, "router_name_unknown", {host = host})
	else
		report.warning(run, "router_unreachable", {origin = origin, reason = reason})
	end
end
--- The last part of `host:port`, or of a port alone; 443 where there is none.
local function port_of(authority)
	local parts = lib.StringSplit(authority, ":")
	local last = parts[#parts] or ""
	return strings.parse_integer(last) ~= nil and last or "443"
end
--- The ports at which uhttpd listens for HTTPS; none where another web server serves.
local function https_ports(run)
	local option = run.io.uci_get("uhttpd", "main", "listen_https")
	local value = option.ok and (option.data or {}) or {}
	local ports = {}
	for _, entry in ipairs(type(value) == "string" and ({value}) or value) do
		local port = port_of(entry)
		if not lib.ArrayIncludes(ports, port) then
			ports[#ports + 1] = port
		end
	end
	return ports
end
--- Asks the probe, with the system's trust store or another one.
local function ask(run, origin, ca_file)
	run.io.https_settings({ca_file = ca_file, timeout = router_time, total = M.total_time})
	return run.io.https({method = "GET", url = origin .. probe_path, headers = {"Accept: application/json"}})
end
--- Asks the probe at the origin of `redirect_uri`; a wrong one is not in the configuration, and nothing is asked.
-- The router's certificate may be one that the system trusts, or of the authority that the provider's is of.
function M.check_router(run, config)
	local url = urls.parse_https(config.redirect_uri)
	if url == nil then
		return
	end
	local answer = ask(run, url.origin, nil)
	if not answer.ok and answer.error == "certificate" and config.ca_file ~= nil then
		answer = ask(run, url.origin, config.ca_file)
	end
	local is_ours = answer.ok and answer.data.status == 200 and lib.StringStartsWith(answer.data.body, "{\"enabled\":")
	local port = port_of(urls.host_header(url))
	local ports = https_ports(run)
	if is_ours then
		report.ok(run, "router_ok", {origin = url.origin})
	elseif #ports > 0 and not lib.ArrayIncludes(ports, port) then
		report.warning(
			run,
			"router_port",
			{
				port = port,
				ports = table.concat(ports, ", ")
			}
		)
	elseif not answer.ok then
		note_failure(
			run,
			url.origin,
			url.host,
			answer.error,
			type(answer.details) == "string" and answer.details or ""
		)
	else
		report.warning(
			run,
			"router_other_answer",
			{
				origin = url.origin,
				status = tostring(answer.data.status)
			}
		)
	end
end
return M
