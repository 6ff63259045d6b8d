--- check.options: what is said of section `default`, option by option.
local checkup = require("support.checkup")
local fixtures = require("support.fixtures")

local fine = "The options are complete and valid."

describe("check.options", function()
  for _, case in ipairs({
    { "all are right", {}, { options_ok = fine, option_wrong = false, option_unknown = false, disabled = false } },
    { "a wrong one", { scope = "email" }, { option_wrong = "Option scope must contain openid.", options_ok = false, option_unknown = false } },
    { "unknown ones", { issuer = "x", IDP = "x" }, {
      option_unknown = "These options are not known and have no effect: IDP, issuer.", options_ok = false, option_wrong = false,
    } },
    { "a wrong and an unknown one", { scope = "email", idp = "x" }, { options_ok = false } },
    { "enabled absent", { enabled = fixtures.none }, {
      disabled = "Single sign-on is off: option enabled is not 1.", options_ok = fine,
    } },
    { "enabled a word", { enabled = "yes" }, { disabled = "Single sign-on is off: option enabled is not 1.", options_ok = fine } },
    { "a ca_file that is not there", { ca_file = "/etc/none.pem" }, {
      ca_file_unreadable = "The file of option ca_file cannot be read: /etc/none.pem.", options_ok = fine,
    } },
    { "a ca_file that is no path", { ca_file = "ca.pem" }, {
      option_wrong = "Option ca_file must be an absolute path.", ca_file_unreadable = false,
    } },
  }) do
    it(case[1], function() checkup.expect({ uci = case[2] }, case[3]) end)
  end

  it("names each option that is wrong, in the order of the specification", function()
    local _, report = checkup.run({ uci = { http_timeout = "0", issuer_url = "x", scope = { "openid" } } })
    local wrong = {}
    for i = 1, 3 do
      wrong[i] = report.findings[i].text
    end
    assert.same({
      "Option issuer_url must be an https:// URL without query and fragment.", "Option scope must be one value, not a list.",
      "Option http_timeout must be a whole number from 1 to 20.",
    }, wrong)
  end)

  for bytes, problem in pairs({ [1048576] = false, [1048577] = "The file of option ca_file cannot be read: /etc/ca.pem." }) do
    it(("a ca_file of %d bytes is %s"):format(bytes, problem and "too large" or "taken"), function()
      checkup.expect({ uci = { ca_file = "/etc/ca.pem" }, setup = function(world)
        world.put("/etc/ca.pem", ("x"):rep(bytes))
      end }, { ca_file_unreadable = problem })
    end)
  end
end)
