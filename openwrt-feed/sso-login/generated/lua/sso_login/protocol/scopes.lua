-- Generated from src/sso_login/protocol/scopes.ts by "make lua"; do not edit.
--- Scopes that a provider grants (RFC 6749 section 5.1), and what the check is to know of them after a login.
local lib = require("sso_login.lualib")
local M = {}
local store = require("sso_login.base.store")
local strings = require("sso_login.base.strings")
local values = require("sso_login.base.values")

--- Scopes of which an answer need not speak: what they ask for shows elsewhere.
local unreported = {"openid", "offline_access"}

local function path(io)
	return store.path_of(io, "scopes" .. store.own_suffix(io) .. ".json")
end

--- The scopes of `asked` that an answer's `scope` lacks, with blanks between. An answer without it grants all. Google calls
-- `email` `https://www.googleapis.com/auth/userinfo.email`.
function M.missing(asked, granted)
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

--- Keeps for the check what a login lacked, and whether the provider ignored `prompt`, for a day; nothing of both forgets it.
function M.remember(io, config, missing_scopes, ignored)
	if missing_scopes == "" and not ignored then
		io.remove(path(io))
	else
		store.write(io, path(io), {
			issuer = config.issuer_url,
			client_id = config.client_id,
			lacking = missing_scopes,
			prompt_ignored = ignored
		})
	end
end

--- What is kept of the last login of this client.
local function last_login(io, config)
	local kept = store.read(io, path(io)) or {}
	return kept.issuer == config.issuer_url and kept.client_id == config.client_id and kept or {}
end

--- Whether the provider ignored `prompt` at the last login of this client.
function M.ignored_prompt(io, config)
	return last_login(io, config).prompt_ignored == true
end

--- Those scopes of the configuration that the last login of this client lacked.
function M.remembered(io, config)
	local missing_scopes = strings.split_words(values.text_of(last_login(io, config).lacking), " ")
	return lib.ArrayFilter(
		strings.split_words(config.scope, " "),
		function(_, scope) return lib.ArrayIncludes(missing_scopes, scope) end
	)
end

return M
