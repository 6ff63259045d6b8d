'use strict';
// Generated from src/sso_login/check/report.ts by "make ucode"; do not edit.

/** The report of a check: findings by id and parameters, and their English words (finding_texts.ts). */

import { array_some, key_of } from 'sso_login.ecma';
import { is_array, list } from 'sso_login.io.json';
import { printable_at } from 'sso_login.base.encoding';
import { open as failure_facts_open } from 'sso_login.base.failure_facts';
import { sorted_keys } from 'sso_login.base.strings';
import { fill } from 'sso_login.base.log_texts';
import { in_english as finding_messages_in_english } from 'sso_login.check.finding_messages';
import { here, findings as finding_texts_findings } from 'sso_login.check.finding_texts';

/** Longest parameter of a finding and of a message in it, in bytes. */
const max_param = 400;
const max_message_param = 80;

/** Bytes of the shortest secret that is masked: masking a shorter text would only spoil findings. */
const min_secret = 4;

/** Printable ASCII for terminals and pages, whatever a provider sends; cut, and without the secret. */
export function sanitize(text, secret, max_) {
	const masked = length(secret) >= min_secret ? join("***", split(text, secret)) : text;
	const out = [];
	for (let i = 0; i < min(length(masked), max_); i++) {
		push(out, printable_at(masked, i));
	}
	return join("", out) + (length(masked) > max_ ? "..." : "");
};

function sanitize_message(message, secret) {
	const given = message.params ?? {};
	const params = {};
	for (let name in keys(given)) {
		params[key_of(name)] = sanitize(given[key_of(name)] ?? "", secret, max_message_param);
	}
	return { id: message.id, params };
}

function sanitize_param(param, secret) {
	if (type(param) == "string") {
		return sanitize(param, secret, max_param);
	}
	return is_array(param)
		? list(map(param, (message) => sanitize_message(message, secret)))
		: sanitize_message(param, secret);
}

function in_english(param) {
	if (type(param) == "string") {
		return param;
	}
	if (is_array(param)) {
		return join(", ", map(param, (message) => in_english(message)));
	}
	return finding_messages_in_english(param);
}

export function new_run(io, secret, total_time, begin) {
	return { io, findings: [], secret, total_time, begin: begin ?? (() => null) };
};

/** A finding with its words in English; `code` replaces that of finding_texts.ts. */
export function finding_of(level, id, params, code, provider) {
	const said = { here: here };
	for (let name in sorted_keys(params)) {
		said[key_of(name)] = in_english(params[key_of(name)] ?? "");
	}
	const words = finding_texts_findings[key_of(id)] ?? { text: id };
	return {
		id,
		level,
		code: code ?? words.code,
		params,
		text: fill(words.text, said),
		advice: fill(words.advice ?? "", said),
		provider,
	};
};

/** Adds a finding with these parameters made printable. */
export function note(run, level, id, params, code) {
	const given = params ?? {};
	const shown = {};
	for (let name in sorted_keys(given)) {
		shown[key_of(name)] = sanitize_param(given[key_of(name)] ?? "", run.secret);
	}
	const finding = finding_of(level, id, shown, code, run.provider);
	push(run.findings, finding);
	return finding;
};

export function ok(run, id, params) {
	note(run, "ok", id, params);
};

export function warning(run, id, params) {
	note(run, "warning", id, params);
};

export function error(run, id, params, code) {
	note(run, "error", id, params, code);
};

/** The reason of a failure where it is a text; else "". */
export function reason_of(failure) {
	const reason = failure_facts_open(failure).reason;
	return type(reason) == "string" ? reason : "";
};

/** Adds an error whose words tell the reason of a failure. */
export function error_of(run, id, failed) {
	error(run, id, { reason: reason_of(failed) });
};

/** Adds a warning with the names as its parameter `param`, where there are any. */
export function warn_of(run, id, param, names) {
	const params = {};
	params[key_of(param)] = join(", ", names);
	if (length(names) > 0) {
		warning(run, id, params);
	}
};

export function report_of(run) {
	return { ok: !array_some(run.findings, (finding) => finding.level === "error"), findings: list(run.findings) };
};
