'use strict';
// Generated from src/sso_login/web/routes.ts by "make ucode"; do not edit.

/**
 * The table of requests, and the checks in their order: HTTPS, method, path, probe, limits, rate, switch, configuration, endpoint. A
 * signature or a session that proves something is looked for before a request is counted, as it tells the window; what has no such proof is
 * read after that.
 */

import { array_find, array_some, load_module, starts_with, text_slice } from 'sso_login.ecma';
import { test_state, first, trial_file } from 'sso_login.base.public_names';
import { ensure_run_dir, path_of as store_path_of } from 'sso_login.base.store';
import { err, ok } from 'sso_login.result';
import { is_on as enabled_is_on } from 'sso_login.settings.enabled';
import { providers_with } from 'sso_login.settings.saved_config';
import { option_of } from 'sso_login.settings.package_sections';
import { limit_of, count_request, window_of, no_run_dir } from 'sso_login.web.rate_limit';
import { exchange_path, is_of_program } from 'sso_login.web.web_request';

const backchannel_path = "/backchannel-logout";

function is_probe(request) {
	const query = request.query;
	return query.values.action !== null || array_some(query.problems, (problem) => problem[0] === "action");
}

/** Whether it begins a test login. */
function has_ticket(request) {
	return request.query.values.test !== null;
}

/** Whether it ends a test login: its state is one that no other login has. */
function is_of_test(request) {
	const state = request.query.values.state;
	return state !== null && starts_with(state, test_state);
}

function has_backchannel_logout(io, provider) {
	return option_of(io, "backchannel_logout", provider) === "1";
}

/**
 * Whether a provider's access tokens open sessions. The option of the first provider, which costs least to read, counts even while that provider is
 * off; the endpoint then refuses.
 */
function has_exchanges(io) {
	const audience = option_of(io, "api_audience") ?? "";
	return audience !== "" || length(providers_with(io, "api_audience")) > 0;
}

const routes = [
	{ path: "/", match: is_probe, is_silent: true, takes_excess: true, endpoint: "probe" },
	{ path: "/", match: has_ticket, window: "requests", endpoint: "test_login" },
	{ path: "/", window: "requests", is_silent: true, endpoint: "start" },
	// The settings of a test login need not be saved.
	{ path: "/callback", match: is_of_test, providers: "all", window: "requests", endpoint: "test_login" },
	{ path: "/callback", providers: "on", window: "requests", ends_overdue: true, endpoint: "callback" },
	{ path: "/jwks", window: "requests", endpoint: "jwks" },
	{ path: "/logout", window: "requests", has_proof: true, endpoint: "user_logout" },
	{
		path: backchannel_path,
		providers: "on",
		method: "POST",
		window: "backchannel",
		is_of_provider: true,
		has_proof: true,
		is_on: has_backchannel_logout,
		off: "backchannel_logout is off",
		ends_overdue: true,
		endpoint: "backchannel_logout",
	},
	{
		path: exchange_path,
		method: "POST",
		window: "exchanges",
		has_proof: true,
		is_on: has_exchanges,
		off: "api_audience is not set",
		ends_overdue: true,
		endpoint: "token_exchange",
	},
];

/** The paths, each with the module of its endpoint for requests that no row above matches. */
export function endpoints() {
	return map(filter(routes, (route) => route.match === null), (route) => ({ path: route.path, module: `web.endpoints.${route.endpoint}` }));
};

/** Whether a route has an address of a provider; the first one's is the path alone. */
function has_provider(io, route, provider) {
	return (
		provider === first ||
		route.providers === "all" ||
		(route.providers === "on" && enabled_is_on(io, provider))
	);
}

function find_row(io, request) {
	const row = array_find(routes, (one) => one.path === request.path && (one.match === null || one.match(request)));
	if (row === null) {
		return { kind: "none" };
	}
	if (row.is_on !== null && !row.is_on(io, request.provider)) {
		return row.method === request.method ? { kind: "lacking", route: row } : { kind: "none" };
	}
	return has_provider(io, row, request.provider) ? { kind: "served", route: row } : { kind: "none" };
}

/** Counts a request in a window, before that in the share of its client; the answer is whether it is the first there. */
function count_in(io, request, window) {
	const client_limit = () => load_module('sso_login.web.client_limit');
	const limit = limit_of(io, window);
	const share = limit !== null ? client_limit().count_client(io, request.remote_addr, limit, window) : ok(true);
	return share.ok ? count_request(io, window) : share;
}

/** Ends the sessions that are over, where a lifetime or exchanges are configured; with `session_revalidate` alone only the supervisor does. */
function expire(io) {
	if (option_of(io, "session_max_lifetime") !== null || has_exchanges(io)) {
		const session_ending = load_module('sso_login.rpcd.session_ending');
		session_ending.expire(io);
	}
}

/**
 * Looks for a proof in a request, which is then counted and served. A process serves one request and pays for what it loads: an
 * endpoint is loaded when a request has come to it.
 */
function admit(io, request, name) {
	if (name === "start") {
		return load_module('sso_login.web.endpoints.start').admit(io, request);
	}
	if (name === "callback") {
		return load_module('sso_login.web.endpoints.callback').admit(io, request);
	}
	if (name === "probe") {
		return load_module('sso_login.web.endpoints.probe').admit(io, request);
	}
	if (name === "test_login") {
		return load_module('sso_login.web.endpoints.test_login').admit(io, request);
	}
	if (name === "jwks") {
		return load_module('sso_login.web.endpoints.jwks').admit(io);
	}
	if (name === "user_logout") {
		return load_module('sso_login.web.endpoints.user_logout').admit(io, request);
	}
	if (name === "backchannel_logout") {
		return load_module('sso_login.web.endpoints.backchannel_logout').admit(
			io,
			request
		);
	}
	return load_module('sso_login.web.endpoints.token_exchange').admit(io, request);
}

/** The window of a request that proves nothing; undefined where it is not counted. */
function unproven_window(route, request) {
	const owner = route.is_of_provider === true ? request.provider : null;
	return route.window !== null ? window_of(route.window, owner) : null;
}

/** Counts a request in the narrower window of its admission, then in its window; the answer is whether it is the first in the latter. */
function count(io, request, route, admission) {
	const narrower = admission.narrower !== null ? count_in(io, request, admission.narrower) : ok(false);
	if (!narrower.ok) {
		return narrower;
	}
	const window = admission.window ?? unproven_window(route, request);
	return window !== null ? count_in(io, request, window) : ok(false);
}

function serve(io, request, route) {
	if (route.is_silent !== true) {
		io.open_log();
	}
	// A proof is compared with files of the run directory, so that must be the service's own.
	if (route.has_proof === true && !ensure_run_dir(io)) {
		return no_run_dir(io);
	}
	const admission = admit(io, request, route.endpoint);
	const counted = count(io, request, route, admission);
	if (!counted.ok) {
		const known = admission.refusal;
		const refused = known !== null ? load_module('sso_login.base.failures').instead_of(counted, known) : counted;
		return load_module('sso_login.base.failures').about(admission.log_name, refused);
	}
	const response = admission.respond();
	// The first request of a window ends overdue sessions for all, unless this success has done so.
	const is_done = response.ok && route.ends_overdue === true;
	if (counted.data && !is_done) {
		expire(io);
	}
	return response.ok ? response : load_module('sso_login.base.failures').about(admission.log_name, response);
}

/** Checks a request up to its path, and serves it by its row. */
function respond(io, request, found) {
	if (!request.https) {
		return err("HTTPS_REQUIRED", { hint: { id: "https_of_proxy" } });
	}
	const method = text_slice(request.method, 0, 16);
	if (found.kind === "lacking") {
		return err("METHOD_NOT_ALLOWED", { method, reason: found.route.off });
	}
	const route = found.kind === "served" ? found.route : null;
	const allow = route !== null ? route.method : null;
	if (request.method !== (allow ?? "GET")) {
		const hint = request.path === "/callback" && request.method === "POST" ? { id: "no_form_post" } : null;
		return err("METHOD_NOT_ALLOWED", { method, allow, hint }, null, { allow });
	}
	if (route === null) {
		return err("NOT_FOUND");
	}
	return request.excess !== null && route.takes_excess !== true ? request.excess : serve(io, request, route);
}

/**
 * Answers one request; every request gets a response. A refusal has a log line, but for a late callback of a user who is in, and
 * those beyond the minute's share (`rate_limit.count_refusal`).
 */
export function handle(io, request) {
	// The first program that runs after the end of a trial ends it; there is no such file otherwise.
	if (io.file_info(store_path_of(io, trial_file)) !== null) {
		load_module('sso_login.passwords.password_events').end_overdue_trial(io);
	}
	const found = find_row(io, request);
	const response = respond(io, request, found);
	if (response.ok) {
		return response.data;
	}
	return load_module('sso_login.web.refusal').refuse(io, request, response, found.kind !== "none" && is_of_program(request));
};
