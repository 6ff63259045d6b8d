-- Generated from src/sso_login/web/failed_callback.ts by "make lua"; do not edit.
--- The facts about a login that failed, for the error page and the log.
local lib = require("sso_login.lualib")
local M = {}
local failure_facts = require("sso_login.base.failure_facts")
local json_values = require("sso_login.base.json_values")
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local urls = require("sso_login.base.urls")
local provider_errors = require("sso_login.explain.provider_errors")
local hash = require("sso_login.jose.hash")
local browser = require("sso_login.login.browser")
local handshake_record = require("sso_login.login.handshake_record")
local result = require("sso_login.result")
local err = result.err
local late_callback = require("sso_login.web.late_callback")
local err, ok = result.err, result.ok

--- The names of the router in a login without its cookie. Most often it began under another name than the registered one, where the
-- browser keeps the cookie: the log line names both, each with its port. Cookies know no ports, so with one name the cause is another.
local function names_of_router(config, host)
	local registered = urls.parse_https(config.redirect_uri)
	if registered == nil then
		return {host = host, redirect_host = ""}
	end
	local start = urls.parse_https("https://" .. host)
	local is_same = start ~= nil and start.host == registered.host
	local hint = is_same and ({id = "other_browser"}) or nil
	return {host = host, redirect_host = urls.host_header(registered), hint = hint}
end

--- Characters of a state, and of an address from which on it may have been cut: uhttpd takes a line of 4096 bytes.
local state_length = 43
local long_query = 3000

--- Whether the address was cut within its state, or before it.
local function is_cut(request)
	local values = request.query.values
	local length = 0
	for _, name in ipairs(strings.sorted_keys(values)) do
		length = length + #name + #json_values.text_of(values[name])
	end
	return length > long_query and #json_values.text_of(values.state) < state_length
end

--- Refusals after which the user asks the administrator, who finds the reference in the log.
local referenced = {"USER_NOT_AUTHORIZED", "ROLE_WITHOUT_PAGE", "AUTHENTICATION_TOO_WEAK", "AUTHENTICATION_TOO_OLD"}

--- A failed login, with the facts for its page.
function M.with_facts(io, failure, config, request)
	local state = json_values.text_of(request.query.values.state)
	local reference = lib.ArrayIncludes(referenced, failure.error) and hash.safe_id(state) or nil
	local facts = failure_facts.open(failure)
	facts.reference = reference
	local cut = is_cut(request) and ({id = "cut_address"}) or nil
	if not late_callback.may_be(request, failure.error) then
		local ____facts_hint_0 = facts.hint
		if ____facts_hint_0 == nil then
			____facts_hint_0 = cut
		end
		facts.hint = ____facts_hint_0
		return err(failure.error, facts, failure.cause, result.answered(failure, {reference = reference}).answer)
	end
	-- The login is over or another's, so its record may tell more than this browser has proved.
	local place = handshake_record.place_of(io, state)
	local webui_path = config.webui_path or public_names.luci_cookie_path
	local is_cookie_missing = failure.error == "MISSING_HANDSHAKE_COOKIE"
	local all = is_cookie_missing and names_of_router(config, place.host or request.host) or facts
	all.hint = cut or all.hint
	-- Of a login whose record has ended only the words of the provider are known.
	all.error = provider_errors.cut(request.query.values.error)
	all.error_description = provider_errors.cut(request.query.values.error_description)
	local return_to = place.return_to or late_callback.page_of(browser.read(request.cookies), state, webui_path)
	return err(failure.error, all, failure.cause, {return_to = return_to})
end

return M
