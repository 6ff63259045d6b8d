local fixtures = require("support.fixtures")
local mock = require("support.mock")
local session_rights = require("sso_login.rights.session_rights")

describe("kept rights", function()
  local io, world, file
  local viewer = { role_name = "viewer", roles = { { name = "viewer", read = { "look" } } } }

  before_each(function()
    io, world = mock.create()
    file = io.paths.acl_dir .. "/look.json"
    world.put(file, '{"look":{"read":{"uci":["luci"]}}}')
    world.now = world.now + 2
  end)

  -- The grants, and whether the groups were read for them.
  local function find(match)
    local before = world.calls.read_file
    local found = session_rights.find(io, match or viewer)
    assert.same({ name = (match or viewer).role_name, read = { "look" }, write = {} }, found.section)
    return found.grants, world.calls.read_file - before > 1
  end

  local grants = { ["access-group"] = { { "look", "read" } }, uci = { { "luci", "read" } } }

  local function kept_file()
    for path in pairs(world.files) do
      if path:find("/rights_%x+%.json$") then
        return world.files[path]
      end
    end
  end

  it("are those of the first time, without the groups", function()
    assert.same({ grants, true }, { find() })
    assert.same({ grants, false }, { find() })
  end)

  local changes = {
    ["a group"] = function()
      world.put(file, '{"look":{"read":{"uci":["dhcp"]}}}')
      world.now = world.now + 2
      return { ["access-group"] = grants["access-group"], uci = { { "dhcp", "read" } } }
    end,
    ["a time of a file"] = function() world.files[file].ctime = world.now - 3 end,
    ["a file"] = function()
      world.put(io.paths.acl_dir .. "/more.json", "{}")
      world.now = world.now + 2
    end,
    ["age"] = function() world.now = world.now + 24 * 3600 end,
    ["damage"] = function() kept_file().content = '{"made_at":' end,
    ["damage of the grants"] = function() kept_file().content = kept_file().content:gsub('"grants":', '"grant":') end,
    ["damage of a list"] = function() kept_file().content = kept_file().content:gsub('"read":%["look"%]', '"read":1') end,
  }
  for name, change in pairs(changes) do
    it("end with " .. name, function()
      find()
      local expected = change() or grants
      assert.same({ expected, true }, { find() })
    end)
  end

  it("are another role's own", function()
    find()
    local other = { role_name = "other", roles = { { name = "other", read = { "look" } } } }
    assert.is_true((select(2, find(other))))
    assert.is_false((select(2, find(other))))
  end)

  it("are of these lists alone, also where a role of this name had others", function()
    world.put(file, '{"look":{"read":{"uci":["luci"]},"write":{"uci":["luci"]}}}')
    world.now = world.now + 2
    find()
    for _, role in ipairs({ { name = "viewer", read = { "other" } }, { name = "viewer", read = { "look" }, write = { "look" } } }) do
      for _ = 1, 2 do
        local found = session_rights.find(io, { role_name = "viewer", roles = { role } })
        assert.not_same(grants, found.grants)
      end
    end
  end)

  it("are not kept while a file may change without that its times do, is a link, or cannot be read", function()
    for _, spoil in ipairs({
      function() world.files[file].ctime = world.now - 1 end,
      function() world.files[io.paths.acl_dir .. "/bad.json"] = { kind = "file", content = "{", mtime = 0, mode = 420, uid = 0 } end,
      function()
        local info = io.file_info
        io.file_info = function(path) return fixtures.with(info(path), { kind = "other" }) end
      end,
    }) do
      local ctime = world.files[file].ctime
      spoil()
      session_rights.find(io, viewer)
      assert.is_nil(kept_file())
      world.files[file].ctime = ctime
      world.files[io.paths.acl_dir .. "/bad.json"] = nil
    end
  end)
end)
