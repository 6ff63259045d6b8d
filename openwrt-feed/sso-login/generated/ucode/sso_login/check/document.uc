'use strict';
// Generated from src/sso_login/check/document.ts by "make ucode"; do not edit.

/** The part of the check that judges a discovery document (OpenID Connect Discovery section 3). */

import { array_some, ends_with, key_of, lower, starts_with } from 'sso_login.ecma';
import { of_mismatch } from 'sso_login.check.findings.refusals';
import { ok as report_ok, error, warning, warn_of } from 'sso_login.check.report';
import { email_claim } from 'sso_login.rights.claim_rules';
import { of_provider as refresh_tokens_of_provider } from 'sso_login.rpcd.refresh_tokens';
import { endpoint, internal_origin } from 'sso_login.protocol.metadata';
import { lacking_scopes, ignored_prompt, lacks_refresh_token } from 'sso_login.protocol.token';
import { backchannel_path, first } from 'sso_login.base.names';
import { split_words, before } from 'sso_login.base.strings';
import { text_of, strings_of } from 'sso_login.base.values';
import { parse_https } from 'sso_login.base.urls';

const required_endpoints = ["authorization_endpoint", "token_endpoint", "jwks_uri"];
const pushed_endpoint = "pushed_authorization_request_endpoint";
const optional_endpoints = ["userinfo_endpoint", "end_session_endpoint"];

/** Whether the document's issuer is the configured one; notes the first difference. */
function check_issuer(run, config, url, document) {
	const discovered = text_of(document.issuer);
	const configured = config.issuer_url;
	if (discovered === configured) {
		report_ok(run, "issuer_ok");
		return true;
	}
	const found = of_mismatch(url, configured, discovered);
	error(run, found.id, found.params);
	return false;
}

/** The address of an endpoint; undefined, and a finding, where a login may not use it. */
function check_endpoint(run, document, field) {
	const found = endpoint(document, field);
	if (found.ok) {
		return found.data;
	}
	const url = text_of(document[key_of(field)]);
	if (field === "end_session_endpoint") {
		warning(run, "logout_not_https", { url });
	} else if (url !== "") {
		error(run, "endpoint_not_https", { field, url });
	} else {
		error(run, "endpoint_missing", { field, url });
	}
	return null;
}

function origin_of(url) {
	const parsed = parse_https(url);
	return parsed !== null ? lower(parsed.origin) : "";
}

/** Notes whether the provider offers back-channel logout, and the address to register there. */
function check_backchannel(run, config, document) {
	const offered = document.backchannel_logout_supported === true;
	const here = parse_https(config.redirect_uri);
	if (config.backchannel_logout !== true) {
		if (offered) {
			report_ok(run, "backchannel_off");
		}
	} else if (offered) {
		report_ok(run, "backchannel_ok", { url: (here !== null ? here.origin : "") + backchannel_path });
	} else {
		warning(run, "backchannel_missing");
	}
}

/** Notes schemes and origins of all endpoints. */
function check_endpoints(run, config, document) {
	const elsewhere = [];
	let usable = true;
	const present = filter(optional_endpoints, (field) => (document[key_of(field)] ?? "") !== "");
	if (document.require_pushed_authorization_requests === true) {
		push(present, pushed_endpoint);
	}
	for (let field in [...required_endpoints, ...present]) {
		const url = check_endpoint(run, document, field);
		if (url === null) {
			usable = usable && field === "end_session_endpoint";
		} else if (origin_of(url) !== origin_of(config.issuer_url)) {
			push(elsewhere, field + " " + origin_of(url));
		}
	}
	if (length(elsewhere) > 0) {
		report_ok(run, "endpoints_elsewhere", { origins: join(", ", elsewhere) });
	} else if (usable) {
		report_ok(run, "endpoints_ok");
	}
}

function offered_in(document, field) {
	return strings_of(document[key_of(field)]) ?? [];
}

/** The requested values that a list of the document lacks; none where the list is absent or empty. */
function not_offered(document, field, requested) {
	const offered = offered_in(document, field);
	return length(offered) > 0 ? filter(requested, (value) => !(index(offered, value) >= 0)) : [];
}

/** Notes an error where a list of the document lacks a value. */
function require_offered(run, document, field, value, id) {
	if (length(not_offered(document, field, [value])) > 0) {
		error(run, id, { offered: join(", ", offered_in(document, field)) });
	}
}

function check_scopes(run, config, document) {
	const offered = offered_in(document, "scopes_supported");
	const requested = split_words(config.scope, " ");
	const missing = filter(requested, (scope) => !(index(offered, scope) >= 0));
	if (length(offered) == 0) {
		report_ok(run, "scopes_unknown");
	} else if (length(missing) > 0) {
		warning(run, "scopes_not_offered", { scopes: join(", ", missing) });
	} else {
		report_ok(run, "scopes_ok");
	}
	if (run.lists_groups === true && (index(offered, "groups") >= 0) && !(index(requested, "groups") >= 0)) {
		warning(run, "scope_groups_missing");
	}
	warn_of(run, "scopes_not_granted", "scopes", lacking_scopes(run.io, config));
	if (config.prompt === "login" && ignored_prompt(run.io, config)) {
		warning(run, "prompt_ignored");
	}
}

/** Notes that sessions are not revalidated for want of a refresh token, or may not be; a session that has one shows that they are. */
function check_refresh_token(run, config, document) {
	if (config.session_revalidate === null) {
		return;
	}
	if (lacks_refresh_token(run.io, config)) {
		warning(run, "refresh_token_missing");
		return;
	}
	const is_offered = (index(offered_in(document, "scopes_supported"), "offline_access") >= 0);
	const is_requested = (index(split_words(config.scope, " "), "offline_access") >= 0);
	if (is_offered && !is_requested && !refresh_tokens_of_provider(run.io, config.provider ?? first)) {
		warning(run, "scope_offline_missing");
	}
}

/** Notes claims of the options that the document does not offer; of a path it may list only the first part. */
function check_claims(run, config, document) {
	const email = email_claim(config);
	const requested = [...(email !== "email" ? [email] : []), ...config.groups_claim ?? []];
	const missing = filter(not_offered(document, "claims_supported", requested), (name) => length(not_offered(document, "claims_supported", [before(name, ".")])) > 0);
	warn_of(run, "claims_not_offered", "missing", missing);
}

/** The product, where it is known to leave out `at_hash` in the code flow. */
function without_at_hash(config, claims) {
	const url = parse_https(config.issuer_url);
	if (url !== null && url.host === "login.microsoftonline.com") {
		return "Microsoft Entra ID";
	}
	if (url !== null && starts_with(url.path, "/oauth2/openid/")) {
		return "Kanidm";
	}
	return (index(claims, "groups_direct") >= 0) ? "GitLab" : null;
}

/** Whether the issuer is of a product that is known to send `at_hash`, although its document may not list it. */
function sends_at_hash(issuer) {
	const url = parse_https(issuer);
	return (
		url !== null &&
		(url.host === "accounts.google.com" ||
			array_some([".okta.com", ".zitadel.cloud"], (domain) => ends_with(url.host, domain)) ||
			array_some(["/realms/", "/application/o/"], (part) => (index(url.path, part) >= 0)) ||
			ends_with(url.path, "/dex"))
	);
}

/** The finding about ID Tokens that may lack `at_hash`, which OpenID Connect leaves to the provider (Core 3.1.3.6); undefined where it is optional or sent. */
export function at_hash_risk(config, document) {
	if (config.at_hash === "optional") {
		return null;
	}
	const claims = offered_in(document, "claims_supported");
	const provider = without_at_hash(config, claims);
	if (provider !== null) {
		return { id: "at_hash_unlikely", params: { provider } };
	}
	const is_sent = (index(claims, "at_hash") >= 0) || sends_at_hash(config.issuer_url);
	return is_sent ? null : { id: "at_hash_unknown", params: {} };
};

/** Judges the discovery document of `url`; returns whether its issuer is the configured one. */
export function check_metadata(run, config, document, url) {
	const origin = internal_origin(config.internal_issuer_url);
	const same_ = check_issuer(run, config, url, document);
	check_endpoints(run, config, document);
	if (origin !== null) {
		const browser = origin_of(text_of(document.authorization_endpoint));
		report_ok(run, "internal_origin", { origin, browser });
	}
	require_offered(run, document, "response_types_supported", "code", "code_flow_missing");
	require_offered(run, document, "code_challenge_methods_supported", "S256", "pkce_missing");
	if (length(offered_in(document, "code_challenge_methods_supported")) == 0) {
		report_ok(run, "pkce_unknown");
	}
	check_scopes(run, config, document);
	check_refresh_token(run, config, document);
	check_claims(run, config, document);
	const missing_acr = not_offered(document, "acr_values_supported", config.acr_values ?? []);
	warn_of(run, "acr_not_offered", "missing", missing_acr);
	if (config.max_age !== null && length(not_offered(document, "claims_supported", ["auth_time"])) > 0) {
		warning(run, "auth_time_not_offered");
	}
	const prompt = config.prompt !== null ? [config.prompt] : [];
	warn_of(run, "prompt_not_offered", "missing", not_offered(document, "prompt_values_supported", prompt));
	const risk = at_hash_risk(config, document);
	if (risk !== null) {
		warning(run, risk.id, risk.params);
	}
	if (document.require_pushed_authorization_requests === true) {
		report_ok(run, "pushed_requests", { url: text_of(document[pushed_endpoint]) });
	}
	if ((document.end_session_endpoint ?? "") === "") {
		report_ok(run, "logout_missing");
	} else if (endpoint(document, "end_session_endpoint").ok) {
		report_ok(run, "logout_ok");
	}
	check_backchannel(run, config, document);
	return same_;
};
