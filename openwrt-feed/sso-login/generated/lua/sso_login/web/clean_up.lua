-- Generated from src/sso_login/web/clean_up.ts by "make lua"; do not edit.
--- The lifetimes of files in the run directory, and the removal of older ones.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local public_names = require("sso_login.base.public_names")
local store = require("sso_login.base.store")
local provider_logout = require("sso_login.logout.provider_logout")
local saved_config = require("sso_login.settings.saved_config")
local token_registry = require("sso_login.protocol.token_registry")

--- Seconds.
local minute = 60

--- Seconds that files of the run directory are kept, by how their names begin.
local lifetimes = {
	{starts = {"client_"}, seconds = minute},
	{starts = {"change_"}, seconds = 15 * minute},
	{
		starts = {"discovery_", "jwks_", "scopes", "rights_", "acl_folder", "trust_", "revalidate_"},
		seconds = store.cache_lifetime
	}
}

--- The lifetime of marks of logouts: a mark outlives a token that it is about.
local function lifetime_of_marks(io)
	return #saved_config.providers_with(io, "api_audience") > 0 and provider_logout.lifetime or store.handshake_lifetime
end

--- The lifetime of a file; one that is not listed, such as the temporary file of a process that was killed, has that of a login.
local function lifetime_of(io, name)
	if lib.StringStartsWith(name, provider_logout.file_prefix) and not lib.StringEndsWith(name, ".tmp") then
		return lifetime_of_marks(io)
	end
	local is_whole = not lib.StringEndsWith(name, ".tmp")
	local listed = lib.ArrayFind(
		lifetimes,
		function(_, one) return is_whole and lib.ArraySome(
			one.starts,
			function(_, start) return lib.StringStartsWith(name, start) end
		) end
	)
	return listed ~= nil and listed.seconds or store.handshake_lifetime
end

--- Removes expired handshakes, the remains of consumed and interrupted ones, old counters and caches; at their age also links and empty
-- folders in the place of one of them. Cleans one of the token registry's 256 folders a minute, so that no request pays for all the
-- tokens of a day.
function M.clean(io, now)
	for _, name in ipairs(io.list_dir(io.paths.run_dir) or {}) do
		local path = store.path_of(io, name)
		local info = io.file_info(path)
		local is_registry = name == token_registry.root_name and info ~= nil and info.kind == "directory"
		-- Those of ended sessions are revoked before they go.
		local is_token = lib.StringStartsWith(name, public_names.refresh_prefix) and not lib.StringEndsWith(
			name,
			".tmp"
		)
		-- The lock's file stays: another one in its place could be locked beside it.
		local is_kept = is_registry or is_token or lib.ArrayIncludes(
			{public_names.trial_file, public_names.upkeep_lock},
			name
		)
		if info ~= nil and not is_kept and not store.is_fresh(info.mtime, now, lifetime_of(io, name)) then
			io.remove(path)
		end
	end
	local turn = bytes.hex_encode(string.char(math.floor(now / minute) % 256))
	token_registry.clean(io, turn, now)
end

return M
