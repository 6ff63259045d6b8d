-- Generated from src/sso_login/registration/registration_record.ts by "make lua"; do not edit.
--- The access to this router's registrations (RFC 7592), by provider, in a file beside the UCI package.
local M = {}
local json = require("sso_login.io.json")
local store = require("sso_login.base.store")
local json_values = require("sso_login.base.json_values")

local function path_of(io)
	return io.paths.etc_dir .. "/registration.json"
end

--- A record of an answer (RFC 7591 section 3.2.1); a member that it lacks is that of an earlier one.
function M.of_answer(issuer, answer, earlier)
	local uri = json_values.text_of(answer.registration_client_uri)
	local token = json_values.text_of(answer.registration_access_token)
	local before = earlier or ({uri = "", token = ""})
	local client_id = json_values.text_of(answer.client_id)
	return {
		issuer = issuer,
		client_id = client_id,
		uri = uri ~= "" and uri or before.uri,
		token = token ~= "" and token or before.token
	}
end

--- The record of a provider; undefined where there is none.
function M.find(io, provider)
	local stored = (store.read(io, path_of(io)) or {})[provider]
	return json.is_object(stored) and stored or nil
end

--- Stores the record of a provider, or removes it; false where that fails, and then the file is as it was.
function M.save(io, provider, record)
	local all = store.read(io, path_of(io)) or {}
	all[provider] = record
	return io.make_dir(io.paths.etc_dir) ~= "failed" and io.write_file(path_of(io), json.encode(all))
end

return M
