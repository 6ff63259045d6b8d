'use strict';
// Generated from src/sso_login/program/rpcd.ts by "make ucode"; do not edit.

/**
 * The ubus object `sso-login`, an exec plugin of rpcd: `list`, or `call METHOD` with the arguments on standard input.
 * Every call is answered by one JSON object; what goes wrong is `{"error": …}`.
 */

import { array_find } from 'sso_login.ecma';
import * as protect from 'sso_login.io.protect';
import { print } from 'sso_login.io.console';
import * as json from 'sso_login.io.json';
import { encode_answer } from 'sso_login.io.plugin';
import { create } from 'sso_login.io.system';
import { event, detail_pairs, format_details } from 'sso_login.base.log';
import { max_lifetime } from 'sso_login.login.upkeep';
import { in_words } from 'sso_login.base.texts';
import { err, ok } from 'sso_login.result';
import * as values from 'sso_login.base.values';
import { read_certificates } from 'sso_login.settings.ca';
import { shown_values, values_of, roles_of, read_settings, max_input } from 'sso_login.settings.page';
import { read_groups } from 'sso_login.session.acl';
import { of_groups } from 'sso_login.session.reach';
import * as rpcd_logins from 'sso_login.session.rpcd_logins';
import { list_sso_sessions } from 'sso_login.session.session';
import { run_check } from 'sso_login.check.run';
import * as version from 'sso_login.base.version';
import { saved_sections } from 'sso_login.settings.load';
import { ensure_run_dir, path_of } from 'sso_login.base.store';

/** Names and types of arguments, as rpcd wants them. */
const signatures = '{"get":{},"check":{"values":{},"roles":[]},"keep_ca":{"pem":""}}';

/** Seconds after which a check that still holds the lock must have been killed: none takes that long. */
const lock_lifetime = 30;

const busy = "another check is running";

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
	return {
		name: role.name,
		anonymous: role.anonymous,
		email: json.list(role.email),
		group: json.list(role.group),
		sub: json.list(role.sub ?? []),
		sub_issuer: role.sub_issuer,
		read: json.list(role.read),
		write: json.list(role.write),
	};
}

function session_answers(io) {
	const list = list_sso_sessions(io);
	const lifetime = max_lifetime(io);
	return map((list.ok ? list.data : []), (entry) => {
		const latest = lifetime !== null ? (entry.since ?? 0) + lifetime : null;
		return {
			who: entry.email !== "" ? entry.email : entry.sub,
			role: entry.role,
			until: min(entry.until, latest ?? entry.until),
			latest,
		};
	});
}

/** Everything the settings page shows, however wrong it is; CONFIG_ERROR when UCI cannot read the package. */
export function get_settings(io) {
	const sections = saved_sections(io);
	if (!sections.ok) {
		return sections;
	}
	return ok({
		values: shown_values(sections.data),
		client_secret_set: (values_of(sections.data).client_secret ?? "") !== "",
		roles: json.list(map(roles_of(sections.data), (role) => role_answer(role))),
		access_groups: json.list(access_groups(io)),
		logins: json.list(rpcd_logins.local_logins(rpcd_logins.read(io))),
		sessions: json.list(session_answers(io)),
		version: version.version,
	});
};

/** Takes the lock of checks; else why not. */
function lock(io, path) {
	const made = ensure_run_dir(io) ? io.make_dir(path) : "failed";
	if (made !== "exists") {
		return made === "created" ? null : "the run directory cannot be written";
	}
	const held = io.file_info(path);
	const age = held !== null ? io.time() - held.mtime : lock_lifetime;
	if (age < 0 || age >= lock_lifetime) {
		io.remove(path);
		return io.make_dir(path) === "created" ? null : busy;
	}
	return busy;
}

/** One check at a time: each may keep a process and a connection for seconds. */
function check(io, input) {
	const settings = read_settings(io, input);
	if (!settings.ok) {
		return settings;
	}
	const path = path_of(io, "check.lock");
	const problem = lock(io, path);
	if (problem !== null) {
		return err("RATE_LIMITED", problem);
	}
	const report = protect.protect(() => run_check(io, settings.data));
	io.remove(path);
	return report;
}

/** Keeps a provider's certificate authority where sysupgrade keeps it; it counts once an option names it. */
function keep_ca(io, input) {
	const read = read_certificates(values.text_of(input.pem));
	if (read.pem === null) {
		return err("INVALID_REQUEST", { option: "pem", must: read.problem });
	}
	const path = io.paths.etc_dir + "/ca.pem";
	const kept = io.make_dir(io.paths.etc_dir) !== "failed" && io.write_file(path, read.pem);
	return kept ? ok({ path }) : err("INTERNAL_ERROR", { reason: "cannot write", path });
}

function call(io, method, text) {
	if (text === null) {
		return err("INPUT_TOO_LARGE", "the arguments are too long");
	}
	const input = text === "" ? ok({}) : json.decode_object(text);
	if (!input.ok) {
		return err("INVALID_REQUEST", "the arguments are not a JSON object");
	}
	if (method === "get") {
		return get_settings(io);
	}
	if (method === "keep_ca") {
		return keep_ca(io, input.data);
	}
	return method === "check" ? check(io, input.data) : err("NOT_FOUND", "no such method");
}

/** What the caller reads; a crash goes to the log, and its text no further. */
function explain(io, failure) {
	const details = in_words(failure.details);
	if (failure.error === "INTERNAL_ERROR") {
		event(io, "err", failure.error, detail_pairs(details));
		return { error: "something went wrong on the router; the log says more" };
	}
	return { error: type(details) == "string" ? details : failure.error + " " + format_details(details) };
}

/** Answers rpcd; returns the exit status. */
export function main(args, options) {
	if (args[0] === "list") {
		print(signatures);
		return 0;
	}
	const io = create(options ?? {});
	const outcome = protect.protect(() => call(io, args[1], args[0] === "call" ? io.read_input(max_input) : ""));
	const answer = outcome.ok ? outcome.data : outcome;
	print(encode_answer(answer.ok ? answer.data : explain(io, answer)));
	return 0;
};
