--- The login sections in /etc/config/rpcd, on real files through the box's uci module.
package.path = package.path .. ";openwrt-feed/sso-login/generated/lua/?.lua;test/box/lua/?.lua"

local stat = require("posix.sys.stat")
local uci = require("sso_login.io.uci")
local logins = require("sso_login.session.rpcd_logins")

local FOREIGN = [[
config login
	option username 'root'
	option password '$p$root'
	list read '*'
	list write '*'

config login 'sso'
	option username 'sso'
	option password 'x'
]]

local viewer = { name = "viewer", read = { "luci-base", "luci-mod-status-*" }, write = {} }
local operator = { name = "operator", read = { "*", "!luci-app-x" }, write = { "luci-mod-network-config" } }

local root

local function path()
    return root .. "/etc/config/rpcd"
end

local function read_config()
    local file = assert(io.open(path()))
    local text = file:read("*a")
    file:close()
    return text
end

local function write_config(text)
    local file = assert(io.open(path(), "w"))
    file:write(text)
    file:close()
end

-- A new process: its own cursor.
local function new_process()
    return uci.make(root)
end

local function sync(roles)
    return logins.sync(new_process(), roles)
end

-- Sections of our name as {name, options}, as a new process reads them.
local function ours()
    local found = {}
    for _, section in ipairs(new_process().uci_sections("rpcd").data) do
        if section.name:match("^sso_login_") then
            found[#found + 1] = { section.type, section.name, section.options }
        end
    end
    return found
end

local changed, unchanged = { ok = true, data = { changed = true } }, { ok = true, data = { changed = false } }

describe("rpcd_logins", function()
    before_each(function()
        root = os.tmpname()
        os.remove(root)
        for _, folder in ipairs({ "", "/etc", "/etc/config", "/tmp" }) do
            assert(stat.mkdir(root .. folder, 448)) -- 0700
        end
        write_config(FOREIGN)
    end)

    after_each(function()
        os.execute("rm -rf '" .. root .. "'")
    end)

    it("makes a section for every role, with lists and a password that nothing matches", function()
        assert.same(changed, sync({ viewer, operator }))
        assert.same({
            {
                "login",
                "sso_login_viewer",
                { username = "viewer", password = "!", read = { "luci-base", "luci-mod-status-*", "unauthenticated" } },
            },
            {
                "login",
                "sso_login_operator",
                {
                    username = "operator",
                    password = "!",
                    read = { "*", "!luci-app-x", "unauthenticated" },
                    write = { "luci-mod-network-config" },
                },
            },
        }, ours())
    end)

    it("writes one entry as a list, since rpcd ignores options there", function()
        sync({ { name = "one", read = {}, write = { "w" } } })
        assert.is_truthy(read_config():find("\tlist read 'unauthenticated'\n\tlist write 'w'\n", 1, true))
    end)

    it("leaves all other sections as they were", function()
        sync({ viewer })
        assert.equal("\n" .. FOREIGN, read_config():sub(1, #FOREIGN + 1))
        sync({})
        assert.equal("\n" .. FOREIGN .. "\n", read_config())
    end)

    it("writes nothing when nothing changed", function()
        sync({ viewer, operator })
        local text = read_config() .. "# a comment that a rewrite would lose\n"
        write_config(text)
        assert.same(unchanged, sync({ viewer, operator }))
        assert.equal(text, read_config())
    end)

    it("sees what another process wrote meanwhile", function()
        local process = new_process()
        assert.is_false(logins.is_in_step(logins.read(process), viewer))
        sync({ viewer })
        assert.is_true(logins.is_in_step(logins.read(process), viewer))
    end)

    it("writes nothing when only the order of the roles changed", function()
        sync({ viewer, operator })
        assert.same(unchanged, sync({ operator, viewer }))
    end)

    it("does not even open the file for writing without roles and sections", function()
        assert.same(unchanged, sync({}))
        assert.equal(FOREIGN, read_config())
    end)

    it("follows a role that changed, came or went", function()
        sync({ viewer, operator })
        local changed_viewer = { name = "viewer", read = { "luci-base" }, write = { "luci-base" } }
        local newcomer = { name = "new", read = { "*" }, write = {} }
        assert.same(changed, sync({ changed_viewer, newcomer }))
        local found = ours()
        table.sort(found, function(one, other)
            return one[2] < other[2]
        end)
        assert.same({ "sso_login_new", "sso_login_viewer" }, { found[1][2], found[2][2] })
        assert.same({
            username = "viewer",
            password = "!",
            read = { "luci-base", "unauthenticated" },
            write = { "luci-base" },
        }, found[2][3])
    end)

    it("removes our sections and nothing else", function()
        sync({ viewer, operator })
        assert.same(changed, logins.sync(new_process(), {}))
        assert.same({}, ours())
        assert.equal("\n" .. FOREIGN .. "\n", read_config())
        assert.same(unchanged, logins.sync(new_process(), {}))
    end)

    it("keeps the file's permissions", function()
        stat.chmod(path(), 384) -- 0600
        sync({ viewer })
        assert.equal(384, stat.stat(path()).st_mode % 4096)
    end)

    it("fails without writing when the package is missing or cannot be parsed", function()
        write_config("rubbish here\n")
        assert.equal("UCI_ERROR", sync({ viewer }).error)
        assert.equal("rubbish here\n", read_config())
        os.remove(path())
        assert.equal("UCI_ERROR", sync({ viewer }).error)
    end)
end)
