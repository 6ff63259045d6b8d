'use strict';
// Generated from src/sso_login/check/findings/failure_findings.ts by "make ucode"; do not edit.

/** The findings about failed calls and about another issuer, of the check and of test logins. */

import { char_at, substring } from 'sso_login.ecma';
import { text_of } from 'sso_login.base.json_values';
import { parse_https } from 'sso_login.base.urls';
import { words_of as call_kinds_words_of, finding_of as call_kinds_finding_of } from 'sso_login.explain.call_kinds';
import { explain as explanation_explain } from 'sso_login.explain.explanation';

/** A failed call as a finding; `endpoint` is its name in the metadata, `body` that of its answer. */
export function of_failure(endpoint, url, facts, body) {
	const parsed = parse_https(url);
	const host = parsed !== null ? parsed.host : url;
	const words = call_kinds_words_of(facts);
	const params = {
		endpoint,
		url,
		host,
		reason: text_of(facts.reason),
		now: text_of(facts.router_time),
		status: `${facts.http_status ?? ""}`,
		location: text_of(facts.location),
		words: words !== "" ? words : { id: "words_none" },
	};
	return { id: call_kinds_finding_of(facts, { endpoint, body }), params };
};

/** The first place, from 0, at which two texts differ. */
function first_difference(one, other) {
	let at = 0;
	while (at < length(one) && char_at(one, at) === char_at(other, at)) {
		at = at + 1;
	}
	return at;
}

/** A text in quotes, or the word for none. */
function quoted(text) {
	return text !== "" ? "'" + text + "'" : { id: "nothing" };
}

/** An issuer that is not the configured one as a finding, with the first difference; `url` is that of the metadata. */
export function of_mismatch(url, configured, discovered) {
	const facts = { configured, discovered };
	const explained = explanation_explain("DISCOVERY_ISSUER_MISMATCH", facts, { endpoint: "", body: "" });
	const at = first_difference(configured, discovered);
	const params = {
		url,
		configured,
		discovered,
		place: `${at + 1}`,
		configured_rest: quoted(substring(configured, at)),
		discovered_rest: quoted(substring(discovered, at)),
	};
	return { id: explained.findings[0] ?? "", params };
};
