--- Cursors of libuci-lua: reading, changing, pending changes, commit.
local lu = require("luaunit")
local stat = require("posix.sys.stat")
local unistd = require("posix.unistd")
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

-- Adds a case that gets a cursor on a fresh folder with package `p`, and that place.
local function case(name, run)
  cases["test_" .. name] = function()
    env.with_package(SAMPLE, run)
  end
end

-- An answer without the place of an earlier, unrelated parse error, which libuci adds to all later messages of a process.
local function plain(answer, message)
  return { answer, type(message) == "string" and message:gsub(" %(.*%) at line %d+, byte %d+$", "") or message }
end

-- A case: what a method answers.
local function answers(name, expected, method, ...)
  local arguments = { n = select("#", ...), ... }
  case(name, function(c)
    lu.assertEquals(plain(c[method](c, unpack(arguments, 1, arguments.n))), expected)
  end)
end

local MISSING, NOT_DONE = { nil, "uci: Entry not found" }, { false, "uci: Entry not found" }
local INVALID = { nil, "uci: Invalid argument" }
answers("get_of_an_option", { "1" }, "get", "p", "default", "enabled")
answers("get_of_a_list", { { "openid", "email" } }, "get", "p", "default", "scope")
answers("get_of_a_section_is_type_and_name", { "role", "admin" }, "get", "p", "admin")
answers("get_of_a_missing_option", MISSING, "get", "p", "default", "none")
answers("get_in_a_missing_section", INVALID, "get", "p", "none", "none")
answers("get_all_of_a_missing_package", MISSING, "get_all", "none")
answers("set_in_a_missing_section", { false, "uci: Invalid argument" }, "set", "p", "none", "enabled", "1")
answers("delete_of_a_missing_option", NOT_DONE, "delete", "p", "default", "none")

-- A case: a change succeeds, and `get` of the given names then answers this.
local function changes(name, change, names, ...)
  local expected = { ... }
  case(name, function(c)
    lu.assertEquals({ c[change[1]](c, unpack(change, 2)) }, { true })
    lu.assertEquals(plain(c:get("p", unpack(names))), expected)
  end)
end

local ENABLED, SCOPE = { "default", "enabled" }, { "default", "scope" }
changes("set_of_an_empty_string_deletes", { "set", "p", "default", "enabled", "" }, ENABLED, unpack(MISSING, 1, 2))
changes("set_of_a_list_of_one", { "set", "p", "default", "new", { "a" } }, { "default", "new" }, { "a" })
changes("set_of_a_list", { "set", "p", "default", "new", { "a", "b", 3 } }, { "default", "new" }, { "a", "b", "3" })
changes("set_replaces_a_list_by_a_shorter_one", { "set", "p", "default", "scope", { "x" } }, SCOPE, { "x" })
changes("set_replaces_a_list_by_a_list", { "set", "p", "default", "scope", { "y", "z" } }, SCOPE, { "y", "z" })
changes("set_makes_a_named_section", { "set", "p", "viewer", "role" }, { "viewer" }, "role", "viewer")
changes("rename", { "rename", "p", "admin", "boss" }, { "boss" }, "role", "boss")

case("reorder_gives_a_section_its_place", function(c)
  lu.assertEquals({ c:reorder("p", "admin", 0) }, { true })
  lu.assertEquals(c:get_all("p").admin[".index"], 0)
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

case("anonymous_sections_have_names_of_position_and_type", function(c)
  local names = {}
  c:foreach("p", "role", function(section)
    names[#names + 1] = section[".name"]
  end)
  lu.assertEquals(names, { "admin", "cfg037937", "cfg047937" })
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
  c:save("p")
  lu.assertNil(env.read(place.pending))
end)

-- A case in which libuci before uci's commit of 2023-03-04 differs: what it gives, and what it gave.
local function changed_in_2023(name, run, expected, before)
  case(name, function(c, place)
    local found = run(c, place)
    if found == before then
      env.differs(name, before)
    else
      lu.assertEquals(found, expected)
    end
  end)
end

changed_in_2023("setting_the_same_type_is_no_change", function(c, place)
  c:set("p", "admin", "role")
  c:save("p")
  return env.read(place.pending)
end, nil, "p.admin='role'\n")

changed_in_2023("an_option_that_is_set_keeps_its_place", function(c, place)
  c:set("p", "default", "enabled", "0")
  c:commit("p")
  return env.read(place.path):match("'default'\n(.-)\n\n")
end, "\toption enabled '0'\n\tlist scope 'openid'\n\tlist scope 'email'",
  "\tlist scope 'openid'\n\tlist scope 'email'\n\toption enabled '0'")

case("commit_writes_the_canonical_form", function(c, place)
  c:set("p", "viewer", "role")
  c:set("p", "viewer", "read", { "a b", "it's" })
  lu.assertEquals({ c:commit("p") }, { true })
  lu.assertEquals(
    env.read(place.path),
    "\n" .. SAMPLE .. "\nconfig role 'viewer'\n\tlist read 'a b'\n\tlist read 'it'\\''s'\n\n"
  )
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

-- As on a full flash: no file grows beyond so many bytes.
case("commit_that_cannot_be_written_succeeds_and_leaves_less", function(_, place)
  local resource, signal = require("posix.sys.resource"), require("posix.signal")
  local long = place.file(SAMPLE .. ("config role 'r'\n\toption text '%s'\n"):format(("x"):rep(2000)))
  local unlimited = -1
  local handler = signal.signal(signal.SIGXFSZ, function() end)
  resource.setrlimit(resource.RLIMIT_FSIZE, { rlim_cur = 100, rlim_max = unlimited })
  long:set("p", "default", "enabled", "0")
  local answer = { long:commit("p") }
  resource.setrlimit(resource.RLIMIT_FSIZE, { rlim_cur = unlimited, rlim_max = unlimited })
  signal.signal(signal.SIGXFSZ, handler)
  lu.assertEquals(answer, { true })
  lu.assertTrue(#env.read(place.path) <= 100)
end)

case("a_loaded_package_does_not_see_later_files", function(c, place)
  c:get("p", "default", "enabled")
  place.file("config oidc default\n\toption enabled 9\n")
  lu.assertEquals(c:get("p", "default", "enabled"), "1")
  lu.assertEquals({ c:unload("p") }, { true })
  lu.assertEquals(c:get("p", "default", "enabled"), "9")
end)

case("values_of_several_lines_survive_a_commit", function(c, place)
  c:set("p", "default", "text", "one\ntwo 'three' \"four\" \\ #five")
  c:commit("p")
  lu.assertEquals(place.cursor():get("p", "default", "text"), "one\ntwo 'three' \"four\" \\ #five")
end)

-- Syntax -----------------------------------------------------------------------------------------------------------------

local SYNTAX = [[
# top

config t s # here
	option pieces a'b c'"d e"f
	option escaped "x\"y\\z"
	option bare c\ d
  # between
	option hash 'd # no'
	option empty ''
	option text 'one
two'
	list list ''
	list list b
config t x
config t s
	option returned 'a'
	option last b]]

function cases.test_reads_quotes_escapes_comments_and_a_section_in_two_parts()
  env.with_package(SYNTAX:gsub("'a'\n", "'a'\r\n"), function(c)
    local section, problem = c:get_all("p", "s")
    lu.assertIsTable(section, problem)
    section[".name"], section[".type"], section[".anonymous"] = nil, nil, nil
    lu.assertEquals(section, {
      pieces = "ab cd ef", escaped = 'x"y\\z', bare = "c d", hash = "d # no", text = "one\ntwo", list = { "", "b" },
      returned = "a", last = "b",
    })
  end)
end

function cases.test_an_empty_file_is_an_empty_package()
  env.with_package("", function(c)
    lu.assertEquals({ c:load("p") }, { true })
    lu.assertEquals(c:get_all("p"), {})
  end)
end

for text, line in pairs({
  ["config t s\n\toption a b\nfoo bar\n"] = 3,
  ["config t s\nfoo bar"] = 1, -- a line counts when its end was read
  ["config \n"] = "%d+",
  ["config t bad-name\n"] = "%d+",
  ["config t s\nconfig u s\n"] = "%d+",
  ["config t s\n\toption a 'b\n"] = "%d+",
}) do
  cases["test_refuses_" .. text:gsub("%s+", " ")] = function()
    env.with_package(text, function(c)
      local loaded, problem = c:load("p")
      lu.assertIsFalse(loaded)
      lu.assertStrMatches(problem, "uci: Parse error %(.*%) at line " .. line .. ".*")
      lu.assertStrContains(select(2, c:get("p", "s", "a")), "Parse error")
      lu.assertIsFalse(c:foreach("p", "t", function() end))
    end)
  end
end

return cases
