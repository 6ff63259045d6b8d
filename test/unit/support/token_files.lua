--- Files of refresh tokens in a run directory.
local fixtures = require("support.fixtures")
local hash = require("sso_login.jose.hash")
local mock = require("support.mock")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")

local token_files = {}

local config = { provider = "office", issuer_url = fixtures.issuer, client_id = "c" }

function token_files.name_of(sid) return "refresh_" .. hash.hash_sha256_hex(sid) .. ".json" end

--- A router with a token of each session, by the seconds since the provider was asked about it.
function token_files.create(ages)
  local io, world = mock.create()
  local now = world.now
  for sid, age in pairs(ages) do
    world.now = now - age
    assert(refresh_tokens.keep(io, config, sid, "r"))
  end
  world.now = now
  return io, world
end

return token_files
