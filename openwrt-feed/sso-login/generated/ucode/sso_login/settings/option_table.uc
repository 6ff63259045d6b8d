'use strict';
// Generated from src/sso_login/settings/option_table.ts by "make ucode"; do not edit.

/**
 * The options of section `default`, and of those of further providers, a row each: the one source for loading the configuration, for
 * docs/configuration.md and for the settings page, whose words for each are in src/luci/provider/option_texts.ts.
 */

import { array_every, array_find, lower, starts_with, text_slice } from 'sso_login.ecma';
import { to_range } from 'sso_login.settings.ip_addresses';
import { first } from 'sso_login.base.public_names';
import { parse_integer, consists_of, split_words, has_control } from 'sso_login.base.strings';
import { parse_https } from 'sso_login.base.urls';
import { algorithms, min_session_timeout, max_session_timeout, min_session_lifetime, max_session_lifetime, min_client_limit, max_client_limit } from 'sso_login.settings.option_bounds';
import { callback_path as option_forms_callback_path, is_plain_path, avoids_login, is_provider_name } from 'sso_login.settings.option_forms';

/** Bytes of the address after logout, of the name of a claim, of the button's label, and of all words of a list. */
const max_web_address = 1024;
const max_claim = 256;
const max_label = 64;
const max_words = 1024;

/** The comment before an option says what it means, for docs/configuration.md. */
const rows = [
	/** the issuer, character for character as the provider's discovery document has it */
	{ name: "issuer_url", kind: "required", forms: ["issuer"] },
	/** where the router reaches the provider instead: only scheme, host and port count */
	{ name: "internal_issuer_url", kind: "text", forms: ["https_url"] },
	/** the confidential client that is registered at the provider */
	{ name: "client_id", kind: "required" },
	/** its secret; LuCI's page can replace it and is never told it */
	{ name: "client_secret", kind: "required" },
	/** as registered at the provider */
	{ name: "redirect_uri", kind: "required", forms: ["redirect_uri"] },
	/** scopes to ask for */
	{ name: "scope", kind: "required", forms: ["openid_scope"] },
	/** seconds by which the clocks of router and provider may differ */
	{ name: "clock_tolerance", kind: "number", fallback: "60", min: 0, max: 3600 },
	/** where a login ends */
	{ name: "webui_path", kind: "text", scope: "router", fallback: "/cgi-bin/luci/", forms: ["plain_path", "no_loop"] },
	/** how the router proves that it is the client ([below](#the-provider)) */
	{
		name: "token_endpoint_auth_method",
		kind: "text",
		fallback: "auto",
		words: ["auto", "client_secret_basic", "client_secret_post", "private_key_jwt"],
	},
	/** the algorithm of the router's key for `private_key_jwt`, `ES256` or `RS256` ([below](#a-key-instead-of-a-secret)) */
	{ name: "client_assertion_alg", kind: "text", fallback: "ES256", words: ["ES256", "RS256"] },
	/** whom the assertion of `private_key_jwt` is for: `issuer`, or `token_endpoint` for older providers */
	{ name: "client_assertion_audience", kind: "text", fallback: "issuer", words: ["issuer", "token_endpoint"] },
	/** PEM file that replaces the system's trust store for calls to the provider */
	{ name: "ca_file", kind: "text", forms: ["absolute_path"] },
	/** seconds for one call to the provider, connecting half of it; all calls of a request end within 25 */
	{ name: "http_timeout", kind: "number", fallback: "10", min: 1, max: 20 },
	/** `optional` takes ID Tokens without `at_hash` (GitLab, Kanidm, Entra ID and others); a present one must match */
	{ name: "at_hash", kind: "text", fallback: "required", words: ["required", "optional"] },
	/** list: what may sign ID Tokens, UserInfo and logout tokens; EdDSA needs `sso-login-native-openssl` */
	{ name: "id_token_algs", kind: "list", fallback: "RS256 ES256", words: algorithms },
	/** `1`: an e-mail counts although the provider says that it is not verified ([roles](roles.md#who-has-a-role)) */
	{ name: "allow_unverified_email", kind: "flag", scope: "first", fallback: "0" },
	/** list of claims that hold groups ([roles](roles.md#groups-from-other-claims)); absent: `groups` */
	{ name: "groups_claim", kind: "list", max: max_words },
	/** the claim that holds the address, named as in `groups_claim` */
	{ name: "email_claim", kind: "text", fallback: "email", max: max_claim, forms: ["claim_name"] },
	/** `1`: roles by e-mail count with another `email_claim`, too ([roles](roles.md#the-e-mail-in-another-claim)) */
	{ name: "email_claim_trusted", kind: "flag", fallback: "0" },
	/** list of which the ID Token's `acr` must be one ([below](#second-factor-and-freshness)) */
	{ name: "acr_values", kind: "list", sent: true, max: max_words },
	/** the greatest age in seconds of the login at the provider ([below](#second-factor-and-freshness)) */
	{ name: "max_age", kind: "number", sent: true, min: 0, max: 604800 },
	/** what the provider is to ask for at every login ([below](#second-factor-and-freshness)) */
	{ name: "prompt", kind: "text", words: ["login", "select_account", "consent"] },
	/** seconds of inactivity until a session ends; absent: LuCI's `sauth.sessiontime`, else 3600 */
	{
		name: "session_timeout",
		kind: "number",
		min: min_session_timeout,
		max: max_session_timeout,
	},
	/** where the provider may send the browser after logout; register it there */
	{ name: "post_logout_redirect_uri", kind: "text", max: max_web_address, forms: ["web_address"] },
	/** seconds after which a session ends even while it is used ([below](#the-end-of-sessions)) */
	{
		name: "session_max_lifetime",
		kind: "number",
		scope: "router",
		min: min_session_lifetime,
		max: max_session_lifetime,
	},
	/** seconds between two turns, at which the provider proves the user again; a session ends after three without a proof, and at least an hour ([below](#the-end-of-sessions)) */
	{ name: "session_revalidate", kind: "number", min: 300, max: 86400 },
	/** requests a minute of one address ([below](#requests-of-one-client)); without it one address may make all 50, or 25 while passwords are off */
	{
		name: "client_limit",
		kind: "number",
		scope: "router",
		min: min_client_limit,
		max: max_client_limit,
	},
	/** list of addresses and ranges that have no limit of their own ([below](#requests-of-one-client)) */
	{ name: "trusted_proxy", kind: "list", scope: "router", forms: ["addresses"] },
	/** `1`: the provider may end sessions ([below](#the-end-of-sessions)) */
	{ name: "backchannel_logout", kind: "flag", fallback: "0" },
	/** the audience of access tokens that programs may exchange ([below](#programs)); absent: they cannot */
	{ name: "api_audience", kind: "text", max: max_words },
	/** seconds of inactivity until a program's session ends */
	{ name: "api_session_timeout", kind: "number", fallback: "300", min: min_session_timeout, max: 86400 },
	/** live sessions that one subject may have by tokens; older ones end */
	{ name: "api_sessions", kind: "number", fallback: "10", min: 1, max: 100 },
	/** list of types of access tokens; `JWT` demands `api_client` ([below](#programs)) */
	{ name: "api_token_types", kind: "list", fallback: "at+jwt", words: ["at+jwt", "JWT"] },
	/** list of the provider's clients whose tokens count; absent: all */
	{ name: "api_client", kind: "list", max: max_words },
	/** list of scopes that a token must have */
	{ name: "api_scope", kind: "list", max: max_words },
	/** `1`, or a provider's section: the login page goes to the first provider, or to that one, by itself ([below](#login-page)) */
	{ name: "auto_redirect", kind: "text", scope: "router", fallback: "0", forms: ["provider_or_switch"] },
	/** text of the link on the login page; the default is translated */
	{ name: "button_label", kind: "text", scope: "router", fallback: "Login with SSO", max: max_label },
	/** `hidden`: the login page hides the password form, except at `?local=1` */
	{ name: "password_form", kind: "text", scope: "router", fallback: "shown", words: ["shown", "hidden"] },
	/** `off`: no password opens a session; set only by `sso-login password-login` ([below](#only-single-sign-on)) */
	{ name: "password_login", kind: "text", scope: "router", fallback: "on", words: ["on", "off"] },
	/** list of rpcd's user names whose passwords count even so ([below](#only-single-sign-on)) */
	{ name: "password_user", kind: "list", scope: "router", max: max_words },
	/** text of the provider's button on the login page, where there are several; absent: `button_label`, or the section's name */
	{ name: "label", kind: "text", max: max_label },
	/** colour of the mark on that button, `#rrggbb` */
	{ name: "color", kind: "text", forms: ["color"] },
	/** `0`: the log names users only by a hash */
	{ name: "log_identity", kind: "flag", scope: "router", fallback: "1" },
];

/** Options whose valid values keep no administrator out, so that a change of them puts nothing on trial (passwords/password_table.ts). */
export const harmless = [
	"api_audience",
	"api_client",
	"api_scope",
	"api_session_timeout",
	"api_sessions",
	"api_token_types",
	"auto_redirect",
	"backchannel_logout",
	"button_label",
	"client_limit",
	"color",
	"label",
	"log_identity",
	"password_form",
	"password_login",
	"password_user",
	"post_logout_redirect_uri",
	"session_max_lifetime",
	"session_timeout",
	"trusted_proxy",
];

export const option_rules = rows;

/** The only words that a value may be; none where others may. */
function words_of(option) {
	return option.kind === "flag" ? ["0", "1"] : (option.words ?? []);
}

function is_whole_number(value, option) {
	const parsed = parse_integer(value);
	return parsed !== null && parsed >= (option.min ?? 0) && parsed <= (option.max ?? 0);
}

function is_short(value, option) {
	return length(value) <= (option.max ?? 0);
}

/** An issuer (OpenID Connect Discovery section 2); the URL parser refuses fragments. */
function is_issuer(value) {
	const url = parse_https(value);
	return url !== null && url.query === null;
}

function is_redirect_uri(value, _option, provider) {
	const url = parse_https(value);
	return url !== null && url.path === option_forms_callback_path(provider) && url.query === null;
}

function is_color(value) {
	return length(value) == 7 && starts_with(value, "#") && consists_of(lower(text_slice(value, 1)), "hex");
}

/** Whether a text may be an address after logout. The provider compares it with registered ones. */
function is_web_address(value, option) {
	const lower_ = lower(value);
	const web = starts_with(lower_, "https://") || starts_with(lower_, "http://");
	return web && is_short(value, option) && !(index(value, " ") >= 0) && !(index(value, "#") >= 0);
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
	claim_name: (value, option) => !(index(value, " ") >= 0) && is_short(value, option),
	web_address: is_web_address,
	addresses: (value) => array_every(split_words(value, " "), (text) => to_range(text) !== null),
	provider_or_switch: (value) => value === first || is_provider_name(value),
	color: is_color,
	whole_number: is_whole_number,
	one_of: (value, option) => (index(words_of(option), value) >= 0),
	some_of: (value, option) => array_every(split_words(value, " "), (word) => (index(words_of(option), word) >= 0)),
	short: is_short,
};

/** The rules of a non-empty value without control characters, in the section of a provider. */
export function rules_for(option, provider) {
	const words = words_of(option);
	if (length(words) > 0) {
		return [{ id: option.kind === "list" ? "some_of" : "one_of", params: { words: join(", ", words) } }];
	}
	const max_ = `${option.max ?? ""}`;
	if (option.kind === "number") {
		return [{ id: "whole_number", params: { min: `${option.min ?? ""}`, max: max_ } }];
	}
	if (option.forms === null) {
		return max_ !== "" ? [{ id: "short", params: { max: max_ } }] : [];
	}
	const path = { path: option_forms_callback_path(provider) };
	return map(option.forms, (id) => ({ id, params: id === "redirect_uri" ? path : max_ !== "" ? { max: max_ } : null }));
};

/** Of a section alone: a provider that is off has a configuration, too. */
const switches = [
	/** `1` turns single sign-on on */
	{ name: "enabled", kind: "flag", fallback: "0" },
];

/** All options that a provider's section may have. */
export function section_rows() {
	return [...switches, ...rows];
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
	return array_find(rules_for(option, provider), (rule) => {
		const demand = demands[rule.id];
		return demand === null || !demand(value, option, provider);
	});
};
