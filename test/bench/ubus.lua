--- Module `ubus` for bench.ts: sessions in memory alone. BENCH_SESSION="ID token=TOKEN" is one that exists already.
local fresh_id = "0123456789abcdef0123456789abcdef"

local methods = {}

function methods.create(sessions)
  sessions[fresh_id] = {}
  return { ubus_rpc_session = fresh_id }
end

function methods.set(sessions, id, args)
  for name, value in pairs(args.values) do
    sessions[id][name] = value
  end
end

function methods.get(sessions, id)
  return { values = sessions[id] }
end

--- One reply a session.
function methods.list(sessions)
  local replies = {}
  for id, values in pairs(sessions) do
    replies[#replies + 1] = { ubus_rpc_session = id, data = values }
  end
  return unpack(replies)
end

function methods.destroy(sessions, id)
  sessions[id] = nil
end

function methods.grant() end

local connection = {}
connection.__index = connection

--- nil and 4 for what is not there.
function connection:call(object, method, args)
  local id = args.ubus_rpc_session
  if object ~= "session" or id and not self.sessions[id] or not methods[method] then
    return nil, 4
  end
  return methods[method](self.sessions, id, args)
end

--- Not empty, so that no one waits for a reload of rpcd.
function connection.signatures()
  return {}
end

return {
  connect = function()
    local id, token = (os.getenv("BENCH_SESSION") or ""):match("^(%x+) token=(%x+)$")
    local sessions = id and { [id] = { token = token, username = "admin" } } or {}
    return setmetatable({ sessions = sessions }, connection)
  end,
}
