-- Generated from src/sso_login/contracts/oidc.ts by "make lua"; do not edit.
--- Module contract `oidc` (specification, "Internal module contracts"): a facade of `protocol`.
local M = {}
local authorization_request = require("sso_login.protocol.authorization_request")
local id_token = require("sso_login.protocol.id_token")
local token_claims = require("sso_login.jose.token_claims")
local jwk_set = require("sso_login.protocol.jwk_set")
local token_request = require("sso_login.protocol.token_request")
local userinfo = require("sso_login.protocol.userinfo")
local result = require("sso_login.result")
local ok = result.ok
local specified = require("sso_login.contracts.specified")
local err, ok = result.err, result.ok

--- The address of an authorization request.
function M.get_auth_url(io, config, metadata, handshake)
	return specified.specified(authorization_request.get_auth_url(io, config, metadata, handshake))
end

--- Tokens for an authorization code; `session_id` names the login attempt in log lines.
function M.exchange_code(io, config, metadata, code, verifier, session_id)
	return specified.specified(
		token_request.exchange_code(io, config, metadata, {code = code, verifier = verifier, log_id = session_id})
	)
end

--- The claims of an ID Token that is right; on a failed signature the JWK Set is refreshed once.
function M.verify_id_token(io, tokens, keys, config, handshake, metadata, now, policy)
	local parsed = id_token.parse_id_token(tokens.id_token, policy ~= nil and policy.allowed_algs or nil)
	if not parsed.ok then
		return specified.specified(parsed)
	end
	local is_known = id_token.is_made_by(keys, parsed.data)
	local found = is_known and ok(keys) or jwk_set.fetch_jwks(io, config, metadata.jwks_uri)
	local signed = found.ok and id_token.check_signature(found.data, parsed.data) or found
	local expected = id_token.expectations(config, handshake.nonce, tokens.access_token, now)
	local checked = signed.ok and token_claims.check_claims(parsed.data.header, parsed.data.payload, expected) or signed
	return checked.ok and ok(parsed.data.payload) or specified.specified(checked)
end

--- The claims of the UserInfo endpoint.
function M.fetch_userinfo(io, endpoint, access_token)
	return specified.specified(userinfo.fetch_userinfo(io, {}, endpoint, access_token))
end

return M
