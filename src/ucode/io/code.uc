// Compiled modules. Stands where Lua has src/lua/io/code.ts, which says what the file is and when it counts.

/** Loaded at the first call: a program that lacks it says so itself. */
export function fs() {
	return require("fs");
};

/** Where the file is: beside the run directory, and lost at a reboot as that is. */
export function path_beside(run_dir) {
	return run_dir + ".code";
};

/** Bytes of the first line: how long the head is, and the whole file. */
export const sizes_length = 18;

/** What the head says of a file that must not change. */
export function line_of(path) {
	const facts = fs().lstat(path);
	return facts ? `${facts.size} ${facts.mtime} ${facts.ctime}` : "";
};

/** What is wrong with a file that begins with this head; null when nothing is. */
function problem_of(path, head, total) {
	const own = fs().lstat(path);
	if (own?.type != "file" || own.uid != fs().lstat("/proc/self/.")?.uid || own.mode != 384 || own.size != total) {
		return "owner, mode or size";
	}
	const made_of = match(head, /(\/[^\n]*) ([0-9]+ [0-9]+ [0-9]+)\n/g);
	if (!made_of) {
		return "a head of another form";
	}
	for (let found in made_of) {
		if (line_of(found[1]) != found[2]) {
			return `made with another ${found[1]}`;
		}
	}
	return null;
}

/** A module out of the file; null where there is none, or none that can be read. */
function take(file, head, name) {
	const place = index(head, `\n${name} `);
	const found = place < 0 ? null : match(substr(head, place + length(name) + 2, 32), /^([0-9]+) ([0-9]+)/);
	if (!found) {
		return null;
	}
	file.seek(sizes_length + length(head) + int(found[1]));
	try {
		return loadstring(file.read(int(found[2])))();
	} catch (error) {
		return null;
	}
}

/** A module's exports, from its source. */
function from_source(name) {
	return loadstring(`import * as module from '${name}'; return module;`)();
}

/** A function that takes modules out of the file; null where there is no file that counts. */
function open_code(options) {
	const path = path_beside((options.root ?? "") + "/var/run/sso-login");
	const file = fs().open(path);
	if (!file) {
		return null;
	}
	const sizes = match(file.read(sizes_length), /^ *([0-9]+) +([0-9]+)\n/);
	const head = sizes ? file.read(int(sizes[1])) ?? "" : "";
	const problem = problem_of(path, head, sizes ? int(sizes[2]) : -1);
	if (problem) {
		fs().unlink(path);
		from_source("sso_login.io.log").make("", options).log("warning", `CODE_IGNORED reason="${problem}"`);
		return null;
	}
	return (name) => take(file, head, name);
}

/** A program's module, compiled or from its source; what it loads later comes the same way. */
export function load(options, name) {
	let compiled = null;
	try {
		compiled = open_code(options);
	} catch (error) {
		// Something is missing, of which the program knows what to say.
	}
	global.sso_login_code = compiled;
	return (compiled ? compiled(name) : null) ?? from_source(name);
};
