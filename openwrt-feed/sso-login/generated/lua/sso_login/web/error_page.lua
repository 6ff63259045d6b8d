-- Generated from src/sso_login/web/error_page.ts by "make lua"; do not edit.
--- The error page for people: what happened, what to do, the ways on, a reference; in the browser's language, without a script.
-- Nothing that a request says is shown, but a page to return to, in a link.
local lib = require("sso_login.lualib")
local M = {}
local encoding = require("sso_login.base.encoding")
local names = require("sso_login.base.names")
local texts = require("sso_login.base.texts")
local values = require("sso_login.base.values")
local option_forms = require("sso_login.settings.option_forms")
local webui = require("sso_login.settings.webui")
local causes = require("sso_login.web.causes")
local errors = require("sso_login.web.errors")
local languages = require("sso_login.web.languages")
local late = require("sso_login.web.late")
local requests = require("sso_login.web.request")
local responses = require("sso_login.web.responses")

--- Causes after which another account may have a role, and causes that neither a login nor a password mends.
local with_account = {"refused", "not_allowed", "no_page", "too_weak"}
local without_login = {"logout_link", "no_https", "not_found", "too_large"}

--- Causes whose words speak of the password.
local of_password = {"not_available", "switched_off"}

--- A text as it may be in HTML, also in an attribute.
local function escape_html(text)
	local amp = table.concat(
		lib.StringSplit(
			table.concat(lib.StringSplit(table.concat(lib.StringSplit(text, "&"), "&amp;"), "<"), "&lt;"),
			">"
		),
		"&gt;"
	)
	return table.concat(lib.StringSplit(amp, "\""), "&quot;")
end

--- A start at the same provider that leads back to the page that this one was to lead to; `prompt` is for the provider.
local function start_address(environment, base, prompt)
	local name = environment.provider or names.first
	local is_callback = environment.path_info == "/callback"
	local page
	if is_callback then
		page = environment.return_to
	else
		page = requests.query_param(environment.query_string, "return_to")
	end
	local params = name ~= names.first and ({"provider=" .. name}) or {}
	if prompt ~= nil then
		params[#params + 1] = "prompt=" .. prompt
	end
	if page ~= nil and option_forms.is_return_path(page, base) then
		params[#params + 1] = "return_to=" .. encoding.percent_encode(page)
	end
	return names.start_path .. (#params > 0 and "?" .. table.concat(params, "&") or "")
end

--- The ways on from a cause.
local function ways_of(environment, base, cause, facts, is_closed)
	local list = {}
	local host = facts.redirect_host
	if cause == "other_name" and type(host) == "string" then
		list[#list + 1] = {label = "registered", address = "https://" .. host .. names.start_path}
	elseif cause == "too_old" then
		list[#list + 1] = {label = "again", address = start_address(environment, base, "login")}
	elseif cause == "busy" then
		-- The request itself: a callback that had to wait has not used up its login.
		list[#list + 1] = {label = "again", address = ""}
	elseif not lib.ArrayIncludes(without_login, cause) and (is_closed or not lib.ArrayIncludes(
		of_password,
		cause
	)) then
		list[#list + 1] = {label = "again", address = start_address(environment, base)}
	end
	if lib.ArrayIncludes(with_account, cause) then
		list[#list + 1] = {label = "account", address = start_address(environment, base, "select_account")}
	end
	if not lib.ArrayIncludes(without_login, cause) then
		if not is_closed then
			list[#list + 1] = {label = "password", address = base .. "?local=1"}
		end
	elseif cause ~= "no_https" then
		list[#list + 1] = {label = "interface", address = base}
	end
	return list
end

--- The page of a failure; `is_closed` while no password opens a session.
function M.make(io, environment, failure, reference, is_closed)
	local spoken = languages.spoken(environment.accept_language)
	local facts = values.facts_of(failure)
	local host = facts.redirect_host
	local seconds = facts.retry_after
	local places = {
		address = type(host) == "string" and escape_html("https://" .. host .. "/") or nil,
		seconds = type(seconds) == "number" and tostring(seconds) or "60"
	}
	local function speak(id)
		return texts.fill(spoken.words[id] or "", places)
	end
	local cause = causes.cause_of(failure)
	local goes_on = late.may_be(environment, failure.error) and cause ~= "other_name"
	local refresh = "<meta http-equiv=\"refresh\" content=\"0;url=" .. late.address(
		reference,
		environment.return_to
	) .. "\">\n"
	local ways = ways_of(environment, webui.path(io), cause, facts, is_closed)
	local links = lib.ArrayMap(
		ways,
		function(_, way) return "<li><a href=\"" .. ((escape_html(way.address) .. "\">") .. speak(
			way.label
		)) .. "</a></li>\n" end
	)
	local advice = is_closed and lib.ArrayIncludes(of_password, cause) and "closed_advice" or cause .. "_advice"
	local list = #links > 0 and "<ul>\n" .. table.concat(links, "") .. "</ul>\n" or ""
	local body = {
		"<!DOCTYPE html>\n<html lang=\"" .. spoken.language .. "\">\n<head>\n<meta charset=\"utf-8\">\n",
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
		goes_on and refresh or "",
		"<title>" .. speak(cause) .. "</title>\n",
		"<link rel=\"stylesheet\" href=\"" .. names.style_path .. "\">\n</head>\n<body>\n<main>\n",
		"<h1>" .. ((speak(cause) .. "</h1>\n<p>") .. speak(advice)) .. "</p>\n",
		list,
		"<p>" .. ((speak("reference") .. " <code>") .. escape_html(reference)) .. "</code></p>\n",
		"</main>\n</body>\n</html>\n"
	}
	return responses.html_page(errors.describe(failure.error).status, {}, table.concat(body, ""))
end

return M
