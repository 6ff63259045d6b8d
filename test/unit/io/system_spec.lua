--- io/system: the real outside world, on real files below build/ and on stand-ins of the router's Lua modules.
local dirent = require("posix.dirent")
local stat = require("posix.sys.stat")
local system = require("sso_login.io.system")
local unistd = require("posix.unistd")
local wait = require("posix.sys.wait")

local base = "build/unit"
local folder

local function remove_all(path)
  local info = stat.lstat(path)
  if info == nil then
    return
  elseif stat.S_ISDIR(info.st_mode) ~= 0 then
    for name in dirent.files(path) do
      if name ~= "." and name ~= ".." then
        remove_all(path .. "/" .. name)
      end
    end
    unistd.rmdir(path)
  else
    unistd.unlink(path)
  end
end

local function write_plain(path, content)
  local file = assert(io.open(path, "wb"))
  file:write(content)
  file:close()
end

local function mode_of(path)
  return stat.lstat(path).st_mode % 4096
end

--- Runs a function in `count` processes at once; each one's first letter of output, in the order of processes.
local function in_processes(count, run)
  local start_read, start_write = unistd.pipe()
  local pipes, pids = {}, {}
  for i = 1, count do
    local read_end, write_end = unistd.pipe()
    local pid = unistd.fork()
    if pid == 0 then
      unistd.close(start_write)
      unistd.read(start_read, 1) -- until the parent closes its end
      local done, text = pcall(run, i)
      unistd.write(write_end, done and text or ("error " .. tostring(text)))
      unistd._exit(0)
    end
    unistd.close(write_end)
    pipes[i], pids[i] = read_end, pid
  end
  unistd.close(start_read)
  unistd.close(start_write)
  local results = {}
  for i = 1, count do
    local text = {}
    local piece = unistd.read(pipes[i], 4096)
    while piece ~= nil and piece ~= "" do
      text[#text + 1] = piece
      piece = unistd.read(pipes[i], 4096)
    end
    unistd.close(pipes[i])
    wait.wait(pids[i])
    results[i] = table.concat(text)
  end
  return results
end

describe("io/system", function()
  local provider

  setup(function()
    stat.mkdir("build", 493)
    stat.mkdir(base, 493)
  end)

  before_each(function()
    folder = base .. "/system." .. unistd.getpid()
    remove_all(folder)
    assert.truthy(stat.mkdir(folder, 448))
    provider = system.create({ root = folder })
  end)

  after_each(function()
    remove_all(folder)
  end)

  it("offers every function of the interface", function()
    for _, name in ipairs(require("support.mock").function_names) do
      assert.is_function(provider[name], name)
    end
  end)

  -- rule: spec.handshake-record.path spec.registry.folder dec.session.acl-files spec.caches.discovery-24h
  it("paths are the router's, or below the root", function()
    assert.same({ run_dir = "/var/run/sso-login", acl_dir = "/usr/share/rpcd/acl.d" }, system.create({}).paths)
    assert.equal(folder .. "/var/run/sso-login", provider.paths.run_dir)
    assert.equal(folder .. "/usr/share/rpcd/acl.d", provider.paths.acl_dir)
  end)

  it("time is whole seconds and monotonic never goes back", function()
    assert.equal(0, provider.time() % 1)
    assert.is_true(math.abs(provider.time() - os.time()) <= 1)
    local first = provider.monotonic()
    local second = provider.monotonic()
    assert.is_true(second >= first)
    assert.is_true(second - first < 5)
  end)

  describe("write_file and read_file", function()
    -- rule: dec.login.record-mode dec.back-channel.cache-mode
    it("carry every byte, mode 0600 whatever the umask", function()
      local bytes = {}
      for code = 0, 255 do
        bytes[#bytes + 1] = string.char(code)
      end
      local content = table.concat(bytes):rep(50)
      local before = stat.umask(0)
      assert.is_true(provider.write_file(folder .. "/a", content))
      stat.umask(before)
      assert.equal(content, provider.read_file(folder .. "/a", #content))
      assert.equal(384, mode_of(folder .. "/a"))
      assert.same({ "a" }, provider.list_dir(folder))
    end)

    it("replace a file and its mode", function()
      write_plain(folder .. "/a", "old")
      stat.chmod(folder .. "/a", 438)
      assert.is_true(provider.write_file(folder .. "/a", "new"))
      assert.equal("new", provider.read_file(folder .. "/a", 10))
      assert.equal(384, mode_of(folder .. "/a"))
    end)

    it("replace a link, and never write through it", function()
      write_plain(folder .. "/target", "old")
      unistd.link("target", folder .. "/a", true)
      assert.is_true(provider.write_file(folder .. "/a", "new"))
      assert.equal("old", provider.read_file(folder .. "/target", 10))
      assert.equal("file", provider.file_info(folder .. "/a").kind)
    end)

    it("do not write through a link in the temporary file's place", function()
      write_plain(folder .. "/target", "old")
      unistd.link("target", ("%s/a.%d.tmp"):format(folder, unistd.getpid()), true)
      provider.write_file(folder .. "/a", "new")
      assert.equal("old", provider.read_file(folder .. "/target", 10))
    end)

    it("an empty file is the empty text", function()
      assert.is_true(provider.write_file(folder .. "/a", ""))
      assert.equal("", provider.read_file(folder .. "/a", 10))
      assert.equal("", provider.read_file(folder .. "/a", 0))
    end)

    it("read at most max_bytes: nothing of a longer file", function()
      provider.write_file(folder .. "/a", ("x"):rep(100))
      assert.is_nil(provider.read_file(folder .. "/a", 99))
      assert.equal(100, #provider.read_file(folder .. "/a", 100))
      assert.equal(100, #provider.read_file(folder .. "/a", 101))
    end)

    it("read nothing of what cannot be read", function()
      assert.is_nil(provider.read_file(folder .. "/none", 10))
      assert.is_nil(provider.read_file(folder .. "/none/a", 10))
      assert.is_nil(provider.read_file(folder, 10))
    end)

    it("write is false and leaves nothing where it fails", function()
      assert.is_false(provider.write_file(folder .. "/none/a", "x"))
      stat.mkdir(folder .. "/dir", 448)
      assert.is_false(provider.write_file(folder .. "/dir", "x"))
      assert.same({ "dir" }, provider.list_dir(folder))
      assert.same({}, provider.list_dir(folder .. "/dir"))
    end)

    for what, fake in pairs({
      ["the disk is full"] = { write = function() return nil, "No space left on device", 28 end },
      ["only a part fits"] = { write = function(fd, text) return unistd.write(fd, text:sub(1, 3)) end },
      ["closing fails"] = { close = function(fd) unistd.close(fd) return nil, "Input/output error", 5 end },
    }) do
      it("write is false, keeps the old file and leaves no other when " .. what, function()
        provider.write_file(folder .. "/a", "old")
        package.loaded["posix.unistd"] = setmetatable(fake, { __index = unistd })
        local written = provider.write_file(folder .. "/a", "new text")
        package.loaded["posix.unistd"] = unistd
        assert.is_false(written)
        assert.equal("old", provider.read_file(folder .. "/a", 100))
        assert.same({ "a" }, provider.list_dir(folder))
      end)
    end

    -- rule: dec.login.record-written dec.back-channel.cache-rename
    it("readers see the old or the new file, never a part", function()
      provider.write_file(folder .. "/a", ("0"):rep(50000))
      local results = in_processes(6, function(i)
        if i <= 2 then
          for round = 1, 100 do
            provider.write_file(folder .. "/a", tostring(round % 10):rep(50000))
          end
          return "written"
        end
        for _ = 1, 200 do
          local text = provider.read_file(folder .. "/a", 50000)
          if text == nil or #text ~= 50000 or text ~= text:sub(1, 1):rep(50000) then
            return "torn"
          end
        end
        return "whole"
      end)
      assert.same({ "written", "written", "whole", "whole", "whole", "whole" }, results)
    end)
  end)

  describe("append_byte", function()
    it("counts from one, in a file of mode 0600", function()
      for i = 1, 5 do
        assert.equal(i, provider.append_byte(folder .. "/n"))
      end
      assert.equal(384, mode_of(folder .. "/n"))
      assert.equal(5, provider.file_info(folder .. "/n").size)
    end)

    it("gives nothing where it cannot", function()
      assert.is_nil(provider.append_byte(folder .. "/none/n"))
      assert.is_nil(provider.append_byte(folder))
    end)

    -- rule: dec.requests.rate-concurrent
    it("gives every place once to processes at the same instant", function()
      local processes, each = 12, 25
      local results = in_processes(processes, function()
        local places = {}
        for i = 1, each do
          places[i] = provider.append_byte(folder .. "/n")
        end
        return table.concat(places, " ")
      end)
      local seen, count = {}, 0
      for _, text in ipairs(results) do
        for place in text:gmatch("%d+") do
          assert.is_nil(seen[place])
          seen[place] = true
          count = count + 1
        end
      end
      assert.equal(processes * each, count)
      assert.is_true(seen["1"] and seen[tostring(processes * each)])
    end)

    -- rule: dec.requests.rate-concurrent spec.limits.rate
    it("lets exactly 50 of 80 requests at once through the rate limit", function()
      stat.mkdir(folder .. "/var", 448)
      stat.mkdir(folder .. "/var/run", 448)
      local now = os.time()
      provider.time = function() return now end
      local results = in_processes(80, function()
        return require("sso_login.rate_limit").count_request(provider).ok and "y" or "n"
      end)
      assert.equal(50, select(2, table.concat(results):gsub("y", "")))
      assert.equal(30, select(2, table.concat(results):gsub("n", "")))
    end)
  end)

  describe("make_dir", function()
    -- rule: dec.login.folder-mode spec.registry.atomic
    it("makes a folder of mode 0700, then says that it exists", function()
      local before = stat.umask(0)
      assert.equal("created", provider.make_dir(folder .. "/d"))
      stat.umask(before)
      assert.equal("exists", provider.make_dir(folder .. "/d"))
      assert.equal(448, mode_of(folder .. "/d"))
    end)

    it("takes back a folder that others may enter", function()
      for _, mode in ipairs({ 493, 511, 1023, 0 }) do -- 0755, 0777, 1777, 0000
        stat.mkdir(folder .. "/d", 448)
        stat.chmod(folder .. "/d", mode)
        assert.equal("exists", provider.make_dir(folder .. "/d"))
        assert.equal(448, mode_of(folder .. "/d"))
        unistd.rmdir(folder .. "/d")
      end
    end)

    it("fails on a folder of another user", function()
      if unistd.geteuid() ~= 0 then
        return
      end
      stat.mkdir(folder .. "/d", 448)
      unistd.chown(folder .. "/d", 65534, 65534)
      assert.equal("failed", provider.make_dir(folder .. "/d"))
    end)

    it("fails without parent, and on a file or a link", function()
      write_plain(folder .. "/file", "")
      stat.mkdir(folder .. "/real", 448)
      unistd.link("real", folder .. "/link", true)
      assert.equal("failed", provider.make_dir(folder .. "/none/d"))
      assert.equal("failed", provider.make_dir(folder .. "/file"))
      assert.equal("failed", provider.make_dir(folder .. "/link"))
    end)

    -- rule: spec.registry.atomic
    it("tells one alone of several processes that it created the folder", function()
      for _ = 1, 5 do
        local results = in_processes(10, function() return provider.make_dir(folder .. "/d") end)
        table.sort(results)
        assert.equal("created", results[1])
        assert.equal("exists", results[2])
        assert.equal("exists", results[10])
        provider.remove(folder .. "/d")
      end
    end)

    -- rule: spec.registry.atomic spec.auth.replay
    it("registers an access token for one process alone", function()
      stat.mkdir(folder .. "/var", 448)
      stat.mkdir(folder .. "/var/run", 448)
      local results = in_processes(10, function()
        local registered = require("sso_login.token_registry").register(provider, "token")
        return registered.ok and "ok" or registered.error
      end)
      table.sort(results)
      assert.equal("TOKEN_REPLAYED", results[1])
      assert.equal("TOKEN_REPLAYED", results[9])
      assert.equal("ok", results[10])
    end)
  end)

  describe("rename, remove, list_dir and file_info", function()
    -- rule: spec.states.handshake-once
    it("rename is true for one alone of several processes", function()
      write_plain(folder .. "/a", "x")
      local results = in_processes(10, function(i)
        return provider.rename(folder .. "/a", folder .. "/b" .. i) and "y" or "n"
      end)
      assert.equal(1, select(2, table.concat(results):gsub("y", "")))
      assert.is_false(provider.rename(folder .. "/none", folder .. "/x"))
    end)

    it("remove takes a file, a link and an empty folder", function()
      write_plain(folder .. "/a", "x")
      unistd.link("a", folder .. "/l", true)
      stat.mkdir(folder .. "/d", 448)
      write_plain(folder .. "/d/x", "x")
      assert.is_true(provider.remove(folder .. "/l"))
      assert.is_true(provider.remove(folder .. "/a"))
      assert.is_false(provider.remove(folder .. "/a"))
      assert.is_false(provider.remove(folder .. "/d"))
      provider.remove(folder .. "/d/x")
      assert.is_true(provider.remove(folder .. "/d"))
    end)

    it("list_dir gives names in byte order without dots", function()
      for _, name in ipairs({ "b", "a", "B", "a1", ".hidden", "\195\164" }) do
        write_plain(folder .. "/" .. name, "")
      end
      assert.same({ ".hidden", "B", "a", "a1", "b", "\195\164" }, provider.list_dir(folder))
      assert.is_nil(provider.list_dir(folder .. "/none"))
      assert.is_nil(provider.list_dir(folder .. "/a"))
    end)

    it("file_info tells kind, mode, owner, size and time, and does not follow links", function()
      write_plain(folder .. "/a", "abc")
      stat.chmod(folder .. "/a", 420)
      unistd.link("a", folder .. "/l", true)
      local info = provider.file_info(folder .. "/a")
      assert.equal("file", info.kind)
      assert.equal(420, info.mode)
      assert.equal(unistd.getuid(), info.uid)
      assert.equal(3, info.size)
      assert.is_true(math.abs(info.mtime - os.time()) < 5)
      assert.equal("directory", provider.file_info(folder).kind)
      assert.equal("other", provider.file_info(folder .. "/l").kind)
      assert.is_nil(provider.file_info(folder .. "/none"))
    end)

    it("file_info mends a time that luaposix counts in 32 bits", function()
      for given, expected in pairs({ [-2147483648] = 2147483648, [-1] = 4294967295, [0] = 0, [1750000000] = 1750000000 }) do
        local fake = { lstat = function() return { st_mode = 33152, st_uid = 0, st_size = 0, st_mtime = given } end }
        package.loaded["posix.sys.stat"] = setmetatable(fake, { __index = stat })
        local info = provider.file_info("x")
        package.loaded["posix.sys.stat"] = stat
        assert.equal(expected, info.mtime)
      end
    end)
  end)

  describe("fnmatch", function()
    for _, case in ipairs({
      { "*", "a/b.c", true }, { "a*", "abc", true }, { "a?c", "abc", true }, { "[ab]c", "bc", true }, { "[!ab]c", "bc", false },
      { "luci-*", "luci-base", true }, { "luci-*", "xluci-base", false }, { "a", "A", false }, { "", "", true }, { "*", "", true },
      { "a\\*", "a*", true }, { "a\\*", "a\\x", false }, { "*", ".hidden", true },
    }) do
      it(("%q on %q is %s"):format(case[1], case[2], tostring(case[3])), function()
        assert.equal(case[3], provider.fnmatch(case[1], case[2]))
      end)
    end
  end)

  describe("log", function()
    local function with_syslog(options, use)
      local calls = {}
      local kept = package.loaded["posix.syslog"]
      package.loaded["posix.syslog"] = {
        LOG_AUTHPRIV = 80,
        openlog = function(...) calls[#calls + 1] = { "openlog", ... } end,
        syslog = function(...) calls[#calls + 1] = { "syslog", ... } end,
      }
      use(system.create(options))
      package.loaded["posix.syslog"] = kept
      return calls
    end

    -- rule: dec.log.syslog-tag dec.log.syslog-facility spec.codes.log-only
    it("writes to syslog, tag sso-login, facility authpriv, at its level", function()
      local calls = with_syslog({}, function(io)
        io.log("err", "A")
        io.log("warning", "B 100%s")
        io.log("notice", "C")
      end)
      assert.same({ "openlog", "sso-login", 1, 80 }, calls[1])
      assert.same({ { "syslog", 3, "A" }, { "syslog", 4, "B 100%s" }, { "syslog", 5, "C" } }, { calls[2], calls[3], calls[4] })
      assert.equal(4, #calls)
    end)

    it("writes to stderr as well when asked to", function()
      local calls = with_syslog({ log_to_stderr = true }, function(io) io.log("err", "A") end)
      assert.equal(33, calls[1][3])
    end)
  end)
end)

describe("io/system on UCI", function()
  local cursor, opened

  local function provider(options)
    opened = {}
    package.loaded.uci = { cursor = function(...)
      opened[#opened + 1] = { ... }
      return cursor
    end }
    return system.create(options or {})
  end

  after_each(function() package.loaded.uci = nil end)

  it("opens one cursor, the router's or below the root", function()
    cursor = { get = function() return nil, "Entry not found" end }
    local io = provider()
    io.uci_get("a", "b", "c")
    io.uci_get("a", "b", "c")
    assert.same({ {} }, opened)
    provider({ root = "/x" }).uci_get("a", "b", "c")
    assert.same({ { "/x/etc/config", "/x/tmp/.uci" } }, opened)
  end)

  for _, case in ipairs({
    { "a value", { "v" }, { ok = true, data = "v" } }, { "a list", { { "a", "b" } }, { ok = true, data = { "a", "b" } } },
    { "nothing", {}, { ok = true } }, { "not found", { nil, "Entry not found" }, { ok = true } },
    { "a parse error", { nil, "Parse error (invalid command) at line 3, byte 0" }, nil },
    { "an I/O error", { nil, "I/O error" }, nil },
  }) do
    it("uci_get with " .. case[1], function()
      cursor = { get = function(_, ...)
        assert.same({ "p", "s", "o" }, { ... })
        return unpack(case[2], 1, 2)
      end }
      local got = provider().uci_get("p", "s", "o")
      if case[3] ~= nil then
        assert.same(case[3], got)
      else
        assert.is_false(got.ok)
        assert.equal(case[2][2], got.details.reason)
      end
    end)
  end

  it("uci_sections gives all sections in file order with their options", function()
    cursor = { get_all = function(_, config)
      assert.equal("p", config)
      return {
        cfg02 = { [".name"] = "cfg02", [".type"] = "role", [".anonymous"] = true, [".index"] = 2, email = { "a", "b" } },
        default = { [".name"] = "default", [".type"] = "oidc", [".anonymous"] = false, [".index"] = 0, enabled = "1" },
        admin = { [".name"] = "admin", [".type"] = "role", [".anonymous"] = false, [".index"] = 1 },
      }
    end }
    assert.same({ ok = true, data = {
      { name = "default", type = "oidc", anonymous = false, options = { enabled = "1" } },
      { name = "admin", type = "role", anonymous = false, options = {} },
      { name = "cfg02", type = "role", anonymous = true, options = { email = { "a", "b" } } },
    } }, provider().uci_sections("p"))
  end)

  it("uci_sections fails for a missing package and one that cannot be parsed", function()
    for _, message in ipairs({ "Entry not found", "Parse error" }) do
      cursor = { get_all = function() return nil, message end }
      local got = provider().uci_sections("p")
      assert.is_false(got.ok)
      assert.same({ config = "p", reason = message }, got.details)
    end
    cursor = { get_all = function() return nil end }
    assert.is_string(provider().uci_sections("p").details.reason)
  end)

  it("the changing functions call libuci and tell whether it worked", function()
    local calls
    cursor = setmetatable({}, { __index = function(_, name)
      return function(_, ...)
        calls[#calls + 1] = { name, ... }
        return true
      end
    end })
    local io = provider()
    calls = {}
    assert.is_true(io.uci_add("p", "s", "login"))
    assert.is_true(io.uci_set("p", "s", "o", "v"))
    assert.is_true(io.uci_set("p", "s", "o", { "a" }))
    assert.is_true(io.uci_delete("p", "s", "o"))
    assert.is_true(io.uci_delete("p", "s"))
    assert.is_true(io.uci_commit("p"))
    assert.same({
      { "set", "p", "s", "login" }, { "set", "p", "s", "o", "v" }, { "set", "p", "s", "o", { "a" } },
      { "delete", "p", "s", "o" }, { "delete", "p", "s" }, { "commit", "p" },
    }, calls)
    cursor = setmetatable({}, { __index = function() return function() return nil, "Invalid argument" end end })
    io = provider()
    assert.is_false(io.uci_add("p", "s", "login"))
    assert.is_false(io.uci_set("p", "s", "o", "v"))
    assert.is_false(io.uci_delete("p", "s"))
    assert.is_false(io.uci_commit("p"))
  end)
end)

describe("io/system on ubus", function()
  local function provider(connect, options)
    package.loaded.ubus = { connect = connect }
    return system.create(options or {})
  end

  local function answering(...)
    local answer, count = { ... }, select("#", ...)
    return provider(function()
      return { call = function() return unpack(answer, 1, count) end }
    end)
  end

  after_each(function() package.loaded.ubus = nil end)

  it("connects once, to the router's socket or the one below the root", function()
    local paths = {}
    local function connect(...)
      paths[#paths + 1] = { ... }
      return { call = function() return {} end }
    end
    local io = provider(connect)
    io.ubus_call("session", "list", {})
    io.ubus_call("session", "list", {})
    io.ubus_call_all("session", "list", {})
    assert.same({ { nil, 5 } }, paths)
    provider(connect, { root = "/x" }).ubus_call("session", "list", {})
    assert.same({ "/x/var/run/ubus/ubus.sock", 5 }, paths[2])
  end)

  it("a reply is the data, and nothing at all is success without a reply", function()
    assert.same({ ok = true, data = { a = 1 } }, answering({ a = 1 }).ubus_call("o", "m", {}))
    assert.same({ ok = true }, answering().ubus_call("o", "m", {}))
    assert.same({ ok = true, data = {} }, answering().ubus_call_all("o", "m", {}))
    assert.same({ ok = true, data = { { a = 1 }, { a = 2 } } }, answering({ a = 1 }, { a = 2 }).ubus_call_all("o", "m", {}))
  end)

  for _, status in ipairs({ 2, 3, 4, 6, 7, 9 }) do
    it("nil and " .. status .. " is a failure with that status", function()
      for _, name in ipairs({ "ubus_call", "ubus_call_all" }) do
        local reply = answering(nil, status)[name]("o", "m", {})
        assert.is_false(reply.ok)
        assert.same({ status = status }, reply.details)
      end
    end)
  end

  it("no connection is a failure without status, and is tried again", function()
    local tries = 0
    local io = provider(function()
      tries = tries + 1
      return nil
    end)
    for _ = 1, 2 do
      local reply = io.ubus_call("o", "m", {})
      assert.is_false(reply.ok)
      assert.is_string(reply.details)
    end
    assert.equal(2, tries)
  end)

  it("passes object, method and arguments", function()
    local seen
    provider(function()
      return { call = function(_, ...) seen = { ... } end }
    end).ubus_call("session", "set", { values = { a = "b" } })
    assert.same({ "session", "set", { values = { a = "b" } } }, seen)
  end)
end)

describe("io/system on HTTPS", function()
  local seen, answer, clock

  before_each(function()
    seen, clock = {}, 1000
    answer = function() return { status = 200, content_type = "x", body = "y" } end
    package.loaded["sso_login.native_https"] = { request = function(options)
      seen[#seen + 1] = options
      return answer(options)
    end }
  end)

  after_each(function() package.loaded["sso_login.native_https"] = nil end)

  local request = { method = "POST", url = "https://idp.example/", headers = { "A: b" }, body = "c" }

  -- rule: dec.back-channel.body-cap spec.limits.body dec.configuration.ca-file dec.configuration.http-timeout
  -- rule: dec.configuration.http-timeout-connect
  it("hands on request and settings; the cap is 256 KB and connecting may take half", function()
    local io = system.create({})
    io.https_settings({ timeout = 8, ca_file = "/ca" })
    assert.same({ ok = true, data = { status = 200, content_type = "x", body = "y" } }, io.https(request))
    assert.equal(1, #seen)
    assert.equal("POST", seen[1].method)
    assert.equal("https://idp.example/", seen[1].url)
    assert.same({ "A: b" }, seen[1].headers)
    assert.equal("c", seen[1].body)
    assert.equal("/ca", seen[1].ca_file)
    assert.equal(8, seen[1].timeout)
    assert.equal(4, seen[1].connect_timeout)
    assert.equal(256 * 1024, seen[1].max_body)
  end)

  it("a failure is its kind, with the text", function()
    answer = function() return nil, "certificate", "why" end
    assert.same({ ok = false, error = "certificate", details = "why" }, system.create({}).https(request))
  end)

  -- rule: dec.configuration.http-timeout-total dec.configuration.http-timeout-connect
  it("all calls together end within 25 s of the first", function()
    local https = require("sso_login.io.https").make_https(function() return clock end)
    local settings = { timeout = 10 }
    for _, case in ipairs({ { 0, 10 }, { 10, 10 }, { 15, 10 }, { 20, 5 }, { 23, 2 } }) do
      clock = 1000 + case[1]
      assert.is_true(https(request, settings).ok)
      assert.equal(case[2], seen[#seen].timeout)
      assert.equal(case[2] / 2, seen[#seen].connect_timeout)
    end
    -- Without a resolver thread libcurl counts name resolution in whole seconds, two at least.
    clock = 1023.5
    local late = https(request, settings)
    assert.equal("timeout", late.error)
    assert.equal(5, #seen)
  end)

  it("all calls together end within the settings' total, whichever settings the first call had", function()
    local https = require("sso_login.io.https").make_https(function() return clock end)
    clock = 1000
    assert.is_true(https(request, { timeout = 3, total = 12 }).ok)
    clock = 1003
    assert.is_true(https(request, { timeout = 20, total = 12 }).ok)
    assert.equal(9, seen[#seen].timeout)
    clock = 1010.5
    assert.same({
      ok = false, error = "timeout", details = "the calls of one request may take 12 s together",
    }, https(request, { timeout = 20, total = 12 }))
    assert.equal(2, #seen)
  end)
end)
