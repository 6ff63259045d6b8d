-- Generated from src/sso_login/check/document.ts by "make lua"; do not edit.
--- The part of the check that judges a discovery document (OpenID Connect Discovery section 3).
local lib = require("sso_login.lualib")
local M = {}
local refusals = require("sso_login.check.findings.refusals")
local report = require("sso_login.check.report")
local claim_rules = require("sso_login.rights.claim_rules")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local metadata = require("sso_login.protocol.metadata")
local token = require("sso_login.protocol.token")
local names = require("sso_login.base.names")
local strings = require("sso_login.base.strings")
local values = require("sso_login.base.values")
local urls = require("sso_login.base.urls")
local required_endpoints = {"authorization_endpoint", "token_endpoint", "jwks_uri"}
local pushed_endpoint = "pushed_authorization_request_endpoint"
local optional_endpoints = {"userinfo_endpoint", "end_session_endpoint"}

--- Whether the document's issuer is the configured one; notes the first difference.
local function check_issuer(run, config, url, document)
	local discovered = values.text_of(document.issuer)
	local configured = config.issuer_url
	if discovered == configured then
		report.ok(run, "issuer_ok")
		return true
	end
	local found = refusals.of_mismatch(url, configured, discovered)
	report.error(run, found.id, found.params)
	return false
end

--- The address of an endpoint; undefined, and a finding, where a login may not use it.
local function check_endpoint(run, document, field)
	local found = metadata.endpoint(document, field)
	if found.ok then
		return found.data
	end
	local url = values.text_of(document[field])
	if field == "end_session_endpoint" then
		report.warning(run, "logout_not_https", {url = url})
	elseif url ~= "" then
		report.error(run, "endpoint_not_https", {field = field, url = url})
	else
		report.error(run, "endpoint_missing", {field = field, url = url})
	end
	return nil
end

local function origin_of(url)
	local parsed = urls.parse_https(url)
	return parsed ~= nil and string.lower(parsed.origin) or ""
end

--- Notes whether the provider offers back-channel logout, and the address to register there.
local function check_backchannel(run, config, document)
	local offered = document.backchannel_logout_supported == true
	local here = urls.parse_https(config.redirect_uri)
	if config.backchannel_logout ~= true then
		if offered then
			report.ok(run, "backchannel_off")
		end
	elseif offered then
		report.ok(run, "backchannel_ok", {url = (here ~= nil and here.origin or "") .. names.backchannel_path})
	else
		report.warning(run, "backchannel_missing")
	end
end

--- Notes schemes and origins of all endpoints.
local function check_endpoints(run, config, document)
	local elsewhere = {}
	local usable = true
	local present = lib.ArrayFilter(optional_endpoints, function(_, field)
		local ____document_field_0 = document[field]
		if ____document_field_0 == nil then
			____document_field_0 = ""
		end
		return ____document_field_0 ~= ""
	end)
	if document.require_pushed_authorization_requests == true then
		present[#present + 1] = pushed_endpoint
	end
	for _, field in ipairs(lib.ArrayConcat(required_endpoints, present)) do
		local url = check_endpoint(run, document, field)
		if url == nil then
			usable = usable and field == "end_session_endpoint"
		elseif origin_of(url) ~= origin_of(config.issuer_url) then
			elsewhere[#elsewhere + 1] = field .. " " .. origin_of(url)
		end
	end
	if #elsewhere > 0 then
		report.ok(run, "endpoints_elsewhere", {origins = table.concat(elsewhere, ", ")})
	elseif usable then
		report.ok(run, "endpoints_ok")
	end
end

local function offered_in(document, field)
	return values.strings_of(document[field]) or {}
end

--- The requested values that a list of the document lacks; none where the list is absent or empty.
local function not_offered(document, field, requested)
	local offered = offered_in(document, field)
	return #offered > 0 and lib.ArrayFilter(
		requested,
		function(_, value) return not lib.ArrayIncludes(offered, value) end
	) or {}
end

--- Notes an error where a list of the document lacks a value.
local function require_offered(run, document, field, value, id)
	if #not_offered(document, field, {value}) > 0 then
		report.error(run, id, {offered = table.concat(offered_in(document, field), ", ")})
	end
end

local function check_scopes(run, config, document)
	local offered = offered_in(document, "scopes_supported")
	local requested = strings.split_words(config.scope, " ")
	local missing = lib.ArrayFilter(
		requested,
		function(_, scope) return not lib.ArrayIncludes(offered, scope) end
	)
	if #offered == 0 then
		report.ok(run, "scopes_unknown")
	elseif #missing > 0 then
		report.warning(run, "scopes_not_offered", {scopes = table.concat(missing, ", ")})
	else
		report.ok(run, "scopes_ok")
	end
	if run.lists_groups == true and lib.ArrayIncludes(offered, "groups") and not lib.ArrayIncludes(
		requested,
		"groups"
	) then
		report.warning(run, "scope_groups_missing")
	end
	report.warn_of(run, "scopes_not_granted", "scopes", token.lacking_scopes(run.io, config))
	if config.prompt == "login" and token.ignored_prompt(run.io, config) then
		report.warning(run, "prompt_ignored")
	end
end

--- Notes that sessions are not revalidated for want of a refresh token, or may not be; a session that has one shows that they are.
local function check_refresh_token(run, config, document)
	if config.session_revalidate == nil then
		return
	end
	if token.lacks_refresh_token(run.io, config) then
		report.warning(run, "refresh_token_missing")
		return
	end
	local is_offered = lib.ArrayIncludes(offered_in(document, "scopes_supported"), "offline_access")
	local is_requested = lib.ArrayIncludes(strings.split_words(config.scope, " "), "offline_access")
	if is_offered and not is_requested and not refresh_tokens.of_provider(run.io, config.provider or names.first) then
		report.warning(run, "scope_offline_missing")
	end
end

--- Notes claims of the options that the document does not offer; of a path it may list only the first part.
local function check_claims(run, config, document)
	local email = claim_rules.email_claim(config)
	local requested = lib.ArrayConcat(email ~= "email" and ({email}) or {}, config.groups_claim or {})
	local missing = lib.ArrayFilter(
		not_offered(document, "claims_supported", requested),
		function(_, name) return #not_offered(document, "claims_supported", {strings.before(name, ".")}) > 0 end
	)
	report.warn_of(run, "claims_not_offered", "missing", missing)
end

--- The product, where it is known to leave out `at_hash` in the code flow.
local function without_at_hash(config, claims)
	local url = urls.parse_https(config.issuer_url)
	if url ~= nil and url.host == "login.microsoftonline.com" then
		return "Microsoft Entra ID"
	end
	if url ~= nil and lib.StringStartsWith(url.path, "/oauth2/openid/") then
		return "Kanidm"
	end
	return lib.ArrayIncludes(claims, "groups_direct") and "GitLab" or nil
end

--- Whether the issuer is of a product that is known to send `at_hash`, although its document may not list it.
local function sends_at_hash(issuer)
	local url = urls.parse_https(issuer)
	return url ~= nil and (url.host == "accounts.google.com" or lib.ArraySome(
		{".okta.com", ".zitadel.cloud"},
		function(_, domain) return lib.StringEndsWith(url.host, domain) end
	) or lib.ArraySome(
		{"/realms/", "/application/o/"},
		function(_, part) return lib.StringIncludes(url.path, part) end
	) or lib.StringEndsWith(url.path, "/dex"))
end

--- The finding about ID Tokens that may lack `at_hash`, which OpenID Connect leaves to the provider (Core 3.1.3.6); undefined where it is optional or sent.
function M.at_hash_risk(config, document)
	if config.at_hash == "optional" then
		return nil
	end
	local claims = offered_in(document, "claims_supported")
	local provider = without_at_hash(config, claims)
	if provider ~= nil then
		return {id = "at_hash_unlikely", params = {provider = provider}}
	end
	local is_sent = lib.ArrayIncludes(claims, "at_hash") or sends_at_hash(config.issuer_url)
	return not is_sent and ({id = "at_hash_unknown", params = {}}) or nil
end

--- Judges the discovery document of `url`; returns whether its issuer is the configured one.
function M.check_metadata(run, config, document, url)
	local origin = metadata.internal_origin(config.internal_issuer_url)
	local same = check_issuer(run, config, url, document)
	check_endpoints(run, config, document)
	if origin ~= nil then
		local browser = origin_of(values.text_of(document.authorization_endpoint))
		report.ok(run, "internal_origin", {origin = origin, browser = browser})
	end
	require_offered(run, document, "response_types_supported", "code", "code_flow_missing")
	require_offered(run, document, "code_challenge_methods_supported", "S256", "pkce_missing")
	if #offered_in(document, "code_challenge_methods_supported") == 0 then
		report.ok(run, "pkce_unknown")
	end
	check_scopes(run, config, document)
	check_refresh_token(run, config, document)
	check_claims(run, config, document)
	local missing_acr = not_offered(document, "acr_values_supported", config.acr_values or {})
	report.warn_of(run, "acr_not_offered", "missing", missing_acr)
	if config.max_age ~= nil and #not_offered(document, "claims_supported", {"auth_time"}) > 0 then
		report.warning(run, "auth_time_not_offered")
	end
	local prompt = config.prompt ~= nil and ({config.prompt}) or {}
	report.warn_of(run, "prompt_not_offered", "missing", not_offered(document, "prompt_values_supported", prompt))
	local risk = M.at_hash_risk(config, document)
	if risk ~= nil then
		report.warning(run, risk.id, risk.params)
	end
	if document.require_pushed_authorization_requests == true then
		report.ok(run, "pushed_requests", {url = values.text_of(document[pushed_endpoint])})
	end
	local ____document_end_session_endpoint_1 = document.end_session_endpoint
	if ____document_end_session_endpoint_1 == nil then
		____document_end_session_endpoint_1 = ""
	end
	if ____document_end_session_endpoint_1 == "" then
		report.ok(run, "logout_missing")
	elseif metadata.endpoint(document, "end_session_endpoint").ok then
		report.ok(run, "logout_ok")
	end
	check_backchannel(run, config, document)
	return same
end

return M
