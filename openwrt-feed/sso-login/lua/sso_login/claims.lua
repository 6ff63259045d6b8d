-- Generated from src/sso_login/claims.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__ArrayIncludes = ____lualib.__TS__ArrayIncludes
local __TS__ArrayEvery = ____lualib.__TS__ArrayEvery
local __TS__StringIncludes = ____lualib.__TS__StringIncludes
local __TS__ObjectKeys = ____lualib.__TS__ObjectKeys
local ____exports = {}
local ____json = require("sso_login.io.json")
local is_array = ____json.is_array
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
--- Largest time that counts: beyond it are no dates but attacks on arithmetic. The year 9999.
local max_time = 253402300799
local function refuse(claim, reason)
	return err("ID_TOKEN_VERIFICATION_FAILED", {claim = claim, reason = reason})
end
--- A NumericDate (RFC 7519 section 2): a finite number that is not negative.
local function is_date(value)
	return type(value) == "number" and value >= 0 and value <= max_time
end
--- Whether `aud` is this client: a string, or an array of strings with it.
local function check_audience(claims, client_id)
	local aud = claims.aud
	local audiences = is_array(aud) and aud or ({aud})
	if not __TS__ArrayIncludes(audiences, client_id) or not __TS__ArrayEvery(
		audiences,
		function(____, audience) return type(audience) == "string" end
	) then
		return refuse("aud", "is not for this client")
	end
	if #audiences > 1 and claims.azp == nil then
		return refuse("azp", "is missing although there are several audiences")
	end
	if claims.azp ~= nil and claims.azp ~= client_id then
		return refuse("azp", "is not this client")
	end
	return ok(true)
end
--- `exp`, `iat` and `nbf` against the clock.
local function check_times(claims, expected)
	local now = expected.now
	local clock_tolerance = expected.clock_tolerance
	if not is_date(claims.exp) then
		return refuse("exp", "is not a date")
	end
	if now >= claims.exp + clock_tolerance then
		return refuse("exp", "has passed: is the router's clock right?")
	end
	if not is_date(claims.iat) then
		return refuse("iat", "is not a date")
	end
	if claims.iat > now + clock_tolerance then
		return refuse("iat", "is in the future: is the router's clock right?")
	end
	if claims.nbf == nil then
		return ok(true)
	end
	if not is_date(claims.nbf) then
		return refuse("nbf", "is not a date")
	end
	return claims.nbf > now + clock_tolerance and refuse("nbf", "is in the future: is the router's clock right?") or ok(true)
end
--- Judges `iss`, `aud`, `azp`, `sub`, `exp`, `iat` and `nbf`; ID_TOKEN_VERIFICATION_FAILED names the claim.
function ____exports.check_claims(claims, expected)
	if claims.iss ~= expected.issuer then
		return refuse("iss", "is not issuer_url")
	end
	if type(claims.sub) ~= "string" or claims.sub == "" or __TS__StringIncludes(claims.sub, "\0") then
		return refuse("sub", "is not a non-empty text without NUL")
	end
	local audience = check_audience(claims, expected.client_id)
	return audience.ok and check_times(claims, expected) or audience
end
--- Whether a claims object holds an e-mail.
local function has_email(claims)
	return type(claims.email) == "string" and claims.email ~= ""
end
--- ID Token claims completed by UserInfo's: those of the ID Token win, and `email_verified` comes from where the e-mail
-- comes from.
function ____exports.merge_userinfo(id_claims, userinfo)
	local merged = {}
	for ____, name in ipairs(__TS__ObjectKeys(userinfo)) do
		merged[name] = userinfo[name]
	end
	for ____, name in ipairs(__TS__ObjectKeys(id_claims)) do
		merged[name] = id_claims[name]
	end
	local source = has_email(id_claims) and id_claims or userinfo
	merged.email = source.email
	merged.email_verified = source.email_verified
	return merged
end
return ____exports
