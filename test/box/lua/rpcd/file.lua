--- rpcd's ubus object `file` (file.c), as far as tests need it: `exec` of a program of the machine, and `list` of a folder of the box.
local dirent = require("posix.dirent")
local files = require("files")
local STATUS = require("rpcd.status")

local object = {}

local methods = {}

function methods.list(root, arguments, may)
  if type(arguments.path) ~= "string" then
    return STATUS.INVALID_ARGUMENT
  elseif not may(arguments.path, "list") then
    return STATUS.PERMISSION_DENIED
  end
  local found, names = pcall(dirent.dir, root .. arguments.path)
  if not found then
    return STATUS.NOT_FOUND
  end
  local entries = {}
  for _, name in ipairs(names) do
    entries[#entries + 1] = { name = name }
  end
  return 0, { entries = entries }
end

-- A program with any arguments, or a whole command line (rpc_file_exec).
function methods.exec(_, arguments, may)
  if type(arguments.command) ~= "string" or arguments.command:sub(1, 1) ~= "/" then
    return STATUS.INVALID_ARGUMENT
  end
  local words, quoted = { arguments.command }, { files.quote(arguments.command) }
  for _, word in ipairs(arguments.params or {}) do
    words[#words + 1], quoted[#quoted + 1] = word, files.quote(word)
  end
  if not may(arguments.command, "exec") and not may(table.concat(words, " "), "exec") then
    return STATUS.PERMISSION_DENIED
  end
  local pipe = assert(io.popen(table.concat(quoted, " ") .. " </dev/null"))
  local output = pipe:read("*a")
  pipe:close()
  return 0, { code = 0, stdout = output }
end

--- Calls a method; returns a ubus status and the reply. `may(path, right)` tells what the session may.
function object.call(root, method, arguments, may)
  if not methods[method] then
    return STATUS.METHOD_NOT_FOUND
  end
  return methods[method](root, arguments, may)
end

return object
