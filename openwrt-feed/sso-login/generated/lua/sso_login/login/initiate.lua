-- Generated from src/sso_login/login/initiate.ts by "make lua"; do not edit.
--- The first request of a login: sends the browser to the provider (specification, "Flow phases").
local M = {}
local store = require("sso_login.base.store")
local authorization = require("sso_login.protocol.authorization")
local client_authentication = require("sso_login.protocol.client_authentication")
local metadata = require("sso_login.protocol.metadata")
local result = require("sso_login.result")
local record = require("sso_login.login.record")
local err, ok = result.err, result.ok

--- A login attempt, and the provider's address for it. All calls to the provider are made here.
local function prepare(io, config, start)
	local discovery = metadata.of_provider(io, config)
	if not discovery.ok then
		return discovery
	end
	-- Found out now, and not after the code was spent.
	local method = client_authentication.choose_method(io, config, discovery.data)
	if not method.ok then
		return method
	end
	local handshake = record.create()
	handshake.return_to = start.return_to
	handshake.cookie_hash = start.cookie_hash
	local url = authorization.get_auth_url(io, config, discovery.data, handshake, start)
	return url.ok and ok({handshake = handshake, url = url.data}) or url
end

--- Starts a login: state, nonce and PKCE pair, stored for 300 seconds, and the provider's address. Fails as discovery
-- does, with CONFIG_ERROR when the provider offers nothing this client can use, or INTERNAL_ERROR.
function M.initiate(io, config, request)
	local start = request or {}
	local prepared = prepare(io, config, start)
	store.release_calls(io)
	if not prepared.ok then
		return prepared
	end
	local handshake = prepared.data.handshake
	return record.save(io, handshake, start.host or "") and ok({
		url = prepared.data.url,
		token = handshake.state
	}) or err("INTERNAL_ERROR", {reason = "cannot store the handshake", path = io.paths.run_dir})
end

return M
