-- Generated from src/sso_login/protocol/client_assertion.ts by "make lua"; do not edit.
--- Assertions by which a client with a key proves itself (RFC 7523).
local M = {}
local bytes = require("sso_login.io.bytes")
local urls = require("sso_login.base.urls")
local client_keys = require("sso_login.jose.client_keys")
local hash = require("sso_login.jose.hash")
local client_authentication = require("sso_login.protocol.client_authentication")

--- Lifetime of an assertion, in seconds.
local assertion_lifetime = 60

--- A new assertion for a request to `url` (RFC 7523 section 3, draft-ietf-oauth-rfc7523bis). One that goes to another origin than the token
-- endpoint's has the issuer as audience, whatever the option says: that origin's owner could present it at the token endpoint. So has one
-- to an internal origin, unless the published token endpoint is at the issuer's origin: the provider may publish that of another one.
function M.sign(io, config, metadata, url)
	local endpoint = metadata.token_endpoint
	local audience = metadata.published_token_endpoint or endpoint
	local is_own = audience == endpoint or urls.same_origin(audience, config.issuer_url)
	local is_older = config.client_assertion_audience == "token_endpoint" and urls.same_origin(url, endpoint) and is_own
	local now = io.time()
	return client_keys.sign(
		io,
		client_authentication.alg_of(config),
		is_older and "JWT" or "client-authentication+jwt",
		{
			iss = config.client_id,
			sub = config.client_id,
			aud = is_older and audience or config.issuer_url,
			jti = bytes.base64url_encode(hash.random(16)),
			iat = now,
			exp = now + assertion_lifetime
		}
	)
end

return M
