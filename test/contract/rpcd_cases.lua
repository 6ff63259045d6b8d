--- rpcd's object `session` as libubus-lua passes it on: sessions and their grants, logins, and what a reload leaves.
local lu = require("luaunit")
local unistd = require("posix.unistd")
local env = require("env")
local ubus = require("ubus")

local cases = {}
local session = env.session

local function grant(id, ...)
  return session("grant", { ubus_rpc_session = id, scope = "contract", objects = { ... } })
end

local function access(id, object)
  local answer = session("access", { ubus_rpc_session = id, scope = "contract", object = object, ["function"] = "read" })
  return answer.access
end

local function set(id, values) return session("set", { ubus_rpc_session = id, values = values }) end

local function get(id) return session("get", { ubus_rpc_session = id }).values end

-- A case that gets a new session.
local function case(name, run)
  cases["test_" .. name] = function()
    run(env.new_session())
  end
end

-- Values and failures ----------------------------------------------------------------------------------------------------

-- A case: what a session keeps of a value handed to `set`.
local function keeps(name, value, expected)
  case(name, function(id)
    set(id, { it = value })
    lu.assertEquals(get(id).it, expected)
  end)
end

local NESTED = { list = { "a", "b", { c = true } }, deep = { deeper = { deepest = "x" } } }
keeps("strings_end_at_nul", "ab\0cd", "ab")
keeps("milliseconds_stay", 1767225600000, 1767225600000)
keeps("nested_tables_and_arrays_stay", NESTED, NESTED)
keeps("empty_table_stays_empty", {}, {})

-- A case: a call that fails; the session's id is put in where it is `true`.
local function fails(name, status, method, arguments, object)
  case(name .. "_is_" .. status, function(id)
    arguments.ubus_rpc_session = arguments.ubus_rpc_session == true and id or arguments.ubus_rpc_session
    lu.assertEquals({ env.connection():call(object or "session", method, arguments) }, { nil, status })
  end)
end

local UNKNOWN = string.rep("f", 32)
fails("unknown_object", 4, "get", {}, "contract-none")
fails("unknown_method", 3, "contract_none", {})
fails("function_as_argument", 2, "create", { timeout = print })
fails("nested_function", 2, "set", { ubus_rpc_session = true, values = { a = { print } } })
fails("empty_table_as_values_is_an_array", 2, "set", { ubus_rpc_session = true, values = {} })
fails("list_of_an_unknown_session", 4, "list", { ubus_rpc_session = UNKNOWN })
fails("set_of_an_unknown_session", 4, "set", { ubus_rpc_session = UNKNOWN, values = { a = "b" } })
fails("get_of_an_unknown_session", 4, "get", { ubus_rpc_session = UNKNOWN })
fails("revoke_of_an_unknown_session", 4, "revoke", { ubus_rpc_session = UNKNOWN, scope = "uci" })
fails("grant_without_objects", 2, "grant", { ubus_rpc_session = true, scope = "uci" })
fails("destroy_of_nobodys_session", 6, "destroy", { ubus_rpc_session = env.nobody })

function cases.test_connect_to_nothing_returns_nil_and_a_number()
  local conn, status = ubus.connect("/nonexistent/var/run/ubus/ubus.sock")
  lu.assertNil(conn)
  lu.assertIsNumber(status)
end

function cases.test_number_key_beside_string_key_raises()
  lu.assertError(session, "create", { [7] = "a", timeout = 5 })
end

-- logd's reply without a stream; where there is no logd, as on a build machine, there is nothing to compare.
function cases.test_log_read_answers_with_the_last_lines()
  local answer, status = env.connection():call("log", "read", { lines = 2, stream = false, oneshot = true })
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

-- Sessions ---------------------------------------------------------------------------------------------------------------

for timeout, expected in pairs({ [604800] = 604800, [2147483648] = 300, [0] = 0 }) do
  cases["test_create_with_a_timeout_of_" .. timeout] = function()
    local dump = session("create", { timeout = timeout })
    lu.assertEquals({ dump.timeout, dump.acls, dump.data }, { expected, {}, {} })
    lu.assertTrue(dump.expires == expected or dump.expires == expected - 1)
    lu.assertStrMatches(dump.ubus_rpc_session, ("%x"):rep(32))
    session("destroy", { ubus_rpc_session = dump.ubus_rpc_session })
  end
end

case("list_of_all_returns_one_value_per_session_in_order", function(id)
  local ids, sorted = {}, {}
  for index, dump in ipairs({ session("list", {}) }) do
    ids[index], sorted[index] = dump.ubus_rpc_session, dump.ubus_rpc_session
  end
  table.sort(sorted)
  lu.assertEquals(ids, sorted)
  lu.assertTableContains(ids, id)
  lu.assertTableContains(ids, env.nobody)
end)

function cases.test_session_ends_after_its_timeout_which_every_use_begins_anew()
  local id = env.new_session(1)
  for _ = 1, 3 do
    env.sleep(600)
    lu.assertEquals(get(id), {})
  end
  env.sleep(1300)
  lu.assertEquals({ session("list", { ubus_rpc_session = id }) }, { nil, 4 })
end

case("set_get_and_destroy", function(id)
  lu.assertEquals(select("#", set(id, { username = "x", token = "t" })), 0)
  set(id, { token = "u", more = 5 })
  lu.assertEquals(get(id), { username = "x", token = "u", more = 5 })
  lu.assertEquals(select("#", session("destroy", { ubus_rpc_session = id })), 0)
  lu.assertEquals({ session("destroy", { ubus_rpc_session = id }) }, { nil, 4 })
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

-- Grants -----------------------------------------------------------------------------------------------------------------

case("grant_keeps_the_order_of_functions_and_no_duplicates", function(id)
  grant(id, { "a", "z" }, { "a", "b" }, { "a", "z" }, { "a", "m" })
  grant(id, { "a", "b" })
  lu.assertEquals(env.grants(id), { contract = { a = { "z", "b", "m" } } })
end)

case("grant_takes_hundreds_of_pairs_in_one_call", function(id)
  local pairs_ = {}
  for index = 1, 700 do
    pairs_[index] = { ("object%04d"):format(index), "read" }
  end
  grant(id, unpack(pairs_))
  lu.assertEquals({ access(id, "object0700"), access(id, "object0701") }, { true, false })
end)

case("access_by_patterns", function(id)
  grant(id, { "luci*", "read" }, { "wg[0-3]", "r*d" }, { "a\\*", "read" }, { "network", "write" })
  lu.assertEquals({ access(id, "luci.x"), access(id, "wg2"), access(id, "a\\b") }, { true, true, true })
  lu.assertEquals({ access(id, "luc"), access(id, "wg4"), access(id, "a*"), access(id, "network") },
    { false, false, false, false })
end)

case("dump_sorts_grants_by_the_part_before_a_wildcard", function(id)
  grant(id, { "a*", "one" }, { "a", "two" }, { "a*", "three" })
  -- Three runs of objects, of which libubus-lua keeps the last of each name.
  lu.assertEquals(env.grants(id), { contract = { ["a*"] = { "three" }, a = { "two" } } })
end)

local function revoke(id, ...)
  return session("revoke", { ubus_rpc_session = id, scope = "contract", objects = select("#", ...) > 0 and { ... } or nil })
end

case("revoke_takes_exact_pairs_and_no_patterns", function(id)
  grant(id, { "a*", "one" }, { "a*", "two" }, { "a", "one" }, { "b", "one" })
  lu.assertEquals(select("#", revoke(id, { "a*", "one" }, { "b", "*" }, { "?", "one" }, { "none", "one" })), 0)
  lu.assertEquals(env.grants(id), { contract = { ["a*"] = { "two" }, a = { "one" }, b = { "one" } } })
end)

case("revoke_of_the_last_pair_takes_the_scope", function(id)
  grant(id, { "a", "one" })
  revoke(id, { "a", "one" })
  lu.assertEquals(env.grants(id), {})
  lu.assertEquals(select("#", revoke(id, { "a", "one" })), 0)
end)

case("revoke_without_objects_takes_one_scope_whole", function(id)
  grant(id, { "a*", "one" }, { "b", "two" })
  session("grant", { ubus_rpc_session = id, scope = "contract-2", objects = { { "a", "b" } } })
  revoke(id)
  lu.assertEquals(env.grants(id), { ["contract-2"] = { a = { "b" } } })
end)

-- Logins -----------------------------------------------------------------------------------------------------------------

local GROUPS = [=[{
 "contract-net": {
  "read": { "ubus": { "contract.net": ["status", "dump"] }, "uci": ["network"], "file": { "/etc/net*": ["read"] } },
  "write": { "ubus": { "contract.net": ["up"] }, "uci": ["network"] }
 },
 "contract-fs": { "read": { "file": ["/a", "/b"], "cgi-io": ["download"] }, "write": { "file": { "/a": ["write"] } } },
 "contract-text": "not a group",
 "unauthenticated": { "read": { "contract": { "public": ["see"] } } }
}]=]
local HASH = unistd.crypt("p", "$6$contractsalt$")
local SECTION = ("config login contract\n\toption username contract\n\toption password '%s'\n"):format(HASH)
local READ_FS = SECTION .. "\tlist read contract-fs\n"
local RIGHT = { username = "contract", password = "p", timeout = 30 }
local FS_READ = { ["contract-fs"] = { "read" } }

local function login(section)
  env.configure(section, GROUPS)
  return session("login", RIGHT)
end

-- A case: a login that fails, with a section of this text.
local function refuses(name, arguments, section)
  cases["test_" .. name .. "_is_6"] = function()
    env.configure(section or SECTION, GROUPS)
    lu.assertEquals({ session("login", arguments) }, { nil, 6 })
  end
end

refuses("wrong_password", { username = "contract", password = "q" })
refuses("unknown_user", { username = "contract-none", password = "p" })
refuses("username_as_a_list", RIGHT, (SECTION:gsub("option username", "list username")))
refuses("empty_password_option", RIGHT, (SECTION:gsub("'.*'", "''")))

-- A case: the grants that these lines of a section give. Groups in general: test/unit/data/rpcd_grants.json.
local function gives(name, lines, expected)
  cases["test_" .. name] = function()
    local dump = login(SECTION .. lines)
    session("destroy", { ubus_rpc_session = dump.ubus_rpc_session })
    lu.assertEquals({ dump.data, dump.timeout, dump.acls }, { { username = "contract" }, 30, expected })
  end
end

gives("exclusion_wins", "\tlist read 'contract-?*s'\n\tlist read '!contract-f*'\n", {})
gives("exclusion_in_read_beats_implied_read", "\tlist read '!contract-fs'\n\tlist write contract-fs\n", {
  file = { ["/a"] = { "write" } },
  ["access-group"] = { ["contract-fs"] = { "write" } },
})
gives("read_of_one_group_in_both_notations", "\tlist read contract-net\n\tlist read 'contract-[a-f]s'\n", {
  ubus = { ["contract.net"] = { "status", "dump" } },
  uci = { network = { "read" } },
  file = { ["/etc/net*"] = { "read" }, ["/a"] = { "read" }, ["/b"] = { "read" } },
  ["cgi-io"] = { download = { "read" } },
  ["access-group"] = { ["contract-net"] = { "read" }, ["contract-fs"] = { "read" } },
})
gives("write_implies_read", "\tlist write contract-fs\n", {
  file = { ["/a"] = { "read", "write" }, ["/b"] = { "read" } },
  ["cgi-io"] = { download = { "read" } },
  ["access-group"] = { ["contract-fs"] = { "read", "write" } },
})

-- A case: a file of groups that is no JSON, and what it grants all the same.
local function lenient(name, text, expected)
  cases["test_file_with_" .. name] = function()
    env.configure(SECTION .. "\tlist read 'contract-*'\n", text)
    local dump = session("login", RIGHT)
    session("destroy", { ubus_rpc_session = dump.ubus_rpc_session })
    lu.assertEquals(dump.acls["access-group"], expected and { ["contract-odd"] = { "read" } } or nil)
    lu.assertEquals(dump.acls.uci or {}, expected or {})
  end
end

local ODD = '{"contract-odd":{"read":{"uci":["a"]}}'
local A_READ = { a = { "read" } }
lenient("comments", "/* a */ " .. ODD .. " // b\n}", A_READ)
lenient("a_comma_at_the_end", '{"contract-odd":{"read":{"uci":["a",],},},}', A_READ)
lenient("single_quotes", (ODD .. "}"):gsub('"', "'"), A_READ)
lenient("text_behind_the_object", ODD .. "} rest", A_READ)
lenient("a_brace_too_many", ODD .. "}}\n", A_READ)
lenient("names_that_end_at_nul", '{"contract-odd\\u0000x":{"read":{"uci":["a\\u0000b"]}}}', A_READ)
lenient("more_than_256_kb", ODD .. (" "):rep(300000) .. "}", A_READ)
lenient("a_brace_too_few", ODD, nil)
lenient("a_list_outside", "[" .. ODD .. "}]", nil)
lenient("a_scope_that_is_null", '{"contract-odd":{"read":{"uci":null}}}', {})

-- Passwords that are turned off: read at each login without a reload, options beside it do not count, live sessions keep their rights.
function cases.test_a_password_replaced_by_an_exclamation_mark_counts_at_once_and_costs_no_live_session()
  local id = login(READ_FS).ubus_rpc_session
  local beside = ("\toption sso_login_password '%s'\n\toption sso_login_trial 1\n"):format(HASH)
  env.configure(READ_FS:gsub("'.*'", "'!'") .. beside, GROUPS)
  for _, password in ipairs({ "p", "!", "", "*0", "*1" }) do
    lu.assertEquals({ session("login", { username = "contract", password = password }) }, { nil, 6 }, password)
  end
  env.reload()
  lu.assertEquals({ session("login", RIGHT) }, { nil, 6 })
  lu.assertEquals(env.grants(id)["access-group"], FS_READ)
  lu.assertIsTable(login(READ_FS))
  session("destroy", { ubus_rpc_session = id })
end

function cases.test_second_section_of_a_username_counts_when_the_first_has_another_password()
  local first = "config login c1\n\toption username contract\n\toption password '!'\n\n"
  lu.assertEquals(login(first .. READ_FS).acls["access-group"], FS_READ)
end

-- Reloads (SIGHUP) -------------------------------------------------------------------------------------------------------

-- A case: what a reload leaves to a session of this username; its values stay.
local function leaves(name, username, grants)
  case("reload_" .. name, function(id)
    env.configure(READ_FS .. "\n" .. SECTION:gsub("login contract", "login c2") .. "\tlist read contract-net\n", GROUPS)
    grant(id, { "three", "write" })
    local values = { username = username, token = "t", number = 5, list = { "a" } }
    set(id, values)
    env.reload()
    lu.assertEquals(get(id), values)
    lu.assertEquals(env.grants(id)["access-group"], grants)
    lu.assertNil(env.grants(id).contract)
  end)
end

leaves("gives_the_grants_of_the_first_section_of_the_username", "contract", FS_READ)
leaves("takes_the_grants_without_a_section", "contract-other", nil)
leaves("takes_the_grants_without_a_username", nil, nil)
leaves("does_not_count_a_username_that_is_no_string", 5, nil)

function cases.test_reload_keeps_timeouts_but_of_sessions_that_never_end_or_are_destroyed()
  local id, endless, destroyed = env.new_session(100), env.new_session(0), env.new_session()
  session("destroy", { ubus_rpc_session = destroyed })
  env.reload()
  local dump = session("list", { ubus_rpc_session = id })
  lu.assertEquals({ dump.timeout, dump.expires >= 98 }, { 100, true })
  lu.assertEquals({ session("list", { ubus_rpc_session = endless }) }, { nil, 4 })
  lu.assertEquals({ session("list", { ubus_rpc_session = destroyed }) }, { nil, 4 })
end

function cases.test_reload_is_what_adds_and_removes_the_objects_of_programs()
  local folder, object = env.root .. "/usr/libexec/rpcd", "contract-program"
  os.execute("mkdir -p '" .. folder .. "'")
  env.write(folder .. "/" .. object, "#!/bin/sh\necho '{\"run\":{}}'\n")
  os.execute("chmod 755 '" .. folder .. "/" .. object .. "'")
  env.reload()
  os.remove(folder .. "/" .. object)
  lu.assertNotNil((env.connection():signatures(object)))
  lu.assertEquals({ env.connection():call(object, "run", {}) }, { nil, 4 })
  env.reload()
  lu.assertNil((env.connection():signatures(object)))
end

function cases.test_reload_makes_nobodys_session_anew()
  env.configure(SECTION, GROUPS)
  set(env.nobody, { contract = "x" })
  env.reload()
  lu.assertNil(get(env.nobody).contract)
  lu.assertEquals(env.grants(env.nobody).contract, { public = { "see" } })
end

return cases
