-- Generated from src/sso_login/protocol/provider_files.ts by "make lua"; do not edit.
--- A provider as a value: the names of its files.
local M = {}
local public_names = require("sso_login.base.public_names")
local hash = require("sso_login.jose.hash")

--- Whether it is the only provider, beside which no other one waits.
function M.is_only(provider)
	return provider.log_name == nil
end

--- The start of the names of all locks on calls.
M.lock_prefix = "provider_lock"

--- The end of the names of a provider's own files; "" for the first one.
function M.suffix(provider)
	local name = provider.log_name
	return (name == nil or name == public_names.first) and "" or "_" .. name
end

--- The folder of a provider's files.
function M.folder(io, provider)
	return provider.folder or io.paths.run_dir
end

--- The path of a provider's file.
function M.path_of(io, provider, name)
	return M.folder(io, provider) .. "/" .. name
end

--- The path of a provider's JSON file about something, such as an address, whose hash is in the name.
function M.path_about(io, provider, prefix, text)
	return M.path_of(io, provider, prefix .. hash.hash_sha256_hex(text) .. ".json")
end

--- The path of the cached keys of an address. Each provider has its own: another's may have come by another trust store.
function M.keys_path(io, provider, jwks_uri)
	return M.path_about(io, provider, "jwks_", jwks_uri .. M.suffix(provider))
end

--- The path of the lock on calls.
function M.calls_lock(io, provider)
	return M.path_of(io, provider, M.lock_prefix .. M.suffix(provider))
end

--- The path of what the last login of the client lacked (`login_lacks`).
function M.lacks_path(io, provider)
	return M.path_of(io, provider, "scopes" .. M.suffix(provider) .. ".json")
end

return M
