'use strict';
// Generated from src/sso_login/check/metadata_check.ts by "make ucode"; do not edit.

/** The part of the check that judges the provider's metadata (OpenID Connect Discovery section 3). */

import { array_every, array_some, ends_with, key_of, lower } from 'sso_login.ecma';
import { of_mismatch } from 'sso_login.check.findings.failure_findings';
import { ok as report_ok, error, warning, warn_of, note as report_note } from 'sso_login.check.report';
import { odd_character } from 'sso_login.check.typos';
import { shown_address } from 'sso_login.explain.provider_errors';
import { email_claim } from 'sso_login.rights.claim_rules';
import { unrequested } from 'sso_login.rights.needed_scopes';
import { of_provider as refresh_tokens_of_provider } from 'sso_login.rpcd.refresh_tokens';
import { endpoint, internal_origin } from 'sso_login.protocol.provider_metadata';
import { lacking_scopes, ignored_prompt, lacks_refresh_token, had_unmarked_email } from 'sso_login.protocol.login_lacks';
import { backchannel_path } from 'sso_login.base.public_names';
import { before, split_words } from 'sso_login.base.strings';
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
export function check_endpoint(run, metadata, field) {
	const found = endpoint(metadata, field);
	if (found.ok) {
		return found.data;
	}
	const written = text_of(metadata[key_of(field)]);
	const character = odd_character(written, true);
	const url = shown_address(written) + (character !== null ? " (" + character + ")" : "");
	if (field === "end_session_endpoint") {
		warning(run, "logout_not_https", { url });
	} else {
		error(run, url !== "" ? "endpoint_not_https" : "endpoint_missing", { field, url });
	}
	return null;
};

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

/** The requested values that a list of the metadata lacks; none where it is absent or empty. Of a path it may have only the first part. */
function not_offered(metadata, field, requested) {
	const offered = offered_in(metadata, field);
	return length(offered) > 0
		? filter(requested, (value) => !(index(offered, value) >= 0) && !(index(offered, before(value, ".")) >= 0))
		: [];
}

/** Values that every login uses, by the lists of the metadata. */
const needed_values = [
	{ field: "response_types_supported", needed: "code" },
	{ field: "grant_types_supported", needed: "authorization_code" },
	{ field: "response_modes_supported", needed: "query" },
	{ field: "code_challenge_methods_supported", needed: "S256" },
];

function check_flow(run, metadata) {
	for (let row in needed_values) {
		if (length(not_offered(metadata, row.field, [row.needed])) > 0) {
			const offered = join(", ", offered_in(metadata, row.field));
			error(run, "flow_missing", { field: row.field, needed: row.needed, offered });
		}
	}
	if (length(offered_in(metadata, "code_challenge_methods_supported")) == 0) {
		report_ok(run, "pkce_unknown");
	}
}

function check_scopes(run, config, metadata) {
	const offered = offered_in(metadata, "scopes_supported");
	const requested = split_words(config.scope, " ");
	if (length(offered) == 0) {
		report_ok(run, "scopes_unknown");
	} else if (array_every(requested, (scope) => (index(offered, scope) >= 0))) {
		report_ok(run, "scopes_ok");
	}
	// A wrong option is absent here, and has a finding of its own.
	const needed = length(requested) > 0 ? unrequested(run.roles ?? [], config) : [];
	const missing = filter(needed, (scope) => (index(offered, scope) >= 0));
	warn_of(run, "scope_missing", "scopes", missing);
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

/** Notes what options ask for and the metadata do not list, with the code that a login would fail with. */
function check_wishes(run, config, metadata) {
	const email = email_claim(config);
	const auth_time = config.max_age !== null ? ["auth_time"] : [];
	const prompt = config.prompt !== null ? [config.prompt] : [];
	const claims = "claims_supported";
	const wishes = [
		{ option: "scope", list: "scopes_supported", wanted: split_words(config.scope, " "), code: "IDP_ERROR" },
		{ option: "email_claim", list: claims, wanted: email !== "email" ? [email] : [], code: "USER_NOT_AUTHORIZED" },
		{ option: "groups_claim", list: claims, wanted: config.groups_claim ?? [], code: "USER_NOT_AUTHORIZED" },
		{ option: "max_age", list: claims, wanted: auth_time, code: "AUTHENTICATION_TOO_OLD" },
		{
			option: "acr_values",
			list: "acr_values_supported",
			wanted: config.acr_values ?? [],
			code: "AUTHENTICATION_TOO_WEAK",
		},
		{ option: "prompt", list: "prompt_values_supported", wanted: prompt, code: "IDP_ERROR" },
	];
	for (let wish in wishes) {
		const missing = not_offered(metadata, wish.list, wish.wanted);
		if (length(missing) > 0) {
			report_note(run, "warning", "not_offered", { option: wish.option, missing: join(", ", missing) }, wish.code);
		}
	}
	if (had_unmarked_email(run.io, config)) {
		warning(run, "email_unmarked");
	}
}

/** Whether the issuer is of a product that is known to send `at_hash`, although its metadata may not list it. */
function sends_at_hash(url) {
	return (
		url.host === "accounts.google.com" ||
		array_some([".okta.com", ".zitadel.cloud"], (domain) => ends_with(url.host, domain)) ||
		array_some(["/realms/", "/application/o/"], (part) => (index(url.path, part) >= 0)) ||
		ends_with(url.path, "/dex")
	);
}

/** Whether ID Tokens must have `at_hash` and may lack it: OpenID Connect leaves it to the provider (Core section 3.1.3.6). */
export function may_lack_at_hash(config, metadata) {
	const claims = offered_in(metadata, "claims_supported");
	const url = parse_https(config.issuer_url);
	if (config.at_hash === "optional" || url === null) {
		return false;
	}
	// Entra ID lists it; its ID Tokens, and those of Kanidm and GitLab, leave it out in the code flow.
	const is_listed = (index(claims, "at_hash") >= 0) && url.host !== "login.microsoftonline.com";
	return !is_listed && !sends_at_hash(url);
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
	check_flow(run, metadata);
	check_scopes(run, config, metadata);
	check_refresh_token(run, config, metadata);
	check_wishes(run, config, metadata);
	if (may_lack_at_hash(config, metadata)) {
		warning(run, "at_hash_unknown");
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
