// ubus through ucode's module. The counterpart of src/lua/io/ubus.ts.

import { err, ok } from 'sso_login.result';

/** Seconds for one call: a login makes a dozen of them, and the web server ends it after 60. */
const call_timeout = 3;

/** Calls after the first, where that was lost. */
const max_repeats = 2;

/** Tenths of a second to wait for an object that is not there. */
const max_waits = 20;

/** libubus's statuses for what does not exist, and for a call without an answer. */
const not_found = 4;
const timed_out = 7;

/** The connection of this process, opened when first used. */
let connection = null;

/**
 * Whether a call may end otherwise when it is made again: while rpcd reloads its objects are gone, and what it had not
 * answered is lost. The status of a missing object is also that of a session that does not exist.
 */
function is_worth_repeating(object, status) {
	for (let waits = 0; status === not_found && waits < max_waits; waits++) {
		if (connection.list(object) !== null) {
			return true;
		}
		sleep(100);
	}
	return status === timed_out;
}

/** Members that are absent are null here, and would be sent as such; arrays have none. */
function without_absent(args) {
	const kept = {};
	for (let name, value in args) {
		if (value !== null) {
			kept[name] = type(value) == "object" ? without_absent(value) : value;
		}
	}
	return kept;
}

/** Calls a method; `replies` is "single", or "multiple" for a list of them. */
function call(root, object, method, args, replies) {
	connection ??= require("ubus").connect(root != "" ? root + "/var/run/ubus/ubus.sock" : null, call_timeout);
	if (connection === null) {
		return err("UBUS_ERROR", "cannot connect to ubus");
	}
	// null is a success without a reply, too.
	let answer = connection.call(object, method, without_absent(args), replies);
	let status = connection.error(true);
	for (let repeats = 0; repeats < max_repeats && is_worth_repeating(object, status); repeats++) {
		answer = connection.call(object, method, without_absent(args), replies);
		status = connection.error(true);
	}
	return status === null ? ok(answer) : err("UBUS_ERROR", { status });
}

/** `ubus_call` of `Io`. */
export function call_one(root, object, method, args) {
	return call(root, object, method, args, "single");
};

/** `ubus_call_all` of `Io`. */
export function call_all(root, object, method, args) {
	const replies = call(root, object, method, args, "multiple");
	return replies.ok ? ok(replies.data ?? []) : replies;
};
