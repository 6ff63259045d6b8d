// ubus through ucode's module. Stands where Lua has src/lua/io/ubus.ts.

import { without_null } from 'sso_login.io.json';
import { err, ok } from 'sso_login.result';

/** Seconds for one call: a login makes a dozen of them, and the web server ends it after 60. */
const call_timeout = 5;

/** The ubus functions on one connection, opened when first used. */
export function make(root) {
	let connection = null;
	const call = (object, method, args, replies) => {
		connection ??= require("ubus").connect(root != "" ? root + "/var/run/ubus/ubus.sock" : null, call_timeout);
		if (connection === null) {
			return err("UBUS_ERROR", "cannot connect to ubus");
		}
		// null is a success without a reply, too.
		const answer = connection.call(object, method, without_null(args), replies);
		const status = connection.error(true);
		return status === null ? ok(answer) : err("UBUS_ERROR", { status });
	};
	return {
		ubus_call: (object, method, args) => call(object, method, args, "single"),
		ubus_call_all: (object, method, args) => {
			const replies = call(object, method, args, "multiple");
			return replies.ok ? ok(replies.data ?? []) : replies;
		},
	};
};
