-- Generated from src/sso_login/io/system.ts by "make lua"; do not edit.
local ____exports = {}
local files = require("sso_login.io.files")
local ____uci = require("sso_login.io.uci")
local make_uci = ____uci.make_uci
--- syslog(3): level numbers and options; luaposix leaves LOG_PERROR out.
local log_levels = {err = 3, warning = 4, notice = 5}
local log_pid = 1
local log_perror = 32
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
local function fnmatch(pattern, text)
	local matcher = require("posix.fnmatch")
	return matcher.fnmatch(pattern, text) == 0
end
--- The ubus functions, loaded at the first call.
local function lazy_ubus(root)
	local loaded
	local function ubus()
		loaded = loaded or require("sso_login.io.ubus").make_ubus(root)
		return loaded
	end
	return {
		ubus_call = function(object, method, args) return ubus().ubus_call(object, method, args) end,
		ubus_call_all = function(object, method, args) return ubus().ubus_call_all(object, method, args) end
	}
end
--- The HTTPS functions, loaded at the first call.
local function lazy_https()
	local settings = {timeout = 10}
	local call
	return {
		https = function(request)
			call = call or require("sso_login.io.https").make_https(monotonic)
			return call(request, settings)
		end,
		https_settings = function(chosen)
			settings = chosen
		end
	}
end
--- The outside world of this router, or below `options.root` of a test's.
function ____exports.create(options)
	local root = options.root or ""
	local uci = make_uci(root)
	local ubus = lazy_ubus(root)
	local https = lazy_https()
	return {
		paths = {run_dir = root .. "/var/run/sso-login", acl_dir = root .. "/usr/share/rpcd/acl.d"},
		time = time,
		monotonic = monotonic,
		log = make_log(options.log_to_stderr == true),
		read_file = files.read_file,
		write_file = files.write_file,
		rename = files.rename,
		remove = files.remove,
		make_dir = files.make_dir,
		list_dir = files.list_dir,
		file_info = files.file_info,
		append_byte = files.append_byte,
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
