local bytes = require("sso_login.io.bytes")
local failure_facts = require("sso_login.base.failure_facts")
local log_texts = require("sso_login.base.log_texts")
local missing_role = require("sso_login.explain.missing_role")

local by_groups = { roles = { { name = "net", group = { "net" } } } }

--- The advice about a user without a role, whose ID Token has this payload.
local function advice(payload, config, claims)
  local user = {
    claims = claims or { sub = "u" }, notes = {},
    verified = { tokens = { id_token = payload and "e30." .. bytes.base64url_encode(payload) .. ".c2ln" } },
  }
  local refused = missing_role.explain(config or by_groups, user, { ok = false, error = "USER_NOT_AUTHORIZED" })
  local hint = failure_facts.open(refused).hint
  return hint and log_texts.in_english(hint)
end

describe("missing_role", function()
  it("tells a claim for groups that is null from one that did not come", function()
    for _, payload in ipairs({ '{"groups":null}', '{"sub":"u", "groups" : null, "x":1}' }) do
      assert.equal("groups is null: the user has no groups at the provider", advice(payload))
    end
    for _, payload in ipairs({ "{}", '{"x":null}', '{"groups":"null"}', '{"x":"groups"}', "" }) do
      assert.matches("^no groups came: the provider must send them", advice(payload), 1, payload)
    end
    assert.matches("^no groups came", advice(nil))
    -- Groups that UserInfo told.
    assert.is_nil(advice('{"groups":null}', nil, { sub = "u", groups = { "net,x" } }):find("is null", 1, true))
  end)

  it("names the claim of the option, and says nothing where no role lists groups", function()
    local other = { roles = by_groups.roles, groups_claim = { "roles", "realm.roles" } }
    assert.equal("realm.roles is null: the user has no groups at the provider", advice('{"realm.roles":null}', other))
    assert.is_nil(advice('{"groups":null}', { roles = {} }))
    assert.is_nil(advice('{"groups":null}', nil, { sub = "u", groups = {} }))
  end)
end)
