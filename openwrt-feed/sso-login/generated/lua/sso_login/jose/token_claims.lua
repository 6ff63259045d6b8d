-- Generated from src/sso_login/jose/token_claims.ts by "make lua"; do not edit.
--- The claims of JWTs (RFC 7519 section 4.1): one check with expectations for every kind of token.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local json = require("sso_login.io.json")
local json_values = require("sso_login.base.json_values")
local result = require("sso_login.result")
local hash = require("sso_login.jose.hash")
local err, ok = result.err, result.ok

--- Expectations of a token for this client; `now` is Unix time in seconds.
function M.for_client(config, now)
	local audience = {kind = "client", value = config.client_id}
	return {issuer = config.issuer_url, audience = audience, now = now, clock_tolerance = config.clock_tolerance}
end

--- Greatest NumericDate that is accepted, the end of the year 9999: greater ones are attacks on arithmetic.
local max_date = 253402300799
local no_name = "is not a non-empty text without NUL"
local no_number = "is a number, and must be a text"

--- ID_TOKEN_VERIFICATION_FAILED for a claim.
function M.claim_error(claim, reason, meaning)
	return err("ID_TOKEN_VERIFICATION_FAILED", {claim = claim, reason = reason}, meaning)
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
	local meaning = claim == "iss" and type(value) == "string" and "other_issuer" or nil
	return err(
		"ID_TOKEN_VERIFICATION_FAILED",
		{claim = claim, reason = reason, received = M.received(value), expected = wanted},
		meaning
	)
end
local no_date = "is not a date"

--- A NumericDate (RFC 7519 section 2): a finite number that is not negative.
function M.is_date(value)
	return type(value) == "number" and value >= 0 and value <= max_date
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

--- Whether a value that may be absent by the expectations is so.
local function may_lack(expected, name, value)
	return value == nil and expected.optional ~= nil and lib.ArrayIncludes(expected.optional, name)
end

local function check_issuer(_header, claims, expected)
	return (claims.iss == expected.issuer or may_lack(expected, "iss", claims.iss)) and ok(true) or mismatch(
		"iss",
		"is not issuer_url",
		claims.iss,
		expected.issuer
	)
end

local function check_subject(_header, claims, expected)
	local subject = expected.leaves_subject == true and ok("") or M.check_name(claims, "sub")
	return subject.ok and ok(true) or subject
end

--- Checks `aud` and `azp`.
local function check_audience(_header, claims, expected)
	if may_lack(expected, "aud", claims.aud) then
		return ok(true)
	end
	local several = json.is_array(claims.aud) and claims.aud or nil
	local audiences = several or ({claims.aud})
	local is_api = expected.audience.kind == "api"
	local audience = expected.audience.value
	if not lib.ArrayIncludes(audiences, audience) or lib.ArraySome(
		audiences,
		function(_, member) return type(member) ~= "string" end
	) then
		return mismatch("aud", is_api and "is not api_audience" or "is not for this client", claims.aud, audience)
	end
	if is_api or claims.azp == audience then
		return ok(true)
	end
	if claims.azp ~= nil then
		return mismatch("azp", "is not this client", claims.azp, audience)
	end
	-- The same value twice is one audience.
	return lib.ArrayEvery(audiences, function(_, member) return member == audience end) and ok(
		true
	) or M.claim_error("azp", "is missing although there are several audiences")
end

local function check_expiry(_header, claims, expected)
	local exp = claims.exp
	if not M.is_date(exp) or exp == 0 then
		return may_lack(expected, "exp", exp) and ok(true) or mismatch("exp", no_date, exp)
	end
	local past = {id = expected.audience.kind == "api" and "past_token" or "past"}
	return expected.now < exp + expected.clock_tolerance and ok(true) or M.claim_error("exp", past)
end

--- Checks that a date is not in the future.
local function check_begin(claims, name, expected)
	local date = claims[name]
	if not M.is_date(date) then
		local is_absent
		if name == "nbf" then
			is_absent = date == nil
		else
			is_absent = may_lack(expected, name, date)
		end
		return is_absent and ok(true) or mismatch(name, no_date, date)
	end
	return date <= expected.now + expected.clock_tolerance and ok(true) or M.claim_error(name, {
		id = "future"
	})
end

local function check_nonce(_header, claims, expected)
	local nonce = claims.nonce
	local wanted = expected.nonce
	if wanted == nil or may_lack(expected, "nonce", nonce) then
		return ok(true)
	end
	return type(nonce) == "string" and hash.constant_time_eq(nonce, wanted) and ok(true) or err("NONCE_MISMATCH", {
		reason = nonce == nil and "absent" or "different"
	})
end

--- Checks `at_hash` (OpenID Connect Core section 3.1.3.6): the left half of the access token's hash, which is that of `alg`, in
-- Base64URL. AT_HASH_MISMATCH where it differs, or is absent although it must be there.
local function check_at_hash(header, claims, expected)
	local at_hash = claims.at_hash
	if expected.access_token == nil or may_lack(expected, "at_hash", at_hash) then
		return ok(true)
	end
	if at_hash == nil then
		return err("AT_HASH_MISMATCH", {reason = "absent", hint = {id = "see_at_hash"}})
	end
	local digest = hash.hash_by_alg(json_values.text_of(header.alg), expected.access_token) or ""
	local right = bytes.base64url_encode(lib.StringSubstring(digest, 0, #digest / 2))
	local same = type(at_hash) == "string" and hash.constant_time_eq(at_hash, right)
	return same and digest ~= "" and ok(true) or err("AT_HASH_MISMATCH")
end

local function too_old(reason)
	return err("AUTHENTICATION_TOO_OLD", {claim = "auth_time", reason = reason})
end

--- How and when the user was authenticated (OpenID Connect Core sections 2 and 3.1.2.1): `acr` against `acr_values`, `auth_time`
-- against `max_age`. AUTHENTICATION_TOO_WEAK, AUTHENTICATION_TOO_OLD.
function M.check_authentication(claims, demands, now)
	local acr = claims.acr
	if demands.acr_values ~= nil and not lib.ArraySome(
		demands.acr_values,
		function(_, value) return value == acr end
	) then
		local reason = acr == nil and "absent" or "different"
		return err("AUTHENTICATION_TOO_WEAK", {
			reason = reason,
			acr = acr == nil and "" or lib.StringSubstring(M.received(acr), 0, 64)
		})
	end
	local auth_time = claims.auth_time
	if demands.max_age == nil then
		return ok(true)
	end
	if not M.is_date(auth_time) then
		return too_old(auth_time == nil and "absent" or "is not a date")
	end
	local age = now - auth_time
	if age < -demands.clock_tolerance then
		return too_old({id = "future"})
	end
	return age > demands.max_age + demands.clock_tolerance and too_old("is too long ago") or ok(true)
end

--- The checks of header and claims, in their order.
local checks = {
	check_issuer,
	check_subject,
	check_audience,
	check_expiry,
	function(_header, claims, expected) return check_begin(claims, "iat", expected) end,
	function(_header, claims, expected) return check_begin(claims, "nbf", expected) end,
	check_nonce,
	check_at_hash,
	function(_header, claims, expected) return M.check_authentication(claims, expected, expected.now) end
}

--- Checks header and claims of a token against expectations. ID_TOKEN_VERIFICATION_FAILED names the claim; NONCE_MISMATCH,
-- AT_HASH_MISMATCH, AUTHENTICATION_TOO_WEAK, AUTHENTICATION_TOO_OLD.
function M.check_claims(header, claims, expected)
	for _, check in ipairs(checks) do
		local checked = check(header, claims, expected)
		if not checked.ok then
			return checked
		end
	end
	return ok(true)
end

return M
