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

-- A session with one grant: object and function pairs that it must allow, then ones that it must not.
local function check_pattern(object_pattern, function_pattern, allowed, refused)
    local id = env.new_session()
    grant(id, "contract", { object_pattern, function_pattern })
    for _, pair in ipairs(allowed) do
        lu.assertIsTrue(access(id, "contract", pair[1], pair[2]), pair[1] .. " " .. pair[2])
    end
    for _, pair in ipairs(refused) do
        lu.assertIsFalse(access(id, "contract", pair[1], pair[2]), pair[1] .. " " .. pair[2])
    end
end

function cases.test_create_answers_a_whole_dump()
    local dump = env.session("create", { timeout = 77 })
    lu.assertStrMatches(dump.ubus_rpc_session, "^[0-9a-f]+$")
    lu.assertEquals(#dump.ubus_rpc_session, 32)
    lu.assertEquals(dump.timeout, 77)
    lu.assertTrue(dump.expires == 76 or dump.expires == 77)
    lu.assertEquals(dump.acls, {})
    lu.assertEquals(dump.data, {})
end

function cases.test_create_gives_different_ids() lu.assertNotEquals(env.new_session(), env.new_session()) end
function cases.test_create_without_timeout_is_300() lu.assertEquals(env.session("create", {}).timeout, 300) end

function cases.test_create_ignores_a_timeout_of_another_type()
    lu.assertEquals(env.session("create", { timeout = "60" }).timeout, 300)
    lu.assertEquals(env.session("create", { timeout = true }).timeout, 300)
    lu.assertEquals(env.session("create", { timeout = { 60 } }).timeout, 300)
end

function cases.test_create_ignores_a_timeout_over_int32()
    lu.assertEquals(env.session("create", { timeout = 2147483648 }).timeout, 300)
end

function cases.test_create_takes_very_long_timeouts()
    lu.assertEquals(env.session("create", { timeout = 604800 }).timeout, 604800)
end

function cases.test_timeout_0_never_ends()
    local dump = env.session("create", { timeout = 0 })
    lu.assertEquals({ dump.timeout, dump.expires }, { 0, 0 })
    env.sleep(50)
    lu.assertEquals(env.session("list", { ubus_rpc_session = dump.ubus_rpc_session }).timeout, 0)
    env.session("destroy", { ubus_rpc_session = dump.ubus_rpc_session })
end

function cases.test_list_of_one_session()
    local id = env.new_session(90)
    local dump = env.session("list", { ubus_rpc_session = id })
    lu.assertEquals({ dump.ubus_rpc_session, dump.timeout }, { id, 90 })
end

function cases.test_list_of_an_unknown_session_is_4()
    lu.assertEquals({ env.session("list", { ubus_rpc_session = string.rep("f", 32) }) }, { nil, 4 })
end

function cases.test_list_of_all_returns_one_value_per_session_in_order()
    local id = env.new_session()
    local dumps = { env.session("list", {}) }
    local ids, sorted = {}, {}
    for index, dump in ipairs(dumps) do
        ids[index], sorted[index] = dump.ubus_rpc_session, dump.ubus_rpc_session
    end
    table.sort(sorted)
    lu.assertEquals(ids, sorted)
    lu.assertTableContains(ids, id)
    lu.assertTableContains(ids, env.nobody)
end

function cases.test_list_ignores_an_id_that_is_no_string()
    lu.assertTrue(#{ env.session("list", { ubus_rpc_session = 1 }) } >= 1)
end

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

function cases.test_grant_without_scope_is_ubus()
    local id = env.new_session()
    env.session("grant", { ubus_rpc_session = id, objects = { { "system", "info" } } })
    lu.assertEquals(env.grants(id), { ubus = { system = { "info" } } })
end

function cases.test_grant_of_several_pairs_at_once()
    local id = env.new_session()
    grant(id, "uci", { "network", "read" }, { "network", "write" }, { "dhcp", "read" })
    lu.assertEquals(env.grants(id), { uci = { network = { "read", "write" }, dhcp = { "read" } } })
end

function cases.test_grant_keeps_the_order_of_functions_and_no_duplicates()
    local id = env.new_session()
    grant(id, "uci", { "a", "z" }, { "a", "b" }, { "a", "z" }, { "a", "m" })
    grant(id, "uci", { "a", "b" })
    lu.assertEquals(env.grants(id), { uci = { a = { "z", "b", "m" } } })
end

function cases.test_grant_ignores_what_is_no_pair_of_strings()
    local id = env.new_session()
    env.session("grant", {
        ubus_rpc_session = id,
        scope = "uci",
        objects = { "word", {}, { "alone" }, { x = "y" }, { 1, "a", true, "b", "c" }, 5 },
    })
    lu.assertEquals(env.grants(id), { uci = { a = { "b" } } })
end

function cases.test_grant_without_objects_is_2()
    local id = env.new_session()
    lu.assertEquals({ env.session("grant", { ubus_rpc_session = id, scope = "uci" }) }, { nil, 2 })
end

function cases.test_grant_with_objects_of_another_type_is_2()
    local id = env.new_session()
    lu.assertEquals({ env.session("grant", { ubus_rpc_session = id, objects = { a = "b" } }) }, { nil, 2 })
end

function cases.test_grant_with_no_objects_succeeds()
    local id = env.new_session()
    lu.assertEquals(select("#", grant(id, "uci")), 0)
    lu.assertEquals(env.grants(id), {})
end

function cases.test_grant_without_session_is_2()
    lu.assertEquals({ env.session("grant", { objects = { { "a", "b" } } }) }, { nil, 2 })
end

function cases.test_grant_to_an_unknown_session_is_4()
    lu.assertEquals({ grant(string.rep("f", 32), "uci", { "a", "b" }) }, { nil, 4 })
end

function cases.test_grant_takes_hundreds_of_pairs_in_one_call()
    local id, pairs_ = env.new_session(), {}
    for index = 1, 700 do
        pairs_[index] = { ("object%04d"):format(index), "read" }
    end
    grant(id, "contract", unpack(pairs_))
    lu.assertIsTrue(access(id, "contract", "object0700", "read"))
    lu.assertIsFalse(access(id, "contract", "object0701", "read"))
end

function cases.test_access_of_exact_names()
    local refused = { { "network", "write" }, { "network2", "read" }, { "*", "read" } }
    check_pattern("network", "read", { { "network", "read" } }, refused)
end

function cases.test_access_is_per_scope()
    local id = env.new_session()
    grant(id, "uci", { "a", "read" })
    lu.assertIsFalse(access(id, "ubus", "a", "read"))
    lu.assertIsFalse(access(id, nil, "a", "read"))
end

function cases.test_access_by_star()
    local allowed = { { "luci", "get" }, { "luci.x", "getFoo" } }
    check_pattern("luci*", "get*", allowed, { { "luc", "get" }, { "luci", "set" } })
    check_pattern("*", "*", { { "anything", "at all" }, { "", "" } }, {})
end

function cases.test_access_by_star_crosses_slashes_and_leading_dots()
    check_pattern("/etc/*", "read", { { "/etc/a/b", "read" }, { "/etc/.hidden", "read" } }, { { "/etc", "read" } })
end

function cases.test_access_by_question_mark_and_bracket()
    check_pattern("eth?", "read", { { "eth0", "read" } }, { { "eth", "read" }, { "eth10", "read" } })
    check_pattern("wg[0-3]", "read", { { "wg2", "read" } }, { { "wg4", "read" }, { "wg[0-3]", "read" } })
    check_pattern("[!x]y", "read", { { "ay", "read" } }, { { "xy", "read" } })
end

function cases.test_access_takes_a_backslash_as_itself()
    check_pattern("a\\*", "read", { { "a\\b", "read" }, { "a\\", "read" } }, { { "a*", "read" } })
end

function cases.test_access_patterns_in_the_request_do_not_match()
    check_pattern("network", "read", {}, { { "net*", "read" }, { "network", "*" } })
end

function cases.test_access_finds_any_of_several_grants()
    local id = env.new_session()
    grant(id, "contract", { "a*", "one" }, { "ab", "two" }, { "*", "three" }, { "abc", "four" }, { "b", "five" })
    for _, name in ipairs({ "one", "three", "four" }) do
        lu.assertIsTrue(access(id, "contract", "abc", name), name)
    end
    lu.assertIsFalse(access(id, "contract", "abc", "two"))
    lu.assertIsFalse(access(id, "contract", "abc", "five"))
end

function cases.test_access_without_function_answers_all_grants()
    local id = env.new_session()
    grant(id, "uci", { "a", "read" })
    lu.assertEquals(env.session("access", { ubus_rpc_session = id, object = "a" }), { uci = { a = { "read" } } })
end

function cases.test_access_of_an_unknown_session_is_4()
    local answer = { env.session("access", { ubus_rpc_session = "none", object = "a", ["function"] = "b" }) }
    lu.assertEquals(answer, { nil, 4 })
end

function cases.test_access_without_session_is_2()
    lu.assertEquals({ env.session("access", { object = "a", ["function"] = "b" }) }, { nil, 2 })
end

function cases.test_dump_sorts_grants_by_the_part_before_a_wildcard()
    local id = env.new_session()
    grant(id, "contract", { "a*", "one" }, { "a", "two" }, { "a*", "three" })
    -- Three runs of objects, of which libubus-lua keeps the last of each name.
    lu.assertEquals(env.grants(id), { contract = { ["a*"] = { "three" }, a = { "two" } } })
end

function cases.test_grants_with_an_empty_object_name()
    local id = env.new_session()
    grant(id, "contract", { "", "read" }, { "b", "read" })
    lu.assertEquals(env.grants(id), { contract = { { "read" }, b = { "read" } } })
end

function cases.test_set_and_get()
    local id = env.new_session()
    set(id, { username = "x", token = "t" })
    set(id, { token = "u", more = 5 })
    lu.assertEquals(get(id), { username = "x", token = "u", more = 5 })
end

function cases.test_set_without_values_is_2()
    lu.assertEquals({ env.session("set", { ubus_rpc_session = env.new_session() }) }, { nil, 2 })
    lu.assertEquals({ env.session("set", { values = { a = "b" } }) }, { nil, 2 })
end

function cases.test_set_and_get_of_an_unknown_session_are_4()
    lu.assertEquals({ set("none", { a = "b" }) }, { nil, 4 })
    lu.assertEquals({ env.session("get", { ubus_rpc_session = "none" }) }, { nil, 4 })
end

function cases.test_get_without_session_is_2() lu.assertEquals({ env.session("get", {}) }, { nil, 2 }) end

function cases.test_destroy()
    local id = env.new_session()
    lu.assertEquals(select("#", env.session("destroy", { ubus_rpc_session = id })), 0)
    lu.assertEquals({ env.session("list", { ubus_rpc_session = id }) }, { nil, 4 })
    lu.assertEquals({ env.session("destroy", { ubus_rpc_session = id }) }, { nil, 4 })
end

function cases.test_destroy_without_session_is_2()
    lu.assertEquals({ env.session("destroy", {}) }, { nil, 2 })
    lu.assertEquals({ env.session("destroy", { ubus_rpc_session = 12 }) }, { nil, 2 })
end

function cases.test_destroy_of_nobodys_session_is_6()
    lu.assertEquals({ env.session("destroy", { ubus_rpc_session = env.nobody }) }, { nil, 6 })
end

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

function cases.test_ids_are_compared_with_case()
    local id
    repeat
        id = env.new_session()
    until id:match("%l")
    lu.assertEquals({ env.session("list", { ubus_rpc_session = id:upper() }) }, { nil, 4 })
end

return cases
