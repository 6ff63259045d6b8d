'use strict';
// Generated from src/ucode/io/compile.uc by "make ucode"; do not edit.

// Makes the file of compiled modules that code.uc uses. The counterpart in Lua is src/lua/io/compile.ts.

import { facts_of } from 'sso_login.io.code';
import * as log from 'sso_login.io.log';
import { err, ok } from 'sso_login.result';

/** Values of options that need no module of their own. */
const usual = [ null, "", "0", "on" ];

/**
 * Compiled pieces by their names: a program with the modules that it loads late, so that what several use is there once. A path
 * without a piece takes the one of the start. What belongs to an option is there where some section has it.
 */
function pieces_of(sections) {
	const where = (option, names) => length(filter(sections, (section) => !(section.options[option] in usual))) > 0 ? names : [];
	const always = [ "web.web_request", "web.routes", "settings.saved_config", ...where("client_limit", [ "web.client_limit" ]), ...where("password_login", [ "web.client_limit" ]) ];
	const revalidation = where("session_revalidate", [ "rpcd.refresh_tokens", "rpcd.supervisor" ]);
	const pieces = {
		"entry_points.cgi": [ "web.endpoints.start", "web.endpoints.user_logout", ...revalidation, ...always ],
		"entry_points.cgi/callback": [
			"web.endpoints.callback", "protocol.provider_calls", "io.json_reader", "rights.role_rights", ...always, ...revalidation,
			...where("backchannel_logout", [ "web.endpoints.backchannel_logout", "io.input" ]), ...where("password_login", [ "passwords.password_upkeep" ]),
		],
		"entry_points.landing": [ "web.web_request" ],
		"explain.failed_answer": [],
		"explain.key_failure": [],
		"explain.missing_role": [],
		"explain.refused_response": [],
		"protocol.login_lacks": [],
		"protocol.provider_calls": [ "io.json_reader" ],
		"protocol.userinfo": [],
		"settings.config_validation": [],
		"web.clean_up": [],
		"web.error_page": [],
		"web.failed_callback": [],
		"web.refusal": [ "web.late_callback" ],
	};
	for (let name in where("api_audience", [ "entry_points.cgi/token" ])) {
		pieces[name] = [ "web.endpoints.token_exchange", "io.input", ...always ];
	}
	for (let name in [ ...where("session_revalidate", [ "entry_points.watch" ]), ...where("api_audience", [ "entry_points.watch" ]) ]) {
		pieces[name] = [];
		pieces[name + "/turn"] = [ "login.revalidation.revalidation_turn", "protocol.provider_calls", "io.json_reader" ];
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

/** The files that this runtime is made of. */
function runtime_files() {
	const found = {};
	for (let mapped in match(require("fs").readfile("/proc/self/maps"), /\/[^\n]*\/(libucode\.so[^\/\n]*|ucode)\n/g) ?? []) {
		found[rtrim(mapped[0])] = true;
	}
	return keys(found);
}

/** Compiles a module together with others; null where the compiler fails. It writes only to a file. */
function compiled(name, others, temporary) {
	const command = [ "ucode", "-c", "-s" ];
	for (let pattern in REQUIRE_SEARCH_PATH) {
		push(command, "-L", pattern);
	}
	let source = "";
	let loaded = "";
	for (let at, other in others) {
		source += `import * as m${at} from 'sso_login.${other}';`;
		loaded += `'sso_login.${other}':m${at},`;
	}
	source += `import { have_loaded } from 'sso_login.ecma'; import * as module from 'sso_login.${name}'; have_loaded({${loaded}}); return module;`;
	require("fs").unlink(temporary);
	const status = system([ ...command, "-o", temporary, "-e", source ]);
	const code = status == 0 ? require("fs").readfile(temporary) : null;
	require("fs").unlink(temporary);
	return code;
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
	const head = { made_of: {}, pieces: {} };
	for (let file in [ ...runtime_files(), path_of("sso_login.base.version") ]) {
		head.made_of[file] = facts_of(file);
	}
	let codes = "";
	for (let name, others in pieces_of(sections)) {
		const code = compiled(split(name, "/")[0], others, path + ".tmp");
		if (!code) {
			return err("INTERNAL_ERROR", { reason: "a module cannot be compiled" });
		}
		head.pieces["sso_login." + name] = [ length(codes), length(code) ];
		codes += code;
	}
	const kept = sprintf("return %J;", config);
	head.pieces.configuration = [ length(codes), length(kept) ];
	codes += kept;
	head.pieces["sso_login.entry_points.cgi/backchannel-logout"] = head.pieces["sso_login.entry_points.cgi/callback"];
	head.size = length(codes);
	const text = sprintf("%J\n", head) + codes;
	const written = io.write_file(path, text);
	return written ? ok(length(text)) : err("INTERNAL_ERROR", { reason: "cannot write", path });
};
