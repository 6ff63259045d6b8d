--- ucode's module log: syslog(3). A priority or facility is a number of the module or its name.
local posix = require("posix.syslog")
local fail = require("ucode.failure")
local format = require("ucode.format")
local values = require("ucode.values")

local log = {}
for _, name in ipairs({ "LOG_PID", "LOG_AUTH", "LOG_ERR", "LOG_WARNING", "LOG_NOTICE", "LOG_INFO", "LOG_DEBUG" }) do
  log[name] = posix[name]
end
-- POSIX does not name it, so luaposix does not have it.
log.LOG_AUTHPRIV = 80

local names = { authpriv = log.LOG_AUTHPRIV, auth = log.LOG_AUTH, pid = log.LOG_PID, err = log.LOG_ERR,
  warning = log.LOG_WARNING, notice = log.LOG_NOTICE, info = log.LOG_INFO, debug = log.LOG_DEBUG }

local function number_of(value)
  return type(value) == "number" and value or names[value] or fail.unknown("syslog's " .. values.text(value))
end

--- `options` is a number, or an array of names.
function log.openlog(ident, options, facility)
  local bits = 0
  for _, option in values.items(values.kind_of(options) == values.Array and options or values.pack(options or 0)) do
    bits = bits + number_of(option)
  end
  posix.openlog(ident, bits, number_of(facility))
  return true
end

function log.syslog(priority, pattern, ...)
  posix.syslog(number_of(priority), format.sprintf(pattern, ...))
  return true
end

function log.closelog()
  posix.closelog()
end

return require("ucode.modules.exports")(log)
