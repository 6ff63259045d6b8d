'use strict';
// Generated from src/sso_login/check/provider.ts by "make ucode"; do not edit.

/** The part of the check that asks the provider: discovery document, JWK Set, client. */

import { ends_with, substring } from 'sso_login.ecma';
import { get_document, send as provider_calls_send, get } from 'sso_login.protocol.calls';
import { read_document as calls_read_document } from 'sso_login.check.calls';
import { check_client } from 'sso_login.check.client';
import { check_algorithms, check_keys } from 'sso_login.check.keys';
import { check_metadata } from 'sso_login.check.document';
import { discovery_document, is_b2c } from 'sso_login.check.findings.refusals';
import { check_redirect } from 'sso_login.check.redirect';
import { ok as report_ok, error, note as report_note, begin as report_begin, warning } from 'sso_login.check.report';
import { document_path, internal_origin, document_url, read_document as metadata_read_document, with_internal_origin } from 'sso_login.protocol.metadata';
import { format_time } from 'sso_login.io.clock';
import { text_of } from 'sso_login.base.values';
import { parse_https } from 'sso_login.base.urls';

/** Seconds beyond the tolerance from which on a clock that is ahead is an error: ID Tokens live up to an hour. */
const token_lifetime = 3600;

/** Compares the router's clock with the provider's `date`, undefined where it sent none. */
function check_clock(run, config, date) {
	const now = run.io.time();
	if (date === null) {
		report_ok(run, "clock_unknown", { now: format_time(now) });
		return;
	}
	const seconds = `${max(now - date, date - now)}`;
	const params = { seconds, tolerance: `${config.clock_tolerance}` };
	if (date - now > config.clock_tolerance) {
		error(run, "clock_behind", params);
	} else if (now - date > config.clock_tolerance) {
		const level = now - date > config.clock_tolerance + token_lifetime ? "error" : "warning";
		report_note(run, level, "clock_ahead", params);
	} else {
		report_ok(run, "clock_ok", params);
	}
}

/** The issuer in the address of a discovery document; undefined for any other address. */
function before_document(address) {
	const url = ends_with(address, "/") ? substring(address, 0, length(address) - 1) : address;
	const path = document_path;
	return ends_with(url, path) ? substring(url, 0, length(url) - length(path)) : null;
}

/** Asks the provider; returns the steps that could not be tried. */
function ask_provider(run, config, wrong, sendable) {
	const steps = ["jwks_uri", "token_endpoint", "authorization_endpoint"];
	const issuer_of_document = before_document(config.issuer_url);
	if (issuer_of_document !== null) {
		error(run, "issuer_is_document", { issuer: issuer_of_document });
		return [...["discovery"], ...steps];
	}
	const origin = internal_origin(config.internal_issuer_url);
	const url = document_url(config.issuer_url, origin);
	report_begin(run, "discovery");
	const sent = get_document(run.io, url, "OIDC_DISCOVERY_FAILED", provider_calls_send);
	const published = calls_read_document(run, discovery_document, url, sent, "OIDC_DISCOVERY_FAILED");
	if (published === null || !sent.ok) {
		if (sent.ok && is_b2c(config.issuer_url)) {
			error(run, "issuer_b2c");
		}
		return steps;
	}
	const host = parse_https(url);
	report_ok(run, "connection_ok", { host: host !== null ? host.host : url });
	check_clock(run, config, sent.data.date);
	const trusted = check_metadata(run, config, published, url);
	if ((index(wrong, "client_id") >= 0) && trusted && text_of(published.registration_endpoint) !== "") {
		report_ok(run, "register_offered", { issuer: config.issuer_url });
	}
	check_algorithms(run, config, published);
	const issuer = text_of(published.issuer);
	const read = metadata_read_document(published, issuer);
	if (!read.ok) {
		return steps;
	}
	const discovery = with_internal_origin(read.data, origin);
	const uri = discovery.jwks_uri;
	report_begin(run, "keys");
	const set_answer = get(run.io, uri, [], "JWKS_FETCH_FAILED", provider_calls_send);
	const set = calls_read_document(run, "jwks_uri", uri, set_answer, "JWKS_FETCH_FAILED");
	if (set !== null) {
		check_keys(run, config, uri, set);
	}
	if (!trusted) {
		return ["token_endpoint", "authorization_endpoint"];
	}
	const known = { config, discovery };
	report_begin(run, "client");
	const untried = check_client(run, known, wrong, sendable) ? [] : ["token_endpoint"];
	if ((index(wrong, "client_id") >= 0) || (index(wrong, "redirect_uri") >= 0)) {
		return [...untried, ...["authorization_endpoint"]];
	}
	report_begin(run, "redirect");
	check_redirect(run, known, sendable);
	return untried;
}

/**
 * Asks the provider as a login would. `wrong` are the names of wrong options. The client secret is sent only where it is
 * `sendable`, and only to a provider whose issuer is the configured one.
 */
export function check_provider(run, config, wrong, sendable) {
	const no_address = (index(wrong, "issuer_url") >= 0) || (index(wrong, "internal_issuer_url") >= 0);
	const all = ["discovery", "jwks_uri", "token_endpoint", "authorization_endpoint"];
	const steps = no_address ? all : ask_provider(run, config, wrong, sendable);
	if (length(steps) > 0) {
		warning(run, "not_tried", { steps: join(", ", steps) });
	}
};
