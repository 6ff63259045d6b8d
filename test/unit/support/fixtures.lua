--- Shared fixtures: valid JWTs, JWK Sets, discovery documents and hostile variants.
-- All of build/unit-fixtures.json (make-fixtures.ts writes it), and what the specs build from it.
local cjson = require("cjson")
local mock = require("support.mock")

local file = assert(io.open("build/unit-fixtures.json", "rb"))
local fixtures = cjson.decode(file:read("*a"))
file:close()

fixtures.copy = mock.copy

--- A text that looks like a certificate of so many bytes to whoever does not verify it, in PEM form.
function fixtures.certificate_of(bytes)
  local encoding = require("sso_login.base.encoding")
  local content = bytes - 4
  local der = string.char(48, 130, math.floor(content / 256), content % 256) .. ("c"):rep(content)
  local lines = encoding.base64_encode(der):gsub(("."):rep(64), "%0\n"):gsub("\n$", "")
  return "-----BEGIN CERTIFICATE-----\n" .. lines .. "\n-----END CERTIFICATE-----\n"
end
fixtures.certificate = fixtures.certificate_of(700)

--- An element of DER (ITU-T X.690).
function fixtures.der(tag, content)
  local long = #content > 127 and string.char(130, math.floor(#content / 256), #content % 256)
  return string.char(tag) .. (long or string.char(#content)) .. content
end

--- The fields of a certificate up to its last day, a tag and a text; `changes` are of the version and the issuer's name.
function fixtures.certificate_until(ends, changes)
  local der = fixtures.der
  local fields = fixtures.with({ version = der(160, der(2, "\2")), issuer = "name" }, changes)
  local validity = der(48, der(23, "200101000000Z") .. der(ends[1], ends[2]))
  return der(48, der(48, fields.version .. der(2, "serial") .. der(48, "algorithm") .. der(48, fields.issuer) .. validity))
end

--- A copy of a table with some members changed; a member given as `fixtures.none` is taken out.
fixtures.none = {}
function fixtures.with(base, changes)
  local twin = fixtures.copy(base)
  for key, item in pairs(changes or {}) do
    twin[key] = item
    if item == fixtures.none then
      twin[key] = nil
    end
  end
  return twin
end

--- A member of each item of a list.
--- A change of the service's own file that `sid` applied, and that waits for the confirmation; returns a function by which it has come.
--- LuCI waits for 90 seconds, or so many.
function fixtures.unconfirmed(io, world, sid, seconds)
  world.add_session({ rollback = { session = sid, timeout = world.now + (seconds or 90) } }, ("0"):rep(32))
  world.put(io.paths.unconfirmed, "")
  world.ubus_fail("confirm", 6)
  return function()
    io.remove(io.paths.unconfirmed)
    world.ubus_fail("confirm", 5)
  end
end

function fixtures.pluck(list, name)
  local found = {}
  for at, item in ipairs(list or {}) do
    found[at] = item[name]
  end
  return found
end

--- The keys of a table, sorted.
function fixtures.keys(map)
  local found = {}
  for key in pairs(map) do
    found[#found + 1] = key
  end
  table.sort(found)
  return found
end

--- The section `default` of a working configuration, as UCI holds it.
fixtures.options = {
  enabled = "1",
  issuer_url = fixtures.issuer,
  client_id = fixtures.client_id,
  client_secret = fixtures.client_secret,
  redirect_uri = "https://router.example/cgi-bin/sso-login/callback",
  scope = "openid profile email",
}

--- UCI sections: the options above with changes, and roles (default: one that matches the fixtures' e-mail).
function fixtures.sections(changes, roles)
  local sections = { {
    name = "default", type = "oidc", anonymous = false,
    options = fixtures.with(fixtures.options, changes),
  } }
  for _, role in ipairs(roles or { {
    name = "admin", email = { "ada@example.org" }, group = { "/net/admins" }, read = { "*" }, write = { "*" },
  } }) do
    local options = fixtures.copy(role)
    options.name = nil
    sections[#sections + 1] = { name = role.name, type = "role", anonymous = false, options = options }
  end
  return sections
end

--- Adds the section of a further provider to a world: the options above with changes, at its own redirect URI.
function fixtures.add_provider(world, name, changes)
  local at = { redirect_uri = fixtures.options.redirect_uri .. "/" .. name }
  table.insert(world.uci["sso-login"], {
    name = name, type = "oidc", anonymous = false, options = fixtures.with(fixtures.options, fixtures.with(at, changes)),
  })
end

--- A loaded configuration, with members changed.
function fixtures.config(changes, roles)
  local config_validation = require("sso_login.settings.config_validation")
  local loaded = config_validation.from_sections(fixtures.sections({}, roles), "default")
  assert(loaded.ok)
  return fixtures.with(loaded.data, changes)
end

--- A handshake that fits the fixtures' tokens.
fixtures.handshake = {
  state = "c3RhdGUtc3RhdGUtc3RhdGUtc3RhdGUtc3RhdGUtc3Q",
  nonce = fixtures.nonce,
  code_verifier = ("v"):rep(64),
}

--- Discovery data as discovery.discover gives it.
function fixtures.metadata(name, changes)
  local document = fixtures.with(fixtures.discovery[name or "full"], changes)
  if document.authorization_response_iss_parameter_supported == nil then
    document.authorization_response_iss_parameter_supported = false
  end
  return document
end

--- A successful token response of the token endpoint, as text.
function fixtures.token_response(token_name, changes)
  return cjson.encode(fixtures.with({
    access_token = fixtures.access_token,
    token_type = "Bearer",
    expires_in = 300,
    id_token = fixtures.tokens[token_name or "rs256"],
  }, changes))
end

return fixtures
