-- Generated from src/sso_login/handshake.ts by "make lua"; do not edit.
local ____exports = {}
local ____authorization = require("sso_login.authorization")
local choose_auth_method = ____authorization.choose_auth_method
local get_auth_url = ____authorization.get_auth_url
local ____discovery = require("sso_login.discovery")
local discover = ____discovery.discover
local ____encoding = require("sso_login.encoding")
local base64url_encode = ____encoding.base64url_encode
local ____primitives = require("sso_login.primitives")
local hash_sha256_hex = ____primitives.hash_sha256_hex
local pkce_pair = ____primitives.pkce_pair
local random = ____primitives.random
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
local ____store = require("sso_login.store")
local handshake_lifetime = ____store.handshake_lifetime
local path_of = ____store.path_of
local write = ____store.write
--- Form of the handshake record.
____exports.record_version = 1
local verifier_length = 64
--- Seconds, as the option's own default.
local default_http_timeout = 10
--- The record of a state token. Its name is a hash, so that no value of a request becomes part of a path.
function ____exports.record_path(io, token)
	return path_of(
		io,
		("handshake_" .. hash_sha256_hex(token)) .. ".json"
	)
end
--- Trust store and time-out of the configuration, for all calls to the provider that follow.
function ____exports.use_provider_settings(io, config)
	io.https_settings({ca_file = config.ca_file, timeout = config.http_timeout or default_http_timeout})
end
--- The metadata of the configured provider.
function ____exports.discover_for(io, config)
	return discover(io, config.issuer_url, {internal_issuer_url = config.internal_issuer_url})
end
--- Stores what the callback will need; the file is whole or absent.
local function save_record(io, handshake)
	local now = io.time()
	return write(
		io,
		____exports.record_path(io, handshake.state),
		{
			version = ____exports.record_version,
			state = handshake.state,
			nonce = handshake.nonce,
			code_verifier = handshake.code_verifier,
			created_at = now,
			expires_at = now + handshake_lifetime
		}
	)
end
--- Starts a login: state, nonce and PKCE pair, stored for 300 seconds, and the provider's address. Fails as discovery
-- does, with CONFIG_ERROR when the provider offers nothing this client can use, or INTERNAL_ERROR.
function ____exports.initiate(io, config)
	____exports.use_provider_settings(io, config)
	local discovery = ____exports.discover_for(io, config)
	if not discovery.ok then
		return discovery
	end
	local method = choose_auth_method(config, discovery.data)
	if not method.ok then
		return method
	end
	local handshake = {
		state = base64url_encode(random(32)),
		nonce = base64url_encode(random(32)),
		code_verifier = pkce_pair(verifier_length).verifier
	}
	local url = get_auth_url(io, config, discovery.data, handshake)
	if not url.ok then
		return url
	end
	return save_record(io, handshake) and ok({url = url.data, token = handshake.state}) or err("INTERNAL_ERROR", {reason = "cannot store the handshake", path = io.paths.run_dir})
end
--- Finishes a login: state, tokens, ID Token, UserInfo, roles, registry, session (callback.ts). `request` holds the
-- decoded parameters and cookies. Fails with the code of the step that refused.
function ____exports.authenticate(io, config, request, policy)
	local callback = require("sso_login.callback")
	return callback.authenticate(io, config, request, policy)
end
return ____exports
