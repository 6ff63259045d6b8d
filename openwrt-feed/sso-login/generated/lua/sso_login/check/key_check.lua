-- Generated from src/sso_login/check/key_check.ts by "make lua"; do not edit.
--- The part of the check that judges a JWK Set: the keys that a login could use, and the others.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local report = require("sso_login.check.report")
local jwk = require("sso_login.jose.jwk")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local json = require("sso_login.io.json")
local id_token = require("sso_login.protocol.id_token")
local hash = require("sso_login.jose.hash")
local option_bounds = require("sso_login.settings.option_bounds")

--- Most kinds of keys that a finding names: with 256 KB of keys, a longer list would take a router minutes.
local max_named = 16

local function lacks_eddsa()
	return hash.native_backend().backend == "mbedtls"
end

--- The fault of a key that no login can use: its type, its numbers, this router's library, or only its algorithm.
local function kind_of(key)
	if key.crv == "Ed25519" and lacks_eddsa() then
		return "key_library"
	end
	local bare = {kty = key.kty, crv = key.crv, key_ops = key.key_ops}
	if not lib.ArraySome(option_bounds.algorithms, function(_, alg) return jwk.matches_alg(bare, alg) end) then
		return "key"
	end
	return jwk.jwk_to_pem(key).ok and "key_algorithm" or "key_refused"
end

--- The kind of a key that no login can use, with its type, and the algorithm that it names, or else the first that its type may have.
local function describe(key)
	local ____json_values_text_of_1 = json_values.text_of
	local ____key_kty_0 = key.kty
	if ____key_kty_0 == nil then
		____key_kty_0 = "no kty"
	end
	local kty = ____json_values_text_of_1(____key_kty_0)
	local curve = json_values.text_of(key.crv)
	local named = json_values.text_of(key.alg)
	local first = lib.ArrayFind(
		option_bounds.algorithms,
		function(_, alg) return jwk.matches_alg({kty = key.kty, crv = key.crv}, alg) end
	)
	local params = {alg = named ~= "" and named or (first or kty), type = kty .. (curve ~= "" and " " .. curve or "")}
	return {id = kind_of(key), params = params}
end

local function allowed_algs(config)
	return config.id_token_algs or id_token.default_algs
end

--- Notes key ids (RFC 7517 section 4.5) by which a login does not find one key.
local function check_ids(run, keys)
	local ids = bytes.sorted(
		lib.ArrayMap(
			lib.ArrayFilter(keys, function(_, key) return type(key.kid) == "string" end),
			function(_, key) return key.kid end
		)
	)
	local doubled = {}
	do
		local i = 1
		while i < #ids and #doubled < max_named do
			local kid = ids[i + 1] or ""
			if kid == ids[i] and kid ~= doubled[#doubled] then
				doubled[#doubled + 1] = kid
			end
			i = i + 1
		end
	end
	report.warn_of(run, "keys_doubled", "kids", doubled)
	if #ids < #keys then
		report.warning(run, "keys_without_id", {count = tostring(#keys - #ids)})
	end
end

function M.check_keys(run, config, url, set)
	local allowed = allowed_algs(config)
	local all = json_values.objects_of(set.keys)
	local keys = lib.ArrayFilter(all or {}, function(_, key) return jwk.is_signing(key) end)
	local usable = {}
	local others = {}
	local good = {}
	for _, key in ipairs(keys) do
		local alg = lib.ArrayFind(
			allowed,
			function(_, one) return jwk.matches_alg(key, one) and jwk.jwk_to_pem(key).ok end
		)
		local kind = describe(key)
		if alg == nil and #others < max_named and not lib.ArraySome(
			others,
			function(_, other) return json.encode(other) == json.encode(kind) end
		) then
			others[#others + 1] = kind
		elseif alg ~= nil then
			good[#good + 1] = key
			strings.add_missing(usable, {alg})
		end
	end
	local params = {
		url = url,
		usable = table.concat(usable, ", "),
		keys = json.list(others),
		allowed = table.concat(allowed, ", ")
	}
	if all == nil and #strings.sorted_keys(set) > 0 then
		report.error(run, "keys_absent", {url = url})
	elseif #keys == 0 then
		report.error(run, "keys_missing", params, all ~= nil and "ID_TOKEN_VERIFICATION_FAILED" or nil)
	elseif #usable == 0 then
		report.error(run, "keys_unusable", params)
	elseif #others > 0 then
		report.warning(run, "keys_partly", params)
	else
		report.ok(run, "keys_ok", params)
	end
	check_ids(run, good)
end

--- Judges the algorithms of the metadata, if they list any, and those of the option that this router's library lacks.
function M.check_algorithms(run, config, metadata)
	local allowed = allowed_algs(config)
	local offered = json_values.strings_of(metadata.id_token_signing_alg_values_supported) or {}
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
		json_values.strings_of(metadata.userinfo_signing_alg_values_supported) or {},
		function(_, alg) return alg ~= "none" end
	)
	if #signs > 0 then
		report.ok(run, "userinfo_signing", {offered = table.concat(signs, ", "), allowed = table.concat(allowed, ", ")})
	end
end

return M
