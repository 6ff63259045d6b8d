'use strict';
// Generated from src/sso_login/web/refusal.ts by "make ucode"; do not edit.

/**
 * The answer to a refused request, and its log line: one line of text, OAuth's JSON for programs, the page for people, or the way to the
 * web interface for a callback that came too late.
 */

import { char_at, floor, load_module } from 'sso_login.ecma';
import { open as failure_facts_open } from 'sso_login.base.failure_facts';
import { detail_pairs, unproven_limits, event } from 'sso_login.base.log';
import { details_in_english } from 'sso_login.base.log_texts';
import { package_name, first, landing_path } from 'sso_login.base.public_names';
import { err } from 'sso_login.result';
import { option_of } from 'sso_login.settings.package_sections';
import { describe as errors_describe } from 'sso_login.web.errors';
import { accepts_html } from 'sso_login.web.negotiation';
import { count_refusal } from 'sso_login.web.rate_limit';
import { redirect } from 'sso_login.web.responses';

/** The refusal of a logout token, whose client is the provider (OpenID Connect Back-Channel Logout 1.0 section 2.8). */
const for_provider = "LOGOUT_REFUSED";

/** Logs a refusal with the client's address. One that any client can cause has a line only while its minute has one left. */
function log_refusal(io, remote_addr, failure, reference) {
	const entry = errors_describe(failure.error);
	const is_unlimited = entry.always_logged === true;
	if (!is_unlimited && !count_refusal(io)) {
		return;
	}
	const known = failure_facts_open(failure);
	const about = [
		["provider", known.provider],
		["remote", remote_addr],
		["reference", reference],
	];
	const is_hidden = known.error_description !== null && option_of(io, "log_identity") === "0";
	const facts = filter(detail_pairs(details_in_english(failure.details, is_hidden)), (pair) => pair[0] !== "provider");
	const limits = is_unlimited ? null : unproven_limits;
	// Faults of the router or the provider are errors, refused requests warnings.
	event(io, entry.status >= 500 ? "err" : "warning", failure.error, [...about, ...facts], limits);
}

/** Digits of a reference, and how many references there may be in a second. */
const reference_digits = 8;
const references_a_second = 4096;

/** A reference where there is no state to make one of: only of the time, as the crypto module may be missing. */
function reference_of_now(io) {
	const instant = io.monotonic();
	const fraction = floor((instant - floor(instant)) * references_a_second);
	let rest = (io.time() % 1048576) * references_a_second + fraction;
	let digits = "";
	while (length(digits) < reference_digits) {
		digits = char_at("0123456789abcdef", rest % 16) + digits;
		rest = floor(1.0 * rest / 16);
	}
	return digits;
}

/** The sentence after the message; nothing of what a request says is in it. */
function advice_of(failure) {
	const code = failure.error;
	const seconds = (failure.answer ?? {}).retry_after;
	if (code === "RATE_LIMITED" && seconds !== null) {
		return ` Please try again in ${seconds} ${seconds == 1 ? "second" : "seconds"}.`;
	}
	// The cookies of a login that was started at another name of the router are there.
	const facts = failure_facts_open(failure);
	const host = facts.redirect_host;
	const is_elsewhere = code === "MISSING_HANDSHAKE_COOKIE" && facts.hint === null;
	return is_elsewhere && type(host) == "string" && host !== "" ? " Log in at https://" + host + "/." : "";
}

/** Adds the headers that belong to a code. */
function with_headers(response, failure) {
	const answer = failure.answer ?? {};
	if (failure.error === "METHOD_NOT_ALLOWED") {
		push(response.headers, ["Allow", answer.allow ?? "GET"]);
	} else if (failure.error === "RATE_LIMITED" && answer.retry_after !== null) {
		push(response.headers, ["Retry-After", `${answer.retry_after}`]);
	}
	return response;
}

function make_page(io, request, failure, reference) {
	const option = io.uci_get(package_name, first, "password_login");
	// An option that cannot be read says nothing: rpcd's sections do.
	const is_off = (!option.ok || option.data === "off") && load_module('sso_login.passwords.password_state').are_all_refused(io);
	return load_module('sso_login.web.error_page').make(io, request, failure, reference, is_off);
}

/**
 * The specified answer (specification, "HTTP responses"), one line of plain text without the code. It needs no request: for programs, and
 * where a module is missing.
 */
export function refuse_plainly(io, remote_addr, failure) {
	log_refusal(io, remote_addr, failure);
	const entry = errors_describe(failure.error);
	const known = (failure.answer ?? {}).reference;
	const reference = known !== null ? " Reference for the administrator: " + known : "";
	const body = "Error: " + entry.message + advice_of(failure) + reference + "\n";
	return with_headers({ status: entry.status, content_type: "text/plain", headers: [], body }, failure);
};

/** Refuses a request; `is_program` for an exchange of a token, whose client reads OAuth's errors. */
export function refuse(io, request, failure, is_program) {
	if (is_program) {
		const plain = refuse_plainly(io, request.remote_addr, failure);
		return load_module('sso_login.web.exchange_answer').in_json(plain, failure, request.authorization);
	}
	if (failure.error === for_provider) {
		log_refusal(io, request.remote_addr, failure);
		const status = errors_describe(for_provider).status;
		return { status, content_type: "application/json", headers: [], body: '{"error":"invalid_request"}' };
	}
	if (!accepts_html(request.accept)) {
		return refuse_plainly(io, request.remote_addr, failure);
	}
	if (load_module('sso_login.web.late_callback').goes_on(request, failure) && load_module('sso_login.web.late_callback').has_live_session(io, request)) {
		const page = (failure.answer ?? {}).return_to;
		return redirect(landing_path + (page !== null ? "?to=" + page : ""), []);
	}
	// A reference that the answer has is among the facts for the log, too.
	const known = (failure.answer ?? {}).reference;
	const reference = known ?? reference_of_now(io);
	log_refusal(io, request.remote_addr, failure, known === null ? reference : null);
	return with_headers(make_page(io, request, failure, reference), failure);
};

/** The landing page's answer to a browser that a late callback has sent there; undefined for all others. */
export function late_page(io, request) {
	const reference = load_module('sso_login.web.late_callback').reference_of(request);
	if (reference === "" || load_module('sso_login.web.late_callback').has_live_session(io, request)) {
		return null;
	}
	const may_begin = request.query.values.again !== null;
	return may_begin ? load_module('sso_login.web.error_page').begin_again(io, request) : make_page(io, request, err("STATE_NOT_FOUND"), reference);
};
