'use strict';
// Generated from src/sso_login/settings/option_table.ts by "make ucode"; do not edit.

/**
 * The options of section `default`, and of those of further providers, each with its default and its rule: the one source for loading the configuration,
 * for the settings page and for docs/configuration.md.
 */

import { array_every, starts_with } from 'sso_login.ecma';
import { to_range } from 'sso_login.settings.ip_addresses';
import { first, callback_path as public_names_callback_path } from 'sso_login.base.public_names';
import { parse_integer, split_words, has_control } from 'sso_login.base.strings';
import { parse_https } from 'sso_login.base.urls';
import { algorithms, min_session_timeout, max_session_timeout, min_session_lifetime, max_session_lifetime, min_client_limit, max_client_limit } from 'sso_login.settings.option_bounds';
import { is_issuer, is_redirect_uri, is_plain_path, avoids_login, max_claim, is_web_address, is_provider_name, is_color, max_web_address, callback_path as option_forms_callback_path } from 'sso_login.settings.option_forms';

/** Bytes of the address after logout, and of the button's label. */
const max_label = 64;

/** Bytes of all words of a list, and of a claim's name. */
const max_words = 1024;

/** A number of a rule. */
function bound(text) {
	return parse_integer(text ?? "") ?? 0;
}

function is_whole_number(value, params) {
	const parsed = parse_integer(value);
	return parsed !== null && parsed >= bound(params.min) && parsed <= bound(params.max);
}

/** The words of a rule. */
function words_of(params) {
	return split((params.words ?? ""), ", ");
}

/** The demands of rules on a value, by their ids. A request checks a few values, so the rules themselves are only data. */
const demands = {
	issuer: is_issuer,
	https_url: (value) => parse_https(value) !== null,
	redirect_uri: is_redirect_uri,
	openid_scope: (value) => (index(split_words(value, " "), "openid") >= 0),
	plain_path: is_plain_path,
	no_loop: avoids_login,
	absolute_path: (value) => starts_with(value, "/"),
	claim_name: (value) => !(index(value, " ") >= 0) && length(value) <= max_claim,
	web_address: is_web_address,
	addresses: (value) => array_every(split_words(value, " "), (text) => to_range(text) !== null),
	provider_or_switch: (value) => value === first || is_provider_name(value),
	color: is_color,
	whole_number: is_whole_number,
	one_of: (value, params) => (index(words_of(params), value) >= 0),
	some_of: (value, params) => array_every(split_words(value, " "), (word) => (index(words_of(params), word) >= 0)),
	short: (value, params) => length(value) <= bound(params.max),
};

/** Whole numbers within bounds. */
function whole_number(min_, max_) {
	return { id: "whole_number", params: { min: `${min_}`, max: `${max_}` } };
}

function one_of(words) {
	return { id: "one_of", params: { words } };
}

const zero_or_one = [one_of("0, 1")];
const short_words = [{ id: "short", params: { max: `${max_words}` } }];
const short_label = [{ id: "short", params: { max: `${max_label}` } }];

/** The comment before an option says what it means, for docs/configuration.md. */
export const option_rules = [
	/** the issuer, character for character as the provider's discovery document has it */
	{ name: "issuer_url", kind: "required", rules: [{ id: "issuer" }] },
	/** where the router reaches the provider instead: only scheme, host and port count */
	{ name: "internal_issuer_url", rules: [{ id: "https_url" }] },
	/** the confidential client that is registered at the provider */
	{ name: "client_id", kind: "required", rules: [] },
	/** its secret; LuCI's page can replace it and is never told it */
	{ name: "client_secret", kind: "required", rules: [] },
	/** as registered at the provider */
	{
		name: "redirect_uri",
		kind: "required",
		rules: [{ id: "redirect_uri", params: { path: public_names_callback_path } }],
	},
	/** scopes to ask for */
	{ name: "scope", kind: "required", rules: [{ id: "openid_scope" }] },
	/** seconds by which the clocks of router and provider may differ */
	{ name: "clock_tolerance", kind: "number", fallback: "60", rules: [whole_number(0, 3600)] },
	/** where a login ends */
	{ name: "webui_path", of_router: true, fallback: "/cgi-bin/luci/", rules: [{ id: "plain_path" }, { id: "no_loop" }] },
	/** how the router proves that it is the client ([below](#the-provider)) */
	{
		name: "token_endpoint_auth_method",
		fallback: "auto",
		rules: [one_of("auto, client_secret_basic, client_secret_post, private_key_jwt")],
	},
	/** the algorithm of the router's key for `private_key_jwt`, `ES256` or `RS256` ([below](#a-key-instead-of-a-secret)) */
	{ name: "client_assertion_alg", fallback: "ES256", rules: [one_of("ES256, RS256")] },
	/** whom the assertion of `private_key_jwt` is for: `issuer`, or `token_endpoint` for older providers */
	{ name: "client_assertion_audience", fallback: "issuer", rules: [one_of("issuer, token_endpoint")] },
	/** PEM file that replaces the system's trust store for calls to the provider */
	{ name: "ca_file", rules: [{ id: "absolute_path" }] },
	/** seconds for one call to the provider, connecting half of it; all calls of a request end within 25 */
	{ name: "http_timeout", kind: "number", fallback: "10", rules: [whole_number(1, 20)] },
	/** `optional` takes ID Tokens without `at_hash` (GitLab, Kanidm, Entra ID and others); a present one must match */
	{ name: "at_hash", fallback: "required", rules: [one_of("required, optional")] },
	/** list: what may sign ID Tokens, UserInfo and logout tokens; EdDSA needs `sso-login-native-openssl` */
	{
		name: "id_token_algs",
		fallback: "RS256 ES256",
		kind: "list",
		rules: [{ id: "some_of", params: { words: join(", ", algorithms) } }],
	},
	/** `1`: an e-mail counts although the provider says that it is not verified ([roles](roles.md#who-has-a-role)) */
	{ name: "allow_unverified_email", kind: "flag", fallback: "0", rules: zero_or_one },
	/** list of claims that hold groups ([roles](roles.md#groups-from-other-claims)); absent: `groups` */
	{ name: "groups_claim", kind: "list", rules: short_words },
	/** the claim that holds the address, named as in `groups_claim` */
	{
		name: "email_claim",
		fallback: "email",
		rules: [{ id: "claim_name", params: { max: `${max_claim}` } }],
	},
	/** `1`: roles by e-mail count with another `email_claim`, too ([roles](roles.md#the-e-mail-in-another-claim)) */
	{ name: "email_claim_trusted", kind: "flag", fallback: "0", rules: zero_or_one },
	/** list of which the ID Token's `acr` must be one ([below](#second-factor-and-freshness)) */
	{ name: "acr_values", kind: "list", rules: short_words },
	/** the greatest age in seconds of the login at the provider ([below](#second-factor-and-freshness)) */
	{ name: "max_age", kind: "number", rules: [whole_number(0, 604800)] },
	/** what the provider is to ask for at every login ([below](#second-factor-and-freshness)) */
	{ name: "prompt", rules: [one_of("login, select_account, consent")] },
	/** seconds of inactivity until a session ends; absent: LuCI's `sauth.sessiontime`, else 3600 */
	{
		name: "session_timeout",
		kind: "number",
		rules: [whole_number(min_session_timeout, max_session_timeout)],
	},
	/** where the provider may send the browser after logout; register it there */
	{
		name: "post_logout_redirect_uri",
		rules: [{ id: "web_address", params: { max: `${max_web_address}` } }],
	},
	/** seconds after which a session ends even while it is used ([below](#the-end-of-sessions)) */
	{
		name: "session_max_lifetime",
		kind: "number",
		of_router: true,
		rules: [whole_number(min_session_lifetime, max_session_lifetime)],
	},
	/** seconds between two questions to the provider whether the user still has the session's roles ([below](#the-end-of-sessions)) */
	{ name: "session_revalidate", kind: "number", rules: [whole_number(300, 86400)] },
	/** requests a minute of one address ([below](#requests-of-one-client)); without it one address may make all 50, or 25 while passwords are off */
	{
		name: "client_limit",
		kind: "number",
		of_router: true,
		rules: [whole_number(min_client_limit, max_client_limit)],
	},
	/** list of addresses and ranges that have no limit of their own ([below](#requests-of-one-client)) */
	{ name: "trusted_proxy", of_router: true, kind: "list", rules: [{ id: "addresses" }] },
	/** `1`: the provider may end sessions ([below](#the-end-of-sessions)) */
	{ name: "backchannel_logout", kind: "flag", fallback: "0", rules: zero_or_one },
	/** the audience of access tokens that programs may exchange ([below](#programs)); absent: they cannot */
	{ name: "api_audience", rules: short_words },
	/** seconds of inactivity until a program's session ends */
	{
		name: "api_session_timeout",
		kind: "number",
		fallback: "300",
		rules: [whole_number(min_session_timeout, 86400)],
	},
	/** live sessions that one subject may have by tokens; older ones end */
	{ name: "api_sessions", kind: "number", fallback: "10", rules: [whole_number(1, 100)] },
	/** list of types of access tokens; `JWT` demands `api_client` ([below](#programs)) */
	{
		name: "api_token_types",
		fallback: "at+jwt",
		kind: "list",
		rules: [{ id: "some_of", params: { words: "at+jwt, JWT" } }],
	},
	/** list of the provider's clients whose tokens count; absent: all */
	{ name: "api_client", kind: "list", rules: short_words },
	/** list of scopes that a token must have */
	{ name: "api_scope", kind: "list", rules: short_words },
	/** `1`, or a provider's section: the login page goes to the first provider, or to that one, by itself ([below](#login-page)) */
	{ name: "auto_redirect", of_router: true, fallback: "0", rules: [{ id: "provider_or_switch" }] },
	/** text of the link on the login page; the default is translated */
	{ name: "button_label", of_router: true, fallback: "Login with SSO", rules: short_label },
	/** `hidden`: the login page hides the password form, except at `?local=1` */
	{ name: "password_form", of_router: true, fallback: "shown", rules: [one_of("shown, hidden")] },
	/** `off`: no password opens a session; set only by `sso-login password-login` ([below](#only-single-sign-on)) */
	{ name: "password_login", of_router: true, fallback: "on", rules: [one_of("on, off")] },
	/** list of rpcd's user names whose passwords count even so ([below](#only-single-sign-on)) */
	{ name: "password_user", of_router: true, kind: "list", rules: short_words },
	/** text of the provider's button on the login page, where there are several; absent: `button_label`, or the section's name */
	{ name: "label", rules: short_label },
	/** colour of the mark on that button, `#rrggbb` */
	{ name: "color", rules: [{ id: "color" }] },
	/** `0`: the log names users only by a hash */
	{ name: "log_identity", kind: "flag", of_router: true, fallback: "1", rules: zero_or_one },
];

/** The names of all options that a provider's section may have. */
export function known_names() {
	return [...map(option_rules, (rule) => rule.name), ...["enabled"]];
};

/** Whether an option may be only in section `default`; an e-mail at a further provider counts only where it is verified. */
export function is_of_first(option) {
	return option.of_router === true || option.name === "allow_unverified_email";
};

/**
 * The first rule that a value of an option breaks, in the section of a provider (`default` where that is absent); undefined for a
 * right value. "" is an absent one.
 */
export function option_problem(option, value, provider) {
	if (value === "") {
		return option.kind === "required" ? { id: "set" } : null;
	}
	if (has_control(value)) {
		return { id: "no_control_characters" };
	}
	for (let rule in option.rules) {
		const params = rule.id === "redirect_uri" ? { path: option_forms_callback_path(provider) } : rule.params;
		const demand = demands[rule.id];
		if (demand === null || !demand(value, params ?? {})) {
			return { id: rule.id, params };
		}
	}
	return null;
};
