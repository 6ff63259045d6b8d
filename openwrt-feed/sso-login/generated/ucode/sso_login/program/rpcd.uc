'use strict';
// Generated from src/sso_login/program/rpcd.ts by "make ucode"; do not edit.

/**
 * The ubus object `sso-login`, an exec plugin of rpcd: `list`, or `call METHOD` with the arguments on standard input.
 * Every call is answered by one JSON object; what goes wrong is `{"error": …}`.
 */

import { array_find, key_of } from 'sso_login.ecma';
import * as protect from 'sso_login.io.protect';
import { print } from 'sso_login.io.console';
import * as json from 'sso_login.io.json';
import { encode_answer } from 'sso_login.io.plugin';
import { create } from 'sso_login.io.system';
import { event, detail_pairs, format_details } from 'sso_login.base.log';
import { details_in_english } from 'sso_login.base.texts';
import { err, ok } from 'sso_login.result';
import * as values from 'sso_login.base.values';
import { read_certificates } from 'sso_login.base.certificates';
import { is_provider_name } from 'sso_login.settings.option_forms';
import { values_of, shown_values, further_of, roles_of, read_settings, max_input } from 'sso_login.settings.page';
import { list_names } from 'sso_login.settings.role_sections';
import { public_set, retire, make } from 'sso_login.protocol.client_keys';
import { read_groups } from 'sso_login.rights.acl';
import { of_groups } from 'sso_login.rights.access_level';
import { combinations } from 'sso_login.rights.menu';
import * as reconcile from 'sso_login.rpcd.reconcile';
import { read_sections, local_logins } from 'sso_login.rpcd.logins';
import { run_check } from 'sso_login.check.run';
import * as version from 'sso_login.base.version';
import { saved_sections } from 'sso_login.settings.load';
import * as store from 'sso_login.base.store';
import { end_overdue } from 'sso_login.passwords.transitions';
import { upkeep } from 'sso_login.passwords.upkeep';
import { begin, result } from 'sso_login.login.test.flow';
import * as panels from 'sso_login.program.panels';
import * as password_method from 'sso_login.program.password_method';

/** Names and types of arguments, as rpcd wants them. */
const signatures = '{"get":{},"check":{"values":{},"roles":[],"providers":[],"provider":""},"check_step":{},"keep_ca":{"pem":"","provider":""},"end_session":{"id":""},"history":{},' +
	'"preview":{"values":{},"roles":[],"providers":[],"provider":"","email":"","groups":[],"sub":""},' +
	'"test_start":{"values":{},"roles":[],"providers":[],"provider":""},"test_result":{},' +
	'"password_login":{"state":"","end_sessions":false},"key":{"alg":"","retire":false}}';

/** What a running check tries, for those who wait for it. */
const step_file = "check_step";

/** The access groups by name; of several descriptions the first. */
function access_groups(io) {
	const groups = read_groups(io).groups;
	return map(of_groups(io, groups), (group) => {
		const described = array_find(groups, (candidate) => candidate.name === group.name && candidate.description !== "");
		return {
			name: group.name,
			description: described !== null ? described.description : "",
			read: group.read,
			write: group.write,
		};
	});
}

function role_answer(role) {
	const answer = { name: role.name, anonymous: role.anonymous, sub_issuer: role.sub_issuer };
	for (let list in list_names) {
		answer[list] = json.list(role[list] ?? []);
	}
	return answer;
}

function has_secret(sections, provider) {
	return (values_of(sections, provider).client_secret ?? "") !== "";
}

/** Everything the settings page shows, however wrong it is; `sid` is the session that asks. CONFIG_ERROR when UCI cannot read the package. */
export function get_settings(io, sid) {
	const sections = saved_sections(io);
	if (!sections.ok) {
		return sections;
	}
	const logins = read_sections(io);
	return ok({
		values: shown_values(sections.data),
		client_secret_set: has_secret(sections.data),
		providers: json.list(
			map(further_of(sections.data), (name) => ({
				name,
				values: shown_values(sections.data, name),
				client_secret_set: has_secret(sections.data, name),
			}))
		),
		roles: json.list(map(roles_of(sections.data), (role) => role_answer(role))),
		access_groups: json.list(access_groups(io)),
		pages: json.list(map(combinations(io), (groups) => json.list(groups))),
		logins: json.list(local_logins(logins.ok ? logins.data : [])),
		sessions: json.list(panels.sessions(io, sid)),
		password_login: password_method.answer(io, sid),
		jwks: public_set(io),
		version: version.version,
	});
};

/** Runs one check at a time, as each may keep a process and a connection for seconds; the lock ends with the process. */
function check(io, input) {
	const settings = read_settings(io, input);
	if (!settings.ok) {
		return settings;
	}
	const provider = values.text_of(input.provider);
	if (!store.ensure_run_dir(io)) {
		return err("RATE_LIMITED", "the run directory cannot be written");
	}
	if (!io.lock(store.path_of(io, "check.lock"))) {
		return err("RATE_LIMITED", "another check is running");
	}
	const path = store.path_of(io, step_file);
	const report = run_check(io, settings.data, provider !== "" ? provider : null, (step) => {
		store.write(io, path, { step });
	});
	io.remove(path);
	return ok(report);
}

/** What the check that is running tries; "" where none is. */
function check_step(io) {
	const told = store.read(io, store.path_of(io, step_file));
	return ok({ step: told !== null ? values.text_of(told.step) : "" });
}

/** Keeps a provider's certificate authority, each in a file of its own, where sysupgrade keeps it; it counts once an option names it. */
function keep_ca(io, input) {
	const read = read_certificates(values.text_of(input.pem));
	if (read.pem === null) {
		return err("INVALID_REQUEST", { option: "pem", must: read.problem });
	}
	const provider = values.text_of(input.provider);
	const path = io.paths.etc_dir + (is_provider_name(provider) ? "/ca-" + provider + ".pem" : "/ca.pem");
	const kept = io.make_dir(io.paths.etc_dir) !== "failed" && io.write_file(path, read.pem);
	return kept ? ok({ path }) : err("INTERNAL_ERROR", { reason: "cannot write", path });
}

/** Makes a key of an algorithm, or removes the older ones; the answer is the public keys. */
function key(io, input) {
	const alg = values.text_of(input.alg);
	const done = input.retire === true ? retire(io) : make(io, alg !== "" ? alg : "ES256");
	return done.ok ? ok({ jwks: public_set(io) }) : done;
}

/** What answers each method; `sid` is the session that asks. */
const methods = {
	get: (io, _input, sid) => get_settings(io, sid),
	check,
	check_step,
	keep_ca,
	end_session: panels.end_session,
	history: panels.last_logins,
	preview: panels.what_would_get,
	test_start: (io, input, sid) => begin(io, sid, input),
	key,
	password_login: password_method.call,
	test_result: (io, _input, sid) => result(io, sid),
};

function call(io, method, text) {
	if (text === null) {
		return err("INPUT_TOO_LARGE", "the arguments are too long");
	}
	const input = text === "" ? ok({}) : json.decode_object(text);
	if (!input.ok) {
		return err("INVALID_REQUEST", "the arguments are not a JSON object");
	}
	end_overdue(io);
	const answer = method !== null ? methods[key_of(method)] : null;
	// The web server says which session asks, and refuses a call that says so itself.
	return answer !== null
		? answer(io, input.data, values.text_of(input.data.ubus_rpc_session))
		: err("NOT_FOUND", "no such method");
}

/** What the caller reads; a crash goes to the log, and its text no further. */
function explain(io, failure) {
	const details = details_in_english(failure.details);
	if (failure.error === "INTERNAL_ERROR") {
		event(io, "err", failure.error, detail_pairs(details));
		return { error: "something went wrong on the router; the log says more" };
	}
	return { error: type(details) == "string" ? details : failure.error + " " + format_details(details) };
}

/** What `list` leaves running: it ends by itself, and only what went wrong is logged. */
function restore_rights(io) {
	upkeep(io, false);
	const restored = reconcile.restore_rights(io);
	if (!restored.ok) {
		const facts = [["error", restored.error]];
		const details = details_in_english(restored.details);
		event(io, "err", "RIGHTS_NOT_RESTORED", [...facts, ...detail_pairs(details)]);
	}
}

/**
 * Answers rpcd; returns the exit status. rpcd runs `list` when it starts and when it reloads, and waits until its output is
 * closed; the rights that a reload takes are given back by another process, which waits for rpcd.
 */
export function main(args, options) {
	const io = create(options ?? {});
	if (args[0] === "list") {
		print(signatures);
		io.start(io.paths.plugin, "restore");
		return 0;
	}
	if (args[0] === "restore") {
		protect.protect(() => restore_rights(io));
		return 0;
	}
	const outcome = protect.protect(() => call(io, args[1], args[0] === "call" ? io.read_input(max_input) : ""));
	const answer = outcome.ok ? outcome.data : outcome;
	print(encode_answer(answer.ok ? answer.data : explain(io, answer)));
	return 0;
};
