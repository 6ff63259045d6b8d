-- Generated from src/sso_login/rpcd/refresh_tokens.ts by "make lua"; do not edit.
--- The refresh tokens of sessions (option `session_revalidate`), each in a file of the run directory. A file outlives its session for
-- a moment: the process that waits finds it, in whatever way the session ended, and has the token revoked and the file removed.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local store = require("sso_login.base.store")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local hash = require("sso_login.jose.hash")
local background = require("sso_login.rpcd.background")

--- A file's name is the hash of a session's id between `names.refresh_prefix` and this.
local suffix = ".json"

--- Bytes of a token.
local max_length = 16384

--- Least seconds between two questions, whatever the option says.
local min_interval = 300

local function name_of(sid)
	return public_names.refresh_prefix .. hash.hash_sha256_hex(sid) .. suffix
end

--- Whether a value of the provider can be stored as a token.
function M.is_usable(value)
	return json_values.is_name(value) and #value <= max_length
end

--- Stores a token under a file's name in the place of an older one, whole or not at all; false when it cannot be written.
function M.write(io, name, token)
	return store.write(io, store.path_of(io, name), token)
end

--- Stores the token of a new session, and has the session watched; false when it cannot be stored.
function M.keep(io, config, sid, refresh_token)
	local client_id = config.client_id
	local provider = config.provider or public_names.first
	local token = {
		refresh_token = refresh_token,
		provider = provider,
		issuer = config.issuer_url,
		client_id = client_id,
		asked_at = io.time()
	}
	if not M.is_usable(refresh_token) or not M.write(io, name_of(sid), token) then
		return false
	end
	background.wake(io)
	return true
end

function M.remove(io, name)
	io.remove(store.path_of(io, name))
end

--- The token in a file; undefined where it is damaged.
function M.read(io, name)
	local stored = store.read(io, store.path_of(io, name)) or {}
	local is_whole = M.is_usable(stored.refresh_token) and type(stored.asked_at) == "number"
	return is_whole and stored or nil
end

--- The names of all files.
function M.list(io)
	return lib.ArrayFilter(
		io.list_dir(io.paths.run_dir) or {},
		function(_, name) return lib.StringStartsWith(name, public_names.refresh_prefix) and lib.StringEndsWith(
			name,
			suffix
		) end
	)
end

--- Whether a session of a provider has a token.
function M.of_provider(io, provider)
	return lib.ArraySome(
		M.list(io),
		function(_, name) return (M.read(io, name) or ({provider = nil})).provider == provider end
	)
end

--- The moment at which the provider is to be asked again; 0 where the option is off.
local function moment_of(providers, token, now)
	local section = lib.ArrayFind(providers, function(_, provider) return provider.name == token.provider end)
	local option = section ~= nil and section.options.session_revalidate or nil
	local seconds = type(option) == "string" and strings.parse_integer(option) or nil
	if seconds == nil then
		return 0
	end
	local interval = math.max(min_interval, seconds)
	-- The clock may have gone back.
	return store.is_fresh(token.asked_at, now, interval) and token.asked_at + interval or now
end

--- The turn that comes first; undefined without files. `files` were listed before `live`, all live sessions, as the file of a new session
-- is not to go.
function M.next_turn(io, providers, files, live)
	local now = io.time()
	local first
	for _, name in ipairs(files) do
		local token = M.read(io, name)
		local entry = lib.ArrayFind(live, function(_, candidate) return name_of(candidate.sid) == name end)
		local moment = token ~= nil and entry ~= nil and moment_of(providers, token, now) or 0
		if first == nil or moment < first.moment then
			first = {name = name, moment = moment, token = token, entry = entry}
		end
	end
	return first
end

return M
