--- For busted: sso_login.io.system and sso_login.io.json are ucode's, so that their specs judge both. Every process of a
-- spec asks a `ucode` process of its own (io_server.uc). UCODE names the program, UCODE_SEARCH has its options -L.
local cjson = require("cjson")
local fcntl = require("posix.fcntl")
local notation = require("notation")
local unistd = require("posix.unistd")

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

local function ask(name, root, ...)
  local pid, arguments = unistd.getpid(), {}
  for i = 1, select("#", ...) do
    arguments[i] = notation.encode((select(i, ...)), 99)
  end
  local line = ('{"f":"%s","root":%s,"a":[%s]}\n'):format(name, notation.encode(root, 1), table.concat(arguments, ","))
  servers[pid] = servers[pid] or start_server()
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
  return notation.revive(decoded.r)
end

local function remote(name, root)
  return function(...) return ask(name, root, ...) end
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
  return notation.revive(cjson.decode(answer).r)
end

package.preload["sso_login.io.system"] = function()
  return {
    create = function(options)
      local root = options.root or ""
      local io = { paths = ask("paths", root) }
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
  for _, name in ipairs({ "decode", "decode_object", "decode_as_rpcd", "encode", "is_array", "is_object", "list" }) do
    json[name] = remote(name)
  end
  return json
end
