'use strict';
// Generated from src/sso_login/settings/options.ts by "make ucode"; do not edit.

/**
 * The options of section `default`, each with its default and its rule: the one source for loading the configuration,
 * for the settings page and for docs/configuration.md.
 */

import { array_includes, includes, lower, starts_with } from 'sso_login.ecma';
import * as names from 'sso_login.base.names';
import * as strings from 'sso_login.base.strings';
import * as urls from 'sso_login.base.urls';

/** Bounds of a session's time-out, in seconds. */
export const min_session_timeout = 60;
export const max_session_timeout = 604800;

const path_characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~/-";

function anything(_value) {
	return null;
}

/** A rule for whole numbers within bounds. */
function whole_number(min_, max_) {
	return (value) => {
		const parsed = strings.parse_integer(value);
		return parsed !== null && parsed >= min_ && parsed <= max_
			? null
			: `be a whole number from ${min_} to ${max_}`;
	};
}

/** A rule for one of several words. */
function one_of(words) {
	return (value) => (array_includes(words, value) ? null : "be one of " + join(", ", words));
}

/** An issuer (OpenID Connect Discovery section 2); the URL parser refuses fragments. */
function issuer(value) {
	const url = urls.parse_https(value);
	return url !== null && url.query === null ? null : "be an https:// URL without query and fragment";
}

function https_url(value) {
	return urls.parse_https(value) !== null ? null : "be an https:// URL";
}

function redirect_uri(value) {
	const url = urls.parse_https(value);
	return url !== null && url.path === names.callback_path && url.query === null
		? null
		: "be https://<router>" + names.callback_path;
}

function scope(value) {
	return array_includes(strings.split_words(value, " "), "openid") ? null : "contain openid";
}

/** A path that cannot lead off this host, nor back to the landing page itself. */
function webui_path(value) {
	const closed = value + "/";
	const plain = starts_with(value, "/") && !includes(value, "//") && strings.consists_of(value, path_characters);
	const dotted = includes(closed, "/../") || includes(closed, "/./");
	if (!plain || dotted) {
		return "be a path of A-Z a-z 0-9 . _ ~ / - with one leading slash";
	}
	const loop = starts_with(closed, "/cgi-bin/webui/") || starts_with(closed, "/cgi-bin/sso-login/");
	return loop ? "not be the landing page or the login itself" : null;
}

/** Where the provider may send the browser after logout; it compares the text with what is registered. */
function web_address(value) {
	const lower_ = lower(value);
	const web = starts_with(lower_, "https://") || starts_with(lower_, "http://");
	const plain = length(value) <= 1024 && !includes(value, " ") && !includes(value, "#");
	return web && plain ? null : "be an http:// or https:// URL without fragment, of at most 1024 bytes";
}

function absolute_path(value) {
	return starts_with(value, "/") ? null : "be an absolute path";
}

function label(value) {
	return length(value) <= 64 ? null : "be at most 64 bytes";
}

export const option_rules = [
	{ name: "issuer_url", required: true, problem: issuer },
	{ name: "internal_issuer_url", required: false, problem: https_url },
	{ name: "client_id", required: true, problem: anything },
	{ name: "client_secret", required: true, problem: anything },
	{ name: "redirect_uri", required: true, problem: redirect_uri },
	{ name: "scope", required: true, problem: scope },
	{ name: "clock_tolerance", required: false, fallback: "60", problem: whole_number(0, 3600) },
	{ name: "webui_path", required: false, fallback: "/cgi-bin/luci/", problem: webui_path },
	{
		name: "token_endpoint_auth_method",
		required: false,
		fallback: "auto",
		problem: one_of(["auto", "client_secret_basic", "client_secret_post"]),
	},
	{ name: "ca_file", required: false, problem: absolute_path },
	{ name: "http_timeout", required: false, fallback: "10", problem: whole_number(1, 20) },
	{ name: "at_hash", required: false, fallback: "required", problem: one_of(["required", "optional"]) },
	{ name: "allow_unverified_email", required: false, fallback: "0", problem: one_of(["0", "1"]) },
	{ name: "session_timeout", required: false, problem: whole_number(min_session_timeout, max_session_timeout) },
	{ name: "post_logout_redirect_uri", required: false, problem: web_address },
	{ name: "auto_redirect", required: false, fallback: "0", problem: one_of(["0", "1"]) },
	{ name: "button_label", required: false, fallback: "Login with SSO", problem: label },
	{ name: "log_identity", required: false, fallback: "1", problem: one_of(["0", "1"]) },
];

/** What is wrong with a value of an option, worded "must …"; undefined when nothing is. "" counts as absent. */
export function option_problem(rule, value) {
	if (value === "") {
		return rule.required ? "be set" : null;
	}
	return strings.has_control(value) ? "not hold control characters" : rule.problem(value);
};

/**
 * What is wrong with a role's section name; "" stands for a section without a name. `logins` are the user names of
 * rpcd's local logins: a role of that name would get their rights when rpcd reloads.
 */
export function role_name_problem(name, logins) {
	if (name === "") {
		return "have a name: config role 'name'";
	}
	return name === "root" || array_includes((logins ?? []), name) ? "not have the name of a local login of rpcd" : null;
};
