local json = require("sso_login.io.json")

describe("json.decode", function()
  for _, case in ipairs({
    { '{"a":1}', { a = 1 } }, { "[1,2]", { 1, 2 } }, { '"x"', "x" }, { "true", true }, { "false", false }, { "-1.5e2", -150 },
    { ' \t\r\n{"a" : [ ] } ', { a = {} } }, { '{"a":null}', {} }, { "[1,null,2]", { 1, 2 } }, { "[null]", {} },
    { '{"a":{"b":null,"c":[null,{"d":null}]}}', { a = { c = { {} } } } }, { '{"a":1,"a":2}', { a = 2 } },
    { '{"1":"x"}', { ["1"] = "x" } }, { '"\\u0041\\u00e4\\ud83d\\ude00"', "A\195\164\240\159\152\128" }, { '"a\\u0000b"', "a\0b" },
    { '"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\/\b\f\n\r\t' }, { "[1.,-.5,-1.e1]", { 1, -0.5, -10 } },
  }) do
    it(("reads %q"):format(case[1]), function() assert.same({ ok = true, data = case[2] }, json.decode(case[1])) end)
  end

  it("treats only null as absent", function() assert.same({ ok = true }, json.decode("null")) end)

  for _, text in ipairs({
    "", " ", "{", "}", '{"a"}', '{"a":}', "{a:1}", "{'a':1}", '{"a":1,}', "[1,]", "[1 2]", "nul", "True", '"a', '"\\x"', '"\\ud83d"',
    '{"a":1} x', '{"a":1}{', "1 2", "NaN", "nan", "Infinity", "-Infinity", "inf", "0x10", "01", "-01", "00.5", "1e999", "-1e999", '{"a":[1e999]}',
    '{"a":1}\0', '{"a":1}\0x', '\0{"a":1}', '"a\0b"', "<html>", "// c\n1",
  }) do
    it(("refuses %q"):format(text), function()
      local decoded = json.decode(text)
      assert.is_false(decoded.ok)
      assert.is_string(decoded.error)
    end)
  end

  it("reads 31 levels and refuses 32, for objects, arrays and both", function()
    for _, pair in ipairs({ { '{"a":', "}" }, { "[", "]" } }) do
      assert.is_true(json.decode(pair[1]:rep(31) .. "1" .. pair[2]:rep(31)).ok)
      assert.is_false(json.decode(pair[1]:rep(32) .. "1" .. pair[2]:rep(32)).ok)
      assert.is_false(json.decode(pair[1]:rep(31) .. "{}" .. pair[2]:rep(31)).ok)
    end
    assert.is_false(json.decode(("["):rep(100000)).ok)
  end)
end)

describe("json.decode_object", function()
  it("reads an object, empty ones too", function()
    assert.same({ a = 1 }, json.decode_object('{"a":1}').data)
    assert.same({}, json.decode_object(" {} ").data)
    assert.same({}, json.decode_object('{"a":null}').data)
  end)

  for _, text in ipairs({ "[]", "[1]", "[null]", " [] ", "null", "true", "7", '"x"', "" }) do
    it(("refuses %q"):format(text), function() assert.is_false(json.decode_object(text).ok) end)
  end
end)

describe("json.decode_as_rpcd", function()
  local in_ucode = os.getenv("UCODE_SEARCH") ~= nil

  for _, case in ipairs({
    { '{"a":{"read":{"uci":["b"]}}}', { a = { read = { uci = { "b" } } } } }, { " {} ", {} },
    { '{"a":null,"b":[null,"x"]}', { a = false, b = { false, "x" } } }, { '{"a":1,"a":2}', { a = 2 } },
    { '{"a":{"b":null}}', { a = { b = false } } },
  }) do
    it(("reads %q, and null as a member"):format(case[1]), function() assert.same({ ok = true, data = case[2] }, json.decode_as_rpcd(case[1])) end)
  end

  -- Texts that json-c reads and the parser in Lua does not.
  for text, expected in pairs({
    ['/* note */ {"a":1} // end'] = { a = 1 }, ['{"a":["b",],}'] = { a = { "b" } }, ["{'a':'b'}"] = { a = "b" },
    ['{"a":1} rest'] = { a = 1 }, ['{"a":1}}'] = { a = 1 }, ['{"a":{"b":2}}}}}\n'] = { a = { b = 2 } }, ['{"a":1}{"b":2}'] = { a = 1 },
    ['{"a\\u0000b":["c\\u0000d"]}'] = { a = { "c" } }, ['{"a":"}"} }'] = { a = "}" }, ['{"a":1} ' .. ("}"):rep(31)] = { a = 1 },
  }) do
    it(("reads %q in ucode, and refuses it in Lua"):format(text:sub(1, 40)), function()
      local decoded = json.decode_as_rpcd(text)
      assert.same(in_ucode and { ok = true, data = expected } or { ok = false, error = "JSON_INVALID" }, decoded)
    end)
  end

  for _, text in ipairs({ "", "{", "[]", "[1]", "null", "7", '"x"', '{"a":1', '{"a"}', "}", '{"a":1}\0', '\0{"a":1}', '{"a":1} ' .. ("}"):rep(99) }) do
    it(("refuses %q"):format(text:sub(1, 40)), function() assert.is_false(json.decode_as_rpcd(text).ok) end)
  end
end)

it("json.is_array and is_object tell lists from records", function()
  for _, case in ipairs({ { { 1 }, true, false }, { { a = 1 }, false, true }, { 1, false, false }, { "x", false, false }, { true, false, false } }) do
    assert.same({ case[2], case[3] }, { json.is_array(case[1]), json.is_object(case[1]) })
  end
  assert.same({ false, false }, { json.is_array(nil), json.is_object(nil) })
end)

describe("json.encode", function()
  it("gives what decode reads", function()
    local value = { a = 1750000000, b = { "x", "y" }, c = { d = true, e = "\0\n\"\\/\195\164" } }
    assert.same(value, json.decode(json.encode(value)).data)
  end)

  it("keeps times whole", function() assert.equal('{"a":1750000000}', json.encode({ a = 1750000000 })) end)

  it("writes every value that decode reads", function()
    for _, text in ipairs({ '{"a":1e308}', '{"a":[]}', '{"a":"\\u0000"}', '{"1":1,"2":2}' }) do
      assert.is_string(json.encode(json.decode(text).data))
    end
  end)
end)
