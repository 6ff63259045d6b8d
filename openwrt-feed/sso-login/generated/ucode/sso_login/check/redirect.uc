'use strict';
// Generated from src/sso_login/check/redirect.ts by "make ucode"; do not edit.

/**
 * The part of the check that asks whether the provider knows redirect_uri: it compares the answers to an authorization request
 * with it and to one with an invented address (RFC 6749 section 4.1.2.1).
 */

import { array_includes, array_some, starts_with } from 'sso_login.ecma';
import { plain_config } from 'sso_login.check.client';
import { error, ok as report_ok, warning } from 'sso_login.check.report';
import { parse_https, with_origin } from 'sso_login.base.urls';
import { pkce_pair as hash_pkce_pair, safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { get_auth_url as authorization_get_auth_url } from 'sso_login.protocol.authorization';
import { send } from 'sso_login.protocol.calls';
import { internal_origin } from 'sso_login.protocol.metadata';

/** Statuses by which a provider refuses to answer an address that it does not know. */
const refusals = [400, 401];

/** Whether an address tells an error in its query or fragment. */
function tells_error(location) {
	return array_some(["?", "&", "#"], (sign) => (index(location, sign + "error=") >= 0));
}

function verdict_of(answer, redirect_uri) {
	if (answer === null) {
		return "unclear";
	}
	const location = answer.location;
	if (location !== null && starts_with(location, redirect_uri)) {
		return "known";
	}
	if (array_includes(refusals, answer.status) || (location !== null && tells_error(location))) {
		return "refused";
	}
	return answer.status == 200 || location !== null ? "goes_on" : "unclear";
}

/** The answer to an authorization request with this redirect_uri; undefined where there is none. */
function ask(run, client, redirect_uri) {
	const config = plain_config(client.config, "", redirect_uri);
	const made = hash_pkce_pair(64);
	const handshake = { state: made.challenge, nonce: made.challenge, code_verifier: made.verifier };
	const url = authorization_get_auth_url(run.io, config, client.discovery, handshake);
	const parsed = url.ok ? parse_https(url.data) : null;
	if (parsed === null) {
		return null;
	}
	const origin = internal_origin(client.config.internal_issuer_url) ?? parsed.origin;
	const request = { method: "GET", url: with_origin(parsed, origin), headers: ["Accept: text/html"] };
	const answer = send(run.io, request, "OIDC_DISCOVERY_FAILED");
	return answer.ok ? answer.data : null;
}

/** Notes whether the provider knows redirect_uri. Nothing is sent where it wants pushed requests: they need the secret. */
export function check_redirect(run, client) {
	const redirect_uri = client.config.redirect_uri;
	const pushed = client.discovery.pushed_authorization_request_endpoint !== null;
	const answer = pushed ? null : ask(run, client, redirect_uri);
	const verdict = verdict_of(answer, redirect_uri);
	const params = { redirect_uri, status: answer !== null ? `${answer.status}` : "" };
	if (verdict === "refused") {
		error(run, "redirect_refused", params);
		return;
	}
	const invented = "https://" + hash_safe_id(hash_pkce_pair(64).verifier) + ".invalid/cgi-bin/sso-login/callback";
	const other = verdict === "goes_on" ? ask(run, client, invented) : null;
	// glewlwyd refuses by 403; a filter would answer 403 to both.
	const tells = other !== null && (other.status == 403 || verdict_of(other, invented) === "refused");
	if (verdict === "known" || tells) {
		report_ok(run, "redirect_known");
	} else {
		warning(run, "redirect_untold", params);
	}
};
