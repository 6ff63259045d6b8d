-- Generated from src/sso_login/registration/client_metadata.ts by "make lua"; do not edit.
--- The metadata of this router as a client (OpenID Connect Dynamic Client Registration 1.0 section 2, RFC 7591 section 2).
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local option_bounds = require("sso_login.settings.option_bounds")

--- The method of authentication to ask for; undefined where the provider offers none that a client with a secret can use.
function M.method_for(config, metadata)
	local configured = config.token_endpoint_auth_method
	local offered = json_values.strings_of(metadata.token_endpoint_auth_methods_supported) or {}
	if configured ~= "auto" then
		return configured
	end
	return (#offered == 0 or lib.ArrayIncludes(
		offered,
		"client_secret_basic"
	)) and "client_secret_basic" or lib.ArrayFind(
		offered,
		function(_, method) return method == "client_secret_post" end
	)
end

--- The metadata to send. `jwks` are the router's public keys, for a client without a secret.
function M.of_config(config, metadata, method, jwks)
	local grants = lib.ArrayConcat(
		{"authorization_code"},
		config.session_revalidate ~= nil and ({"refresh_token"}) or {}
	)
	local origin = strings.before(config.redirect_uri, public_names.callback_path)
	local algs = json_values.strings_of(metadata.id_token_signing_alg_values_supported) or {}
	local asked = {
		client_name = "LuCI on " .. lib.StringSubstring(origin, #"https://"),
		client_uri = origin .. "/",
		initiate_login_uri = origin .. public_names.start_path,
		application_type = "web",
		redirect_uris = json.list({config.redirect_uri}),
		response_types = json.list({"code"}),
		grant_types = json.list(grants),
		token_endpoint_auth_method = method,
		token_endpoint_auth_signing_alg = jwks ~= nil and config.client_assertion_alg or nil,
		jwks = jwks,
		scope = config.scope,
		id_token_signed_response_alg = lib.ArrayFind(
			config.id_token_algs or {},
			function(_, alg) return lib.ArrayIncludes(algs, alg) end
		)
	}
	if json_values.text_of(metadata.end_session_endpoint) ~= "" then
		asked.post_logout_redirect_uris = json.list({config.post_logout_redirect_uri or origin .. "/"})
	end
	if config.backchannel_logout == true then
		asked.backchannel_logout_uri = origin .. public_names.backchannel_path
		asked.backchannel_logout_session_required = true
	end
	return asked
end

--- The words of a scope that another one has; some providers leave out `openid`, which is no scope of a resource.
local function common_scope(scope, other)
	local words = lib.ArrayConcat(strings.split_words(other, " "), {"openid"})
	local common = lib.ArrayFilter(
		strings.split_words(scope, " "),
		function(_, word) return lib.ArrayIncludes(words, word) end
	)
	return table.concat(common, " ")
end

--- Members with the algorithm of a signature, and those that a login can use. UserInfo without one is JSON.
local signing = {
	{"id_token_signed_response_alg", option_bounds.algorithms},
	{"userinfo_signed_response_alg", lib.ArrayConcat(option_bounds.algorithms, {"none"})}
}

--- Members that are neither true nor an algorithm where a login works, and lists with what it needs.
local impossible = {
	"dpop_bound_access_tokens",
	"id_token_encrypted_response_alg",
	"require_signed_request_object",
	"tls_client_certificate_bound_access_tokens",
	"userinfo_encrypted_response_alg"
}
local needed = {{"grant_types", "authorization_code"}, {"response_types", "code"}}

--- The reason why no login can work with an answer; undefined where one can.
local function obstacle(config, answer, method, by_key)
	if json_values.text_of(answer.client_id) == "" then
		return "client_id is missing"
	end
	local unusable = lib.ArrayFind(signing, function(_, entry)
		local alg = json_values.text_of(answer[entry[1]])
		return alg ~= "" and not lib.ArrayIncludes(entry[2], alg)
	end)
	if unusable ~= nil then
		return "the provider signs by " .. json_values.text_of(answer[unusable[1]])
	end
	local demanded = lib.ArrayFind(
		impossible,
		function(_, name) return answer[name] == true or json_values.text_of(answer[name]) ~= "" end
	)
	if demanded ~= nil then
		return demanded .. " is set"
	end
	local lacking = lib.ArrayFind(
		needed,
		function(_, entry) return not lib.ArrayIncludes(
			json_values.strings_of(answer[entry[1]]) or ({entry[2]}),
			entry[2]
		) end
	)
	if lacking ~= nil then
		return lacking[1] .. " lack " .. lacking[2]
	end
	local redirect_uris = json_values.strings_of(answer.redirect_uris)
	if redirect_uris ~= nil and not lib.ArrayIncludes(redirect_uris, config.redirect_uri) then
		return "redirect_uris lack " .. config.redirect_uri
	end
	local usable = by_key and ({"private_key_jwt"}) or ({"client_secret_basic", "client_secret_post"})
	if not lib.ArrayIncludes(usable, method) then
		return "token_endpoint_auth_method is " .. method
	end
	return not by_key and json_values.name_of(answer.client_secret) == "" and "client_secret is missing" or nil
end

--- The options for an answer (RFC 7591 section 3.2.1), whose values count where they differ from those of the request.
function M.read_answer(config, asked, answer)
	local changes = {}
	local function settle(member, wanted, given)
		if given == "" or given == wanted then
			return wanted
		end
		changes[#changes + 1] = {member = member, asked = wanted, given = given}
		return given
	end
	local by_key = asked.token_endpoint_auth_method == "private_key_jwt"
	local given_method = json_values.text_of(answer.token_endpoint_auth_method)
	local method = settle(
		"token_endpoint_auth_method",
		json_values.text_of(asked.token_endpoint_auth_method),
		given_method
	)
	local scope = json_values.text_of(answer.scope)
	local options = {
		issuer_url = config.issuer_url,
		redirect_uri = config.redirect_uri,
		client_id = json_values.name_of(answer.client_id),
		client_secret = by_key and "" or json_values.name_of(answer.client_secret),
		token_endpoint_auth_method = method,
		scope = settle("scope", config.scope, scope ~= "" and common_scope(config.scope, scope) or "")
	}
	local algs = config.id_token_algs or {}
	local alg = json_values.text_of(answer.id_token_signed_response_alg)
	if alg ~= "" and not lib.ArrayIncludes(algs, alg) then
		options.id_token_algs = settle("id_token_signed_response_alg", table.concat(algs, " "), alg)
	end
	local leaving = (json_values.strings_of(asked.post_logout_redirect_uris) or {})[1]
	if leaving ~= nil then
		local kept = json_values.strings_of(answer.post_logout_redirect_uris) or {}
		local given = lib.ArrayIncludes(kept, leaving) and leaving or (kept[1] or "")
		options.post_logout_redirect_uri = given
		settle("post_logout_redirect_uris", leaving, given ~= "" and given or "none")
	end
	local ending = json_values.text_of(asked.backchannel_logout_uri)
	if ending ~= "" then
		local given = json_values.text_of(answer.backchannel_logout_uri)
		settle("backchannel_logout_uri", ending, given ~= "" and given or "none")
	end
	return {options = options, changes = changes, obstacle = obstacle(config, answer, method, by_key)}
end

return M
