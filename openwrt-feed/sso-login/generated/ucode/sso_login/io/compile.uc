'use strict';
// Generated from src/ucode/io/compile.uc by "make ucode"; do not edit.

// Makes the file of compiled modules that code.uc uses. The counterpart in Lua is src/lua/io/compile.ts.

import { link } from 'sso_login.io.link';
import * as log from 'sso_login.io.log';
import { line_of } from 'sso_login.io.pieces';
import { err, ok } from 'sso_login.result';

/** Values of options that need no module of their own. */
const usual = [ null, "", "0", "on" ];

/**
 * The pieces by their names: a program for the first part of a path, or a module that is loaded late, with the modules that it loads
 * late itself, so that what several use is there once. A path without a piece takes the one of the start. What belongs to an
 * option is there where some section has it.
 */
function pieces_of(sections) {
	const where = (option, names) => length(filter(sections, (section) => !(section.options[option] in usual))) > 0 ? names : [];
	const always = [
		"web.web_request", "web.routes",
		...where("client_limit", [ "web.client_limit" ]), ...where("password_login", [ "web.client_limit" ]),
	];
	const proofs = where("session_revalidate", [ "rpcd.refresh_tokens" ]);
	const revalidation = [ ...proofs, ...where("session_revalidate", [ "rpcd.supervisor" ]) ];
	const supervised = where("session_max_lifetime", [ "rpcd.supervisor" ]);
	const session = [ "io.ubus", "protocol.provider_calls", "rights.session_rights", ...where("password_login", [ "passwords.password_events" ]) ];
	const pieces = {
		"entry_points.cgi": [ "web.endpoints.start", ...always ],
		"entry_points.cgi/callback": [ "web.endpoints.callback", ...session, ...always, ...revalidation, ...supervised ],
		"entry_points.cgi/logout": [ "web.endpoints.user_logout", "io.ubus", ...revalidation, ...always ],
		"entry_points.landing": [ "web.web_request" ],
		"base.failures": [],
		"io.ubus": [],
		"explain.failed_answer": [],
		"explain.key_failure": [],
		"explain.missing_role": [],
		"explain.refused_response": [],
		"protocol.login_lacks": [],
		"protocol.provider_calls": [],
		"protocol.userinfo": [],
		"rights.acl": [],
		"rights.role_rights": [],
		"rpcd.session_ending": [ ...proofs ],
		"settings.config_validation": [],
		"web.clean_up": [],
		"web.failed_callback": [],
		"web.late_callback": [ "web.failed_callback" ],
		"web.refusal": [ "web.late_callback", "web.error_page", "web.words" ],
	};
	for (let name in where("backchannel_logout", [ "entry_points.cgi/backchannel-logout" ])) {
		pieces[name] = [ "web.endpoints.backchannel_logout", "io.input", "io.ubus", "protocol.provider_calls", ...always, ...revalidation ];
	}
	for (let name in where("api_audience", [ "entry_points.cgi/token" ])) {
		pieces[name] = [ "web.endpoints.token_exchange", "web.exchange_answer", "io.input", "rpcd.supervisor", ...session, ...always ];
	}
	for (let name in filter([ "session_revalidate", "api_audience", "session_max_lifetime" ], (option) => length(where(option, [ option ])))) {
		pieces["entry_points.watch"] = [ "io.ubus" ];
		pieces["entry_points.watch/turn"] = [ "io.ubus", "login.revalidation.revalidation_turn", "protocol.provider_calls" ];
	}
	return pieces;
}

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

/** Compiles a program together with modules that it loads late; null where that fails. */
function compiled(io, folder, program, others) {
	const piece = link("sso_login." + program, map(others, (other) => "sso_login." + other), source_of);
	const files = {};
	for (let name in piece.linked) {
		files[name] = "m" + length(files);
	}
	const modules = {};
	for (let name, module in piece.linked) {
		const imports = map(module.imports, (one) => `import ${one.what} from '${files[one.from]}';\n`);
		modules[files[name]] = "'use strict';" + join("", imports) + module.text;
	}
	let source = `import { have_loaded } from '${files["sso_login.ecma"]}'; import * as program from '${files["sso_login." + program]}';`;
	let late = "";
	for (let name in piece.late) {
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
 * Writes the file beside the run directory, for the options of these sections, with a text about them (settings/compiled_config.ts); its
 * length, or INTERNAL_ERROR where that cannot be done.
 */
export function write(io, sections, config) {
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
		for (let name, others in pieces_of(sections)) {
			add("sso_login." + name, compiled(io, folder, split(name, "/")[0], others) ?? die(name));
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
