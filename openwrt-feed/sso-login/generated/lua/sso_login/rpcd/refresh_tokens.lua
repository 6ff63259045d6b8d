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

--- The token with changes, and with this failure or without one.
local function changed(token, changes, failure)
	return {
		refresh_token = changes.refresh_token or token.refresh_token,
		provider = token.provider,
		issuer = token.issuer,
		client_id = token.client_id,
		asked_at = changes.asked_at or token.asked_at,
		proved_at = changes.proved_at or token.proved_at,
		proved_uptime = changes.proved_uptime or token.proved_uptime,
		failure = failure
	}
end

--- The token at a question to the provider, which begins now.
function M.at_question(io, token)
	return changed(token, {asked_at = io.time()}, token.failure)
end

--- The token with another one that the provider gave in its place.
function M.rotated(token, refresh_token)
	return changed(token, {refresh_token = refresh_token}, token.failure)
end

--- The token after a question that proved the user. By the monotonic clock the proof is of the answer, a few seconds later, which does not matter.
function M.after_proof(io, token)
	return changed(token, {proved_at = token.asked_at, proved_uptime = io.monotonic()}, nil)
end

--- The token after a question that did not prove the user.
function M.after_failure(token, failure)
	return changed(token, {}, failure)
end

--- The moment of the last proof by the monotonic clock, as far as the wall clock tells: files of earlier versions have it by the latter alone.
local function uptime_at(io, proved_at)
	return io.monotonic() - math.max(0, io.time() - proved_at)
end

--- The token in a file; undefined where it is damaged.
function M.read(io, name)
	local stored = store.read(io, store.path_of(io, name)) or {}
	local asked_at = stored.asked_at
	local refresh_token = json_values.name_of(stored.refresh_token)
	local provider = json_values.name_of(stored.provider)
	if refresh_token == "" or provider == "" or type(asked_at) ~= "number" then
		return nil
	end
	-- In files of earlier versions the last question was a proof, unless they name another moment.
	local proved_at = type(stored.proved_at) == "number" and stored.proved_at or asked_at
	return {
		refresh_token = refresh_token,
		provider = provider,
		issuer = json_values.text_of(stored.issuer),
		client_id = json_values.text_of(stored.client_id),
		asked_at = asked_at,
		proved_at = proved_at,
		proved_uptime = type(stored.proved_uptime) == "number" and stored.proved_uptime or uptime_at(io, proved_at),
		failure = json_values.is_name(stored.failure) and stored.failure or nil
	}
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

--- All files of tokens.
function M.read_all(io)
	local whole = {}
	local damaged = {}
	for _, name in ipairs(io.list_dir(io.paths.run_dir) or {}) do
		if lib.StringStartsWith(name, public_names.refresh_prefix) and lib.StringEndsWith(name, suffix) then
			local token = M.read(io, name)
			if token ~= nil then
				whole[#whole + 1] = {name = name, token = token}
			else
				damaged[#damaged + 1] = name
			end
		end
	end
	return {whole = whole, damaged = damaged}
end

function M.remove_damaged(io, files)
	for _, name in ipairs(files.damaged) do
		M.remove(io, name)
	end
end

function M.of_provider(io, provider)
	local tokens = lib.ArrayMap(M.read_all(io).whole, function(_, file) return file.token end)
	return lib.ArrayFilter(tokens, function(_, token) return token.provider == provider end)
end

return M
