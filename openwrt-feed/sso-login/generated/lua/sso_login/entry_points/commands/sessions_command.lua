-- Generated from src/sso_login/entry_points/commands/sessions_command.ts by "make lua"; do not edit.
--- `sso-login sessions`, `expire` and `logout`: the live sessions in columns, and their end.
local lib = require("sso_login.lualib")
local M = {}
local clock = require("sso_login.io.clock")
local console = require("sso_login.io.console")
local json = require("sso_login.io.json")
local plugin = require("sso_login.io.plugin")
local log = require("sso_login.base.log")
local json_values = require("sso_login.base.json_values")
local provider_logout = require("sso_login.logout.provider_logout")
local result = require("sso_login.result")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local session_ending = require("sso_login.rpcd.session_ending")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local log_identity = require("sso_login.rpcd.log_identity")
local revalidation_turn = require("sso_login.login.revalidation.revalidation_turn")
local command_outcome = require("sso_login.entry_points.commands.command_outcome")
local panels = require("sso_login.answers.panels")
local err, ok = result.err, result.ok

--- Bytes of a column; a provider's texts are escaped and cut as in the log.
local max_column = 200

--- Bytes of role names, which come from the configuration.
local max_roles = 2000

--- The facts of a log line about a session that the shell ended.
local by_shell = {{"by", "administrator"}, {"administrator", "shell"}}

--- The columns: VIA is a program's client, `login` or `password`; LATEST is empty where a session may last while it is used; PROVED is the
-- last proof of the user with `session_revalidate`.
local header = {"WHO", "VIA", "ROLE", "SINCE", "UNTIL", "LATEST", "PROVED"}

--- The places of the columns that appear only where a session has another text there than the usual ones.
local optional = {1, 5, 6}
local usual = {"login", "password", ""}

local function row_of(io, entry, lifetime)
	local proved = panels.proved_at(io, entry)
	local latest = panels.latest_end(io, entry, lifetime)
	return {
		log.escape_value(rpcd_sessions.user_name(entry), max_column),
		entry.client ~= "" and log.escape_value(entry.client, max_column) or "login",
		log.escape_value(rpcd_sessions.role_names(entry), max_roles),
		entry.since ~= nil and clock.format_time(entry.since) or "unknown",
		clock.format_time(math.min(entry["until"], latest or entry["until"])),
		latest ~= nil and clock.format_time(latest) or "",
		proved ~= nil and clock.format_time(proved) or ""
	}
end

local function row_of_local(entry)
	local role = entry.is_at_luci and "(password)" or "(password, /ubus)"
	local who = log.escape_value(entry.username, max_column)
	return {who, "password", role, "unknown", clock.format_time(entry["until"]), "", ""}
end

--- A text filled with blanks to two more than the longest of its column.
local function cell(text, column)
	local filled = text
	while lib.ArraySome(column, function(_, other) return #other + 2 > #filled end) do
		filled = filled .. " "
	end
	return filled
end

--- Prints a line for each session. The columns VIA, LATEST and PROVED appear where a session has something to show there.
local function ____print(rows)
	local places = {}
	do
		local at = 0
		while at < #header do
			if not lib.ArrayIncludes(optional, at) or lib.ArraySome(
				rows,
				function(_, row) return not lib.ArrayIncludes(usual, row[at + 1] or "") end
			) then
				places[#places + 1] = at
			end
			at = at + 1
		end
	end
	local last = places[#places]
	local lines = lib.ArrayConcat({header}, rows)
	for _, row in ipairs(lines) do
		local cells = lib.ArrayMap(
			places,
			function(_, at) return cell(
				row[at + 1] or "",
				at ~= last and lib.ArrayMap(lines, function(_, other) return other[at + 1] or "" end) or {}
			) end
		)
		console.print(table.concat(cells, ""))
	end
end

--- `sessions`: lists the live sessions, without ids and tokens; of single sign-on with `--json`, in the form of the ubus object.
function M.show(io, _operands, as_json)
	local list = rpcd_sessions.list_sso_sessions(io)
	if not list.ok then
		return command_outcome.fail(list)
	end
	command_outcome.warn_of_lag(io)
	if as_json then
		console.print(plugin.encode_answer({sessions = json.list(panels.sessions(io, ""))}))
		return command_outcome.success
	end
	local lifetime = session_ending.max_lifetime(io)
	local rows = lib.ArrayMap(list.data, function(_, entry) return row_of(io, entry, lifetime) end)
	____print(
		lib.ArrayConcat(
			rows,
			lib.ArrayMap(rpcd_sessions.list_local_sessions(io), function(_, entry) return row_of_local(entry) end)
		)
	)
	return command_outcome.success
end

--- `expire`: ends the sessions that are over.
function M.expire(io)
	local ended = session_ending.expire(io)
	if not ended.ok then
		return command_outcome.fail(ended)
	end
	console.print("sessions ended: " .. tostring(ended.data))
	return command_outcome.success
end

--- `logout`: ends every session of a user, named by e-mail, or by `sub` where no session has such an e-mail; ASCII case does not count. A
-- login under way ends, too: the mark comes first.
function M.logout(io, operands)
	local who = json_values.text_of(operands[1])
	if #operands ~= 1 or who == "" then
		local problem = #operands ~= 1 and "takes one" or "needs an"
		return command_outcome.wrong_usage("logout " .. problem .. " e-mail address, or a sub")
	end
	local is_marked = provider_logout.mark_user(io, who)
	local list = rpcd_sessions.list_sso_sessions(io)
	if not list.ok then
		return command_outcome.fail(list)
	end
	local by_email = lib.ArrayFilter(
		list.data,
		function(_, entry) return string.lower(entry.email) == string.lower(who) end
	)
	local own = #by_email > 0 and by_email or lib.ArrayFilter(
		list.data,
		function(_, entry) return entry.sub == who end
	)
	local ended = #lib.ArrayFilter(
		own,
		function(_, entry) return session_ending.end_with(io, entry, "LOGOUT", by_shell) end
	)
	console.print("sessions ended: " .. tostring(ended))
	if #own == 0 then
		command_outcome.complain("no session of " .. who)
	end
	if not is_marked then
		command_outcome.complain("cannot write to the run directory: a login under way may still open a session")
	end
	return is_marked and ended == #own and command_outcome.success or command_outcome.failure
end

--- Ends all sessions of single sign-on, and revokes their refresh tokens as far as the providers answer; returns the number of sessions.
-- UBUS_LOGIN_FAILED where one stays.
function M.end_all(io)
	local list = rpcd_sessions.list_sso_sessions(io)
	local ended = lib.ArrayFilter(
		list.ok and list.data or {},
		function(_, entry) return rpcd_sessions.destroy_session(io, entry.sid) end
	)
	for _, entry in ipairs(ended) do
		log_identity.log_session(io, entry, {{"by", "removal"}}, "LOGOUT")
	end
	local files = refresh_tokens.read_all(io)
	for _, file in ipairs(files.whole) do
		revalidation_turn.revoke(io, file)
	end
	refresh_tokens.remove_damaged(io, files)
	if not list.ok then
		return list
	end
	return #ended == #list.data and ok(#ended) or err("UBUS_LOGIN_FAILED", {method = "destroy"})
end

return M
