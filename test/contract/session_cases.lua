--- rpcd's object `session`, without login.
local lu = require("luaunit")
local env = require("env")

local cases = {}

local function grant(id, scope, ...)
    return env.session("grant", { ubus_rpc_session = id, scope = scope, objects = { ... } })
end

local function access(id, scope, object, name)
    local answer = env.session("access", { ubus_rpc_session = id, scope = scope, object = object, ["function"] = name })
    return answer.access
end

local function set(id, values)
    return env.session("set", { ubus_rpc_session = id, values = values })
end

local function get(id)
    return env.session("get", { ubus_rpc_session = id }).values
end

-- A case that gets a new session.
local function with_session(name, run)
    cases["test_" .. name] = function()
        run(env.new_session())
    end
end

-- A case: this call of a method fails. `session` as an id is replaced by that of a new session.
local function fails(name, status, method, arguments)
    cases["test_" .. name .. "_is_" .. status] = function()
        local sent = {}
        for key, value in pairs(arguments) do
            sent[key] = value == "session" and env.new_session() or value
        end
        lu.assertEquals({ env.session(method, sent) }, { nil, status })
    end
end

local UNKNOWN = string.rep("f", 32)
fails("list_of_an_unknown_session", 4, "list", { ubus_rpc_session = UNKNOWN })
fails("grant_without_objects", 2, "grant", { ubus_rpc_session = "session", scope = "uci" })
fails("grant_to_an_unknown_session", 4, "grant", { ubus_rpc_session = UNKNOWN, scope = "uci", objects = { { "a", "b" } } })
fails("set_without_values", 2, "set", { ubus_rpc_session = "session" })
fails("set_of_an_unknown_session", 4, "set", { ubus_rpc_session = "none", values = { a = "b" } })
fails("get_of_an_unknown_session", 4, "get", { ubus_rpc_session = "none" })
fails("destroy_of_nobodys_session", 6, "destroy", { ubus_rpc_session = env.nobody })

-- A case: what `create` makes of a timeout.
local function makes(name, timeout, expected)
    cases["test_create_" .. name] = function()
        lu.assertEquals(env.session("create", { timeout = timeout }).timeout, expected)
    end
end

makes("without_timeout", nil, 300)
makes("ignores_a_timeout_over_int32", 2147483648, 300)
makes("takes_very_long_timeouts", 604800, 604800)

-- A case: a session with one grant, objects that it allows and ones that it does not.
local function allows(name, object_pattern, allowed, refused)
    cases["test_access_" .. name] = function()
        local id = env.new_session()
        grant(id, "contract", { object_pattern, "read" })
        for _, object in ipairs(allowed) do
            lu.assertIsTrue(access(id, "contract", object, "read"), object)
        end
        for _, object in ipairs(refused) do
            lu.assertIsFalse(access(id, "contract", object, "read"), object)
        end
    end
end

allows("by_star", "luci*", { "luci", "luci.x" }, { "luc" })
allows("by_star_crosses_slashes_and_leading_dots", "/etc/*", { "/etc/a/b", "/etc/.hidden" }, { "/etc" })
allows("by_bracket", "wg[0-3]", { "wg2" }, { "wg4", "wg[0-3]" })
allows("takes_a_backslash_as_itself", "a\\*", { "a\\b", "a\\" }, { "a*" })

with_session("access_by_patterns_of_functions", function(id)
    grant(id, "contract", { "luci", "get*" }, { "network", "read" })
    lu.assertIsTrue(access(id, "contract", "luci", "getFoo"))
    lu.assertIsFalse(access(id, "contract", "luci", "set"))
    lu.assertIsFalse(access(id, "contract", "network", "write"))
    lu.assertIsFalse(access(id, "contract", "network", "*"))
end)

function cases.test_create_answers_a_whole_dump()
    local dump = env.session("create", { timeout = 77 })
    lu.assertStrMatches(dump.ubus_rpc_session, "^[0-9a-f]+$")
    lu.assertEquals(#dump.ubus_rpc_session, 32)
    lu.assertEquals(dump.timeout, 77)
    lu.assertTrue(dump.expires == 76 or dump.expires == 77)
    lu.assertEquals(dump.acls, {})
    lu.assertEquals(dump.data, {})
end

function cases.test_timeout_0_never_ends()
    local dump = env.session("create", { timeout = 0 })
    lu.assertEquals({ dump.timeout, dump.expires }, { 0, 0 })
    env.sleep(50)
    lu.assertEquals(env.session("list", { ubus_rpc_session = dump.ubus_rpc_session }).timeout, 0)
    env.session("destroy", { ubus_rpc_session = dump.ubus_rpc_session })
end

with_session("list_of_all_returns_one_value_per_session_in_order", function(id)
    local dumps = { env.session("list", {}) }
    local ids, sorted = {}, {}
    for index, dump in ipairs(dumps) do
        ids[index], sorted[index] = dump.ubus_rpc_session, dump.ubus_rpc_session
    end
    table.sort(sorted)
    lu.assertEquals(ids, sorted)
    lu.assertTableContains(ids, id)
    lu.assertTableContains(ids, env.nobody)
end)

function cases.test_session_ends_after_its_timeout()
    local id = env.new_session(1)
    env.sleep(1300)
    lu.assertEquals({ env.session("list", { ubus_rpc_session = id }) }, { nil, 4 })
end

function cases.test_every_use_begins_the_timeout_anew()
    local id = env.new_session(1)
    for _ = 1, 3 do
        env.sleep(600)
        lu.assertEquals(get(id), {})
    end
end

with_session("grant_keeps_the_order_of_functions_and_no_duplicates", function(id)
    grant(id, "uci", { "a", "z" }, { "a", "b" }, { "a", "z" }, { "a", "m" })
    grant(id, "uci", { "a", "b" })
    lu.assertEquals(env.grants(id), { uci = { a = { "z", "b", "m" } } })
end)

function cases.test_grant_takes_hundreds_of_pairs_in_one_call()
    local id, pairs_ = env.new_session(), {}
    for index = 1, 700 do
        pairs_[index] = { ("object%04d"):format(index), "read" }
    end
    grant(id, "contract", unpack(pairs_))
    lu.assertIsTrue(access(id, "contract", "object0700", "read"))
    lu.assertIsFalse(access(id, "contract", "object0701", "read"))
end

with_session("access_without_function_answers_all_grants", function(id)
    grant(id, "uci", { "a", "read" })
    lu.assertEquals(env.session("access", { ubus_rpc_session = id, object = "a" }), { uci = { a = { "read" } } })
end)

with_session("dump_sorts_grants_by_the_part_before_a_wildcard", function(id)
    grant(id, "contract", { "a*", "one" }, { "a", "two" }, { "a*", "three" })
    -- Three runs of objects, of which libubus-lua keeps the last of each name.
    lu.assertEquals(env.grants(id), { contract = { ["a*"] = { "three" }, a = { "two" } } })
end)

with_session("set_and_get", function(id)
    set(id, { username = "x", token = "t" })
    set(id, { token = "u", more = 5 })
    lu.assertEquals(get(id), { username = "x", token = "u", more = 5 })
end)

with_session("destroy", function(id)
    lu.assertEquals(select("#", env.session("destroy", { ubus_rpc_session = id })), 0)
    lu.assertEquals({ env.session("list", { ubus_rpc_session = id }) }, { nil, 4 })
    lu.assertEquals({ env.session("destroy", { ubus_rpc_session = id }) }, { nil, 4 })
end)

-- A Lua program that sets 25 values of a session, called with a connection's socket, the id and a prefix.
local WRITER = [[
local conn = require("ubus").connect(arg[1])
for step = 1, 25 do
    conn:call("session", "set", { ubus_rpc_session = arg[2], values = { [arg[3] .. step] = "x" } })
end
]]

function cases.test_calls_of_several_processes_all_count()
    local id, folder, writers = env.new_session(), env.new_folder(), {}
    env.write(folder .. "/writer.lua", WRITER)
    for index, prefix in ipairs({ "a", "b", "c", "d" }) do
        local command = ("LUA_PATH='%s' %s %s/writer.lua %s %s %s"):format(
            package.path, arg[-1], folder, env.socket_path, id, prefix)
        writers[index] = io.popen(command)
    end
    for _, writer in ipairs(writers) do
        writer:read("*a")
        writer:close()
    end
    env.remove_folder(folder)
    local count = 0
    for _ in pairs(get(id)) do
        count = count + 1
    end
    lu.assertEquals(count, 100)
end

return cases
