--- sso_login.native_https through its Lua binding; what fails there with nil, kind and message is an object here.
local binding = require("sso_login.native_https")
local convert = require("ucode.modules.convert")

local https = { close = binding.close, connections = binding.connections }

function https.request(options)
  local response, kind, message = binding.request(convert.to_lua(options))
  return convert.from_lua(response or { kind = kind, message = message })
end

return require("ucode.modules.exports")(https)
