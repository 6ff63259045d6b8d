local mock = require("support.mock")
local session_grants = require("sso_login.rpcd.session_grants")

--- A session with these grants by scope and object, and what `set` does with it: the methods with scope and pairs.
local function set(has, wanted)
  local io, world = mock.create()
  local sid = world.add_session({ username = "x" })
  world.sessions[sid].grants = mock.copy(has)
  local done = session_grants.set(io, sid, has, wanted)
  local calls = {}
  for at, call in ipairs(world.ubus_calls) do
    local pairs_ = {}
    for place, pair in ipairs(call.args.objects or {}) do
      pairs_[place] = table.concat(pair, " ")
    end
    assert.equal(sid, call.args.ubus_rpc_session)
    calls[at] = call.method .. " " .. call.args.scope .. ": " .. (call.args.objects and table.concat(pairs_, ", ") or "all")
  end
  return done, calls, world.sessions[sid].grants
end

describe("session_grants.set", function()
  for _, case in ipairs({
    { "nothing of nothing", {}, {}, {}, false },
    { "what is there", { uci = { a = { "read", "write" } } }, { uci = { { "a", "read" }, { "a", "write" } } }, {}, false },
    { "a new scope", {}, { uci = { { "a", "read" } } }, { "grant uci: a read" }, true },
    { "a function more", { uci = { a = { "read" } } }, { uci = { { "a", "read" }, { "a", "write" } } }, { "grant uci: a write" }, true },
    { "a function less", { uci = { a = { "read", "write" } } }, { uci = { { "a", "read" } } }, { "revoke uci: a write" }, true },
    { "a scope less", { uci = { a = { "read" }, b = { "read" } }, ubus = { x = { "y" } } }, { ubus = { { "x", "y" } } }, { "revoke uci: all" }, true },
    { "others: all is taken first", { file = { ["/a"] = { "read" } }, uci = { a = { "read" } } },
      { ubus = { { "x", "y" } }, uci = { { "b", "read" } } },
      { "revoke file: all", "revoke uci: a read", "grant ubus: x y", "grant uci: b read" }, true },
    { "a pattern", { uci = { ["*"] = { "read" } } }, { uci = { { "a", "read" } } }, { "revoke uci: * read", "grant uci: a read" }, true },
    -- rpcd lists of `a*`, `a` and `a*` again only the last.
    { "a scope anew whose list may leave out grants", { uci = { a = { "read" }, ["a*"] = { "read" }, b = { "read" } } },
      { uci = { { "a", "read" }, { "a*", "read" }, { "b", "read" } } },
      { "revoke uci: all", "grant uci: a read, a* read, b read" }, false },
    { "such a scope by ? and [", { uci = { ["a?"] = { "read" }, ["a[b]"] = { "read" } } }, { uci = { { "a?", "read" } } },
      { "revoke uci: all", "grant uci: a? read" }, true },
    { "such a scope of which nothing stays", { uci = { ["*"] = { "read" }, ["[b]"] = { "read" } } }, {}, { "revoke uci: all" }, true },
    { "beginnings that are not alike", { uci = { ["a*"] = { "read" }, ["ab*"] = { "read" } } },
      { uci = { { "a*", "read" }, { "ab*", "read" } } }, {}, false },
  }) do
    it("gives " .. case[1], function()
      local done, calls, grants = set(case[2], case[3])
      assert.same({ { ok = true, data = case[5] }, case[4] }, { done, calls })
      local given = {}
      for scope, pairs_ in pairs(case[3]) do
        given[scope] = {}
        for _, pair in ipairs(pairs_) do
          given[scope][pair[1]] = given[scope][pair[1]] or {}
          table.insert(given[scope][pair[1]], pair[2])
        end
      end
      assert.same(given, grants)
      assert.equal(case[5], session_grants.differs(case[2], case[3]))
    end)
  end

  it("passes by what is no list of texts", function()
    assert.same({ ok = true, data = true }, (set({ uci = { a = { 7 } }, ubus = {} }, { uci = { { "a", "read" } } })))
    local io = mock.create()
    for _, has in ipairs({ { uci = 7 }, { uci = { a = "read" } } }) do
      assert.is_false(session_grants.differs(has, {}))
      assert.is_true(session_grants.set(io, "x", has, {}).ok)
    end
  end)

  it("grants nothing where it could not take, and says what failed", function()
    for _, method in ipairs({ "revoke", "grant" }) do
      local io, world = mock.create()
      local sid = world.add_session({})
      local has = { uci = { a = { "read" } }, ubus = { a = { "b" } } }
      world.sessions[sid].grants = mock.copy(has)
      world.ubus_fail(method, 6)
      local done = session_grants.set(io, sid, has, { file = { { "/", "list" } }, ubus = { { "a", "b" } } })
      assert.same({ ok = false, error = "UBUS_LOGIN_FAILED", details = { method = method, status = 6 }, meaning = "denied" }, done)
      assert.is_nil(world.sessions[sid].grants.file)
      assert.equal(method == "revoke" and 0 or 1, #world.calls_of("grant"))
    end
  end)
end)
