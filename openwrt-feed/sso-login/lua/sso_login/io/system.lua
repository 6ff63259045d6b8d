-- Generated from src/sso_login/io/system.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__ArrayFilter = ____lualib.__TS__ArrayFilter
local __TS__ArraySort = ____lualib.__TS__ArraySort
local __TS__StringIncludes = ____lualib.__TS__StringIncludes
local __TS__StringStartsWith = ____lualib.__TS__StringStartsWith
local __TS__ArrayMap = ____lualib.__TS__ArrayMap
local ____exports = {}
local rename
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
function rename(from, to)
	local renamed = os.rename(from, to)
	return renamed == true
end
--- Seconds that all back-channel calls of one process may take together.
local total_http_time = 25
--- Bytes of a back-channel response body.
local max_body = 262144
--- Permission bits of files and folders under the run directory, octal 600 and 700.
local file_mode = 384
local directory_mode = 448
--- syslog(3): level numbers, facility and options; luaposix leaves LOG_PERROR out.
local log_levels = {err = 3, warning = 4, notice = 5}
local log_pid = 1
local log_perror = 32
local function posix_stat()
	return require("posix.sys.stat")
end
local function posix_unistd()
	return require("posix.unistd")
end
local function posix_fcntl()
	return require("posix.fcntl")
end
local function time()
	return os.time()
end
local function monotonic()
	local clock = require("posix.time")
	local now = clock.clock_gettime(clock.CLOCK_MONOTONIC)
	return now.tv_sec + now.tv_nsec / 1000000000
end
--- A log function on syslog(3), facility authpriv, tag sso-login.
local function make_log(to_stderr)
	local opened = false
	return function(level, line)
		local syslog = require("posix.syslog")
		if not opened then
			syslog.openlog("sso-login", to_stderr and log_pid + log_perror or log_pid, syslog.LOG_AUTHPRIV)
			opened = true
		end
		syslog.syslog(log_levels[level], line)
	end
end
local function read_file(path, max_bytes)
	local file = io.open(path, "rb")
	if file == nil then
		return nil
	end
	local text = file:read(max_bytes + 1)
	file:close()
	return text == nil and "" or (#text <= max_bytes and text or nil)
end
--- Writes all bytes to a new file; false, and no file, when that fails.
local function write_new(path, content)
	local fcntl = posix_fcntl()
	local unistd = posix_unistd()
	local fd = fcntl.open(path, fcntl.O_WRONLY + fcntl.O_CREAT + fcntl.O_EXCL, file_mode)
	if fd == nil then
		return false
	end
	local written = unistd.write(fd, content)
	local closed = unistd.close(fd)
	if written == #content and closed ~= nil then
		return true
	end
	unistd.unlink(path)
	return false
end
local function write_file(path, content)
	local temporary = ((path .. ".") .. tostring(posix_unistd().getpid())) .. ".tmp"
	os.remove(temporary)
	if not write_new(temporary, content) then
		return false
	end
	if rename(temporary, path) then
		return true
	end
	os.remove(temporary)
	return false
end
local function remove(path)
	local removed = os.remove(path)
	return removed == true
end
--- The parent exists on a router; below a test's root it may not.
local function make_dir(path)
	local stat = posix_stat()
	if stat.mkdir(path, directory_mode) ~= nil then
		return "created"
	end
	local known = stat.lstat(path)
	return known ~= nil and stat.S_ISDIR(known.st_mode) ~= 0 and "exists" or "failed"
end
local function list_dir(path)
	local dirent = require("posix.dirent")
	local readable, names = pcall(dirent.dir, path)
	if not readable or names == nil then
		return nil
	end
	return __TS__ArraySort(
		__TS__ArrayFilter(
			names,
			function(____, name) return name ~= "." and name ~= ".." end
		),
		function(____, a, b) return a < b and -1 or 1 end
	)
end
local function file_info(path)
	local stat = posix_stat()
	local found = stat.lstat(path)
	if found == nil then
		return nil
	end
	local is_file = stat.S_ISREG(found.st_mode) ~= 0
	local is_directory = stat.S_ISDIR(found.st_mode) ~= 0
	return {
		kind = is_file and "file" or (is_directory and "directory" or "other"),
		mode = found.st_mode % 4096,
		uid = found.st_uid,
		size = found.st_size,
		mtime = found.st_mtime < 0 and found.st_mtime + 4294967296 or found.st_mtime
	}
end
local function append_byte(path)
	local fcntl = posix_fcntl()
	local unistd = posix_unistd()
	local fd = fcntl.open(path, fcntl.O_WRONLY + fcntl.O_CREAT + fcntl.O_APPEND, file_mode)
	if fd == nil then
		return nil
	end
	local written = unistd.write(fd, ".")
	local ____temp_0
	if written == 1 then
		____temp_0 = unistd.lseek(fd, 0, unistd.SEEK_CUR)
	else
		____temp_0 = nil
	end
	local place = ____temp_0
	unistd.close(fd)
	return place
end
local function fnmatch(pattern, text)
	local matcher = require("posix.fnmatch")
	return matcher.fnmatch(pattern, text, matcher.FNM_NOESCAPE) == 0
end
--- libuci's message tells "not found" from a file it cannot parse.
local function is_not_found(message)
	return message == nil or __TS__StringIncludes(
		string.lower(message),
		"not found"
	)
end
--- A section as libuci-lua gives it: options beside `.name`, `.type`, `.anonymous` and `.index`.
local function to_section(raw)
	local options = {}
	for key, value in pairs(raw) do
		if not __TS__StringStartsWith(key, ".") then
			options[key] = value
		end
	end
	return {name = raw[".name"], type = raw[".type"], anonymous = raw[".anonymous"] == true, options = options}
end
--- The UCI functions on one cursor, opened when first used.
local function make_uci(root)
	local opened
	local function cursor()
		if opened == nil then
			local uci = require("uci")
			opened = root ~= "" and uci.cursor(root .. "/etc/config", root .. "/tmp/.uci") or uci.cursor()
		end
		return opened
	end
	return {
		uci_get = function(config, section, option)
			local value, message = cursor():get(config, section, option)
			return (value ~= nil or is_not_found(message)) and ok(value) or err("UCI_ERROR", {config = config, reason = message})
		end,
		uci_sections = function(config)
			local all, message = cursor():get_all(config)
			if all == nil then
				return err("UCI_ERROR", {config = config, reason = message or "no such package"})
			end
			local raw = {}
			for ____, section in pairs(all) do
				raw[#raw + 1] = section
			end
			__TS__ArraySort(
				raw,
				function(____, a, b) return a[".index"] - b[".index"] end
			)
			return ok(__TS__ArrayMap(
				raw,
				function(____, section) return to_section(section) end
			))
		end,
		uci_add = function(config, section, ____type) return cursor():set(config, section, ____type) == true end,
		uci_set = function(config, section, option, value) return cursor():set(config, section, option, value) == true end,
		uci_delete = function(config, section, option)
			local ____temp_1
			if option ~= nil then
				____temp_1 = cursor():delete(config, section, option)
			else
				____temp_1 = cursor():delete(config, section)
			end
			return ____temp_1 == true
		end,
		uci_commit = function(config) return cursor():commit(config) == true end
	}
end
--- The ubus functions on one connection, opened when first used.
local function make_ubus(root)
	local connection
	local function call_all(object, method, args)
		if connection == nil then
			local ubus = require("ubus")
			local ____temp_2
			if root ~= "" then
				____temp_2 = ubus.connect(root .. "/var/run/ubus/ubus.sock")
			else
				____temp_2 = ubus.connect()
			end
			connection = ____temp_2
		end
		if connection == nil then
			return err("UBUS_ERROR", "cannot connect to ubus")
		end
		local answer = {connection:call(object, method, args)}
		local status = answer[2]
		if type(status) == "number" then
			return err("UBUS_ERROR", {status = status})
		end
		return ok(answer)
	end
	return {
		ubus_call_all = call_all,
		ubus_call = function(object, method, args)
			local replies = call_all(object, method, args)
			return replies.ok and ok(replies.data[1]) or replies
		end
	}
end
--- The HTTPS functions, with one time budget for all calls of this process.
local function make_https()
	local settings = {timeout = 10}
	local started
	local function https(request)
		local client = require("sso_login.native_https")
		local now = monotonic()
		started = started or now
		local left = started + total_http_time - now
		local timeout = math.min(settings.timeout, left)
		if timeout <= 0 then
			return err("timeout", "the calls of one request may take 25 s together")
		end
		local response, kind, message = client.request({
			method = request.method,
			url = request.url,
			headers = request.headers,
			body = request.body,
			ca_file = settings.ca_file,
			timeout = timeout,
			connect_timeout = timeout / 2,
			max_body = max_body
		})
		return response ~= nil and ok(response) or err(kind, message)
	end
	return {
		https = https,
		https_settings = function(chosen)
			settings = chosen
		end
	}
end
--- The outside world of this router, or below `options.root` of a test's.
function ____exports.create(options)
	local root = options.root or ""
	local uci = make_uci(root)
	local ubus = make_ubus(root)
	local https = make_https()
	return {
		paths = {run_dir = root .. "/var/run/sso-login", acl_dir = root .. "/usr/share/rpcd/acl.d"},
		time = time,
		monotonic = monotonic,
		log = make_log(options.log_to_stderr == true),
		read_file = read_file,
		write_file = write_file,
		rename = rename,
		remove = remove,
		make_dir = make_dir,
		list_dir = list_dir,
		file_info = file_info,
		append_byte = append_byte,
		fnmatch = fnmatch,
		uci_get = uci.uci_get,
		uci_sections = uci.uci_sections,
		uci_add = uci.uci_add,
		uci_set = uci.uci_set,
		uci_delete = uci.uci_delete,
		uci_commit = uci.uci_commit,
		ubus_call = ubus.ubus_call,
		ubus_call_all = ubus.ubus_call_all,
		https = https.https,
		https_settings = https.https_settings
	}
end
return ____exports
