-- Generated from src/sso_login/check/redirect.ts by "make lua"; do not edit.
--- The part of the check that asks whether the provider knows redirect_uri: it compares the answers to an authorization request
-- with it and to one with an invented address (RFC 6749 section 4.1.2.1).
local lib = require("sso_login.lualib")
local M = {}
local client_check = require("sso_login.check.client")
local report = require("sso_login.check.report")
local urls = require("sso_login.base.urls")
local hash = require("sso_login.jose.hash")
local authorization = require("sso_login.protocol.authorization")
local provider_calls = require("sso_login.protocol.calls")
local metadata = require("sso_login.protocol.metadata")

--- Statuses by which a provider refuses to answer an address that it does not know.
local refusals = {400, 401}

--- Whether an address tells an error in its query or fragment.
local function tells_error(location)
	return lib.ArraySome(
		{"?", "&", "#"},
		function(_, sign) return lib.StringIncludes(location, sign .. "error=") end
	)
end

local function verdict_of(answer, redirect_uri)
	if answer == nil then
		return "unclear"
	end
	local location = answer.location
	if location ~= nil and lib.StringStartsWith(location, redirect_uri) then
		return "known"
	end
	if lib.ArrayIncludes(refusals, answer.status) or location ~= nil and tells_error(location) then
		return "refused"
	end
	return (answer.status == 200 or location ~= nil) and "goes_on" or "unclear"
end

--- The answer to an authorization request with this redirect_uri; undefined where there is none.
local function ask(run, client, redirect_uri)
	local config = client_check.plain_config(client.config, "", redirect_uri)
	local made = hash.pkce_pair(64)
	local handshake = {state = made.challenge, nonce = made.challenge, code_verifier = made.verifier}
	local url = authorization.get_auth_url(run.io, config, client.discovery, handshake)
	local parsed = url.ok and urls.parse_https(url.data) or nil
	if parsed == nil then
		return nil
	end
	local origin = metadata.internal_origin(client.config.internal_issuer_url) or parsed.origin
	local request = {method = "GET", url = urls.with_origin(parsed, origin), headers = {"Accept: text/html"}}
	local answer = provider_calls.send(run.io, request, "OIDC_DISCOVERY_FAILED")
	return answer.ok and answer.data or nil
end

--- Notes whether the provider knows redirect_uri. Nothing is sent where it wants pushed requests: they need the secret.
function M.check_redirect(run, client)
	local redirect_uri = client.config.redirect_uri
	local pushed = client.discovery.pushed_authorization_request_endpoint ~= nil
	local answer = not pushed and ask(run, client, redirect_uri) or nil
	local verdict = verdict_of(answer, redirect_uri)
	local params = {redirect_uri = redirect_uri, status = answer ~= nil and tostring(answer.status) or ""}
	if verdict == "refused" then
		report.error(run, "redirect_refused", params)
		return
	end
	local invented = "https://" .. hash.safe_id(hash.pkce_pair(64).verifier) .. ".invalid/cgi-bin/sso-login/callback"
	local other = verdict == "goes_on" and ask(run, client, invented) or nil
	-- glewlwyd refuses by 403; a filter would answer 403 to both.
	local tells = other ~= nil and (other.status == 403 or verdict_of(other, invented) == "refused")
	if verdict == "known" or tells then
		report.ok(run, "redirect_known")
	else
		report.warning(run, "redirect_untold", params)
	end
end

return M
