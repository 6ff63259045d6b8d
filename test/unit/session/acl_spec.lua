--- Grants of access groups, compared with what a real rpcd gave for the same files and lists (data/rpcd_grants.json).
package.path = package.path .. ";openwrt-feed/sso-login/generated/lua/?.lua"

local cjson = require("cjson")
local fnmatch = require("posix.fnmatch").fnmatch
local acl = require("sso_login.session.acl")
local lists = require("sso_login.session.lists")

local function read(path)
    local file = assert(io.open(path))
    local text = file:read("*a")
    file:close()
    return text
end

local recorded = cjson.decode(read("test/unit/data/rpcd_grants.json"))

-- The outside world as acl sees it: a folder of files by name, and the lines that were logged.
local function world(files)
    local lines = {}
    return {
        lines = lines,
        paths = { acl_dir = "/acl" },
        list_dir = function(path)
            local names = {}
            for name in pairs(path == "/acl" and files or {}) do
                names[#names + 1] = name
            end
            table.sort(names)
            return names
        end,
        read_file = function(path, max_bytes)
            local text = files[path:match("^/acl/(.*)$")]
            return text and #text <= max_bytes and text or nil
        end,
        fnmatch = function(pattern, text)
            return fnmatch(pattern, text) == 0
        end,
        log = function(level, line)
            lines[#lines + 1] = level .. " " .. line
        end,
    }
end

-- Pairs as the recorded data has them: scope, object, sorted functions.
local function by_object(grants)
    local scopes = {}
    for scope, pairs_ in pairs(grants) do
        scopes[scope] = {}
        for _, pair in ipairs(pairs_) do
            local functions = scopes[scope][pair[1]] or {}
            functions[#functions + 1] = pair[2]
            scopes[scope][pair[1]] = functions
        end
    end
    return scopes
end

local function grants_in(files, role_read, role_write)
    local io_ = world(files)
    return acl.grants_for(io_, acl.load_groups(io_), { { read = role_read, write = role_write } })
end

-- A file of one group, JSON text.
local function group_file(name, read_scopes, write_scopes)
    return cjson.encode({ [name] = { read = read_scopes, write = write_scopes } })
end

describe("grants_for gives what rpcd gives:", function()
    for _, case in ipairs(recorded.cases) do
        it(case.name, function()
            local grants = grants_in(recorded.acl_sets[case.acl], case.read, case.write)
            assert.same(case.ours or case.lua or case.grants, by_object(grants))
        end)
    end

    it("in enough cases, most of them without a difference on purpose", function()
        local equal = 0
        for _, case in ipairs(recorded.cases) do
            equal = equal + ((case.ours or case.lua) and 0 or 1)
        end
        assert.is_true(equal >= 60)
    end)
end)

describe("where this project differs from rpcd on purpose", function()
    it("nothing is granted that rpcd would not grant", function()
        for _, case in ipairs(recorded.cases) do
            for scope, objects in pairs(case.ours or case.lua or {}) do
                for object, functions in pairs(objects) do
                    for _, name in ipairs(functions) do
                        local granted = table.concat(case.grants[scope][object], "\n")
                        assert.is_truthy(granted:find(name, 1, true), case.name)
                    end
                end
            end
        end
    end)
end)

describe("grants_for", function()
    local files = {
        ["b.json"] = group_file("beta", { uci = { "z", "a" }, ubus = { sys = { "info", "board" } } }),
        ["a.json"] = group_file("alpha", { uci = { "m", "a" } }, { uci = { "m" } }),
    }

    it("gives sorted pairs without repetitions", function()
        assert.same({
            ["access-group"] = { { "alpha", "read" }, { "alpha", "write" }, { "beta", "read" } },
            ubus = { { "sys", "board" }, { "sys", "info" } },
            uci = { { "a", "read" }, { "m", "read" }, { "m", "write" }, { "z", "read" } },
        }, grants_in(files, { "*" }, { "alpha" }))
    end)

    it("grants nothing to write for read '*' alone", function()
        for _, pairs_ in pairs(grants_in(files, { "*" }, {})) do
            for _, pair in ipairs(pairs_) do
                assert.not_equal("write", pair[2])
            end
        end
    end)

    it("does not change the lists that it is given", function()
        local role_read, role_write = { "alpha" }, {}
        grants_in(files, role_read, role_write)
        assert.same({ { "alpha" }, {} }, { role_read, role_write })
    end)

    it("always adds the group unauthenticated to read, never to write", function()
        local public = { ["p.json"] = group_file("unauthenticated", { uci = { "r" } }, { uci = { "w" } }) }
        assert.same(
            { ["access-group"] = { { "unauthenticated", "read" } }, uci = { { "r", "read" } } },
            grants_in(public, {}, {})
        )
    end)
end)

describe("excluded_pattern", function()
    for entry, pattern in pairs({
        ["!"] = "", ["! "] = "", ["!a"] = "a", ["! a b "] = "a b ", ["! \t\n\v\f\ra"] = "a", ["!\ba"] = "\ba",
        ["!\14a"] = "\14a", ["!\1a"] = "\1a", ["!!a"] = "!a",
    }) do
        it(("of %q is %q"):format(entry, pattern), function() assert.equal(pattern, lists.excluded_pattern(entry)) end)
    end
end)

describe("load_groups", function()
    it("gives nothing when the folder cannot be read", function()
        local io_ = world({})
        io_.list_dir = function()
            return nil
        end
        assert.same({}, acl.load_groups(io_))
    end)

    it("logs a file that it leaves out, by name and reason, and goes on", function()
        local io_ = world({ ["bad.json"] = "{", ["good.json"] = group_file("good", { uci = { "x" } }) })
        assert.equal(1, #acl.load_groups(io_))
        assert.same({ 'warning ACL_FILE_IGNORED file=bad.json reason="not a JSON object"' }, io_.lines)
    end)

    it("logs a file that cannot be read", function()
        local io_ = world({ ["big.json"] = "{" .. (" "):rep(300000) .. "}" })
        assert.same({}, acl.load_groups(io_))
        assert.same({ 'warning ACL_FILE_IGNORED file=big.json reason="cannot be read"' }, io_.lines)
    end)

    it("takes a file of 262 144 bytes, not of one more", function()
        local text = group_file("good", { uci = { "x" } })
        for size, count in pairs({ [262144] = 1, [262145] = 0 }) do
            assert.equal(count, #acl.load_groups(world({ ["a.json"] = text .. (" "):rep(size - #text) })))
        end
    end)

    it("keeps a file name from forging a log line", function()
        local io_ = world({ ["x\ny=z.json"] = "" })
        acl.load_groups(io_)
        assert.equal(1, #io_.lines)
        assert.is_nil(io_.lines[1]:find("\n", 1, true))
    end)

    it("does not look at hidden files and other endings", function()
        local io_ = world({
            [".hidden.json"] = "{",
            [".json"] = "{",
            ["notes.txt"] = "{",
            ["x.JSON"] = "{",
            json = "{",
        })
        assert.same({}, acl.load_groups(io_))
        assert.same({}, io_.lines)
    end)

    it("reads the files in byte order", function()
        local io_ = world({
            ["b.json"] = group_file("one", {}),
            ["B.json"] = group_file("two", {}),
            ["a-b.json"] = group_file("three", {}),
            ["a.json"] = group_file("four", {}),
        })
        local names = {}
        for _, group in ipairs(acl.load_groups(io_)) do
            names[#names + 1] = group.name
        end
        assert.same({ "two", "three", "four", "one" }, names)
    end)
end)

describe("grants_for several roles", function()
    local plain = recorded.acl_sets.plain

    local function granted(...)
        local io_ = world(plain)
        return acl.grants_for(io_, acl.load_groups(io_), { ... })
    end

    local function reader(...)
        return { read = { ... }, write = {} }
    end

    it("of none is nothing", function()
        assert.same({}, granted())
    end)

    it("never takes from one role what another's exclusion forbids", function()
        local all, some = reader("*"), reader("*", "!luci-app-*")
        assert.same(granted(all), granted(some, all))
        assert.not_same(granted(all), granted(some))
    end)

    it("is not the grants of the merged lists", function()
        local both = granted(reader("luci-app-alpha"), reader("luci-base", "!luci-app-*"))
        assert.same({ { "alpha", "read" } }, { both.uci[1] })
        assert.not_same(granted(reader("luci-app-alpha", "luci-base", "!luci-app-*")), both)
    end)
end)
