-- Generated from src/sso_login/settings/config.ts by "make lua"; do not edit.
--- The configuration as the service uses it.
local M = {}
local strings = require("sso_login.base.strings")

--- A value that the rules always give: required, or with a fallback.
local function text_value(values, option)
	return values[option] or ""
end

--- The words of a list; undefined where the option is absent.
local function list_value(values, option)
	local words = strings.split_words(text_value(values, option), " ")
	return #words > 0 and words or nil
end

local function number_value(values, option)
	return strings.parse_integer(text_value(values, option))
end

--- A configuration of values that are right; a missing one without a default is "".
function M.to_config(values, all_roles)
	return {
		issuer_url = text_value(values, "issuer_url"),
		internal_issuer_url = values.internal_issuer_url,
		client_id = text_value(values, "client_id"),
		client_secret = text_value(values, "client_secret"),
		redirect_uri = text_value(values, "redirect_uri"),
		scope = text_value(values, "scope"),
		clock_tolerance = number_value(values, "clock_tolerance") or 0,
		roles = all_roles,
		webui_path = text_value(values, "webui_path"),
		token_endpoint_auth_method = text_value(values, "token_endpoint_auth_method"),
		client_assertion_alg = values.client_assertion_alg,
		client_assertion_audience = values.client_assertion_audience,
		ca_file = values.ca_file,
		http_timeout = number_value(values, "http_timeout"),
		at_hash_required = values.at_hash == "required",
		id_token_algs = list_value(values, "id_token_algs"),
		allow_unverified_email = values.allow_unverified_email == "1",
		groups_claim = list_value(values, "groups_claim"),
		email_claim = values.email_claim,
		email_claim_trusted = values.email_claim_trusted == "1",
		acr_values = list_value(values, "acr_values"),
		max_age = number_value(values, "max_age"),
		prompt = values.prompt,
		session_timeout = number_value(values, "session_timeout"),
		post_logout_redirect_uri = values.post_logout_redirect_uri,
		backchannel_logout = values.backchannel_logout == "1",
		log_identity = values.log_identity == "1",
		api_audience = values.api_audience,
		api_session_timeout = number_value(values, "api_session_timeout"),
		api_sessions = number_value(values, "api_sessions"),
		api_token_types = list_value(values, "api_token_types"),
		api_client = list_value(values, "api_client"),
		api_scope = list_value(values, "api_scope")
	}
end

return M
