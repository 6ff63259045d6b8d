-- Generated from src/sso_login/login/login_again.ts by "make lua"; do not edit.
--- A login that may begin again, as the provider demands another kind of request since its metadata were cached.
local M = {}
local known_metadata = require("sso_login.protocol.known_metadata")
local metadata_call = require("sso_login.protocol.metadata_call")
local result = require("sso_login.result")
local err, ok = result.err, result.ok
local err = result.err

--- The failure of a login whose response is refused, with the meaning `begin_again` where the provider refuses its request, and demands pushed
-- requests by metadata that are newer than the login.
function M.with_meaning(io, login, failure)
	local known = failure.meaning == "request" and known_metadata.cached_of_provider(io, login.config) or nil
	if known == nil then
		return failure
	end
	local is_newer = (known.fetched_at or 0) > (login.handshake.created_at or 0)
	local field = "pushed_authorization_request_endpoint"
	local newest = is_newer and known or metadata_call.renewed(io, login.config, known, field, failure)
	return newest ~= nil and newest[field] ~= nil and err(
		failure.error,
		failure.details,
		"begin_again",
		failure.answer
	) or failure
end

return M
