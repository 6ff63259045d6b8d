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
  "contract-empty": { "read": {}, "write": { "ubus": {} } },
  "contract-odd": {
    "read": {
      "ubus": "word", "uci": { "x": "y", "z": ["ok", 5, null, ["no"]] }, "file": [ "/f", 7, {} ], "none": null
    },
    "write": [ "ubus" ],
    "admin": { "uci": ["x"] }
  },
  "contract-text": "not a group",
  "contract-list": [ { "read": { "uci": ["never"] } } ],
  "unauthenticated": { "read": { "contract": { "public": ["see"] } } }
}]=]

-- A login section `contract` of these lists, its grants in the scopes that the suite's groups use.
local function granted(read, write, password)
    local lines = {
        "config login contract",
        "\toption username 'contract'",
        "\toption password '" .. (password or "") .. "'",
    }
    for name, list in pairs({ read = read, write = write or {} }) do
        for _, entry in ipairs(list) do
            lines[#lines + 1] = ("\tlist %s '%s'"):format(name, entry)
        end
    end
    env.configure(table.concat(lines, "\n") .. "\n", GROUPS)
    -- An empty password option is none, and a missing password lets no one in: ours is the hash of `p`.
    return env.session("login", { username = "contract", password = "p", timeout = 30 })
end

local HASH = unistd.crypt("p", "$6$contractsalt$")

local function grants(read, write)
    local dump = assert(granted(read, write, HASH))
    env.session("destroy", { ubus_rpc_session = dump.ubus_rpc_session })
    return dump.acls
end

local function groups(read, write)
    return grants(read, write)["access-group"] or {}
end

-- A case: a login that fails, with a section of this text.
local function fails(name, status, arguments, section)
    cases["test_" .. name .. "_is_" .. status] = function()
        local text = section or "config login\n\toption username contract\n\toption password '%s'\n"
        env.configure(text:gsub("%%s", (HASH:gsub("%%", "%%%%"))), GROUPS)
        lu.assertEquals({ env.session("login", arguments) }, { nil, status })
    end
end

-- A case: a section with this password lets no one in who says `p`.
local function refuses(name, password)
    fails(name, 6, { username = "contract", password = "p" },
        "config login\n\toption username contract\n\toption password '" .. password .. "'\n")
end

local RIGHT = { username = "contract", password = "p" }
fails("wrong_password", 6, { username = "contract", password = "q" })
fails("unknown_user", 6, { username = "contract-none", password = "p" })
fails("nothing", 2, {})
fails("missing_password", 2, { username = "contract" })
fails("password_that_is_no_text", 2, { username = "contract", password = 5 })
fails("username_as_a_list", 6, RIGHT, "config login\n\tlist username contract\n\toption password '%s'\n")
fails("section_of_another_type", 6, RIGHT, "config user\n\toption username contract\n\toption password '%s'\n")
refuses("empty_password_option", "")
refuses("plain_text_password", "p")
refuses("shadow_of_an_unknown_user", "$p$contract-no-such-user")

-- A case: the access groups that these lists give.
local function gives(name, read, write, expected)
    cases["test_" .. name] = function()
        lu.assertEquals(groups(read, write), expected)
    end
end

local FS_READ = { ["contract-fs"] = { "read" } }
local FS_WRITE = { ["contract-fs"] = { "write" } }
local NOT_GROUPS = { "contract-text", "contract-list" }
gives("read_does_not_imply_write", { "contract-net" }, {}, { ["contract-net"] = { "read" } })
gives("empty_write_permission", {}, { "contract-empty" }, { ["contract-empty"] = { "write" } })
gives("empty_read_permission_gives_no_access_group", { "contract-empty" }, {}, {})
gives("groups_that_are_no_objects_give_nothing", NOT_GROUPS, NOT_GROUPS, {})
gives("pattern_with_bracket_and_star", { "contract-[a-f]*" }, {}, FS_READ)
gives("pattern_with_question_mark", { "contract-?s" }, {}, FS_READ)
gives("backslash_escapes_in_group_patterns", { "contract\\-fs" }, {}, FS_READ)
gives("backslash_escapes_a_star", { "contract-\\*" }, {}, {})
gives("exclusion_wins_behind", { "contract-?*s", "!contract-f*" }, {}, {})
gives("exclusion_wins_before", { "! contract-fs", "contract-fs" }, {}, {})
gives("exclusion_in_read_beats_implied_read", { "!contract-fs" }, { "contract-fs" }, FS_WRITE)
gives("exclusion_in_write_leaves_read", { "contract-fs" }, { "contract-*s", "!contract-fs" }, FS_READ)
gives("exclusion_of_nothing_is_ignored", { "!", "!  ", "contract-fs" }, {}, FS_READ)

function cases.test_login_answers_a_dump_with_username_and_timeout()
    local dump = granted({ "contract-fs" }, {}, HASH)
    lu.assertEquals(dump.data, { username = "contract" })
    lu.assertEquals(dump.timeout, 30)
    lu.assertEquals(#dump.ubus_rpc_session, 32)
end

function cases.test_no_hash_matches_an_exclamation_mark()
    lu.assertEquals({ granted({}, {}, "!") }, { nil, 6 })
    for _, password in ipairs({ "!", "", "*0", "*1", "p" }) do
        lu.assertEquals({ env.session("login", { username = "contract", password = password }) }, { nil, 6 }, password)
    end
end

-- Passwords that are turned off: read at each login without a reload, options beside it do not count, live sessions keep their rights.
function cases.test_a_password_replaced_by_an_exclamation_mark_counts_at_once_and_costs_no_live_session()
    local dump = assert(granted({ "contract-fs" }, {}, HASH))
    local section = "config login contract\n\toption username contract\n\toption password '%s'\n\tlist read contract-fs\n"
    local refused = section:format("!") .. ("\toption sso_login_password '%s'\n\toption sso_login_trial 1\n"):format(HASH)
    local login = { username = "contract", password = "p" }
    env.configure(refused, GROUPS)
    lu.assertEquals({ env.session("login", login) }, { nil, 6 })
    env.reload()
    lu.assertEquals({ env.session("login", login) }, { nil, 6 })
    lu.assertEquals(env.grants(dump.ubus_rpc_session)["access-group"], { ["contract-fs"] = { "read" } })
    env.configure(section:format(HASH), GROUPS)
    lu.assertIsTable(env.session("login", login))
    env.session("destroy", { ubus_rpc_session = dump.ubus_rpc_session })
end

function cases.test_md5_hash_is_accepted() lu.assertIsTable(granted({}, {}, unistd.crypt("p", "$1$abcdefgh$"))) end

function cases.test_second_section_of_a_username_counts_when_the_first_has_another_password()
    env.configure(
        ("config login c1\n\toption username contract\n\toption password '!'\n\nconfig login c2\n"
            .. "\toption username contract\n\toption password '%s'\n\tlist read contract-fs\n"):format(HASH),
        GROUPS
    )
    local dump = env.session("login", { username = "contract", password = "p" })
    lu.assertEquals(dump.acls["access-group"], { ["contract-fs"] = { "read" } })
end

function cases.test_lists_given_as_options_are_ignored()
    env.configure(
        ("config login\n\toption username contract\n\toption password '%s'\n\toption read contract-fs\n"):format(HASH),
        GROUPS
    )
    lu.assertEquals(env.session("login", { username = "contract", password = "p" }).acls, {})
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

function cases.test_odd_types_are_skipped_but_count_for_the_access_group()
    lu.assertEquals(grants({}, { "contract-odd" }), {
        uci = { z = { "ok" } },
        file = { ["/f"] = { "read" } },
        ["access-group"] = { ["contract-odd"] = { "read" } },
    })
end

function cases.test_nobodys_group_is_not_given_by_itself()
    lu.assertNil(groups({ "contract-fs" })["unauthenticated"])
    lu.assertEquals(groups({ "unauthenticated" })["unauthenticated"], { "read" })
end

return cases
