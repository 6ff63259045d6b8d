local log = require("sso_login.base.log")
local mock = require("support.mock")

describe("log.escape_value", function()
  for _, case in ipairs({
    { "abc", "abc" }, { "a.b-c_d~e:f/g@h+i,j", "a.b-c_d~e:f/g@h+i,j" }, { "", '""' }, { "a b", '"a b"' }, { " !~", '" !~"' }, { "a=b", '"a=b"' },
    { 'a"b', '"a\\"b"' }, { "a\\b", '"a\\\\b"' }, { "a\nb", '"a\\x0ab"' }, { "\0\127\128\255", '"\\x00\\x7f\\x80\\xff"' },
    { "\27[31m", '"\\x1b[31m"' }, { "%s%n", '"%s%n"' }, { "a ~\31", '"a ~\\x1f"' },
  }) do
    it(("%q"):format(case[1]), function() assert.equal(case[2], log.escape_value(case[1], 100)) end)
  end

  it("cuts at the limit, after escaping and between escapes", function()
    assert.equal("aaaa", log.escape_value(("a"):rep(9), 4))
    assert.equal('"\\x0a\\x0a"', log.escape_value("\n\n\n", 11))
    assert.equal('" "', log.escape_value(' "', 2))
    assert.equal("aaaa", log.escape_value("aaaa", 4))
  end)

  it("gives only printable ASCII", function()
    for code = 0, 255 do
      local out = log.escape_value("x" .. string.char(code) .. 'y" FORGED k=v', 100)
      assert.is_nil(out:find("[%c\127-\255]"))
      assert.truthy(out:find('^".*"$'))
    end
  end)
end)

describe("log.format", function()
  it("writes the code and its pairs, without pairs that have no value, and the id of a message", function()
    assert.equal("CODE", log.format("CODE", {}))
    assert.equal(
      'CODE a=1 b=true c="x y" must=set',
      log.format("CODE", { { "a", 1 }, { "none", nil }, { "b", true }, { "c", "x y" }, { "must", { id = "set" } } })
    )
  end)
end)

it("log.format fills its bytes to the last one", function()
  local function length(last, limits)
    return #log.format("C", { { "a", ("x"):rep(401) }, { "b", ("x"):rep(401) }, { "c", ("x"):rep(last) } }, limits)
  end
  assert.same({ 1000, 807, 512, 407 }, { length(190), length(191), length(102, log.unproven_limits), length(103, log.unproven_limits) })
end)

it("log.detail_pairs accepts absent details, a text and named facts, which format_details joins", function()
  assert.same({}, log.detail_pairs(nil))
  assert.same({ { "reason", "why" } }, log.detail_pairs("why"))
  assert.same({ { "a", 1 }, { "http_status", 500 }, { "z", "x" } }, log.detail_pairs({ z = "x", http_status = 500, a = 1 }))
  assert.equal("", log.format_details(nil))
  assert.equal('a=1 z="x y"', log.format_details({ z = "x y", a = 1 }))
end)

it("log.event writes one line at its level", function()
  local io, world = mock.create()
  log.event(io, "warning", "CODE", { { "remote", "192.0.2.7" } })
  assert.same({ { level = "warning", line = "CODE remote=192.0.2.7" } }, world.logs)
end)
