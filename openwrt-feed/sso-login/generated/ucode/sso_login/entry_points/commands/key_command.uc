'use strict';
// Generated from src/sso_login/entry_points/commands/key_command.ts by "make ucode"; do not edit.

/** `sso-login key`: the keys for private_key_jwt. */

import { print_error, print } from 'sso_login.io.console';
import { encode as json_encode } from 'sso_login.io.json';
import { make as client_keys_make, retire, public_set } from 'sso_login.jose.client_keys';
import { ok } from 'sso_login.result';
import { wrong_usage, fail, failure, success } from 'sso_login.entry_points.commands.command_outcome';

/** Makes the change of the operands, `new` with an algorithm, or `retire`; undefined for others. */
function change(io, operands) {
	if (operands[0] === "new" && length(operands) <= 2) {
		return client_keys_make(io, operands[1] ?? "ES256");
	}
	if (operands[0] === "retire" && length(operands) == 1) {
		return retire(io);
	}
	return length(operands) == 0 ? ok(0) : null;
}

/** Prints the public keys, after a change where the operands ask for one. */
export function run(io, operands) {
	const done = change(io, operands);
	if (done === null) {
		return wrong_usage("key takes new, with ES256 or RS256, or retire");
	}
	if (!done.ok) {
		return fail(done);
	}
	const keys_ = public_set(io);
	if (keys_ === null) {
		print_error("sso-login: there is no key; sso-login key new makes one");
		return failure;
	}
	print(json_encode(keys_));
	return success;
};
