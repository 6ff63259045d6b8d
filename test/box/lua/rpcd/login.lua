--- rpcd's `login` sections: who may log in with which password, and what that grants.
local fnmatch = require("posix.fnmatch").fnmatch
local glob = require("posix.glob").glob
local unistd = require("posix.unistd")
local files = require("files")
local jsonc = require("rpcd.jsonc")
local uci = require("uci")

local login = {}

-- The hash that /etc/shadow of this root folder has for a user.
local function shadow_hash(root, user)
  for name, hash in (files.read(root .. "/etc/shadow") or ""):gmatch("([^:\n]*):([^:\n]*)[^\n]*") do
    if name == user then
      return hash
    end
  end
end

local function password_matches(root, hash, password)
  if hash == "" then
    return true
  end
  local shadow_user = hash:match("^%$p%$(.*)$")
  if shadow_user then
    local found = shadow_hash(root, shadow_user)
    return found ~= nil and password_matches(root, found, password)
  end
  -- luaposix raises an error for a hash too short to hold a salt.
  local hashed, result = pcall(unistd.crypt, password, hash)
  return hashed and result == hash
end

-- Sections of type `login` whose `username` is a plain option with this value, in file order.
local function sections_of(root, username)
  local sections = {}
  local cursor = uci.cursor(root .. "/etc/config", root .. "/tmp/.uci")
  cursor:foreach("rpcd", "login", function(section)
    if section.username == username then
      sections[#sections + 1] = section
    end
  end)
  return sections
end

function login.check(root, username, password)
  for _, section in ipairs(sections_of(root, username)) do
    if type(section.password) == "string" and password_matches(root, section.password, password) then
      return section
    end
  end
  return nil
end

--- The section that a kept session of this user gets its rights from when rpcd reloads: the first of that name.
function login.section_for(root, username) return sections_of(root, username)[1] end

-- Whether one list names a group: true, false when a `!` entry forbids it, nil when no entry matches.
local function list_verdict(list, group)
  for _, entry in ipairs(list) do
    local pattern = entry:match("^!%s*(.+)$")
    if pattern and fnmatch(pattern, group) == 0 then
      return false
    end
  end
  for _, entry in ipairs(list) do
    if entry ~= "" and entry:sub(1, 1) ~= "!" and fnmatch(entry, group) == 0 then
      return true
    end
  end
  return nil
end

-- Without a section it is the unauthenticated session, which has the group `unauthenticated`.
local function permits(section, permission, group)
  if not section then
    return group == "unauthenticated"
  end
  local list = section[permission]
  local verdict
  if type(list) == "table" then
    verdict = list_verdict(list, group)
  end
  if verdict == nil and permission == "read" then
    return permits(section, "write", group)
  end
  return verdict == true
end

-- The texts of a list; none of anything else.
local function texts_of(list)
  local texts = {}
  for _, item in ipairs(type(list) == "table" and list or {}) do
    texts[#texts + 1] = type(item) == "string" and item or nil
  end
  return texts
end

-- A scope has a list of objects, or objects with lists of functions.
local function grant_scope(grant, scope, definition, permission)
  for _, object in ipairs(texts_of(definition)) do
    grant(scope, object, permission)
  end
  for _, object in ipairs(type(definition) == "table" and files.names(definition) or {}) do
    for _, name in ipairs(texts_of(definition[object])) do
      grant(scope, object, name)
    end
  end
end

local function grant_group(grant, section, group, permissions)
  for _, permission in ipairs({ "read", "write" }) do
    local scopes = permissions[permission]
    if type(scopes) == "table" and not scopes[1] and permits(section, permission, group) then
      for _, scope in ipairs(files.names(scopes)) do
        grant_scope(grant, scope, scopes[scope], permission)
        grant("access-group", group, permission)
      end
    end
  end
end

--- Calls `grant(scope, object, function)` for everything that the access groups of a login section give; a nil
-- section is the unauthenticated session.
function login.grant_all(root, section, grant)
  for _, path in ipairs(glob(root .. "/usr/share/rpcd/acl.d/*.json") or {}) do
    local groups = jsonc.first_object(files.read(path) or "") or {}
    for _, group in ipairs(files.names(groups)) do
      if type(groups[group]) == "table" then
        grant_group(grant, section, group, groups[group])
      end
    end
  end
end

return login
