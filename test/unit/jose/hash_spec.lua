--- jose.hash: what is asked of the backend, and what a backend that cannot ends with.
local hash = require("sso_login.jose.hash")

describe("jose.hash", function()
  after_each(function() hash.set_native(nil) end)

  --- Calls a function with a backend of these functions and none else; the error that it raises.
  local function error_with(backend, run)
    hash.set_native(backend)
    local done, message = pcall(run)
    assert.is_false(done)
    return message
  end

  it("says what the backend could not do", function()
    for _, bad in ipairs({ function() return nil end, function() return "short" end }) do
      assert.equal("no random numbers", error_with({ random = bad }, function() hash.random(32) end))
      assert.equal("no SHA-256", error_with({ sha256 = bad }, function() hash.hash_sha256("x") end))
    end
  end)

  it("asks for three random bytes for four characters of a verifier", function()
    local asked = {}
    hash.set_native({
      random = function(length)
        asked[#asked + 1] = length
        return ("r"):rep(length)
      end,
      sha256 = function() return ("h"):rep(32) end,
    })
    for _, length in ipairs({ 0, 43, 44, 64, 128, 200 }) do
      hash.pkce_pair(length)
    end
    assert.same({ 33, 33, 33, 48, 96, 96 }, asked)
  end)
end)
