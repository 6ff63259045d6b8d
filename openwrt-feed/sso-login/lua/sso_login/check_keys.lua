-- Generated from src/sso_login/check_keys.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__ArrayFind = ____lualib.__TS__ArrayFind
local __TS__ArrayIncludes = ____lualib.__TS__ArrayIncludes
local __TS__ArraySome = ____lualib.__TS__ArraySome
local __TS__ArrayFilter = ____lualib.__TS__ArrayFilter
local ____exports = {}
local ____check_report = require("sso_login.check_report")
local note = ____check_report.note
local ____crypto = require("sso_login.crypto")
local jwk_to_pem = ____crypto.jwk_to_pem
local ____discovery = require("sso_login.discovery")
local string_array = ____discovery.string_array
local ____jwks = require("sso_login.jwks")
local read_keys = ____jwks.read_keys
local ____oidc = require("sso_login.oidc")
local allowed_algs = ____oidc.allowed_algs
local fits = ____oidc.fits
--- Algorithms by the curve of a key that names none (RFC 7518 section 3.1, RFC 8037).
local curve_algorithms = {
	["P-256"] = "ES256",
	["P-384"] = "ES384",
	["P-521"] = "ES512",
	secp256k1 = "ES256K",
	Ed25519 = "EdDSA",
	Ed448 = "EdDSA"
}
local function text_of(value)
	return type(value) == "string" and value or ""
end
--- The algorithm of a key: what it says, or what its type is used with.
local function algorithm_of(jwk)
	local named = text_of(jwk.alg)
	if named ~= "" then
		return named
	end
	local ____type = text_of(jwk.kty)
	return ____type == "RSA" and "RS256" or (curve_algorithms[text_of(jwk.crv)] or ____type)
end
--- Whether a key is for signatures at all, as far as it says.
local function is_signing(jwk)
	return jwk.use == nil or jwk.use == "sig"
end
--- The algorithm that a login could verify with the key, or undefined.
local function usable_algorithm(jwk)
	return __TS__ArrayFind(
		allowed_algs(),
		function(____, alg) return fits(jwk, alg) and jwk_to_pem(jwk).ok end
	)
end
--- Most kinds of keys that a finding names; searching a longer list would take a router minutes with 256 KB of keys.
local max_named = 16
local function add(list, item)
	if #list < max_named and not __TS__ArrayIncludes(list, item) then
		list[#list + 1] = item
	end
end
--- What a key is, for people: algorithm, type and curve.
local function describe(jwk)
	local curve = text_of(jwk.crv)
	local fitting = __TS__ArraySome(
		allowed_algs(),
		function(____, alg) return fits(jwk, alg) end
	)
	local ____type = text_of(jwk.kty) .. (curve ~= "" and " " .. curve or "")
	return ((algorithm_of(jwk) .. " (") .. ____type) .. (fitting and ", of a size or form that is refused)" or ")")
end
--- Judges the JWK Set that `url` answered with.
function ____exports.check_keys(run, url, set)
	local all = read_keys(set)
	local keys = __TS__ArrayFilter(
		all or ({}),
		function(____, jwk) return is_signing(jwk) end
	)
	local usable = {}
	local others = {}
	for ____, jwk in ipairs(keys) do
		local alg = usable_algorithm(jwk)
		if alg ~= nil then
			add(usable, alg)
		else
			add(
				others,
				describe(jwk)
			)
		end
	end
	local params = {
		url = url,
		usable = table.concat(usable, ", "),
		keys = table.concat(others, ", ")
	}
	if #keys == 0 then
		note(
			run,
			"error",
			"keys_missing",
			params,
			all ~= nil and "ID_TOKEN_VERIFICATION_FAILED" or nil
		)
	elseif #usable == 0 then
		note(run, "error", "keys_unusable", params)
	elseif #others > 0 then
		note(run, "warning", "keys_partly", params)
	else
		note(run, "ok", "keys_ok", params)
	end
end
--- Judges the algorithms that the discovery document lists for ID Tokens; none listed says nothing.
function ____exports.check_algorithms(run, document)
	local offered = string_array(document.id_token_signing_alg_values_supported) or ({})
	if #offered > 0 and not __TS__ArraySome(
		offered,
		function(____, alg) return __TS__ArrayIncludes(
			allowed_algs(),
			alg
		) end
	) then
		note(
			run,
			"error",
			"algorithm_unsupported",
			{offered = table.concat(offered, ", ")}
		)
	end
end
return ____exports
