-- Generated from src/sso_login/check/redirect_check.ts by "make lua"; do not edit.
--- The part of the check that asks whether the provider knows redirect_uri: it compares the answers to an authorization request
-- with it and to one with an invented address (RFC 6749 section 4.1.2.1), sent as a login sends them.
local lib = require("sso_login.lualib")
local M = {}
local failed_calls = require("sso_login.check.failed_calls")
local report = require("sso_login.check.report")
local invented_codes = require("sso_login.check.invented_codes")
local urls = require("sso_login.base.urls")
local json_values = require("sso_login.base.json_values")
local json = require("sso_login.io.json")
local hash = require("sso_login.jose.hash")
local rp_logout = require("sso_login.logout.rp_logout")
local authorization_request = require("sso_login.protocol.authorization_request")
local provider_calls = require("sso_login.protocol.provider_calls")
local pushed_request = require("sso_login.protocol.pushed_request")
local client_request = require("sso_login.protocol.client_request")
local provider_metadata = require("sso_login.protocol.provider_metadata")

--- Statuses by which a provider refuses to answer an address that it does not know.
local refusals = {400, 401}
local pushed_endpoint = "pushed_authorization_request_endpoint"

local function verdict_of(answer, redirect_uri)
	if answer == nil then
		return "unclear"
	end
	local location = answer.location
	if location ~= nil and lib.StringStartsWith(location, redirect_uri) then
		return "known"
	end
	if lib.ArrayIncludes(refusals, answer.status) or location ~= nil and rp_logout.tells_error(location) then
		return "refused"
	end
	return (answer.status == 200 or location ~= nil) and "goes_on" or "unclear"
end

--- The parameters of an authorization request with this redirect_uri, encoded.
local function request_query(client, redirect_uri)
	local config = invented_codes.plain_config(client.config, "", redirect_uri)
	local made = hash.pkce_pair(64)
	local handshake = {state = made.challenge, nonce = made.challenge, code_verifier = made.verifier}
	return authorization_request.request_query(config, client.metadata, handshake, {})
end

--- GETs a page as a browser would; undefined where there is no answer.
local function get_page(run, url)
	local request = {method = "GET", url = url, headers = {"Accept: text/html"}}
	local answer = provider_calls.send(run.io, request, "OIDC_DISCOVERY_FAILED")
	return answer.ok and answer.data or nil
end

--- The answer of an address for browsers, which the router reaches at an origin of its own where one is set; undefined where there is none.
local function get_at_provider(client, address)
	local origin = provider_metadata.internal_origin(client.config.internal_issuer_url)
	return get_page(client.run, provider_metadata.at_origin(address, origin))
end

--- The answer to an authorization request with this redirect_uri; undefined where there is none.
local function ask(client, redirect_uri)
	local endpoint = client.metadata.authorization_endpoint
	return get_at_provider(client, urls.add_query(endpoint, request_query(client, redirect_uri)))
end

--- The answer of the page to which the first one leads within its origin, such as Dex's; it may know better.
local function follow(client, answer)
	local asked = urls.parse_https(client.metadata.authorization_endpoint)
	local target = answer.location ~= nil and urls.parse_https(answer.location) or nil
	if asked == nil or target == nil or not urls.same_origin(asked.origin, target.origin) then
		return nil
	end
	return get_page(client.run, urls.with_origin(target, target.origin))
end

--- Whether the provider refuses an invented address, at once or one page later, and ours not.
local function refuses_other(client, own, other, invented)
	-- glewlwyd refuses by 403; a filter would answer 403 to both.
	if other.status == 403 or verdict_of(other, invented) == "refused" then
		return true
	end
	local later = follow(client, other)
	local is_refused = later ~= nil and lib.ArrayIncludes(refusals, later.status)
	local own_later = is_refused and follow(client, own) or nil
	return own_later ~= nil and not lib.ArrayIncludes(refusals, own_later.status)
end

local function invented_address()
	return "https://" .. hash.safe_id(hash.pkce_pair(64).verifier) .. ".invalid/cgi-bin/sso-login/callback"
end

--- The finding that the token endpoint refuses the client; undefined without it.
local function client_refusal(run)
	return lib.ArrayFind(
		run.findings,
		function(_, found) return found.provider == run.provider and found.id == "secret_wrong" end
	)
end

--- Notes that the provider refuses the request; where it has refused the client as well, one finding tells both.
local function note_refusal(run, redirect_uri, status)
	local refused = client_refusal(run)
	if refused == nil then
		report.error(run, "redirect_refused", {redirect_uri = redirect_uri, status = status})
		return
	end
	run.findings = lib.ArrayFilter(run.findings, function(_, found) return found ~= refused end)
	local params = refused.params
	report.error(run, "client_unknown", {
		redirect_uri = redirect_uri,
		status = status,
		answer = params.answer or "",
		words = params.words or ""
	})
end

--- Judges the answers of the authorization endpoint.
local function check_pages(client)
	local redirect_uri = client.config.redirect_uri
	local answer = ask(client, redirect_uri)
	local verdict = verdict_of(answer, redirect_uri)
	local params = {redirect_uri = redirect_uri, status = answer ~= nil and tostring(answer.status) or ""}
	local invented = invented_address()
	local other = (verdict == "refused" or verdict == "goes_on") and ask(client, invented) or nil
	-- One that asks the browser first and refuses the invented address knows ours.
	local asks_first = answer ~= nil and answer.status == 401 and other ~= nil and other.status ~= 401
	if asks_first and verdict_of(other, invented) == "refused" then
		report.ok(client.run, "redirect_known")
		return
	end
	if verdict == "refused" and answer ~= nil then
		-- A provider that demands Kerberos, or a cookie of the browser, answers any request alike.
		local is_alike = other ~= nil and other.status == answer.status and verdict_of(other, invented) == "refused"
		local names_address = lib.ArraySome(
			lib.StringSplit(string.lower(answer.location or answer.body), "redirect_uri="),
			function(_, part) return lib.StringIncludes(part, "redirect") end
		)
		local tells_client = answer.status ~= 401 and (names_address or client_refusal(client.run) ~= nil)
		if is_alike and not tells_client then
			report.warning(client.run, "redirect_alike", params)
		else
			note_refusal(client.run, redirect_uri, params.status)
		end
		return
	end
	local tells = answer ~= nil and other ~= nil and refuses_other(client, answer, other, invented)
	if verdict == "known" or tells then
		report.ok(client.run, "redirect_known")
	else
		report.warning(client.run, "redirect_untold", params)
	end
end

--- The answer to a pushed request with this redirect_uri (RFC 9126 section 2.1).
local function push(client, endpoint, redirect_uri)
	local form = request_query(client, redirect_uri)
	local request = client_request.form_request(client.run.io, client.config, client.metadata, endpoint, form)
	return request.ok and provider_calls.send(client.run.io, request.data, "OIDC_DISCOVERY_FAILED") or request
end

--- Judges the answers of the endpoint for pushed requests, which needs the secret.
local function check_pushed(client, endpoint)
	local redirect_uri = client.config.redirect_uri
	local answer = push(client, endpoint, redirect_uri)
	if not answer.ok then
		failed_calls.note_failure(client.run, pushed_endpoint, endpoint, answer)
		return
	end
	local secrets = client_request.forms_of_secret(client.config)
	local taken = pushed_request.read_request_uri(answer.data, secrets)
	local params = {redirect_uri = redirect_uri, status = tostring(answer.data.status)}
	if not taken.ok then
		local is_redirect = (answer.data.location or "") ~= ""
		local is_page = not json.decode_foreign(answer.data.body).ok
		if is_page or is_redirect or taken.meaning == "passing" then
			failed_calls.note_failure(client.run, pushed_endpoint, endpoint, taken, answer.data.body)
			return
		end
		local reported = pushed_request.error_in(answer.data, secrets)
		local code = json_values.text_of(reported.error)
		local description = invented_codes.describe(params.status, code)
		local words = invented_codes.shown(
			invented_codes.words_of(code, json_values.text_of(reported.error_description))
		)
		report.error(client.run, "pushed_refused", {redirect_uri = redirect_uri, answer = description, words = words})
		return
	end
	local other = push(client, endpoint, invented_address())
	if other.ok and lib.ArrayIncludes(refusals, other.data.status) then
		report.ok(client.run, "redirect_known")
	else
		report.warning(client.run, "redirect_untold", params)
	end
end

--- Notes whether the provider knows redirect_uri. Where it wants pushed requests, they are sent only if the secret may be.
function M.check_redirect(client, sendable)
	local endpoint = client.metadata.pushed_authorization_request_endpoint
	local is_refused = lib.ArraySome(
		client.run.findings,
		function(_, found) return found.provider == client.run.provider and found.level == "error" and found.code == "TOKEN_EXCHANGE_FAILED" end
	)
	if endpoint == nil then
		check_pages(client)
	elseif sendable and not is_refused then
		check_pushed(client, endpoint)
	else
		report.warning(client.run, "redirect_untold", {redirect_uri = client.config.redirect_uri})
	end
end

--- The answer to a logout without an ID Token that is to end at this address, if at any, and what it means for the address.
local function ask_logout(client, endpoint, back)
	local config = invented_codes.plain_config(client.config, "", client.config.redirect_uri)
	config.post_logout_redirect_uri = back
	local url = rp_logout.logout_address(config, endpoint, "", hash.pkce_pair(64).challenge)
	local answer = get_at_provider(client, url)
	return {answer = answer, verdict = verdict_of(answer, back or config.redirect_uri)}
end

--- Notes whether the provider knows the address after a logout. One that refuses it and a logout without any address, or asks for the ID Token,
-- tells nothing.
function M.check_logout(client)
	local endpoint = client.metadata.end_session_endpoint
	local back = client.config.post_logout_redirect_uri
	if endpoint == nil or back == nil then
		return
	end
	local own = ask_logout(client, endpoint, back)
	local told = own.answer ~= nil and (own.answer.location or "") .. own.answer.body or ""
	local wants_token = lib.StringIncludes(string.lower(told), "hint")
	local function goes_on(verdict)
		return verdict == "goes_on" or verdict == "known"
	end
	local status = own.answer ~= nil and tostring(own.answer.status) or ""
	if own.verdict == "refused" and not wants_token and goes_on(ask_logout(client, endpoint).verdict) then
		report.warning(client.run, "logout_address_refused", {back = back, status = status})
	elseif goes_on(own.verdict) and ask_logout(client, endpoint, invented_address()).verdict == "refused" then
		report.ok(client.run, "logout_address_known")
	else
		report.ok(client.run, "logout_address_untold", {back = back})
	end
end

return M
