--- Source text of ucode to a Lua function. What the ucode of OpenWrt 24.10 refuses is refused here, by a syntax error;
-- what it takes and the service does not use ends the program (failure.unknown).
--
-- The Lua of a source has line for line what the source has, so that messages name the right line. Its variables are
-- the source's with `u_` before them; `R` are the operators, `G` the global variables, `P` the modules of the program.
local Translator = require("ucode.statements")
local cache = require("ucode.cache")
local fail = require("ucode.failure")
local grammar = require("ucode.grammar")
local records = require("ucode.records")

-- Puts every statement on the line that it has in the source.
local function place_lines(source, code)
  local starts, at, lines, current = {}, 1, 1, 1
  while at do
    starts[#starts + 1] = at
    at = source:find("\n", at, true)
    at = at and at + 1
  end
  return (code:gsub("\1(%d+)\2", function(place)
    while starts[lines + 1] and starts[lines + 1] <= tonumber(place) do
      lines = lines + 1
    end
    local feed = ("\n"):rep(lines - current)
    current = math.max(current, lines)
    return feed .. " "
  end))
end

local compiler = {}

-- A source as { code, exports, imports }: its Lua, a set of the names that it exports, and what it imports from where.
local function translate(source, options)
  local tree = grammar.parse(source)
  local state = setmetatable({
    source = source, scope = {}, inside = {}, exports = {}, imports = {}, is_module = options.module ~= nil,
    is_strict = options.is_strict or tree.is_strict, is_builtin = options.is_builtin, find_exports = options.find_exports,
    newer_members = options.newer_members,
  }, Translator)
  local list = { state:statements(tree) }
  local exported = {}
  local names = {}
  for place, export in ipairs(state.exports) do
    names[export[1]] = true
    exported[place] = records.quoted(export[1]) .. ", " .. export[2]
  end
  if #exported > 0 then
    list[#list + 1] = ("return R.exports(%d, { %s })"):format(#exported, table.concat(exported, ", "))
  end
  local code = place_lines(source, "local R, G, P = ... " .. table.concat(list, " "))
  return { code = code, exports = names, imports = state.imports }
end

--- Compiles a source. `options` has module (a module's name), is_strict, is_builtin(name), and find_exports(module, refuse):
-- names that a module exports, nil where that is not known before it runs. Returns a function of R, G and P, and a set of
-- what it exports. With `newer_members`, names of functions that a later release has, they and unknown global names are
-- refused. Throws { syntax = message }.
function compiler.compile(source, name, options)
  local module = options.module
  local is_kept = module and not options.newer_members
  local entry = is_kept and cache.find(module, source, options.is_strict, options.find_exports)
  if not entry then
    entry = translate(source, options)
    if is_kept then
      cache.keep(module, source, options.is_strict, entry)
    end
  end
  local chunk, problem = loadstring(entry.code, "=ucode:" .. name)
  if not chunk then
    fail.unknown(problem .. "\n" .. entry.code)
  end
  return chunk, entry.exports
end

return compiler
