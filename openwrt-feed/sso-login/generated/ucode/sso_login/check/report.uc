'use strict';
// Generated from src/sso_login/check/report.ts by "make ucode"; do not edit.

/** The report of a check: findings, each in the words of check_texts.ts. */

import { array_every } from 'sso_login.ecma';
import * as encoding from 'sso_login.base.encoding';
import * as texts from 'sso_login.base.texts';

/** Longest parameter, in bytes. */
const max_param = 400;

/** A secret shorter than this is none, and taking it out of texts would only spoil them. */
const min_secret = 4;

/** Printable ASCII for terminals and pages, whatever a provider sends; cut, and without the secret. */
function sanitize(text, secret) {
	const masked = length(secret) >= min_secret ? join("***", split(text, secret)) : text;
	const out = [];
	for (let i = 0; i < min(length(masked), max_param); i++) {
		push(out, encoding.printable_at(masked, i));
	}
	return join("", out) + (length(masked) > max_param ? "..." : "");
}

/** Adds a finding; `code` where it is not the one of check_texts.ts. */
export function note(run, level, id, params, code) {
	const shown = {};
	for (let name in sort(keys(params), (a, b) => (a < b ? -1 : 1))) {
		shown[name] = sanitize(params[name] ?? "", run.secret);
	}
	const words = texts.check_texts[id] ?? { text: id, advice: "" };
	push(run.findings, {
		id,
		level,
		code: code ?? words.code,
		params: shown,
		text: texts.fill(words.text, shown),
		advice: texts.fill(words.advice, shown),
	});
};

/** The report of what was found. */
export function report_of(run) {
	return { ok: array_every(run.findings, (finding) => finding.level !== "error"), findings: run.findings };
};
