-- Generated from src/sso_login/protocol/metadata_url.ts by "make lua"; do not edit.
--- The address of a provider's metadata.
local lib = require("sso_login.lualib")
local M = {}
local provider_metadata = require("sso_login.protocol.provider_metadata")

--- Their path, after the issuer (OpenID Connect Discovery section 4).
M.path = "/.well-known/openid-configuration"

--- The address: one terminating slash of the issuer goes (OpenID Connect Discovery section 4.1).
function M.of(provider)
	local origin = provider_metadata.internal_origin(provider.internal_issuer_url)
	local base = provider_metadata.at_origin(provider.issuer_url, origin)
	return (lib.StringEndsWith(base, "/") and lib.StringSubstring(base, 0, #base - 1) or base) .. M.path
end

return M
