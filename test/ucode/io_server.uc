// The modules of io/ for a spec in Lua (io_helper.lua): one call on each line of standard input, one result on each line
// of standard output, in the form of notation.lua.
'use strict';

import * as fs from 'fs';
import { revive, written } from 'notation';
import * as json_module from 'sso_login.io.json';
import * as system from 'sso_login.io.system';

const made = {};

/** The functions of `Io` below a root, made once. */
function world(root) {
	made[root] ??= system.create({ root });
	return made[root];
}

function run(call) {
	const functions = call.root === null ? json_module : world(revive(call.root));
	if (call.f == "paths") {
		return { r: written(functions.paths) };
	}
	// Lua writes no arguments as {}.
	const given = type(call.a) == "array" ? call.a : [];
	return { r: written(functions[call.f](...map(given, (argument) => revive(argument, "object")))) };
}

for (let line = fs.stdin.read("line"); length(line); line = fs.stdin.read("line")) {
	let answer;
	try {
		answer = run(json(line));
	} catch (error) {
		answer = { error: `${error.message} ${error.stacktrace}` };
	}
	fs.stdout.write(sprintf("%J\n", answer));
	fs.stdout.flush();
}
