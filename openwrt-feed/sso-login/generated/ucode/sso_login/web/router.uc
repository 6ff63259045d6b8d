'use strict';
// Generated from src/sso_login/web/router.ts by "make ucode"; do not edit.

/**
 * From a request to a response, with the checks in their order: HTTPS, method, path, probe, limits, rate, switch,
 * configuration, endpoint.
 */

import { key_of, load_module, text_slice } from 'sso_login.ecma';
import { package_name } from 'sso_login.base.names';
import { err, ok } from 'sso_login.result';
import { is_enabled } from 'sso_login.settings.enabled';
import { answer } from 'sso_login.web.probe';

/** A process serves one request and pays for what it loads: an endpoint is loaded when its path is asked for. */
const endpoints = {
	"/": () => load_module('sso_login.web.start'),
	"/callback": () => load_module('sso_login.web.callback'),
	"/logout": () => load_module('sso_login.web.logout'),
};

const backchannel_path = "/backchannel-logout";
const backchannel = () => load_module('sso_login.web.backchannel_logout');

/** What every request but the probe needs; the login page asks the probe on every visit. */
const late = {
	client_limit: () => load_module('sso_login.web.client_limit'),
	errors: () => load_module('sso_login.web.errors'),
	load: () => load_module('sso_login.settings.load'),
	rate_limit: () => load_module('sso_login.web.rate_limit'),
	requests: () => load_module('sso_login.web.requests'),
	upkeep: () => load_module('sso_login.login.upkeep'),
};

/** An option as it stands. */
function option_of(io, name) {
	const option = io.uci_get(package_name, "default", name);
	return option.ok ? option.data : null;
}

/** Limits and rate; the answer is whether this is the first request of its minute. */
function count(io, environment) {
	const within = late.requests().check_limits(environment);
	if (!within.ok) {
		return within;
	}
	const limit = option_of(io, "client_limit");
	const own = limit !== null ? late.client_limit().count_client(io, environment.remote_addr, limit) : ok(true);
	return own.ok ? late.rate_limit().count_request(io) : own;
}

/** The configuration, where the switch is on. */
function configure(io) {
	const on = is_enabled(io);
	if (!on.ok) {
		return on;
	}
	return on.data ? late.load().load(io) : err("SSO_DISABLED");
}

/** The value of `action`, decoded; the login page's own way to write it costs no decoding. */
function action_of(query) {
	return query === "action=enabled" ? "enabled" : late.requests().query_param(query, "action");
}

/** What may be posted: the provider's log-out, where it is on. */
function posted_endpoint(io, environment) {
	if (environment.method !== "POST" || environment.path_info !== backchannel_path) {
		return null;
	}
	return option_of(io, "backchannel_logout") === "1" ? backchannel : null;
}

function route(io, environment) {
	if (!environment.https) {
		return err("HTTPS_REQUIRED");
	}
	const posted = posted_endpoint(io, environment);
	if (environment.method !== "GET" && posted === null) {
		return err("METHOD_NOT_ALLOWED", { method: text_slice(environment.method, 0, 16) });
	}
	const path = environment.path_info === "" ? "/" : environment.path_info;
	const endpoint = posted ?? endpoints[key_of(path)];
	if (endpoint === null) {
		return err("NOT_FOUND");
	}
	const action = path === "/" ? action_of(environment.query_string) : null;
	if (action === "enabled") {
		return ok(answer(io));
	}
	if (action !== null) {
		return err("NOT_FOUND", { reason: "unknown action" });
	}
	const counted = count(io, environment);
	if (!counted.ok) {
		return counted;
	}
	const config = configure(io);
	if (path !== "/") {
		io.open_log();
	}
	const response = config.ok ? endpoint().handle(io, config.data, environment) : config;
	// A login and a log-out at the provider have looked through the sessions already.
	const has_looked = response.ok && (posted !== null || path === "/callback");
	if (counted.data && !has_looked && option_of(io, "session_max_lifetime") !== null) {
		late.upkeep().expire(io);
	}
	return response;
}

/** The error page of a failure, and its log line (errors.ts). */
export function refuse(io, environment, failure) {
	return late.errors().refuse(io, environment, failure, (world) => late.rate_limit().count_refusal(world));
};

/** Answers one request; every request gets a response, and every refused one a log line. */
export function handle(io, environment) {
	const response = route(io, environment);
	return response.ok ? response.data : refuse(io, environment, response);
};
