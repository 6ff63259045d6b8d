-- Generated from src/sso_login/program/landing.ts by "make lua"; do not edit.
--- The landing page /cgi-bin/webui/: the session cookies are SameSite=Strict, and the navigation that began at the
-- provider does not send them, redirected or not. A page that starts a new navigation does (docs/architecture.md).
local lib = require("sso_login.lualib")
local M = {}
local cgi = require("sso_login.program.cgi")
local names = require("sso_login.base.names")
local enabled = require("sso_login.settings.enabled")
local option_forms = require("sso_login.settings.option_forms")
local webui = require("sso_login.settings.webui")
local result = require("sso_login.result")
local err = result.err
local landing_cookie = require("sso_login.web.landing_cookie")
local languages = require("sso_login.web.languages")
local requests = require("sso_login.web.request")
local responses = require("sso_login.web.responses")
local err, ok = result.err, result.ok

--- Loaded for a refusal.
local function refusals()
	return require("sso_login.web.refusals")
end

--- Whether single sign-on is on, and a login of this browser has just ended with this path; a test login also while it is off.
local function is_from_login(io, path, cookie)
	local name = landing_cookie.name_of(path)
	local is_there = (requests.parse_cookies(cookie)[name] or "") ~= ""
	if path == names.test_page then
		return is_there
	end
	local on = is_there and enabled.is_enabled(io) or nil
	return on ~= nil and on.ok and on.data
end

--- Sends the browser on, from this site: to the page that `to` names after a login that ended with it, else to the web interface. Any
-- site may link here, so the page that a login may go to is judged again, and once. Needs no script.
function M.page(io, query, cookie, accept_language)
	local base = webui.path(io)
	local to = requests.query_param(query or "", "to") or ""
	local is_page = to == names.test_page or option_forms.is_return_path(to, base)
	local is_wanted = is_page and is_from_login(io, to, cookie or "")
	local path = is_wanted and to or base
	local headers = is_wanted and ({responses.set_lax_cookie(landing_cookie.name_of(to), "", 0)}) or {}
	local spoken = languages.spoken(accept_language or "")
	local head = "<!DOCTYPE html>\n<html lang=\"" .. spoken.language .. "\">\n<head>\n<meta charset=\"utf-8\">\n"
	local refresh = "<meta http-equiv=\"refresh\" content=\"0;url=" .. path .. "\">\n"
	local title = "<title>" .. (spoken.words.logged_in or "") .. "</title>\n</head>\n"
	local link = "<body>\n<p><a href=\"" .. ((path .. "\">") .. (spoken.words.interface or "")) ..
		"</a></p>\n</body>\n</html>\n"
	return responses.html_page(200, headers, head .. (refresh .. title) .. link)
end

local function respond(io, environment)
	if not environment.https then
		return refusals().refuse(io, environment, err("HTTPS_REQUIRED"))
	end
	if environment.method ~= "GET" then
		return refusals().refuse(io, environment, err("METHOD_NOT_ALLOWED"))
	end
	local refused = lib.StringStartsWith(environment.query_string, "late=") and refusals().late_page(
		io,
		environment
	) or nil
	return refused or M.page(io, environment.query_string, environment.cookie, environment.accept_language)
end

--- Entry of the CGI program /www/cgi-bin/webui.
function M.main(system)
	cgi.serve(system or {}, respond)
end

return M
