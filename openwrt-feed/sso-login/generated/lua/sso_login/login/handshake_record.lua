-- Generated from src/sso_login/login/handshake_record.ts by "make lua"; do not edit.
--- The handshake record (specification, "Handshake record"): made at the start of a login, consumed by its callback. This
-- module defines its format.
local M = {}
local public_names = require("sso_login.base.public_names")
local store = require("sso_login.base.store")
local json_values = require("sso_login.base.json_values")
local hash = require("sso_login.jose.hash")
local result = require("sso_login.result")
local err, ok = result.err, result.ok
local record_version = 1
M.file_prefix = "handshake_"
M.file_suffix = ".json"

--- The record of a state token. Its name is a hash, so that no value of a request becomes part of a path.
function M.path_of(io, token)
	return store.path_of(io, M.file_prefix .. hash.hash_sha256_hex(token) .. M.file_suffix)
end

--- The stored form of a handshake, with the host (and port) at which the login began. Names of members stay: `proof` is the hash of the settings.
function M.to_record(handshake, now, host)
	return {
		version = record_version,
		state = handshake.state,
		nonce = handshake.nonce,
		code_verifier = handshake.code_verifier,
		return_to = handshake.return_to,
		cookie_hash = handshake.cookie_hash,
		issuer = handshake.issuer,
		iss_expected = handshake.iss_expected,
		proof = handshake.settings_hash,
		own_site = handshake.is_own_site,
		anew = handshake.is_anew,
		refused = handshake.refused,
		again = handshake.is_again,
		host = host,
		created_at = now,
		expires_at = now + store.handshake_lifetime
	}
end

--- The text of a member, where it has one.
local function text_in(record, member)
	local value = record[member]
	return type(value) == "string" and value or nil
end

--- A record's content as a handshake, or undefined when it is damaged, expired or of another state.
function M.read_record(record, state, now)
	local stored = record.state
	local nonce = record.nonce
	local code_verifier = record.code_verifier
	if type(stored) ~= "string" or type(nonce) ~= "string" or type(code_verifier) ~= "string" then
		return nil
	end
	local same_version = record.version == record_version
	local is_valid = same_version and store.is_fresh(record.created_at, now, store.handshake_lifetime)
	local return_to = text_in(record, "return_to")
	local created_at = record.created_at
	-- A hash that is no text is one that no cookie has.
	local cookie_hash = record.cookie_hash ~= nil and json_values.text_of(record.cookie_hash) or nil
	local issuer = record.issuer ~= nil and json_values.text_of(record.issuer) or nil
	local iss_expected
	if record.iss_expected == true then
		iss_expected = true
	else
		iss_expected = nil
	end
	if is_valid and hash.constant_time_eq(stored, state) then
		local ____nonce_29 = nonce
		local ____code_verifier_30 = code_verifier
		local ____created_at_31 = created_at
		local ____return_to_32 = return_to
		local ____cookie_hash_33 = cookie_hash
		local ____issuer_34 = issuer
		local ____iss_expected_35 = iss_expected
		local ____text_in_result_36 = text_in(record, "proof")
		local ____temp_26
		if record.own_site == true then
			____temp_26 = true
		else
			____temp_26 = nil
		end
		local ____temp_27
		if record.anew == true then
			____temp_27 = true
		else
			____temp_27 = nil
		end
		local ____text_in_result_37 = text_in(record, "refused")
		local ____temp_28
		if record.again == true then
			____temp_28 = true
		else
			____temp_28 = nil
		end
		return {
			state = stored,
			nonce = ____nonce_29,
			code_verifier = ____code_verifier_30,
			created_at = ____created_at_31,
			return_to = ____return_to_32,
			cookie_hash = ____cookie_hash_33,
			issuer = ____issuer_34,
			iss_expected = ____iss_expected_35,
			settings_hash = ____text_in_result_36,
			is_own_site = ____temp_26,
			is_anew = ____temp_27,
			refused = ____text_in_result_37,
			is_again = ____temp_28
		}
	end
	return nil
end

--- The record of a state, which stays; undefined when there is no valid one.
function M.look(io, state)
	local stored = store.read(io, M.path_of(io, state))
	return stored ~= nil and M.read_record(stored, state, io.time()) or nil
end

--- Consumes the record of a state: of two requests at once only one succeeds. STATE_NOT_FOUND when there is no valid record.
function M.consume(io, state)
	local stored = store.take(io, M.path_of(io, state))
	if stored == nil then
		return err("STATE_NOT_FOUND")
	end
	local handshake = M.read_record(stored, state, io.time())
	return handshake ~= nil and ok(true) or err("STATE_NOT_FOUND", {reason = "expired or damaged"})
end

--- Consumes the record of a login that has failed, and returns the failure; STATE_NOT_FOUND where another request has consumed it.
function M.consume_failed(io, handshake, failure)
	local consumed = M.consume(io, handshake.state)
	return consumed.ok and failure or consumed
end

--- Removes what there is of a record that is not valid, and returns the refusal; also where a corrected clock has made it valid since.
function M.discard(io, state)
	local consumed = M.consume(io, state)
	return consumed.ok and err("STATE_NOT_FOUND") or consumed
end

--- Whether a login began at this provider; one of a version with one provider, which kept no issuer, did at the first.
function M.is_of_provider(handshake, config)
	if handshake.issuer ~= nil then
		return handshake.issuer == config.issuer_url
	end
	return config.provider == public_names.first
end

--- The host (with port) at which the login of a state began, and the page of LuCI that it was for; also of another browser's, or of one
-- that has expired.
function M.place_of(io, state)
	local record = store.read(io, M.path_of(io, state)) or {}
	return {host = text_in(record, "host"), return_to = text_in(record, "return_to")}
end

return M
