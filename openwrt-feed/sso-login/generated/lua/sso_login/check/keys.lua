-- Generated from src/sso_login/check/keys.ts by "make lua"; do not edit.
--- The part of the check that judges a JWK Set: which keys a login could use, and what the others are.
local lib = require("sso_login.lualib")
local M = {}
local report = require("sso_login.check.report")
local jwk = require("sso_login.jose.jwk")
local values = require("sso_login.base.values")
local json = require("sso_login.io.json")
local jwks = require("sso_login.protocol.jwks")
local id_token = require("sso_login.protocol.id_token")
local hash = require("sso_login.jose.hash")
local limits = require("sso_login.settings.limits")

--- Algorithms by the curve of a key that names none (RFC 7518 section 3.1, RFC 8037).
local curve_algorithms = {
	["P-256"] = "ES256",
	["P-384"] = "ES384",
	["P-521"] = "ES512",
	secp256k1 = "ES256K",
	Ed25519 = "EdDSA",
	Ed448 = "EdDSA"
}

--- The algorithm of a key: what it says, or what its type is used with.
local function algorithm_of(key)
	local named = values.text_of(key.alg)
	if named ~= "" then
		return named
	end
	local ____type = values.text_of(key.kty)
	return ____type == "RSA" and "RS256" or (curve_algorithms[values.text_of(key.crv)] or ____type)
end

--- Whether a key is for signatures at all, as far as it says.
local function is_signing(key)
	return key.use == nil or key.use == "sig"
end

--- The algorithm that a login could verify with the key, or undefined.
local function usable_algorithm(key, allowed)
	return lib.ArrayFind(allowed, function(_, alg) return jwk.matches_alg(key, alg) and jwk.jwk_to_pem(key).ok end)
end

--- Most kinds of keys that a finding names; searching a longer list would take a router minutes with 256 KB of keys.
local max_named = 16

--- Whether this router's library has no EdDSA.
local function lacks_eddsa()
	return hash.native_backend().backend == "mbedtls"
end

--- What is wrong with a key that no login can use: its type, its numbers, the library here, or only the algorithm that it is for.
local function kind_of(key)
	if key.crv == "Ed25519" and lacks_eddsa() then
		return "key_library"
	end
	local bare = {kty = key.kty, crv = key.crv, key_ops = key.key_ops}
	if not lib.ArraySome(limits.algorithms, function(_, alg) return jwk.matches_alg(bare, alg) end) then
		return "key"
	end
	return jwk.jwk_to_pem(key).ok and "key_algorithm" or "key_refused"
end

--- Algorithm, type and curve of such a key.
local function describe(key)
	local curve = values.text_of(key.crv)
	local ____type = values.text_of(key.kty) .. (curve ~= "" and " " .. curve or "")
	return {id = kind_of(key), params = {alg = algorithm_of(key), type = ____type}}
end

local function is_same_kind(one, other)
	return one.id == other.id and one.params.alg == other.params.alg and one.params.type == other.params.type
end

--- The algorithms that a login takes.
local function allowed_algs(config)
	return id_token.allowed_algs({allowed_algs = config.id_token_algs})
end

--- Judges the JWK Set that `url` answered with.
function M.check_keys(run, config, url, set)
	local allowed = allowed_algs(config)
	local all = jwks.read_keys(set)
	local keys = lib.ArrayFilter(all or {}, function(_, key) return is_signing(key) end)
	local usable = {}
	local others = {}
	for _, key in ipairs(keys) do
		local alg = usable_algorithm(key, allowed)
		local kind = describe(key)
		if alg == nil and #others < max_named and not lib.ArraySome(
			others,
			function(_, other) return is_same_kind(other, kind) end
		) then
			others[#others + 1] = kind
		elseif alg ~= nil and not lib.ArrayIncludes(usable, alg) then
			usable[#usable + 1] = alg
		end
	end
	local params = {
		url = url,
		usable = table.concat(usable, ", "),
		keys = json.list(others),
		allowed = table.concat(allowed, ", ")
	}
	if #keys == 0 then
		report.error(run, "keys_missing", params, all ~= nil and "ID_TOKEN_VERIFICATION_FAILED" or nil)
	elseif #usable == 0 then
		report.error(run, "keys_unusable", params)
	elseif #others > 0 then
		report.warning(run, "keys_partly", params)
	else
		report.ok(run, "keys_ok", params)
	end
end

--- Judges the algorithms that the discovery document lists, none listed says nothing, and those of the option that this
-- router's library lacks.
function M.check_algorithms(run, config, document)
	local allowed = allowed_algs(config)
	local offered = values.strings_of(document.id_token_signing_alg_values_supported) or {}
	if #offered > 0 and not lib.ArraySome(
		offered,
		function(_, alg) return lib.ArrayIncludes(allowed, alg) end
	) then
		report.error(run, "algorithm_unsupported", {
			offered = table.concat(offered, ", "),
			allowed = table.concat(allowed, ", ")
		})
	end
	if lib.ArrayIncludes(allowed, "EdDSA") and lacks_eddsa() then
		report.warning(run, "algorithm_missing")
	end
	local signs = lib.ArrayFilter(
		values.strings_of(document.userinfo_signing_alg_values_supported) or {},
		function(_, alg) return alg ~= "none" end
	)
	if #signs > 0 then
		report.ok(run, "userinfo_signing", {offered = table.concat(signs, ", "), allowed = table.concat(allowed, ", ")})
	end
end

return M
