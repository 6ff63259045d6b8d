-- lua5.1 tokens.lua FILE: the tokens of a module in ucode, one a line, as the stand-in of ucode reads them.
local here = arg[0]:match("^(.*)/[^/]*$")
package.path = here .. "/../box/lua/?.lua;" .. package.path

local file = assert(io.open(arg[1], "rb"))
for _, token in ipairs(require("ucode.lexer").tokens(file:read("*a"))) do
  print(token.kind, ("%q"):format(tostring(token.value)))
end
file:close()
