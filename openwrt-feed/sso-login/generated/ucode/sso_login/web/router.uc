'use strict';
// Generated from src/sso_login/web/router.ts by "make ucode"; do not edit.

/**
 * From a request to a response, with the checks in their order: HTTPS, method, path, probe, limits, rate, switch,
 * configuration, endpoint. A logout or an exchange is judged before it is counted: what it proves says in which window it counts.
 */

import { has_members, includes, key_of, load_module, starts_with, text_slice } from 'sso_login.ecma';
import { package_name } from 'sso_login.base.names';
import { ensure_run_dir, path_of, trial_file } from 'sso_login.base.store';
import { err, ok } from 'sso_login.result';
import { is_enabled } from 'sso_login.settings.enabled';
import { answer } from 'sso_login.web.probe';

/** A process serves one request and pays for what it loads: an endpoint is loaded when its path is asked for. */
const endpoints = {
	"/": () => load_module('sso_login.web.start'),
	"/callback": () => load_module('sso_login.web.callback'),
};

const logout_path = "/logout";
const logout = () => load_module('sso_login.web.logout');
const backchannel_path = "/backchannel-logout";
const backchannel = () => load_module('sso_login.web.backchannel_logout');

const exchange_path = "/token";
const token_exchange = () => load_module('sso_login.web.token_exchange');

const test_login = () => load_module('sso_login.web.test_login');

const jwks_path = "/jwks";
const jwks = () => load_module('sso_login.web.jwks');

/** Modules that every request except the probe needs, loaded at their first use. */
const lazy = {
	client_limit: () => load_module('sso_login.web.client_limit'),
	ending: () => load_module('sso_login.session.ending'),
	error_page: () => load_module('sso_login.web.error_page'),
	errors: () => load_module('sso_login.web.errors'),
	late: () => load_module('sso_login.web.late'),
	password_login: () => load_module('sso_login.session.password_login'),
	load: () => load_module('sso_login.settings.load'),
	rate_limit: () => load_module('sso_login.web.rate_limit'),
	requests: () => load_module('sso_login.web.requests'),
};

/** The raw value of an option. */
function option_of(io, name) {
	const option = io.uci_get(package_name, "default", name);
	return option.ok ? option.data : null;
}

/** Counts a request in a window; the answer is whether it is the first there. */
function count(io, environment, window) {
	const limit = window.is_proven ? null : (option_of(io, "client_limit") ?? window.client_limit);
	const client_counted = limit !== null ? lazy.client_limit().count_client(io, environment.remote_addr, limit, window) : ok(true);
	return client_counted.ok ? lazy.rate_limit().count_request(io, window) : client_counted;
}

/** The configuration, where the switch is on. */
function load_config(io) {
	const on = is_enabled(io);
	if (!on.ok) {
		return on;
	}
	return on.data ? lazy.load().load(io) : err("SSO_DISABLED");
}

/** The value of `action`, decoded; the login page's own way to write it costs no decoding. */
function action_of(query) {
	return query === "action=enabled" ? "enabled" : lazy.requests().query_param(query, "action");
}

/** Whether this is a back-channel logout, and the option is on. */
function is_backchannel_logout(io, environment) {
	const is_posted = environment.method === "POST" && environment.path_info === backchannel_path;
	return is_posted && option_of(io, "backchannel_logout") === "1";
}

/** Whether a path is that of token exchanges, and the option is on. */
function is_exchange(io, path_info) {
	return path_info === exchange_path && (option_of(io, "api_audience") ?? "") !== "";
}

/** The first request of a window also ends the sessions that have lasted as long as they may. */
function expire(io) {
	if ((option_of(io, "session_max_lifetime") ?? option_of(io, "api_audience")) !== null) {
		lazy.ending().expire(io);
	}
}

/** Counts a request and serves it. */
function serve(io, environment, path, endpoint) {
	const counted = count(io, environment, lazy.rate_limit().requests);
	if (!counted.ok) {
		return counted;
	}
	const config = load_config(io);
	if (path !== "/") {
		io.open_log();
	}
	const response = config.ok ? endpoint().handle(io, config.data, environment) : config;
	// A login has ended overdue sessions already.
	if (counted.data && !(response.ok && path === "/callback")) {
		expire(io);
	}
	return response;
}

/** Whether a request is of a test login: the ticket alone, or a state that no login has. */
function is_test(path, query) {
	if (path === "/") {
		return starts_with(query, "test=");
	}
	// Another parameter may end as this one is called.
	const is_likely = path === "/callback" && includes(query, "state=test.");
	return is_likely && starts_with((lazy.requests().query_param(query, "state") ?? ""), "test.");
}

/** Counts a request that does not depend on the saved configuration, and serves it. */
function serve_independent(io, environment, endpoint) {
	const counted = count(io, environment, lazy.rate_limit().requests);
	if (!counted.ok) {
		return counted;
	}
	io.open_log();
	const response = endpoint().handle(io, environment);
	if (counted.data) {
		expire(io);
	}
	return response;
}

/** Judges a request that may prove itself, counts it where it belongs, and serves it. */
function serve_judged(io, environment, judge, unproven) {
	// What is in the run directory is believed, so it must be the service's own before anything is judged by it.
	if (!ensure_run_dir(io)) {
		return lazy.rate_limit().no_run_dir(io);
	}
	const config = load_config(io);
	io.open_log();
	const judged = config.ok
		? judge().judge(io, config.data, environment)
		: { window: unproven, respond: () => config };
	const counted = count(io, environment, judged.window);
	if (!counted.ok) {
		return counted;
	}
	const response = judged.respond();
	// A back-channel logout has ended overdue sessions already.
	if (counted.data && !(response.ok && unproven !== lazy.rate_limit().requests)) {
		expire(io);
	}
	return response;
}

function route(io, environment) {
	if (!environment.https) {
		return err("HTTPS_REQUIRED");
	}
	const exchanged = is_exchange(io, environment.path_info);
	const posted = exchanged || is_backchannel_logout(io, environment);
	if (environment.method !== (posted ? "POST" : "GET")) {
		const allow = exchanged ? "POST" : null;
		return err("METHOD_NOT_ALLOWED", { method: text_slice(environment.method, 0, 16), allow });
	}
	const path = environment.path_info === "" ? "/" : environment.path_info;
	const endpoint = endpoints[key_of(path)];
	if (endpoint === null && path !== logout_path && path !== jwks_path && !posted) {
		return err("NOT_FOUND");
	}
	const action = path === "/" ? action_of(environment.query_string) : null;
	if (action === "enabled") {
		return ok(answer(io));
	}
	if (action !== null) {
		return err("NOT_FOUND", { reason: "unknown action" });
	}
	const limits = lazy.requests().check_limits(environment);
	if (!limits.ok) {
		return limits;
	}
	if (is_test(path, environment.query_string)) {
		return serve_independent(io, environment, test_login);
	}
	if (path === jwks_path) {
		return serve_independent(io, environment, jwks);
	}
	if (endpoint !== null) {
		return serve(io, environment, path, endpoint);
	}
	const windows = lazy.rate_limit();
	if (exchanged) {
		return serve_judged(io, environment, token_exchange, windows.exchanges);
	}
	return posted
		? serve_judged(io, environment, backchannel, windows.backchannel)
		: serve_judged(io, environment, logout, windows.requests);
}

/** The words of error pages in a language: a process makes one page at most, and loads those of no other. */
function words_in(language) {
	if (language === "de") {
		return load_module('sso_login.web.words_de').words;
	}
	return language === "fr" ? load_module('sso_login.web.words_fr').words : null;
}

/** The error page for people. */
function make_page(io, environment, failure, reference) {
	return lazy.error_page().make(io, environment, failure, reference, words_in);
}

/** Whether a failure is that of a token exchange. It asks nothing of the router, on which anything may be missing. */
function is_for_program(path_info, failure) {
	const details = failure.details;
	const is_off = failure.error === "METHOD_NOT_ALLOWED" && has_members(details) && details.allow === null;
	return path_info === exchange_path && failure.error !== "NOT_FOUND" && !is_off;
}

/** The error page of a failure, and its log line (errors.ts). */
export function refuse(io, environment, failure) {
	const count_refusal = (caller_io) => lazy.rate_limit().count_refusal(caller_io);
	if (is_for_program(environment.path_info, failure)) {
		// A program reads no pages.
		const page = lazy.errors().refuse(io, environment, failure, count_refusal);
		return token_exchange().in_json(page, failure, environment.authorization);
	}
	return lazy.errors().refuse(io, environment, failure, count_refusal, make_page);
};

/** What the landing page shows whom a callback has sent there that came too late (late.ts); undefined for all others. */
export function late_page(io, environment) {
	const reference = lazy.late().reference_of(environment);
	const is_refused = reference !== "" && !lazy.late().has_live_session(io, environment.cookie);
	return is_refused ? make_page(io, environment, err("STATE_NOT_FOUND"), reference) : null;
};

/** Answers one request; every request gets a response, and every refused one a log line. */
export function handle(io, environment) {
	// Whoever comes when a trial is over ends it; there is no such file otherwise.
	if (io.file_info(path_of(io, trial_file)) !== null) {
		lazy.password_login().end_overdue(io);
	}
	const response = route(io, environment);
	if (response.ok) {
		return response.data;
	}
	const on = environment.path_info === "/callback" ? lazy.late().go_on(io, environment, response.error) : null;
	return on ?? refuse(io, environment, response);
};
