-- Generated from src/sso_login/rpcd/refresh_tokens.ts by "make lua"; do not edit.
--- The refresh tokens of sessions (option `session_revalidate`), each in a file of the run directory. A file outlives its session for
-- a moment: the supervisor finds it, in whatever way the session ended, and has the token revoked and the file removed.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local store = require("sso_login.base.store")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local hash = require("sso_login.jose.hash")
local package_sections = require("sso_login.settings.package_sections")

--- A file's name is the hash of a session's id between `public_names.refresh_prefix` and this.
local suffix = ".json"

--- Bytes of a token.
local max_length = 16384

--- Least seconds between two questions, whatever the option says.
local min_interval = 300

--- Intervals, and least seconds, that a proof is enough for.
local max_intervals = 3
local min_unproved = 3600

--- The name of a session's file.
function M.name_of(sid)
	return public_names.refresh_prefix .. hash.hash_sha256_hex(sid) .. suffix
end

--- The fault of a value of the provider that cannot be used as a token; undefined where it can.
function M.fault_of(value)
	if type(value) ~= "string" or value == "" then
		return "is not a text"
	end
	if #value > max_length then
		return "is over 16 384 bytes"
	end
	return not strings.is_visible_ascii(value) and "has a blank, or another character that no token has" or nil
end

--- Stores a token under a file's name in the place of an older one, whole or not at all; false when it cannot be written.
function M.write(io, name, token)
	return store.write(io, store.path_of(io, name), token)
end

--- Stores the token of a new session; false when it cannot be stored.
function M.keep(io, config, sid, refresh_token)
	local now = io.time()
	local token = {
		refresh_token = refresh_token,
		provider = config.provider,
		issuer = config.issuer_url,
		client_id = config.client_id,
		asked_at = now,
		proved_at = now,
		proved_uptime = io.monotonic()
	}
	return M.fault_of(refresh_token) == nil and M.write(io, M.name_of(sid), token)
end

function M.remove(io, name)
	io.remove(store.path_of(io, name))
end

--- The token in a file; undefined where it is damaged.
function M.read(io, name)
	local stored = store.read(io, store.path_of(io, name)) or {}
	if not json_values.is_name(stored.refresh_token) or type(stored.asked_at) ~= "number" then
		return nil
	end
	-- Files of earlier versions have no time of a proof where the last question gave one, and none by the monotonic clock.
	local proved_at = type(stored.proved_at) == "number" and stored.proved_at or stored.asked_at
	stored.proved_at = proved_at
	if type(stored.proved_uptime) ~= "number" then
		stored.proved_uptime = io.monotonic() - math.max(0, io.time() - proved_at)
	end
	return stored
end

--- Seconds between two questions by the option `session_revalidate`; undefined where it is off, or wrong.
function M.interval_of(option)
	local seconds = type(option) == "string" and strings.parse_integer(option) or nil
	return seconds ~= nil and math.max(min_interval, seconds) or nil
end

--- The last proof of a session's user, of which the login is the first: Unix time, and seconds since then by the clock that does not jump.
function M.last_proof(io, entry)
	local token = M.read(io, M.name_of(entry.sid))
	local at = token ~= nil and token.proved_at or (entry.since or 0)
	local uptime = token ~= nil and token.proved_uptime or entry.uptime
	return {at = at, age = uptime ~= nil and io.monotonic() - uptime or io.time() - at}
end

--- Whether a session's last proof is too old; `option` is `session_revalidate`. A program's session lasts as its token.
function M.is_unproved(io, entry, option)
	local interval = entry.client == "" and M.interval_of(option) or nil
	return interval ~= nil and M.last_proof(io, entry).age >= math.max(max_intervals * interval, min_unproved)
end

function M.list(io)
	return lib.ArrayFilter(
		io.list_dir(io.paths.run_dir) or {},
		function(_, name) return lib.StringStartsWith(name, public_names.refresh_prefix) and lib.StringEndsWith(
			name,
			suffix
		) end
	)
end

function M.of_provider(io, provider)
	local found = {}
	for _, name in ipairs(M.list(io)) do
		local token = M.read(io, name)
		if token ~= nil and token.provider == provider then
			found[#found + 1] = token
		end
	end
	return found
end

--- The moment at which the provider is to be asked again; undefined where the option is off.
local function moment_of(providers, token, now)
	local section = lib.ArrayFind(providers, function(_, provider) return provider.name == token.provider end)
	local interval = section ~= nil and M.interval_of(section.options.session_revalidate) or nil
	if interval == nil then
		return nil
	end
	local moment = token.asked_at + interval
	-- The clock may have gone back.
	return store.is_fresh(token.asked_at, now, interval) and moment or math.min(moment, now)
end

--- The turns of files; damaged ones are removed. The token of a live session stays also while the option is off: the change may be taken
-- back. `files` were listed before `live`, all live sessions, as the file of a new session is not to go. `sections` are those of the package.
function M.turns_of(io, files, live, sections)
	local now = io.time()
	local providers = package_sections.provider_sections(sections)
	local found = {}
	for _, name in ipairs(files) do
		local entry = lib.ArrayFind(
			live,
			function(_, candidate) return M.name_of(candidate.sid) == name end
		)
		local token = M.read(io, name)
		local moment = (token == nil or entry == nil) and now or moment_of(providers, token, now)
		if token == nil then
			M.remove(io, name)
		elseif moment ~= nil then
			found[#found + 1] = {name = name, token = token, entry = entry, moment = moment}
		end
	end
	return found
end

--- The turn of a provider that is due for the longest time.
function M.first_turn(all, provider, now)
	local first
	for _, turn in ipairs(all) do
		local is_due = turn.token.provider == provider and turn.moment <= now
		if is_due and (first == nil or turn.moment < first.moment) then
			first = turn
		end
	end
	return first
end

return M
