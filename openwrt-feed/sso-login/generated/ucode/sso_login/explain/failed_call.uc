'use strict';
// Generated from src/sso_login/explain/failed_call.ts by "make ucode"; do not edit.

/** The failure of a call without an answer; the reason why a certificate is not trusted is of one kind for log, error page and check. */

import { array_find, lower } from 'sso_login.ecma';
import { format_time } from 'sso_login.io.clock';
import { open as failure_facts_open } from 'sso_login.base.failure_facts';
import { text_of } from 'sso_login.base.json_values';
import { year_start } from 'sso_login.base.version';
import { err } from 'sso_login.result';

/** Words of OpenSSL, of mbedtls' flags and of its sentences, in lower case, and their kinds; the first one counts. */
const kinds = [
	["not yet valid", "early"],
	["badcert_future", "early"],
	["in the future", "early"],
	["expired", "expired"],
	// Of the certificate, or of an authority that may issue none.
	["purpose", "purpose"],
	["usage", "purpose"],
	["invalid ca", "purpose"],
	["subject name", "other_name"],
	["cn_mismatch", "other_name"],
	["does not match", "other_name"],
	["too weak", "weak"],
	["bad_key", "weak"],
	["bad_md", "weak"],
	["unacceptable", "weak"],
];

/** The kind of a failure; `unknown` where the authority is, or the chain has a gap. By a clock that is not set, each certificate is early. */
function kind_of(io, reason) {
	const words = lower(text_of(reason));
	const found = array_find(kinds, (kind) => (index(words, kind[0]) >= 0));
	return io.time() < year_start ? "early" : found !== null ? found[1] : "unknown";
}

/**
 * The failure `code` of a call without an answer, from that of `io.https`; SSL_INIT_FAILED where the certificate is not trusted, but at the
 * token endpoint that is `code`, too.
 */
export function explain(io, code, url, failure) {
	const kind = failure.error;
	const reason = failure_facts_open(failure).reason;
	if (kind !== "certificate") {
		return err(code, { cause: kind, url, reason }, kind === "connect" ? "unreachable" : null);
	}
	const own_code = code === "TOKEN_ENDPOINT_NETWORK_ERROR" ? code : "SSL_INIT_FAILED";
	const router_time = format_time(io.time());
	return err(own_code, { cause: "certificate", certificate: kind_of(io, reason), router_time, url, reason });
};
