-- Generated from src/sso_login/protocol/client_authentication.ts by "make lua"; do not edit.
--- How this client proves itself at the provider's token endpoint (RFC 6749 section 2.3.1).
local lib = require("sso_login.lualib")
local M = {}
local encoding = require("sso_login.base.encoding")
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- Whether both texts are sent as they are in a Basic header: some servers do not decode what RFC 6749 encodes there.
function M.needs_no_encoding(config)
	local pair = config.client_id .. config.client_secret
	return encoding.percent_encode(pair) == pair
end

--- The configured method, or with `auto` (which absence means, too) basic if the provider lists it or lists nothing, else
-- post; but post where it is listed, too, and encoding would change id or secret. CONFIG_ERROR when neither is offered.
function M.choose_method(config, discovery)
	local method = config.token_endpoint_auth_method or "auto"
	if method ~= "auto" then
		return ok(method)
	end
	local offered = discovery.token_endpoint_auth_methods_supported or {}
	local basic = #offered == 0 or lib.ArrayIncludes(offered, "client_secret_basic")
	if lib.ArrayIncludes(offered, "client_secret_post") and not (basic and M.needs_no_encoding(config)) then
		return ok("client_secret_post")
	end
	if basic then
		return ok("client_secret_basic")
	end
	return err("CONFIG_ERROR", {option = "token_endpoint_auth_method", must = {id = "offered_method"}})
end

--- What to send with a method: a Basic header of the form-encoded id and secret, or both as parameters.
function M.credentials(config, method)
	if method == "client_secret_post" then
		return {headers = {}, params = {{"client_id", config.client_id}, {"client_secret", config.client_secret}}}
	end
	local pair = encoding.percent_encode(config.client_id) .. ":" .. encoding.percent_encode(config.client_secret)
	return {headers = {"Authorization: Basic " .. encoding.base64_encode(pair)}, params = {}}
end

--- A POST of an encoded form by this client; an id that the form has already is sent once.
function M.form_request(config, method, url, form)
	local credentials_to_send = M.credentials(config, method)
	local missing = lib.ArrayFilter(
		credentials_to_send.params,
		function(_, pair) return not lib.StringIncludes(form, pair[1] .. "=") end
	)
	local headers = {"Accept: application/json", "Content-Type: application/x-www-form-urlencoded"}
	return {
		method = "POST",
		url = url,
		headers = lib.ArrayConcat(headers, credentials_to_send.headers),
		body = #missing > 0 and form .. "&" .. encoding.form_encode(missing) or form
	}
end

return M
