local foreign_json = require("sso_login.jose.foreign_json")

describe("foreign_json", function()
  local deep = ("["):rep(31) .. "1" .. ("]"):rep(31)

  for text, wanted in pairs({
    ['"a\\ud83d"'] = '"a\\u0000"', ['"\\uDE00 b"'] = '"\\u0000 b"', ['"\\ud83d\\ud83d\\ude00"'] = '"\\u0000\\ud83d\\ude00"',
    ['"\\ud83d\\ude00"'] = '"\\ud83d\\ude00"', ['"\\\\ud83d"'] = '"\\\\ud83d"', ['"\\u00d8\\n"'] = '"\\u00d8\\n"',
    [deep] = deep, ["[" .. deep .. ",2]"] = ("["):rep(31) .. "null" .. ("]"):rep(30) .. ",2]",
    ['"[[\\"["'] = '"[[\\"["', [("["):rep(40)] = ("["):rep(40), ['"\\ud83'] = '"\\ud83',
    ['{"a":[1e400,-2.5E+999],"b":1e5}'] = '{"a":[false,false],"b":1e5}', ['"1e400"'] = '"1e400"', ["[1e400e4,01e400,1e,-e9]"] = "[1e400e4,01e400,1e,-e9]",
    ['"\\u1800 \\ud7a3 \\udc00\\udc00"'] = '"\\u1800 \\ud7a3 \\u0000\\u0000"', ['"\\ud800\\ud7a3 \\ud800xxdc00"'] = '"\\u0000\\ud7a3 \\u0000xxdc00"',
    ['"\\ud83d\\ude00\\ud800"'] = '"\\ud83d\\ude00\\u0000"', ["[1e+999,1e-999,12]"] = "[false,1e-999,12]",
    [("["):rep(31) .. '1e999,"\\ud800"'] = ("["):rep(31) .. 'false,"\\u0000"', ['["' .. ("["):rep(40) .. '",1e999]'] = '["' .. ("["):rep(40) .. '",false]',
    ["[" .. ("9"):rep(305) .. "e9]"] = "[false]", ["[" .. ("9"):rep(305) .. "e+9]"] = "[false]",
    [("["):rep(32) .. "1e999" .. ("]"):rep(32)] = ("["):rep(31) .. "null" .. ("]"):rep(31),
    [("["):rep(32) .. '"]\\ud83d\\"]"' .. ("]"):rep(32)] = ("["):rep(31) .. "null" .. ("]"):rep(31),
  }) do
    it(("repairs %s"):format(text:sub(1, 40)), function() assert.equal(wanted, foreign_json.repair(text)) end)
  end

  it("reads what no rule reads as what no rule accepts", function()
    local read = foreign_json.decode_object('{"name":"a\\ud83d","x":[' .. deep .. '],"sub":"b","\\ud83d":1}').data
    assert.same({ "a\0", "b" }, { read.name, read.sub })
    assert.is_false(foreign_json.decode_object('{"a":"\\ud83d"').ok)
    assert.is_false(foreign_json.decode_object("[" .. deep .. "]").ok)
  end)
end)
