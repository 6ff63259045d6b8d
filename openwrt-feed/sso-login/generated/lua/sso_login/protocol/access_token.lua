-- Generated from src/sso_login/protocol/access_token.ts by "make lua"; do not edit.
--- Access tokens of programs: JWTs of the provider for this router (RFC 9068 section 4).
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local store = require("sso_login.base.store")
local strings = require("sso_login.base.strings")
local values = require("sso_login.base.values")
local jws = require("sso_login.jose.jws")
local result = require("sso_login.result")
local id_token = require("sso_login.protocol.id_token")
local jwks = require("sso_login.protocol.jwks")
local metadata = require("sso_login.protocol.metadata")
local err, ok = result.err, result.ok

--- Bytes of an access token.
local max_length = 8192

--- Seconds in which forged tokens can make the service fetch the keys at most once.
local refresh_interval = 60

--- What ID Tokens and logout tokens have, and access tokens have not.
local foreign_claims = {"nonce", "at_hash", "c_hash", "events"}

--- The claims that may name the client: RFC 9068 section 2.2, OpenID Connect Core section 2, and Entra ID's first version.
local client_claims = {"client_id", "azp", "appid"}

local function is_name(value)
	return type(value) == "string" and value ~= "" and not lib.StringIncludes(value, "\0")
end

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

--- Whether `aud` has this audience: a string, or an array of strings.
local function check_audience(claims, audience)
	local aud = claims.aud
	local audiences = json.is_array(aud) and aud or ({aud})
	local has = lib.ArrayIncludes(audiences, audience) and lib.ArrayEvery(
		audiences,
		function(_, member) return type(member) == "string" end
	)
	return has and ok(true) or id_token.claim_error("aud", "is not api_audience")
end

--- The client, which all claims that name it must agree on.
local function client_of(claims)
	local client = ""
	for _, name in ipairs(client_claims) do
		local value = claims[name]
		if value ~= nil then
			if not is_name(value) then
				return id_token.claim_error(name, "is not a non-empty text without NUL")
			end
			if client ~= "" and client ~= value then
				return id_token.claim_error(name, "is another client")
			end
			client = value
		end
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
	local audience = check_audience(claims, config.api_audience or "")
	if not audience.ok then
		return audience
	end
	local sub = claims.sub
	if not is_name(sub) then
		return id_token.claim_error("sub", "is not a non-empty text without NUL")
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
	local sid = values.text_of(claims.sid)
	return ok({
		claims = claims,
		sub = sub,
		client = client.data,
		sid = lib.StringIncludes(sid, "\0") and "" or sid,
		issued_at = type(claims.iat) == "number" and claims.iat or now,
		["end"] = expiry.data
	})
end

--- The provider's keys, from the cache or, where that may be, from the provider.
local function keys_for(io, config, may_call)
	local known = metadata.cached_of_provider(io, config)
	local cached = known ~= nil and jwks.cached_jwks(io, known.jwks_uri) or nil
	if cached ~= nil then
		return ok(cached)
	end
	if not may_call then
		return err("ID_TOKEN_VERIFICATION_FAILED", {reason = "the provider's keys are not known"})
	end
	local discovery = metadata.of_provider(io, config)
	return discovery.ok and jwks.load_jwks(io, discovery.data.jwks_uri, false) or discovery
end

--- Takes a token apart and judges what needs no key.
local function judge(io, config, token)
	if #token > max_length then
		return err("ID_TOKEN_VERIFICATION_FAILED", {reason = "over 8192 bytes"})
	end
	local opened = jws.open_jws(token)
	local checked = opened.ok and id_token.check_header(opened.data, {allowed_algs = config.id_token_algs}) or opened
	local claims = checked.ok and jws.read_claims(checked.data) or checked
	if not checked.ok or not claims.ok then
		return checked.ok and claims or checked
	end
	local said = M.check_claims(checked.data.header, claims.data, config, io.time())
	return said.ok and ok({opened = checked.data, said = said.data}) or said
end

--- What an access token says, when the provider signed it for `api_audience`. Claims come first, so that a token that they refuse
-- costs neither a signature nor a call. Without `may_call` only known keys count; else forged tokens fetch them once a minute.
-- Fails with ID_TOKEN_VERIFICATION_FAILED, UNSUPPORTED_ALGORITHM, or as discovery and the keys do.
function M.verify(io, config, token, may_call)
	local judged = judge(io, config, token)
	local set = judged.ok and keys_for(io, config, may_call) or judged
	if not judged.ok or not set.ok then
		return judged.ok and set or judged
	end
	local is_recent = store.is_fresh(set.data.fetched_at, io.time(), refresh_interval)
	set.data.fresh = set.data.fresh or is_recent or not may_call
	local signature = id_token.check_signature(io, judged.data.opened, set.data)
	return signature.ok and ok(judged.data.said) or signature
end

return M
