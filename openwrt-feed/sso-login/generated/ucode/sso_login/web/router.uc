'use strict';
// Generated from src/sso_login/web/router.ts by "make ucode"; do not edit.

/**
 * From a request to a response, with the checks in their order: HTTPS, method, path, probe, limits, rate, switch,
 * configuration, endpoint. A logout or an exchange is judged before it is counted: what it proves says in which window it counts.
 */

import { array_find, key_of, load_module, starts_with, substring, text_slice } from 'sso_login.ecma';
import { about } from 'sso_login.base.log';
import { first, exchange_path_info } from 'sso_login.base.names';
import { ensure_run_dir } from 'sso_login.base.store';
import { err, ok } from 'sso_login.result';
import { is_provider_enabled, is_on as enabled_is_on } from 'sso_login.settings.enabled';
import * as load from 'sso_login.settings.load';
import { is_provider_name } from 'sso_login.settings.option_forms';
import { option_of } from 'sso_login.settings.sections';
import { is_there as password_trial_is_there } from 'sso_login.passwords.trial';
import { count_request, requests as rate_limit_requests, no_run_dir, exchanges, backchannel as rate_limit_backchannel } from 'sso_login.web.rate_limit';
import { query_param, check_limits } from 'sso_login.web.request';

const start = () => load_module('sso_login.web.endpoints.start');

/** A process serves one request and pays for what it loads: an endpoint is loaded when its path is asked for. */
const endpoints = {
	"/": start,
	"/callback": () => load_module('sso_login.web.endpoints.callback'),
};

const logout_path = "/logout";
const logout = () => load_module('sso_login.web.endpoints.logout');
const backchannel_path = "/backchannel-logout";
const backchannel = () => load_module('sso_login.web.endpoints.backchannel_logout');

const token_exchange = () => load_module('sso_login.web.endpoints.token_exchange');

const test_login = () => load_module('sso_login.web.endpoints.test_login');

const jwks_path = "/jwks";
const jwks = () => load_module('sso_login.web.endpoints.jwks');

/** Modules for requests that are refused, and for routers without passwords. */
const late = () => load_module('sso_login.web.late');
const refusals = () => load_module('sso_login.web.refusals');
const password_login = () => load_module('sso_login.passwords.transitions');

/** Counts a request in a window; the answer is whether it is the first there. */
function count(io, environment, window) {
	const limit = window.is_proven ? null : (option_of(io, "client_limit") ?? window.client_limit);
	if (limit !== null) {
		const client_limit = load_module('sso_login.web.client_limit');
		const counted = client_limit.count_client(io, environment.remote_addr, limit, window);
		if (!counted.ok) {
			return counted;
		}
	}
	return count_request(io, window);
}

/** The configuration of a provider, where its switch is on. */
function load_config(io, provider) {
	const on = is_provider_enabled(io, provider ?? first);
	if (!on.ok) {
		return on;
	}
	return on.data ? load.load(io, provider) : err("SSO_DISABLED");
}

/** Whether a request is of a test login: only the ticket, or a state that no login has. */
function is_test(path, query) {
	if (path === "/") {
		return starts_with(query, "test=");
	}
	return path === "/callback" && (index(("&" + query), "&state=test.") >= 0);
}

/** Paths that further providers have each for itself, `<path>/<name>`. */
const own_paths = ["/callback/", "/backchannel-logout/"];

/**
 * Takes the provider out of a path that only it has, so that what serves the path finds it in the environment; NOT_FOUND for one
 * that is not there or off. A test login's may be either, as its settings need not be saved.
 */
function take_provider(io, environment) {
	const own = array_find(own_paths, (path) => starts_with(environment.path_info, path));
	if (own === null) {
		return ok(true);
	}
	const name = substr(environment.path_info, length(own));
	const path = substring(own, 0, length(own) - 1);
	if (!is_provider_name(name) || !(is_test(path, environment.query_string) || enabled_is_on(io, name))) {
		return err("NOT_FOUND");
	}
	environment.path_info = path;
	environment.provider = name;
	return ok(true);
}

/** Whether this is a back-channel logout, and the provider's option is on. */
function is_backchannel_logout(io, environment) {
	const is_posted = environment.method === "POST" && environment.path_info === backchannel_path;
	return is_posted && option_of(io, "backchannel_logout", environment.provider) === "1";
}

/** Whether a path is that of token exchanges, and the option is on at some provider. */
function is_exchange(io, path_info) {
	const is_on = () => (option_of(io, "api_audience") ?? "") !== "" || length(load.providers_with(io, "api_audience")) > 0;
	return path_info === exchange_path_info && is_on();
}

/** The first request of a window also ends the sessions that have lasted as long as they may. */
function expire(io) {
	if ((option_of(io, "session_max_lifetime") ?? option_of(io, "api_audience")) !== null) {
		const ending = load_module('sso_login.rpcd.ending');
		ending.expire(io);
	}
}

/** Counts a request and serves it. */
function serve(io, environment, path, endpoint) {
	const counted = count(io, environment, rate_limit_requests);
	if (!counted.ok) {
		return counted;
	}
	const query = environment.query_string;
	const named = path === "/" ? start().provider_of(io, query) : ok(environment.provider);
	environment.provider = named.ok ? named.data : null;
	const config = named.ok ? load_config(io, named.data) : named;
	if (path !== "/") {
		io.open_log();
	}
	const response = config.ok
		? about(config.data.log_name, endpoint().handle(io, config.data, environment))
		: config;
	// A login has ended overdue sessions already.
	if (counted.data && !(response.ok && path === "/callback")) {
		expire(io);
	}
	return response;
}

/** Counts a request that does not depend on the saved configuration, and serves it. */
function serve_independent(io, environment, endpoint) {
	const counted = count(io, environment, rate_limit_requests);
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
		return no_run_dir(io);
	}
	io.open_log();
	const judged = judge().judge(io, environment, (provider) => load_config(io, provider));
	const counted = count(io, environment, judged.window);
	if (!counted.ok) {
		return about(judged.log_name, counted);
	}
	const response = about(judged.log_name, judged.respond());
	// A back-channel logout has ended overdue sessions already.
	if (counted.data && !(response.ok && unproven !== rate_limit_requests)) {
		expire(io);
	}
	return response;
}

function route(io, environment) {
	if (!environment.https) {
		return err("HTTPS_REQUIRED");
	}
	const taken = take_provider(io, environment);
	if (!taken.ok) {
		return taken;
	}
	const exchanged = is_exchange(io, environment.path_info);
	environment.is_exchange = exchanged;
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
	const action = path === "/" ? query_param(environment.query_string, "action") : null;
	if (action === "enabled") {
		const probe = load_module('sso_login.web.endpoints.probe');
		return ok(probe.answer(io));
	}
	if (action !== null) {
		return err("NOT_FOUND", { reason: "unknown action" });
	}
	const limits = check_limits(environment);
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
	if (exchanged) {
		return serve_judged(io, environment, token_exchange, exchanges);
	}
	return posted
		? serve_judged(io, environment, backchannel, rate_limit_backchannel)
		: serve_judged(io, environment, logout, rate_limit_requests);
}

/** Answers one request; every request gets a response, and every refused one a log line. */
export function handle(io, environment) {
	// Whoever comes when a trial is over ends it; there is no such file otherwise.
	if (password_trial_is_there(io)) {
		password_login().end_overdue_trial(io);
	}
	const response = route(io, environment);
	if (response.ok) {
		return response.data;
	}
	const on = environment.path_info === "/callback" ? late().go_on(io, environment, response.error) : null;
	return on ?? refusals().refuse(io, environment, response);
};
