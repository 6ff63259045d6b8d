--- ucode's module log: syslog(3), by numbers of the module.
local posix = require("posix.syslog")
local format = require("ucode.format")

-- POSIX does not name LOG_AUTHPRIV, so luaposix does not have it.
local log = { LOG_PID = posix.LOG_PID, LOG_AUTHPRIV = 80 }

function log.openlog(ident, options, facility)
  posix.openlog(ident, options, facility)
  return true
end

function log.syslog(priority, pattern, ...)
  posix.syslog(priority, format.sprintf(pattern, ...))
  return true
end

return require("ucode.modules.exports")(log)
