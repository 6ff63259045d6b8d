--- A stand-in for everything the service asks of the outside world (src/sso_login/base/io.ts).
--
--   local mock = require("support.mock")
--   local io, world = mock.create()
--
-- `io` is the provider to hand to the service, `world` what a test looks at and sets:
--
--   world.now, world.clock       Unix time and monotonic seconds; both stand still unless a test moves them
--   world.uid                    user id of the process, 0 unless a test sets another
--   world.files                  path -> { kind, content, mode, uid, mtime }
--   world.put(path, content)     a file, folders included;  world.text(path) its content
--   world.locked                 path -> true, while this process has the lock
--   world.input                  what is on standard input, "" unless a test sets it
--   world.logs                   { level, line } in order;   world.log_text() all lines
--   world.uci                    package -> list of { name, type, anonymous, options }, as committed
--   world.uci_broken[package]    message: UCI cannot parse that package
--   world.started                programs that go on, each with its argument
--   world.ran, world.fails       programs that ran to their end, each with its words; those that fail
--   world.compiled               what was kept of the configuration with the compiled modules
--   world.commits                names of committed packages, in order
--   world.on(url, answer)        answers an address, with any query where it has none;  world.queue(answer) answers the next requests in order
--   world.requests               HTTPS requests in order;  world.settings what https_settings was given last
--   world.sessions               sid -> { timeout, expires, acls, data, grants }
--   world.service                what procd says of its instances
--   world.ubus_calls             { object, method, args } in order
--   world.ubus_fail(method, status)   makes a method of `session` fail; false as status: ubusd cannot be reached
--   world.fail(name, times, skip)     makes an io function fail as its contract says, after `skip` good calls
--   world.calls[name]            how often a function was called
--   world.before(name, run)      runs something before each call of an io function
--   world.crash_at, world.crash_after   raises an error in a function, or after so many calls of any
--
-- An answer is a response { status, content_type, body, date, location, retry_after } (a string stands for a JSON body with 200), a function of the
-- request, or { failure = "timeout" }; `peer` beside it is what the server's certificate says.
local cjson = require("cjson")
local fnmatch = require("posix.fnmatch")

local mock = {}

local function ok(data) return { ok = true, data = data } end

local function err(code, details, meaning) return { ok = false, error = code, details = details, meaning = meaning } end

local function copy(value)
  if type(value) ~= "table" then
    return value
  end
  local twin = {}
  for key, item in pairs(value) do
    twin[key] = copy(item)
  end
  return twin
end
--- A deep copy: a test may change it.
mock.copy = copy

local function parent_of(path) return path:match("^(.*)/[^/]+$") end

--- Results of each function when it is made to fail: these errors, nothing, or false; others raise an error.
local failures = {
  is_read_only = true, make_dir = "failed", read_posted = err("INVALID_REQUEST", { reason = "not complete after 2 s" }), https = err("connect", "made to fail"),
  uci_get = err("UCI_ERROR", { reason = "Parse error" }), uci_sections = err("UCI_ERROR", { reason = "Parse error" }),
  ubus_call = err("UBUS_ERROR", "cannot connect to ubus"), ubus_call_all = err("UBUS_ERROR", "cannot connect to ubus"),
}
local give_nothing = { read_file = true, list_dir = true, file_info = true, append_byte = true, read_input = true, https_peer = true,
  compiled_config = true }
for name in ("write_file rename remove lock fnmatch uci_add uci_set uci_delete uci_save uci_commit"):gmatch("%S+") do
  failures[name] = false
end

local function add_files(io, world)
  local function is_folder(path)
    local found = world.files[path]
    return found ~= nil and found.kind == "directory"
  end

  local function create(path, kind, content, mode)
    world.files[path] = { kind = kind, content = content, mode = mode, uid = world.uid, mtime = world.now }
  end

  local function children(path)
    local list = {}
    for candidate in pairs(world.files) do
      if parent_of(candidate) == path then
        list[#list + 1] = candidate:sub(#path + 2)
      end
    end
    table.sort(list)
    return list
  end

  local function make_folders(path)
    if path ~= "" and not is_folder(path) then
      make_folders(parent_of(path))
      create(path, "directory", nil, 493)
    end
  end
  world.make_folders = make_folders

  function world.put(path, content, mtime)
    make_folders(parent_of(path))
    create(path, "file", content, 384)
    world.files[path].mtime = mtime or world.now
  end

  function world.text(path)
    local found = world.files[path]
    return found and found.content
  end

  --- Names in the run directory that a Lua pattern matches.
  function world.in_run_dir(pattern)
    local list = {}
    for _, name in ipairs(children(io.paths.run_dir)) do
      if name:find(pattern) then
        list[#list + 1] = name
      end
    end
    return list
  end

  function io.read_file(path, max_bytes)
    local found = world.files[path]
    if found == nil or found.kind ~= "file" or #found.content > max_bytes then
      return nil
    end
    return found.content
  end

  function io.is_read_only() return false end

  function io.write_file(path, content)
    assert(type(content) == "string")
    if not is_folder(parent_of(path)) or is_folder(path) then
      return false
    end
    create(path, "file", content, 384)
    return true
  end

  function io.rename(from, to)
    local found = world.files[from]
    if found == nil or not is_folder(parent_of(to)) then
      return false
    end
    world.files[from] = nil
    world.files[to] = found
    return true
  end

  function io.remove(path)
    local found = world.files[path]
    if found == nil or (found.kind == "directory" and #children(path) > 0) then
      return false
    end
    world.files[path] = nil
    return true
  end

  function io.make_dir(path)
    local found = world.files[path]
    if found ~= nil then
      if found.kind ~= "directory" or found.uid ~= world.uid then
        return "failed"
      end
      found.mode = 448
      return "exists"
    end
    if not is_folder(parent_of(path)) then
      return "failed"
    end
    create(path, "directory", nil, 448)
    return "created"
  end

  function io.list_dir(path) return is_folder(path) and children(path) or nil end

  function io.file_info(path)
    local found = world.files[path]
    return found and {
      kind = found.kind, mode = found.mode, uid = found.uid, size = #(found.content or ""), mtime = found.mtime,
      ctime = found.ctime or found.mtime,
    }
  end

  function io.append_byte(path)
    if not is_folder(parent_of(path)) or is_folder(path) then
      return nil
    end
    if world.files[path] == nil then
      create(path, "file", "", 384)
    end
    local found = world.files[path]
    found.content = found.content .. "."
    found.mtime = world.now
    return #found.content
  end

  function io.compiled_config() return world.compiled end

  function io.read_posted(max_bytes)
    local input = world.input or ""
    return #input <= max_bytes and ok(input) or err("INPUT_TOO_LARGE", { reason = ("over %d bytes"):format(max_bytes) })
  end

  function io.read_input(max_bytes)
    local input = world.input or ""
    return #input <= max_bytes and input or nil
  end

  function io.lock(path)
    io.append_byte(path)
    world.locked[path] = true
    return true
  end

  function io.has_lock(path) return world.locked[path] == true end

  function io.unlock(path)
    world.locked[path] = nil
  end
end

--- UCI's files: their text names the state of a package, which comes back when that text is written again.
local function add_uci_files(io, world)
  local states = {}
  local read_file, write_file = io.read_file, io.write_file
  local function package_of(path) return path:match("^" .. io.paths.config_dir .. "/([%w-]+)$") end

  function io.read_file(path, max_bytes)
    local sections = world.uci[package_of(path)]
    if sections == nil then
      return read_file(path, max_bytes)
    end
    local text = #sections > 0 and cjson.encode(sections) or ""
    states[text] = copy(sections)
    return text
  end

  function io.write_file(path, content)
    if package_of(path) ~= nil and states[content] ~= nil then
      world.uci[package_of(path)] = copy(states[content])
      return true
    end
    return write_file(path, content)
  end
end

local function add_uci(io, world)
  local pending = {}

  --- The package with its pending changes, as a cursor sees it.
  local function seen(config) return pending[config] or world.uci[config] end

  local function section_of(config, name)
    for index, section in ipairs(seen(config) or {}) do
      if section.name == name then
        return section, index
      end
    end
    return nil
  end

  local function changing(config)
    if world.uci_broken[config] ~= nil or seen(config) == nil then
      return false
    end
    pending[config] = pending[config] or copy(world.uci[config])
    return true
  end

  function io.uci_get(config, section, option)
    if world.uci_broken[config] ~= nil then
      return err("UCI_ERROR", { config = config, reason = world.uci_broken[config] })
    end
    local found = section_of(config, section)
    return ok(found and copy(found.options[option]))
  end

  -- A package that was listed before is read anew: what was not committed is lost.
  local listed = {}
  function io.uci_sections(config)
    if listed[config] then
      pending[config] = nil
    end
    listed[config] = true
    if world.uci_broken[config] ~= nil or seen(config) == nil then
      return err("UCI_ERROR", { config = config, reason = world.uci_broken[config] or "no such package" })
    end
    return ok(copy(seen(config)))
  end

  function io.uci_add(config, section, kind)
    if not changing(config) then
      return false
    end
    local found = section_of(config, section)
    if found ~= nil then
      found.type = kind
    else
      table.insert(pending[config], { name = section, type = kind, anonymous = false, options = {} })
    end
    return true
  end

  function io.uci_set(config, section, option, value)
    assert(type(value) == "string" or (type(value) == "table" and #value > 0), "an empty list cannot be set")
    if not changing(config) or section_of(config, section) == nil then
      return false
    end
    section_of(config, section).options[option] = copy(value)
    return true
  end

  function io.uci_delete(config, section, option)
    if not changing(config) then
      return false
    end
    local found, index = section_of(config, section)
    if found == nil or (option ~= nil and found.options[option] == nil) then
      return false
    end
    if option ~= nil then
      found.options[option] = nil
    else
      table.remove(pending[config], index)
    end
    return true
  end

  -- Until the next boot these are what everybody reads.
  function io.uci_save(config)
    world.uci[config] = pending[config] or world.uci[config]
    return true
  end

  function io.uci_commit(config)
    if world.uci_broken[config] ~= nil then
      return false
    end
    world.uci[config] = pending[config] or world.uci[config]
    pending[config] = nil
    world.commits[#world.commits + 1] = config
    return true
  end
end

--- Statuses of libubus.
local status = { method_not_found = 3, not_found = 4, denied = 6 }

--- A failed call, as the bindings answer.
function mock.ubus_error(code)
  local meaning = code == status.not_found and "absent" or code == status.denied and "denied" or nil
  return err("UBUS_ERROR", { status = code }, meaning)
end

local function add_ubus(io, world)
  local failing = {}
  local counter = 0
  local methods = {}

  function world.ubus_fail(method, code)
    failing[method] = code == nil and 9 or code
  end

  --- A live session, as rpcd would hold it; returns its id.
  function world.add_session(values, sid)
    counter = counter + 1
    sid = sid or ("%032x"):format(counter)
    world.sessions[sid] = { timeout = 3600, expires = 3600, data = values or {}, grants = {} }
    return sid
  end

  function methods.create(args)
    local sid = world.add_session({})
    local session = world.sessions[sid]
    session.timeout = args.timeout or 300
    session.expires = session.timeout
    return { { ubus_rpc_session = sid, timeout = session.timeout, expires = session.expires, acls = {}, data = {} } }
  end

  function methods.list(args)
    local replies = {}
    for sid, session in pairs(world.sessions) do
      if args.ubus_rpc_session == nil or args.ubus_rpc_session == sid then
        replies[#replies + 1] = {
          ubus_rpc_session = sid, timeout = session.timeout, expires = session.expires, acls = copy(session.grants),
          data = copy(session.data),
        }
      end
    end
    table.sort(replies, function(a, b) return a.ubus_rpc_session < b.ubus_rpc_session end)
    return replies
  end

  --- The place of a text in a list.
  local function place_of(list, text)
    for at, one in ipairs(list or {}) do
      if one == text then
        return at
      end
    end
  end

  function methods.grant(_, session, args)
    local scope = session.grants[args.scope] or {}
    session.grants[args.scope] = scope
    for _, pair in ipairs(args.objects) do
      scope[pair[1]] = scope[pair[1]] or {}
      if not place_of(scope[pair[1]], pair[2]) then
        table.insert(scope[pair[1]], pair[2])
      end
    end
    return {}
  end

  --- Without objects the whole scope.
  function methods.revoke(_, session, args)
    local scope = session.grants[args.scope] or {}
    for _, pair in ipairs(args.objects or {}) do
      local at = place_of(scope[pair[1]], pair[2])
      if at then
        table.remove(scope[pair[1]], at)
      end
      if scope[pair[1]] and #scope[pair[1]] == 0 then
        scope[pair[1]] = nil
      end
    end
    if not args.objects or next(scope) == nil then
      session.grants[args.scope] = nil
    end
    return {}
  end

  function methods.set(_, session, args)
    for key, value in pairs(args.values) do
      session.data[key] = copy(value)
    end
    return {}
  end

  --- By `session.may`, a set of `scope object function`.
  function methods.access(_, session, args)
    return { { access = (session.may or {})[args.scope .. " " .. args.object .. " " .. args["function"]] == true } }
  end

  function methods.get(_, session) return { { values = copy(session.data) } } end

  function methods.destroy(sid)
    world.sessions[sid] = nil
    return {}
  end

  local without_session = { create = true, list = true }

  function io.ubus_call_all(object, method, args)
    world.ubus_calls[#world.ubus_calls + 1] = { object = object, method = method, args = copy(args) }
    local code = failing[method]
    if code == false then
      return err("UBUS_ERROR", "cannot connect to ubus")
    elseif code ~= nil then
      return mock.ubus_error(code)
    elseif object == "service" then
      return ok({ method == "list" and world.service or nil })
    elseif object ~= "session" then
      return mock.ubus_error(status.not_found)
    elseif methods[method] == nil then
      return mock.ubus_error(status.method_not_found)
    elseif without_session[method] then
      return ok(methods[method](args))
    end
    local session = world.sessions[args.ubus_rpc_session]
    if session == nil then
      return mock.ubus_error(status.not_found)
    end
    return ok(methods[method](args.ubus_rpc_session, session, args))
  end

  function io.ubus_call(object, method, args)
    local replies = io.ubus_call_all(object, method, args)
    return replies.ok and ok(replies.data[1]) or replies
  end

  --- The arguments of every call of a method of `session`.
  function world.calls_of(method)
    local list = {}
    for _, call in ipairs(world.ubus_calls) do
      if call.object == "session" and call.method == method then
        list[#list + 1] = call.args
      end
    end
    return list
  end
end

local function add_https(io, world)
  local answers, queue = {}, {}

  function world.on(url, answer)
    answers[url] = answer
  end

  --- The answer of an address, for another one that answers as it does.
  function world.answer_of(url, request)
    local answer = answers[url]
    return type(answer) == "function" and answer(request) or answer
  end

  function world.queue(answer)
    queue[#queue + 1] = answer
  end

  local function result_of(answer, request)
    if type(answer) == "function" then
      return result_of(answer(request), request)
    elseif type(answer) == "string" then
      return ok({ status = 200, content_type = "application/json", body = answer })
    elseif answer.failure ~= nil then
      return err(answer.failure, answer.text or ("made to fail: " .. answer.failure))
    end
    return ok({
      status = answer.status or 200, content_type = answer.content_type or "", body = answer.body or "",
      date = answer.date, location = answer.location, retry_after = answer.retry_after, renewed = answer.renewed,
    })
  end

  function io.https_settings(settings)
    world.settings = copy(settings)
  end

  function io.https(request)
    world.requests[#world.requests + 1] = copy(request)
    local answer = table.remove(queue, 1) or answers[request.url] or answers[request.url:match("^[^?]*")]
    if answer == nil then
      return err("connect", "nothing at " .. request.url)
    end
    return result_of(answer, request)
  end

  function io.https_peer(url)
    local answer = answers[url]
    return type(answer) == "table" and answer.peer or nil
  end

  --- How many requests went to an address.
  function world.requests_to(url)
    local count = 0
    for _, request in ipairs(world.requests) do
      count = count + (request.url == url and 1 or 0)
    end
    return count
  end
end

--- Counts calls, and makes those fail that a test asked to.
local function add_faults(io, world)
  local faults = {}

  function world.fail(name, times, skip)
    assert(failures[name] ~= nil or give_nothing[name], "cannot make " .. tostring(name) .. " fail")
    faults[name] = { left = times or math.huge, skip = skip or 0 }
  end

  --- Runs something before each call of a function, with its arguments.
  function world.before(name, run)
    local original = io[name]
    io[name] = function(...)
      run(...)
      return original(...)
    end
  end

  for name, real in pairs(io) do
    if type(real) == "function" then
      world.calls[name] = 0
      io[name] = function(...)
        world.calls[name] = world.calls[name] + 1
        world.crash_after = world.crash_after and world.crash_after - 1
        if world.crash_at == name or world.crash_after == -1 then
          error("crash in " .. name, 0)
        end
        local fault = faults[name]
        if fault ~= nil and fault.skip > 0 then
          fault.skip = fault.skip - 1
        elseif fault ~= nil and fault.left > 0 then
          fault.left = fault.left - 1
          return copy(failures[name])
        end
        return real(...)
      end
    end
  end
end

--- rpcd's section of root, which every router has.
function mock.root_login()
  local options = { username = "root", password = "$p$root", read = { "*" }, write = { "*" } }
  return { name = "cfg01", type = "login", anonymous = true, options = options }
end

--- A fresh world: the run directory's parent, a UCI with only rpcd's root, no session, nothing at any address.
function mock.create()
  local io = { paths = {
    run_dir = "/var/run/sso-login", acl_dir = "/usr/share/rpcd/acl.d", menu_dir = "/usr/share/luci/menu.d",
    etc_dir = "/etc/sso-login", config_dir = "/etc/config", system_dir = "/etc", proc_dir = "/proc",
    plugin = "/usr/libexec/rpcd/sso-login", program = "/usr/sbin/sso-login",
    opkg_status = "/usr/lib/opkg/status", apk_installed = "/lib/apk/db/installed",
    password_guard = "/usr/share/sso-login/password-guard.sh",
    luci = "/www/cgi-bin/luci", login_page = "/usr/share/sso-login/login_page.sh",
    unconfirmed = "/var/run/rpcd/snapshot-files/sso-login",
  } }
  local world = {
    now = 1750000000, clock = 100, uid = 0, files = {}, logs = {}, uci = { rpcd = { mock.root_login() } }, uci_broken = {},
    commits = {}, requests = {}, started = {}, ran = {}, fails = {}, sessions = {}, ubus_calls = {},
    service = { ["sso-login-watch"] = { instances = { watch = { running = true } } } }, calls = {}, locked = {},
  }

  function io.time() return world.now end

  function io.user_id() return world.uid end

  function io.monotonic() return world.clock end

  function io.wait(seconds) return io.sleep(seconds) end

  function io.ignore_signals() end

  function io.sleep(seconds)
    world.clock = world.clock + seconds
  end

  function io.log(level, line)
    world.logs[#world.logs + 1] = { level = level, line = line }
  end

  function io.open_log() end

  function io.start(program, argument)
    world.started[#world.started + 1] = program .. " " .. argument
  end

  function io.succeeds(program, words)
    world.ran[#world.ran + 1] = program .. " " .. words
    return not world.fails[program .. " " .. words]
  end

  function io.fnmatch(pattern, text) return fnmatch.fnmatch(pattern, text) == 0 end

  function world.log_text()
    local lines = {}
    for _, entry in ipairs(world.logs) do
      lines[#lines + 1] = entry.line
    end
    return table.concat(lines, "\n")
  end

  add_files(io, world)
  add_uci_files(io, world)
  add_uci(io, world)
  add_ubus(io, world)
  add_https(io, world)
  add_faults(io, world)
  world.make_folders("/var/run")
  world.make_folders(io.paths.config_dir)
  world.make_folders(io.paths.acl_dir)
  world.put(io.paths.password_guard, "# gives passwords back at a boot\n")
  return io, world
end

--- Every function of the io provider.
mock.function_names = {}
for name, member in pairs((mock.create())) do
  if type(member) == "function" then
    table.insert(mock.function_names, name)
  end
end

return mock
