-- Generated from src/sso_login/web/error_page.ts by "make lua"; do not edit.
--- The error page for people: the headline, advice, the ways on, a reference; in the browser's language, without a script. Of the request
-- it shows nothing but a page to return to, in a link. A headline (an id in `words`, by explain/explanation) joins failures that call for the
-- same words and ways on.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local public_names = require("sso_login.base.public_names")
local log_texts = require("sso_login.base.log_texts")
local failure_facts = require("sso_login.base.failure_facts")
local explanation = require("sso_login.explain.explanation")
local option_forms = require("sso_login.settings.option_forms")
local webui = require("sso_login.settings.webui")
local errors = require("sso_login.web.errors")
local late_callback = require("sso_login.web.late_callback")
local negotiation = require("sso_login.web.negotiation")
local provider_choice = require("sso_login.web.provider_choice")
local responses = require("sso_login.web.responses")

--- Headlines after which another account may have a role, and those that neither a login nor a password mends.
local with_account = {"refused", "not_allowed", "no_page", "too_weak"}
local without_login = {"logout_link", "no_https", "not_found", "too_large"}

--- Headlines whose words speak of the password.
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

--- The page at which the refused login was to end: that of the login, or the one that a refused start names.
local function return_page_of(request, failure)
	local of_start = request.path ~= "/callback" and request.query.values.return_to or nil
	return (failure.answer or {}).return_to or of_start
end

--- The address of a start at a provider that leads back to a page, with these parameters (endpoints/start).
local function start_address(provider, page, base, wishes)
	local params = lib.ArrayConcat(provider ~= public_names.first and ({"provider=" .. provider}) or {}, wishes)
	if page ~= nil and option_forms.is_return_path(page, base) then
		params[#params + 1] = "return_to=" .. bytes.percent_encode(page)
	end
	return public_names.start_path .. (#params > 0 and "?" .. table.concat(params, "&") or "")
end

--- The mark of a login that begins again by itself.
local again = "again=1"

--- The landing page's answer where a login may begin again. A redirect keeps what tells the start which site has begun all this.
function M.begin_again(io, request)
	local provider = provider_choice.of_page(io, request)
	local page = request.query.values.return_to
	return responses.redirect(start_address(provider, page, webui.path(io), {again}), {})
end

--- The ways on below a headline.
local function ways_of(headline, router, answer)
	local host = router.host
	local base = router.base
	local is_closed = router.is_closed
	local list = {}
	if answer.log_out_at ~= nil then
		list[#list + 1] = {label = "provider", address = answer.log_out_at}
	end
	if headline == "other_name" and type(host) == "string" then
		list[#list + 1] = {label = "registered", address = "https://" .. host .. public_names.start_path}
	elseif headline == "too_old" then
		list[#list + 1] = {label = "again", address = router.start_with({"prompt=login"})}
	elseif lib.StringStartsWith(headline, "busy") then
		-- The request itself: a callback that had to wait has not used up its login.
		list[#list + 1] = {label = "again", address = ""}
	elseif not lib.ArrayIncludes(without_login, headline) and (is_closed or not lib.ArrayIncludes(
		of_password,
		headline
	)) then
		list[#list + 1] = {label = "again", address = router.start_with({})}
	end
	if lib.ArrayIncludes(with_account, headline) then
		local refused = answer.account ~= nil and ({"refused=" .. answer.account}) or {}
		list[#list + 1] = {
			label = "account",
			address = router.start_with(lib.ArrayConcat({"prompt=select_account"}, refused))
		}
	end
	if not lib.ArrayIncludes(without_login, headline) then
		if not is_closed then
			list[#list + 1] = {label = "password", address = base .. "?local=1"}
		end
	elseif headline ~= "no_https" then
		list[#list + 1] = {label = "interface", address = base}
	end
	return list
end

--- The page of a failure; `is_closed` while no password opens a session.
function M.make(io, request, failure, reference, is_closed)
	local spoken = negotiation.choose_language(request.accept_language)
	local facts = failure_facts.open(failure)
	local host = facts.redirect_host
	local answer = failure.answer or {}
	local seconds = answer.retry_after
	local places = {
		address = type(host) == "string" and escape_html("https://" .. host .. "/") or nil,
		seconds = seconds ~= nil and tostring(seconds) or "60"
	}
	local function speak(id)
		return log_texts.fill(spoken.words[id] or "", places)
	end
	local headline = explanation.headline_of(failure.error, facts)
	local return_page = return_page_of(request, failure)
	local goes_on = late_callback.goes_on(request, failure) and headline ~= "other_name"
	local base = webui.path(io)
	local function start_with(wishes)
		return start_address(provider_choice.of_page(io, request), return_page, base, wishes)
	end
	local next = late_callback.address(reference, start_with(failure.meaning == "begin_again" and ({again}) or {}))
	local refresh = "<meta http-equiv=\"refresh\" content=\"0;url=" .. escape_html(next) .. "\">\n"
	local ways = ways_of(headline, {host = host, base = base, is_closed = is_closed, start_with = start_with}, answer)
	local links = lib.ArrayMap(
		ways,
		function(_, way) return "<li><a href=\"" .. ((escape_html(way.address) .. "\">") .. speak(
			way.label
		)) .. "</a></li>\n" end
	)
	-- The kinds of certificates share an advice.
	local own_advice = spoken.words[headline .. "_advice"] ~= nil and headline .. "_advice" or "certificate_advice"
	local advice = is_closed and lib.ArrayIncludes(of_password, headline) and "closed_advice" or own_advice
	local not_asked = answer.log_out_at ~= nil and "<p>" .. speak("not_asked") .. "</p>\n" or ""
	local list = #links > 0 and "<ul>\n" .. table.concat(links, "") .. "</ul>\n" or ""
	local body = {
		"<!DOCTYPE html>\n<html lang=\"" .. spoken.language .. "\">\n<head>\n<meta charset=\"utf-8\">\n",
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
		goes_on and refresh or "",
		"<title>" .. speak(headline) .. "</title>\n",
		"<link rel=\"stylesheet\" href=\"" .. public_names.style_path .. "\">\n</head>\n<body>\n<main>\n",
		"<h1>" .. ((speak(headline) .. "</h1>\n<p>") .. speak(advice)) .. "</p>\n",
		not_asked,
		list,
		is_closed and "<p>" .. speak("closed_way") .. "</p>\n" or "",
		"<p>" .. ((speak("reference") .. " <code>") .. escape_html(reference)) .. "</code></p>\n",
		"</main>\n</body>\n</html>\n"
	}
	return responses.html_page(errors.describe(failure.error).status, {}, table.concat(body, ""))
end

return M
