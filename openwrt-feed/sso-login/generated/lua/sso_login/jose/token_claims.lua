-- Generated from src/sso_login/jose/token_claims.ts by "make lua"; do not edit.
--- The claims of JWTs (RFC 7519 section 4.1): one check with expectations for every kind of token.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local encoding = require("sso_login.base.encoding")
local json_values = require("sso_login.base.json_values")
local result = require("sso_login.result")
local hash = require("sso_login.jose.hash")
local err, ok = result.err, result.ok

--- Greatest NumericDate that is accepted, the end of the year 9999: greater ones are attacks on arithmetic.
local max_date = 253402300799
local no_name = "is not a non-empty text without NUL"
local no_number = "is a number, and must be a text"

--- ID_TOKEN_VERIFICATION_FAILED for a claim.
function M.claim_error(claim, reason)
	return err("ID_TOKEN_VERIFICATION_FAILED", {claim = claim, reason = reason})
end

--- Bytes of a received value that the log shows, and the first number that is too large.
local max_received = 200
local too_large = 100000000000000

--- A received value for the log: a text as it is, another value as JSON.
function M.received(value)
	if value == nil then
		return "absent"
	end
	-- The two languages write fractions and large numbers differently.
	if type(value) == "number" and (value ~= math.floor(value) or value >= too_large or value <= -too_large) then
		return "a number"
	end
	local text = type(value) == "string" and value or table.concat(lib.StringSplit(json.encode(value), "\\/"), "/")
	return lib.StringSubstring(text, 0, max_received)
end

--- ID_TOKEN_VERIFICATION_FAILED for a claim that is another than it must be, with both.
local function mismatch(claim, reason, value, wanted)
	return err("ID_TOKEN_VERIFICATION_FAILED", {
		claim = claim,
		reason = reason,
		received = M.received(value),
		expected = wanted
	})
end
local no_date = "is not a date"

--- A NumericDate (RFC 7519 section 2): a finite number that is not negative.
function M.is_date(value)
	return type(value) == "number" and value >= 0 and value <= max_date
end

--- Whether `typ` is one of these types (RFC 7515 section 4.1.9).
local function is_type(typ, types)
	local name = string.lower(json_values.text_of(typ))
	local bare = lib.StringStartsWith(name, "application/") and lib.StringSubstring(name, #"application/") or name
	return lib.ArraySome(types, function(_, ____type) return string.lower(____type) == bare end)
end

--- The text of a claim that names somebody or something.
function M.check_name(claims, claim)
	local name = claims[claim]
	if json_values.is_name(name) then
		return ok(name)
	end
	local other = type(name) == "number" and no_number or no_name
	return M.claim_error(claim, name == nil and "is missing" or other)
end

--- `aud` and `azp`.
local function check_audience(claims, expected)
	local several = json.is_array(claims.aud) and claims.aud or nil
	local audiences = several or ({claims.aud})
	local is_api = expected.client_id == nil
	local audience
	if is_api then
		audience = expected.api_audience
	else
		audience = expected.client_id
	end
	if not lib.ArrayIncludes(audiences, audience) or lib.ArraySome(
		audiences,
		function(_, member) return type(member) ~= "string" end
	) then
		return mismatch("aud", is_api and "is not api_audience" or "is not for this client", claims.aud, audience)
	end
	if is_api then
		return ok(true)
	end
	-- The same value twice is one audience.
	if claims.azp == nil and lib.ArraySome(audiences, function(_, member) return member ~= audience end) then
		return M.claim_error("azp", "is missing although there are several audiences")
	end
	return (claims.azp == nil or claims.azp == audience) and ok(true) or mismatch(
		"azp",
		"is not this client",
		claims.azp,
		audience
	)
end

--- `at_hash` (OpenID Connect Core section 3.1.3.6): the left half of the access token's hash, which is that of `alg`, in
-- Base64URL. AT_HASH_MISMATCH where it differs, or is absent although it must be there.
local function check_at_hash(claims, alg, access_token, required)
	local at_hash = claims.at_hash
	if at_hash == nil then
		return required and err("AT_HASH_MISMATCH", {reason = "absent", hint = {id = "see_at_hash"}}) or ok(true)
	end
	local digest = hash.hash_by_alg(alg, access_token) or ""
	local right = encoding.base64url_encode(lib.StringSubstring(digest, 0, #digest / 2))
	local same = type(at_hash) == "string" and hash.constant_time_eq(at_hash, right)
	return same and digest ~= "" and ok(true) or err("AT_HASH_MISMATCH")
end

local function too_old(reason)
	return err("AUTHENTICATION_TOO_OLD", {claim = "auth_time", reason = reason})
end

--- How and when the user was authenticated (OpenID Connect Core sections 2 and 3.1.2.1): `acr` against `acr_values`, `auth_time`
-- against `max_age`. AUTHENTICATION_TOO_WEAK, AUTHENTICATION_TOO_OLD.
function M.check_authentication(claims, expected)
	local acr = claims.acr
	if expected.acr_values ~= nil and not lib.ArraySome(
		expected.acr_values,
		function(_, value) return value == acr end
	) then
		local reason = acr == nil and "absent" or "different"
		return err("AUTHENTICATION_TOO_WEAK", {
			reason = reason,
			acr = acr == nil and "" or lib.StringSubstring(M.received(acr), 0, 64)
		})
	end
	local auth_time = claims.auth_time
	if expected.max_age == nil then
		return ok(true)
	end
	if not M.is_date(auth_time) then
		return too_old(auth_time == nil and "absent" or "is not a date")
	end
	local age = expected.now - auth_time
	if age < -expected.clock_tolerance then
		return too_old({id = "future"})
	end
	return age > expected.max_age + expected.clock_tolerance and too_old("is too long ago") or ok(true)
end

--- A refreshed ID Token beside the one of the login (OpenID Connect Core section 12.2); times have the tolerance.
local function check_refreshed(claims, first, clock_tolerance)
	if claims.sub ~= first.sub then
		return M.claim_error("sub", "is not that of the login")
	end
	if M.is_date(first.iat) and claims.iat < first.iat - clock_tolerance then
		return M.claim_error("iat", "is before that of the login")
	end
	return (claims.auth_time == nil or first.auth_time == nil or claims.auth_time == first.auth_time) and ok(
		true
	) or M.claim_error("auth_time", "is not that of the login")
end

--- Checks header and claims of a token against expectations: `typ`, foreign claims, `iss`, `sub`, `aud`, `azp`, `exp`, `iat`, `nbf`, `nonce`,
-- `at_hash`, `acr` and `auth_time`. ID_TOKEN_VERIFICATION_FAILED names the claim; NONCE_MISMATCH, AT_HASH_MISMATCH,
-- AUTHENTICATION_TOO_WEAK, AUTHENTICATION_TOO_OLD.
function M.check_claims(header, claims, expected)
	local optional = expected.optional or {}
	local function is_checked(name, value)
		return value ~= nil or not lib.ArrayIncludes(optional, name)
	end
	local latest = expected.now + expected.clock_tolerance
	if expected.types ~= nil and is_checked("typ", header.typ) and not is_type(header.typ, expected.types) then
		return M.claim_error("typ", header.typ == nil and "has no type" or expected.types_reason)
	end
	local foreign = lib.ArrayFind(expected.foreign or {}, function(_, name) return claims[name] ~= nil end)
	if foreign ~= nil then
		return M.claim_error(foreign, "is there: another kind of token")
	end
	if is_checked("iss", claims.iss) and claims.iss ~= expected.issuer then
		return mismatch("iss", "is not issuer_url", claims.iss, expected.issuer)
	end
	local subject = M.check_name(claims, "sub")
	if not subject.ok and not lib.ArrayIncludes(optional, "sub") then
		return subject
	end
	if is_checked("aud", claims.aud) then
		local audience = check_audience(claims, expected)
		if not audience.ok then
			return audience
		end
	end
	local exp = claims.exp
	if is_checked("exp", exp) and not M.is_date(exp) then
		return mismatch("exp", no_date, exp)
	end
	if M.is_date(exp) and expected.now >= exp + expected.clock_tolerance then
		return M.claim_error("exp", {id = "past"})
	end
	for _, name in ipairs({"iat", "nbf"}) do
		local date = claims[name]
		local is_absent = date == nil and (name == "nbf" or lib.ArrayIncludes(optional, name))
		if not is_absent and not M.is_date(date) then
			return mismatch(name, no_date, date)
		end
		if M.is_date(date) and date > latest then
			return M.claim_error(name, {id = "future"})
		end
	end
	local nonce = claims.nonce
	local function is_same_nonce(wanted)
		return type(nonce) == "string" and hash.constant_time_eq(nonce, wanted)
	end
	if expected.nonce ~= nil and is_checked("nonce", nonce) and not is_same_nonce(expected.nonce) then
		return err("NONCE_MISMATCH", {reason = nonce == nil and "absent" or "different"})
	end
	if expected.access_token ~= nil then
		local alg = json_values.text_of(header.alg)
		local at_hash = check_at_hash(claims, alg, expected.access_token, expected.at_hash_required ~= false)
		if not at_hash.ok then
			return at_hash
		end
	end
	local first = expected.first
	return first ~= nil and check_refreshed(
		claims,
		first,
		expected.clock_tolerance
	) or M.check_authentication(claims, expected)
end

--- Whether the user was authenticated before a time, as far as `auth_time` tells; Unix seconds.
function M.was_before(claims, time, clock_tolerance)
	local auth_time = claims.auth_time
	return time ~= nil and M.is_date(auth_time) and auth_time < time - clock_tolerance
end

return M
