-- Generated from src/sso_login/registration/registration_record.ts by "make lua"; do not edit.
--- The access to this router's registrations (RFC 7592), by provider, in a file beside the UCI package.
local M = {}
local json = require("sso_login.io.json")
local store = require("sso_login.base.store")
local urls = require("sso_login.base.urls")
local json_values = require("sso_login.base.json_values")

local function path_of(io)
	return io.paths.etc_dir .. "/registration.json"
end

--- Whether a registration can be read and changed: its address is of the origin of the registration endpoint, and so https.
function M.is_accessible(record, endpoint)
	return record.token ~= "" and urls.same_origin(record.uri, endpoint)
end

--- The record of a registration whose answer has not come yet: without a client.
function M.reserved(issuer)
	return {issuer = issuer, client_id = "", uri = "", token = ""}
end

--- A record of an answer (RFC 7591 section 3.2.1) of the endpoint; a member that it lacks is that of an earlier one. An address of another
-- origin is not kept, as the access token would go there.
function M.of_answer(issuer, endpoint, answer, earlier)
	local before = earlier or M.reserved(issuer)
	local function filled(given, otherwise)
		return json_values.is_name(given) and given or otherwise
	end
	local uri = filled(answer.registration_client_uri, before.uri)
	return {
		issuer = issuer,
		client_id = filled(answer.client_id, before.client_id),
		uri = urls.same_origin(uri, endpoint) and uri or "",
		token = filled(answer.registration_access_token, before.token)
	}
end

--- The records of all providers; undefined where the file is damaged.
local function read_all(io)
	return store.read(io, path_of(io)) or (io.file_info(path_of(io)) == nil and {} or nil)
end

--- Whether the records can be read: a damaged file is not replaced, as it may be all that is left of them.
function M.is_readable(io)
	return read_all(io) ~= nil
end

--- The record of a provider; undefined where there is none.
function M.find(io, provider)
	local stored = (read_all(io) or {})[provider]
	return json.is_object(stored) and stored or nil
end

--- Stores the record of a provider, or removes it; false where that fails, and then the file is as it was.
function M.write(io, provider, record)
	local all = read_all(io)
	if all == nil or io.make_dir(io.paths.etc_dir) == "failed" then
		return false
	end
	all[provider] = record
	return io.write_file(path_of(io), json.encode(all))
end

return M
