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
    -- An empty password option is none, and no password lets nobody in: ours is the hash of `p`.
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

function cases.test_login_answers_a_dump_with_username_and_timeout()
    local dump = granted({ "contract-fs" }, {}, HASH)
    lu.assertEquals(dump.data, { username = "contract" })
    lu.assertEquals(dump.timeout, 30)
    lu.assertEquals(#dump.ubus_rpc_session, 32)
end

function cases.test_wrong_password_is_6()
    granted({}, {}, HASH)
    lu.assertEquals({ env.session("login", { username = "contract", password = "q" }) }, { nil, 6 })
end

function cases.test_unknown_user_is_6()
    lu.assertEquals({ env.session("login", { username = "contract-none", password = "p" }) }, { nil, 6 })
end

function cases.test_missing_or_odd_arguments_are_2()
    lu.assertEquals({ env.session("login", {}) }, { nil, 2 })
    lu.assertEquals({ env.session("login", { username = "contract" }) }, { nil, 2 })
    lu.assertEquals({ env.session("login", { username = "contract", password = 5 }) }, { nil, 2 })
end

function cases.test_empty_password_option_is_no_option_and_refuses()
    lu.assertEquals({ granted({}, {}, "") }, { nil, 6 })
end

function cases.test_no_hash_matches_an_exclamation_mark()
    lu.assertEquals({ granted({}, {}, "!") }, { nil, 6 })
    for _, password in ipairs({ "!", "", "*0", "*1", "p" }) do
        lu.assertEquals({ env.session("login", { username = "contract", password = password }) }, { nil, 6 }, password)
    end
end

function cases.test_plain_text_password_is_refused() lu.assertEquals({ granted({}, {}, "p") }, { nil, 6 }) end
function cases.test_md5_hash_is_accepted() lu.assertIsTable(granted({}, {}, unistd.crypt("p", "$1$abcdefgh$"))) end

function cases.test_shadow_of_an_unknown_user_is_refused()
    lu.assertEquals({ granted({}, {}, "$p$contract-no-such-user") }, { nil, 6 })
end

function cases.test_second_section_of_a_username_counts_when_the_first_has_another_password()
    env.configure(
        ("config login c1\n\toption username contract\n\toption password '!'\n\nconfig login c2\n"
            .. "\toption username contract\n\toption password '%s'\n\tlist read contract-fs\n"):format(HASH),
        GROUPS
    )
    local dump = env.session("login", { username = "contract", password = "p" })
    lu.assertEquals(dump.acls["access-group"], { ["contract-fs"] = { "read" } })
end

function cases.test_username_as_a_list_is_not_found()
    env.configure(("config login\n\tlist username contract\n\toption password '%s'\n"):format(HASH), GROUPS)
    lu.assertEquals({ env.session("login", { username = "contract", password = "p" }) }, { nil, 6 })
end

function cases.test_sections_of_other_types_do_not_count()
    env.configure(("config user\n\toption username contract\n\toption password '%s'\n"):format(HASH), GROUPS)
    lu.assertEquals({ env.session("login", { username = "contract", password = "p" }) }, { nil, 6 })
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

function cases.test_read_does_not_imply_write()
    lu.assertEquals(groups({ "contract-net" }), { ["contract-net"] = { "read" } })
end

function cases.test_empty_permission_gives_no_access_group()
    lu.assertEquals(groups({}, { "contract-empty" }), { ["contract-empty"] = { "write" } })
    lu.assertEquals(groups({ "contract-empty" }), {})
end

function cases.test_odd_types_are_skipped_but_count_for_the_access_group()
    lu.assertEquals(grants({}, { "contract-odd" }), {
        uci = { z = { "ok" } },
        file = { ["/f"] = { "read" } },
        ["access-group"] = { ["contract-odd"] = { "read" } },
    })
end

function cases.test_groups_that_are_no_objects_give_nothing()
    lu.assertEquals(groups({ "contract-text", "contract-list" }, { "contract-text", "contract-list" }), {})
end

function cases.test_patterns()
    lu.assertEquals(groups({ "contract-[a-f]*" }), { ["contract-fs"] = { "read" } })
    lu.assertEquals(groups({ "contract-?s" }), { ["contract-fs"] = { "read" } })
end

function cases.test_backslash_escapes_in_group_patterns()
    lu.assertEquals(groups({ "contract\\-fs" }), { ["contract-fs"] = { "read" } })
    lu.assertEquals(groups({ "contract-\\*" }), {})
end

function cases.test_exclusion_wins_wherever_it_stands()
    lu.assertEquals(groups({ "contract-?*s", "!contract-f*" }), {})
    lu.assertEquals(groups({ "! contract-fs", "contract-fs" }), {})
end

function cases.test_exclusion_in_read_beats_implied_read()
    lu.assertEquals(groups({ "!contract-fs" }, { "contract-fs" }), { ["contract-fs"] = { "write" } })
end

function cases.test_exclusion_in_write_leaves_read()
    lu.assertEquals(groups({ "contract-fs" }, { "contract-*s", "!contract-fs" }), { ["contract-fs"] = { "read" } })
end

function cases.test_exclusion_of_nothing_is_ignored()
    lu.assertEquals(groups({ "!", "!  ", "contract-fs" }), { ["contract-fs"] = { "read" } })
end

function cases.test_nobodys_group_is_not_given_by_itself()
    lu.assertNil(groups({ "contract-fs" })["unauthenticated"])
    lu.assertEquals(groups({ "unauthenticated" })["unauthenticated"], { "read" })
end

return cases
