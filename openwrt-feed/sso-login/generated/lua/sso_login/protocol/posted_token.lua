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

--- Whether a key of the cache has signed a token; undefined where there is none.
function M.is_signed(io, config, opened)
	-- After a save, too: a claim that does not fit the new settings is told to the sender only where a key is known.
	local metadata = provider_metadata.cached(io, config, store.cache_lifetime)
	local keys = metadata ~= nil and jwk_set.cached_jwks(io, config, metadata.jwks_uri) or nil
	if keys ~= nil then
		return id_token.is_made_by(keys, opened)
	end
	return nil
end

return M
