-- Generated from src/sso_login/login/login_start.ts by "make lua"; do not edit.
--- The first request of a login: sends the browser to the provider (specification, "Flow phases").
local M = {}
local authorization_request = require("sso_login.protocol.authorization_request")
local client_authentication = require("sso_login.protocol.client_authentication")
local provider_metadata = require("sso_login.protocol.provider_metadata")
local provider_files = require("sso_login.protocol.provider_files")
local result = require("sso_login.result")
local handshake_record = require("sso_login.login.handshake_record")
local err, ok = result.err, result.ok

--- The provider's address for a login attempt. All calls to the provider are made here.
function M.address_for(io, config, handshake, options)
	local metadata = provider_metadata.of_provider(io, config)
	if not metadata.ok then
		return metadata
	end
	-- Found out now, and not after the code was spent.
	local method = client_authentication.choose_method(io, config, metadata.data)
	return method.ok and authorization_request.get_auth_url(io, config, metadata.data, handshake, options) or method
end

--- Starts a login: state, nonce and PKCE pair, stored for 300 seconds, and the provider's address. Fails as the metadata
-- does, with CONFIG_ERROR when the provider offers nothing this client can use, or INTERNAL_ERROR.
function M.initiate(io, config, request)
	local start = request or {}
	local handshake = handshake_record.create()
	handshake.return_to = start.return_to
	handshake.cookie_hash = start.cookie_hash
	handshake.issuer = config.issuer_url
	local url = provider_files.asking(
		io,
		config,
		function() return M.address_for(io, config, handshake, start) end
	)
	if not url.ok then
		return url
	end
	return handshake_record.save(io, handshake, start.host or "") and ok({
		url = url.data,
		token = handshake.state
	}) or err("INTERNAL_ERROR", {reason = "cannot store the handshake", path = io.paths.run_dir})
end

return M
