-- Generated from src/sso_login/check_router.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__StringStartsWith = ____lualib.__TS__StringStartsWith
local ____exports = {}
local ____check_report = require("sso_login.check_report")
local note = ____check_report.note
local ____url = require("sso_login.url")
local parse_https = ____url.parse_https
--- Seconds that all calls of a check may take together, and that the router has for its answer to itself.
____exports.total_time = 12
local router_time = 3
local probe_path = "/cgi-bin/sso-login/?action=enabled"
--- What a failed call says about the way to the web server: certificates need not be trusted by the router itself.
local function note_failure(run, origin, host, cause, reason)
	if cause == "certificate" then
		note(run, "ok", "router_certificate", {origin = origin})
	elseif cause == "resolve" then
		note(run, "warning", "router_name_unknown", {host = host})
	else
		note(run, "warning", "router_unreachable", {origin = origin, reason = reason})
	end
end
--- Asks the probe at the origin of `redirect_uri`.
function ____exports.check_router(run, config)
	local url = parse_https(config.redirect_uri)
	if url == nil then
		return
	end
	run.io.https_settings({ca_file = config.ca_file, timeout = router_time, total = ____exports.total_time})
	local answer = run.io.https({method = "GET", url = url.origin .. probe_path, headers = {"Accept: application/json"}})
	if not answer.ok then
		note_failure(
			run,
			url.origin,
			url.host,
			answer.error,
			type(answer.details) == "string" and answer.details or ""
		)
	elseif answer.data.status == 200 and __TS__StringStartsWith(answer.data.body, "{\"enabled\":") then
		note(run, "ok", "router_ok", {origin = url.origin})
	else
		note(
			run,
			"warning",
			"router_other_answer",
			{
				origin = url.origin,
				status = tostring(answer.data.status)
			}
		)
	end
end
return ____exports
