'use strict';
// Generated from src/sso_login/check/provider_check.ts by "make ucode"; do not edit.

/** The part of the check that asks the provider: metadata, JWK Set, client. */

import { ends_with, substring } from 'sso_login.ecma';
import { get_metadata, keep as metadata_call_keep } from 'sso_login.protocol.metadata_call';
import { send as provider_calls_send, get } from 'sso_login.protocol.provider_calls';
import { read_answer as failed_calls_read_answer } from 'sso_login.check.failed_calls';
import { check_client } from 'sso_login.check.client_check';
import { check_algorithms, check_keys } from 'sso_login.check.key_check';
import { check_metadata } from 'sso_login.check.metadata_check';
import { metadata_name } from 'sso_login.explain.call_kinds';
import { is_b2c } from 'sso_login.explain.explanation';
import { check_redirect, check_logout } from 'sso_login.check.redirect_check';
import { ok as report_ok, error, note as report_note, warning } from 'sso_login.check.report';
import { path as provider_metadata_path, internal_origin, url_of, read_metadata } from 'sso_login.protocol.provider_metadata';
import { format_time } from 'sso_login.io.clock';
import { text_of } from 'sso_login.base.json_values';
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

/** The issuer in the address of metadata; undefined for any other address. */
function issuer_in(address) {
	const url = ends_with(address, "/") ? substring(address, 0, length(address) - 1) : address;
	const path = provider_metadata_path;
	return ends_with(url, path) ? substring(url, 0, length(url) - length(path)) : null;
}

/** Asks the provider; returns the steps that could not be tried. */
function ask_provider(run, config, wrong, sendable) {
	const steps = ["jwks_uri", "token_endpoint", "authorization_endpoint"];
	const intended_issuer = issuer_in(config.issuer_url);
	if (intended_issuer !== null) {
		error(run, "issuer_is_document", { issuer: intended_issuer });
		return [...["discovery"], ...steps];
	}
	const origin = internal_origin(config.internal_issuer_url);
	const url = url_of(config);
	run.begin("discovery");
	const sent = get_metadata(run.io, url, "OIDC_DISCOVERY_FAILED", provider_calls_send);
	const published = failed_calls_read_answer(run, metadata_name, url, sent, "OIDC_DISCOVERY_FAILED");
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
	const read = read_metadata(published, issuer, origin);
	if (!read.ok) {
		return steps;
	}
	if (trusted && run.is_saved === true) {
		metadata_call_keep(run.io, config, published);
	}
	const metadata = read.data;
	const uri = metadata.jwks_uri;
	run.begin("keys");
	const set_answer = get(run.io, uri, [], "JWKS_FETCH_FAILED", provider_calls_send);
	const set = failed_calls_read_answer(run, "jwks_uri", uri, set_answer, "JWKS_FETCH_FAILED");
	if (set !== null) {
		check_keys(run, config, uri, set);
	}
	if (run.quick === true) {
		return [];
	}
	if (!trusted) {
		return ["token_endpoint", "authorization_endpoint"];
	}
	const client = { run, config, metadata };
	run.begin("client");
	const untried = check_client(client, wrong, sendable) ? [] : ["token_endpoint"];
	if ((index(wrong, "client_id") >= 0) || (index(wrong, "redirect_uri") >= 0)) {
		return [...untried, ...["authorization_endpoint"]];
	}
	run.begin("redirect");
	check_redirect(client, sendable);
	check_logout(client);
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
