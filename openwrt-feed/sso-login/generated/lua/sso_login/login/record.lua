-- Generated from src/sso_login/login/record.ts by "make lua"; do not edit.
local M = {}
local encoding, store, hash, result =
    require("sso_login.use")("base.encoding", "base.store", "jose.hash", "result")
local err, ok = result.err, result.ok
local record_version = 1
local verifier_length = 64
--- Fresh values of a login attempt: state and nonce of 32 random bytes each, and a PKCE verifier.
function M.make()
	return {
		state = encoding.base64url_encode(hash.random(32)),
		nonce = encoding.base64url_encode(hash.random(32)),
		code_verifier = hash.pkce_pair(verifier_length).verifier
	}
end
--- The record of a state token. Its name is a hash, so that no value of a request becomes part of a path.
local function path_of(io, token)
	return store.path_of(
		io,
		"handshake_" .. hash.hash_sha256_hex(token) .. ".json"
	)
end
--- Stores what the callback will need, and under which host (with port) the login began; the file is whole or absent, and
-- false says the latter.
function M.save(io, handshake, host)
	local now = io.time()
	return store.write(
		io,
		path_of(io, handshake.state),
		{
			version = record_version,
			state = handshake.state,
			nonce = handshake.nonce,
			code_verifier = handshake.code_verifier,
			host = host,
			return_to = handshake.return_to,
			created_at = now,
			expires_at = now + store.handshake_lifetime
		}
	)
end
--- Under which host the login of a state began; undefined where nothing is known of it.
function M.host_of(io, state)
	local record = store.read(
		io,
		path_of(io, state)
	)
	local ____temp_0
	if record ~= nil then
		____temp_0 = record.host
	else
		____temp_0 = nil
	end
	local host = ____temp_0
	return type(host) == "string" and host or nil
end
--- A record's content as a handshake, or undefined when it is damaged, expired or of another state.
local function read_record(record, state, now)
	local stored = record.state
	local nonce = record.nonce
	local code_verifier = record.code_verifier
	if type(stored) ~= "string" or type(nonce) ~= "string" or type(code_verifier) ~= "string" then
		return nil
	end
	local same_form = record.version == record_version
	local current = same_form and store.is_fresh(record.created_at, now, store.handshake_lifetime)
	local return_to = type(record.return_to) == "string" and record.return_to or nil
	local created_at = record.created_at
	return current and hash.constant_time_eq(stored, state) and ({
		state = stored,
		nonce = nonce,
		code_verifier = code_verifier,
		created_at = created_at,
		return_to = return_to
	}) or nil
end
--- Takes the record of a state out of the world. It is renamed away before anything is read: of two requests at once only
-- one can do that. STATE_NOT_FOUND when there is none that still counts.
function M.consume(io, state)
	local path = path_of(io, state)
	local consumed = path .. ".consumed"
	if not io.rename(path, consumed) then
		return err("STATE_NOT_FOUND")
	end
	local stored = store.read(io, consumed)
	io.remove(consumed)
	local handshake = stored ~= nil and read_record(
		stored,
		state,
		io.time()
	) or nil
	return handshake ~= nil and ok(handshake) or err("STATE_NOT_FOUND", {reason = "expired or damaged"})
end
return M
