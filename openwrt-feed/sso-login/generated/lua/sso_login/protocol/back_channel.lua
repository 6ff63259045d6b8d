-- Generated from src/sso_login/protocol/back_channel.ts by "make lua"; do not edit.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local urls = require("sso_login.base.urls")
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
--- Where an answer redirects to, if that is at the origin that was asked.
local function redirect_within(url, location)
	local from = urls.parse_https(url)
	local to = location ~= nil and urls.parse_https(location) or nil
	local within = from ~= nil and to ~= nil and string.lower(from.origin) == string.lower(to.origin)
	return within and location or nil
end
--- As `send` for a GET of JSON with more header lines.
function M.get(io, url, extra_headers, code)
	return M.send(
		io,
		{
			method = "GET",
			url = url,
			headers = lib.ArrayConcat({"Accept: application/json"}, extra_headers)
		},
		code
	)
end
--- GETs the discovery document: one redirect within the origin is followed, as some providers add a slash.
function M.get_document(io, url, code)
	local response = M.get(io, url, {}, code)
	local target = response.ok and redirect_within(url, response.data.location) or nil
	return target ~= nil and M.get(io, target, {}, code) or response
end
--- The JSON object in an answer; fails with `code` for a status other than 200 or another body.
function M.read_json(response, url, code)
	if response.status ~= 200 then
		return err(code, {http_status = response.status, url = url, location = response.location})
	end
	local body = json.decode_object(response.body)
	if body.ok then
		return ok(body.data)
	end
	-- Base64URL of `{"`.
	local found = lib.StringStartsWith(response.body, "eyJ") and "a JWT" or "not a JSON object"
	return err(code, {http_status = 200, url = url, reason = "the answer is " .. found})
end
--- GETs a JSON object; fails as `send` does, and with `code` for a status other than 200 or another body.
function M.get_json(io, url, extra_headers, code)
	local response = M.get(io, url, extra_headers, code)
	return response.ok and M.read_json(response.data, url, code) or response
end
return M
