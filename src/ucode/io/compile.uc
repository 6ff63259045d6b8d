// Makes the file of compiled modules that code.uc uses. The counterpart in Lua is src/lua/io/compile.ts.

import { link } from 'sso_login.io.link';
import * as log from 'sso_login.io.log';
import { line_of } from 'sso_login.io.pieces';
import { err, ok } from 'sso_login.result';

/** The source of a module, or null where it is not ucode. */
function path_of(name) {
	for (let pattern in REQUIRE_SEARCH_PATH) {
		const path = join(join("/", split(name, ".")), split(pattern, "*"));
		if (match(path, /\.uc$/) && require("fs").access(path)) {
			return path;
		}
	}
	return null;
}

/** The files that this runtime is made of: the library, and the interpreter where it has none. */
function runtime_files() {
	const maps = require("fs").readfile("/proc/self/maps");
	const mapped = match(maps, /\/[^\n]*\/libucode\.so[^\/\n]*\n/g) ?? match(maps, /\/[^\n]*\/ucode\n/g) ?? [];
	const found = {};
	for (let line in mapped) {
		found[rtrim(line[0])] = true;
	}
	return keys(found);
}

/** The source of one of our modules. */
function source_of(name) {
	return require("fs").readfile(path_of(name)) ?? die(`no module ${name}`);
}

/** The bytecode of a program that imports these modules, texts by name, by way of files in a folder; null where that fails. */
function bytecode_of(io, folder, modules, program) {
	for (let name, text in modules) {
		if (!io.write_file(`${folder}/${name}.uc`, text)) {
			return null;
		}
	}
	const status = system([ "ucode", "-c", "-s", "-L", folder + "/*.uc", "-o", folder + "/code", "-e", program ]);
	return status == 0 ? require("fs").readfile(folder + "/code") : null;
}

const of_ours = (name) => "sso_login." + name;

/**
 * The pieces by name: a program with the modules that each request of its path loads late; and, as a piece of its own, each other module
 * that a piece loads late, with the members that are used. So nothing that is loaded comes from its source, but what the plan leaves out.
 */
function pieces_of(plan) {
	const pieces = {};
	const passed = map(plan.left_out, of_ours);
	for (let run in plan.runs) {
		const others = map(run.modules, of_ours);
		pieces[of_ours(run.program) + (run.path == "/" ? "" : run.path)] = { program: of_ours(run.program), members: null, others };
		push(passed, ...others);
	}
	const waiting = keys(pieces);
	for (let at = 0; at < length(waiting); at++) {
		const piece = pieces[waiting[at]];
		piece.parts = link(piece.program, piece.members, piece.others, source_of);
		for (let load in piece.parts.missing) {
			const known = pieces[load.from] ? pieces[load.from].members : [];
			if (!(load.from in passed) && known && !(load.name in known)) {
				if (pieces[load.from]?.parts || !pieces[load.from]) {
					push(waiting, load.from);
				}
				pieces[load.from] = { program: load.from, members: load.name ? [ ...known, load.name ] : null, others: [] };
			}
		}
	}
	return pieces;
}

/** Compiles a piece; null where that fails. */
function compiled(io, folder, program, parts) {
	const files = {};
	for (let name in parts.linked) {
		files[name] = "m" + length(files);
	}
	const modules = {};
	for (let name, module in parts.linked) {
		const imports = map(module.imports, (one) => `import ${one.what} from '${files[one.from]}';\n`);
		modules[files[name]] = "'use strict';" + join("", imports) + module.text;
	}
	let source = `import { have_loaded } from '${files["sso_login.ecma"]}'; import * as program from '${files[program]}';`;
	let late = "";
	for (let name in parts.late) {
		source += `import * as late_${files[name]} from '${files[name]}';`;
		late += `'${name}':late_${files[name]},`;
	}
	return bytecode_of(io, folder, modules, source + `have_loaded({${late}}); return program;`);
}

/** Removes a folder with the files in it. */
function remove_folder(io, folder) {
	for (let name in io.list_dir(folder) ?? []) {
		io.remove(`${folder}/${name}`);
	}
	io.remove(folder);
}

/** Refuses the file: it goes, so that there is one line in the log and not one a request. */
export function refuse(path, options, reason) {
	require("fs").unlink(path);
	log.make("", options).log("warning", `CODE_IGNORED reason=${sprintf("%J", reason)}`);
};

/**
 * Writes the file beside the run directory, by a plan (web/pieces.ts), with a text about the configuration (settings/compiled_config.ts); its
 * length, or INTERNAL_ERROR where that cannot be done.
 */
export function write(io, plan, config) {
	const path = io.paths.run_dir + ".code";
	let head = "";
	for (let file in [ ...runtime_files(), path_of("sso_login.base.version") ]) {
		head += line_of(file) + "\n";
	}
	head += "\n";
	let codes = "";
	const add = (name, code) => {
		head += `${name} ${length(codes)} ${length(code)}\n`;
		codes += code;
	};
	let finder = null;
	const folder = io.paths.run_dir + "/compile";
	io.make_dir(io.paths.run_dir);
	io.make_dir(folder);
	try {
		const modules = { pieces: source_of("sso_login.io.pieces") };
		finder = bytecode_of(io, folder, modules, "import * as pieces from 'pieces'; return pieces;") ?? die("io.pieces");
		for (let name, piece in pieces_of(plan)) {
			add(name, compiled(io, folder, piece.program, piece.parts) ?? die(name));
		}
	} catch (error) {
		remove_folder(io, folder);
		return err("INTERNAL_ERROR", { reason: "a module cannot be compiled", module: error.message });
	}
	remove_folder(io, folder);
	add("configuration", config);
	const text = `${length(finder)} ${length(head)} ${length(codes)}\n` + finder + head + codes;
	return io.write_file(path, text) ? ok(length(text)) : err("INTERNAL_ERROR", { reason: "cannot write", path });
};
