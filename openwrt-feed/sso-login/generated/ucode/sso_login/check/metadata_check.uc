'use strict';
// Generated from src/sso_login/check/metadata_check.ts by "make ucode"; do not edit.

/** The part of the check that judges the provider's metadata (OpenID Connect Discovery section 3). */

import { array_some, ends_with, key_of, lower, starts_with } from 'sso_login.ecma';
import { of_mismatch } from 'sso_login.check.findings.failure_findings';
import { ok as report_ok, error, warning, warn_of } from 'sso_login.check.report';
import { email_claim } from 'sso_login.rights.claim_rules';
import { of_provider as refresh_tokens_of_provider } from 'sso_login.rpcd.refresh_tokens';
import { endpoint, internal_origin } from 'sso_login.protocol.provider_metadata';
import { lacking_scopes, ignored_prompt, lacks_refresh_token, had_unmarked_email } from 'sso_login.protocol.login_lacks';
import { backchannel_path } from 'sso_login.base.public_names';
import { split_words, before } from 'sso_login.base.strings';
import { text_of, strings_of } from 'sso_login.base.json_values';
import { parse_https } from 'sso_login.base.urls';

const required_endpoints = ["authorization_endpoint", "token_endpoint", "jwks_uri"];
const pushed_endpoint = "pushed_authorization_request_endpoint";
const optional_endpoints = ["userinfo_endpoint", "end_session_endpoint"];

/** Whether the metadata's issuer is the configured one; notes the first difference. */
function check_issuer(run, config, url, metadata) {
	const discovered = text_of(metadata.issuer);
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
function check_endpoint(run, metadata, field) {
	const found = endpoint(metadata, field);
	if (found.ok) {
		return found.data;
	}
	const url = text_of(metadata[key_of(field)]);
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
function check_backchannel(run, config, metadata) {
	const offered = metadata.backchannel_logout_supported === true;
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
function check_endpoints(run, config, metadata) {
	const elsewhere = [];
	let usable = true;
	const present = filter(optional_endpoints, (field) => (metadata[key_of(field)] ?? "") !== "");
	if (metadata.require_pushed_authorization_requests === true) {
		push(present, pushed_endpoint);
	}
	for (let field in [...required_endpoints, ...present]) {
		const url = check_endpoint(run, metadata, field);
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

function offered_in(metadata, field) {
	return strings_of(metadata[key_of(field)]) ?? [];
}

/** The requested values that a list of the metadata lacks; none where the list is absent or empty. */
function not_offered(metadata, field, requested) {
	const offered = offered_in(metadata, field);
	return length(offered) > 0 ? filter(requested, (value) => !(index(offered, value) >= 0)) : [];
}

/** Notes an error where a list of the metadata lacks a value. */
function require_offered(run, metadata, field, value, id) {
	if (length(not_offered(metadata, field, [value])) > 0) {
		error(run, id, { offered: join(", ", offered_in(metadata, field)) });
	}
}

function check_scopes(run, config, metadata) {
	const offered = offered_in(metadata, "scopes_supported");
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
function check_refresh_token(run, config, metadata) {
	if (config.session_revalidate === null) {
		return;
	}
	if (lacks_refresh_token(run.io, config)) {
		warning(run, "refresh_token_missing");
		return;
	}
	const is_offered = (index(offered_in(metadata, "scopes_supported"), "offline_access") >= 0);
	const is_requested = (index(split_words(config.scope, " "), "offline_access") >= 0);
	const tokens = refresh_tokens_of_provider(run.io, config.provider);
	if (is_offered && !is_requested && length(tokens) == 0) {
		report_ok(run, "scope_offline_missing");
	}
}

/** Notes claims of the options that the metadata do not offer; of a path they may list only the first part. */
function check_claims(run, config, metadata) {
	const email = email_claim(config);
	const requested = [...(email !== "email" ? [email] : []), ...config.groups_claim ?? []];
	const missing = filter(not_offered(metadata, "claims_supported", requested), (name) => length(not_offered(metadata, "claims_supported", [before(name, ".")])) > 0);
	warn_of(run, "claims_not_offered", "missing", missing);
	if (had_unmarked_email(run.io, config)) {
		warning(run, "email_unmarked");
	}
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

/** Whether the issuer is of a product that is known to send `at_hash`, although its metadata may not list it. */
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
export function at_hash_risk(config, metadata) {
	if (config.at_hash === "optional") {
		return null;
	}
	const claims = offered_in(metadata, "claims_supported");
	const provider = without_at_hash(config, claims);
	if (provider !== null) {
		return { id: "at_hash_unlikely", params: { provider } };
	}
	const is_sent = (index(claims, "at_hash") >= 0) || sends_at_hash(config.issuer_url);
	return is_sent ? null : { id: "at_hash_unknown", params: {} };
};

/** Judges the metadata of `url`; returns whether their issuer is the configured one. */
export function check_metadata(run, config, metadata, url) {
	const origin = internal_origin(config.internal_issuer_url);
	const same_ = check_issuer(run, config, url, metadata);
	check_endpoints(run, config, metadata);
	if (origin !== null) {
		const browser = origin_of(text_of(metadata.authorization_endpoint));
		report_ok(run, "internal_origin", { origin, browser });
	}
	require_offered(run, metadata, "response_types_supported", "code", "code_flow_missing");
	require_offered(run, metadata, "grant_types_supported", "authorization_code", "code_flow_missing");
	require_offered(run, metadata, "response_modes_supported", "query", "response_mode_missing");
	require_offered(run, metadata, "code_challenge_methods_supported", "S256", "pkce_missing");
	if (length(offered_in(metadata, "code_challenge_methods_supported")) == 0) {
		report_ok(run, "pkce_unknown");
	}
	check_scopes(run, config, metadata);
	check_refresh_token(run, config, metadata);
	check_claims(run, config, metadata);
	const missing_acr = not_offered(metadata, "acr_values_supported", config.acr_values ?? []);
	warn_of(run, "acr_not_offered", "missing", missing_acr);
	if (config.max_age !== null && length(not_offered(metadata, "claims_supported", ["auth_time"])) > 0) {
		warning(run, "auth_time_not_offered");
	}
	const prompt = config.prompt !== null ? [config.prompt] : [];
	warn_of(run, "prompt_not_offered", "missing", not_offered(metadata, "prompt_values_supported", prompt));
	const risk = at_hash_risk(config, metadata);
	if (risk !== null) {
		warning(run, risk.id, risk.params);
	}
	if (metadata.require_pushed_authorization_requests === true) {
		report_ok(run, "pushed_requests", { url: text_of(metadata[pushed_endpoint]) });
	}
	if ((metadata.end_session_endpoint ?? "") === "") {
		report_ok(run, "logout_missing");
	} else if (endpoint(metadata, "end_session_endpoint").ok) {
		report_ok(run, "logout_ok");
	}
	check_backchannel(run, config, metadata);
	return same_;
};
