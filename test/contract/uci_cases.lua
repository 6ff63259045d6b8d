--- Cursors of libuci-lua: reading, changing, pending changes, commit.
local lu = require("luaunit")
local stat = require("posix.sys.stat")
local unistd = require("posix.unistd")
local uci = require("uci")
local env = require("env")

local cases = {}

local SAMPLE = [[
config oidc 'default'
	option enabled '1'
	list scope 'openid'
	list scope 'email'

config role 'admin'
	list read '*'

config role
	option label 'first'

config role
	option label 'second'
]]

-- Adds a case that gets a cursor on a fresh folder with package `p` and functions on that folder.
local function case(name, run)
    cases["test_" .. name] = function()
        local folder = env.new_folder()
        stat.mkdir(folder .. "/config", 448)
        env.write(folder .. "/config/p", SAMPLE)
        local place = { path = folder .. "/config/p", pending = folder .. "/save/p" }
        function place.cursor()
            return uci.cursor(folder .. "/config", folder .. "/save")
        end
        function place.file(text)
            env.write(place.path, text)
            return place.cursor()
        end
        local done, problem = pcall(run, place.cursor(), place)
        env.remove_folder(folder)
        if not done then
            error(problem, 0)
        end
    end
end

case("get_of_an_option", function(c) lu.assertEquals({ c:get("p", "default", "enabled") }, { "1" }) end)
case("get_of_a_list", function(c) lu.assertEquals(c:get("p", "default", "scope"), { "openid", "email" }) end)
case("get_of_a_section_is_type_and_name", function(c) lu.assertEquals({ c:get("p", "admin") }, { "role", "admin" }) end)

case("get_of_what_does_not_exist", function(c)
    local missing, invalid = { nil, "uci: Entry not found" }, { nil, "uci: Invalid argument" }
    lu.assertEquals({ c:get("p", "default", "none") }, missing)
    lu.assertEquals({ c:get("none", "default", "enabled") }, missing)
    lu.assertEquals({ c:get("p", "none", "none") }, invalid)
    lu.assertEquals({ c:get("p", "none") }, invalid)
end)

case("get_with_nil_raises", function(c)
    lu.assertErrorMsgContains("string expected", function()
        c:get("p", "default", nil)
    end)
end)

case("get_all_of_a_section", function(c)
    lu.assertEquals(c:get_all("p", "default"), {
        [".name"] = "default",
        [".type"] = "oidc",
        [".anonymous"] = false,
        enabled = "1",
        scope = { "openid", "email" },
    })
end)

case("get_all_of_a_package", function(c)
    local all = c:get_all("p")
    local count = 0
    for _ in pairs(all) do
        count = count + 1
    end
    lu.assertEquals(count, 4)
    lu.assertEquals(all.admin, {
        [".name"] = "admin",
        [".type"] = "role",
        [".anonymous"] = false,
        [".index"] = 1,
        read = { "*" },
    })
end)

case("get_all_of_what_does_not_exist", function(c)
    lu.assertEquals({ c:get_all("p", "none") }, { nil, "uci: Entry not found" })
    lu.assertEquals({ c:get_all("none") }, { nil, "uci: Entry not found" })
end)

case("anonymous_sections_have_names_of_position_and_type", function(c)
    local names = {}
    c:foreach("p", "role", function(section)
        names[#names + 1] = section[".name"]
    end)
    lu.assertEquals(names, { "admin", "cfg037937", "cfg047937" })
end)

case("foreach_gives_sections_in_file_order", function(c)
    local seen = {}
    local answer = c:foreach("p", "role", function(section)
        seen[#seen + 1] = { section[".index"], section[".anonymous"], section.label }
    end)
    lu.assertEquals(answer, true)
    lu.assertEquals(seen, { { 1, false, nil }, { 2, true, "first" }, { 3, true, "second" } })
end)

case("foreach_of_nothing_is_false", function(c)
    lu.assertEquals({ c:foreach("p", "none", function() end) }, { false })
    lu.assertEquals({ c:foreach("none", "role", function() end) }, { false })
end)

case("set_of_an_option", function(c)
    lu.assertEquals({ c:set("p", "default", "enabled", "0") }, { true })
    lu.assertEquals(c:get("p", "default", "enabled"), "0")
end)

case("set_of_a_number", function(c)
    c:set("p", "default", "count", 12)
    lu.assertEquals(c:get("p", "default", "count"), "12")
end)

case("set_of_a_boolean_raises", function(c)
    lu.assertErrorMsgContains("string expected", function()
        c:set("p", "default", "enabled", true)
    end)
end)

case("set_of_an_empty_table_raises", function(c)
    lu.assertErrorMsgContains("empty table", function()
        c:set("p", "default", "scope", {})
    end)
end)

case("set_of_lists", function(c)
    c:set("p", "default", "one", { "a" })
    c:set("p", "default", "three", { "a", "b", 3 })
    lu.assertEquals(c:get("p", "default", "one"), { "a" })
    lu.assertEquals(c:get("p", "default", "three"), { "a", "b", "3" })
end)

case("set_replaces_lists_by_lists_and_options", function(c)
    c:set("p", "default", "scope", { "x" })
    lu.assertEquals(c:get("p", "default", "scope"), { "x" })
    c:set("p", "default", "scope", { "y", "z" })
    lu.assertEquals(c:get("p", "default", "scope"), { "y", "z" })
    c:set("p", "default", "scope", "plain")
    lu.assertEquals(c:get("p", "default", "scope"), "plain")
end)

case("set_of_an_empty_string_deletes", function(c)
    lu.assertEquals({ c:set("p", "default", "enabled", "") }, { true })
    lu.assertNil(c:get("p", "default", "enabled"))
    lu.assertEquals({ c:set("p", "default", "never", "") }, { true })
end)

case("set_in_a_missing_section_is_invalid", function(c)
    lu.assertEquals({ c:set("p", "none", "enabled", "1") }, { false, "uci: Invalid argument" })
end)

case("set_in_a_missing_package_is_not_found", function(c)
    lu.assertEquals({ c:set("none", "default", "enabled", "1") }, { false, "uci: Entry not found" })
end)

case("set_makes_a_named_section", function(c)
    lu.assertEquals({ c:set("p", "viewer", "role") }, { true })
    lu.assertEquals({ c:get("p", "viewer") }, { "role", "viewer" })
end)

case("set_changes_a_section_type_and_keeps_its_place", function(c)
    c:set("p", "admin", "longer_type")
    local all = c:get_all("p")
    lu.assertEquals({ all.admin[".type"], all.admin[".index"], all.admin.read }, { "longer_type", 1, { "*" } })
end)

case("delete_of_option_and_section", function(c)
    lu.assertEquals({ c:delete("p", "default", "enabled") }, { true })
    lu.assertNil(c:get("p", "default", "enabled"))
    lu.assertEquals({ c:delete("p", "admin") }, { true })
    lu.assertNil(c:get("p", "admin"))
end)

case("delete_of_what_does_not_exist", function(c)
    lu.assertEquals({ c:delete("p", "default", "none") }, { false, "uci: Entry not found" })
    lu.assertEquals({ c:delete("p", "none") }, { false, "uci: Entry not found" })
end)

case("rename", function(c)
    lu.assertEquals({ c:rename("p", "admin", "boss") }, { true })
    lu.assertEquals({ c:get("p", "boss") }, { "role", "boss" })
end)

case("changes_are_private_until_saved", function(c, place)
    c:set("p", "default", "enabled", "0")
    lu.assertEquals(place.cursor():get("p", "default", "enabled"), "1")
    lu.assertEquals({ c:save("p") }, { true })
    lu.assertEquals(place.cursor():get("p", "default", "enabled"), "0")
    lu.assertEquals(env.read(place.path), SAMPLE)
end)

case("saved_changes_in_their_file", function(c, place)
    c:set("p", "default", "enabled", "it's")
    c:set("p", "new", "role")
    c:set("p", "new", "read", { "a", "b" })
    c:set("p", "default", "scope", { "x" })
    c:delete("p", "admin")
    c:save("p")
    lu.assertEquals(
        env.read(place.pending),
        "p.default.enabled='it'\\''s'\np.new='role'\np.new.read='a'\n|p.new.read='b'\n-p.default.scope\n"
            .. "|p.default.scope='x'\n-p.admin\n"
    )
end)

case("setting_the_same_value_is_no_change", function(c, place)
    c:set("p", "default", "enabled", "1")
    c:set("p", "admin", "role")
    c:save("p")
    lu.assertFalse(env.exists(place.pending))
end)

case("commit_writes_the_canonical_form", function(c, place)
    c:set("p", "viewer", "role")
    c:set("p", "viewer", "read", { "a b", "it's" })
    lu.assertEquals({ c:commit("p") }, { true })
    lu.assertEquals(
        env.read(place.path),
        "\n" .. SAMPLE .. "\nconfig role 'viewer'\n\tlist read 'a b'\n\tlist read 'it'\\''s'\n\n"
    )
end)

case("commit_without_changes_writes_nothing", function(c, place)
    c:get("p", "default")
    lu.assertEquals({ c:commit("p") }, { true })
    lu.assertEquals(env.read(place.path), SAMPLE)
end)

case("commit_empties_the_pending_file", function(c, place)
    c:set("p", "default", "enabled", "0")
    c:save("p")
    c:commit("p")
    lu.assertEquals(env.read(place.pending) or "", "")
end)

case("commit_takes_what_others_saved", function(c, place)
    c:set("p", "default", "mine", "1")
    local other = place.cursor()
    other:set("p", "default", "theirs", "2")
    other:save("p")
    c:commit("p")
    lu.assertEquals(place.cursor():get("p", "default", "theirs"), "2")
    lu.assertEquals(place.cursor():get("p", "default", "mine"), "1")
end)

case("commit_takes_what_others_committed", function(c, place)
    c:set("p", "default", "mine", "1")
    local other = place.cursor()
    other:set("p", "default", "theirs", "2")
    other:commit("p")
    c:commit("p")
    lu.assertEquals(place.cursor():get("p", "default", "theirs"), "2")
    lu.assertEquals(c:get("p", "default", "theirs"), "2")
end)

case("commit_keeps_the_file_mode", function(c, place)
    stat.chmod(place.path, 416) -- 0640
    c:set("p", "default", "enabled", "0")
    c:commit("p")
    lu.assertEquals(stat.stat(place.path).st_mode % 4096, 416)
end)

case("commit_writes_through_a_link", function(c, place)
    os.rename(place.path, place.path .. "_target")
    unistd.link(place.path .. "_target", place.path, true)
    c:set("p", "default", "enabled", "0")
    lu.assertEquals({ c:commit("p") }, { true })
    lu.assertStrContains(env.read(place.path .. "_target"), "option enabled '0'")
    lu.assertEquals(stat.S_ISLNK(stat.lstat(place.path).st_mode) ~= 0, true)
end)

case("commit_of_a_missing_package", function(c)
    lu.assertEquals({ c:commit("none") }, { false, "uci: Entry not found" })
end)

case("revert_of_everything", function(c, place)
    c:set("p", "default", "enabled", "0")
    c:save("p")
    c:set("p", "default", "more", "1")
    lu.assertEquals({ c:revert("p") }, { true })
    lu.assertEquals({ c:get("p", "default", "enabled"), (c:get("p", "default", "more")) }, { "1" })
    lu.assertEquals(place.cursor():get("p", "default", "enabled"), "1")
end)

case("a_loaded_package_does_not_see_later_files", function(c, place)
    c:get("p", "default", "enabled")
    place.file("config oidc default\n\toption enabled 9\n")
    lu.assertEquals(c:get("p", "default", "enabled"), "1")
    lu.assertEquals({ c:unload("p") }, { true })
    lu.assertEquals(c:get("p", "default", "enabled"), "9")
end)

case("unload_of_what_is_not_loaded", function(c) lu.assertEquals({ c:unload("p") }, { false }) end)

case("load_reads_anew_and_drops_unsaved_changes", function(c)
    c:set("p", "default", "enabled", "0")
    lu.assertEquals({ c:load("p") }, { true })
    lu.assertEquals(c:get("p", "default", "enabled"), "1")
end)

case("load_of_a_missing_package", function(c)
    lu.assertEquals({ c:load("none") }, { false, "uci: Entry not found" })
end)

case("broken_lines_of_pending_changes_are_skipped", function(_, place)
    place.cursor():save("p")
    local c = place.cursor()
    c:set("p", "default", "enabled", "0")
    c:save("p")
    local broken = "rubbish\np.default.=x\nq.default.enabled='5'\n-p.none\n"
    env.write(place.pending, broken .. env.read(place.pending) .. "p.default.more='2'")
    local fresh = place.cursor()
    lu.assertEquals({ fresh:get("p", "default", "enabled"), (fresh:get("p", "default", "more")) }, { "0", "2" })
end)

case("bad_section_names_do_not_survive_a_commit", function(c, place)
    c:set("p", "bad-name", "role")
    c:set("p", "good_name", "role")
    c:commit("p")
    local fresh = place.cursor()
    lu.assertNil(fresh:get("p", "bad-name"))
    lu.assertEquals(fresh:get("p", "good_name"), "role")
end)

case("values_of_several_lines_survive_a_commit", function(c, place)
    c:set("p", "default", "text", "one\ntwo 'three' \"four\" \\ #five")
    c:commit("p")
    lu.assertEquals(place.cursor():get("p", "default", "text"), "one\ntwo 'three' \"four\" \\ #five")
end)

case("dots_and_equals_in_values_survive_a_commit", function(c, place)
    c:set("p", "default", "text", "a.b=c=d")
    c:set("p", "default", "more", { "x=y", "." })
    c:commit("p")
    lu.assertEquals(place.cursor():get("p", "default", "text"), "a.b=c=d")
    lu.assertEquals(place.cursor():get("p", "default", "more"), { "x=y", "." })
end)

return cases
