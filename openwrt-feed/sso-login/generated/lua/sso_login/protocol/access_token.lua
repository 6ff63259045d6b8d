-- Generated from src/sso_login/protocol/access_token.ts by "make lua"; do not edit.
--- Access tokens of programs: JWTs of the provider for this router (RFC 9068 section 4).
local lib = require("sso_login.lualib")
local M = {}
local failures = require("sso_login.base.failures")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local token_claims = require("sso_login.jose.token_claims")
local jws = require("sso_login.jose.jws")
local result = require("sso_login.result")
local role_matching = require("sso_login.rights.role_matching")
local known_metadata = require("sso_login.protocol.known_metadata")
local id_token = require("sso_login.protocol.id_token")
local posted_token = require("sso_login.protocol.posted_token")
local err, ok = result.err, result.ok

--- Loaded for a token that no known key has signed.
local function metadata_call()
	return require("sso_login.protocol.metadata_call")
end

--- Claims of ID Tokens and logout tokens, which access tokens lack.
local foreign_claims = {"nonce", "at_hash", "c_hash", "events"}

--- The claims that may name the client: RFC 9068 section 2.2, OpenID Connect Core section 2, and Entra ID's first version; else Okta's.
local client_claims = {"client_id", "azp", "appid"}
local last_claim = "cid"

--- Claims of other kinds of tokens, and `cnf`: no proof of possession is verified here.
local function check_kind(claims)
	if claims.typ ~= nil and claims.typ ~= "Bearer" then
		return token_claims.claim_error("typ", "is not Bearer: another kind of token")
	end
	if claims.token_use ~= nil and claims.token_use ~= "access" then
		return token_claims.claim_error("token_use", "is not access: another kind of token")
	end
	return claims.cnf == nil and ok(true) or token_claims.claim_error(
		"cnf",
		"binds the token to a key, and nothing here proves its possession"
	)
end

--- The client, on which all claims that name it must agree.
local function client_of(claims)
	local client = ""
	local named = lib.ArrayFilter(client_claims, function(_, claim) return claims[claim] ~= nil end)
	for _, name in ipairs((#named > 0 or claims[last_claim] == nil) and named or ({last_claim})) do
		local found = token_claims.check_name(claims, name)
		if not found.ok then
			return found
		end
		if client ~= "" and client ~= found.data then
			return token_claims.claim_error(name, "is another client")
		end
		client = found.data
	end
	return client ~= "" and ok(client) or token_claims.claim_error("client_id", "is missing")
end

--- The words of a claim that is a text or an array.
local function words_of(claim)
	return type(claim) == "string" and strings.split_words(claim, " ") or (json_values.strings_of(claim) or {})
end

--- Checks everything but the signature; ID_TOKEN_VERIFICATION_FAILED names the claim; for a user's token also AUTHENTICATION_TOO_WEAK and
-- AUTHENTICATION_TOO_OLD. `now` is Unix time in seconds.
function M.check_claims(header, claims, config, now)
	local types = config.api_token_types or ({"at+jwt"})
	local reason = {id = "see_token_types"}
	local of_kind = posted_token.check_kind(header, claims, {
		types = types,
		reason = reason,
		may_lack_type = false,
		foreign_claims = foreign_claims
	})
	if not of_kind.ok then
		return of_kind
	end
	local checked = token_claims.check_claims(header, claims, {
		issuer = config.issuer_url,
		audience = {kind = "api", value = config.api_audience},
		now = now,
		clock_tolerance = config.clock_tolerance
	})
	if not checked.ok then
		return checked
	end
	local kind = check_kind(claims)
	if not kind.ok then
		return kind
	end
	local client = client_of(claims)
	if not client.ok then
		return client
	end
	-- Programs are not asked how they were authenticated (RFC 9470 is about users).
	if role_matching.is_of_person(claims, client.data) then
		local authenticated = token_claims.check_authentication(claims, config, now)
		if not authenticated.ok then
			return authenticated
		end
	end
	if config.api_client ~= nil and not lib.ArrayIncludes(config.api_client, client.data) then
		return token_claims.claim_error("client_id", "is not in api_client")
	end
	local scopes = lib.ArrayConcat(words_of(claims.scope), words_of(claims.scp))
	if lib.ArraySome(
		config.api_scope or {},
		function(_, scope) return not lib.ArrayIncludes(scopes, scope) end
	) then
		return token_claims.claim_error("scope", "lacks one of api_scope")
	end
	-- The session ends then, so there is no tolerance.
	local expiry = math.floor(claims.exp)
	if expiry <= now then
		return token_claims.claim_error("exp", {id = "past_token"})
	end
	return ok({
		claims = claims,
		sub = claims.sub,
		client = client.data,
		sid = json_values.name_of(claims.sid),
		issued_at = claims.iat,
		["end"] = expiry
	})
end

--- Takes an access token apart and looks for a known key that has signed it: what a token costs that a stranger sends. Fails with
-- ID_TOKEN_VERIFICATION_FAILED, UNSUPPORTED_ALGORITHM.
function M.open(io, config, token)
	local opened = posted_token.open(config, token)
	if not opened.ok then
		local opaque = {reason = "is opaque, not a JWT", hint = {id = "opaque_token"}}
		return opened.meaning == "opaque" and err(opened.error, opaque, opened.meaning) or opened
	end
	return ok({opened = opened.data, is_signed = posted_token.is_signed(io, config, opened.data) == true})
end

--- Verifies that the provider has signed an access token for `api_audience`. Claims come before keys that no cache has, so that a token that
-- they refuse costs no call; where known keys have signed it, its sender may be told why. `retry_after` where a new key may be known then.
-- Fails with ID_TOKEN_VERIFICATION_FAILED, UNSUPPORTED_ALGORITHM, or as metadata and keys do.
function M.verify_opened(io, config, token)
	local opened = token.opened
	local claims = jws.read_claims(opened)
	local checked = claims.ok and M.check_claims(opened.header, claims.data, config, io.time()) or claims
	if token.is_signed then
		return (checked.ok or not claims.ok) and checked or posted_token.told(checked)
	end
	if not checked.ok then
		return checked
	end
	local metadata = known_metadata.of_provider(io, config)
	local retry_after = metadata.ok and metadata_call().seconds_until(io, metadata.data) or 0
	local signed = id_token.check_provider(io, config, metadata, opened)
	if signed.ok then
		return checked
	end
	return retry_after > 0 and failures.answered(failures.adding(signed, {retry_after = retry_after}), {
		retry_after = retry_after
	}) or signed
end

return M
