-- Generated from src/sso_login/protocol/posted_token.ts by "make lua"; do not edit.
--- Access tokens and logout tokens, which others post to the router: the common part of their verification.
local lib = require("sso_login.lualib")
local M = {}
local failures = require("sso_login.base.failures")
local store = require("sso_login.base.store")
local json_values = require("sso_login.base.json_values")
local token_claims = require("sso_login.jose.token_claims")
local jws = require("sso_login.jose.jws")
local result = require("sso_login.result")
local id_token = require("sso_login.protocol.id_token")
local jwk_set = require("sso_login.protocol.jwk_set")
local provider_metadata = require("sso_login.protocol.provider_metadata")
local err, ok = result.err, result.ok

--- Bytes of a token: it has fewer claims than an ID Token.
local max_length = 8192

--- Seconds in which forged tokens make the service fetch the keys at most once.
local refresh_interval = 60

--- A refusal whose reason the sender may read: the token is the provider's.
function M.told(refusal)
	return failures.answered(refusal, {is_signed = true})
end

--- Takes a token apart and checks its header.
function M.open(config, token)
	if #token > max_length then
		local hint = {id = "shorter_token"}
		return err("ID_TOKEN_VERIFICATION_FAILED", {reason = "over 8192 bytes", bytes = #token, hint = hint})
	end
	local opened = jws.open_jws(token)
	return opened.ok and id_token.check_header(opened.data, config.id_token_algs) or opened
end

--- Whether `typ` is one of these types (RFC 7515 section 4.1.9).
local function is_type(typ, types)
	local name = string.lower(json_values.text_of(typ))
	local bare = lib.StringStartsWith(name, "application/") and lib.StringSubstring(name, #"application/") or name
	return lib.ArraySome(types, function(_, ____type) return string.lower(____type) == bare end)
end

--- Checks that a token is of a kind; ID_TOKEN_VERIFICATION_FAILED.
function M.check_kind(header, claims, kind)
	local is_absent = header.typ == nil
	if not (is_absent and kind.may_lack_type) and not is_type(header.typ, kind.types) then
		return token_claims.claim_error("typ", is_absent and "has no type" or kind.reason)
	end
	local foreign = lib.ArrayFind(kind.foreign_claims, function(_, name) return claims[name] ~= nil end)
	return foreign == nil and ok(true) or token_claims.claim_error(foreign, "is there: another kind of token")
end

--- The provider's keys; undefined when no cache has them.
function M.cached_keys(io, config)
	local metadata = provider_metadata.cached_of_provider(io, config)
	return metadata ~= nil and jwk_set.cached_jwks(io, config, metadata.jwks_uri) or nil
end

--- The keys that no cache has, from the provider if it may be called.
function M.fetch_keys(io, config, may_call)
	if not may_call then
		return err("ID_TOKEN_VERIFICATION_FAILED", {reason = "the provider's keys are not known"})
	end
	local metadata = provider_metadata.of_provider(io, config)
	return metadata.ok and jwk_set.load_jwks(io, config, metadata.data.jwks_uri, false) or metadata
end

--- Seconds until the keys may be fetched again, where none of them has the token's `kid`; undefined where another has no use.
function M.seconds_until_fetch(io, opened, keys)
	local is_known = opened.header.kid == nil or lib.ArraySome(
		keys.keys,
		function(_, key) return key.kid == opened.header.kid end
	)
	local age = io.time() - (keys.fetched_at or 0)
	return not is_known and age >= 0 and age < refresh_interval and refresh_interval - age or nil
end

--- Verifies the signature; the keys are fetched anew where that may help, and may be.
function M.check_signature(io, config, opened, keys, may_call)
	local is_recent = store.is_fresh(keys.fetched_at, io.time(), refresh_interval)
	local is_final = keys.is_final or is_recent or not may_call
	return id_token.check_signature(io, config, opened, {uri = keys.uri, keys = keys.keys, is_final = is_final})
end

return M
