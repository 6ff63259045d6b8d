'use strict';
// Generated from src/ucode/io/compile.uc by "make ucode"; do not edit.

// Makes the file of compiled modules that code.uc uses. Stands where Lua has src/lua/io/compile.ts.

import { fs, line_of, path_beside, sizes_length } from 'sso_login.io.code';
import { make } from 'sso_login.io.files';
import { err, ok } from 'sso_login.result';

/** The source of a module, or null where it is not ucode. */
function path_of(name) {
	for (let pattern in REQUIRE_SEARCH_PATH) {
		const path = join(join("/", split(name, ".")), split(pattern, "*"));
		if (match(path, /\.uc$/) && fs().access(path)) {
			return path;
		}
	}
	return null;
}

/** The files that this runtime is made of. */
function runtime_files() {
	const found = {};
	for (let mapped in match(fs().readfile("/proc/self/maps"), /r-xp[^\n]* (\/[^\n]*\/(libucode\.so[^\/\n]*|ucode))\n/g) ?? []) {
		found[mapped[1]] = true;
	}
	return keys(found);
}

/** The name of a module that another one imports, which may say it as a path: '../base/store.uc'. */
function module_name(named, importer) {
	if (substr(named, 0, 1) != ".") {
		return named;
	}
	let folders = split(importer, ".");
	folders = slice(folders, 0, length(folders) - 1);
	for (let part in split(substr(named, 0, length(named) - 3), "/")) {
		if (part == "..") {
			folders = slice(folders, 0, length(folders) - 1);
		} else if (part != ".") {
			push(folders, part);
		}
	}
	return join(".", folders);
}

/** The programs, and what is loaded late: each with all that it imports becomes one compiled module. */
function entries() {
	const found = [ "sso_login.program.cgi", "sso_login.program.landing" ];
	const names = [ ...found ];
	const seen = {};
	for (let at = 0; at < length(names); at++) {
		const path = seen[names[at]] ? null : path_of(names[at]);
		seen[names[at]] = true;
		const text = path ? fs().readfile(path) : "";
		for (let named in match(text, /(from)? ?['"](sso_login\.[a-z_.]+|\.\.?\/[a-z_\/.]+\.uc)['"]/g) ?? []) {
			const name = module_name(named[2], names[at]);
			push(names, name);
			if (!named[1] && path_of(name) && !(name in found)) {
				push(found, name);
			}
		}
	}
	return found;
}

/** A compiled module; null where the compiler fails. It writes to a file alone. */
function compiled(name, temporary) {
	const command = [ "ucode", "-c", "-s" ];
	for (let pattern in REQUIRE_SEARCH_PATH) {
		push(command, "-L", pattern);
	}
	fs().unlink(temporary);
	const status = system([ ...command, "-o", temporary, "-e", `import * as module from '${name}'; return module;` ]);
	const code = status == 0 ? fs().readfile(temporary) : null;
	fs().unlink(temporary);
	return code;
}

/** Writes the file beside the run directory; its length, or INTERNAL_ERROR where that cannot be done. */
export function write(run_dir) {
	const path = path_beside(run_dir);
	let head = "\n";
	for (let file in [ ...runtime_files(), path_of("sso_login.base.version") ]) {
		head += `${file} ${line_of(file)}\n`;
	}
	let codes = "";
	for (let name in entries()) {
		const code = compiled(name, path + ".tmp");
		if (!code) {
			return err("INTERNAL_ERROR", { reason: "a module cannot be compiled" });
		}
		head += `${name} ${length(codes)} ${length(code)}\n`;
		codes += code;
	}
	const total = sizes_length + length(head) + length(codes);
	const written = make().write_file(path, sprintf("%8d %8d\n", length(head), total) + head + codes);
	return written ? ok(total) : err("INTERNAL_ERROR", { reason: "cannot write", path });
};
