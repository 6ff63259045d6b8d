-- Generated from src/sso_login/landing.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__ArrayFind = ____lualib.__TS__ArrayFind
local ____exports = {}
local ____cgi = require("sso_login.cgi")
local answer = ____cgi.answer
local ____cgi = require("sso_login.io.cgi")
local read_environment = ____cgi.read_environment
local ____options = require("sso_login.options")
local option_problem = ____options.option_problem
local option_rules = ____options.option_rules
local ____result = require("sso_login.result")
local err = ____result.err
local ____refusal = require("sso_login.refusal")
local refuse = ____refusal.refuse
local page_start = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
--- The configured path of the web interface; one that is not valid counts as absent. The value is safe in HTML.
local function webui_path(io)
	local rule = __TS__ArrayFind(
		option_rules,
		function(____, candidate) return candidate.name == "webui_path" end
	)
	local option = io.uci_get("sso-login", "default", "webui_path")
	local value = option.ok and type(option.data) == "string" and option.data or ""
	if rule == nil then
		return "/"
	end
	return value ~= "" and option_problem(rule, value) == nil and value or (rule.fallback or "/")
end
--- Sends the browser on to the web interface, from this site. Needs no script and sets no cookie.
function ____exports.page(io)
	local path = webui_path(io)
	local refresh = ("<meta http-equiv=\"refresh\" content=\"0;url=" .. path) .. "\">\n<title>Logged in</title>\n</head>\n"
	local body = ("<body>\n<p><a href=\"" .. path) .. "\">Continue to the web interface</a></p>\n</body>\n</html>\n"
	return {status = 200, content_type = "text/html; charset=utf-8", headers = {}, body = (page_start .. refresh) .. body}
end
local function respond(io, environment)
	if not environment.https then
		return refuse(
			io,
			environment,
			err("HTTPS_REQUIRED")
		)
	end
	return environment.method == "GET" and ____exports.page(io) or refuse(
		io,
		environment,
		err("METHOD_NOT_ALLOWED")
	)
end
--- Entry of the CGI program /www/cgi-bin/webui.
function ____exports.main(options)
	answer(
		options or ({}),
		read_environment(),
		respond
	)
end
return ____exports
