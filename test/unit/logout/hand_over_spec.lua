local cjson = require("cjson")
local hand_over = require("sso_login.logout.hand_over")
local hash = require("sso_login.jose.hash")
local scene = require("support.scene")

local token = ("a1"):rep(32)

local function left(changes)
  local input = {
    token = token, remote = "192.0.2.7",
    values = { sso_issuer = "https://idp.example", sso_email = "ada@example.org", sso_sub = "user-1", username = "admin", sso_id_token = "h.p.s", token = "s" },
  }
  for name, value in pairs(changes or {}) do
    input[name] = value
  end
  return cjson.encode(input)
end

describe("hand_over", function()
  it("is logged, and accepts the right token once", function()
    local io, world = scene.create()
    assert.same({ ok = true, data = true }, hand_over.receive(io, left()))
    assert.equal("LOGOUT remote=192.0.2.7 email=ada@example.org sub=user-1 role=admin", world.log_text())
    assert.same({ "logout_" .. hash.hash_sha256_hex(token) .. ".json" }, world.in_run_dir("^logout_"))
    for path, file in pairs(world.files) do
      assert.is_nil((path .. (file.content or "")):find(token, 1, true))
    end
    assert.is_nil(hand_over.take(io, token:upper()))
    assert.same({ id_token = "h.p.s", issuer = "https://idp.example", provider = "default" }, hand_over.take(io, token))
    assert.is_nil(hand_over.take(io, token))
    assert.same({}, world.in_run_dir("^logout_"))
  end)

  for age, expected in pairs({ [59] = "h.p.s", [60] = false }) do
    it("is judged by its age of " .. age .. " seconds", function()
      local io, world = scene.create()
      hand_over.receive(io, left())
      world.now = world.now + age
      assert.equal(expected, (hand_over.take(io, token) or { id_token = false }).id_token)
      assert.same({}, world.in_run_dir("^logout_"))
    end)
  end

  it("is accepted once even if it cannot be removed", function()
    local io, world = scene.create()
    hand_over.receive(io, left())
    world.fail("remove")
    assert.equal("h.p.s", hand_over.take(io, token).id_token)
    assert.is_nil(hand_over.take(io, token))
  end)

  it("is accepted without an ID Token", function()
    local io = scene.create()
    assert.is_true(hand_over.receive(io, left({ values = { sso_sub = "x" } })).ok)
    assert.equal("", hand_over.take(io, token).id_token)
  end)

  for _, input in ipairs({ "", "{", "{}", left({ token = "" }), left({ token = 7 }), left({ values = "x" }) }) do
    it(("is refused for %q, and nothing is logged"):format(input:sub(1, 12)), function()
      local io, world = scene.create()
      local details = { reason = "no ended session" }
      assert.same({ ok = false, error = "INVALID_REQUEST", details = details }, hand_over.receive(io, input))
      assert.equal("", world.log_text())
      assert.same({}, world.in_run_dir("^logout_"))
    end)
  end

  for code, prepare in pairs({
    SSO_DISABLED = function(_, options) options.enabled = "0" end,
    CONFIG_ERROR = function(_, options) options.client_id = nil end,
    INTERNAL_ERROR = function(world) world.fail("write_file") end,
  }) do
    it("is logged but not left where the answer would be " .. code, function()
      local io, world = scene.create()
      for _, section in ipairs(world.uci["sso-login"]) do
        if section.name == "default" then
          prepare(world, section.options)
        end
      end
      assert.equal(code, hand_over.receive(io, left()).error)
      assert.truthy(world.log_text():find("^LOGOUT remote="))
      assert.is_nil(hand_over.take(io, token))
    end)
  end
end)
