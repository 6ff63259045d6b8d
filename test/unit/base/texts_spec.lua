--- texts: rules and advice in words, and details in which they stand.
local texts = require("sso_login.base.texts")

describe("fill", function()
  it("fills in what is given and nothing else", function()
    local fill = texts.fill
    assert.equal("a 1 b  c", fill("a %{x} b %{y} c", { x = "1" }))
    assert.equal("%{y}|%{x}", fill("%{x}|%{z}", { x = "%{y}", z = "%{x}" }))
    assert.equal("100 % } {", fill("100 % } {", {}))
  end)
end)

describe("say", function()
  it("words a rule with its parameters", function()
    assert.equal("be set", texts.say({ id = "set" }))
    assert.equal("be a whole number from 0 to 3600", texts.say({ id = "whole_number", params = { min = "0", max = "3600" } }))
  end)

  it("words an advice", function()
    assert.equal("see option at_hash", texts.say({ id = "see_at_hash" }))
  end)

  it("gives the id of what it does not know", function()
    assert.equal("of a newer version", texts.say({ id = "of a newer version" }))
  end)

  it("gives no two rules the same words", function()
    local seen = {}
    for id in pairs(texts.rules) do
      local words = texts.say({ id = id })
      assert.is_nil(seen[words], words)
      seen[words] = id
    end
  end)
end)

describe("in_words", function()
  it("replaces messages alone", function()
    local details = { option = "scope", must = { id = "openid_scope" }, uid = 0, remembered = true }
    assert.same({ option = "scope", must = "contain openid", uid = 0, remembered = true }, texts.in_words(details))
    assert.same({ id = "openid_scope" }, details.must)
  end)

  it("leaves a text, and no details, as they are", function()
    assert.equal("no such method", texts.in_words("no such method"))
    assert.is_nil(texts.in_words(nil))
  end)
end)
