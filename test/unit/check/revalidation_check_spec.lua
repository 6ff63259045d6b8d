local checkup = require("support.checkup")

local on = { session_revalidate = "300", session_max_lifetime = "3600" }
local file = "refresh_" .. ("a"):rep(64) .. ".json"

--- A router with one session that is not proved any more, or that is.
local function unproved(proved_at)
  return function(_, io)
    local token = { refresh_token = "r", provider = "default", asked_at = 0, proved_at = proved_at, failure = "TOKEN_EXCHANGE_FAILED (invalid_client)" }
    require("sso_login.rpcd.refresh_tokens").write(io, file, token)
  end
end

local function not_running(option) return "Option " .. option .. " needs the process sso-login watch, which does not run." end

describe("check.revalidation_check", function()
  checkup.rows({
    { "finds nothing where all is right", { uci = on }, {} },
    { "wants an end of sessions", { uci = { session_revalidate = "300" } }, {
      lifetime_missing = "With session_revalidate and without session_max_lifetime, a session has no end while the provider does not answer." } },
    { "finds that the supervisor does not run", { uci = on, setup = function(world) world.service = {} end }, {
      watch_not_running = not_running("session_revalidate") } },
    { "needs it for no other option", { setup = function(world) world.service = {} end }, {} },
    { "names sessions that are not proved", { uci = on, setup = unproved(1750000000), leaves = { file } }, {
      sessions_unproved = "Sessions whose users the provider does not prove: 1, the first since " .. os.date("!%Y-%m-%d %H:%M:%S UTC", 1750000000)
        .. ". The last answer: TOKEN_EXCHANGE_FAILED (invalid_client)." } },
    { "names no session that is", { uci = on, setup = unproved(nil), leaves = { file } }, {} },
  })
  checkup.covers("revalidation_check")
end)
