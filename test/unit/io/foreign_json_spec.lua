local json = require("sso_login.io.json")
local native = require("sso_login.native_crypto")

describe("json.decode_foreign", function()
  local deep = ("["):rep(30) .. "1" .. ("]"):rep(30)

  --- A text, and its new form.
  for text, wanted in pairs({
    ['"a\\ud83d"'] = '"a\\u0000"', ['"\\uDE00 b"'] = '"\\u0000 b"', ['"\\ud83d\\ud83d\\ude00"'] = '"\\u0000\\ud83d\\ude00"',
    ['"\\ud83d\\ude00"'] = '"\\ud83d\\ude00"', ['"\\\\ud83d"'] = '"\\\\ud83d"', ['"\\u00d8\\n"'] = '"\\u00d8\\n"',
    ["[" .. deep .. "]"] = "[" .. deep .. "]", ["[[" .. deep .. "],2]"] = ("["):rep(31) .. ("]"):rep(30) .. ",2]",
    ['"[[\\"["'] = '"[[\\"["', ['"\\ud83'] = false, [("["):rep(40)] = false, [("["):rep(400) .. ("]"):rep(400)] = ("["):rep(31) .. ("]"):rep(31),
    [("["):rep(9000) .. ("]"):rep(9000)] = ("["):rep(31) .. ("]"):rep(31), [("["):rep(100000)] = false,
    [("["):rep(31) .. '[{"]":"\\"]",x}],[1]' .. ("]"):rep(31)] = ("["):rep(31) .. ("]"):rep(31), [("["):rep(32) .. '"\\'] = false,
    ['{"a":[1e400,-2.5E+999],"b":1e5}'] = '{"a":[false,false],"b":100000}', ['"1e400"'] = '"1e400"',
    ["[1e]"] = false, ["[-e9]"] = false, ["[01e400]"] = false, ["[1e400e4]"] = false, ["[.5]"] = false, ["[-]"] = false, ["[+1]"] = false,
    ['"\\u1800 \\ud7a3 \\udc00\\udc00"'] = '"\\u1800 \\ud7a3 \\u0000\\u0000"', ['"\\ud800\\ud7a3 \\ud800xxdc00"'] = '"\\u0000\\ud7a3 \\u0000xxdc00"',
    ['"\\ud83d\\ude00\\ud800"'] = '"\\ud83d\\ude00\\u0000"', ["[1e+999,1e-999,12]"] = "[false,0,12]",
    ["[" .. ("9"):rep(305) .. "e9]"] = "[false]", ["[" .. ("9"):rep(305) .. "e+9]"] = "[false]",
    [("["):rep(32) .. "1e999" .. ("]"):rep(32)] = ("["):rep(31) .. ("]"):rep(31),
    [("["):rep(32) .. '"]\\ud83d\\"]"' .. ("]"):rep(32)] = ("["):rep(31) .. ("]"):rep(31),
    ["[9007199254740992,9007199254740993,-0,-0.0,1.50,1.0]"] = "[9007199254740992,9007199254740992,-0,0,1.50,1]",
    ["[90071992547409930,-1e15,1e16]"] = "[90071992547409930e0,-1000000000000000,1e16]",
    [' { "a" : null , "b\\u0000\\ud83d" : [ null , 1 , null ] } '] = '{"a":null,"b\\uffff\\uffff":[1]}', ["[null]"] = "[]", ["null"] = "null",
  }) do
    it(("rewrites %s"):format(text:sub(1, 40)), function() assert.equal(wanted or nil, native.json_rewrite(text, true)) end)
  end

  it("takes no repairs without permission, no other type, and nothing over a megabyte", function()
    for _, text in ipairs({ '"a\\ud83d"', ("["):rep(32) .. ("]"):rep(32), "[1e400]" }) do
      assert.is_nil(native.json_rewrite(text, false))
      assert.is_string(native.json_rewrite(text, true))
    end
    assert.is_nil(native.json_rewrite(7, true))
    assert.is_nil(native.json_rewrite(nil, true))
    assert.is_string(native.json_rewrite((" "):rep(1048575) .. "1", true))
    assert.is_nil(native.json_rewrite((" "):rep(1048576) .. "1", true))
  end)

  it("needs no more room than it has, whatever grows", function()
    for unit, written in pairs({ ["1e15"] = "1000000000000000", ["9E+9"] = "9000000000", ["1e9"] = "1000000000" }) do
      local count = 2000
      assert.equal("[" .. (written .. ","):rep(count) .. written .. "]", native.json_rewrite("[" .. (unit .. ","):rep(count) .. unit .. "]", true))
    end
    assert.equal("{" .. ('"":null,'):rep(999) .. '"":null}', native.json_rewrite("{" .. ('"":null,'):rep(999) .. '"":null}', true))
  end)

  it("reads what no rule reads as what no rule accepts", function()
    local read = json.decode_foreign('{"name":"a\\ud83d","x":[' .. deep .. '],"sub":"b","\\ud83d":1,"gone":1,"gone":null}').data
    assert.same({ "a\0", "b" }, { read.name, read.sub })
    assert.is_nil(read.gone)
    assert.is_false(json.decode_foreign('{"a":"\\ud83d"').ok)
    assert.is_false(json.decode_foreign("[" .. deep .. "]").ok)
  end)
end)
