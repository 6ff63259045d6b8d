local log_texts = require("sso_login.base.log_texts")

it("log_texts.fill replaces given parameters and nothing else", function()
  local fill = log_texts.fill
  assert.equal("a 1 b  c", fill("a %{x} b %{y} c", { x = "1" }))
  assert.equal("%{y}|%{x}", fill("%{x}|%{z}", { x = "%{y}", z = "%{x}" }))
  assert.equal("100 % } {", fill("100 % } {", {}))
end)

describe("log_texts.in_english", function()
  it("words a rule with its parameters", function()
    assert.equal("be set", log_texts.in_english({ id = "set" }))
    assert.equal("be a whole number from 0 to 3600", log_texts.in_english({ id = "whole_number", params = { min = "0", max = "3600" } }))
  end)

  -- The rules' words are in settings/saved_config_spec.lua, with values that break them.
  for id, words in pairs({
    oidc_section = "be a section of type oidc",
    short_scope = "be shorter: the authorization address has over 3900 bytes",
    offered_method = "be one the provider offers, and it offers neither client_secret_basic nor client_secret_post",
    run_as_root = "the web server must run this CGI program as root",
    no_signing_key = "no keys in the JWK Set: does the provider have a signing key?",
    past = "has passed: is the router's clock right?",
    future = "is in the future: is the router's clock right?",
    see_at_hash = "see option at_hash",
    see_algs = "see option id_token_algs",
    other_browser = "another browser, or over 300 seconds after the start?",
    reinstall = "install the packages of sso-login again, all of one version",
    unverified_email = "e-mail is not verified, see option allow_unverified_email",
  }) do
    it("advises: " .. words, function() assert.equal(words, log_texts.in_english({ id = id })) end)
  end

  for id in ([[
    saved_first with_key see_token_types unverified_further untrusted_email_claim answer_in_query no_form_post own_keys signing_key
    usable_key ]]):gmatch("%S+") do
    it("has words for " .. id, function() assert.matches("%l+ %l+", log_texts.in_english({ id = id })) end)
  end

  it("returns the id of an unknown text", function()
    assert.equal("of a newer version", log_texts.in_english({ id = "of a newer version" }))
  end)

  it("gives no two rules the same words", function()
    local seen = {}
    for id in pairs(log_texts.rules) do
      local words = log_texts.in_english({ id = id })
      assert.is_nil(seen[words], words)
      assert.are_not.equal("", words)
      seen[words] = id
    end
  end)
end)

it("log_texts.details_in_english replaces only messages", function()
  local details = { option = "scope", must = { id = "openid_scope" }, uid = 0, remembered = true }
  assert.same({ option = "scope", must = "contain openid", uid = 0, remembered = true }, log_texts.details_in_english(details))
  assert.same({ id = "openid_scope" }, details.must)
  assert.equal("no such method", log_texts.details_in_english("no such method"))
  assert.is_nil(log_texts.details_in_english(nil))
end)
