-- Generated from src/sso_login/protocol/login_lacks.ts by "make lua"; do not edit.
--- Lacks of the last login of a client, kept for the check: scopes, a log-in anew, a refresh token, the mark of a verified e-mail address.
local lib = require("sso_login.lualib")
local M = {}
local json_values = require("sso_login.base.json_values")
local store = require("sso_login.base.store")
local strings = require("sso_login.base.strings")
local token_claims = require("sso_login.jose.token_claims")
local provider_files = require("sso_login.protocol.provider_files")

--- Scopes that an answer need not name: their effect shows elsewhere.
local unreported = {"openid", "offline_access"}

--- The scopes of `asked` that an answer's `scope` lacks, with blanks between. An answer without it grants all. Google calls
-- `email` `https://www.googleapis.com/auth/userinfo.email`.
function M.missing_scopes(asked, granted)
	if type(granted) ~= "string" then
		return ""
	end
	local given = strings.split_words(granted, " ")
	local function lacks(scope)
		return not lib.ArrayIncludes(unreported, scope) and not lib.ArraySome(
			given,
			function(_, name) return lib.StringEndsWith("." .. name, "." .. scope) end
		)
	end
	return table.concat(
		lib.ArrayFilter(strings.split_words(asked, " "), function(_, scope) return lacks(scope) end),
		" "
	)
end

--- Whether the user was authenticated before a time, as far as `auth_time` tells; Unix seconds.
local function was_before(claims, time, clock_tolerance)
	local auth_time = claims.auth_time
	return time ~= nil and token_claims.is_date(auth_time) and auth_time < time - clock_tolerance
end

--- The lacks of a login that began at `created_at`, as facts for its log line: scopes that were not granted, a `prompt` that was ignored, a
-- refresh token that `session_revalidate` needs. Keeps them for the check for a day, with `unmarked_email`, which is in no log line; without
-- any, those of an earlier login are forgotten.
function M.note(io, config, created_at, found, unmarked_email)
	local tokens = found.tokens
	local path = provider_files.lacks_path(io, config)
	local lacking = M.missing_scopes(config.scope, tokens.scope)
	local prompt_ignored = config.prompt == "login" and was_before(found.claims, created_at, config.clock_tolerance)
	local no_refresh_token = config.session_revalidate ~= nil and type(tokens.refresh_token) ~= "string"
	if lacking == "" and not prompt_ignored and not no_refresh_token and not unmarked_email then
		io.remove(path)
		return {}
	end
	local issuer = config.issuer_url
	local client_id = config.client_id
	store.write(io, path, {
		issuer = issuer,
		client_id = client_id,
		lacking = lacking,
		prompt_ignored = prompt_ignored,
		no_refresh_token = no_refresh_token,
		unmarked_email = unmarked_email
	})
	return {
		not_granted = lacking ~= "" and lacking or nil,
		prompt = prompt_ignored and "ignored" or nil,
		refresh_token = no_refresh_token and "absent" or nil
	}
end

--- The facts kept of the last login of this client.
local function last_login(io, config)
	local kept = store.read(io, provider_files.lacks_path(io, config)) or {}
	return kept.issuer == config.issuer_url and kept.client_id == config.client_id and kept or {}
end

--- Whether the provider ignored `prompt` at the last login of this client.
function M.ignored_prompt(io, config)
	return last_login(io, config).prompt_ignored == true
end

--- Whether no refresh token came with the last login of this client.
function M.lacks_refresh_token(io, config)
	return last_login(io, config).no_refresh_token == true
end

--- Whether an e-mail of which the provider did not say whether it is verified gave a role at the last login of this client.
function M.had_unmarked_email(io, config)
	return last_login(io, config).unmarked_email == true
end

--- Those scopes of the configuration that the last login of this client lacked.
function M.lacking_scopes(io, config)
	local lacking = strings.split_words(json_values.text_of(last_login(io, config).lacking), " ")
	return lib.ArrayFilter(
		strings.split_words(config.scope, " "),
		function(_, scope) return lib.ArrayIncludes(lacking, scope) end
	)
end

return M
