--- sso_login.native_crypto through its Lua binding: what there is nil and a reason is null here, and `error()` tells why.
local binding = require("sso_login.native_crypto")
local convert = require("ucode.modules.convert")

local crypto = { backend = binding.backend }
local reason

for name, call in pairs(binding) do
  if type(call) == "function" then
    crypto[name] = function(a, b, c)
      local result
      result, reason = call(convert.to_lua(a), convert.to_lua(b), convert.to_lua(c))
      return result
    end
  end
end

--- Why the last function gave null; null after a success.
function crypto.error()
  return reason
end

return require("ucode.modules.exports")(crypto)
