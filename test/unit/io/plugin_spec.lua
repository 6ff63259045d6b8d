local cjson = require("cjson")
local json = require("sso_login.io.json")
local plugin = require("sso_login.io.plugin")

describe("plugin.encode_answer", function()
  for expected, answer in pairs({
    ["{}"] = {},
    ["[]"] = json.list({}),
    ['{"a":{},"b":[],"c":[[],{}]}'] = { c = json.list({ json.list({}), {} }), b = json.list({}), a = {} },
    ['["x",1,true,false]'] = json.list({ "x", 1, true, false }),
    ['["x"]'] = { "x" },
    ['{"a":"\\"b\\":{}","n":0.5}'] = { a = '"b":{}', n = 0.5 },
    ['{"a\\"b":"\\u0001\\n"}'] = { ['a"b'] = "\1\n" },
  }) do
    it("gives " .. expected, function() assert.equal(expected, plugin.encode_answer(answer)) end)
  end

  it("encodes nested values of any depth", function()
    local answer = { one = json.list({ { two = json.list({ { three = "ä" } }) } }) }
    assert.same(answer, cjson.decode(plugin.encode_answer(answer)))
  end)
end)

it("json.list is the same array", function()
  local items = { "a" }
  assert.equal(items, json.list(items))
  assert.same({ "a" }, items)
  assert.is_true(json.is_array(items))
end)
