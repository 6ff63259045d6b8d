-- Generated from src/sso_login/entry_points/watch.ts by "make lua"; do not edit.
--- `sso-login watch`: the supervisor, which procd runs while a session lives that ends while it is used: a program's at the expiry of its
-- token, one over `session_max_lifetime`, one whose user is not proved any more. It also ends a trial without passwords, and notices changes
-- while passwords are off. Where a session's turn has come
-- (login/revalidation), it starts `sso-login watch PROVIDER`, a process for each provider: what calls providers does not stay in memory, and
-- a slow provider delays only its own sessions.
local lib = require("sso_login.lualib")
local M = {}
local protect = require("sso_login.io.protect")
local system = require("sso_login.io.system")
local json_values = require("sso_login.base.json_values")
local log = require("sso_login.base.log")
local store = require("sso_login.base.store")
local client_keys = require("sso_login.jose.client_keys")
local turn_schedule = require("sso_login.login.revalidation.turn_schedule")
local guard = require("sso_login.passwords.guard")
local password_trial = require("sso_login.passwords.password_trial")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local session_ending = require("sso_login.rpcd.session_ending")
local supervisor = require("sso_login.rpcd.supervisor")
local package_sections = require("sso_login.settings.package_sections")
local saved_config = require("sso_login.settings.saved_config")

--- Loaded when a trial is over, and for a turn.
local function password_events()
	return require("sso_login.passwords.password_events")
end

local function revalidation_turn()
	return require("sso_login.login.revalidation.revalidation_turn")
end

--- Seconds between two looks at most, also where a signal comes just before the wait and ends nothing.
local max_wait_seconds = 60

--- Seconds between two turns of a provider: an idle router makes no calls, one with many sessions makes them one by one.
local pause_seconds = 2

--- Seconds until a turn is tried anew that came to nothing, as where the run directory is full.
local retry_seconds = 300

--- Seconds between two looks during a trial at most: a change of files is noticed sooner then.
local trial_pause_seconds = 20

--- An attempt at a turn; the next question about the same session is another one.
local function attempt_of(turn)
	return (turn.name .. " ") .. tostring(turn.token.asked_at)
end

--- Seconds until a turn may be tried: 0 unless it was tried already.
local function seconds_to_retry(io, turn, started)
	local last = started[turn.token.provider]
	return last ~= nil and last.turn == attempt_of(turn) and math.max(
		0,
		last.started_uptime + retry_seconds - io.monotonic()
	) or 0
end

--- Starts a process for a provider's first turn, which is due, unless one runs; returns the seconds until the next look at that provider.
local function start_turn(io, turn, started)
	local provider = turn.token.provider
	local wait_seconds = seconds_to_retry(io, turn, started)
	if wait_seconds > 0 then
		return wait_seconds
	end
	if not store.is_locked(io, turn_schedule.turn_lock(io, provider)) then
		io.start(io.paths.program, "watch " .. provider)
		started[provider] = {turn = attempt_of(turn), started_uptime = io.monotonic()}
	end
	return pause_seconds
end

--- Starts the process of each provider with a turn that is due; returns the seconds until the next look at turns.
local function start_turns(io, all, started)
	local now = io.time()
	local wait_seconds = max_wait_seconds
	for _, turn in ipairs(all) do
		if turn.due_at > now then
			wait_seconds = math.min(wait_seconds, turn.due_at - now)
		elseif turn == turn_schedule.first_due(all, turn.token.provider, now) then
			wait_seconds = math.min(wait_seconds, start_turn(io, turn, started))
		end
	end
	return wait_seconds
end

--- Ends a trial that is over, and returns the seconds until the next look at one.
local function look_at_trial(io)
	if password_trial.is_overdue(io) then
		password_events().end_overdue_trial(io)
	end
	return password_trial.is_there(io) and math.min(
		trial_pause_seconds,
		password_trial.seconds_left(io)
	) or max_wait_seconds
end

--- Facts of those files that change with their content, as one text.
local function facts_of_files(io)
	local authorities = lib.ArrayMap(saved_config.providers_with(io, "ca_file"), function(_, provider)
		return json_values.text_of(package_sections.option_of(io, "ca_file", provider))
	end)
	local packages = lib.ArrayMap(
		{"sso-login", "rpcd", "uhttpd"},
		function(_, name) return io.paths.config_dir .. "/" .. name end
	)
	local facts = lib.ArrayMap(
		lib.ArrayConcat(packages, {client_keys.path_of(io)}, authorities),
		function(_, path)
			local info = io.file_info(path)
			return info ~= nil and (((((path .. " ") .. tostring(info.size)) .. " ") .. tostring(
				info.mtime
			)) .. " ") .. tostring(info.ctime) or path
		end
	)
	return table.concat(facts, "\n")
end

--- Whether passwords are off, or on the way there or back: the guard comes before the first is refused, and goes after the last is restored.
local function are_passwords_off(io)
	return guard.is_there(io)
end

--- While passwords are off, has a process of its own check them after a change of files of which no reload tells, and once in each run of this
-- process. A check is started when the files are the same at two looks, as somebody may still be writing.
local function look_at_files(io, seen)
	local facts = are_passwords_off(io) and facts_of_files(io) or nil
	local is_settled = facts == seen.at_look
	if facts ~= nil and is_settled and facts ~= seen.at_started_check then
		io.start(io.paths.program, "password-login look")
		seen.at_started_check = facts
	end
	seen.at_look = facts
end

--- Whether something is left to wait for.
local function is_needed(io, files, live)
	local has_sessions = #files > 0 or lib.ArraySome(
		live,
		function(_, session) return session_ending.has_end(io, session) end
	)
	return has_sessions or password_trial.is_there(io) or are_passwords_off(io)
end

--- Does what is due, and returns the seconds until the next look; undefined where nothing is left to wait for. `started` and `seen` are kept
-- from look to look.
function M.look(io, started, seen)
	-- A process keeps the options that it has read until it reads the package's sections: from here on `option_of` answers by the file as it is now.
	local saved = saved_config.saved_sections(io)
	local wait_seconds = look_at_trial(io)
	look_at_files(io, seen)
	-- Before the sessions: else a session that opens in between has a file that seems left behind, and its token would be revoked.
	local files = refresh_tokens.read_all(io)
	local list = rpcd_sessions.list_sso_sessions(io)
	local live = list.ok and session_ending.end_overdue(io, list.data) or {}
	if list.ok and saved.ok then
		refresh_tokens.remove_damaged(io, files)
		if not is_needed(io, files.whole, live) then
			return nil
		end
		local turns = turn_schedule.turns_of(files.whole, live, saved.data, io.time())
		wait_seconds = math.min(wait_seconds, start_turns(io, turns, started))
	end
	for _, session in ipairs(live) do
		wait_seconds = session["end"] ~= nil and math.min(wait_seconds, session["end"] - io.time()) or wait_seconds
	end
	return math.max(1, wait_seconds)
end

--- Looks and waits until procd ends this process, or nothing is left to wait for. Who opens a session tells procd afterwards, which wakes this
-- process, or starts another one.
local function run(io)
	local started = {}
	local seen = {}
	local wait_seconds = M.look(io, started, seen)
	while wait_seconds ~= nil do
		io.wait(wait_seconds)
		wait_seconds = M.look(io, started, seen)
	end
	-- For the end of the service procd sends SIGTERM to this very process.
	io.ignore_signals()
	supervisor.stop(io)
	-- procd has forgotten this process: what is told from now on starts another one. What was told since the last look is found by this one.
	if M.look(io, started, seen) ~= nil then
		supervisor.start(io)
	end
end

--- `sso-login watch [PROVIDER]`, to which the script in /usr/sbin passes on: the supervisor, or a turn of a provider.
function M.main(args, options)
	local io = system.create(options or {})
	local provider = args[2]
	local done = protect.protect(function()
		if provider ~= nil then
			revalidation_turn().take(io, provider)
		else
			run(io)
		end
	end)
	if not done.ok then
		log.event(io, "err", done.error, log.detail_pairs(done.details))
	end
	return done.ok and 0 or 1
end

return M
