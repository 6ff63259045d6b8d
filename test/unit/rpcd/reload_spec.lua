--- A property: at a reload of rpcd the rights of a session never grow, but those of a role that counts as full control by a file which
-- cannot be read, and these only until its program `list` has run. Roles, files of access groups (also such as only rpcd can read) and
-- changes are drawn; what a reload gives is computed by the box's stand-in of rpcd, which reads files as json-c does.
package.path = package.path .. ";test/box/lua/?.lua"
package.cpath = "build/libuci/?.so;" .. package.cpath
local access_level = require("sso_login.rights.access_level")
local acl = require("sso_login.rights.acl")
local fixtures = require("support.fixtures")
local login = require("rpcd.login")
local mock = require("support.mock")
local permissions = require("sso_login.rights.permissions")
local reconcile = require("sso_login.rpcd.reconcile")
local unknown_groups = require("sso_login.rights.unknown_groups")

local rounds, changes = 40, 8

local names = { "luci-base", "luci-mod-a", "luci-mod-b", "luci-app-c", "app", "odd*", "unauthenticated" }
local patterns = { "*", "luci-*", "luci-mod-?", "luci-[!b]*", "app", "luci-base", "!luci-app-c", "! luci-mod-*", "!app", "luci-mod-a", "odd*" }
local objects = { "a", "b", "a*", "a?", "*", "/", "/tmp" }

local function one(list) return list[math.random(#list)] end

local function some(list, most)
  local drawn = {}
  for at = 1, math.random(0, most) do
    drawn[at] = one(list)
  end
  return drawn
end

local function quoted(list) return '["' .. table.concat(list, '","') .. '"]' end

--- A scope in one of its forms, and what rpcd passes by.
local function scope()
  local form = math.random(5)
  if form <= 2 then
    return quoted({ one(objects), one(objects) })
  elseif form <= 4 then
    return ('{"%s":%s,"%s":["read"]}'):format(one(objects), quoted({ one({ "read", "write", "list" }), "x" }), one(objects))
  end
  return one({ "null", "7", '["a",7]', '{"a":"read"}', "{}", "[]" })
end

local function group()
  local members = {}
  for _, permission in ipairs({ "read", "write" }) do
    if math.random(4) > 1 then
      members[#members + 1] = ('"%s":{"%s":%s,"%s":%s}'):format(permission, one({ "uci", "ubus" }), scope(), one({ "file", "ubus" }), scope())
    end
  end
  return "{" .. table.concat(members, ",") .. "}"
end

--- The ways in which a file is no JSON, or none at all.
local spoils = {
  function(text) return text .. "}" end, function(text) return text .. " rest" end, function(text) return "/* note */" .. text end,
  function(text) return (text:gsub("}}$", "},}")) end, function(text) return (text:gsub('"', "'")) end,
  function(text) return (text:gsub("luci%-", "\\u006cuci-")) end, function(text) return (text:gsub('":{"', '\\u0000x":{"', 1)) end,
  function(text) return text .. (" "):rep(1048576) end, function(text) return text:sub(1, -2) end, function() return "" end,
  function(text) return "[" .. text .. "]" end, function(text) return text .. text end,
}

local function file()
  local groups = {}
  for at = 1, math.random(3) do
    groups[at] = ('"%s":%s'):format(one(names), group())
  end
  local text = "{" .. table.concat(groups, ",") .. "}"
  return math.random(3) == 1 and one(spoils)(text) or text
end

local base = [[{"sso-login-base":{"read":{"access-group":{"luci-base":["read"]},"ubus":{"uci":["get"]}}}}]]

describe("a reload of rpcd", function()
  local root
  before_each(function()
    root = os.tmpname()
    os.remove(root)
    assert(os.execute("mkdir -p " .. root .. "/usr/share/rpcd/acl.d") == 0)
  end)
  after_each(function() os.execute("rm -r " .. root) end)

  --- A file of groups on the disk, for the stand-in, and in the world; removed where there is no text.
  local function put(io_, world, name, text)
    local path = root .. "/usr/share/rpcd/acl.d/" .. name
    if text == nil then
      os.remove(path)
      io_.remove(io_.paths.acl_dir .. "/" .. name)
      return
    end
    local handle = assert(io.open(path, "wb"))
    handle:write(text)
    handle:close()
    world.put(io_.paths.acl_dir .. "/" .. name, text)
  end

  --- The grants that rpcd gives by a section, as text, each once.
  local function granted(section)
    local found = {}
    login.grant_all(root, section, function(scope_, object, name) found[scope_ .. " " .. object .. " " .. name] = true end)
    return found
  end

  --- The grants that a session of the mock has.
  local function held(session)
    local found = {}
    for scope_, by_object in pairs(session.grants) do
      for object, functions in pairs(by_object) do
        for _, name in ipairs(functions) do
          found[scope_ .. " " .. object .. " " .. name] = true
        end
      end
    end
    return found
  end

  local function section_of(world, username)
    for _, section in ipairs(world.uci.rpcd) do
      if section.options.username == username then
        return section.options
      end
    end
  end

  local function to_grants(world, sid, found)
    world.sessions[sid].grants = {}
    for text in pairs(found) do
      local scope_, object, name = text:match("^(%S+) (%S+) (%S+)$")
      local session = world.sessions[sid].grants
      session[scope_] = session[scope_] or {}
      session[scope_][object] = session[scope_][object] or {}
      table.insert(session[scope_][object], name)
    end
  end

  local function expect_within(some_, all, what)
    for text in pairs(some_) do
      assert.is_true(all[text], what .. ": " .. text)
    end
  end

  --- Whether a session's first role counts as full control by a file that cannot be read.
  local function is_unknown(io_, world, sid)
    local read = acl.read_groups(io_)
    local levels = unknown_groups.mark(access_level.of_groups(io_, read.groups), read.ignored)
    local role
    for _, section in ipairs(world.uci["sso-login"]) do
      role = section.name == world.sessions[sid].data.username and section.options or role
    end
    local lists = { read = role.read or {}, write = role.write or {} }
    for _, level in ipairs(levels) do
      if level.unknown_in and (permissions.permits(io_, lists, "read", level.name) or permissions.permits(io_, lists, "write", level.name)) then
        assert.equal("everything", permissions.role_access(io_, levels, {}, lists).verdict)
        return true
      end
    end
    return false
  end

  local function draw_role(name)
    return { name = name, email = { "bob@example.org" }, read = some(patterns, 4), write = some(patterns, 2) }
  end

  for seed = 1, rounds do
    it("takes no session beyond what its roles gave it before (" .. seed .. ")", function()
      math.randomseed(seed)
      local io_, world = mock.create()
      local roles = { draw_role("one"), draw_role("two") }
      world.uci["sso-login"] = fixtures.sections({}, roles)
      put(io_, world, "00-base.json", base)
      local sids = {}
      for at, own in ipairs({ { "one" }, { "one", "two" }, { "two" } }) do
        sids[at] = world.add_session({ username = own[1], token = "t", sso_issuer = fixtures.issuer, sso_email = "bob@example.org",
          sso_sub = "b", sso_roles = own })
      end
      for _ = 1, changes do
        if math.random(2) == 1 then
          roles[math.random(2)] = nil
          roles = { roles[1] or draw_role("one"), roles[2] or draw_role("two") }
          world.uci["sso-login"] = fixtures.sections({}, roles)
        else
          put(io_, world, one({ "a", "b", "c" }) .. ".json", math.random(4) > 1 and file() or nil)
        end
        assert.is_true(reconcile.reconcile(io_).ok)
        local known = {}
        for at, sid in ipairs(sids) do
          known[at] = held(world.sessions[sid])
          local before = held(world.sessions[sid])
          local after = granted(section_of(world, world.sessions[sid].data.username))
          if not is_unknown(io_, world, sid) then
            expect_within(after, before, "beyond")
          end
          -- As rpcd leaves it to the program of `list`.
          to_grants(world, sid, after)
        end
        assert.is_true(reconcile.reconcile(io_).ok)
        for at, sid in ipairs(sids) do
          assert.same(known[at], held(world.sessions[sid]))
        end
      end
    end)
  end
end)
