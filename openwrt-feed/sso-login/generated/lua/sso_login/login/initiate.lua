-- Generated from src/sso_login/login/initiate.ts by "make lua"; do not edit.
local M = {}
local authorization, client_authentication, metadata, result, record =
    require("sso_login.use")("protocol.authorization", "protocol.client_authentication", "protocol.metadata", "result", "login.record")
local err, ok = result.err, result.ok
--- Starts a login: state, nonce and PKCE pair, stored for 300 seconds, and the provider's address. Fails as discovery
-- does, with CONFIG_ERROR when the provider offers nothing this client can use, or INTERNAL_ERROR.
function M.initiate(io, config, request)
	local start = request or {}
	local discovery = metadata.of_provider(io, config)
	if not discovery.ok then
		return discovery
	end
	-- Found out now, and not after the code was spent.
	local method = client_authentication.choose_method(config, discovery.data)
	if not method.ok then
		return method
	end
	local handshake = record.make()
	handshake.return_to = start.return_to
	local url = authorization.get_auth_url(
		io,
		config,
		discovery.data,
		handshake,
		start
	)
	if not url.ok then
		return url
	end
	return record.save(io, handshake, start.host or "") and ok({url = url.data, token = handshake.state}) or err("INTERNAL_ERROR", {reason = "cannot store the handshake", path = io.paths.run_dir})
end
return M
