local store = require("sso_login.base.store")
local mock = require("support.mock")

local day = 24 * 3600

describe("store.is_fresh", function()
  local made = 1750000000
  for _, lifetime in ipairs({ 300, day }) do
    for _, case in ipairs({
      { "at once", made, true }, { "one second before its end", made + lifetime - 1, true },
      { "at its end", made + lifetime, false }, { "after its end", made + lifetime + 1, false },
      { "with the clock back a few seconds", made - 5, true },
      { "with the clock back almost five minutes", made - 299, true },
      { "with the clock back five minutes", made - 300, false }, { "with the clock back a day", made - day, false },
      { "with the clock at 1970", 10, false },
    }) do
      it(("%d s, %s: %s"):format(lifetime, case[1], tostring(case[3])), function()
        assert.equal(case[3], store.is_fresh(made, case[2], lifetime))
      end)
    end
  end

  for _, value in ipairs({ "1750000000", true, {}, math.huge, -math.huge, 0 / 0, 1e308, -1 }) do
    it("is false for the creation time " .. tostring(value), function() assert.is_false(store.is_fresh(value, made, 300)) end)
  end
  it("is false without a creation time", function() assert.is_false(store.is_fresh(nil, made, 300)) end)
  it("is true for a creation at the clock's beginning", function() assert.is_true(store.is_fresh(0, 299, 300)) end)
  it("is false for a creation before it", function() assert.is_false(store.is_fresh(-1, 1, 300)) end)
end)

describe("store.is_fresh_uptime", function()
  for made_at, is_fresh in pairs({ [-1] = false, [0] = false, [1] = true, [100] = true, [101] = false }) do
    it(("%d after 100 seconds: %s"):format(made_at, tostring(is_fresh)), function()
      local io, world = mock.create()
      world.clock = 100
      assert.equal(is_fresh, store.is_fresh_uptime(io, made_at, 100))
    end)
  end
end)

describe("store.read and write", function()
  it("write creates the run directory and a file that read returns", function()
    local io, world = mock.create()
    local path = store.path_of(io, "a.json")
    assert.equal("/var/run/sso-login/a.json", path)
    assert.is_true(store.write(io, path, { a = 1, b = { "x" } }))
    assert.equal(448, world.files[io.paths.run_dir].mode)
    assert.same({ a = 1, b = { "x" } }, store.read(io, path))
  end)

  for _, content in ipairs({ "", "{", '{"a":1', "null", "[1]", '"x"', "7", '{"a":1}x', "\0\0\0\0", ("x"):rep(600000) }) do
    it(("read returns nothing for the content %q"):format(content:sub(1, 10)), function()
      local io, world = mock.create()
      local path = store.path_of(io, "a.json")
      world.put(path, content)
      assert.is_nil(store.read(io, path))
    end)
  end

  it("take returns a record once, and an empty object for a damaged one", function()
    for content, stored in pairs({ ['{"a":1}'] = { a = 1 }, ["{"] = {} }) do
      local io, world = mock.create()
      local path = store.path_of(io, "a.json")
      world.put(path, content)
      assert.same(stored, store.take(io, path))
      assert.is_nil(store.take(io, path))
      assert.same({}, world.in_run_dir(""))
    end
  end)

  it("read takes 512 KB and not one byte more", function()
    local io, world = mock.create()
    local path = store.path_of(io, "a.json")
    local function padded(length) return '{"a":1' .. (" "):rep(length - #'{"a":1}') .. "}" end
    world.put(path, padded(524288))
    assert.same({ a = 1 }, store.read(io, path))
    world.put(path, padded(524289))
    assert.is_nil(store.read(io, path))
  end)

  it("write is false when folder or file cannot be made", function()
    for _, name in ipairs({ "make_dir", "write_file" }) do
      local io, world = mock.create()
      world.fail(name)
      assert.is_false(store.write(io, store.path_of(io, "a"), {}))
    end
  end)
end)
