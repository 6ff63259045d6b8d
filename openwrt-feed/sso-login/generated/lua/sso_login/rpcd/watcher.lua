-- Generated from src/sso_login/rpcd/watcher.ts by "make lua"; do not edit.
--- Programs that go on when the request has ended; one of each runs at a time, by its lock.
local M = {}
local store = require("sso_login.base.store")

--- The lock of a program.
function M.lock_of(io, program)
	return store.path_of(io, program .. ".lock")
end

--- Starts a program of the plug-in unless it runs.
function M.start(io, program)
	if io.lock(M.lock_of(io, program)) then
		io.unlock(M.lock_of(io, program))
		io.start(io.paths.plugin, program)
	end
end

--- Has the process that waits for the end of sessions (program/watch) look at them again, or starts it.
function M.wake(io)
	-- The running process sees the file grow.
	io.append_byte(store.path_of(io, "watch"))
	M.start(io, "watch")
end

return M
