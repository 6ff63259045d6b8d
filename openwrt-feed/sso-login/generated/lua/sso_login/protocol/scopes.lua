-- Generated from src/sso_login/protocol/scopes.ts by "make lua"; do not edit.
local lib, store, strings, values =
    require("sso_login.use")("lualib", "base.store", "base.strings", "base.values")
local M = {}
--- Scopes of which an answer need not speak: what they ask for shows elsewhere.
local silent = {"openid", "offline_access"}
local function path(io)
	return store.path_of(io, "scopes.json")
end
--- The scopes of `asked` that an answer's `scope` lacks, with blanks between. An answer without it grants all. Google calls
-- `email` `https://www.googleapis.com/auth/userinfo.email`.
function M.missing(asked, granted)
	if type(granted) ~= "string" then
		return ""
	end
	local given = strings.split_words(granted, " ")
	local function lacks(scope)
		return not lib.ArrayIncludes(silent, scope) and not lib.ArraySome(
			given,
			function(_, name) return lib.StringEndsWith("." .. name, "." .. scope) end
		)
	end
	return table.concat(
		lib.ArrayFilter(
			strings.split_words(asked, " "),
			function(_, scope) return lacks(scope) end
		),
		" "
	)
end
--- Keeps what a login lacked for the check, for a day; "" forgets it.
function M.remember(io, config, lacking)
	if lacking == "" then
		io.remove(path(io))
	else
		store.write(
			io,
			path(io),
			{issuer = config.issuer_url, client_id = config.client_id, lacking = lacking}
		)
	end
end
--- Those scopes of the configuration that the last login of this client lacked.
function M.remembered(io, config)
	local kept = store.read(
		io,
		path(io)
	) or {}
	local same = kept.issuer == config.issuer_url and kept.client_id == config.client_id
	local lacking = same and strings.split_words(
		values.text_of(kept.lacking),
		" "
	) or {}
	return lib.ArrayFilter(
		strings.split_words(config.scope, " "),
		function(_, scope) return lib.ArrayIncludes(lacking, scope) end
	)
end
return M
