-- Generated from src/sso_login/web/failed_callback.ts by "make lua"; do not edit.
--- The facts about a login that failed, for the error page and the log.
local lib = require("sso_login.lualib")
local M = {}
local failure_facts = require("sso_login.base.failure_facts")
local failures = require("sso_login.base.failures")
local json_values = require("sso_login.base.json_values")
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local urls = require("sso_login.base.urls")
local provider_errors = require("sso_login.explain.provider_errors")
local hash = require("sso_login.jose.hash")
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

--- Refusals of what is no whole parameter, or no whole code.
local of_cut = {"INVALID_REQUEST", "OIDC_INVALID_GRANT"}

--- Whether the address was cut: within its state or code, within the issuer, or before one of them.
local function is_cut(params, issuer, failure)
	local length = 0
	for _, name in ipairs(strings.sorted_keys(params)) do
		length = length + #name + #json_values.text_of(params[name])
	end
	local iss = json_values.text_of(params.iss)
	local is_issuer_cut = failure.error == "IDP_ERROR" and params.error == nil and iss ~= issuer
	local is_part = lib.ArrayIncludes(of_cut, failure.error) or #json_values.text_of(
		params.state
	) < state_length or is_issuer_cut and lib.StringStartsWith(issuer, iss)
	return length > long_query and is_part
end

--- Refusals after which the user asks the administrator, who finds the reference in the log.
local referenced = {"USER_NOT_AUTHORIZED", "ROLE_WITHOUT_PAGE", "AUTHENTICATION_TOO_WEAK", "AUTHENTICATION_TOO_OLD"}

--- The failure of a login that is over, or of another browser, whose record tells no more than host and page.
local function of_other_login(io, config, failure, response)
	local params = response.params
	local place = handshake_record.place_of(io, json_values.text_of(params.state))
	local is_cookie_missing = failure.error == "MISSING_HANDSHAKE_COOKIE"
	local facts = is_cookie_missing and names_of_router(config, place.host or response.host) or failure_facts.open(
		failure
	)
	facts.hint = is_cut(params, config.issuer_url, failure) and ({id = "cut_address"}) or facts.hint
	-- Of a login whose record has ended only the words of the provider are known.
	facts.error = provider_errors.cut(params.error)
	facts.error_description = provider_errors.cut(params.error_description)
	local webui_path = config.webui_path or public_names.luci_cookie_path
	local return_to = place.return_to or late_callback.page_of(response, webui_path)
	return err(failure.error, facts, failure.meaning, {return_to = return_to})
end

--- A failed login, with the facts for its page.
function M.with_facts(io, config, failure, response)
	if late_callback.is_over(failure.error) then
		return of_other_login(io, config, failure, response)
	end
	local params = response.params
	local is_referenced = lib.ArrayIncludes(referenced, failure.error)
	local reference = is_referenced and hash.safe_id(json_values.text_of(params.state)) or nil
	local facts = failure_facts.open(failure)
	facts.reference = reference
	local ____facts_hint_0 = facts.hint
	if ____facts_hint_0 == nil then
		____facts_hint_0 = is_cut(params, config.issuer_url, failure) and ({id = "cut_address"}) or nil
	end
	facts.hint = ____facts_hint_0
	return err(failure.error, facts, failure.meaning, failures.answered(failure, {reference = reference}).answer)
end

return M
