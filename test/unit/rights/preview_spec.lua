--- session.preview: by which rule a user has a role.
local preview = require("sso_login.rights.preview")

local claims = { sub = "me", email = "me@example.org", groups = { "g", "h" } }
local own = { sub = "me", groups = { "g", "h" } }
local role = {
  name = "r", email = { "me@example.org" }, sub = { "me" }, sub_issuer = "https://idp.example", group = { "g" }, client = { "me", "app" },
}

local by_email = { rule = "email", claim = "email", value = "me@example.org" }
local by_sub = { rule = "sub", claim = "sub", value = "me" }
local by_group = { rule = "group", claim = "groups", value = "g" }
local by_client = { rule = "client", claim = "sub", value = "me" }

for name, case in pairs({
  ["a person"] = { nil, nil, { by_email, by_sub, by_group } },
  ["a person whose token a client sends"] = { "app", nil, { by_email, by_sub, by_group } },
  ["a client for itself"] = { "me", nil, { by_client, by_group }, own },
  ["a client for itself, whose address is in another claim,"] = { "me", nil, { by_client, by_group }, { sub = "me", upn = "me@example.org", groups = "g" } },
  ["a person whose sub is the client"] = { "me", nil, { by_email, by_sub, by_group } },
  ["a person at another provider"] = { nil, "office", { by_sub } },
  ["a client for itself at another provider"] = { "me", "office", {}, own },
}) do
  it("preview.reasons_of names the rules that give " .. name .. " the role", function()
    local rules = { provider = case[2], issuer_url = "https://idp.example", email_claim = (case[4] or {}).upn and "upn", email_claim_trusted = true }
    assert.same({ r = case[3] }, preview.reasons_of(rules, case[4] or claims, { roles = { role } }, case[1]))
  end)
end
