-- Generated from src/sso_login/protocol/calls_lock.ts by "make lua"; do not edit.
--- The lock that lets one process at a time call a provider. A process that ends releases it, too.
local M = {}
local store = require("sso_login.base.store")

--- How the names of these locks begin.
M.prefix = "provider_lock"

--- The lock of this process's provider.
function M.path_of(io)
	return store.path_of(io, M.prefix .. store.own_suffix(io))
end

--- Lets other processes call the provider: this one is done with it.
function M.release(io)
	io.unlock(M.path_of(io))
end

return M
