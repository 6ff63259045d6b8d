// Standard input. base/io.ts documents each function. The counterpart of src/lua/io/input.ts.

import { err, ok } from 'sso_login.result';

export function read_input(max_bytes) {
	const input = require("fs").stdin.read(max_bytes + 1) ?? "";
	return length(input) <= max_bytes ? input : null;
};

/**
 * ucode waits for no descriptor, and reads until it has all that it asked for: so a program that may be ended reads. In a
 * shell's background standard input is empty unless it is given.
 */
export function read_posted(max_bytes, seconds) {
	const command = sprintf(join("; ", [
		"exec 3<&0",
		"{ exec head -c %d <&3; } & reader=$!",
		"{ trap 'kill $nap; exit' TERM; sleep %d & nap=$!; wait $nap && kill $reader; } </dev/null >/dev/null 2>&1 3<&- & watch=$!",
		"wait $reader",
		"status=$?",
		"kill $watch 2>/dev/null",
		"exit $status",
	]), max_bytes + 1, seconds);
	const pipe = require("fs").popen(command, "r");
	const text = pipe.read("all");
	if (pipe.close() !== 0) {
		return err("INVALID_REQUEST", { reason: `not complete after ${seconds} s` });
	}
	return length(text) <= max_bytes ? ok(text) : err("INPUT_TOO_LARGE", { reason: `over ${max_bytes} bytes` });
};
