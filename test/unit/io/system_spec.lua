--- io/system: files, folders and processes, on real files below build/.
local signal = require("posix.signal")
local stat = require("posix.sys.stat")
local system = require("sso_login.io.system")
local unistd = require("posix.unistd")
local wait = require("posix.sys.wait")

local base = "build/unit"
local folder

local function remove_all(path)
  assert(os.execute("rm -rf '" .. path .. "'") == 0)
end

local function write_plain(path, content)
  local file = assert(io.open(path, "wb"))
  file:write(content)
  file:close()
end

local function mode_of(path) return stat.lstat(path).st_mode % 4096 end

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
  before_each(function()
    folder = base .. "/system." .. unistd.getpid()
    remove_all(folder)
    assert(os.execute("mkdir -p '" .. folder .. "'") == 0)
    provider = system.create({ root = folder })
  end)

  after_each(function() remove_all(folder) end)

  it("offers every function of the interface", function()
    for _, name in ipairs(require("support.mock").function_names) do
      assert.is_function(provider[name], name)
    end
  end)

  it("keeps a function that was replaced, whatever is loaded after that #lua", function()
    local function replacement() return "replaced" end
    provider.lock = replacement
    assert.is_false(provider.has_lock(folder .. "/lock"))
    assert.equal(replacement, provider.lock)
  end)

  it("uses the router's paths, or paths below the root", function()
    assert.same({
      run_dir = "/var/run/sso-login", etc_dir = "/etc/sso-login", config_dir = "/etc/config",
      plugin = "/usr/libexec/rpcd/sso-login", program = "/usr/sbin/sso-login",
      password_guard = "/usr/share/sso-login/password-guard.sh", login_page = "/usr/share/sso-login/login_page.sh",
      luci = "/www/cgi-bin/luci",
      unconfirmed = "/var/run/rpcd/snapshot-files/sso-login",
      opkg_status = "/usr/lib/opkg/status", apk_installed = "/lib/apk/db/installed",
      acl_dir = "/usr/share/rpcd/acl.d",
      menu_dir = "/usr/share/luci/menu.d", system_dir = "/etc", proc_dir = "/proc",
    }, system.create({}).paths)
    assert.equal(folder .. "/var/run/sso-login", provider.paths.run_dir)
    assert.equal(folder .. "/usr/share/rpcd/acl.d", provider.paths.acl_dir)
  end)

  it("runs a program to its end, and tells a status and a signal from success", function()
    assert.is_true(provider.succeeds("/bin/sh", "-c 'exit 0'"))
    for _, words in ipairs({ "-c 'exit 1'", "-c 'kill -BUS $$'", "-c 'exit 135'" }) do
      assert.is_false(provider.succeeds("/bin/sh", words), words)
    end
    assert.is_false(provider.succeeds(folder .. "/none", ""))
    local path = folder .. "/ran"
    assert.is_true(provider.succeeds("/bin/sh", "-c 'sleep 0.1; : >" .. path .. "'"))
    assert.is_not_nil(provider.file_info(path))
  end)

  it("time is whole seconds, monotonic never goes back, and a sleep may be a part of a second", function()
    assert.equal(0, provider.time() % 1)
    assert.is_true(math.abs(provider.time() - os.time()) <= 1)
    local start = provider.monotonic()
    provider.sleep(0.05)
    local span = provider.monotonic() - start
    assert.is_true(span >= 0.05 and span < 1, tostring(span))
  end)

  it("times are written in UTC, wherever the router is", function()
    local stdlib = require("posix.stdlib")
    local zone = stdlib.getenv("TZ")
    stdlib.setenv("TZ", "Pacific/Auckland")
    local written = require("sso_login.io.clock").format_time(1750000000)
    stdlib.setenv("TZ", zone)
    assert.equal("2025-06-15 15:06:40 UTC", written)
  end)

  describe("write_file and read_file", function()
    it("preserve every byte, with mode 0600 independent of the umask", function()
      local bytes = {}
      for code = 0, 255 do
        bytes[#bytes + 1] = string.char(code)
      end
      local content = table.concat(bytes):rep(50)
      local before = stat.umask(0)
      assert.is_true(provider.write_file(folder .. "/a", content))
      assert.equal(0, stat.umask(before))
      assert.equal(content, provider.read_file(folder .. "/a", #content))
      assert.equal(384, mode_of(folder .. "/a"))
      assert.same({ "a" }, provider.list_dir(folder))
    end)

    it("replace a file and its mode, or a link, and never write through it", function()
      write_plain(folder .. "/target", "old")
      write_plain(folder .. "/a", "old")
      stat.chmod(folder .. "/a", 438)
      unistd.link("target", folder .. "/l", true)
      for _, name in ipairs({ "/a", "/l" }) do
        assert.is_true(provider.write_file(folder .. name, "new"))
        assert.equal("new", provider.read_file(folder .. name, 10))
        assert.equal("file", provider.file_info(folder .. name).kind)
        assert.equal(384, mode_of(folder .. name))
      end
      assert.equal("old", provider.read_file(folder .. "/target", 10))
    end)

    it("do not write through a link in the temporary file's place", function()
      write_plain(folder .. "/target", "old")
      unistd.link("target", ("%s/a.%d.tmp"):format(folder, unistd.getpid()), true)
      provider.write_file(folder .. "/a", "new")
      assert.equal("old", provider.read_file(folder .. "/target", 10))
    end)

    it("read at most max_bytes, and refuse longer files and objects that are no files", function()
      for size, most in pairs({ [0] = 0, [100] = 100, [1] = 2 }) do
        assert.is_true(provider.write_file(folder .. "/a", ("x"):rep(size)))
        assert.equal(("x"):rep(size), provider.read_file(folder .. "/a", most))
        assert.equal(size == 0 and "" or nil, provider.read_file(folder .. "/a", math.max(0, size - 1)))
      end
      for _, path in ipairs({ "/none", "/none/a", "" }) do
        assert.is_nil(provider.read_file(folder .. path, 10))
      end
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
      ["only a part fits"] = { write = function(file, text) file:write(text:sub(1, 3)) return nil, "No space left on device", 28 end },
      ["closing fails"] = { close = function(file) file:close() return nil, "Input/output error", 5 end },
    }) do
      it("write is false, keeps the old file and leaves no other when " .. what .. " #lua", function()
        provider.write_file(folder .. "/a", "old")
        local open = io.open
        io.open = function(path, mode) -- luacheck: ignore
          local file = open(path, mode)
          local function call(name) return function(_, ...) return (mode == "wx" and fake[name] or file[name])(file, ...) end end
          return { read = call("read"), write = call("write"), close = call("close") }
        end
        local written = provider.write_file(folder .. "/a", "new text")
        io.open = open -- luacheck: ignore
        assert.is_false(written)
        assert.equal("old", provider.read_file(folder .. "/a", 100))
        assert.same({ "a" }, provider.list_dir(folder))
      end)
    end

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

  describe("lock", function()
    -- In ucode the lock belongs to a process that ends a moment after the one that asked for it.
    local function locked_soon(path)
      for _ = 1, 250 do
        if provider.lock(path) then
          return true
        end
        provider.sleep(0.02)
      end
      return false
    end

    it("belongs to one process until it ends for any reason", function()
      local path = folder .. "/lock"
      local read_end, write_end = unistd.pipe()
      local pid = unistd.fork()
      if pid == 0 then
        unistd.write(write_end, provider.lock(path) and "y" or "n")
        while true do
          unistd.sleep(60)
        end
      end
      assert.equal("y", unistd.read(read_end, 1))
      assert.is_false(provider.lock(path))
      signal.kill(pid, signal.SIGKILL)
      wait.wait(pid)
      assert.is_true(locked_soon(path))
      assert.is_true(provider.lock(path))
      assert.equal("n", in_processes(1, function() return provider.lock(path) and "y" or "n" end)[1])
      assert.equal(3, provider.file_info(path).size)
      assert.equal(384, mode_of(path))
    end)

    it("ends before its process, and can be taken again", function()
      local path = folder .. "/unlocked"
      local function other() return in_processes(1, function() provider.unlock(path) return provider.lock(path) and "y" or "n" end)[1] end
      provider.unlock(path)
      assert.is_true(provider.lock(path) and provider.lock(path))
      assert.equal("n", other())
      provider.unlock(path)
      assert.equal("y", other())
      assert.is_true(locked_soon(path))
      assert.equal("n", other())
      provider.unlock(path)
    end)

    it("is not inherited by a program that is started meanwhile", function()
      local path = folder .. "/inherited"
      assert.is_true(provider.lock(path))
      provider.start("/bin/sleep", "3")
      provider.unlock(path)
      assert.equal("y", in_processes(1, function() return provider.lock(path) and "y" or "n" end)[1])
    end)

    it("permits the call where no lock can be created", function() assert.is_true(provider.lock(folder .. "/none/lock")) end)
  end)

  describe("ignore_signals", function()
    it("keeps SIGHUP and SIGTERM from ending this process, and no process that it starts", function()
      local pid_file = folder .. "/started.pid"
      local survived = in_processes(1, function()
        provider.ignore_signals()
        -- A program that it runs signals it, as in ucode it is not the process of the spec; its wait for that may end early.
        provider.succeeds("/bin/sh", "-c 'up=$PPID; while [ $(cat /proc/$up/comm) = sh ]; do read -r _ _ _ up _ </proc/$up/stat; done; "
          .. ("kill -TERM $up; kill -HUP $up; sleep 60 & echo $! >%s.new; mv %s.new %s'"):format(pid_file, pid_file, pid_file))
        for _ = 1, 100 do
          if provider.file_info(pid_file) then break end
          provider.sleep(0.05)
        end
        return "y"
      end)
      local started = tonumber((io.open(pid_file):read("*a")))
      assert.equal("y", survived[1])
      signal.kill(started, signal.SIGTERM)
      local function is_there() return io.open(("/proc/%d/cmdline"):format(started)) and unistd.access(("/proc/%d/exe"):format(started)) end
      for _ = 1, 100 do
        if not is_there() then break end
        provider.sleep(0.05)
      end
      assert.is_nil(is_there())
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

    it("returns nothing if the file cannot be written", function()
      assert.is_nil(provider.append_byte(folder .. "/none/n"))
      assert.is_nil(provider.append_byte(folder))
    end)

    it("gives each position only once to processes at the same instant", function()
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
  end)

  describe("make_dir", function()
    it("creates a folder of mode 0700, and reports an existing one", function()
      local before = stat.umask(0)
      assert.equal("created", provider.make_dir(folder .. "/d"))
      stat.umask(before)
      assert.equal("exists", provider.make_dir(folder .. "/d"))
      assert.equal(448, mode_of(folder .. "/d"))
    end)

    it("restores mode 0700 of a folder that others may enter", function()
      for _, mode in ipairs({ 493, 511, 1023, 0 }) do -- 0755, 0777, 1777, 0000
        stat.mkdir(folder .. "/d", 448)
        stat.chmod(folder .. "/d", mode)
        assert.equal("exists", provider.make_dir(folder .. "/d"))
        assert.equal(448, mode_of(folder .. "/d"))
        unistd.rmdir(folder .. "/d")
      end
    end)

    it("fails without parent, on a file, a link, and a folder of another user", function()
      write_plain(folder .. "/file", "")
      stat.mkdir(folder .. "/real", 448)
      unistd.link("real", folder .. "/link", true)
      local refused = { "/none/d", "/file", "/link" }
      if unistd.geteuid() == 0 then
        unistd.chown(folder .. "/real", 65534, 65534)
        refused[#refused + 1] = "/real"
      end
      for _, path in ipairs(refused) do
        assert.equal("failed", provider.make_dir(folder .. path))
      end
    end)

    it("reports the creation to only one of several processes", function()
      for _ = 1, 5 do
        local results = in_processes(10, function() return provider.make_dir(folder .. "/d") end)
        table.sort(results)
        assert.equal("created", results[1])
        assert.equal("exists", results[2])
        assert.equal("exists", results[10])
        provider.remove(folder .. "/d")
      end
    end)
  end)

  describe("rename, remove, list_dir and file_info", function()
    it("rename is true for only one of several processes", function()
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

    it("file_info returns kind, mode, owner, size and times, and does not follow links", function()
      write_plain(folder .. "/a", "abc")
      stat.chmod(folder .. "/a", 420)
      unistd.link("a", folder .. "/l", true)
      local info = provider.file_info(folder .. "/a")
      assert.is_true(math.abs(info.mtime - os.time()) < 5 and math.abs(info.ctime - os.time()) < 5)
      info.mtime, info.ctime = nil, nil
      assert.same({ kind = "file", mode = 420, uid = unistd.getuid(), size = 3 }, info)
      assert.equal("directory", provider.file_info(folder).kind)
      assert.equal("other", provider.file_info(folder .. "/l").kind)
      assert.is_nil(provider.file_info(folder .. "/none"))
    end)

    it("file_info corrects a time that luaposix counts in 32 bits #lua", function()
      for given, expected in pairs({ [-2147483648] = 2147483648, [-1] = 4294967295, [0] = 0, [1750000000] = 1750000000 }) do
        local fake = { lstat = function() return { st_mode = 33152, st_uid = 0, st_size = 0, st_mtime = given, st_ctime = given } end }
        package.loaded["posix.sys.stat"] = setmetatable(fake, { __index = stat })
        local info = provider.file_info("x")
        package.loaded["posix.sys.stat"] = stat
        assert.same({ expected, expected }, { info.mtime, info.ctime })
      end
    end)
  end)

  describe("read_input", function()
    local stdin = io.stdin
    local path = base .. "/input"
    after_each(function()
      io.stdin = stdin -- luacheck: ignore
      os.remove(path)
    end)

    for content, expected in pairs({ [""] = "", ["1234567"] = "1234567", ["a\0b\r\nc"] = "a\0b\r\nc", ["12345678"] = false }) do
      it(("of %d bytes, where 7 are allowed"):format(#content), function()
        write_plain(path, content)
        io.stdin = io.open(path, "rb") -- luacheck: ignore
        assert.equal(expected or nil, system.create({}).read_input(7))
      end)
    end
  end)

  describe("read_posted", function()
    --- Returns what a process reads that is sent so much and then, for `open` seconds, nothing more.
    local function posted(text, open)
      local result = base .. "/posted"
      local program = ([[local read = require("sso_login.io.system").create({}).read_posted(7, 1)
        local file = io.open("%s", "w")
        file:write(read.ok and "=" .. read.data or read.error .. " " .. tostring(read.details and read.details.reason))
        file:close()]])
        :format(result)
      write_plain(base .. "/program.lua", program)
      write_plain(base .. "/body", text)
      os.execute(("(cat %s/body; sleep %d) | lua5.1 %s/program.lua"):format(base, open, base))
      local file = io.open(result)
      local found = file:read("*a")
      file:close()
      return found
    end

    for content, expected in pairs({ [""] = "=", ["1234567"] = "=1234567", ["a\0b\r\nc"] = "=a\0b\r\nc", ["12345678"] = "INPUT_TOO_LARGE over 7 bytes" }) do
      it(("of %d bytes, where 7 are allowed"):format(#content), function()
        assert.equal(expected, posted(content, 0))
      end)
    end

    it("does not wait for a body that does not end", function()
      assert.equal("INVALID_REQUEST not complete after 1 s", posted("123", 2))
    end)
  end)

  for _, case in ipairs({
    { "*", "a/b.c", true }, { "a*", "abc", true }, { "a?c", "abc", true }, { "[ab]c", "bc", true }, { "[!ab]c", "bc", false },
    { "luci-*", "luci-base", true }, { "luci-*", "xluci-base", false }, { "a", "A", false }, { "", "", true }, { "*", "", true },
    -- As rpcd matches groups: a backslash escapes, or `!luci\-app-x` would exclude nothing.
    { "a\\*", "a*", true }, { "a\\*", "a\\x", false }, { "luci\\-app-x", "luci-app-x", true }, { "*", ".hidden/x", true },
    { "a\\b", "ab", true }, { "a\\b", "a\\b", false }, { "a\\\\b", "a\\b", true }, { "x\\", "x", false }, { "\\[x]", "[x]", true }, { "[x]", "[x]", false },
    { "x-[a", "x-a", false }, { "a]b", "a]b", true }, { "[a-m]*", "mike", true }, { "[a-m]*", "zulu", false }, { "[^a]*", "mike", true },
    { "[^a]*", "alpha", false }, { "[[:alpha:]]*", "mike", true }, { "[A-Z]*", "upper", false }, { "x-???", "x-mike", false }, { "?dot", ".dot", true },
    { "a?b", "a/b", true }, { "?nder", "\195\156nder", false }, { "\195\156*", "\195\156nder", true }, { "*-index", "status-index", true },
  }) do
    it(("fnmatch %q on %q is %s"):format(case[1], case[2], tostring(case[3])), function()
      assert.equal(case[3], provider.fnmatch(case[1], case[2]))
    end)
  end
end)
