'use strict';
// Generated from src/sso_login/web/endpoints/token_exchange.ts by "make ucode"; do not edit.

/** POST /token: a program's access token becomes a session (OAuth 2.0 Token Exchange, RFC 8693). */

import { array_find, key_of, substring } from 'sso_login.ecma';
import { encode as json_encode } from 'sso_login.io.json';
import { renamed, adding } from 'sso_login.base.failures';
import { event } from 'sso_login.base.log';
import { first } from 'sso_login.base.public_names';
import { text_of } from 'sso_login.base.json_values';
import { safe_id as hash_safe_id, hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';
import { open_jws, read_claims } from 'sso_login.jose.jws';
import { find_roles, who as program_session_who, open_session as program_session_open_session } from 'sso_login.login.program_session';
import { told } from 'sso_login.protocol.posted_token';
import { verify_opened, open as access_token_open } from 'sso_login.protocol.access_token';
import { err, ok } from 'sso_login.result';
import { providers_with, load_enabled } from 'sso_login.settings.saved_config';
import { window_of, count_request } from 'sso_login.web.rate_limit';
import { read as posted_forms_read } from 'sso_login.web.endpoints.posted_forms';

const grant_type = "urn:ietf:params:oauth:grant-type:token-exchange";
const access_token_type = "urn:ietf:params:oauth:token-type:access_token";
/** The type of the issued token, which is the id of a ubus session. */
const session_type = "urn:sso-login:token-type:ubus-session";

/** Parameters of RFC 8693 section 2.1 and RFC 6749 section 2.3.1; others are ignored. */
const parameters = [
	"grant_type",
	"resource",
	"audience",
	"scope",
	"requested_token_type",
	"subject_token",
	"subject_token_type",
	"actor_token",
	"actor_token_type",
	"client_id",
	"client_secret",
	"client_assertion",
	"client_assertion_type",
];

/** A refusal with OAuth's error for it. */
function refused(error, reason, parameter) {
	return err("EXCHANGE_REFUSED", { answer: error, reason, parameter }, null, { oauth_error: error });
}

/** A refusal whose cause the log names and the program is not told. */
function refused_by(failure) {
	return renamed(failure, "EXCHANGE_REFUSED");
}

/** The refusal of a token; a failure of the provider or the router keeps its code. */
function refusal_of(failure) {
	const is_token = [
		"AUTHENTICATION_TOO_WEAK",
		"AUTHENTICATION_TOO_OLD",
		"ID_TOKEN_VERIFICATION_FAILED",
		"UNSUPPORTED_ALGORITHM",
		"USER_NOT_AUTHORIZED",
		"IDP_ERROR",
	];
	return (index(is_token, failure.error) >= 0) ? refused_by(failure) : failure;
}

/**
 * The provider of a token: of several that take tokens the one whose issuer it names, which is believed once its keys have verified
 * the token.
 */
function provider_of(io, token) {
	const all = providers_with(io, "api_audience");
	if (length(all) <= 1) {
		return all[0] ?? first;
	}
	const opened = open_jws(text_of(token));
	const claims = opened.ok ? read_claims(opened.data) : opened;
	const named = claims.ok ? providers_with(io, "issuer_url", text_of(claims.data.iss)) : [];
	return array_find(all, (name) => (index(named, name) >= 0)) ?? all[0] ?? first;
}

/** Checks the parameters, as far as that needs no token. */
function check_form(config, request, sent) {
	if (request.authorization !== "" || (sent.client_secret ?? sent.client_assertion) !== null) {
		// Nothing here knows the provider's clients, and a secret does not belong here.
		return err("CLIENT_AUTHENTICATION", { reason: "client authentication is not taken here: send the token alone" });
	}
	const audience = config.api_audience;
	const issued = sent.requested_token_type ?? session_type;
	const rules = [
		["invalid_request", "grant_type", "is missing", sent.grant_type === null],
		["unsupported_grant_type", "grant_type", "is not a token exchange", sent.grant_type !== grant_type],
		["invalid_request", "subject_token", "is missing", (sent.subject_token ?? "") === ""],
		[
			"invalid_request",
			"subject_token_type",
			"is not an access token's",
			sent.subject_token_type !== access_token_type,
		],
		["invalid_request", "actor_token", "is not taken here", sent.actor_token !== null],
		["invalid_request", "actor_token_type", "is not taken here", sent.actor_token_type !== null],
		["invalid_request", "requested_token_type", "is not " + session_type, issued !== session_type],
		["invalid_target", "resource", "is not api_audience", (sent.resource ?? audience) !== audience],
		["invalid_target", "audience", "is not api_audience", (sent.audience ?? audience) !== audience],
		["invalid_scope", "scope", "is not taken here: roles say what is allowed", sent.scope !== null],
	];
	const broken = array_find(rules, (rule) => rule[3]);
	return broken === null ? ok(sent) : refused(broken[0], broken[2], broken[1]);
}

/** Verifies the posted token and finds its roles. */
function match_token(io, config, form, opened) {
	const token = verify_opened(io, config, opened);
	if (!token.ok) {
		return refusal_of(token);
	}
	if ((form.client_id ?? token.data.client) !== token.data.client) {
		return refused("invalid_request", "is not the token's", "client_id");
	}
	const match = find_roles(io, config, token.data);
	if (match.ok) {
		return ok({ token: token.data, match: match.data });
	}
	const who = {};
	for (let pair in program_session_who(config, token.data)) {
		who[key_of(pair[0])] = pair[1];
	}
	return told(adding(refusal_of(match), who));
}

/** Opens the session: 200 with the members of RFC 8693 section 2.2.1. */
function open_session(io, config, remote, matched) {
	const opened = program_session_open_session(io, config, matched.token, matched.match, remote);
	if (!opened.ok) {
		return refusal_of(opened);
	}
	const facts = [
		["provider", config.log_name],
		["remote", remote],
	];
	const outcome = [
		["role", join(",", map(matched.match.roles, (role) => role.name))],
		["session", hash_safe_id(opened.data.sid)],
	];
	event(io, "notice", "TOKEN_EXCHANGED", [...facts, ...program_session_who(config, matched.token), ...outcome]);
	const body = json_encode({
		access_token: opened.data.sid,
		issued_token_type: session_type,
		token_type: "N_A",
		expires_in: opened.data.timeout,
	});
	return ok({ status: 200, content_type: "application/json", headers: [["Pragma", "no-cache"]], body });
}

/** The windows of a token: of its client as a whole, whose name is another client's at another provider, and of its subject. */
function windows_of(config, token) {
	const client = config.issuer_url + "\0" + token.client;
	const owner = (name) => substring(hash_hash_sha256_hex(name), 0, 16);
	return {
		window: window_of("client", owner(client)),
		narrower: window_of("subject", owner(client + "\0" + token.sub)),
	};
}

/** Verifies a token that no known key has signed, once it is counted, and opens its session within its own windows. */
function serve_unknown(io, config, request, form, opened) {
	const matched = match_token(io, config, form, opened);
	if (!matched.ok) {
		return matched;
	}
	const windows = windows_of(config, matched.data.token);
	const narrower = count_request(io, windows.narrower);
	const counted = narrower.ok ? count_request(io, windows.window) : narrower;
	if (!counted.ok) {
		return counted;
	}
	return open_session(io, config, request.remote_addr, matched.data);
}

/**
 * Exchanges a token. A token that known keys have signed and that has a role is a proof, and counts in windows of its subject and client;
 * otherwise EXCHANGE_REFUSED, CLIENT_AUTHENTICATION, or a failure of the provider or the router. Of another token only the signature is
 * looked at before it is counted: its claims, and keys that its provider has meanwhile, come after that.
 */
export function admit(io, request) {
	const sent = posted_forms_read(io, request, window_of("exchanges"), parameters);
	const config = load_enabled(io, provider_of(io, sent.ok ? sent.data.subject_token : null));
	if (!config.ok) {
		return { respond: () => config };
	}
	const log_name = config.data.log_name;
	const form = sent.ok ? check_form(config.data, request, sent.data) : refused_by(sent);
	const opened = form.ok ? access_token_open(io, config.data, form.data.subject_token ?? "") : form;
	if (!form.ok || !opened.ok) {
		const refusal = !form.ok ? form : refusal_of(opened);
		return { log_name, refusal, respond: () => refusal };
	}
	if (!opened.data.is_signed) {
		return { log_name, respond: () => serve_unknown(io, config.data, request, form.data, opened.data) };
	}
	const matched = match_token(io, config.data, form.data, opened.data);
	if (!matched.ok) {
		return { log_name, refusal: matched, respond: () => matched };
	}
	const windows = windows_of(config.data, matched.data.token);
	return {
		window: windows.window,
		narrower: windows.narrower,
		log_name,
		respond: () => open_session(io, config.data, request.remote_addr, matched.data),
	};
};
