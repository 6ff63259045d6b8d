--- Makes calls with texts and writes one result a line, as driver.uc does: lua driver.lua FILE.
local cjson = require("cjson")
local encode = require("notation").encode

local function bytes(text)
  return (text:sub(2):gsub("..", function(digits)
    return string.char(tonumber(digits, 16))
  end))
end

for line in io.lines((...)) do
  local call = cjson.decode(line)
  local path, name = call.f:match("^(.*)%.(.*)$")
  for at, argument in ipairs(call.a) do
    call.a[at] = bytes(argument)
  end
  -- In a name ucode's io.json puts U+FFFF for NUL, and all else of ours writes it as \0.
  local nul = path == "web.requests" and "\\0" or "\239\191\191"
  print(encode(require("sso_login." .. path)[name](unpack(call.a)), 99, nul))
end
