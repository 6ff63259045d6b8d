--- What a reload of rpcd (SIGHUP) leaves of sessions.
local lu = require("luaunit")
local env = require("env")

local cases = {}

local GROUPS = [=[{
  "contract-one": { "read": { "uci": ["one"] }, "write": { "uci": ["one"] } },
  "contract-two": { "read": { "uci": ["two"] } },
  "unauthenticated": { "read": { "contract": { "public": ["see"] } } }
}]=]

local SECTIONS = [[
config login contract_one
	option username 'contract-user'
	option password '!'
	list read 'contract-one'

config login contract_two
	option username 'contract-user'
	option password '!'
	list read 'contract-two'
]]

-- A case: what a reload leaves to a session of this username; its values stay.
local function leaves(name, username, grants)
    cases["test_" .. name] = function()
        env.configure(SECTIONS, GROUPS)
        local id = env.new_session()
        env.session("grant", { ubus_rpc_session = id, scope = "uci", objects = { { "three", "write" } } })
        local values = { username = username, token = "t", number = 5, list = { "a" } }
        env.session("set", { ubus_rpc_session = id, values = values })
        env.reload()
        lu.assertEquals(env.session("get", { ubus_rpc_session = id }).values, values)
        lu.assertEquals(env.grants(id), grants)
    end
end

local ONE = { uci = { one = { "read" } }, ["access-group"] = { ["contract-one"] = { "read" } } }
leaves("grants_come_from_the_first_section_of_the_username", "contract-user", ONE)
leaves("without_a_section_the_grants_are_lost", "contract-other", {})
leaves("without_username_the_grants_are_lost", nil, {})
leaves("username_that_is_no_string_does_not_count", 5, {})

function cases.test_timeout_stays_and_slides_on()
    local id = env.new_session(100)
    env.reload()
    local dump = env.session("list", { ubus_rpc_session = id })
    lu.assertEquals(dump.timeout, 100)
    lu.assertTrue(dump.expires >= 98)
end

function cases.test_a_session_that_never_ends_is_lost()
    local id = env.new_session(0)
    env.reload()
    env.sleep(100)
    lu.assertEquals({ env.session("list", { ubus_rpc_session = id }) }, { nil, 4 })
end

function cases.test_nobodys_session_is_made_anew()
    env.configure(SECTIONS, GROUPS)
    env.session("set", { ubus_rpc_session = env.nobody, values = { contract = "x" } })
    env.reload()
    lu.assertNil(env.session("get", { ubus_rpc_session = env.nobody }).values.contract)
    lu.assertEquals(env.grants(env.nobody).contract, { public = { "see" } })
end

function cases.test_destroyed_sessions_stay_away()
    local id = env.new_session()
    env.session("destroy", { ubus_rpc_session = id })
    env.reload()
    lu.assertEquals({ env.session("list", { ubus_rpc_session = id }) }, { nil, 4 })
end

return cases
