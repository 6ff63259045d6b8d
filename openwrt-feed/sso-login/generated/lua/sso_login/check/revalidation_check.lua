-- Generated from src/sso_login/check/revalidation_check.ts by "make lua"; do not edit.
--- The part of the check for what goes on between logins: the supervisor, and sessions that are revalidated.
local lib = require("sso_login.lualib")
local M = {}
local clock = require("sso_login.io.clock")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local supervisor = require("sso_login.rpcd.supervisor")
local report = require("sso_login.check.report")

--- Notes a supervisor that an option needs and that does not run.
local function check_supervisor(run, config)
	local is_proving = config.session_revalidate ~= nil
	if (is_proving or config.api_audience ~= nil) and not supervisor.is_running(run.io) then
		report.warning(run, "watch_not_running", {option = is_proving and "session_revalidate" or "api_audience"})
	end
end

--- Notes sessions whose users are not proved any more, since the longest time.
local function check_unproved(run, config)
	local tokens = refresh_tokens.of_provider(run.io, config.provider)
	local unproved = lib.ArrayFilter(tokens, function(_, token) return token.proved_at ~= nil end)
	local first = unproved[1]
	if first ~= nil then
		local since = first.proved_at or 0
		for _, token in ipairs(unproved) do
			since = math.min(since, token.proved_at or since)
		end
		local why = first.failure or ""
		report.warning(run, "sessions_unproved", {
			count = tostring(#unproved),
			since = clock.format_time(since),
			why = why
		})
	end
end

--- Judges the saved configuration of a provider; `lifetime` is `session_max_lifetime`.
function M.check_revalidation(run, config, lifetime)
	check_supervisor(run, config)
	if config.session_revalidate ~= nil then
		if lifetime == nil then
			report.warning(run, "lifetime_missing")
		end
		check_unproved(run, config)
	end
end

return M
