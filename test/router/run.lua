--- What an installation of sso-login needs, checked on the router itself:
--
--   lua run.lua            everything; exit status 0 when all is well
--   lua run.lua -v         with the name of every check
--   lua run.lua TestClock  one group
--
-- Beside this file there must be signatures.lua and luaunit.lua (https://github.com/bluebird75/luaunit, one file);
-- scripts/openwrt/test-router.sh brings all three to a router and runs them. Nothing is changed on the router: the one
-- ubus session made is ended again.
-- luacheck: globals TestModules TestBackend TestClock TestDaemons TestPermissions TestConfiguration
local folder = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = folder .. "/?.lua;/usr/lib/lua/?.lua;" .. package.path
package.cpath = "/usr/lib/lua/?.so;" .. package.cpath

local luaunit = require("luaunit")

-- Newer than this is every clock that somebody has set: 2026-01-01.
local YOUNGEST_TIME = 1767225600

local CONFIG = "/etc/config/sso-login"
local RUN_DIR = "/var/run/sso-login"

-- A module, or a failed check that says what to install.
local function need(name, package_name)
    local loaded, module = pcall(require, name)
    luaunit.assertTrue(loaded, ("Lua module %s does not load (package %s): %s"):format(name, package_name, tostring(module)))
    return module
end

local function bytes(hex)
    return (hex:gsub("%x%x", function(pair)
        return string.char(tonumber(pair, 16))
    end))
end

local function hex(text)
    return (text:gsub(".", function(char)
        return ("%02x"):format(char:byte())
    end))
end

local function exists(path)
    local file = io.open(path)
    if file then
        file:close()
    end
    return file ~= nil
end

-- Permission bits in octal and owner of a path, or nil.
local function permissions(path)
    local info = need("posix.sys.stat", "luaposix").lstat(path)
    if not info then
        return nil
    end
    return ("%o"):format(info.st_mode % 4096), info.st_uid
end

local function service_io()
    return need("sso_login.io.system", "sso-login").create({})
end

TestModules = {}

function TestModules.test_libraries()
    need("cjson", "lua-cjson")
    need("uci", "libuci-lua")
    need("ubus", "libubus-lua")
    local parts = { "posix.unistd", "posix.fcntl", "posix.sys.stat", "posix.dirent", "posix.time", "posix.fnmatch" }
    parts[#parts + 1] = "posix.syslog"
    for _, name in ipairs(parts) do
        need(name, "luaposix")
    end
end

function TestModules.test_native()
    need("sso_login.native_crypto", "sso-login-native or sso-login-native-openssl")
    need("sso_login.native_https", "sso-login-native or sso-login-native-openssl")
end

function TestModules.test_service()
    for _, path in ipairs({ "/usr/lib/lua/sso_login", "/usr/lib/lua/sso_login/io" }) do
        for _, name in ipairs(need("posix.dirent", "luaposix").dir(path)) do
            local module = name:match("^([%w_]+)%.lua$")
            if module then
                need((path .. "/" .. module):gsub("^/usr/lib/lua/", ""):gsub("/", "."), "sso-login")
            end
        end
    end
end

TestBackend = {}

function TestBackend:setUp()
    self.crypto = need("sso_login.native_crypto", "sso-login-native")
    self.known = require("signatures")
end

function TestBackend:test_hashes()
    local digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    luaunit.assertEquals(hex(self.crypto.sha256("abc")), digest)
    local mac = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    luaunit.assertEquals(hex(self.crypto.hmac_sha256("Jefe", "what do ya want for nothing?")), mac)
end

function TestBackend:test_random()
    local one, other = self.crypto.random(32), self.crypto.random(32)
    luaunit.assertEquals(#one, 32)
    luaunit.assertNotEquals(one, other)
end

function TestBackend:test_rs256()
    local key = self.known.rsa
    local pem = self.crypto.jwk_rsa_to_pem(bytes(key.n), bytes(key.e))
    luaunit.assertStrContains(pem or "", "PUBLIC KEY", false, "the backend cannot build an RSA key")
    local signature = bytes(key.signature)
    luaunit.assertTrue(self.crypto.verify_rs256(self.known.message, signature, pem), "a good RS256 signature is refused")
    luaunit.assertFalse(self.crypto.verify_rs256(self.known.message .. "!", signature, pem), "a forged RS256 signature passes")
end

function TestBackend:test_es256()
    local key = self.known.ec
    local pem = self.crypto.jwk_ec_p256_to_pem(bytes(key.x), bytes(key.y))
    luaunit.assertStrContains(pem or "", "PUBLIC KEY", false, "the backend cannot build an EC key")
    local signature = bytes(key.signature)
    luaunit.assertTrue(self.crypto.verify_es256(self.known.message, signature, pem), "a good ES256 signature is refused")
    luaunit.assertFalse(self.crypto.verify_es256(self.known.message .. "!", signature, pem), "a forged ES256 signature passes")
end

function TestBackend.test_https_only()
    local https = need("sso_login.native_https", "sso-login-native")
    local _, kind = https.request({ method = "GET", url = "http://127.0.0.1/", timeout = 1, max_body = 1 })
    luaunit.assertEquals(kind, "invalid")
end

TestClock = {}

function TestClock.test_is_set()
    local now = os.time()
    local shown = os.date("!%Y-%m-%d %H:%M UTC", now)
    local advice = "the clock says %s: set it (ntpd), or every token looks as if it were not yet valid"
    luaunit.assertTrue(now > YOUNGEST_TIME, advice:format(shown))
end

function TestClock.test_runs()
    local io_functions = service_io()
    local before = io_functions.monotonic()
    luaunit.assertTrue(io_functions.monotonic() >= before, "the monotonic clock goes backwards")
end

TestDaemons = {}

function TestDaemons.test_rpcd()
    local conn = need("ubus", "libubus-lua").connect()
    luaunit.assertNotNil(conn, "ubusd does not answer")
    local created = conn:call("session", "create", { timeout = 60 })
    luaunit.assertEquals(type(created), "table", "rpcd does not answer: /etc/init.d/rpcd start")
    conn:call("session", "destroy", { ubus_rpc_session = created.ubus_rpc_session })
end

function TestDaemons.test_syslog()
    luaunit.assertNotNil(permissions("/dev/log"), "there is no /dev/log: failed logins would leave no trace")
end

function TestDaemons.test_web_server()
    local cursor = need("uci", "libuci-lua").cursor()
    if not exists("/etc/config/uhttpd") then
        luaunit.skip("no uhttpd: whether the web server speaks HTTPS is not checked")
    end
    local listen = cursor:get("uhttpd", "main", "listen_https")
    luaunit.assertNotNil(listen, "uhttpd has no listen_https, and over plain HTTP everything is refused")
end

function TestDaemons.test_luci()
    local cursor = need("uci", "libuci-lua").cursor()
    local path = cursor:get("sso-login", "default", "webui_path") or "/cgi-bin/luci/"
    if path:match("^/cgi%-bin/luci") then
        luaunit.assertTrue(exists("/www/cgi-bin/luci"), "LuCI is not installed: after a login there is nothing to see")
    end
end

TestPermissions = {}

function TestPermissions.test_root()
    luaunit.assertEquals(service_io().user_id(), 0, "not run as root")
end

function TestPermissions.test_configuration()
    local mode, owner = permissions(CONFIG)
    luaunit.assertEquals({ mode, owner }, { "600", 0 }, CONFIG .. " holds a secret: chown root, chmod 0600")
end

function TestPermissions.test_run_directory()
    local mode, owner = permissions(RUN_DIR)
    if mode then
        luaunit.assertEquals({ mode, owner }, { "700", 0 }, RUN_DIR .. " must be root's alone: remove it")
    end
end

function TestPermissions.test_programs()
    local programs = { "/www/cgi-bin/sso-login", "/www/cgi-bin/webui", "/usr/sbin/sso-login", "/etc/init.d/sso-login" }
    for _, path in ipairs(programs) do
        local mode, owner = permissions(path)
        luaunit.assertEquals({ mode, owner }, { "755", 0 }, path .. " is missing or has the wrong mode")
    end
end

TestConfiguration = {}

function TestConfiguration.test_loads()
    local config = need("sso_login.config", "sso-login")
    local io_functions = service_io()
    if not config.is_enabled(io_functions).data then
        luaunit.skip("single sign-on is switched off")
    end
    local loaded = config.load(io_functions)
    local problem = loaded.ok and "" or need("sso_login.log", "sso-login").format_details(loaded.details)
    luaunit.assertTrue(loaded.ok, "the configuration cannot be used: " .. problem)
end

function TestConfiguration.test_rpcd_sections()
    local io_functions = service_io()
    local loaded = need("sso_login.config", "sso-login").load(io_functions)
    if not loaded.ok then
        luaunit.skip("no configuration that loads")
    end
    local kept = {}
    for _, section in ipairs(io_functions.uci_sections("rpcd").data or {}) do
        kept[section.name] = section.options.username
    end
    for _, role in ipairs(loaded.data.roles) do
        local advice = "role %s has no login section, so that its sessions lose their rights when rpcd reloads: "
        luaunit.assertEquals(kept["sso_login_" .. role.name], role.name, advice:format(role.name) .. "/etc/init.d/sso-login reload")
    end
end

function TestConfiguration.test_trust_store()
    local cursor = need("uci", "libuci-lua").cursor()
    local path = cursor:get("sso-login", "default", "ca_file") or "/etc/ssl/certs/ca-certificates.crt"
    luaunit.assertTrue(exists(path), path .. " does not exist: no provider can be trusted (package ca-bundle)")
end

os.exit(luaunit.LuaUnit.run())
