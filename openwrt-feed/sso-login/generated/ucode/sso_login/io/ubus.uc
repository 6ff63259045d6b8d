'use strict';
// Generated from src/ucode/io/ubus.uc by "make ucode"; do not edit.

// ubus through ucode's module. The counterpart of src/lua/io/ubus.ts.

import { err, ok } from 'sso_login.result';

/** Seconds for one call: a login makes a dozen of them, and the web server ends it after 60. */
const call_timeout = 3;

/** Calls after the first, where that was lost. */
const max_repeats = 2;

/** Tenths of a second to wait for an object that is not there. */
const max_waits = 20;

/** libubus's statuses for what does not exist, for a call without an answer, and for what is not permitted. */
const not_found = 4;
const timed_out = 7;
const denied = 6;

/** The meaning of a failure by its status; null where nothing is decided by that. */
function meaning_of(status) {
	return status === not_found ? "absent" : status === denied ? "denied" : null;
}

/** The connection of this process, opened when first used. */
let connection = null;

/** Whether an object is there, or comes within two seconds. */
function is_there(object) {
	for (let waits = 0; waits < max_waits; waits++) {
		if (connection.list(object) !== null) {
			return true;
		}
		sleep(100);
	}
	return false;
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
	// While rpcd reloads its objects are gone, and what it had not answered is lost.
	for (let repeats = 0; repeats < max_repeats && status in [ not_found, timed_out ]; repeats++) {
		// Without its object rpcd has not said that there is no such session.
		if (status === not_found && !is_there(object)) {
			return err("UBUS_ERROR", { reason: "no object " + object });
		}
		answer = connection.call(object, method, without_absent(args), replies);
		status = connection.error(true);
	}
	return status === null ? ok(answer) : err("UBUS_ERROR", { status }, meaning_of(status));
}

/** The function of `Io`, below a root. */
export function ubus_call(root, object, method, args) {
	return call(root, object, method, args, "single");
};

/** The function of `Io`, below a root. */
export function ubus_call_all(root, object, method, args) {
	const replies = call(root, object, method, args, "multiple");
	return replies.ok ? ok(replies.data ?? []) : replies;
};
