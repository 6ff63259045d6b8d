-- Generated from src/sso_login/rpcd/background.ts by "make lua"; do not edit.
--- Background processes: each does one task, runs alone, by its lock, and goes on when the request has ended. The Io record has the
-- executable file that takes a task.
local M = {}
local store = require("sso_login.base.store")

--- The lock of a task.
function M.lock_of(io, task)
	return store.path_of(io, task .. ".lock")
end

--- Starts a process for a task unless one runs.
function M.start(io, task)
	if io.lock(M.lock_of(io, task)) then
		io.unlock(M.lock_of(io, task))
		io.start(io.paths.plugin, task)
	end
end

--- The number of exchanges, logins and ends of sessions so far, for which the process that waits was wanted.
function M.count_wakes(io)
	local info = io.file_info(store.path_of(io, "watch"))
	return info ~= nil and info.size or 0
end

--- Has the process that waits for the ends of sessions look at them again, or starts it.
function M.wake(io)
	io.append_byte(store.path_of(io, "watch"))
	M.start(io, "watch")
end

return M
