local checkup = require("support.checkup")
local fixtures = require("support.fixtures")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")

local on = { session_revalidate = "300" }
local file, older = "refresh_" .. ("a"):rep(64) .. ".json", "refresh_" .. ("b"):rep(64) .. ".json"

--- Files of two sessions, whose last questions failed or did not.
local function proofs(failure)
  return function(_, io)
    for name, proved_at in pairs({ [file] = 1750000000, [older] = 1749999000 }) do
      refresh_tokens.write(io, name, { refresh_token = "r", provider = "default", asked_at = 0, proved_at = proved_at, failure = failure })
    end
  end
end

--- A session of a provider, and no supervisor.
local function session_of(provider)
  return function(world)
    world.service = {}
    world.add_session({ sso_issuer = fixtures.issuer, sso_provider = provider, sso_login_uptime = world.clock, username = "admin" })
  end
end

local not_running = "Sessions that are to end while they are used need the process sso-login watch, which does not run."

describe("check.revalidation_check", function()
  checkup.rows({
    { "finds nothing where all is right", { uci = on }, {} },
    { "finds that the supervisor does not run", { uci = on, setup = session_of("default") }, { watch_not_running = not_running } },
    { "finds it also for session_max_lifetime", { uci = { session_max_lifetime = "300" }, setup = session_of("default") }, {
      watch_not_running = not_running } },
    { "needs none for a session without an end", { setup = session_of("default") }, {} },
    { "needs none for another provider's session", { uci = on, setup = session_of("office") }, {} },
    { "needs none without a session", { uci = on, setup = function(world) world.service = {} end }, {} },
    { "names sessions that are not proved, and the oldest proof", {
      uci = on, setup = proofs("TOKEN_EXCHANGE_FAILED (invalid_client)"), leaves = { file, older },
    }, {
      sessions_unproved = "Sessions whose users the last question to the provider did not prove: 2. The oldest of their last proofs: "
        .. os.date("!%Y-%m-%d %H:%M:%S UTC", 1749999000) .. ". The last answer: TOKEN_EXCHANGE_FAILED (invalid_client)." } },
    { "names no session that is", { uci = on, setup = proofs(nil), leaves = { file, older } }, {} },
    { "names none without the option", { setup = proofs("x"), leaves = { file, older } }, {} },
  })
  checkup.covers("revalidation_check")
end)
