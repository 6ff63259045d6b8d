-- Generated from src/sso_login/check_metadata.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__StringCharAt = ____lualib.__TS__StringCharAt
local __TS__StringIncludes = ____lualib.__TS__StringIncludes
local __TS__StringSubstring = ____lualib.__TS__StringSubstring
local __TS__ArrayFilter = ____lualib.__TS__ArrayFilter
local __TS__ArrayConcat = ____lualib.__TS__ArrayConcat
local __TS__ArrayIncludes = ____lualib.__TS__ArrayIncludes
local __TS__StringStartsWith = ____lualib.__TS__StringStartsWith
local ____exports = {}
local ____check_report = require("sso_login.check_report")
local note = ____check_report.note
local ____discovery = require("sso_login.discovery")
local endpoint = ____discovery.endpoint
local string_array = ____discovery.string_array
local ____text = require("sso_login.text")
local split_words = ____text.split_words
local ____url = require("sso_login.url")
local parse_https = ____url.parse_https
local required_endpoints = {"authorization_endpoint", "token_endpoint", "jwks_uri"}
local optional_endpoints = {"userinfo_endpoint", "end_session_endpoint"}
--- The first place at which two texts differ, from 0.
local function first_difference(one, other)
	local at = 0
	while at < #one and at < #other and __TS__StringCharAt(one, at) == __TS__StringCharAt(other, at) do
		at = at + 1
	end
	return at
end
--- Whether the document's issuer is the configured one; shows where they differ.
local function check_issuer(run, config, url, document)
	local discovered = type(document.issuer) == "string" and document.issuer or ""
	local configured = config.issuer_url
	if discovered == configured then
		note(run, "ok", "issuer_ok", {})
		return true
	end
	local at = first_difference(configured, discovered)
	local id = __TS__StringIncludes(discovered, "{") and "issuer_template" or "issuer_mismatch"
	local params = {
		url = url,
		configured = configured,
		discovered = discovered,
		place = tostring(at + 1),
		configured_rest = __TS__StringSubstring(configured, at),
		discovered_rest = __TS__StringSubstring(discovered, at)
	}
	note(
		run,
		"error",
		discovered == "" and "issuer_missing" or id,
		params,
		"DISCOVERY_ISSUER_MISMATCH"
	)
	return false
end
--- One endpoint's scheme; its address when a login may use it.
local function check_endpoint(run, document, field)
	local found = endpoint(document, field)
	if found.ok then
		return found.data
	end
	local value = document[field]
	local url = type(value) == "string" and value or ""
	if field == "end_session_endpoint" then
		note(run, "warning", "logout_not_https", {url = url})
	else
		local id = type(value) == "string" and "endpoint_not_https" or "endpoint_missing"
		note(
			run,
			"error",
			id,
			{field = field, url = url},
			found.error
		)
	end
	return nil
end
local function origin_of(url)
	local parsed = parse_https(url)
	return parsed ~= nil and string.lower(parsed.origin) or ""
end
--- Schemes and origins of all endpoints; whether a login can use those it needs.
local function check_endpoints(run, config, document)
	local elsewhere = {}
	local missing = 0
	local present = __TS__ArrayFilter(
		optional_endpoints,
		function(____, field) return document[field] ~= nil end
	)
	for ____, field in ipairs(__TS__ArrayConcat(required_endpoints, present)) do
		local url = check_endpoint(run, document, field)
		if url == nil then
			missing = missing + (field == "end_session_endpoint" and 0 or 1)
		elseif origin_of(url) ~= origin_of(config.issuer_url) then
			elsewhere[#elsewhere + 1] = (field .. " ") .. origin_of(url)
		end
	end
	if #elsewhere > 0 then
		note(
			run,
			"ok",
			"endpoints_elsewhere",
			{origins = table.concat(elsewhere, ", ")}
		)
	elseif missing == 0 then
		note(run, "ok", "endpoints_ok", {})
	end
	return missing == 0
end
--- A list of the document that must hold a value; one that is absent or empty says nothing.
local function must_offer(run, document, field, value, id)
	local offered = string_array(document[field]) or ({})
	if #offered > 0 and not __TS__ArrayIncludes(offered, value) then
		note(
			run,
			"error",
			id,
			{offered = table.concat(offered, ", ")},
			"IDP_ERROR"
		)
	end
end
local function check_scopes(run, config, document)
	local offered = string_array(document.scopes_supported) or ({})
	local missing = __TS__ArrayFilter(
		split_words(config.scope, " "),
		function(____, scope) return not __TS__ArrayIncludes(offered, scope) end
	)
	if #offered == 0 then
		note(run, "ok", "scopes_unknown", {})
	elseif #missing > 0 then
		note(
			run,
			"warning",
			"scopes_not_offered",
			{scopes = table.concat(missing, ", ")},
			"IDP_ERROR"
		)
	else
		note(run, "ok", "scopes_ok", {})
	end
end
--- The kind of provider, where it is one that is known to leave out `at_hash` in the code flow.
local function without_at_hash(config, document)
	local claims = string_array(document.claims_supported) or ({})
	local url = parse_https(config.issuer_url)
	if url ~= nil and url.host == "login.microsoftonline.com" then
		return "Microsoft Entra ID"
	end
	if url ~= nil and __TS__StringStartsWith(url.path, "/oauth2/openid/") then
		return "Kanidm"
	end
	return __TS__ArrayIncludes(claims, "groups_direct") and "GitLab" or nil
end
--- Judges the discovery document that `url` answered with; `origin` is the internal one. The answer is whether its issuer
-- is the configured one and a login can use its endpoints.
function ____exports.check_metadata(run, config, url, origin, document)
	local same = check_issuer(run, config, url, document)
	local usable = check_endpoints(run, config, document)
	if origin ~= nil then
		local browser = document.authorization_endpoint
		note(
			run,
			"ok",
			"internal_origin",
			{
				origin = origin,
				browser = type(browser) == "string" and origin_of(browser) or ""
			}
		)
	end
	must_offer(
		run,
		document,
		"response_types_supported",
		"code",
		"code_flow_missing"
	)
	must_offer(
		run,
		document,
		"code_challenge_methods_supported",
		"S256",
		"pkce_missing"
	)
	check_scopes(run, config, document)
	local ____config_at_hash_required_0
	if config.at_hash_required then
		____config_at_hash_required_0 = without_at_hash(config, document)
	else
		____config_at_hash_required_0 = nil
	end
	local kind = ____config_at_hash_required_0
	if kind ~= nil then
		note(
			run,
			"warning",
			"at_hash_unlikely",
			{provider = kind},
			"AT_HASH_MISMATCH"
		)
	end
	local logout = document.end_session_endpoint
	if logout == nil then
		note(run, "ok", "logout_missing", {})
	elseif endpoint(document, "end_session_endpoint").ok then
		note(run, "ok", "logout_ok", {})
	end
	return same and usable
end
return ____exports
