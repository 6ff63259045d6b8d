--- `session login`: passwords and the grants of access groups.
local lu = require("luaunit")
local unistd = require("posix.unistd")
local env = require("env")

local cases = {}

local GROUPS = [=[{
  "contract-net": {
    "description": "Network",
    "read": { "ubus": { "contract.net": ["status", "dump"] }, "uci": ["network"], "file": { "/etc/net*": ["read"] } },
    "write": { "ubus": { "contract.net": ["up"] }, "uci": ["network"] }
  },
  "contract-fs": {
    "read": { "file": ["/a", "/b"], "cgi-io": ["download"] },
    "write": { "file": { "/a": ["write"] } }
  },
  "contract-text": "not a group"
}]=]

-- A login section `contract` of these lists, its grants in the scopes that the suite's groups use.
local HASH = unistd.crypt("p", "$6$contractsalt$")
local SECTION = ("config login contract\n\toption username contract\n\toption password '%s'\n"):format(HASH)
local RIGHT = { username = "contract", password = "p", timeout = 30 }

local function granted(read, write)
    local lines = { SECTION }
    for name, list in pairs({ read = read, write = write or {} }) do
        for _, entry in ipairs(list) do
            lines[#lines + 1] = ("\tlist %s '%s'\n"):format(name, entry)
        end
    end
    env.configure(table.concat(lines), GROUPS)
    return assert(env.session("login", RIGHT))
end

local function grants(read, write)
    local dump = granted(read, write)
    env.session("destroy", { ubus_rpc_session = dump.ubus_rpc_session })
    return dump.acls
end

-- A case: a login that fails, with a section of this text.
local function fails(name, arguments, section)
    cases["test_" .. name .. "_is_6"] = function()
        env.configure(section or SECTION, GROUPS)
        lu.assertEquals({ env.session("login", arguments) }, { nil, 6 })
    end
end

fails("wrong_password", { username = "contract", password = "q" })
fails("unknown_user", { username = "contract-none", password = "p" })
fails("username_as_a_list", RIGHT, (SECTION:gsub("option username", "list username")))
fails("empty_password_option", RIGHT, (SECTION:gsub("'.*'", "''")))

-- A case: the access groups that these lists give.
local function gives(name, read, write, expected)
    cases["test_" .. name] = function()
        lu.assertEquals(grants(read, write)["access-group"] or {}, expected)
    end
end

local FS_READ = { ["contract-fs"] = { "read" } }
local FS_WRITE = { ["contract-fs"] = { "write" } }
gives("read_does_not_imply_write", { "contract-net" }, {}, { ["contract-net"] = { "read" } })
gives("pattern_with_bracket_and_star", { "contract-[a-f]*" }, {}, FS_READ)
gives("exclusion_wins_behind", { "contract-?*s", "!contract-f*" }, {}, {})
gives("exclusion_in_read_beats_implied_read", { "!contract-fs" }, { "contract-fs" }, FS_WRITE)

function cases.test_login_answers_a_dump_with_username_and_timeout()
    local dump = granted({ "contract-fs" })
    lu.assertEquals(dump.data, { username = "contract" })
    lu.assertEquals(dump.timeout, 30)
    lu.assertEquals(#dump.ubus_rpc_session, 32)
end

-- Passwords that are turned off: read at each login without a reload, options beside it do not count, live sessions keep their rights.
function cases.test_a_password_replaced_by_an_exclamation_mark_counts_at_once_and_costs_no_live_session()
    local dump = granted({ "contract-fs" })
    local section = SECTION .. "\tlist read contract-fs\n"
    local beside = ("\toption sso_login_password '%s'\n\toption sso_login_trial 1\n"):format(HASH)
    env.configure(section:gsub("'.*'", "'!'") .. beside, GROUPS)
    for _, password in ipairs({ "p", "!", "", "*0", "*1" }) do
        lu.assertEquals({ env.session("login", { username = "contract", password = password }) }, { nil, 6 }, password)
    end
    env.reload()
    lu.assertEquals({ env.session("login", RIGHT) }, { nil, 6 })
    lu.assertEquals(env.grants(dump.ubus_rpc_session)["access-group"], { ["contract-fs"] = { "read" } })
    env.configure(section, GROUPS)
    lu.assertIsTable(env.session("login", RIGHT))
    env.session("destroy", { ubus_rpc_session = dump.ubus_rpc_session })
end

function cases.test_second_section_of_a_username_counts_when_the_first_has_another_password()
    local first = "config login c1\n\toption username contract\n\toption password '!'\n\n"
    env.configure(first .. SECTION .. "\tlist read contract-fs\n", GROUPS)
    lu.assertEquals(env.session("login", RIGHT).acls["access-group"], { ["contract-fs"] = { "read" } })
end

function cases.test_read_of_one_group_in_both_notations()
    lu.assertEquals(grants({ "contract-net", "contract-fs" }), {
        ubus = { ["contract.net"] = { "status", "dump" } },
        uci = { network = { "read" } },
        file = { ["/etc/net*"] = { "read" }, ["/a"] = { "read" }, ["/b"] = { "read" } },
        ["cgi-io"] = { download = { "read" } },
        ["access-group"] = { ["contract-net"] = { "read" }, ["contract-fs"] = { "read" } },
    })
end

function cases.test_write_implies_read()
    lu.assertEquals(grants({}, { "contract-fs" }), {
        file = { ["/a"] = { "read", "write" }, ["/b"] = { "read" } },
        ["cgi-io"] = { download = { "read" } },
        ["access-group"] = { ["contract-fs"] = { "read", "write" } },
    })
end

return cases
