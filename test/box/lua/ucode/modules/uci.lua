--- ucode's module uci on libuci's Lua binding. A function that fails returns null, and `error()` says why, once.
local dirent = require("posix.dirent")
local libuci = require("uci")
local lpeg = require("lpeg")
local files = require("files")
local convert = require("ucode.modules.convert")
local fail = require("ucode.failure")
local values = require("ucode.values")

local last_error

-- Keeps libuci's message, which begins with a prefix there, and may end with the place of an error, also of an earlier one.
local function failed(message)
  last_error = message and message:gsub("^uci: ", ""):gsub(" %(.*%) at line %d+, byte %d+$", "")
  return nil
end

local function take_error()
  local known = last_error
  last_error = nil
  return known
end

-- Options of a section with what uci says of it before them, in the order of the file.
local function section_object(section, is_in_package)
  local made = values.object(3, {
    ".anonymous", section[".anonymous"], ".type", section[".type"], ".name", section[".name"],
  })
  if is_in_package then
    values.set(made, ".index", section[".index"])
  end
  local rest = convert.from_lua(section)
  for _, name in ipairs(rest.k) do
    if name:sub(1, 1) ~= "." then
      values.set(made, name, rest.v[name])
    end
  end
  return made
end

local function package_object(all)
  local sections, made = {}, values.object(0)
  for _, section in pairs(all) do
    sections[#sections + 1] = section
  end
  table.sort(sections, function(a, b) return a[".index"] < b[".index"] end)
  for _, section in ipairs(sections) do
    values.set(made, section[".name"], section_object(section, true))
  end
  return made
end

-- Texts for an option: booleans are 0 and 1.
local function option_value(value)
  if values.kind_of(value) == values.Array then
    local items = {}
    for place = 1, value.n do
      items[place] = option_value(value[place])
    end
    return items
  elseif type(value) == "boolean" then
    return value and "1" or "0"
  end
  return values.text(value)
end

-- A line of a file of saved changes: command, section, option and value.
local P, C = lpeg.P, lpeg.C
local commands = { ["-"] = "remove", ["|"] = "list-add", ["~"] = "list-del", ["@"] = "rename", ["^"] = "order", [""] = "set" }
local word = C((1 - lpeg.S(".=\n")) ^ 1)
local text = P("=") * lpeg.Cs((P("'") / "" * (1 - P("'")) ^ 0 * P("'") / "" + P("\\'") / "'") ^ 0)
local saved_changes = lpeg.Ct(lpeg.Ct(C(lpeg.S("-|~@^") ^ -1) / commands * (1 - P(".")) ^ 1 * "." * word * ("." * word) ^ -1 * text ^ -1 * "\n") ^ 0)

-- By package, which Lua's binding does not tell as this module does.
local function changes_in(savedir)
  local all = {}
  local found, names = pcall(dirent.dir, savedir)
  for _, name in ipairs(found and names or {}) do
    local list = saved_changes:match(files.read(savedir .. "/" .. name) or "")
    all[name] = list[1] and list
  end
  return all
end

local function methods_of(cursor, savedir)
  local methods = { error = take_error }
  local function outcome(done, message) return done == true or failed(message) end
  function methods.get(config, section, option)
    if option == nil then
      fail.unknown("uci's get without an option")
    end
    local value, message = cursor:get(config, section, option)
    if value == nil then
      -- Lua's binding says "invalid argument" of a section that does not exist.
      return failed(message == "uci: Invalid argument" and "Entry not found" or message)
    end
    return convert.from_lua(value)
  end
  function methods.get_all(config, section)
    if section ~= nil then
      local found, message = cursor:get_all(config, section)
      return found and section_object(found) or failed(message)
    end
    local all, message = cursor:get_all(config)
    return all and package_object(all) or failed(message)
  end
  function methods.set(config, section, option, value)
    if option == nil or (value == nil and type(option) ~= "string") then
      return failed("Invalid argument")
    elseif value == nil then
      return outcome(cursor:set(config, section, option))
    elseif values.kind_of(value) == values.Array and value.n == 0 then
      return failed(cursor:get_all(config, section) and "Invalid argument" or "Entry not found")
    end
    return outcome(cursor:set(config, section, option, option_value(value)))
  end
  methods["delete"] = function(config, section, option)
    if option ~= nil then
      return outcome(cursor:delete(config, section, option))
    end
    return outcome(cursor:delete(config, section))
  end
  function methods.save(config) return outcome(cursor:save(config)) end
  function methods.commit(config) return outcome(cursor:commit(config)) end
  function methods.changes(config)
    if config ~= nil then
      fail.unknown("uci's changes of one package")
    end
    return convert.from_lua(changes_in(savedir))
  end
  function methods.unload(config) return cursor:unload(config) end
  return methods
end

return require("ucode.modules.exports")({
  error = take_error,
  cursor = function(confdir, savedir) return values.resource(methods_of(libuci.cursor(confdir, savedir), savedir or "/tmp/.uci")) end,
})
