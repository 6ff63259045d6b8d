-- Generated from src/lua/io/log.ts by "make lua"; do not edit.
--- syslog(3): facility authpriv, tag sso-login.
local M = {}

--- Level numbers and options of syslog(3); luaposix leaves LOG_PERROR out.
local log_levels = {err = 3, warning = 4, notice = 5}
local log_pid = 1
local log_perror = 32

--- The log functions of `Io`: there is one as soon as they are there.
function M.make(_root, options)
	local syslog = require("posix.syslog")
	local option = options.log_to_stderr == true and log_pid + log_perror or log_pid
	syslog.openlog("sso-login", option, syslog.LOG_AUTHPRIV)
	return {
		log = function(level, line) return syslog.syslog(log_levels[level], line) end,
		open_log = function() return nil end
	}
end

return M
