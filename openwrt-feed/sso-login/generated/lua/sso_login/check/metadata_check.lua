-- Generated from src/sso_login/check/metadata_check.ts by "make lua"; do not edit.
--- The part of the check that judges the provider's metadata (OpenID Connect Discovery section 3).
local lib = require("sso_login.lualib")
local M = {}
local failure_findings = require("sso_login.check.findings.failure_findings")
local report = require("sso_login.check.report")
local typos = require("sso_login.check.typos")
local provider_errors = require("sso_login.explain.provider_errors")
local claim_rules = require("sso_login.rights.claim_rules")
local needed_scopes = require("sso_login.rights.needed_scopes")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local provider_metadata = require("sso_login.protocol.provider_metadata")
local login_lacks = require("sso_login.protocol.login_lacks")
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local urls = require("sso_login.base.urls")
local required_endpoints = {"authorization_endpoint", "token_endpoint", "jwks_uri"}
local pushed_endpoint = "pushed_authorization_request_endpoint"
local optional_endpoints = {"userinfo_endpoint", "end_session_endpoint"}

--- Whether the metadata's issuer is the configured one; notes the first difference.
local function check_issuer(run, config, url, metadata)
	local discovered = json_values.text_of(metadata.issuer)
	local configured = config.issuer_url
	if discovered == configured then
		report.ok(run, "issuer_ok")
		return true
	end
	local found = failure_findings.of_mismatch(url, configured, discovered)
	report.error(run, found.id, found.params)
	return false
end

--- The address of an endpoint; undefined, and a finding, where a login may not use it.
function M.check_endpoint(run, metadata, field)
	local found = provider_metadata.endpoint(metadata, field)
	if found.ok then
		return found.data
	end
	local written = json_values.text_of(metadata[field])
	local character = typos.odd_character(written, true)
	local url = provider_errors.shown_address(written) .. (character ~= nil and " (" .. character .. ")" or "")
	if field == "end_session_endpoint" then
		report.warning(run, "logout_not_https", {url = url})
	else
		report.error(run, url ~= "" and "endpoint_not_https" or "endpoint_missing", {field = field, url = url})
	end
	return nil
end

local function origin_of(url)
	local parsed = urls.parse_https(url)
	return parsed ~= nil and string.lower(parsed.origin) or ""
end

--- Notes whether the provider offers back-channel logout, and the address to register there.
local function check_backchannel(run, config, metadata)
	local offered = metadata.backchannel_logout_supported == true
	local here = urls.parse_https(config.redirect_uri)
	if config.backchannel_logout ~= true then
		if offered then
			report.ok(run, "backchannel_off")
		end
	elseif offered then
		report.ok(run, "backchannel_ok", {url = (here ~= nil and here.origin or "") .. public_names.backchannel_path})
	else
		report.warning(run, "backchannel_missing")
	end
end

--- Notes schemes and origins of all endpoints.
local function check_endpoints(run, config, metadata)
	local elsewhere = {}
	local usable = true
	local present = lib.ArrayFilter(optional_endpoints, function(_, field)
		local ____metadata_field_0 = metadata[field]
		if ____metadata_field_0 == nil then
			____metadata_field_0 = ""
		end
		return ____metadata_field_0 ~= ""
	end)
	if metadata.require_pushed_authorization_requests == true then
		present[#present + 1] = pushed_endpoint
	end
	for _, field in ipairs(lib.ArrayConcat(required_endpoints, present)) do
		local url = M.check_endpoint(run, metadata, field)
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

local function offered_in(metadata, field)
	return json_values.strings_of(metadata[field]) or {}
end

--- The requested values that a list of the metadata lacks; none where it is absent or empty. Of a path it may have only the first part.
local function not_offered(metadata, field, requested)
	local offered = offered_in(metadata, field)
	return #offered > 0 and lib.ArrayFilter(
		requested,
		function(_, value) return not lib.ArrayIncludes(offered, value) and not lib.ArrayIncludes(
			offered,
			strings.before(value, ".")
		) end
	) or {}
end

--- Values that every login uses, by the lists of the metadata.
local needed_values = {
	{field = "response_types_supported", needed = "code"},
	{field = "grant_types_supported", needed = "authorization_code"},
	{field = "response_modes_supported", needed = "query"},
	{field = "code_challenge_methods_supported", needed = "S256"}
}

local function check_flow(run, metadata)
	for _, row in ipairs(needed_values) do
		if #not_offered(metadata, row.field, {row.needed}) > 0 then
			local offered = table.concat(offered_in(metadata, row.field), ", ")
			report.error(run, "flow_missing", {field = row.field, needed = row.needed, offered = offered})
		end
	end
	if #offered_in(metadata, "code_challenge_methods_supported") == 0 then
		report.ok(run, "pkce_unknown")
	end
end

local function check_scopes(run, config, metadata)
	local offered = offered_in(metadata, "scopes_supported")
	local requested = strings.split_words(config.scope, " ")
	if #offered == 0 then
		report.ok(run, "scopes_unknown")
	elseif lib.ArrayEvery(requested, function(_, scope) return lib.ArrayIncludes(offered, scope) end) then
		report.ok(run, "scopes_ok")
	end
	-- A wrong option is absent here, and has a finding of its own.
	local needed = #requested > 0 and needed_scopes.unrequested(run.roles or {}, config) or {}
	local missing = lib.ArrayFilter(needed, function(_, scope) return lib.ArrayIncludes(offered, scope) end)
	report.warn_of(run, "scope_missing", "scopes", missing)
	report.warn_of(run, "scopes_not_granted", "scopes", login_lacks.lacking_scopes(run.io, config))
	if config.prompt == "login" and login_lacks.ignored_prompt(run.io, config) then
		report.warning(run, "prompt_ignored")
	end
end

--- Notes that sessions are not revalidated for want of a refresh token, or may not be; a session that has one shows that they are.
local function check_refresh_token(run, config, metadata)
	if config.session_revalidate == nil then
		return
	end
	if login_lacks.lacks_refresh_token(run.io, config) then
		report.warning(run, "refresh_token_missing")
		return
	end
	local is_offered = lib.ArrayIncludes(offered_in(metadata, "scopes_supported"), "offline_access")
	local is_requested = lib.ArrayIncludes(strings.split_words(config.scope, " "), "offline_access")
	local tokens = refresh_tokens.of_provider(run.io, config.provider)
	if is_offered and not is_requested and #tokens == 0 then
		report.ok(run, "scope_offline_missing")
	end
end

--- Notes what options ask for and the metadata do not list, with the code that a login would fail with.
local function check_wishes(run, config, metadata)
	local email = claim_rules.email_claim(config)
	local auth_time = config.max_age ~= nil and ({"auth_time"}) or {}
	local prompt = config.prompt ~= nil and ({config.prompt}) or {}
	local claims = "claims_supported"
	local wishes = {
		{
			option = "scope",
			list = "scopes_supported",
			wanted = strings.split_words(config.scope, " "),
			code = "IDP_ERROR"
		},
		{
			option = "email_claim",
			list = claims,
			wanted = email ~= "email" and ({email}) or {},
			code = "USER_NOT_AUTHORIZED"
		},
		{option = "groups_claim", list = claims, wanted = config.groups_claim or {}, code = "USER_NOT_AUTHORIZED"},
		{option = "max_age", list = claims, wanted = auth_time, code = "AUTHENTICATION_TOO_OLD"},
		{
			option = "acr_values",
			list = "acr_values_supported",
			wanted = config.acr_values or {},
			code = "AUTHENTICATION_TOO_WEAK"
		},
		{option = "prompt", list = "prompt_values_supported", wanted = prompt, code = "IDP_ERROR"}
	}
	for _, wish in ipairs(wishes) do
		local missing = not_offered(metadata, wish.list, wish.wanted)
		if #missing > 0 then
			report.note(
				run,
				"warning",
				"not_offered",
				{option = wish.option, missing = table.concat(missing, ", ")},
				wish.code
			)
		end
	end
	if login_lacks.had_unmarked_email(run.io, config) then
		report.warning(run, "email_unmarked")
	end
end

--- Whether the issuer is of a product that is known to send `at_hash`, although its metadata may not list it.
local function sends_at_hash(url)
	return url.host == "accounts.google.com" or lib.ArraySome(
		{".okta.com", ".zitadel.cloud"},
		function(_, domain) return lib.StringEndsWith(url.host, domain) end
	) or lib.ArraySome(
		{"/realms/", "/application/o/"},
		function(_, part) return lib.StringIncludes(url.path, part) end
	) or lib.StringEndsWith(url.path, "/dex")
end

--- Whether ID Tokens must have `at_hash` and may lack it: OpenID Connect leaves it to the provider (Core section 3.1.3.6).
function M.may_lack_at_hash(config, metadata)
	local claims = offered_in(metadata, "claims_supported")
	local url = urls.parse_https(config.issuer_url)
	if config.at_hash == "optional" or url == nil then
		return false
	end
	-- Entra ID lists it; its ID Tokens, and those of Kanidm and GitLab, leave it out in the code flow.
	local is_listed = lib.ArrayIncludes(claims, "at_hash") and url.host ~= "login.microsoftonline.com"
	return not is_listed and not sends_at_hash(url)
end

--- Judges the metadata of `url`; returns whether their issuer is the configured one.
function M.check_metadata(run, config, metadata, url)
	local origin = provider_metadata.internal_origin(config.internal_issuer_url)
	local same = check_issuer(run, config, url, metadata)
	check_endpoints(run, config, metadata)
	if origin ~= nil then
		local browser = origin_of(json_values.text_of(metadata.authorization_endpoint))
		report.ok(run, "internal_origin", {origin = origin, browser = browser})
	end
	check_flow(run, metadata)
	check_scopes(run, config, metadata)
	check_refresh_token(run, config, metadata)
	check_wishes(run, config, metadata)
	if M.may_lack_at_hash(config, metadata) then
		report.warning(run, "at_hash_unknown")
	end
	if metadata.require_pushed_authorization_requests == true then
		report.ok(run, "pushed_requests", {url = json_values.text_of(metadata[pushed_endpoint])})
	end
	local ____metadata_end_session_endpoint_1 = metadata.end_session_endpoint
	if ____metadata_end_session_endpoint_1 == nil then
		____metadata_end_session_endpoint_1 = ""
	end
	if ____metadata_end_session_endpoint_1 == "" then
		report.ok(run, "logout_missing")
	elseif provider_metadata.endpoint(metadata, "end_session_endpoint").ok then
		report.ok(run, "logout_ok")
	end
	check_backchannel(run, config, metadata)
	return same
end

return M
