-- Generated from src/sso_login/login/login_start.ts by "make lua"; do not edit.
--- The first request of a login: sends the browser to the provider (specification, "Flow phases").
local M = {}
local bytes = require("sso_login.io.bytes")
local store = require("sso_login.base.store")
local hash = require("sso_login.jose.hash")
local authorization_request = require("sso_login.protocol.authorization_request")
local client_authentication = require("sso_login.protocol.client_authentication")
local known_metadata = require("sso_login.protocol.known_metadata")
local result = require("sso_login.result")
local handshake_record = require("sso_login.login.handshake_record")
local err, ok = result.err, result.ok

--- Bytes of a PKCE verifier (RFC 7636 section 4.1).
local verifier_length = 64

--- A handshake with fresh values: state and nonce of 32 random bytes each, and a PKCE verifier.
local function create(config, metadata, start, settings_hash)
	local ____temp_2 = (start.state_prefix or "") .. bytes.base64url_encode(hash.random(32))
	local ____bytes_base64url_encode_result_3 = bytes.base64url_encode(hash.random(32))
	local ____hash_pkce_pair_result_verifier_4 = hash.pkce_pair(verifier_length).verifier
	local ____start_return_to_5 = start.return_to
	local ____start_cookie_hash_6 = start.cookie_hash
	local ____config_issuer_url_7 = config.issuer_url
	local ____metadata_authorization_response_iss_parameter_supported_0
	if metadata.authorization_response_iss_parameter_supported then
		____metadata_authorization_response_iss_parameter_supported_0 = true
	else
		____metadata_authorization_response_iss_parameter_supported_0 = nil
	end
	local ____settings_hash_8 = settings_hash
	local ____start_is_own_site_9 = start.is_own_site
	local ____temp_1
	if start.prompt ~= nil then
		____temp_1 = true
	else
		____temp_1 = nil
	end
	return {
		state = ____temp_2,
		nonce = ____bytes_base64url_encode_result_3,
		code_verifier = ____hash_pkce_pair_result_verifier_4,
		return_to = ____start_return_to_5,
		cookie_hash = ____start_cookie_hash_6,
		issuer = ____config_issuer_url_7,
		iss_expected = ____metadata_authorization_response_iss_parameter_supported_0,
		settings_hash = ____settings_hash_8,
		is_own_site = ____start_is_own_site_9,
		is_anew = ____temp_1,
		refused = start.refused,
		is_again = start.is_again
	}
end

--- Begins a login: all calls to the provider are made here. Fails as `initiate` does.
function M.begin(io, config, start, settings_hash)
	local known = known_metadata.of_provider(io, config)
	return known_metadata.by_metadata(io, config, known, "pushed_authorization_request_endpoint", function(metadata)
		-- Found out now, and not after the code was spent.
		local method = client_authentication.choose_method(io, config, metadata)
		if not method.ok then
			return method
		end
		local handshake = create(config, metadata, start, settings_hash)
		local url = authorization_request.get_auth_url(io, config, metadata, handshake, start)
		return url.ok and ok({url = url.data, handshake = handshake}) or url
	end)
end

--- Loaded while passwords are off.
local function login_settings()
	return require("sso_login.settings.login_settings")
end

--- Stores a handshake; false when it cannot be written.
local function save(io, handshake, host)
	local record = handshake_record.to_record(handshake, io.time(), host)
	return store.write(io, handshake_record.path_of(io, handshake.state), record)
end

--- Starts a login: state, nonce and PKCE pair, stored for 300 seconds, and the provider's address. Fails as discovery
-- does, with CONFIG_ERROR when the provider offers nothing this client can use, or INTERNAL_ERROR.
function M.initiate(io, config, start)
	local settings_hash = config.password_login == "off" and login_settings().settings_hash(io) or nil
	local begun = M.begin(io, config, start, settings_hash)
	return (not begun.ok or save(io, begun.data.handshake, start.host or "")) and begun or err("INTERNAL_ERROR", {
		reason = "cannot store the handshake",
		path = io.paths.run_dir
	})
end

return M
