-- Generated from src/sso_login/login/login_start.ts by "make lua"; do not edit.
--- The first request of a login: sends the browser to the provider (specification, "Flow phases").
local M = {}
local authorization_request = require("sso_login.protocol.authorization_request")
local client_authentication = require("sso_login.protocol.client_authentication")
local provider_metadata = require("sso_login.protocol.provider_metadata")
local result = require("sso_login.result")
local handshake_record = require("sso_login.login.handshake_record")
local err, ok = result.err, result.ok

--- Begins a login: all calls to the provider are made here. Fails as `initiate` does.
function M.begin(io, config, start)
	local metadata = provider_metadata.of_provider(io, config)
	if not metadata.ok then
		return metadata
	end
	-- Found out now, and not after the code was spent.
	local method = client_authentication.choose_method(io, config, metadata.data)
	if not method.ok then
		return method
	end
	local ____handshake_record_create_5 = handshake_record.create
	local ____start_state_prefix_1 = start.state_prefix
	local ____start_return_to_2 = start.return_to
	local ____start_cookie_hash_3 = start.cookie_hash
	local ____config_issuer_url_4 = config.issuer_url
	local ____metadata_data_authorization_response_iss_parameter_supported_0
	if metadata.data.authorization_response_iss_parameter_supported then
		____metadata_data_authorization_response_iss_parameter_supported_0 = true
	else
		____metadata_data_authorization_response_iss_parameter_supported_0 = nil
	end
	local handshake = ____handshake_record_create_5({
		state_prefix = ____start_state_prefix_1,
		return_to = ____start_return_to_2,
		cookie_hash = ____start_cookie_hash_3,
		issuer = ____config_issuer_url_4,
		iss_expected = ____metadata_data_authorization_response_iss_parameter_supported_0
	})
	local url = authorization_request.get_auth_url(io, config, metadata.data, handshake, start)
	return url.ok and ok({url = url.data, handshake = handshake}) or url
end

--- Starts a login: state, nonce and PKCE pair, stored for 300 seconds, and the provider's address. Fails as discovery
-- does, with CONFIG_ERROR when the provider offers nothing this client can use, or INTERNAL_ERROR.
function M.initiate(io, config, request)
	local start = request or {}
	local begun = M.begin(io, config, start)
	if not begun.ok then
		return begun
	end
	return handshake_record.save(io, begun.data.handshake, start.host or "") and ok({
		url = begun.data.url,
		token = begun.data.handshake.state
	}) or err("INTERNAL_ERROR", {reason = "cannot store the handshake", path = io.paths.run_dir})
end

return M
