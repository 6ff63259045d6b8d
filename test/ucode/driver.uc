// Makes recorded calls and writes one result a line, in the form of notation.lua. Run by run.ts, which writes the
// module `modules`: all of the service's, by name.
'use strict';

import { readfile } from 'fs';
import { modules } from 'modules';
import { revive, written } from 'notation';

/** The outside world as acl sees it: files of one folder. */
function world(files) {
	return {
		paths: { acl_dir: "/acl" },
		list_dir: (path) => sort(keys(files)),
		read_file: (path, max_bytes) => files[substr(path, length("/acl/"))],
		fnmatch: (pattern, subject) => wildcard(subject, pattern),
		log: (level, line) => null,
	};
}

function run(call, empty) {
	try {
		if (call.files) {
			const io = world(call.files);
			const acl = modules["rights.acl"];
			return { r: written(acl.grants_of_lists(io, acl.load_groups(io).groups, [{ read: call.read, write: call.write }])) };
		}
		const path = match(call.f, /^(.*)\.(\w+)$/);
		return { r: written(modules[path[1]][path[2]](...map(call.a, (argument) => revive(argument, empty)))) };
	} catch (error) {
		return { error: `${error.message} ${error.stacktrace}` };
	}
}

for (let line in split(trim(readfile(ARGV[0])), "\n")) {
	const call = json(line);
	const results = [run(call, "array")];
	if (index(line, '{"e":1}') >= 0) {
		push(results, run(call, "object"));
	}
	printf("%J\n", results);
}
