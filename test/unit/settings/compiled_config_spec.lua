local compiled_config = require("sso_login.settings.compiled_config")
local hash = require("sso_login.jose.hash")
local json = require("sso_login.io.json")

for _, bytes in ipairs({ 100, 16000, 16001, 40000 }) do
  it(("compiled.fingerprint hashes %d bytes in pieces of 16 000, each after the hash of those before"):format(bytes), function()
    local sections = { { name = "", type = "oidc", anonymous = false, options = {} } }
    sections[1].name = ("x"):rep(bytes - #json.encode_repeatable(sections))
    local rest, digest = json.encode_repeatable(sections), ""
    while rest ~= "" do
      rest, digest = rest:sub(16001), hash.hash_sha256_hex(digest .. rest:sub(1, 16000))
    end
    assert.equal(digest, compiled_config.fingerprint(sections))
  end)
end
