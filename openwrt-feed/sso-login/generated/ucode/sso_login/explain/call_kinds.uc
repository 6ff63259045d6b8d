'use strict';
// Generated from src/sso_login/explain/call_kinds.ts by "make ucode"; do not edit.

/** The kinds of a call to the provider that failed. */

import { array_find, lower, substring } from 'sso_login.ecma';
import { text_of } from 'sso_login.base.json_values';

/** The name of the metadata among the endpoints: they alone may be elsewhere than the configuration says. */
export const metadata_name = "openid-configuration";

/** The error of the provider and its words; "" where it says nothing. */
export function words_of(facts) {
	const parts = [text_of(facts.error ?? facts.idp_error), text_of(facts.error_description)];
	return join(": ", filter(parts, (part) => part !== ""));
};

/** Words of TLS libraries, of web servers and of our own reasons, in lower case: what they demand, and what an answer is instead. */
const demands = [
	["certificate required", "client_certificate"],
	["demands a client certificate", "client_certificate"],
	["no required ssl certificate", "client_certificate"],
	["client certificate is required", "client_certificate"],
	["no application protocol", "http2_only"],
	["unknown alpn protocol", "http2_only"],
	["header exceeds", "header_too_large"],
	["wrong version number", "plain_http"],
	["packet length too long", "plain_http"],
	["-0x7200", "plain_http"],
	["gzip", "answer_encoded"],
	["rate_limit", "answer_limited"],
	["rate limit", "answer_limited"],
	["too many requests", "answer_limited"],
];

/** Bytes of a refusal that are searched for a demand. */
const max_searched = 4096;

/** The finding about what a server demands of its client; undefined where it says nothing of the kind. */
export function demand_in(text) {
	const words = lower(substring(text, 0, max_searched));
	const found = array_find(demands, (demand) => (index(words, demand[0]) >= 0));
	return found !== null ? found[1] : null;
};

/** The demand in a refusal's body, or in the reason of another failure. */
function demand_of(facts, call) {
	const by_body = facts.http_status !== null && facts.http_status >= 400;
	return demand_in(by_body ? call.body : text_of(facts.reason));
}

export const has_answer = (facts) => facts.http_status !== null;
export const is_passing = (facts) => facts.cause === "temporary";

/** A failure without an answer, by its cause (HttpFailure of base/io). */
function without_answer(cause, finding, headline) {
	return { is: (facts) => facts.cause === cause, finding, headline };
}

/** A certificate that is refused for a reason of its own, with words of that name. */
function of_certificate(words) {
	const is = (facts) => facts.cause === "certificate" && "certificate_" + text_of(facts.certificate) === words;
	return { is, headline: words, finding: words };
}

function with_status(status, finding) {
	return { is: (facts) => facts.http_status == status, finding };
}

/** The kinds of a call that failed. */
const of_calls = [
	of_certificate("certificate_early"),
	of_certificate("certificate_expired"),
	of_certificate("certificate_other_name"),
	of_certificate("certificate_weak"),
	of_certificate("certificate_purpose"),
	{ is: (facts) => facts.cause === "certificate", headline: "certificate", finding: "certificate_untrusted" },
	{ is: (facts, call) => facts.location !== null && call.endpoint === metadata_name, finding: "answer_redirect" },
	{ is: (facts) => facts.location !== null, finding: "endpoint_redirect" },
	{ is: (facts, call) => demand_of(facts, call) !== null, finding: "demand" },
	without_answer("resolve", "host_unknown", "unreachable"),
	without_answer("connect", "connection_refused", "unreachable"),
	without_answer("tls", "tls_failed", "unreachable"),
	without_answer("timeout", "no_answer", "unreachable"),
	without_answer("network", "connection_broken", "unreachable"),
	without_answer("too_large", "answer_too_large"),
	without_answer("encoding", "answer_encoded"),
	{ is: (facts) => !has_answer(facts), finding: "connection_broken" },
	// A refusal that passes is one of a limit, at GitHub and firewalls.
	{ is: (facts) => facts.http_status == 403 && is_passing(facts), finding: "answer_limited" },
	with_status(401, "answer_refused"),
	with_status(403, "answer_refused"),
	with_status(426, "http2_only"),
	with_status(429, "answer_limited"),
	with_status(505, "http2_only"),
	// Most often the issuer has another path, so that the finding leads to it, also where the cause may pass.
	{ is: (facts, call) => facts.http_status == 404 && call.endpoint === metadata_name, finding: "answer_status" },
	{ is: is_passing, finding: "answer_fault" },
	{ is: (facts) => facts.http_status == 200 && words_of(facts) === "", finding: "answer_not_json" },
	{ headline: "setup", finding: "answer_status" },
];

/** The first row that fits, and has a headline, or a finding. */
export function first_row(rows, wanted, facts, call) {
	const found = array_find(rows, (row) => row[wanted] !== null && (row.is === null || row.is(facts, call)));
	return found ?? {};
};

/** The headline of the error page about a call that failed. */
export function headline_of(facts) {
	return first_row(of_calls, "headline", facts, { endpoint: "", body: "" }).headline ?? "";
};

/** The finding about a call that failed, an id in check/finding_texts. */
export function finding_of(facts, call) {
	const finding = first_row(of_calls, "finding", facts, call).finding ?? "";
	return finding === "demand" ? (demand_of(facts, call) ?? "") : finding;
};
