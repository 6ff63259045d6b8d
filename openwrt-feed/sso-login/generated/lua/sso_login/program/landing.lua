-- Generated from src/sso_login/program/landing.ts by "make lua"; do not edit.
local lib, cgi, options, result, requests, router, names =
    require("sso_login.use")("lualib", "program.cgi", "settings.options", "result", "web.requests", "web.router", "base.names")
local M = {}
local err = result.err
local err, ok = result.err, result.ok
local page_start = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
--- The configured path of the web interface; one that is not valid counts as absent. The value is safe in HTML.
local function webui_path(io)
	local rule = lib.ArrayFind(
		options.option_rules,
		function(_, candidate) return candidate.name == "webui_path" end
	)
	local stored = io.uci_get(names.package_name, "default", "webui_path")
	local value = stored.ok and type(stored.data) == "string" and stored.data or ""
	if rule == nil then
		return "/"
	end
	return value ~= "" and options.option_problem(rule, value) == nil and value or (rule.fallback or "/")
end
--- Where the browser goes: the page that `to` names, or the web interface. Any site may link here.
local function target(io, query)
	local base = webui_path(io)
	local path = requests.query_param(query, "to") or ""
	return options.is_return_path(path, base) and path or base
end
--- Sends the browser on to the web interface, from this site. Needs no script and sets no cookie.
function M.page(io, query)
	local path = target(io, query or "")
	local refresh = "<meta http-equiv=\"refresh\" content=\"0;url=" .. path .. "\">\n<title>Logged in</title>\n</head>\n"
	local body = "<body>\n<p><a href=\"" .. path .. "\">Continue to the web interface</a></p>\n</body>\n</html>\n"
	return {status = 200, content_type = "text/html; charset=utf-8", headers = {}, body = page_start .. refresh .. body}
end
local function respond(io, environment)
	if not environment.https then
		return router.refuse(
			io,
			environment,
			err("HTTPS_REQUIRED")
		)
	end
	return environment.method == "GET" and M.page(io, environment.query_string) or router.refuse(
		io,
		environment,
		err("METHOD_NOT_ALLOWED")
	)
end
--- Entry of the CGI program /www/cgi-bin/webui.
function M.main(system)
	cgi.serve(system or {}, respond)
end
return M
