'use strict';
// Generated from src/sso_login/base/log_texts.ts by "make ucode"; do not edit.

/**
 * The texts of the log and the command line: rules of options, and advice for administrators. Other facts of a log line, such as
 * `reason=signature`, are constants in the sources.
 */

import { has_members, key_of, substring } from 'sso_login.ecma';

/** Rules of options and roles, `must=…`. The settings page makes a sentence of each (src/luci/saving/validation.ts). */
export const rules = {
	set: "be set",
	typed_anew: "be typed anew, as issuer_url, internal_issuer_url or ca_file is not the saved one",
	no_control_characters: "not hold control characters",
	one_value: "be one value, not a list",
	whole_number: "be a whole number from %{min} to %{max}",
	one_of: "be one of %{words}",
	some_of: "name nothing but %{words}",
	issuer: "be an https:// URL without query and fragment",
	https_url: "be an https:// URL",
	redirect_uri: "be https://<router>%{path}",
	openid_scope: "contain openid",
	plain_path: "be a path of A-Z a-z 0-9 . _ ~ / - with one leading slash",
	no_loop: "not be the landing page or the login itself",
	web_address: "be an http:// or https:// URL without fragment, of at most %{max} bytes",
	absolute_path: "be an absolute path",
	color: "be # and six hexadecimal digits",
	provider_or_switch: "be 0, 1 or the name of a provider's section",
	provider_name: "have a name of at most 32 characters a-z 0-9 _: config oidc 'name'",
	of_first: "stand in section default alone",
	other_issuer: "be another than that of provider %{provider}",
	short: "be at most %{max} bytes",
	claim_name: "be a claim's name without blanks, of at most %{max} bytes",
	certificate: "be certificates in PEM form",
	no_private_key: "not hold a private key",
	addresses: "be IP addresses or CIDR ranges, without names",
	not_client_id: "not be client_id",
	set_with_jwt: "be set where api_token_types names JWT",
	role_name: "have a name: config role 'name'",
};

/** The answer to plain HTTP, which the check looks for in the answer of a proxy. */
export const https_required = "Please open this page over HTTPS.";

/** Advice in the log, `hint=…`, by id. */
const advice = {
	oidc_section: "be a section of type oidc",
	short_scope: "be shorter: the authorization address has over 3900 bytes",
	saved_first: "be saved first: the router's key is used for saved settings alone",
	with_key: "not be private_key_jwt without a key: run sso-login key new",
	offered_method: "be one the provider offers, and it offers neither client_secret_basic nor client_secret_post",
	many_of_one_address: "many users of one address need a higher client_limit, and a proxy stands in trusted_proxy",
	run_as_root: "the web server must run this CGI program as root",
	no_signing_key: "no keys in the JWK Set: does the provider have a signing key?",
	no_jwk_set: "no JWK Set: the answer has no list keys",
	single_jwk: 'a single JWK: the provider must publish a JWK Set, {"keys": [...]}',
	no_encryption: "remove the encryption key or algorithm of ID Tokens and UserInfo from this client at the provider",
	shorter_token: "let the provider put fewer groups, roles or other claims into the token",
	answer_in_query: "in the fragment of the address? the provider must answer in the query (response_mode=query)",
	no_form_post: "form_post? the provider must answer in the query (response_mode=query)",
	kid_as_text: "the provider must write kid as a text",
	own_keys: "are jwks_uri and the token of the same provider, realm and application?",
	signing_key: "let the provider sign by a key that it publishes for this algorithm, or see option id_token_algs",
	usable_key:
		"the provider must publish RSA keys of 2048 to 4096 bits, or points on the curve of the algorithm, in Base64URL without padding",
	name_keys: "the provider must give each key a kid of its own, and name it in the token",
	groups_overage:
		"too many groups for the token (_claim_names): let the provider send only assigned groups, or roles (option groups_claim)",
	groups_absent:
		"no groups came: the provider must send them, which may need a scope, a claim mapper, or option groups_claim",
	groups_null: "%{claim} is null: the user has no groups at the provider",
	groups_as_texts: "the provider must send names as texts",
	groups_in_one_text:
		"several groups in one text match as a whole only: the provider must send a list, and a role have an entry for each",
	groups_by_path: "name the claim or the path to the names in option groups_claim",
	past: "has passed: is the router's clock right?",
	past_token: "has passed: get a new token",
	client_of_user:
		"a role lists this client, which counts only for its own tokens: sub is the client, and email, preferred_username, auth_time, amr, acr and sid are absent; list this sub in the role",
	role_without_api: "role %{role} would match, and lacks list access 'api'",
	opaque_token: "let the provider issue access tokens as JWT for this audience",
	future: "is in the future: is the router's clock right?",
	see_at_hash: "see option at_hash",
	see_algs: "see option id_token_algs",
	see_token_types: "is another type, see option api_token_types",
	reinstall: "install the packages of sso-login again, all of one version",
	https_of_proxy: "behind a proxy? it must connect to this router over HTTPS",
	cut_address: "the address was cut: uhttpd takes 4 KB; let the provider send a shorter code and state",
	unmarked_email: "email_verified is absent, and the e-mail counts as verified",
	other_browser: "another browser, or over 300 seconds after the start?",
	unverified_email: "e-mail is not verified, see option allow_unverified_email",
	unverified_further: "e-mail is not verified, and at a provider other than default it must be",
	never_revalidated:
		"this provider cannot prove the user again: leave out option session_revalidate, and set session_max_lifetime",
	untrusted_email_claim: "email_verified covers only the claim email, see option email_claim_trusted",
};

/** A text with its parameters filled in; one that is missing leaves nothing. */
export function fill(text, params) {
	const parts = split(text, "%{");
	let filled = parts[0] ?? "";
	for (let part in slice(parts, 1)) {
		const close = index(part, "}");
		filled = filled + (params[key_of(substring(part, 0, close))] ?? "") + substring(part, close + 1);
	}
	return filled;
};

/** A rule or an advice in English. */
export function in_english(message) {
	const rule = rules[key_of(message.id)];
	return fill(rule ?? advice[key_of(message.id)] ?? message.id, message.params ?? {});
};

/** An error's details with its messages in English; `is_anonymous`: without the provider's words, which may name the user. */
export function details_in_english(sealed, is_anonymous) {
	const details = sealed;
	if (details === null || type(details) == "string") {
		return details;
	}
	const facts = {};
	for (let name in keys(details)) {
		const fact = details[key_of(name)];
		facts[key_of(name)] = has_members(fact) ? in_english(fact) : fact;
	}
	facts.error_description = is_anonymous === true ? null : facts.error_description;
	return facts;
};
