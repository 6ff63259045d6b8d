local fixtures = require("support.fixtures")
local provider_config = require("sso_login.settings.provider_config")
local option_table = require("sso_login.settings.option_table")
local config_validation = require("sso_login.settings.config_validation")
local log = require("sso_login.base.log")
local log_texts = require("sso_login.base.log_texts")

--- The details of the refusal as they are in the log.
local function refusal(sections)
  local loaded = config_validation.from_sections(sections, "default")
  assert.equal("CONFIG_ERROR", loaded.error)
  return log.format_details(log_texts.details_in_english(loaded.details))
end

describe("config_validation.from_sections", function()
  for line, changes in pairs({
    ['must="be set" option=issuer_url'] = { issuer_url = "" },
    ['must="be one value, not a list" option=scope'] = { scope = { "openid", "email" } },
    ['must="be a whole number from 1 to 20" option=http_timeout'] = { http_timeout = "0" },
    ['must="not be the landing page or the login itself" option=webui_path'] = { webui_path = "/cgi-bin/webui/" },
    -- The first of several.
    ['must="contain openid" option=scope'] = { log_identity = "x", scope = "x", webui_path = "x" },
  }) do
    it("logs " .. line, function() assert.equal(line, refusal(fixtures.sections(changes))) end)
  end

  it("logs a missing section, also if others have its name or its type", function()
    local line = 'must="be a section of type oidc" option=default'
    for _, changes in ipairs({ { name = "other" }, { type = "role" } }) do
      local sections = fixtures.sections()
      sections[1] = fixtures.with(sections[1], changes)
      assert.equal(line, refusal(sections))
    end
  end)
end)

it("config.to_config of nothing is a configuration of defaults, and of empty texts where an option is required", function()
  local made = provider_config.to_config({}, {}, "default")
  for _, rule in ipairs(option_table.option_rules) do
    local found = made[rule.name]
    local shown = type(found) == "table" and table.concat(found, " ") or type(found) == "boolean" and (found and "1" or "0")
      or found ~= nil and tostring(found) or nil
    assert.equal(rule.fallback or rule.kind == "required" and "" or nil, shown, rule.name)
  end
  assert.same({}, made.roles)
  assert.is_nil(provider_config.to_config({ api_client = " " }, {}, "default").api_client, "a list of blanks is none")
end)
