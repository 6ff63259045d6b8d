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
	local tried = jwk.candidates(keys, alg, kid)
	local facts = {alg = alg, kid = type(kid) == "string" and lib.StringSubstring(kid, 0, max_kid) or nil}
	local is_named = kid ~= nil and lib.ArraySome(keys, function(_, key) return key.kid == kid end)
	local matching = #jwk.matching(keys, alg, kid)
	if #keys == 0 then
		facts.reason = {id = "no_signing_key"}
	elseif kid ~= nil and type(kid) ~= "string" then
		facts.reason = "the token's kid is not a text"
		facts.hint = {id = "kid_as_text"}
	elseif kid ~= nil and not is_named then
		local are_named = lib.ArraySome(keys, function(_, key) return type(key.kid) == "string" end)
		local are_nameless = lib.ArrayEvery(keys, function(_, key) return key.kid == nil end)
		facts.reason = "no key of the provider has the token's kid"
		facts.hint = {id = are_named and "own_keys" or (are_nameless and "name_keys" or "kid_as_text")}
	elseif matching == 0 then
		facts.reason = is_named and "the key of this kid is not for this algorithm" or "no key of the provider fits the algorithm"
		facts.hint = {id = "signing_key"}
	elseif lib.ArrayEvery(tried, function(_, key) return not jwk.jwk_to_pem(key).ok end) then
		facts.reason = "the key cannot be used"
		facts.hint = {id = "usable_key"}
	elseif matching > #tried then
		facts.reason = ("no key of the first " .. tostring(#tried)) .. " that fit verifies the signature"
		facts.keys = matching
		facts.hint = {id = "name_keys"}
	else
		facts.reason = kid ~= nil and "the key of this kid does not verify the signature" or "no key that fits verifies the signature"
		facts.hint = {id = "own_keys"}
	end
	return err("ID_TOKEN_VERIFICATION_FAILED", facts)
end

--- UNSUPPORTED_ALGORITHM, with the option that would permit the algorithm.
function M.explain_alg(alg, allowed)
	local see_algs = {id = "see_algs", params = {allowed = table.concat(allowed, " ")}}
	local hint = lib.ArrayIncludes(option_bounds.algorithms, alg) and see_algs or nil
	return err("UNSUPPORTED_ALGORITHM", {alg = lib.StringSubstring(alg, 0, 32), hint = hint})
end

return M
