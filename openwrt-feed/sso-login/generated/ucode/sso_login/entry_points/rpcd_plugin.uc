'use strict';
// Generated from src/sso_login/entry_points/rpcd_plugin.ts by "make ucode"; do not edit.

/**
 * The ubus object `sso-login`, an exec plugin of rpcd: `list`, or `call METHOD` with the arguments on standard input. The answer
 * of a call is one JSON object, `{"error": …}` where it fails. `list` also starts `restore`, which gives live sessions their rights.
 */

import { array_some, key_of } from 'sso_login.ecma';
import { protect as protect_protect } from 'sso_login.io.protect';
import { print } from 'sso_login.io.console';
import { list, decode_object } from 'sso_login.io.json';
import { encode_answer } from 'sso_login.io.plugin';
import { create as system_create } from 'sso_login.io.system';
import { details_of } from 'sso_login.base.failure_facts';
import { event, detail_pairs, format_details } from 'sso_login.base.log';
import { package_name, first } from 'sso_login.base.public_names';
import { details_in_english } from 'sso_login.base.log_texts';
import { err, ok } from 'sso_login.result';
import { text_of } from 'sso_login.base.json_values';
import { providers_with } from 'sso_login.settings.saved_config';
import { log_at_once } from 'sso_login.entry_points.commands.luci_changes';
import { read_certificates } from 'sso_login.settings.certificates';
import { is_provider_name } from 'sso_login.settings.option_forms';
import { read_settings, max_input, values_of } from 'sso_login.settings.page_settings';
import { retire, make as client_keys_make, public_set } from 'sso_login.jose.client_keys';
import { reconcile as reconcile_reconcile } from 'sso_login.rpcd.reconcile';
import { carry_out } from 'sso_login.registration.registering';
import { run_check } from 'sso_login.check.check_run';
import { ensure_run_dir, path_of as store_path_of, write as store_write, read as store_read } from 'sso_login.base.store';
import { end_overdue_trial, catch_up } from 'sso_login.passwords.password_events';
import { result, begin as test_flow_begin } from 'sso_login.login.test.test_flow';
import { note_registration, end_session as panels_end_session, last_logins, what_would_get } from 'sso_login.answers.panels';
import { call as password_method_call } from 'sso_login.answers.password_method';
import { of_refusal } from 'sso_login.answers.refusal_findings';
import { get_settings } from 'sso_login.answers.settings_answer';

/** Names and types of arguments, in the form of rpcd. */
const signatures = '{"get":{"part":""},"check":{"values":{},"roles":[],"providers":[],"provider":""},"check_step":{},"keep_ca":{"pem":"","provider":""},"end_session":{"id":""},"history":{"changes_only":false},' +
	'"preview":{"values":{},"roles":[],"providers":[],"provider":"","email":"","groups":[],"sub":""},' +
	'"test_start":{"values":{},"roles":[],"providers":[],"provider":""},"test_result":{},' +
	'"password_login":{"state":"","end_sessions":false},"key":{"alg":"","retire":false},"register":{"values":{},"roles":[],"providers":[],"provider":"","token":""}}';

const step_file = "check_step";

/** Runs one check at a time, as each keeps a process for seconds; the lock ends with the process. */
function check(io, input) {
	const settings = read_settings(io, input);
	if (!settings.ok) {
		return settings;
	}
	const provider = text_of(input.provider);
	if (!ensure_run_dir(io)) {
		return err("RATE_LIMITED", "the run directory cannot be written");
	}
	if (!io.lock(store_path_of(io, "check.lock"))) {
		return err("RATE_LIMITED", "another check is running");
	}
	const path = store_path_of(io, step_file);
	const report = run_check(io, settings.data, provider !== "" ? provider : null, (step) => {
		store_write(io, path, { step });
	});
	io.remove(path);
	return ok(report);
}

/** The step of the running check; "" where none runs. */
function check_step(io) {
	const record = store_read(io, store_path_of(io, step_file));
	return ok({ step: record !== null ? text_of(record.step) : "" });
}

/**
 * Writes a provider's certificate authority to a file that sysupgrade keeps. It has an effect once an option names it: where one does
 * already, that is a change, and logged.
 */
function keep_ca(io, input, sid) {
	const read = read_certificates(text_of(input.pem));
	if (read.pem === null) {
		return err("INVALID_REQUEST", { option: "pem", must: read.problem });
	}
	const provider = text_of(input.provider);
	const path = io.paths.etc_dir + (is_provider_name(provider) ? "/ca-" + provider + ".pem" : "/ca.pem");
	const is_same = io.read_file(path, max_input) === read.pem;
	if (io.make_dir(io.paths.etc_dir) === "failed" || !io.write_file(path, read.pem)) {
		return err("INTERNAL_ERROR", { reason: "cannot write", path });
	}
	const users = providers_with(io, "ca_file", path);
	if (length(users) > 0 && !is_same) {
		const options = map(users, (name) => `${package_name}.${name}.ca_file`);
		log_at_once(io, sid, package_name, options);
	}
	return ok({ path });
}

/** Makes a key of an algorithm, or removes the older ones; returns the public keys. */
function key(io, input) {
	const alg = text_of(input.alg);
	const done = input.retire === true ? retire(io) : client_keys_make(io, alg !== "" ? alg : "ES256");
	return done.ok ? ok({ jwks: public_set(io) }) : done;
}

/** Registers the router with the options on the page, saved or not; the configuration changes at once. The token is not stored. */
function register_router(io, input, sid) {
	const settings = read_settings(io, input);
	if (!settings.ok) {
		return settings;
	}
	const shown = settings.data ?? { sections: [] };
	const provider = shown.provider ?? first;
	const outcome = carry_out(io, {
		action: "register",
		provider,
		options: values_of(shown.sections, provider),
		token: text_of(input.token),
	});
	if (array_some(outcome.report.findings, (finding) => finding.id === "register_ok")) {
		note_registration(io, sid, provider);
	}
	return ok(outcome.report);
}

/** The session's last test login, with the findings about a refusal. */
function test_result(io, sid) {
	const found = result(io, sid);
	if (!found.ok) {
		return found;
	}
	const outcome = found.data.outcome ?? {};
	return ok({
		state: found.data.state,
		outcome: found.data.outcome,
		findings: list(of_refusal(outcome)),
	});
}

/** The methods; `sid` is the caller's session. */
const methods = {
	get: (io, input, sid) => get_settings(io, sid, text_of(input.part)),
	check,
	check_step,
	keep_ca,
	end_session: panels_end_session,
	history: last_logins,
	preview: what_would_get,
	test_start: (io, input, sid) => test_flow_begin(io, sid, input),
	key,
	register: register_router,
	password_login: password_method_call,
	test_result: (io, _input, sid) => test_result(io, sid),
};

/** Methods that change at once what a login depends on: where passwords are off, the settings are then on trial. */
const changing = ["keep_ca", "key", "register"];

function call(io, method, text) {
	if (text === null) {
		return err("INPUT_TOO_LARGE", "the arguments are too long");
	}
	const input = text === "" ? ok({}) : decode_object(text);
	if (!input.ok) {
		return err("INVALID_REQUEST", "the arguments are not a JSON object");
	}
	end_overdue_trial(io);
	const answer = methods[key_of(text_of(method))];
	if (answer === null) {
		return err("NOT_FOUND", "no such method");
	}
	// The web server adds the caller's session, and refuses a call that names one.
	const answered = answer(io, input.data, text_of(input.data.ubus_rpc_session));
	if ((index(changing, text_of(method)) >= 0)) {
		catch_up(io, "other");
	}
	return answered;
}

/** The answer for a failure; the text of a crash goes only to the log. */
function explain(io, failure) {
	const details = details_in_english(failure.details);
	const text = details_of(failure);
	if (failure.error === "INTERNAL_ERROR") {
		event(io, "err", failure.error, detail_pairs(details));
		return { error: "something went wrong on the router; the log says more" };
	}
	return { error: type(text) == "string" ? text : failure.error + " " + format_details(details) };
}

/** `restore`: gives sessions the rights that a reload of rpcd or a change of access groups took or gave; logs a failure. */
function restore_rights(io) {
	catch_up(io, "other");
	const restored = reconcile_reconcile(io);
	if (!restored.ok) {
		const facts = [["error", restored.error]];
		const details = details_in_english(restored.details);
		event(io, "err", "RIGHTS_NOT_RESTORED", [...facts, ...detail_pairs(details)]);
	}
}

/**
 * `list`: the only word by which rpcd tells that it starts or reloads, and then live sessions have the rights of one role each. So beside the
 * names of the methods this starts `restore`, a process of its own: rpcd waits for the end of this one's output, and `restore` for rpcd.
 */
function at_start_of_rpcd(io) {
	print(signatures);
	io.start(io.paths.plugin, "restore");
}

/** `call`: prints the answer of a method. */
function answer_call(io, args) {
	const outcome = protect_protect(() => {
		const input = args[0] === "call" ? io.read_input(max_input) : "";
		return call(io, args[1], input);
	});
	const answer = outcome.ok ? outcome.data : outcome;
	print(encode_answer(answer.ok ? answer.data : explain(io, answer)));
}

/** Answers rpcd, and does what `list` starts; returns the exit status. */
export function main(args, options) {
	const io = system_create(options ?? {});
	if (args[0] === "list") {
		at_start_of_rpcd(io);
	} else if (args[0] === "restore") {
		protect_protect(() => restore_rights(io));
	} else {
		answer_call(io, args);
	}
	return 0;
};
