--- rpcd's exec plugins (plugin.c and exec.c): the programs below /usr/libexec/rpcd, each a ubus object.
--
-- A program prints its methods when it is called with `list`; with `call METHOD` it reads the arguments as JSON and
-- answers with one JSON object.
local cjson = require("cjson.safe")
local dirent = require("posix.dirent")
local unistd = require("posix.unistd")
local files = require("files")
local blob = require("rpcd.blob")
local STATUS = require("rpcd.status")

local plugin = {}

-- Size of a pipe; rpcd writes no more and closes it.
local PIPE_SIZE = 65536

local function program_of(root, object)
  local path = root .. "/usr/libexec/rpcd/" .. object
  return not object:find("/", 1, true) and unistd.access(path, "x") and path or nil
end

-- The one item of an array that is empty: cjson decodes `[]` as it decodes `{}`, while rpcd's blobs keep both.
local NO_ITEM = "<no item>"

--- A reply as JSON, with the empty arrays of a plugin.
function plugin.encode_reply(reply) return (cjson.encode(reply):gsub('%["' .. NO_ITEM .. '"%]', "[]")) end

-- Standard output of a program that is given `input`. The file is gone when the program begins, as this process may be killed.
local function run(command, input)
  local name = os.tmpname()
  files.write(name, input:sub(1, PIPE_SIZE))
  local pipe = assert(io.popen("{ rm " .. files.quote(name) .. "; " .. command .. "; } <" .. files.quote(name), "r"))
  local output = pipe:read("*a")
  pipe:close()
  return output
end

local function to_json(value)
  local kind, parts = blob.kind(value), {}
  if kind == "array" then
    for index, item in ipairs(value.items) do
      parts[index] = to_json(item)
    end
    return "[" .. table.concat(parts, ",") .. "]"
  elseif kind == "table" then
    for index, field in ipairs(value.fields) do
      parts[index] = cjson.encode(tostring(field[1])) .. ":" .. to_json(field[2])
    end
    return "{" .. table.concat(parts, ",") .. "}"
  elseif type(value) == "number" then
    return ("%.0f"):format(value)
  end
  return cjson.encode(value)
end

-- Path of the stored answer of a program's `list`: rpcd asks when it starts and when it reloads, and not at each call.
local function list_path(root, object) return root .. "/var/run/ubus/list." .. object end

local function list_methods(root, object)
  local text = run(files.quote(program_of(root, object)) .. " list", "")
  files.write(list_path(root, object), text)
  return text
end

--- Asks the programs for their methods, as rpcd does when it starts and when it reloads; objects go whose programs are gone.
function plugin.list_all(root)
  for _, name in ipairs(dirent.dir(root .. "/var/run/ubus")) do
    local object = name:match("^list%.(.+)")
    if object and not program_of(root, object) then
      os.remove(list_path(root, object))
    end
  end
  local ok, names = pcall(dirent.dir, root .. "/usr/libexec/rpcd")
  for _, object in ipairs(ok and names or {}) do
    if object:sub(1, 1) ~= "." then
      list_methods(root, object)
    end
  end
end

--- Whether rpcd has the object: of a program, or of one that has gone since it reloaded.
function plugin.exists(root, object)
  return (program_of(root, object) or files.read(list_path(root, object))) ~= nil
end

--- Calls a method with arguments as they travel over ubus; the reply as libubus-lua gives it, or nil and a ubus status.
function plugin.call(root, object, method, arguments)
  if not program_of(root, object) then
    return nil, STATUS.NOT_FOUND
  end
  local methods = cjson.decode(files.read(list_path(root, object)) or list_methods(root, object))
  if type(methods) ~= "table" or not methods[method] then
    return nil, STATUS.METHOD_NOT_FOUND
  end
  local output = run(files.quote(program_of(root, object)) .. " call " .. files.quote(method), to_json(arguments))
  local answer = cjson.decode((output:gsub('([%w_]"%s*:%s*)%[%s*%]', '%1["' .. NO_ITEM .. '"]')))
  if type(answer) ~= "table" then
    return nil, STATUS.INVALID_ARGUMENT
  end
  return answer
end

return plugin
