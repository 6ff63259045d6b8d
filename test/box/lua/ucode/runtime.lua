--- Runs programs of ucode: their modules, their global variables, and what becomes of their exceptions.
local builtins = require("ucode.builtins")
local compiler = require("ucode.compiler")
local files = require("files")
local fail = require("ucode.failure")
local releases = require("ucode.releases")
local values = require("ucode.operators")

local runtime = {}

--- Patterns of module files (`-L`), first the one that is asked first; `*` stands for the module's name.
runtime.search_path = {}
--- Whether variables must be declared everywhere (`-S`).
runtime.is_strict = false
--- Whether sources are only compiled (`-c`), and then judged by what the oldest release has.
runtime.only_compiles = false

-- Modules of the stand-in, where the real ones are shared objects; none of those that UCODE_WITHOUT names.
local native = { fs = true, ubus = true, uci = true, log = true }
for name in (os.getenv("UCODE_WITHOUT") or ""):gmatch("%S+") do
  native[name] = nil
end

local globals = setmetatable({ k = {}, v = { NaN = values.double(0 / 0), Infinity = values.double(1 / 0) } }, values.Object)
for name, value in pairs(builtins) do
  globals.v[name] = value
end
globals.v.global = globals

-- Variables that a program sees: the global ones, or those that `call` puts in their place.
local scope = globals
local G = setmetatable({}, { __index = globals.v })

local function with_scope(object, run)
  local before, seen = scope, getmetatable(G)
  local index = seen.__index
  scope = object
  seen.__index = function(_, name) return values.get(object, name) end
  local results = values.pack(pcall(run))
  scope, seen.__index = before, index
  if not results[1] then
    error(results[2], 0)
  end
  return results[2]
end

-- Whether a name is one of an object or of its prototypes.
local function has(object, name)
  return object ~= nil and (object.v[name] ~= nil or has(object.prototype, name))
end

--- A global variable of a strict program.
function values.declared(_, name)
  local value = G[name]
  if value == nil and not has(scope, name) then
    fail.throw("Reference error", "access to undeclared variable " .. name)
  end
  return value
end

--- An assignment to a name that no one declared: a fault in strict programs, and made on purpose nowhere.
function values.assign_global(name)
  fail.throw("Reference error", "access to undeclared variable " .. name)
end

local function is_builtin(name)
  if globals.v[name] ~= nil or name == "ARGV" or name == "REQUIRE_SEARCH_PATH" then
    return true
  elseif releases.globals[name] then
    fail.unknown("the function " .. name)
  end
  return false
end

-- The sources by the names of their modules that "bytecode" has with it, while its program is compiled or loads one.
local bundle

-- The sources that a program which is only compiled takes along.
local taken = {}

-- Content and path of a module, a source or ("%.so$") a shared object; nil where there is none.
local function find(name, kind)
  if not kind and bundle and bundle.sources[name] then
    return bundle.sources[name], bundle.path .. name
  end
  local relative = name:gsub("%.", "/")
  for _, pattern in ipairs(runtime.search_path) do
    local path = pattern:gsub("%*", (relative:gsub("%%", "%%%%")))
    local content = path:find(kind or "%.uc$") and files.read(path)
    if content then
      taken[name] = not kind and content or nil
      return content, path
    end
  end
end

-- Compiled modules by their path: each program runs them anew, none compiles them twice.
local compiled = {}

local compile

local function compile_module(name, refuse)
  if native[name] then
    return nil
  end
  local source, path = find(name)
  if not source then
    refuse(("Unable to resolve path for module '%s'"):format(name))
  elseif compiled[path] == "under way" then
    refuse("Circular dependency")
  elseif not compiled[path] then
    compiled[path] = "under way"
    local done, chunk, names = pcall(compile, source, path, name)
    if not done and type(chunk) == "table" and chunk.syntax then
      local inner = ("Syntax error: " .. chunk.syntax):gsub("[^\n]+", "  | %0")
      refuse(("Unable to compile module '%s':\n\n%s"):format(path, inner))
    elseif not done then
      error(chunk, 0)
    end
    compiled[path] = { chunk = chunk, exports = names }
  end
  return compiled[path]
end

function compile(source, name, module)
  return compiler.compile(source, name, {
    module = module,
    is_strict = runtime.is_strict,
    is_builtin = is_builtin,
    newer_members = runtime.only_compiles and releases.newer_members,
    find_exports = function(imported, refuse)
      local found = compile_module(imported, refuse)
      return found and found.exports
    end,
  })
end

local function native_module(name) return require("ucode.modules." .. name) end

local bundles = setmetatable({}, { __mode = "k" })

-- Calls a function while modules are looked for in a bundle first.
local function with_bundle(own, run, ...)
  local before = bundle
  bundle = own
  local results = values.pack(pcall(run, ...))
  bundle = before
  if not results[1] then
    error(results[2], 0)
  end
  return results[2]
end

-- The exports of a module in a program, of which `loaded` are the modules.
function values.import(loaded, name, export)
  if not loaded[name] then
    if native[name] then
      loaded[name] = native_module(name)
    else
      loaded[name] = with_bundle(bundles[loaded], compile_module, name).chunk(values, G, loaded) or values.exports(0)
    end
  end
  if not export then
    return loaded[name]
  elseif loaded[name].v[export] == nil then
    fail.throw("Reference error", "Module does not export " .. export)
  end
  return values.get(loaded[name], export)
end

-- Here a program's sources are its bytecode: the length and the name of each module, its text, and at last the program's.
local magic = "\27bundle\n"

local bundle_count = 0

local function to_bytecode(source)
  local parts = { magic }
  for name, text in pairs(taken) do
    parts[#parts + 1] = ("%d %s\n%s"):format(#text, name, text)
  end
  return table.concat(parts) .. "0 -\n" .. source
end

-- The program of such bytecode and its modules; nothing where it is a mere source.
local function from_bytecode(code)
  local at = code:sub(1, #magic) == magic and #magic + 1
  bundle_count = bundle_count + 1
  local own = { sources = {}, path = ("[bundle %d]"):format(bundle_count) }
  while at do
    local _, ends, size, name = code:find("^(%d+) (%S+)\n", at)
    if not ends then
      fail.throw("Runtime error", "Unexpected EOF")
    elseif name == "-" then
      return code:sub(ends + 1), own
    end
    own.sources[name] = code:sub(ends + 1, ends + size)
    at = ends + size + 1
  end
end

--- A source as a function. Throws { syntax = message }.
function runtime.program(source, name)
  local program, own = from_bytecode(source)
  local chunk = with_bundle(own, compile, program or source, name)
  return function()
    local loaded = {}
    bundles[loaded] = own
    return chunk(values, G, loaded)
  end
end

local function program_of(source, name)
  local done, result = pcall(runtime.program, source, name)
  if done then
    return result
  elseif type(result) == "table" and result.syntax then
    fail.throw("Runtime error", "Unable to compile source string:\n\n  | Syntax error: " .. result.syntax)
  end
  error(result, 0)
end

function globals.v.loadstring(source) return program_of(source, "[loadstring]") end

local function load_module(name)
  if native[name] then
    return native_module(name)
  end
  local _, library = find(name, "%.so$")
  if library then
    return require("ucode.library")(library)
  end
  local source, path = find(name)
  if not source then
    fail.throw("Runtime error", ("No module named '%s' could be found"):format(name))
  end
  return program_of(source, path)()
end

local required = {}

function globals.v.require(name)
  if required[name] == nil then
    required[name] = load_module(name)
  end
  return required[name]
end

--- Calls a function with other global variables; there is no `this` to give it.
globals.v["call"] = function(called, _, variables, ...)
  local arguments = values.pack(...)
  return with_scope(variables or scope, function() return called(values.unpack(arguments)) end)
end

for _, name in ipairs({ "loadstring", "require", "call" }) do
  builtins[name] = globals.v[name]
end

--- Receives the values that a `return` in a `try` hands on.
values.returned = {}

-- An error of Lua as an exception, where a program of ucode can cause it; all others are the stand-in's own.
local function exception_of(problem)
  if type(problem) == "table" then
    return problem
  end
  local path, line = tostring(problem):match("^ucode:(.-):(%d+): attempt to call")
  if path then
    return { type = "Type error", message = "left-hand side is not a function", path = path, line = tonumber(line) }
  end
  fail.unknown("what to make of: " .. tostring(problem))
end

--- The exception that a `catch` gets.
function values.caught(problem)
  local known = exception_of(problem)
  if known.syntax then
    error(problem, 0)
  end
  local stack = values.array(1, { values.object(2, { "filename", known.path, "line", known.line }) })
  local exception = values.object(3, { "type", known.type, "message", known.message, "stacktrace", stack })
  exception.is_exception = true
  return exception
end

--- Runs a program with its arguments and returns its exit code, after the message of what it throws.
function runtime.main(source, name, arguments)
  globals.v.ARGV = values.array(#arguments, arguments)
  globals.v.REQUIRE_SEARCH_PATH = values.array(#runtime.search_path, runtime.search_path)
  local compiled_well, program = pcall(runtime.program, source, name)
  if not compiled_well then
    local known = type(program) == "table" and program.syntax or fail.unknown(program)
    io.stderr:write("Syntax error: ", known, "\n")
    return 255
  end
  if runtime.only_compiles then
    local file = io.open(runtime.output, "wb")
    return file and file:write(to_bytecode(source)) and file:close() and 0 or 255
  end
  local done, problem = pcall(program)
  if done then
    return 0
  end
  local known = exception_of(problem)
  local kind = known.type == "Error" and "" or known.type .. ": "
  io.stderr:write(kind, known.message, "\nIn ", known.path or "?", ", line ", known.line or "?", "\n\n")
  return 254
end

return runtime
