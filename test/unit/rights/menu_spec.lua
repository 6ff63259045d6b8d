local cjson = require("cjson")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local menu = require("sso_login.rights.menu")
local requests = require("support.requests")
local scene = require("support.scene")

local luci = "/cgi-bin/luci/"

local function node(kind, groups, changes)
  return fixtures.with({ title = "T", action = { type = kind }, depends = groups and { acl = groups } }, changes)
end

local menu_files = {
  ["a.json"] = {
    admin = node("firstchild"), ["admin/status"] = node("firstchild"), ["admin/status/overview"] = node("view", { "luci-mod-status-index" }),
    ["admin/network"] = node("firstchild"), ["admin/network/dns"] = node("view", { "net", "dns" }), ["admin/network/radio/*"] = node("view", { "net" }),
    ["admin/hidden"] = node("call", { "hid" }, { title = fixtures.none }),
    ["admin/logout"] = node("function", { "luci-base" }, { firstchild_ineligible = true }),
    ["admin/bare"] = { title = "B", depends = { acl = { "bare" } } }, ["admin/below"] = node("firstchild", { "above" }),
    ["admin/below/page"] = node("view", { "deep" }), ["admin/none/page"] = node("view", { "far" }),
  },
  ["b.json"] = { ["admin/logout"] = { action = { type = "call" } }, ["admin/network/dns"] = { depends = { acl = { "net", "names" } } } },
}

local function with_menu(files)
  local io, world = mock.create()
  for name, entries in pairs(files or menu_files) do
    world.put(io.paths.menu_dir .. "/" .. name, type(entries) == "string" and entries or cjson.encode(entries))
  end
  return io, world
end

local function choose(groups, wanted, webui_path, files)
  local pairs_of = {}
  for _, group in ipairs(groups) do
    pairs_of[#pairs_of + 1] = { group, "read" }
  end
  local chosen = menu.choose(with_menu(files), webui_path or luci, { ["access-group"] = pairs_of }, wanted and luci .. wanted)
  return chosen.ok and (chosen.data or "first") or chosen.error
end

describe("menu.choose", function()
  for groups, expected in pairs({
    ["luci-mod-status-index"] = "first", ["net names"] = "first", ["net"] = "first", ["above deep"] = "first", ["luci-base net"] = "first",
    ["luci-base"] = "ROLE_WITHOUT_PAGE", [""] = "ROLE_WITHOUT_PAGE", ["hid"] = "ROLE_WITHOUT_PAGE", ["names"] = "ROLE_WITHOUT_PAGE",
    ["dns"] = "ROLE_WITHOUT_PAGE", ["deep"] = "ROLE_WITHOUT_PAGE", ["above"] = "ROLE_WITHOUT_PAGE", ["bare"] = "ROLE_WITHOUT_PAGE",
  }) do
    it(("%q: %s"):format(groups, expected), function()
      local list = {}
      for group in groups:gmatch("%S+") do
        list[#list + 1] = group
      end
      assert.equal(expected, choose(list))
    end)
  end

  it("refuses no login without a readable menu, or with another web interface", function()
    assert.equal("first", choose({ "luci-base" }, nil, nil, {}))
    assert.equal("first", choose({ "luci-base" }, nil, nil, { ["a.json"] = "[", ["b.json"] = "[1]", ["c.txt"] = menu_files["a.json"] }))
    assert.equal("first", choose({}, nil, "/ui/"))
    assert.equal("first", choose({}, nil, "/cgi-bin/lucid/"))
    assert.equal("ROLE_WITHOUT_PAGE", choose({}, nil, "/cgi-bin/luci"))
    assert.equal("ROLE_WITHOUT_PAGE", choose({}, nil, luci .. "admin/status"))
  end)

  it("refuses no login for invalid entries", function()
    local odd = { ["a.json"] = { x = 1, y = {}, [""] = node("view"), z = { title = 1, action = "view", depends = 3 }, w = node("view", { 1, "w" }) } }
    assert.equal("first", choose({}, nil, nil, { ["a.json"] = { p = node("view") } }))
    assert.equal("first", choose({ "w" }, nil, nil, odd))
  end)
end)

it("menu.choose leaves a page that is not LuCI's to the web server", function()
  local page = ("x"):rep(#luci) .. "admin/hidden"
  local grants = { ["access-group"] = { { "luci-mod-status-index", "read" } } }
  assert.equal(page, menu.choose(with_menu(), luci, grants, page).data)
end)

describe("a menu", function()
  local other = node("view", { "z" })

  it("of several files merges each entry, later files first", function()
    for _, case in ipairs({
      { "g", "ROLE_WITHOUT_PAGE", node("view", { "g" }) }, { "h", "first", node("view", { "g" }) },
      { "h", "ROLE_WITHOUT_PAGE", node("view", { "g" }, { title = fixtures.none }) }, { "x", "ROLE_WITHOUT_PAGE", node("view", { "g" }) },
    }) do
      local files = { ["a.json"] = { p = case[3], q = other }, ["b.json"] = { p = { depends = { acl = { "h" } } } } }
      assert.equal(case[2], choose({ case[1] }, nil, nil, files))
    end
    assert.equal("first", choose({}, nil, nil, { ["a.json"] = { p = node("view", nil, { depends = { uci = "x" } }), q = other } }))
    assert.equal("first", choose({ "luci-mod-status-index" }, nil, nil, { ["a.json"] = { q = other } }))
    assert.equal("first", choose({}, nil, nil, { ["a.json"] = { p = node("view", { "g" }), q = other }, ["b.json"] = { p = { depends = { acl = 3 } } } }))
  end)

  it("lists each page with the titles above it and its groups", function()
    local found = {}
    for _, page in ipairs(menu.all_pages((with_menu()))) do
      found[page.path] = table.concat(page.titles, "/") .. ": " .. table.concat(page.groups, " ")
    end
    assert.same({
      ["admin/status/overview"] = "T/T: luci-mod-status-index", ["admin/network/dns"] = "T/T: net names",
      ["admin/network/radio"] = "T/T: net", ["admin/below/page"] = "T/T: above deep", ["admin/none/page"] = "T: far",
    }, found)
  end)

  it("lists no page that this router lacks, and no tab of a page", function()
    local function needing(changes) return node("view", { "g" }, { depends = fixtures.with({ acl = { "g" } }, changes) }) end
    local io, world = with_menu({ ["a.json"] = {
      file = needing({ fs = { ["/bin/there"] = "executable" } }), none = needing({ fs = { ["/bin/gone"] = "file" } }),
      one = needing({ fs = { { ["/bin/gone"] = "file" }, { ["/bin/gone"] = "absent", ["/etc/dir"] = "directory" } } }),
      absent = needing({ fs = { ["/bin/there"] = "absent" } }), empty = needing({ fs = { ["/etc/void"] = "directory" } }),
      package = needing({ uci = { net = true } }), gone = needing({ uci = { other = true } }),
      type = needing({ uci = { net = { ["@lan"] = true, name = { x = "1" } } } }), wrong = needing({ uci = { net = { ["@wan"] = true } } }),
      ["wrong/page"] = node("view", { "h" }), ["file/tab"] = node("view"), ["file/page"] = node("view", { "h" }),
    } })
    world.put("/bin/there", "")
    world.put("/etc/dir/file", "")
    world.uci.net = { { name = "name", type = "lan", options = {} } }
    local found = {}
    for number, page in ipairs(menu.all_pages(io)) do found[number] = page.path end
    assert.same({ "file", "file/page", "one", "package", "type" }, found)
  end)

  it("opens the first visible page below an entry", function()
    local files = { ["a.json"] = {
      ["admin/net"] = node("firstchild"), ["admin/net/x"] = node("view", { "y" }),
      ["admin/net/h"] = node("call", { "z" }, { title = fixtures.none }),
      ["admin/network"] = other, ["admin/void"] = node("firstchild"), ["admin/view"] = node("view"), ["admin/view/sub"] = node("view", { "y" }),
    } }
    for page, to in pairs({ ["admin/net"] = "first", ["admin/void"] = luci .. "admin/void", ["admin/view"] = luci .. "admin/view" }) do
      assert.equal(to, choose({ "luci-mod-status-index", "z" }, page, nil, files))
    end
  end)
end)

--- groups, page that was asked for, whether it ends there
for _, row in ipairs({
  { { "net", "names" }, "admin/network/dns", true }, { { "net" }, "admin/network/dns", false }, { { "net" }, "admin/network/radio/radio0.network1", true },
  { { "luci-mod-status-index" }, "admin/network/radio/radio0", false }, { { "net" }, "admin/network", true },
  { { "luci-mod-status-index" }, "admin/network", false }, { { "luci-mod-status-index" }, "admin/network/", false },
  { { "luci-mod-status-index" }, "admin/status/overview", true }, { { "luci-mod-status-index" }, "admin/other/page", true },
  { { "luci-mod-status-index" }, "admin/below/page", false }, { { "net" }, "admin", true }, { { "luci-mod-status-index" }, "admin/hidden", false },
}) do
  it(("menu.choose ends a login %s %s with %s"):format(row[3] and "at" or "not at", row[2], table.concat(row[1], " ")), function()
    assert.equal(row[3] and luci .. row[2] or "first", choose(row[1], row[2]))
  end)
end

describe("a login", function()
  local role = { { name = "poor", email = { "ada@example.org" }, read = { "base" } } }

  local function with_groups(world, io)
    world.put(io.paths.acl_dir .. "/base.json", '{"base":{"read":{"ubus":{"system":["board"]}}}}')
    world.put(io.paths.menu_dir .. "/a.json", cjson.encode(menu_files["a.json"]))
  end

  it("of a role without a page is refused with its words, and makes no session", function()
    requests.expect(requests.callback({ options = { roles = role }, setup = with_groups }), {
      code = "ROLE_WITHOUT_PAGE", sessions = 0, log = "^ROLE_WITHOUT_PAGE .*email=ada@example.org .*role=poor",
    })
  end)

  it("names all its roles where none has a page, and needs none of LuCI's for another web interface", function()
    local both = { role[1], { name = "second", group = { "/net/admins" }, read = { "base" } } }
    requests.expect(requests.callback({ options = { roles = both }, setup = with_groups }), { code = "ROLE_WITHOUT_PAGE", log = "^ROLE.* role=poor,second " })
    requests.expect(requests.callback({ options = { roles = role, uci = { webui_path = "/ui/" } }, setup = with_groups }), { sessions = 1 })
  end)

  it("ends at the requested page if its session may open it, and else at the first", function()
    for path, to in pairs({ ["admin/other"] = "?to=/cgi-bin/luci/admin/other", ["admin/network/dns"] = "" }) do
      local allowed = { { name = "some", email = { "ada@example.org" }, read = { "luci-mod-status-index" } } }
      local response = requests.expect(requests.callback({
        options = { roles = allowed }, handshake = { return_to = luci .. path },
        setup = function(world, io)
          with_groups(world, io)
          world.put(io.paths.acl_dir .. "/index.json", '{"luci-mod-status-index":{"read":{"uci":["luci"]}}}')
        end,
      }), { location = "/cgi-bin/webui/" .. to })
      assert.equal(to ~= "", (table.concat(scene.header_values(response, "Set-Cookie")):find("webui_sso_to_", 1, true)) ~= nil)
    end
  end)
end)
