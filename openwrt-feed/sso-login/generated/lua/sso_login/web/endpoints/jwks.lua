-- Generated from src/sso_login/web/endpoints/jwks.ts by "make lua"; do not edit.
--- GET /jwks: the public keys by which this client proves itself, for providers that fetch them (RFC 7517 section 5).
local M = {}
local json = require("sso_login.io.json")
local client_keys = require("sso_login.jose.client_keys")
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- The keys, also while single sign-on is off: a provider is told of them first. NOT_FOUND where there is none.
local function respond(io)
	local keys = client_keys.public_set(io)
	if keys == nil then
		return err("NOT_FOUND", {reason = "the router has no key"})
	end
	return ok({
		status = 200,
		content_type = "application/jwk-set+json",
		cache_control = "public, max-age=60",
		headers = {},
		body = json.encode(keys)
	})
end

function M.admit(io)
	return {respond = function() return respond(io) end}
end

return M
