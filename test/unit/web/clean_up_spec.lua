local mock = require("support.mock")
local clean_up = require("sso_login.web.clean_up")
local store = require("sso_login.base.store")

local day = 24 * 3600

describe("clean_up.clean", function()
  local function kept(name, age, kind)
    local io, world = mock.create()
    local path = store.path_of(io, name)
    world.put(path, "{}", world.now - age)
    world.files[path].kind = kind or "file"
    clean_up.clean(io, world.now)
    return world.files[path] ~= nil
  end

  for _, case in ipairs({
    { "handshake_aa.json", 299, true }, { "handshake_aa.json", 300, false }, { "handshake_aa.json", 301, false },
    { "handshake_aa.json.consumed", 300, false }, { "handshake_aa.json.123.tmp", 300, false },
    { "handshake_aa.json.consumed", 0, true }, { "discovery_aa.json", day - 1, true }, { "discovery_aa.json", day, false },
    { "jwks_aa.json", day - 1, true }, { "jwks_aa.json", day, false }, { "rate_1", 300, false }, { "rate_1", 10, true },
    { "trust_aa.pem", day - 1, true }, { "trust_aa.pem", day, false }, { "trust_aa.pem.tmp", 300, false },
    -- what a killed process was writing
    { "discovery_aa.json.123.tmp", 299, true }, { "discovery_aa.json.123.tmp", 300, false },
    { "jwks_aa.json.123.tmp", 300, false },
    { "refresh_aa.json", 9 * day, true }, { "refresh_aa.json", -day, true }, { "refresh_aa.json.123.tmp", 300, false },
    { "client_1_c0000207", 59, true }, { "client_1_c0000207", 60, false },
    { "acl_folder", day - 1, true }, { "acl_folder", day, false },
    { "upkeep.lock", 9 * day, true }, { "upkeep.lock", -day, true },
    { "password_trial", 9 * day, true }, { "failed_aa.json", 300, false }, { "handshake_aa.json", -day, false },
  }) do
    it(("%s at %d s is %s"):format(case[1], case[2], case[3] and "kept" or "removed"), function()
      assert.equal(case[3], kept(case[1], case[2]))
    end)
  end

  it("removes links and folders in the place of files at the files' age", function()
    for _, kind in ipairs({ "other", "directory" }) do
      for _, name in ipairs({ "handshake_aa.json", "rate_1", "x" }) do
        assert.is_true(kept(name, 299, kind))
        assert.is_false(kept(name, 300, kind))
      end
      assert.is_true(kept("jwks_aa.json", day - 1, kind))
      assert.is_false(kept("jwks_aa.json", day, kind))
    end
  end)

  it("keeps the registry's folder, and removes other objects of its name", function()
    assert.is_true(kept("tokens", 999999, "directory"))
    assert.is_false(kept("tokens", 300, "file"))
    assert.is_false(kept("tokens", 300, "other"))
  end)

  for _, case in ipairs({ { day - 1, true }, { day, false }, { day + 1, false }, { -day, true } }) do
    it(("registry entry at %d s is %s"):format(case[1], case[2] and "kept" or "removed"), function()
      local io, world = mock.create()
      io.make_dir(io.paths.run_dir)
      io.make_dir(io.paths.run_dir .. "/tokens")
      world.now = 0xa7 * 60 + 256 * 60 * 999
      local entry = store.path_of(io, "tokens/a7") .. "/a7ff"
      io.make_dir(store.path_of(io, "tokens/a7"))
      io.make_dir(entry)
      world.files[entry].mtime = world.now - case[1]
      clean_up.clean(io, world.now)
      assert.equal(case[2], world.files[entry] ~= nil)
      assert.is_table(world.files[io.paths.run_dir .. "/tokens"])
    end)
  end

  it("cleans one folder of the registry a minute, each in turn", function()
    local io, world = mock.create()
    for number = 0, 255 do
      world.make_folders(store.path_of(io, ("tokens/%02x"):format(number)) .. "/old")
    end
    local looked = world.calls.file_info
    for minute = 1, 256 do
      world.now = world.now + 60
      clean_up.clean(io, world.now + day)
      assert.equal(looked + 2 * minute, world.calls.file_info) -- the folder `tokens`, and one entry
    end
    for path in pairs(world.files) do
      assert.is_nil(path:find("/old$"))
    end
  end)

  it("survives a folder that cannot be read and files that vanish", function()
    for _, name in ipairs({ "list_dir", "file_info", "remove" }) do
      local io, world = mock.create()
      world.put(store.path_of(io, "handshake_a.json"), "{}", 0)
      world.put(store.path_of(io, "tokens/aa"), "", 0)
      world.fail(name)
      clean_up.clean(io, world.now)
    end
  end)
end)
