-- Generated from src/lua/io/system.ts by "make lua"; do not edit.
--- The real `io`: files, clock and log through luaposix, UCI and ubus through their Lua bindings, HTTPS through
-- the native client. A CGI program pays for what it loads, so each function is loaded when it is first called.
local M = {}

local function clock()
	return require("sso_login.io.clock")
end

local function files()
	return require("sso_login.io.files")
end

local function locks()
	return require("sso_login.io.locks")
end

local function input()
	return require("sso_login.io.input")
end

local function log(place)
	return require("sso_login.io.log").make(place.root, place.options)
end

local function uci(place)
	return require("sso_login.io.uci").make(place.root)
end

local function ubus(place)
	return require("sso_login.io.ubus").make(place.root)
end

local function https(place)
	local client = require("sso_login.base.https")
	return client.make(place.calls, clock().monotonic)
end

--- The modules of functions by the beginning of their names; `files` has all others.
local loaders = {
	monotonic = clock,
	sleep = clock,
	wait = clock,
	ignore_signals = clock,
	lock = locks,
	has_lock = locks,
	unlock = locks,
	log = log,
	open_log = log,
	read_input = input,
	read_posted = input,
	uci = uci,
	ubus = ubus,
	https = https
}

--- The configuration's name among the compiled modules.
M.config_name = "configuration"

--- The configuration that was kept; undefined where requests have no compiled modules.
local function compiled_config()
	local ____require_result_0 = require("package")
	local preload = ____require_result_0.preload
	local read = preload[M.config_name]
	return read ~= nil and read() or nil
end

--- The `io` of this router, or of a test's folder `options.root`.
function M.create(options)
	local root = options.root or ""
	local share = root .. "/usr/share"
	local paths = {
		run_dir = root .. "/var/run/sso-login",
		acl_dir = share .. "/rpcd/acl.d",
		menu_dir = share .. "/luci/menu.d",
		etc_dir = root .. "/etc/sso-login",
		config_dir = root .. "/etc/config",
		system_dir = root .. "/etc",
		proc_dir = root .. "/proc",
		plugin = root .. "/usr/libexec/rpcd/sso-login",
		program = root .. "/usr/sbin/sso-login",
		opkg_status = root .. "/usr/lib/opkg/status",
		apk_installed = root .. "/lib/apk/db/installed",
		password_guard = share .. "/sso-login/password-guard.sh",
		luci = root .. "/www/cgi-bin/luci",
		login_page = share .. "/sso-login/login_page.sh",
		unconfirmed = root .. "/var/run/rpcd/snapshot-files/sso-login"
	}
	local calls = {settings = {timeout = 10}}
	-- Each request calls these two, which need no module.
	local io = {
		paths = paths,
		compiled_config = compiled_config,
		time = os.time,
		https_settings = function(chosen)
			calls.settings = chosen
		end
	}
	local function load(made, name)
		local loader = loaders[name] or loaders[(string.match(name, "^%l+")) or ""] or files
		local functions = loader({root = root, options = options, calls = calls})
		for found, value in pairs(functions) do
			-- A function that was replaced before stays so.
			if rawget(made, found) == nil then
				made[found] = value
			end
		end
		return functions[name]
	end
	return setmetatable(io, {__index = load})
end

return M
