-- Loads both native modules and does one thing with each. LUA_CPATH names the build.
local crypto = require("sso_login.native_crypto")
local https = require("sso_login.native_https")

local function hex(s)
  return (s:gsub(".", function(c) return ("%02x"):format(c:byte()) end))
end

assert(hex(crypto.sha256("abc")) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
assert(hex(crypto.hmac_sha256("Jefe", "what do ya want for nothing?"))
  == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
assert(#crypto.random(32) == 32 and crypto.random(32) ~= crypto.random(32))
assert(crypto.random(0) == nil and crypto.random(16385) == nil and crypto.random("x") == nil)
assert(crypto.verify_rs256(1, {}, nil) == false and crypto.verify_es256() == false)
assert(crypto.constant_time_eq("a", "a") and not crypto.constant_time_eq("a", "b"))
local answer, kind = https.request({ method = "GET", url = "http://localhost/", timeout = 1, max_body = 1 })
assert(answer == nil and kind == "invalid")
answer, kind = https.request({ method = "GET", url = "https://127.0.0.1:1/", timeout = 1, max_body = 1 })
assert(answer == nil and kind == "connect")
assert(https.connections() == 0)
print(crypto.backend .. ": ok")
