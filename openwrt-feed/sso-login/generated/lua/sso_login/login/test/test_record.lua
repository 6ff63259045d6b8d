-- Generated from src/sso_login/login/test/test_record.ts by "make lua"; do not edit.
--- The files of a test login, apart from the records of logins, so that neither is ever taken for the other: a snapshot of the
-- settings for each session, a ticket, a record for each state, and in the end the outcome in the snapshot's place. All are
-- small files in RAM of mode 0600, valid for 300 seconds; their names are hashes.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local store = require("sso_login.base.store")
local json_values = require("sso_login.base.json_values")
local hash = require("sso_login.jose.hash")
local result = require("sso_login.result")
local handshake_record = require("sso_login.login.handshake_record")
local err, ok = result.err, result.ok

--- How the names of all files of test logins begin, and those of folders for calls to the provider.
local prefix = "test_"
M.folder_prefix = prefix .. "calls_"

local function snapshot_path(io, session)
	return store.path_of(io, prefix .. ("session_" .. session) .. ".json")
end

local function ticket_path(io, ticket)
	return store.path_of(io, prefix .. ("ticket_" .. hash.hash_sha256_hex(ticket)) .. ".json")
end

local function record_path(io, state)
	return store.path_of(io, prefix .. ("login_" .. hash.hash_sha256_hex(state)) .. ".json")
end

--- The content of a file that has not expired.
local function read_fresh(io, path)
	return store.read_fresh(io, path, "created_at", store.handshake_lifetime)
end

--- Removes expired files of all sessions: snapshots hold a secret.
function M.clean(io)
	for _, name in ipairs(io.list_dir(io.paths.run_dir) or {}) do
		local info = lib.StringStartsWith(name, prefix) and io.file_info(store.path_of(io, name)) or nil
		if info ~= nil and not store.is_fresh(info.mtime, io.time(), store.handshake_lifetime) then
			store.remove_all(io, store.path_of(io, name), "")
			io.remove(store.path_of(io, name))
		end
	end
end

--- Keeps the settings for a session, in the place of older ones, and the ticket; false when they cannot be written.
function M.save_snapshot(io, session, ticket, settings)
	local created_at = io.time()
	local id = hash.hash_sha256_hex(ticket)
	local snapshot = {id = id, created_at = created_at, sections = settings.sections, provider = settings.provider}
	return store.write(io, snapshot_path(io, session), snapshot) and store.write(io, ticket_path(io, ticket), {
		session = session,
		id = id,
		created_at = created_at
	})
end

--- A file's object once: of two requests at once only one succeeds.
local function take(io, path)
	local stored = store.take(io, path)
	if stored == nil then
		return err("STATE_NOT_FOUND", {test = true})
	end
	return store.is_fresh(stored.created_at, io.time(), store.handshake_lifetime) and ok(stored) or err(
		"STATE_NOT_FOUND",
		{test = true, reason = "expired or damaged"}
	)
end

local function owner_of(stored)
	return {session = json_values.text_of(stored.session), id = json_values.text_of(stored.id)}
end

--- Uses up a ticket; STATE_NOT_FOUND where it is none, or was used.
function M.take_ticket(io, ticket)
	local taken = take(io, ticket_path(io, ticket))
	return taken.ok and ok(owner_of(taken.data)) or taken
end

--- The settings of a test; STATE_NOT_FOUND where the session has begun another one, or this one is over.
function M.snapshot_of(io, owner)
	local stored = read_fresh(io, snapshot_path(io, owner.session))
	local is_own = stored ~= nil and hash.constant_time_eq(json_values.text_of(stored.id), owner.id)
	return is_own and json.is_array(stored.sections) and ok({
		sections = stored.sections,
		provider = stored.provider
	}) or err("STATE_NOT_FOUND", {test = true, reason = "another test has begun, or this one is over"})
end

--- Stores the record for the callback; false when it cannot be written.
function M.save_record(io, owner, handshake)
	local stored = handshake_record.to_record(handshake, io.time())
	stored.session = owner.session
	stored.id = owner.id
	return store.write(io, record_path(io, handshake.state), stored)
end

--- A stored record of this state; one without cookie hash has one that no cookie has.
local function read_record(io, stored, state)
	local handshake = handshake_record.read_record(stored, state, io.time())
	local owner = owner_of(stored)
	if handshake == nil or handshake.nonce == "" or handshake.code_verifier == "" or owner.session == "" then
		return nil
	end
	handshake.cookie_hash = handshake.cookie_hash or ""
	return {owner = owner, handshake = handshake}
end

--- The record of a state as it is; undefined where there is none.
function M.look(io, state)
	local stored = store.read(io, record_path(io, state))
	return stored ~= nil and read_record(io, stored, state) or nil
end

--- Uses up the record of a state; STATE_NOT_FOUND.
function M.take_record(io, state)
	local taken = take(io, record_path(io, state))
	if not taken.ok then
		return taken
	end
	local found = read_record(io, taken.data, state)
	return found ~= nil and ok(found) or err("STATE_NOT_FOUND", {test = true, reason = "damaged"})
end

--- Keeps the outcome in the place of the snapshot, whose secret goes; not where another test has begun. False where it is not kept.
function M.save_outcome(io, owner, outcome)
	local kept = {id = owner.id, created_at = io.time(), outcome = outcome}
	return M.snapshot_of(io, owner).ok and store.write(io, snapshot_path(io, owner.session), kept)
end

--- The state of a session's last test: none, begun, or done with the outcome.
function M.outcome_of(io, session)
	local stored = read_fresh(io, snapshot_path(io, session))
	if stored == nil then
		return {state = "none"}
	end
	return json.is_object(stored.outcome) and ({state = "done", outcome = stored.outcome}) or ({state = "begun"})
end

return M
