-- Generated from src/sso_login/check/revalidation_check.ts by "make lua"; do not edit.
--- The part of the check for what goes on between logins: the supervisor, and sessions that are revalidated.
local lib = require("sso_login.lualib")
local M = {}
local clock = require("sso_login.io.clock")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local session_ending = require("sso_login.rpcd.session_ending")
local supervisor = require("sso_login.rpcd.supervisor")
local report = require("sso_login.check.report")

--- Notes a supervisor that a session of the provider needs, and that does not run.
local function check_supervisor(run, config)
	local list = rpcd_sessions.list_sso_sessions(run.io)
	local own = list.ok and lib.ArrayFilter(
		list.data,
		function(_, entry) return entry.provider == config.provider end
	) or {}
	if lib.ArraySome(
		own,
		function(_, entry) return session_ending.has_end(run.io, entry) end
	) and not supervisor.is_running(run.io) then
		report.warning(run, "watch_not_running")
	end
end

--- Notes sessions whose users the last question did not prove, and the oldest of their last proofs.
local function check_unproved(run, config)
	local tokens = refresh_tokens.of_provider(run.io, config.provider)
	local unproved = lib.ArrayFilter(tokens, function(_, token) return token.failure ~= nil end)
	local first = unproved[1]
	if first ~= nil then
		local since = first.proved_at
		for _, token in ipairs(unproved) do
			since = math.min(since, token.proved_at)
		end
		local why = first.failure or ""
		report.warning(run, "sessions_unproved", {
			count = tostring(#unproved),
			since = clock.format_time(since),
			why = why
		})
	end
end

--- Judges the saved configuration of a provider.
function M.check_revalidation(run, config)
	check_supervisor(run, config)
	if config.session_revalidate ~= nil then
		check_unproved(run, config)
	end
end

return M
