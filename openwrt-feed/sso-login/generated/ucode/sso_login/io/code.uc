'use strict';
// Generated from src/ucode/io/code.uc by "make ucode"; do not edit.

// Compiled modules. The counterpart in Lua is src/lua/io/code.ts, which says when the file counts. It is short, as every request
// compiles it. The file's first line has the lengths of the code of pieces.uc, of the head and of the pieces, which follow.

/** A module's exports, from its source. */
function from_source(name) {
	return loadstring(`import * as module from '${name}'; return module;`)();
}

/** A program's module, from the piece for the first part of a path or from its source; what it loads later comes the same way. */
export function load(options, name, path) {
	const place = (options.root ?? "") + "/var/run/sso-login.code";
	let compiled = null;
	try {
		const fs = require("fs");
		const file = fs.open(place);
		if (file) {
			const own = fs.lstat(place);
			if (own?.type != "file" || own.mode != 0600 || own.uid !== fs.lstat("/proc/self/.")?.uid) {
				die("owner, mode or size");
			}
			const lengths = split(file.read("line"), " ");
			compiled = global.sso_login_code = loadstring(file.read(int(lengths[0])))().take_from(file, lengths);
		}
	} catch (error) {
		// The program itself says which module is missing.
		try {
			from_source("sso_login.io.compile").refuse(place, options, error.message);
		} catch (missing) {}
	}
	return (compiled ? compiled(`${name}/${split(path, "/")[1]}`) ?? compiled(name) : null) ?? from_source(name);
};
