--- io/uci: what libuci-lua answers, as the service sees it.
local uci = require("sso_login.io.uci")

--- The functions of io/uci over a fake binding; `answers` has the methods of a cursor.
local function with_cursor(answers)
  package.loaded.uci = { cursor = function() return answers end }
  return uci.make("")
end

describe("io.uci", function()
  after_each(function() package.loaded.uci = nil end)

  -- The messages are those of the real module: a missing section is an "Invalid argument" there, and the place of an
  -- earlier parse error may follow.
  for _, message in ipairs({
    "Entry not found", "uci: Entry not found", "Invalid argument",
    "Entry not found (invalid command) at line 3, byte 0", "Invalid argument (invalid command) at line 3, byte 0",
  }) do
    it("takes “" .. message .. "” for an option that is not there", function()
      local io = with_cursor({ get = function() return nil, message end })
      assert.same({ ok = true }, io.uci_get("luci", "sauth", "sessiontime"))
    end)
  end
end)

describe("io.ubus", function()
  after_each(function() package.loaded.ubus = nil end)
  -- libubus-lua pushes every reply without asking Lua for room.
  it("makes room for thousands of replies before a call that may have them", function()
    local replies = {}
    for i = 1, 5000 do replies[i] = { n = i } end
    local stopped
    package.loaded.ubus = {
      connect = function()
        return {
          call = function()
            -- While room must last, the collector does not run.
            local before = collectgarbage("count")
            for _ = 1, 20000 do local _ = {} end
            stopped = collectgarbage("count") > before + 500
            return unpack(replies)
          end,
        }
      end,
    }
    local ubus = require("sso_login.io.ubus").make("")
    assert.equal(5000, #ubus.ubus_call_all("session", "list", {}).data)
    assert.is_true(stopped)
  end)
end)
