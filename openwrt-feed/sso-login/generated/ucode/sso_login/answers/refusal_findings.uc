'use strict';
// Generated from src/sso_login/answers/refusal_findings.ts by "make ucode"; do not edit.

/** The findings about the refusal of a test login, or of a login in the log: those of the check where it has one of that meaning. */

import { has_members, key_of } from 'sso_login.ecma';
import { in_english as log_texts_in_english } from 'sso_login.base.log_texts';
import { sorted_keys } from 'sso_login.base.strings';
import { of_failure, of_mismatch } from 'sso_login.check.findings.failure_findings';
import { finding_of as report_finding_of } from 'sso_login.check.report';
import { words_of as call_kinds_words_of } from 'sso_login.explain.call_kinds';
import { explain as explanation_explain } from 'sso_login.explain.explanation';

function text_of(fact) {
	return has_members(fact) ? log_texts_in_english(fact) : `${fact ?? ""}`;
}

/** Adds the parameters of a finding or of a message. */
function take(said, found) {
	const params = found.params ?? {};
	for (let name in sorted_keys(params)) {
		said[key_of(name)] = params[key_of(name)] ?? "";
	}
}

/** Findings whose words have the provider's error beside its description. */
const with_error = ["login_denied", "login_refused"];

/** The findings about an outcome, or about a refusal that the log tells; of a login that would be granted, what it lacks. */
export function of_refusal(outcome) {
	const code = outcome.code;
	const facts = outcome.facts ?? {};
	if (code === null) {
		const lacks_token = (outcome.notes ?? {}).refresh_token === "absent";
		return lacks_token ? [report_finding_of("warning", "refresh_token_missing", {}, null, outcome.provider)] : [];
	}
	const error = text_of(facts.error ?? facts.idp_error);
	const answer = error === "" ? "answer_without_code" : "answer_code";
	const words = text_of(facts.error_description);
	const said = {
		answer: { id: answer, params: { status: text_of(facts.http_status), code: error } },
		offered: text_of(facts.alg),
		reason: code,
		redirect_uri: outcome.redirect_uri ?? "redirect_uri",
		roles: text_of(facts.role),
		url: "jwks_uri",
		words: words !== "" ? words : { id: "words_none" },
	};
	for (let name in sorted_keys(facts)) {
		const fact = facts[key_of(name)];
		said[key_of(name)] = name === "must" && has_members(fact) ? fact : text_of(fact);
		if (has_members(fact)) {
			take(said, fact);
		}
	}
	const url = text_of(facts.url ?? "token_endpoint");
	const path = split(url, "/");
	const endpoint = path[length(path) - 1] ?? url;
	const explained = explanation_explain(code, facts, { endpoint, body: "" });
	if (explained.is_call) {
		take(said, of_failure(endpoint, url, facts, ""));
	} else if (code === "DISCOVERY_ISSUER_MISMATCH") {
		const configured = text_of(facts.configured);
		take(said, of_mismatch(configured, configured, text_of(facts.discovered)));
	} else if ((index(with_error, explained.findings[0] ?? "") >= 0)) {
		said.words = call_kinds_words_of(facts);
	}
	if ((explained.subject ?? explained.reasons[0]) !== null) {
		const parts = map(explained.reasons, (name) => name === "words" ? call_kinds_words_of(facts) : text_of(facts[key_of(name)]));
		said.reason = join(" ", filter([...[explained.subject ?? ""], ...parts], (part) => part !== ""));
	}
	if (explained.option !== null) {
		said.option = explained.option;
	}
	return map(explained.findings, (id) => report_finding_of("error", id, said, code, outcome.provider));
};
