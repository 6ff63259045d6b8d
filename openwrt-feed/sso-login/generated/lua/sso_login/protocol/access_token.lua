-- Generated from src/sso_login/protocol/access_token.ts by "make lua"; do not edit.
--- Access tokens of programs: JWTs of the provider for this router (RFC 9068 section 4).
local lib = require("sso_login.lualib")
local M = {}
local strings = require("sso_login.base.strings")
local values = require("sso_login.base.values")
local jws = require("sso_login.jose.jws")
local result = require("sso_login.result")
local ok = result.ok
local id_token = require("sso_login.protocol.id_token")
local posted_token = require("sso_login.protocol.posted_token")
local err, ok = result.err, result.ok

--- What ID Tokens and logout tokens have, and access tokens have not.
local foreign_claims = {"nonce", "at_hash", "c_hash", "events"}

--- The claims that may name the client: RFC 9068 section 2.2, OpenID Connect Core section 2, and Entra ID's first version.
local client_claims = {"client_id", "azp", "appid"}

--- The kind of token: `typ` of the header as an option allows it, and nothing that another kind of token has.
local function check_kind(header, claims, types)
	local typ = string.lower(values.text_of(header.typ))
	local bare = lib.StringStartsWith(typ, "application/") and lib.StringSubstring(typ, #"application/") or typ
	if not lib.ArraySome(types, function(_, ____type) return string.lower(____type) == bare end) then
		return id_token.claim_error("typ", {id = "see_token_types"})
	end
	local foreign = lib.ArrayFind(foreign_claims, function(_, name) return claims[name] ~= nil end)
	if foreign ~= nil then
		return id_token.claim_error(foreign, "is there: another kind of token")
	end
	if claims.typ ~= nil and claims.typ ~= "Bearer" then
		return id_token.claim_error("typ", "is not Bearer: another kind of token")
	end
	if claims.token_use ~= nil and claims.token_use ~= "access" then
		return id_token.claim_error("token_use", "is not access: another kind of token")
	end
	return claims.cnf == nil and ok(true) or id_token.claim_error(
		"cnf",
		"binds the token to a key, and nothing here proves its possession"
	)
end

--- The client, which all claims that name it must agree on.
local function client_of(claims)
	local client = ""
	for _, name in ipairs(lib.ArrayFilter(client_claims, function(_, claim) return claims[claim] ~= nil end)) do
		local found = id_token.check_name(claims, name)
		if not found.ok then
			return found
		end
		if client ~= "" and client ~= found.data then
			return id_token.claim_error(name, "is another client")
		end
		client = found.data
	end
	return client ~= "" and ok(client) or id_token.claim_error("client_id", "is missing")
end

--- The words of a claim that is a text or an array.
local function words_of(claim)
	return type(claim) == "string" and strings.split_words(claim, " ") or (values.strings_of(claim) or {})
end

--- `iat` and `nbf` with the tolerance; `exp` without it, as the session ends then.
local function check_times(claims, config, now)
	local times = id_token.check_times(claims, {now = now, clock_tolerance = config.clock_tolerance})
	if not times.ok then
		return times
	end
	local expiry = type(claims.exp) == "number" and math.floor(claims.exp) or 0
	return expiry > now and ok(expiry) or id_token.claim_error("exp", {id = "past"})
end

--- Judges all but the signature; ID_TOKEN_VERIFICATION_FAILED names the claim. `now` is Unix time in seconds.
function M.check_claims(header, claims, config, now)
	local kind = check_kind(header, claims, config.api_token_types or ({"at+jwt"}))
	if not kind.ok then
		return kind
	end
	if claims.iss ~= config.issuer_url then
		return id_token.claim_error("iss", "is not issuer_url")
	end
	if not id_token.has_audience(claims, config.api_audience or "") then
		return id_token.claim_error("aud", "is not api_audience")
	end
	local sub = id_token.check_name(claims, "sub")
	if not sub.ok then
		return sub
	end
	local client = client_of(claims)
	if not client.ok then
		return client
	end
	if config.api_client ~= nil and not lib.ArrayIncludes(config.api_client, client.data) then
		return id_token.claim_error("client_id", "is not in api_client")
	end
	local scopes = lib.ArrayConcat(words_of(claims.scope), words_of(claims.scp))
	if lib.ArraySome(
		config.api_scope or {},
		function(_, scope) return not lib.ArrayIncludes(scopes, scope) end
	) then
		return id_token.claim_error("scope", "lacks one of api_scope")
	end
	local expiry = check_times(claims, config, now)
	if not expiry.ok then
		return expiry
	end
	return ok({
		claims = claims,
		sub = sub.data,
		client = client.data,
		sid = values.name_of(claims.sid),
		issued_at = type(claims.iat) == "number" and claims.iat or now,
		["end"] = expiry.data
	})
end

--- What an access token says, when the provider signed it for `api_audience`. Claims come first, so that a token that they refuse
-- costs neither a signature nor a call. Without `may_call` only known keys count; else forged tokens fetch them once a minute.
-- Fails with ID_TOKEN_VERIFICATION_FAILED, UNSUPPORTED_ALGORITHM, or as discovery and the keys do.
function M.verify(io, config, token, may_call)
	local opened = posted_token.open(config, token)
	if not opened.ok then
		return opened
	end
	local claims = jws.read_claims(opened.data)
	local said = claims.ok and M.check_claims(opened.data.header, claims.data, config, io.time()) or claims
	if not said.ok then
		return said
	end
	local known = posted_token.cached_keys(io, config)
	local keys = known ~= nil and ok(known) or posted_token.fetch_keys(io, config, may_call)
	local signature = keys.ok and posted_token.check_signature(io, opened.data, keys.data, may_call) or keys
	return signature.ok and said or signature
end

return M
