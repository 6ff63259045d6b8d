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
local strings = require("sso_login.base.strings")
local client_keys = require("sso_login.jose.client_keys")
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

--- Seconds between two looks at most.
local max_wait = 60

--- Seconds between two turns of a provider: an idle router makes no calls, one with many sessions makes them one by one.
local pause = 2

--- Seconds until a turn is tried anew that came to nothing, as where the run directory is full.
local retry = 300

--- Seconds between two looks at a trial that cannot be ended.
local trial_pause = 20

--- The lock of the process that works on a provider's files.
local function lock_of(io, provider)
	return io.paths.run_dir .. ("/revalidate_" .. provider) .. ".lock"
end

--- Starts a provider's process for its first turn, unless one runs; returns the seconds until the next look at this provider.
local function start_turn(io, turn, started)
	local provider = turn.token.provider
	local name = (turn.name .. " ") .. tostring(turn.token.asked_at)
	local last = started[provider]
	local waited = last ~= nil and last.turn == name and io.monotonic() - last.at or retry
	if waited < retry then
		return retry - waited
	end
	local lock = lock_of(io, provider)
	if io.lock(lock) then
		io.unlock(lock)
		io.start(io.paths.program, "watch " .. provider)
		started[provider] = {turn = name, at = io.monotonic()}
	end
	return pause
end

--- Starts the turns that have come; returns the moment of the next one.
local function start_turns(io, all, started)
	local now = io.time()
	local providers = {}
	local next = now + max_wait
	for _, turn in ipairs(all) do
		if turn.moment <= now then
			strings.add_missing(providers, {turn.token.provider})
		else
			next = math.min(next, turn.moment)
		end
	end
	for _, provider in ipairs(providers) do
		local turn = refresh_tokens.first_turn(all, provider, now)
		next = turn ~= nil and math.min(next, now + start_turn(io, turn, started)) or next
	end
	return next
end

--- Ends a trial that is over; returns the seconds until the next look at it.
local function end_trial(io)
	if not password_trial.is_there(io) then
		return max_wait
	end
	if password_trial.seconds_left(io) == 0 then
		password_events().end_overdue_trial(io)
	end
	return math.min(trial_pause, password_trial.seconds_left(io))
end

--- Facts of those files that change with their content.
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

--- While passwords are off, looks after them where a file has changed of which no reload tells: in a process of its own, and once two looks
-- found the same, as somebody may still be writing.
local function judge_files(io, seen)
	local files = guard.is_there(io) and facts_of_files(io) or nil
	if files ~= nil and files == seen.last and files ~= seen.judged then
		io.start(io.paths.program, "password-login look")
		seen.judged = files
	end
	seen.last = files
end

--- Does what is due, and returns the seconds until the next look; undefined where nothing is left to do. `started` and `seen` are kept from
-- look to look.
function M.look(io, started, seen)
	-- This process lasts: single options are read from the sections that were read last.
	local saved = saved_config.saved_sections(io)
	local wait = end_trial(io)
	judge_files(io, seen)
	-- Before the sessions, as the file of a new session is not to go.
	local files = refresh_tokens.list(io)
	local list = rpcd_sessions.list_sso_sessions(io)
	local live = list.ok and session_ending.end_overdue(io, list.data) or {}
	local is_known = list.ok and saved.ok
	local is_needed = #files > 0 or lib.ArraySome(
		live,
		function(_, entry) return session_ending.has_end(io, entry) end
	)
	if is_known and not is_needed and not password_trial.is_there(io) and not guard.is_there(io) then
		return nil
	end
	local turns = is_known and refresh_tokens.turns_of(io, files, live, saved.data) or {}
	local next = start_turns(io, turns, started)
	for _, entry in ipairs(live) do
		next = math.min(next, entry["end"] or next)
	end
	return math.max(1, math.min(wait, next - io.time()))
end

--- Looks and waits until procd ends this process, or nothing is left to do.
local function run(io)
	local started = {}
	local seen = {}
	local seconds = M.look(io, started, seen)
	while seconds ~= nil do
		io.wait(seconds)
		seconds = M.look(io, started, seen)
	end
	supervisor.stop(io)
end

--- Takes a turn of the provider that is named, unless another process does.
local function take_turn(io, provider)
	local lock = lock_of(io, provider)
	if io.lock(lock) then
		revalidation_turn().run(io, provider)
		io.unlock(lock)
	end
end

--- Returns the exit status; procd starts the supervisor anew whatever it is, unless `supervisor.stop` was called.
function M.main(args, options)
	local io = system.create(options or {})
	local provider = args[2]
	local done = protect.protect(function()
		if provider ~= nil then
			take_turn(io, provider)
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
