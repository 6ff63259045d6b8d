-- Generated from src/sso_login/protocol/pushed_request.ts by "make lua"; do not edit.
--- The authorization request handed over beforehand (RFC 9126).
local M = {}
local json = require("sso_login.io.json")
local encoding = require("sso_login.base.encoding")
local strings = require("sso_login.base.strings")
local values = require("sso_login.base.values")
local result = require("sso_login.result")
local authorization_response = require("sso_login.protocol.authorization_response")
local back_channel = require("sso_login.protocol.back_channel")
local client_request = require("sso_login.protocol.client_request")
local err, ok = result.err, result.ok

--- The `request_uri` of a pushed request; IDP_ERROR with the provider's error (RFC 9126 sections 2.2, 2.3).
local function read_request_uri(response)
	local body = json.decode_object(response.body)
	local answer = body.ok and body.data or {}
	local request_uri = values.text_of(answer.request_uri)
	if response.status ~= 201 and response.status ~= 200 then
		local facts = authorization_response.reported_error(answer)
		facts.http_status = response.status
		facts.reason = "the provider refuses the pushed request"
		return err("IDP_ERROR", facts)
	end
	return request_uri ~= "" and strings.is_visible_ascii(request_uri) and ok(request_uri) or err("IDP_ERROR", {
		reason = "no request_uri for the pushed request"
	})
end

--- Hands the parameters to the provider beforehand (RFC 9126 section 2.1); what is left of them for the browser is the
-- answer. Fails with IDP_ERROR, with OIDC_DISCOVERY_FAILED where nothing answers, or SSL_INIT_FAILED.
function M.push_request(io, config, discovery, query, url)
	local request = client_request.form_request(io, config, discovery, url, query)
	if not request.ok then
		return request
	end
	local response = back_channel.call(io, request.data, "OIDC_DISCOVERY_FAILED")
	local request_uri = response.ok and read_request_uri(response.data) or response
	return request_uri.ok and ok(
		encoding.form_encode({{"client_id", config.client_id}, {"request_uri", request_uri.data}})
	) or request_uri
end

return M
