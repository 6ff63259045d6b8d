-- Generated from src/sso_login/oidc.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__StringSubstring = ____lualib.__TS__StringSubstring
local __TS__ArrayIncludes = ____lualib.__TS__ArrayIncludes
local __TS__ArrayFilter = ____lualib.__TS__ArrayFilter
local __TS__ArraySlice = ____lualib.__TS__ArraySlice
local ____exports = {}
local token_error, signature_error
local ____back_channel = require("sso_login.back_channel")
local get_json = ____back_channel.get_json
local send = ____back_channel.send
local ____claims = require("sso_login.claims")
local check_claims = ____claims.check_claims
local ____authorization = require("sso_login.authorization")
local choose_auth_method = ____authorization.choose_auth_method
local ____crypto = require("sso_login.crypto")
local jwk_to_pem = ____crypto.jwk_to_pem
local parse_jws = ____crypto.parse_jws
local verify_signature = ____crypto.verify_signature
local ____encoding = require("sso_login.encoding")
local base64_encode = ____encoding.base64_encode
local base64url_encode = ____encoding.base64url_encode
local form_encode = ____encoding.form_encode
local percent_encode = ____encoding.percent_encode
local ____json = require("sso_login.io.json")
local decode_object = ____json.decode_object
local is_array = ____json.is_array
local ____jwks = require("sso_login.jwks")
local find_jwk = ____jwks.find_jwk
local load_jwks = ____jwks.load_jwks
local ____primitives = require("sso_login.primitives")
local constant_time_eq = ____primitives.constant_time_eq
local hash_sha256 = ____primitives.hash_sha256
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
local ____text = require("sso_login.text")
local is_visible_ascii = ____text.is_visible_ascii
function token_error(http_status, reason, session)
	return err("TOKEN_EXCHANGE_FAILED", {http_status = http_status, reason = reason, session = session})
end
function signature_error()
	return err("ID_TOKEN_VERIFICATION_FAILED", {reason = "no key of the provider verifies the signature"})
end
do
	local ____authorization = require("sso_login.authorization")
	____exports.get_auth_url = ____authorization.get_auth_url
end
--- What a policy allows.
function ____exports.allowed_algs(policy)
	local given = policy or ({})
	return given.allowed_algs or ({"RS256", "ES256"})
end
--- Bytes of an ID Token and of an access token.
____exports.max_token_length = 16384
--- Keys tried for a token without `kid`.
local max_keys_tried = 4
--- Headers and parameters that authenticate this client (RFC 6749 section 2.3.1).
local function client_authentication(config, method)
	if method == "client_secret_post" then
		return {headers = {}, params = {{"client_id", config.client_id}, {"client_secret", config.client_secret}}}
	end
	local credentials = (percent_encode(config.client_id) .. ":") .. percent_encode(config.client_secret)
	return {
		headers = {"Authorization: Basic " .. base64_encode(credentials)},
		params = {}
	}
end
--- The token response's meaning: tokens, or why there are none.
local function read_token_response(response, session_id)
	local status = response.status
	local body = decode_object(response.body)
	if status ~= 200 then
		local reported = body.ok and type(body.data.error) == "string" and __TS__StringSubstring(body.data.error, 0, 200) or nil
		local invalid_grant = status >= 400 and status < 500 and reported == "invalid_grant"
		return err(invalid_grant and "OIDC_INVALID_GRANT" or "TOKEN_EXCHANGE_FAILED", {http_status = status, idp_error = reported, session = session_id})
	end
	if not body.ok then
		return token_error(status, "the answer is not a JSON object", session_id)
	end
	local id_token = body.data.id_token
	local access_token = body.data.access_token
	if type(id_token) ~= "string" or id_token == "" then
		return token_error(status, "no id_token", session_id)
	end
	if type(access_token) ~= "string" or access_token == "" or not is_visible_ascii(access_token) then
		return token_error(status, "no usable access_token", session_id)
	end
	if #access_token > ____exports.max_token_length then
		return token_error(status, "access_token over 16 384 bytes", session_id)
	end
	return ok(body.data)
end
--- Exchanges the authorization code for tokens (OpenID Connect Core section 3.1.3.1, RFC 7636 section 4.5).
-- `session_id` names the login attempt in log lines. Fails with TOKEN_ENDPOINT_NETWORK_ERROR, OIDC_INVALID_GRANT,
-- TOKEN_EXCHANGE_FAILED (details: `http_status`) or CONFIG_ERROR.
function ____exports.exchange_code(io, config, discovery, code, verifier, session_id)
	local method = choose_auth_method(config, discovery)
	if not method.ok then
		return method
	end
	local authentication = client_authentication(config, method.data)
	local params = {{"grant_type", "authorization_code"}, {"code", code}, {"redirect_uri", config.redirect_uri}, {"code_verifier", verifier}}
	for ____, param in ipairs(authentication.params) do
		params[#params + 1] = param
	end
	local headers = {"Accept: application/json", "Content-Type: application/x-www-form-urlencoded"}
	for ____, header in ipairs(authentication.headers) do
		headers[#headers + 1] = header
	end
	local response = send(
		io,
		{
			method = "POST",
			url = discovery.token_endpoint,
			headers = headers,
			body = form_encode(params)
		},
		"TOKEN_ENDPOINT_NETWORK_ERROR"
	)
	return response.ok and read_token_response(response.data, session_id) or response
end
--- Whether a JWK may verify signatures of an algorithm: type, curve, use and algorithm agree (RFC 8725 section 3.1).
function ____exports.fits(jwk, alg)
	local ____temp_0
	if alg == "RS256" then
		____temp_0 = jwk.kty == "RSA"
	else
		____temp_0 = jwk.kty == "EC" and jwk.crv == "P-256"
	end
	local ____type = ____temp_0
	local use = jwk.use == nil or jwk.use == "sig"
	local operations = jwk.key_ops == nil or is_array(jwk.key_ops) and __TS__ArrayIncludes(jwk.key_ops, "verify")
	return ____type and use and operations and (jwk.alg == nil or jwk.alg == alg)
end
--- The keys to try: the one of that `kid`, or without one the first few that fit.
local function candidate_keys(keys, alg, kid)
	local fitting = __TS__ArrayFilter(
		keys,
		function(____, jwk) return ____exports.fits(jwk, alg) end
	)
	if kid == nil then
		return __TS__ArraySlice(fitting, 0, max_keys_tried)
	end
	local found = type(kid) == "string" and find_jwk(fitting, kid) or nil
	return found ~= nil and found.ok and ({found.data}) or ({})
end
--- Whether one of the keys made the signature.
local function verified_by(keys, jws, alg)
	for ____, jwk in ipairs(candidate_keys(keys, alg, jws.header.kid)) do
		local pem = jwk_to_pem(jwk)
		if pem.ok and verify_signature(jws, alg, pem.data) then
			return true
		end
	end
	return false
end
--- Verifies the signature, with the JWK Set fetched anew when that may help.
local function check_signature(io, jws, alg, keys, discovery, fresh)
	if verified_by(keys, jws, alg) then
		return ok(true)
	end
	if fresh then
		return signature_error()
	end
	local refreshed = load_jwks(io, discovery.jwks_uri, true)
	if not refreshed.ok then
		return refreshed
	end
	return verified_by(refreshed.data.keys, jws, alg) and ok(true) or signature_error()
end
--- `at_hash` (OpenID Connect Core section 3.1.3.6): the left half of the access token's SHA-256 in Base64URL. It must be
-- there unless the configuration says otherwise: one built by hand may lack the option.
local function check_at_hash(claims, config, access_token)
	local at_hash = claims.at_hash
	if at_hash == nil and config.at_hash_required == false then
		return ok(true)
	end
	if at_hash == nil then
		return err("AT_HASH_MISMATCH", {reason = "absent", hint = "see option at_hash"})
	end
	local expected = base64url_encode(__TS__StringSubstring(
		hash_sha256(access_token),
		0,
		16
	))
	return type(at_hash) == "string" and constant_time_eq(at_hash, expected) and ok(true) or err("AT_HASH_MISMATCH")
end
local function text_alg(jws)
	return type(jws.header.alg) == "string" and jws.header.alg or ""
end
--- Takes an ID Token apart and judges what needs no key: size, form, algorithm, `crit`. Fails with
-- ID_TOKEN_VERIFICATION_FAILED or UNSUPPORTED_ALGORITHM.
function ____exports.parse_id_token(id_token, policy)
	if #id_token > ____exports.max_token_length then
		return err("ID_TOKEN_VERIFICATION_FAILED", {reason = "over 16 384 bytes"})
	end
	local parsed = parse_jws(id_token)
	if not parsed.ok then
		return parsed
	end
	local alg = text_alg(parsed.data)
	if not __TS__ArrayIncludes(
		____exports.allowed_algs(policy),
		alg
	) then
		return err(
			"UNSUPPORTED_ALGORITHM",
			{alg = __TS__StringSubstring(alg, 0, 32)}
		)
	end
	return parsed.data.header.crit == nil and parsed or err("ID_TOKEN_VERIFICATION_FAILED", {reason = "crit is not supported"})
end
--- Validates an ID Token (OpenID Connect Core section 3.1.3.7, RFC 8725) and returns its claims. `keys` is the JWK Set;
-- on an unknown `kid` or a failed signature it is refreshed once. `now` is Unix time in seconds. Fails with
-- UNSUPPORTED_ALGORITHM, NONCE_MISMATCH, AT_HASH_MISMATCH, ID_TOKEN_VERIFICATION_FAILED, or as the refresh does.
function ____exports.verify_id_token(io, tokens, keys, config, handshake, discovery, now, policy)
	local parsed = ____exports.parse_id_token(tokens.id_token, policy)
	if not parsed.ok then
		return parsed
	end
	local alg = text_alg(parsed.data)
	local fresh = policy ~= nil and policy.keys_fresh == true
	local signature = check_signature(
		io,
		parsed.data,
		alg,
		keys,
		discovery,
		fresh
	)
	if not signature.ok then
		return signature
	end
	local claims = parsed.data.payload
	local judged = check_claims(claims, {issuer = config.issuer_url, client_id = config.client_id, now = now, clock_tolerance = config.clock_tolerance})
	if not judged.ok then
		return judged
	end
	if type(claims.nonce) ~= "string" or not constant_time_eq(claims.nonce, handshake.nonce) then
		return err("NONCE_MISMATCH")
	end
	local at_hash = check_at_hash(claims, config, tokens.access_token)
	return at_hash.ok and ok(claims) or at_hash
end
--- The claims of the UserInfo endpoint (OpenID Connect Core section 5.3). The caller compares `sub`. Fails with
-- USERINFO_NETWORK_ERROR or SSL_INIT_FAILED.
function ____exports.fetch_userinfo(io, endpoint, access_token)
	return get_json(io, endpoint, {"Authorization: Bearer " .. access_token}, "USERINFO_NETWORK_ERROR")
end
return ____exports
