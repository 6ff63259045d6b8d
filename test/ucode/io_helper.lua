--- For busted: sso_login.io.system and sso_login.io.json are ucode's, so that their specs judge both. Every process of a
-- spec asks a `ucode` process of its own (io_server.uc). UCODE names the program, UCODE_SEARCH has its options -L.
local cjson = require("cjson")
local fcntl = require("posix.fcntl")
local unistd = require("posix.unistd")

local hex_of, byte_of = {}, {}
for code = 0, 255 do
  hex_of[string.char(code)] = ("%02x"):format(code)
  byte_of[("%02x"):format(code)] = string.char(code)
end

local function hex(text)
  return "s" .. text:gsub(".", hex_of)
end

local function bytes(text)
  return (text:sub(2):gsub("..", byte_of))
end

local function written(value)
  if type(value) == "string" then
    return hex(value)
  elseif type(value) ~= "table" then
    return value
  elseif next(value) == nil then
    return { e = 1 }
  end
  local list, members = {}, {}
  for key, item in pairs(value) do
    if type(key) == "number" then
      list[key] = written(item)
    else
      members[hex(key)] = written(item)
    end
  end
  return #list > 0 and list or { o = members }
end

local function revived(value)
  if value == cjson.null then
    return nil
  elseif type(value) == "string" then
    return bytes(value)
  elseif type(value) ~= "table" then
    return value
  end
  local made = {}
  for key, item in pairs(value.o or value) do
    made[value.o and bytes(key) or key] = revived(item)
  end
  return made
end

local function start_server()
  local to_read, to_write = unistd.pipe()
  local from_read, from_write = unistd.pipe()
  if unistd.fork() == 0 then
    unistd.dup2(to_read, 0)
    unistd.dup2(from_write, 1)
    -- With its own end of the pipe open it would never see the end of its input.
    unistd.close(to_write)
    unistd.close(from_read)
    local arguments = {}
    for word in os.getenv("UCODE_SEARCH"):gmatch("%S+") do
      arguments[#arguments + 1] = word
    end
    arguments[#arguments + 1] = "test/ucode/io_server.uc"
    unistd.execp(os.getenv("UCODE"), arguments)
    unistd._exit(127)
  end
  unistd.close(to_read)
  unistd.close(from_write)
  for _, fd in ipairs({ to_write, from_read }) do
    fcntl.fcntl(fd, fcntl.F_SETFD, fcntl.FD_CLOEXEC)
  end
  return { write = to_write, read = from_read }
end

local servers = {}

local function ask(question)
  local pid = unistd.getpid()
  servers[pid] = servers[pid] or start_server()
  local line = cjson.encode(question) .. "\n"
  while line ~= "" do
    line = line:sub(assert(unistd.write(servers[pid].write, line)) + 1)
  end
  local answer = ""
  repeat
    local piece = assert(unistd.read(servers[pid].read, 65536))
    assert(piece ~= "", "ucode has ended")
    answer = answer .. piece
  until answer:sub(-1) == "\n"
  local decoded = cjson.decode(answer)
  assert(decoded.error == nil, decoded.error)
  return revived(decoded.r)
end

local function remote(name, root)
  return function(...)
    local arguments = {}
    for i = 1, select("#", ...) do
      arguments[i] = written((select(i, ...)))
    end
    return ask({ f = name, root = root and hex(root), a = arguments })
  end
end

-- A server's standard input are the questions, so this one asks a program that has nothing else to read.
local function read_input(max_bytes)
  local path = os.tmpname()
  local file = assert(io.open(path, "wb"))
  file:write(io.stdin:read("*a"))
  file:close()
  local source = "import { create } from \"sso_login.io.system\"; import { written } from \"notation\"; "
    .. ("printf(\"%%J\", { r: written(create({}).read_input(%d)) });"):format(max_bytes)
  local program = assert(io.popen(("set -f; %s %s -e '%s' <%s"):format(os.getenv("UCODE"), os.getenv("UCODE_SEARCH"), source, path)))
  local answer = program:read("*a")
  program:close()
  os.remove(path)
  return revived(cjson.decode(answer).r)
end

package.preload["sso_login.io.system"] = function()
  return {
    create = function(options)
      local root = options.root or ""
      local io = { paths = ask({ f = "paths", root = hex(root), a = {} }) }
      for _, name in ipairs(require("support.mock").function_names) do
        io[name] = remote(name, root)
      end
      io.read_input = read_input
      return io
    end,
  }
end

package.preload["sso_login.io.json"] = function()
  local json = {}
  for _, name in ipairs({ "decode", "decode_object", "encode", "is_array", "is_object", "list" }) do
    json[name] = remote(name)
  end
  return json
end
