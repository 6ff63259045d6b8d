--- `ubus` for the benchmark, with sessions in memory. BENCH_SESSION="ID TOKEN" is one that exists already.
local fresh_id = ("0123456789abcdef"):rep(2)

local session = { grant = function() end }

function session.create(sessions)
  sessions[fresh_id] = {}
  return { ubus_rpc_session = fresh_id }
end

function session.set(sessions, id, given)
  for name, value in pairs(given.values) do
    sessions[id][name] = value
  end
end

function session.get(sessions, id) return { values = sessions[id] } end

function session.list(sessions)
  local replies = {}
  for id, data in pairs(sessions) do
    replies[#replies + 1] = { ubus_rpc_session = id, data = data }
  end
  return unpack(replies)
end

function session.destroy(sessions, id)
  sessions[id] = nil
end

local connection = {}
connection.__index = connection

function connection:call(object, method, given)
  local id = given.ubus_rpc_session
  if object == "session" and session[method] and (id == nil or self.sessions[id]) then
    return session[method](self.sessions, id, given)
  end
  return nil, 4
end

--- Not empty, so that no one waits for a reload of rpcd.
function connection.signatures() return {} end

return { connect = function()
  local id, token = (os.getenv("BENCH_SESSION") or ""):match("^(%x+) (%x+)$")
  return setmetatable({ sessions = id and { [id] = { token = token, username = "admin" } } or {} }, connection)
end }
