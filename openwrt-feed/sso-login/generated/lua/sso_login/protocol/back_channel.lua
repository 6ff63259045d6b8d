-- Generated from src/sso_login/protocol/back_channel.ts by "make lua"; do not edit.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local result = require("sso_login.result")
local err, ok = result.err, result.ok
--- A failed call under the code of its kind: an untrusted certificate has a code of its own outside the token endpoint.
local function call_failed(failure, code)
	local certificate_code = code == "TOKEN_ENDPOINT_NETWORK_ERROR" and code or "SSL_INIT_FAILED"
	local text = type(failure.details) == "string" and failure.details or nil
	return err(failure.error == "certificate" and certificate_code or code, {cause = failure.error, reason = text})
end
--- Sends a request and returns the response whatever its status. Fails with `code`, or with SSL_INIT_FAILED when the
-- certificate is not trusted; at the token endpoint that is `code` too, with `cause=certificate`.
function M.send(io, request, code)
	local response = io.https(request)
	return response.ok and response or call_failed(response, code)
end
--- The JSON object in an answer; fails with `code` for a status other than 200 or another body.
function M.read_json(response, url, code)
	if response.status ~= 200 then
		return err(code, {http_status = response.status, url = url})
	end
	local body = json.decode_object(response.body)
	return body.ok and ok(body.data) or err(code, {http_status = 200, url = url, reason = "the answer is not a JSON object"})
end
--- GETs a JSON object; fails as `send` does, and with `code` for a status other than 200 or another body.
function M.get_json(io, url, extra_headers, code)
	local headers = lib.ArrayConcat({"Accept: application/json"}, extra_headers)
	local response = M.send(io, {method = "GET", url = url, headers = headers}, code)
	return response.ok and M.read_json(response.data, url, code) or response
end
return M
