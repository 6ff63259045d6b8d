-- Generated from src/sso_login/explain/key_failure.ts by "make lua"; do not edit.
--- The reasons why a signature is refused: its algorithm, or none of the provider's keys verifies it.
local lib = require("sso_login.lualib")
local M = {}
local jwk = require("sso_login.jose.jwk")
local result = require("sso_login.result")
local err = result.err
local option_bounds = require("sso_login.settings.option_bounds")
local err, ok = result.err, result.ok

--- Bytes of a `kid` that the log shows.
local max_kid = 64

--- ID_TOKEN_VERIFICATION_FAILED where no key verifies, with the reason: each kind of failure has its own.
function M.explain(keys, header, alg)
	local kid = header.kid
	local shown_kid = type(kid) == "string" and lib.StringSubstring(kid, 0, max_kid) or nil
	local function failed(reason, hint, count)
		local advice = hint ~= nil and ({id = hint}) or nil
		return err("ID_TOKEN_VERIFICATION_FAILED", {
			alg = alg,
			kid = shown_kid,
			reason = reason,
			keys = count,
			hint = advice
		})
	end
	local tried = jwk.candidates(keys, alg, kid)
	local is_named = kid ~= nil and lib.ArraySome(keys, function(_, key) return key.kid == kid end)
	local matching = #jwk.matching(keys, alg, kid)
	if #keys == 0 then
		return failed({id = "no_signing_key"})
	end
	if kid ~= nil and type(kid) ~= "string" then
		return failed("the token's kid is not a text", "kid_as_text")
	end
	if kid ~= nil and not is_named then
		local are_named = lib.ArraySome(keys, function(_, key) return type(key.kid) == "string" end)
		local are_nameless = lib.ArrayEvery(keys, function(_, key) return key.kid == nil end)
		local hint = are_named and "own_keys" or (are_nameless and "name_keys" or "kid_as_text")
		return failed("no key of the provider has the token's kid", hint)
	end
	if matching == 0 then
		local of_kid = "the key of this kid is not for this algorithm"
		return failed(is_named and of_kid or "no key of the provider fits the algorithm", "signing_key")
	end
	if lib.ArrayEvery(tried, function(_, key) return not jwk.jwk_to_pem(key).ok end) then
		return failed("the key cannot be used", "usable_key")
	end
	if matching > #tried then
		return failed(
			("no key of the first " .. tostring(#tried)) .. " that fit verifies the signature",
			"name_keys",
			matching
		)
	end
	local of_kid = "the key of this kid does not verify the signature"
	return failed(kid ~= nil and of_kid or "no key that fits verifies the signature", "own_keys")
end

--- UNSUPPORTED_ALGORITHM, with the option that would permit the algorithm.
function M.explain_alg(alg, allowed)
	local see_algs = {id = "see_algs", params = {allowed = table.concat(allowed, " ")}}
	local hint = lib.ArrayIncludes(option_bounds.algorithms, alg) and see_algs or nil
	return err("UNSUPPORTED_ALGORITHM", {alg = lib.StringSubstring(alg, 0, 32), hint = hint})
end

return M
