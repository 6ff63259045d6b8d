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
local session_ending = require("sso_login.rpcd.session_ending")

--- A file's name is the hash of a session's id between `public_names.refresh_prefix` and this.
local suffix = ".json"

--- Bytes of a token.
local max_length = 16384

--- Least seconds between two questions, whatever the option says.
local min_interval = 300

--- The name of a session's file.
function M.name_of(sid)
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

--- Stores the token of a new session; false when it cannot be stored.
function M.keep(io, config, sid, refresh_token)
	local client_id = config.client_id
	local token = {
		refresh_token = refresh_token,
		provider = config.provider,
		issuer = config.issuer_url,
		client_id = client_id,
		asked_at = io.time()
	}
	return M.is_usable(refresh_token) and M.write(io, M.name_of(sid), token)
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

--- The time at which a session's user was proved last, where later questions did not.
function M.unproved_since(io, sid)
	local token = M.read(io, M.name_of(sid))
	return token ~= nil and token.proved_at or nil
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
	local option = section ~= nil and section.options.session_revalidate or nil
	local seconds = type(option) == "string" and strings.parse_integer(option) or nil
	if seconds == nil then
		return nil
	end
	local interval = math.max(min_interval, seconds)
	local moment = token.asked_at + interval
	-- The clock may have gone back.
	return store.is_fresh(token.asked_at, now, interval) and moment or math.min(moment, now)
end

--- Ends the session of a damaged file, as nothing can prove its user again, and removes the file; a session that stays keeps it.
local function end_damaged(io, name, entry)
	local reason = {{"reason", "damaged_file"}}
	if entry == nil or session_ending.end_session(io, entry, reason, "SESSION_ENDED") then
		M.remove(io, name)
	end
end

--- Ends the sessions of damaged files, and returns the turns of the others. The token of a live session stays also while the option is off: the change may be taken back. `files` were listed
-- before `live`, all live sessions, as the file of a new session is not to go. `sections` are those of the package.
function M.settle(io, files, live, sections)
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
			end_damaged(io, name, entry)
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
