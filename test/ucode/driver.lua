--- Makes calls with texts and writes one result a line, as driver.uc does: lua driver.lua FILE.
local cjson = require("cjson")
local notation = require("notation")

for line in io.lines((...)) do
  local call = cjson.decode(line)
  local path, name = call.f:match("^(.*)%.(.*)$")
  for at, argument in ipairs(call.a) do
    call.a[at] = notation.bytes(argument)
  end
  -- In a name ucode's io.json puts U+FFFF for NUL, and all else of ours writes it as \0.
  local nul = path == "web.web_request" and "\\0" or "\239\191\191"
  print(notation.encode(require("sso_login." .. path)[name](unpack(call.a)), 99, nul))
end
