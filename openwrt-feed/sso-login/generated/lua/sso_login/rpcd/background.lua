-- Generated from src/sso_login/rpcd/background.ts by "make lua"; do not edit.
--- Background processes: they go on when the request has ended; one for each task runs at a time, by its lock.
local M = {}
local store = require("sso_login.base.store")

--- The lock of a task.
function M.lock_of(io, task)
	return store.path_of(io, task .. ".lock")
end

--- Starts the plug-in for a task unless it runs.
function M.start(io, task)
	if io.lock(M.lock_of(io, task)) then
		io.unlock(M.lock_of(io, task))
		io.start(io.paths.plugin, task)
	end
end

--- Has the process that waits for the end of sessions (entry_points/watch) look at them again, or starts it.
function M.wake(io)
	-- The running process sees the file grow.
	io.append_byte(store.path_of(io, "watch"))
	M.start(io, "watch")
end

return M
