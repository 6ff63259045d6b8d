'use strict';
// Generated from src/sso_login/settings/options.ts by "make ucode"; do not edit.

/**
 * The options of section `default`, each with its default and its rule: the one source for loading the configuration,
 * for the settings page and for docs/configuration.md.
 */

import { array_every, array_find, array_includes, ends_with, includes, lower, starts_with } from 'sso_login.ecma';
import { to_hex } from 'sso_login.base.addresses';
import { callback_path } from 'sso_login.base.names';
import { parse_integer, split_words, consists_of, has_control } from 'sso_login.base.strings';
import { parse_https } from 'sso_login.base.urls';

/** Bounds of a session's time-out, in seconds. */
export const min_session_timeout = 60;
export const max_session_timeout = 604800;

/** Bounds of a session's whole life, in seconds, and of a client's requests in a minute. */
export const min_session_lifetime = 300;
export const max_session_lifetime = 2592000;
export const min_client_limit = 5;
export const max_client_limit = 50;

/** Signature algorithms (RFC 7518 section 3.1, RFC 8037) that may be allowed; never HMAC or none. */
export const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

/** Bytes of the address after logout, and of the button's label. */
const max_web_address = 1024;
const max_label = 64;

/** Bytes of a path to return to. */
const max_return = 512;

/** Bytes of all words of a list, and of a claim's name. */
const max_words = 1024;
const max_claim = 256;

function rule(id, matches, params) {
	return { matches, id, params };
}

/** Whole numbers within bounds. */
function whole_number(min_, max_) {
	const matches = (value) => {
		const parsed = parse_integer(value);
		return parsed !== null && parsed >= min_ && parsed <= max_;
	};
	return rule("whole_number", matches, { min: `${min_}`, max: `${max_}` });
}

function one_of(words) {
	return rule("one_of", (value) => array_includes(words, value), { words: join(", ", words) });
}

/** Words of a list, each one of these. */
function some_of(words) {
	const matches = (value) => array_every(split_words(value, " "), (word) => array_includes(words, word));
	return rule("some_of", matches, { words: join(", ", words) });
}

/** An issuer (OpenID Connect Discovery section 2); the URL parser refuses fragments. */
function is_issuer(value) {
	const url = parse_https(value);
	return url !== null && url.query === null;
}

function is_https_url(value) {
	return parse_https(value) !== null;
}

function is_redirect_uri(value) {
	const url = parse_https(value);
	return url !== null && url.path === callback_path && url.query === null;
}

function has_openid(value) {
	return array_includes(split_words(value, " "), "openid");
}

/** A path that cannot lead off this host. */
function is_plain_path(value) {
	const closed = value + "/";
	const plain = starts_with(value, "/") && !includes(value, "//") && consists_of(value, "path");
	return plain && !includes(closed, "/../") && !includes(closed, "/./");
}

/** Not back to the landing page, nor to the login. */
function avoids_login(value) {
	const closed = value + "/";
	return !starts_with(closed, "/cgi-bin/webui/") && !starts_with(closed, "/cgi-bin/sso-login/");
}

/**
 * Whether a login may end at this page of the web interface, which is at `webui_path`: a plain path below it, of at most 512
 * bytes, and never its logout.
 */
export function is_return_path(path, webui_path) {
	const base = ends_with(webui_path, "/") ? webui_path : webui_path + "/";
	const below = length(path) <= max_return && starts_with(path, base) && !includes((path + "/"), "/admin/logout/");
	return below && is_plain_path(path) && avoids_login(path);
};

/** Where the provider may send the browser after logout; it compares the text with what is registered. */
function is_web_address(value) {
	const lower_ = lower(value);
	const web = starts_with(lower_, "https://") || starts_with(lower_, "http://");
	return web && length(value) <= max_web_address && !includes(value, " ") && !includes(value, "#");
}

/** At most so many bytes. */
function at_most_bytes(max_) {
	return rule("short", (value) => length(value) <= max_, { max: `${max_}` });
}

function is_claim_name(value) {
	return !includes(value, " ") && length(value) <= max_claim;
}

function are_addresses(value) {
	return array_every(split_words(value, " "), (text) => to_hex(text) !== null);
}

function is_absolute_path(value) {
	return starts_with(value, "/");
}

/** The comment before an option says what it means, for docs/configuration.md. */
export const option_rules = [
	/** the issuer, character for character as the provider's discovery document has it */
	{ name: "issuer_url", required: true, rules: [rule("issuer", is_issuer)] },
	/** where the router reaches the provider instead: only scheme, host and port count */
	{ name: "internal_issuer_url", required: false, rules: [rule("https_url", is_https_url)] },
	/** the confidential client that is registered at the provider */
	{ name: "client_id", required: true, rules: [] },
	/** its secret; LuCI's page can replace it and is never told it */
	{ name: "client_secret", required: true, rules: [] },
	/** as registered at the provider */
	{
		name: "redirect_uri",
		required: true,
		rules: [rule("redirect_uri", is_redirect_uri, { path: callback_path })],
	},
	/** scopes to ask for */
	{ name: "scope", required: true, rules: [rule("openid_scope", has_openid)] },
	/** seconds by which the clocks of router and provider may differ */
	{ name: "clock_tolerance", required: false, fallback: "60", rules: [whole_number(0, 3600)] },
	/** where a login ends */
	{
		name: "webui_path",
		required: false,
		fallback: "/cgi-bin/luci/",
		rules: [rule("plain_path", is_plain_path), rule("no_loop", avoids_login)],
	},
	/** how the router proves that it is the client ([below](#the-provider)) */
	{
		name: "token_endpoint_auth_method",
		required: false,
		fallback: "auto",
		rules: [one_of(["auto", "client_secret_basic", "client_secret_post", "private_key_jwt"])],
	},
	/** the algorithm of the router's key for `private_key_jwt`, `ES256` or `RS256` ([below](#a-key-instead-of-a-secret)) */
	{ name: "client_assertion_alg", required: false, fallback: "ES256", rules: [one_of(["ES256", "RS256"])] },
	/** whom the assertion of `private_key_jwt` is for: `issuer`, or `token_endpoint` for older providers */
	{
		name: "client_assertion_audience",
		required: false,
		fallback: "issuer",
		rules: [one_of(["issuer", "token_endpoint"])],
	},
	/** PEM file that replaces the system's trust store for calls to the provider */
	{ name: "ca_file", required: false, rules: [rule("absolute_path", is_absolute_path)] },
	/** seconds for one call to the provider, connecting half of it; all calls of a request end within 25 */
	{ name: "http_timeout", required: false, fallback: "10", rules: [whole_number(1, 20)] },
	/** `optional` takes ID Tokens without `at_hash` (GitLab, Kanidm, Entra ID and others); a present one must match */
	{ name: "at_hash", required: false, fallback: "required", rules: [one_of(["required", "optional"])] },
	/** list: what may sign ID Tokens, UserInfo and logout tokens; EdDSA needs `sso-login-native-openssl` */
	{ name: "id_token_algs", required: false, fallback: "RS256 ES256", is_list: true, rules: [some_of(algorithms)] },
	/** `1`: an e-mail counts although the provider says that it is not verified ([roles](roles.md#who-has-a-role)) */
	{ name: "allow_unverified_email", required: false, fallback: "0", rules: [one_of(["0", "1"])] },
	/** list of claims that hold groups ([roles](roles.md#groups-from-other-claims)); absent: `groups` */
	{ name: "groups_claim", required: false, is_list: true, rules: [at_most_bytes(max_words)] },
	/** the claim that holds the address, named as in `groups_claim` */
	{
		name: "email_claim",
		required: false,
		fallback: "email",
		rules: [rule("claim_name", is_claim_name, { max: `${max_claim}` })],
	},
	/** `1`: roles by e-mail count with another `email_claim`, too ([roles](roles.md#the-e-mail-in-another-claim)) */
	{ name: "email_claim_trusted", required: false, fallback: "0", rules: [one_of(["0", "1"])] },
	/** list of which the ID Token's `acr` must be one ([below](#second-factor-and-freshness)) */
	{ name: "acr_values", required: false, is_list: true, rules: [at_most_bytes(max_words)] },
	/** seconds that the login at the provider may be ago ([below](#second-factor-and-freshness)) */
	{ name: "max_age", required: false, rules: [whole_number(0, 604800)] },
	/** what the provider is to ask for at every login ([below](#second-factor-and-freshness)) */
	{ name: "prompt", required: false, rules: [one_of(["login", "select_account", "consent"])] },
	/** seconds of inactivity until a session ends; absent: LuCI's `sauth.sessiontime`, else 3600 */
	{ name: "session_timeout", required: false, rules: [whole_number(min_session_timeout, max_session_timeout)] },
	/** where the provider may send the browser after logout; register it there */
	{
		name: "post_logout_redirect_uri",
		required: false,
		rules: [rule("web_address", is_web_address, { max: `${max_web_address}` })],
	},
	/** seconds after which a session ends even while it is used ([below](#the-end-of-sessions)) */
	{
		name: "session_max_lifetime",
		required: false,
		rules: [whole_number(min_session_lifetime, max_session_lifetime)],
	},
	/** requests a minute of one address ([below](#requests-of-one-client)); absent: the 50 of all */
	{ name: "client_limit", required: false, rules: [whole_number(min_client_limit, max_client_limit)] },
	/** list of addresses that have no limit of their own ([below](#requests-of-one-client)) */
	{ name: "trusted_proxy", required: false, is_list: true, rules: [rule("addresses", are_addresses)] },
	/** `1`: the provider may end sessions ([below](#the-end-of-sessions)) */
	{ name: "backchannel_logout", required: false, fallback: "0", rules: [one_of(["0", "1"])] },
	/** the audience of access tokens that programs may exchange ([below](#programs)); absent: they cannot */
	{ name: "api_audience", required: false, rules: [at_most_bytes(max_words)] },
	/** seconds of inactivity until a program's session ends */
	{ name: "api_session_timeout", required: false, fallback: "300", rules: [whole_number(min_session_timeout, 86400)] },
	/** live sessions that one subject may have by tokens; older ones end */
	{ name: "api_sessions", required: false, fallback: "10", rules: [whole_number(1, 100)] },
	/** list of types of access tokens; `JWT` demands `api_client` ([below](#programs)) */
	{ name: "api_token_types", required: false, fallback: "at+jwt", is_list: true, rules: [some_of(["at+jwt", "JWT"])] },
	/** list of the provider's clients whose tokens count; absent: all */
	{ name: "api_client", required: false, is_list: true, rules: [at_most_bytes(max_words)] },
	/** list of scopes that a token must have */
	{ name: "api_scope", required: false, is_list: true, rules: [at_most_bytes(max_words)] },
	/** `1`: the login page goes to the provider by itself ([below](#login-page)) */
	{ name: "auto_redirect", required: false, fallback: "0", rules: [one_of(["0", "1"])] },
	/** text of the link on the login page; the default is translated */
	{
		name: "button_label",
		required: false,
		fallback: "Login with SSO",
		rules: [at_most_bytes(max_label)],
	},
	/** `hidden`: the login page hides the password form, except at `?local=1` */
	{ name: "password_form", required: false, fallback: "shown", rules: [one_of(["shown", "hidden"])] },
	/** `off`: no password opens a session; set only by `sso-login password-login` ([below](#only-single-sign-on)) */
	{ name: "password_login", required: false, fallback: "on", rules: [one_of(["on", "off"])] },
	/** list of rpcd's user names whose passwords count even so ([below](#only-single-sign-on)) */
	{ name: "password_user", required: false, is_list: true, rules: [at_most_bytes(max_words)] },
	/** `0`: the log names users only by a hash */
	{ name: "log_identity", required: false, fallback: "1", rules: [one_of(["0", "1"])] },
];

/** What is wrong with a value of an option; undefined when nothing is. "" counts as absent. */
export function option_problem(option, value) {
	if (value === "") {
		return option.required ? { id: "set" } : null;
	}
	if (has_control(value)) {
		return { id: "no_control_characters" };
	}
	const violated = array_find(option.rules, (candidate) => !candidate.matches(value));
	return violated !== null ? { id: violated.id, params: violated.params } : null;
};

/** Whether a name is that of root, LuCI's user on every router. */
export function is_reserved(name) {
	return name === "root";
};

/**
 * What is wrong with a role's section name; "" means a section without a name. `logins` are the user names of
 * rpcd's local logins: a role of that name would get their rights when rpcd reloads.
 */
export function role_name_problem(name, logins) {
	if (name === "") {
		return { id: "role_name" };
	}
	return is_reserved(name) || array_includes((logins ?? []), name) ? { id: "no_local_login" } : null;
};
