-- Generated from src/sso_login/entry_points/landing.ts by "make lua"; do not edit.
--- The landing page /cgi-bin/webui/: the session cookies are SameSite=Strict, and the navigation that began at the
-- provider does not send them, redirected or not. A page that starts a new navigation does (docs/architecture.md).
local M = {}
local cgi = require("sso_login.entry_points.cgi")
local public_names = require("sso_login.base.public_names")
local enabled = require("sso_login.settings.enabled")
local option_forms = require("sso_login.settings.option_forms")
local webui = require("sso_login.settings.webui")
local result = require("sso_login.result")
local negotiation = require("sso_login.web.negotiation")
local responses = require("sso_login.web.responses")
local err, ok = result.err, result.ok

--- Loaded for a login that ends at a page.
local function browser()
	return require("sso_login.login.browser")
end

--- Loaded for a refusal.
local function refusal()
	return require("sso_login.web.refusal")
end

--- The headers of the way to a path, with which a login of this browser has just ended while single sign-on is on, a test login also while it
-- is off; undefined for any other path.
local function way_to(io, request, path)
	local on = path ~= public_names.test_page and enabled.is_enabled(io) or ok(true)
	return on.ok and on.data and browser().lands(browser().read(request.cookies), path) or nil
end

--- Sends the browser on, from this site: to the page that `to` names, or `return_to` after a late callback, where a login has just ended with
-- it, else to the web interface. Any site may link here, so the page is judged again, and a login leads to it once. Needs no script.
function M.page(io, request)
	local base = webui.path(io)
	local to = request.query.values.to or request.query.values.return_to or ""
	local is_page = to == public_names.test_page or option_forms.is_return_path(to, base)
	local way = is_page and way_to(io, request, to) or nil
	local path = way ~= nil and to or base
	local spoken = negotiation.choose_language(request.accept_language)
	local function word(id)
		return spoken.words[id] or ""
	end
	local head = "<!DOCTYPE html>\n<html lang=\"" .. spoken.language .. "\">\n<head>\n<meta charset=\"utf-8\">\n"
	local refresh = "<meta http-equiv=\"refresh\" content=\"0;url=" .. path .. "\">\n"
	local title = "<title>" .. word("logged_in") .. "</title>\n</head>\n"
	local link = "<body>\n<p><a href=\"" .. ((path .. "\">") .. word("interface")) .. "</a></p>\n</body>\n</html>\n"
	return responses.html_page(200, way or {}, head .. (refresh .. title) .. link)
end

local function respond(io, request)
	if not request.https then
		return refusal().refuse(io, request, err("HTTPS_REQUIRED", {hint = {id = "https_of_proxy"}}), false)
	end
	if request.method ~= "GET" then
		return refusal().refuse(io, request, err("METHOD_NOT_ALLOWED"), false)
	end
	local refused = request.query.values.late ~= nil and refusal().late_page(io, request) or nil
	return refused or M.page(io, request)
end

--- Entry of the CGI program /www/cgi-bin/webui.
function M.main(system)
	cgi.serve(system or {}, respond)
end

return M
