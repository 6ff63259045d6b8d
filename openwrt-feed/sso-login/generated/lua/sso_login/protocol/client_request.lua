-- Generated from src/sso_login/protocol/client_request.ts by "make lua"; do not edit.
--- Requests by which this client proves itself at the provider (RFC 6749 section 2.3, RFC 7523).
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local encoding = require("sso_login.base.encoding")
local result = require("sso_login.result")
local ok = result.ok
local client_authentication = require("sso_login.protocol.client_authentication")
local err, ok = result.err, result.ok

--- Loaded for a client with a key in the place of a secret.
local function client_assertion()
	return require("sso_login.protocol.client_assertion")
end

--- The credentials of a Basic header: form-encoded id and secret (RFC 6749 section 2.3.1).
local function basic_credentials(config)
	local pair = bytes.percent_encode(config.client_id) .. ":" .. bytes.percent_encode(config.client_secret)
	return encoding.base64_encode(pair)
end

--- The forms in which the client secret is sent. A text of the provider that repeats one of them is not shown.
function M.forms_of_secret(config)
	return {config.client_secret, bytes.percent_encode(config.client_secret), basic_credentials(config)}
end

--- The credentials for a method: an assertion, a Basic header of the form-encoded id and secret, or both as parameters.
local function credentials_for(io, config, metadata, method, url)
	local id = {"client_id", config.client_id}
	if method == "private_key_jwt" then
		local signed = client_assertion().sign(io, config, metadata, url)
		if not signed.ok then
			return signed
		end
		local ____type = {"client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"}
		return ok({headers = {}, params = {id, ____type, {"client_assertion", signed.data}}})
	end
	if method == "client_secret_post" then
		return ok({headers = {}, params = {id, {"client_secret", config.client_secret}}})
	end
	return ok({headers = {"Authorization: Basic " .. basic_credentials(config)}, params = {}})
end

--- A POST of an encoded form to `url` by this client; an id that the form has already is sent once. CONFIG_ERROR where there is no way
-- to authenticate, as choose_method says.
function M.form_request(io, config, metadata, url, form)
	local method = client_authentication.choose_method(io, config, metadata)
	if not method.ok then
		return method
	end
	local credentials = credentials_for(io, config, metadata, method.data, url)
	if not credentials.ok then
		return credentials
	end
	local missing = lib.ArrayFilter(
		credentials.data.params,
		function(_, pair) return not lib.StringIncludes(form, pair[1] .. "=") end
	)
	local headers = {"Accept: application/json", "Content-Type: application/x-www-form-urlencoded"}
	return ok({
		method = "POST",
		url = url,
		headers = lib.ArrayConcat(headers, credentials.data.headers),
		body = #missing > 0 and form .. "&" .. encoding.form_encode(missing) or form
	})
end

return M
