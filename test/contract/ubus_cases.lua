--- How libubus-lua passes values and reports failures.
local lu = require("luaunit")
local env = require("env")
local ubus = require("ubus")

local cases = {}

-- What a session keeps of a value handed to `set`.
local function round_trip(value)
    local id = env.new_session()
    env.session("set", { ubus_rpc_session = id, values = { it = value } })
    return env.session("get", { ubus_rpc_session = id }).values.it
end

function cases.test_connect_to_nothing_returns_nil_and_a_number()
    local conn, status = ubus.connect("/nonexistent/var/run/ubus/ubus.sock")
    lu.assertNil(conn)
    lu.assertIsNumber(status)
end

function cases.test_unknown_object_is_4()
    lu.assertEquals({ env.connection():call("contract-none", "get", {}) }, { nil, 4 })
end

function cases.test_unknown_method_is_3() lu.assertEquals({ env.session("contract_none", {}) }, { nil, 3 }) end

function cases.test_method_without_reply_returns_nothing()
    local id = env.new_session()
    lu.assertEquals(select("#", env.session("set", { ubus_rpc_session = id, values = { a = "b" } })), 0)
end

function cases.test_arguments_must_be_a_table()
    lu.assertErrorMsgContains("table expected", function()
        env.connection():call("session", "create")
    end)
end

function cases.test_object_must_be_a_string()
    lu.assertErrorMsgContains("string expected", function()
        env.connection():call(nil, "create", {})
    end)
end

function cases.test_function_cannot_be_sent()
    lu.assertEquals({ env.session("create", { timeout = print }) }, { nil, 2 })
end

function cases.test_nested_function_cannot_be_sent()
    local id = env.new_session()
    lu.assertEquals({ env.session("set", { ubus_rpc_session = id, values = { a = { print } } }) }, { nil, 2 })
end

function cases.test_number_key_beside_string_key_raises()
    lu.assertError(function()
        env.session("create", { [7] = "a", timeout = 5 })
    end)
end

function cases.test_strings_keep_every_byte_but_nul()
    lu.assertEquals(round_trip("a\1\255\n'\"\\%"), "a\1\255\n'\"\\%")
end

function cases.test_strings_end_at_nul() lu.assertEquals(round_trip("ab\0cd"), "ab") end
function cases.test_empty_string_stays() lu.assertEquals(round_trip(""), "") end

function cases.test_booleans_stay_booleans()
    lu.assertIsTrue(round_trip(true))
    lu.assertIsFalse(round_trip(false))
end

function cases.test_fractions_are_cut_off() lu.assertEquals(round_trip(2.9), 2) end

function cases.test_numbers_over_int32_stay()
    lu.assertEquals(round_trip(2147483647), 2147483647)
    lu.assertEquals(round_trip(2147483648), 2147483648)
    lu.assertEquals(round_trip(1767225600000), 1767225600000)
end

function cases.test_nested_tables_and_arrays_stay()
    local value = { list = { "a", "b", { c = true } }, deep = { deeper = { deepest = "x" } } }
    lu.assertEquals(round_trip(value), value)
end

function cases.test_empty_table_stays_empty() lu.assertEquals(round_trip({}), {}) end

function cases.test_values_must_be_a_table_and_an_empty_one_is_an_array()
    local id = env.new_session()
    lu.assertEquals({ env.session("set", { ubus_rpc_session = id, values = {} }) }, { nil, 2 })
end

function cases.test_objects_lists_session() lu.assertTableContains(env.connection():objects(), "session") end

return cases
