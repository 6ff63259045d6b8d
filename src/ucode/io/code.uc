// Compiled modules. The counterpart in Lua is src/lua/io/code.ts, which says when the file counts. It is short, as every request
// compiles it. Its file begins with a line of JSON: `size` of what follows, facts of the files that it was `made_of`, and of each
// piece the place after that line, and whether it is a text, not code.

/** Facts about a file that must not change. */
export function facts_of(path) {
	const found = require("fs").lstat(path);
	return found ? `${found.size} ${found.mtime} ${found.ctime}` : "";
};

/** A module's exports, from its source. */
function from_source(name) {
	return loadstring(`import * as module from '${name}'; return module;`)();
}

/** A function that takes pieces out of the file; null where there is no file. Throws what is wrong with it. */
function open_code(path) {
	const fs = require("fs");
	const file = fs.open(path);
	if (!file) {
		return null;
	}
	const own = fs.lstat(path);
	const head = own?.size ? json(file.read("line")) : null;
	const begin = file.tell();
	if (own?.type != "file" || own.uid !== fs.lstat("/proc/self/.")?.uid || own.mode != 0600 || own.size !== begin + head?.size) {
		die("owner, mode or size");
	}
	for (let name, facts in head.made_of) {
		if (facts_of(name) !== facts) {
			die(`made with another ${name}`);
		}
	}
	return (name) => {
		const place = head.pieces[name];
		try {
			const text = place && file.seek(begin + place[0]) ? file.read(place[1]) : null;
			return text === null || place[2] ? text : loadstring(text)();
		} catch (error) {
			return null;
		}
	};
}

/** A program's module, from the piece for the first part of a path or from its source; what it loads later comes the same way. */
export function load(options, name, path) {
	const file = (options.root ?? "") + "/var/run/sso-login.code";
	let compiled = null;
	try {
		compiled = global.sso_login_code = open_code(file);
	} catch (error) {
		// The program itself says which module is missing.
		try {
			from_source("sso_login.io.compile").refuse(file, options, error.message);
		} catch (missing) {}
	}
	return (compiled ? compiled(`${name}/${split(path, "/")[1]}`) ?? compiled(name) : null) ?? from_source(name);
};
