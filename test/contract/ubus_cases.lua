--- How libubus-lua passes values and reports failures.
local lu = require("luaunit")
local env = require("env")
local ubus = require("ubus")

local cases = {}

-- A case: what a session keeps of a value handed to `set`.
local function keeps(name, value, expected)
    cases["test_" .. name] = function()
        local id = env.new_session()
        env.session("set", { ubus_rpc_session = id, values = { it = value } })
        lu.assertEquals(env.session("get", { ubus_rpc_session = id }).values.it, expected)
    end
end

local NESTED = { list = { "a", "b", { c = true } }, deep = { deeper = { deepest = "x" } } }
keeps("strings_end_at_nul", "ab\0cd", "ab")
keeps("fractions_are_cut_off", 2.9, 2)
keeps("milliseconds_stay", 1767225600000, 1767225600000)
keeps("nested_tables_and_arrays_stay", NESTED, NESTED)
keeps("empty_table_stays_empty", {}, {})

-- A case: a call that fails.
local function fails(name, status, object, method, arguments)
    cases["test_" .. name .. "_is_" .. status] = function()
        lu.assertEquals({ env.connection():call(object, method, arguments) }, { nil, status })
    end
end

fails("unknown_object", 4, "contract-none", "get", {})
fails("unknown_method", 3, "session", "contract_none", {})
fails("function_as_argument", 2, "session", "create", { timeout = print })

function cases.test_connect_to_nothing_returns_nil_and_a_number()
    local conn, status = ubus.connect("/nonexistent/var/run/ubus/ubus.sock")
    lu.assertNil(conn)
    lu.assertIsNumber(status)
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

function cases.test_values_must_be_a_table_and_an_empty_one_is_an_array()
    local id = env.new_session()
    lu.assertEquals({ env.session("set", { ubus_rpc_session = id, values = {} }) }, { nil, 2 })
end

-- logd's reply without a stream; where there is no logd, as on a build machine, there is nothing to compare.
function cases.test_log_read_answers_with_the_last_lines()
    local arguments = { lines = 2, stream = false, oneshot = true }
    local answer, status = env.connection():call("log", "read", arguments)
    if not answer then
        return lu.assertEquals(status, 4)
    end
    lu.assertTrue(#answer.log <= 2)
    for _, line in ipairs(answer.log) do
        lu.assertIsString(line.msg)
        for _, name in ipairs({ "id", "priority", "source", "time" }) do
            lu.assertIsNumber(line[name])
        end
    end
end

return cases
