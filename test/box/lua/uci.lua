--- Stand-in for libuci-lua: cursors on UCI files in their real syntax, pending changes included.
--
-- `test/contract/` compares it with the real module. Left out is what neither the service nor the box calls: functions without
-- a cursor, targets as one string or by position, `add`, `changes`, and further folders. What files of ours never
-- have is refused: `package` lines, short commands, several commands on a line.
--
-- Package: {name, sections, created, delta}, where `delta` has the lines of changes that are not saved. Section: {name, type,
-- anonymous, options}. Option: {name, value}, where a list is a table.
local dirent = require("posix.dirent")
local files = require("files")
local lpeg = require("lpeg")
local stat = require("posix.sys.stat")
local stdlib = require("posix.stdlib")

local INVALID, NOT_FOUND = "Invalid argument", "Entry not found"

local function find(list, name)
  for index, entry in ipairs(list) do
    if entry.name == name then
      return entry, index
    end
  end
end

local function is_name(text) return text:find("^[%w_]+$") ~= nil end

-- Syntax ---------------------------------------------------------------------------------------------------------------

-- libuci counts line ends that it has read, so a last line without one bears the number of the line before. It names
-- more reasons.
local function refuse(text, at)
  local _, line = text:sub(1, text:find("\n", at, true) or #text):gsub("\n", "")
  error({ problem = ("Parse error (invalid command) at line %d"):format(line) }, 0)
end

-- The words of a line, and the place after it. A word may be put together from quoted and bare pieces; what is in quotes may
-- go over several lines.
local P, S, V = lpeg.P, lpeg.S, lpeg.V
local cannot = lpeg.Cmt(true, refuse) * P(false)
local function closed(mark) return P(mark) / "" + cannot end
local words_at = P({
  lpeg.Ct(V("blank") * (lpeg.Cs(V("piece") ^ 1) * V("blank")) ^ 0) * ("#" * (1 - P("\n")) ^ 0) ^ -1 * (P("\n") + -1) * lpeg.Cp(),
  blank = S(" \t\v\f\r") ^ 0,
  piece = (1 - S(" \t\v\f\r\n'\"\\#;")) ^ 1 + P("'") / "" * (1 - P("'")) ^ 0 * closed("'")
    + P('"') / "" * ((1 - S('"\\')) ^ 1 + P("\\") / "" * (P("\n") / "" + 1)) ^ 0 * closed('"')
    + P("\\") / "" * P(1) ^ -1 + #P(";") * cannot,
})

local function write_config(sections)
  local out = {}
  for _, section in ipairs(sections) do
    out[#out + 1] = "\nconfig " .. section.type .. (section.anonymous and "" or " " .. files.quote(section.name)) .. "\n"
    for _, option in ipairs(section.options) do
      local is_list = type(option.value) == "table"
      for _, value in ipairs(is_list and option.value or { option.value }) do
        out[#out + 1] = ("\t%s %s %s\n"):format(is_list and "list" or "option", option.name, files.quote(value))
      end
    end
  end
  return table.concat(out) .. "\n"
end

-- Changes of a package: each returns true, or nil and what libuci calls the failure ---------------------------------------

local function record(pack, command, section, option, value)
  local path = command .. pack.name .. "." .. section .. (option and "." .. option or "")
  pack.delta[#pack.delta + 1] = path .. (value and "=" .. files.quote(value) or "") .. "\n"
  return true
end

-- libuci names an anonymous section by how many sections came before it and a hash of its type.
local function anonymous_name(position, section_type)
  local hash = 5381
  for index = 1, #section_type do
    hash = (hash * 33 + section_type:byte(index)) % 4294967296
  end
  return ("cfg%02x%04x"):format(position, hash % 65536)
end

local function add_section(pack, section_type, name)
  pack.created = pack.created + 1
  local made = { type = section_type, anonymous = name == nil, options = {} }
  made.name = name or anonymous_name(pack.created, section_type)
  pack.sections[#pack.sections + 1] = made
  return made
end

local function option_of(section, name)
  local option = find(section.options, name)
  if not option then
    option = { name = name }
    section.options[#section.options + 1] = option
  end
  return option
end

local function append(section, name, value)
  local option = option_of(section, name)
  if type(option.value) ~= "table" then
    option.value = { option.value }
  end
  table.insert(option.value, value)
end

-- By the character that begins the line of a pending change.
local change = {}

change["-"] = function(pack, section_name, option_name)
  local section, index = find(pack.sections, section_name)
  local list = section and option_name and section.options or pack.sections
  if list ~= pack.sections then
    index = select(2, find(list, option_name))
  end
  if not index then
    return nil, NOT_FOUND
  end
  table.remove(list, index)
  return record(pack, "-", section_name, option_name)
end

change["|"] = function(pack, section_name, option_name, value)
  local section = find(pack.sections, section_name)
  if not section then
    return nil, INVALID
  end
  append(section, option_name, value)
  return record(pack, "|", section_name, option_name, value)
end

change["@"] = function(pack, section_name, _, value)
  local section = find(pack.sections, section_name)
  if not section then
    return nil, NOT_FOUND
  end
  record(pack, "@", section_name, nil, value)
  section.name, section.anonymous = value, false
  return true
end

change["^"] = function(pack, section_name, _, value)
  local section, index = find(pack.sections, section_name)
  local place = tonumber(value)
  if not section or not place then
    return nil, section and INVALID or NOT_FOUND
  end
  table.insert(pack.sections, math.min(place + 1, #pack.sections), table.remove(pack.sections, index))
  return record(pack, "^", section_name, nil, value)
end

change[""] = function(pack, section_name, option_name, value)
  local section = find(pack.sections, section_name)
  if not option_name then
    if not value:find("^[\33-\126]+$") then
      return nil, INVALID
    elseif section and section.type == value then
      return true
    end
    section = section or add_section(pack, value, section_name)
    section.type = value
  elseif not section then
    return nil, INVALID
  else
    local option = find(section.options, option_name)
    if value == "" then
      return not option or change["-"](pack, section_name, option_name)
    elseif option and option.value == value then
      return true
    end
    option_of(section, option_name).value = value
  end
  return record(pack, "", section_name, option_name, value)
end

-- One of a single member is made anew; a longer one begins as an option, as in libuci-lua.
local function set_list(pack, section_name, option_name, items)
  local done, problem = true, nil
  if #items == 1 then
    change["-"](pack, section_name, option_name)
  else
    done, problem = change[""](pack, section_name, option_name, items[1])
  end
  for index = #items == 1 and 1 or 2, #items do
    if done then
      done, problem = change["|"](pack, section_name, option_name, items[index])
    end
  end
  return done, problem
end

-- Files ----------------------------------------------------------------------------------------------------------------

local function read_file(path)
  local info = stat.stat(path)
  return info and stat.S_ISREG(info.st_mode) ~= 0 and files.read(path) or nil
end

-- Replaces a file, or what a link points to, keeping its permissions; a new one is only for its owner.
local function replace_file(path, text)
  path = stdlib.realpath(path) or path
  local info = stat.stat(path)
  return files.replace(path, text, function(made)
    stat.chmod(made, info and info.st_mode % 4096 or 384) -- 0600
  end), "I/O error"
end

local function read_config(pack, text)
  local at, section = 1, nil
  while at <= #text do
    local words, after = words_at:match(text, at)
    local command, name, value = unpack(words)
    local function check(holds) return holds or refuse(text, after - 1) end
    check(#words <= 3)
    if command == "config" then
      check(name and name:find("^[\33-\126]+$"))
      value = value ~= "" and value or nil
      check(value == nil or is_name(value))
      section = value and find(pack.sections, value) or add_section(pack, name, value)
      check(section.type == name)
    elseif command then
      check((command == "option" or command == "list") and name and is_name(name) and section)
      if command == "list" then
        append(section, name, value or "")
      elseif (value or "") ~= "" then -- unlike in a change, an empty option deletes nothing
        option_of(section, name).value = value
      end
    end
    at = after
  end
end

local function read_package(self, name)
  local text = read_file(self.confdir .. "/" .. name)
  if not name:find("^[%w_-]+$") or not text then
    return nil, text and INVALID or NOT_FOUND
  end
  local pack = { name = name, sections = {}, created = 0, delta = {} }
  local done, problem = pcall(read_config, pack, text)
  if not done then
    return nil, problem.problem or error(problem, 0)
  end
  return pack
end

-- Makes a change that a word of a file of pending changes tells; whether it could be made.
local function apply(pack, word)
  local command, path, equals, value = word:match("^([-|@^]?)([^=]*)(=?)(.*)$")
  local name, section, option = path:match("^([^.]+)%.([%w_]+)%.?([%w_]*)$")
  local is_whole = command == "-" or equals == "=" and (command ~= "|" or option ~= "") and (command ~= "@" or is_name(value))
  return name == pack.name and is_whole and change[command](pack, section, option ~= "" and option or nil, value) ~= nil
end

-- Applies the pending changes of a package; returns how many could be applied. Lines that cannot be read are left out.
local function apply_pending(self, pack)
  local text, at, applied, unsaved = read_file(self.savedir .. "/" .. pack.name) or "", 1, 0, pack.delta
  pack.delta = {}
  while at <= #text do
    local done, words, after = pcall(words_at.match, words_at, text, at)
    if done and #words == 1 and apply(pack, words[1]) then
      applied = applied + 1
    end
    at = done and after or (text:find("\n", at, true) or #text) + 1
  end
  pack.delta = unsaved
  return applied
end

local function loaded(self, name)
  if not self.packages[name] then
    local pack, problem = read_package(self, name)
    if not pack then
      return nil, problem
    end
    apply_pending(self, pack)
    self.packages[name] = pack
  end
  return self.packages[name]
end

local function with_lock(self, work, ...)
  stat.mkdir(self.savedir, 448) -- 0700; fails when it exists
  return files.locked(self.savedir .. "/.lock", work, self, ...)
end

-- Cursors --------------------------------------------------------------------------------------------------------------

local cursor = {}
cursor.__index = cursor

local function text_argument(value, position)
  if type(value) ~= "string" and type(value) ~= "number" then
    error(("bad argument #%d (string expected, got %s)"):format(position, type(value)), 0)
  end
  return (tostring(value):gsub("%z.*", ""))
end

local function texts(...)
  local list = { ... }
  for place = 1, select("#", ...) do
    list[place] = text_argument(list[place], place)
  end
  return unpack(list)
end

local function value_of(option)
  return type(option.value) == "table" and { unpack(option.value) } or option.value
end

local function section_table(section, index)
  local fields = { [".name"] = section.name, [".type"] = section.type, [".anonymous"] = section.anonymous }
  fields[".index"] = index
  for _, option in ipairs(section.options) do
    fields[option.name] = value_of(option)
  end
  return fields
end

-- A method on a package: true, or false and why the package cannot be loaded or the work fails.
local function method(work)
  return function(self, name, ...)
    local pack, problem = loaded(self, text_argument(name, 1))
    local done = pack
    if pack then
      done, problem = work(self, pack, ...)
    end
    if done then
      return true
    end
    return false, "uci: " .. problem
  end
end

local function locked_method(work)
  return method(function(self, ...) return with_lock(self, work, ...) end)
end

--- get(package, section) gives type and name; get(package, section, option) the value.
function cursor:get(...)
  local name, section_name, option_name = texts(...)
  local pack, problem = loaded(self, name)
  local section = pack and find(pack.sections, section_name)
  local option = section and option_name and find(section.options, option_name)
  if option then
    return value_of(option)
  elseif section and not option_name then
    return section.type, section.name
  end
  return nil, "uci: " .. (problem or section and NOT_FOUND or INVALID)
end

--- get_all(package) gives all sections by name; get_all(package, section) its options.
function cursor:get_all(...)
  local name, section_name = texts(...)
  local pack, problem = loaded(self, name)
  local section = pack and section_name and find(pack.sections, section_name)
  if not pack or (section_name and not section) then
    return nil, "uci: " .. (problem or NOT_FOUND)
  elseif section then
    return section_table(section)
  end
  local all = {}
  for index, each in ipairs(pack.sections) do
    all[each.name] = section_table(each, index - 1)
  end
  return all
end

--- Calls `visit` with each section of a type. True when called once.
function cursor:foreach(name, section_type, visit)
  local pack = loaded(self, text_argument(name, 1))
  local visited = false
  for index, section in ipairs(pack and pack.sections or {}) do
    if section.type == section_type then
      visited = true
      visit(section_table(section, index - 1))
    end
  end
  return visited
end

cursor.set = method(function(_, pack, section, ...)
  local option, value = ...
  if type(value) == "table" then
    if #value == 0 then
      error("Cannot set an uci option to an empty table value", 0)
    end
    return set_list(pack, section, option, { texts(unpack(value)) })
  elseif select("#", ...) == 1 then
    option, value = nil, option
  end
  return change[""](pack, text_argument(section, 2), option, text_argument(value, 4))
end)

cursor.delete = method(function(_, pack, ...) return change["-"](pack, texts(...)) end)

cursor.rename = method(function(_, pack, section, name) return change["@"](pack, section, nil, name) end)

--- Gives a section a place among all, from 0 on.
cursor.reorder = method(function(_, pack, section, place) return change["^"](pack, section, nil, tostring(place)) end)

local function save(self, pack)
  if #pack.delta > 0 then
    local file = io.open(self.savedir .. "/" .. pack.name, "ab")
    if not file then
      return nil, "I/O error"
    end
    file:write(table.concat(pack.delta))
    file:close()
    pack.delta = {}
  end
  return true
end

local function empty_pending(self, name)
  local path = self.savedir .. "/" .. name
  local file = stat.stat(path) and io.open(path, "wb")
  return not file or file:close()
end

cursor.save = locked_method(save)

--- Writes all pending changes of a package to its file, those of other processes too.
cursor.commit = locked_method(function(self, pack)
  local done, problem = save(self, pack)
  if not done then
    return nil, problem
  end
  local fresh, reason = read_package(self, pack.name)
  if not fresh then
    return nil, reason
  end
  self.packages[pack.name] = fresh
  if apply_pending(self, fresh) == 0 then
    return true
  end
  done, problem = replace_file(self.confdir .. "/" .. pack.name, write_config(fresh.sections))
  return done and empty_pending(self, pack.name), problem
end)

cursor.revert = locked_method(function(self, pack)
  self.packages[pack.name] = nil
  return empty_pending(self, pack.name)
end)

local commands = { ["-"] = "remove", ["|"] = "list-add", ["@"] = "rename", ["^"] = "order", [""] = "set" }

--- The saved changes of all packages by name, each a list of its command, section, option and value, in the form of ucode's
-- binding: without an option, the value is the third.
function cursor:pending()
  local all = {}
  local ok, found = pcall(dirent.dir, self.savedir)
  for _, name in ipairs(ok and found or {}) do
    local text, at, list = read_file(self.savedir .. "/" .. name) or "", 1, {}
    while at <= #text do
      local words, after = words_at:match(text, at)
      local command, section, rest = words[1]:match("^([-|@^]?)[%w_-]+%.([%w_]+)(.*)$")
      local option, value = rest:match("^%.?([%w_]*)=?(.*)$")
      list[#list + 1] = { commands[command], section, option ~= "" and option or nil }
      table.insert(list[#list], rest:find("=", 1, true) and value or nil)
      at = after
    end
    all[name] = list[1] and list
  end
  return all
end

function cursor:load(name)
  self.packages[text_argument(name, 1)] = nil
  return method(function() return true end)(self, name)
end

--- Forgets a package; false when it was not loaded.
function cursor:unload(name)
  local known = self.packages[text_argument(name, 1)] ~= nil
  self.packages[name] = nil
  return known
end

local function open_cursor(confdir, savedir)
  local known = { confdir = confdir or "/etc/config", savedir = savedir or "/tmp/.uci", packages = {} }
  return setmetatable(known, cursor)
end

return { cursor = open_cursor }
