-- Generated from src/sso_login/protocol/provider_files.ts by "make lua"; do not edit.
--- A provider as a value: the names of its files, and the lock that lets one process at a time call it.
local M = {}
local public_names = require("sso_login.base.public_names")

--- The start of the names of all locks on calls.
M.lock_prefix = "provider_lock"

--- The end of the names of a provider's own files; "" for the first one.
function M.suffix(provider)
	local name = provider.log_name or public_names.first
	return name == public_names.first and "" or "_" .. name
end

--- The folder of a provider's files.
function M.folder(io, provider)
	return provider.folder or io.paths.run_dir
end

--- The path of a provider's file.
function M.path_of(io, provider, name)
	return M.folder(io, provider) .. "/" .. name
end

--- The path of the lock on calls.
function M.lock_path(io, provider)
	return M.path_of(io, provider, M.lock_prefix .. M.suffix(provider))
end

--- Releases the lock on calls, where this process has it.
function M.release(io, provider)
	io.unlock(M.lock_path(io, provider))
end

--- Runs a function that may call the provider, and returns its result. The first call takes the lock (`provider_calls.acquire_lock`), and the end
-- of the function releases it; so does the end of the process.
function M.asking(io, provider, run)
	local result = run()
	M.release(io, provider)
	return result
end

return M
