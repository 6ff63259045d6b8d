'use strict';
// Generated from src/sso_login/entry_points/commands/sessions_command.ts by "make ucode"; do not edit.

/** `sso-login sessions`, `expire` and `logout`: the live sessions in columns, and their end. */

import { array_includes, array_some, lower } from 'sso_login.ecma';
import { format_time } from 'sso_login.io.clock';
import { print as console_print } from 'sso_login.io.console';
import { list as json_list } from 'sso_login.io.json';
import { encode_answer } from 'sso_login.io.plugin';
import { escape_value } from 'sso_login.base.log';
import { text_of } from 'sso_login.base.json_values';
import { mark_user } from 'sso_login.logout.provider_logout';
import { err, ok } from 'sso_login.result';
import { read_all, remove_damaged } from 'sso_login.rpcd.refresh_tokens';
import { max_lifetime, expire as session_ending_expire, end_with } from 'sso_login.rpcd.session_ending';
import { user_name, role_names, list_sso_sessions, list_local_sessions, destroy_session } from 'sso_login.rpcd.rpcd_sessions';
import { log_session } from 'sso_login.rpcd.log_identity';
import { revoke as revalidation_turn_revoke } from 'sso_login.login.revalidation.revalidation_turn';
import { fail, warn_of_lag, success, wrong_usage, complain, failure } from 'sso_login.entry_points.commands.command_outcome';
import { proved_at, latest_end, sessions } from 'sso_login.answers.panels';

/** Bytes of a column; a provider's texts are escaped and cut as in the log. */
const max_column = 200;
/** Bytes of role names, which come from the configuration. */
const max_roles = 2000;

/** The facts of a log line about a session that the shell ended. */
const by_shell = [
	["by", "administrator"],
	["administrator", "shell"],
];

/**
 * The columns: VIA is a program's client, `login` or `password`; LATEST is empty where a session may last while it is used; PROVED is the
 * last proof of the user with `session_revalidate`.
 */
const header = ["WHO", "VIA", "ROLE", "SINCE", "UNTIL", "LATEST", "PROVED"];
/** The places of the columns that appear only where a session has another text there than the usual ones. */
const optional = [1, 5, 6];
const usual = ["login", "password", ""];

function row_of(io, entry, lifetime) {
	const proved = proved_at(io, entry);
	const latest = latest_end(io, entry, lifetime);
	return [
		escape_value(user_name(entry), max_column),
		entry.client !== "" ? escape_value(entry.client, max_column) : "login",
		escape_value(role_names(entry), max_roles),
		entry.since !== null ? format_time(entry.since) : "unknown",
		format_time(min(entry.until, latest ?? entry.until)),
		latest !== null ? format_time(latest) : "",
		proved !== null ? format_time(proved) : "",
	];
}

function row_of_local(entry) {
	const role = entry.is_at_luci ? "(password)" : "(password, /ubus)";
	const who = escape_value(entry.username, max_column);
	return [who, "password", role, "unknown", format_time(entry.until), "", ""];
}

/** A text filled with blanks to two more than the longest of its column. */
function cell(text, column) {
	let filled = text;
	while (array_some(column, (other) => length(other) + 2 > length(filled))) {
		filled = filled + " ";
	}
	return filled;
}

/** Prints a line for each session. The columns VIA, LATEST and PROVED appear where a session has something to show there. */
function print(rows) {
	const places = [];
	for (let at = 0; at < length(header); at++) {
		if (!array_includes(optional, at) || array_some(rows, (row) => !(index(usual, row[at] ?? "") >= 0))) {
			push(places, at);
		}
	}
	const last = places[length(places) - 1];
	const lines = [...[header], ...rows];
	for (let row in lines) {
		const cells = map(places, (at) => cell(row[at] ?? "", at != last ? map(lines, (other) => other[at] ?? "") : []));
		console_print(join("", cells));
	}
}

/** `sessions`: lists the live sessions, without ids and tokens; of single sign-on with `--json`, in the form of the ubus object. */
export function show(io, _operands, as_json) {
	const list = list_sso_sessions(io);
	if (!list.ok) {
		return fail(list);
	}
	warn_of_lag(io);
	if (as_json) {
		console_print(encode_answer({ sessions: json_list(sessions(io, "")) }));
		return success;
	}
	const lifetime = max_lifetime(io);
	const rows = map(list.data, (entry) => row_of(io, entry, lifetime));
	print([...rows, ...map(list_local_sessions(io), (entry) => row_of_local(entry))]);
	return success;
};

/** `expire`: ends the sessions that are over. */
export function expire(io) {
	const ended = session_ending_expire(io);
	if (!ended.ok) {
		return fail(ended);
	}
	console_print(`sessions ended: ${ended.data}`);
	return success;
};

/**
 * `logout`: ends every session of a user, named by e-mail, or by `sub` where no session has such an e-mail; ASCII case does not count. A
 * login under way ends, too: the mark comes first.
 */
export function logout(io, operands) {
	const who = text_of(operands[0]);
	if (length(operands) != 1 || who === "") {
		const problem = length(operands) != 1 ? "takes one" : "needs an";
		return wrong_usage("logout " + problem + " e-mail address, or a sub");
	}
	const is_marked = mark_user(io, who);
	const list = list_sso_sessions(io);
	if (!list.ok) {
		return fail(list);
	}
	const by_email = filter(list.data, (entry) => lower(entry.email) === lower(who));
	const own = length(by_email) > 0 ? by_email : filter(list.data, (entry) => entry.sub === who);
	const ended = length(filter(own, (entry) => end_with(io, entry, "LOGOUT", by_shell)));
	console_print(`sessions ended: ${ended}`);
	if (length(own) == 0) {
		complain("no session of " + who);
	}
	if (!is_marked) {
		complain("cannot write to the run directory: a login under way may still open a session");
	}
	return is_marked && ended == length(own) ? success : failure;
};

/**
 * Ends all sessions of single sign-on, and revokes their refresh tokens as far as the providers answer; returns the number of sessions.
 * UBUS_LOGIN_FAILED where one stays.
 */
export function end_all(io) {
	const list = list_sso_sessions(io);
	const ended = filter((list.ok ? list.data : []), (entry) => destroy_session(io, entry.sid));
	for (let entry in ended) {
		log_session(io, entry, [["by", "removal"]], "LOGOUT");
	}
	const files = read_all(io);
	for (let file in files.whole) {
		revalidation_turn_revoke(io, file);
	}
	remove_damaged(io, files);
	if (!list.ok) {
		return list;
	}
	return length(ended) == length(list.data) ? ok(length(ended)) : err("UBUS_LOGIN_FAILED", { method: "destroy" });
};
