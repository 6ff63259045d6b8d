'use strict';
// Generated from src/sso_login/registration/client_metadata.ts by "make ucode"; do not edit.

/** The metadata of this router as a client (OpenID Connect Dynamic Client Registration 1.0 section 2, RFC 7591 section 2). */

import { array_find, key_of } from 'sso_login.ecma';
import { list } from 'sso_login.io.json';
import { callback_path as public_names_callback_path, start_path, backchannel_path } from 'sso_login.base.public_names';
import { before, split_words } from 'sso_login.base.strings';
import { strings_of, text_of, name_of as json_values_name_of } from 'sso_login.base.json_values';
import { algorithms } from 'sso_login.settings.option_bounds';

/** The method of authentication to ask for; undefined where the provider offers none that a client with a secret can use. */
export function method_for(config, metadata) {
	const configured = config.token_endpoint_auth_method;
	const offered = strings_of(metadata.token_endpoint_auth_methods_supported) ?? [];
	if (configured !== "auto") {
		return configured;
	}
	return length(offered) == 0 || (index(offered, "client_secret_basic") >= 0)
		? "client_secret_basic"
		: array_find(offered, (method) => method === "client_secret_post");
};

/** The metadata to send. `jwks` are the router's public keys, for a client without a secret. */
export function of_config(config, metadata, method, jwks) {
	const grants = [...["authorization_code"], ...config.session_revalidate !== null ? ["refresh_token"] : []];
	const origin = before(config.redirect_uri, public_names_callback_path);
	const algs = strings_of(metadata.id_token_signing_alg_values_supported) ?? [];
	const asked = {
		client_name: "LuCI on " + substr(origin, length("https://")),
		client_uri: origin + "/",
		initiate_login_uri: origin + start_path,
		application_type: "web",
		redirect_uris: list([config.redirect_uri]),
		response_types: list(["code"]),
		grant_types: list(grants),
		token_endpoint_auth_method: method,
		token_endpoint_auth_signing_alg: jwks !== null ? config.client_assertion_alg : null,
		jwks,
		scope: config.scope,
		id_token_signed_response_alg: array_find((config.id_token_algs ?? []), (alg) => (index(algs, alg) >= 0)),
	};
	if (text_of(metadata.end_session_endpoint) !== "") {
		asked.post_logout_redirect_uris = list([config.post_logout_redirect_uri ?? origin + "/"]);
	}
	if (config.backchannel_logout === true) {
		asked.backchannel_logout_uri = origin + backchannel_path;
		asked.backchannel_logout_session_required = true;
	}
	return asked;
};

/** The words of a scope that another one has; some providers leave out `openid`, which is no scope of a resource. */
function common_scope(scope, other) {
	const words = [...split_words(other, " "), ...["openid"]];
	const common = filter(split_words(scope, " "), (word) => (index(words, word) >= 0));
	return join(" ", common);
}

/** Members with the algorithm of a signature, and those that a login can use. UserInfo without one is JSON. */
const signing = [
	["id_token_signed_response_alg", algorithms],
	["userinfo_signed_response_alg", [...algorithms, ...["none"]]],
];

/** Members that are neither true nor an algorithm where a login works, and lists with what it needs. */
const impossible = [
	"dpop_bound_access_tokens",
	"id_token_encrypted_response_alg",
	"require_signed_request_object",
	"tls_client_certificate_bound_access_tokens",
	"userinfo_encrypted_response_alg",
];
const needed = [
	["grant_types", "authorization_code"],
	["response_types", "code"],
];

/** The reason why no login can work with an answer; undefined where one can. */
function obstacle(config, answer, method, by_key) {
	if (text_of(answer.client_id) === "") {
		return "client_id is missing";
	}
	const unusable = array_find(signing, (entry) => {
		const alg = text_of(answer[key_of(entry[0])]);
		return alg !== "" && !(index(entry[1], alg) >= 0);
	});
	if (unusable !== null) {
		return "the provider signs by " + text_of(answer[key_of(unusable[0])]);
	}
	const demanded = array_find(impossible, (name) => answer[key_of(name)] === true || text_of(answer[key_of(name)]) !== "");
	if (demanded !== null) {
		return demanded + " is set";
	}
	const lacking = array_find(needed, (entry) => !(index((strings_of(answer[key_of(entry[0])]) ?? [entry[1]]), entry[1]) >= 0));
	if (lacking !== null) {
		return lacking[0] + " lack " + lacking[1];
	}
	const redirect_uris = strings_of(answer.redirect_uris);
	if (redirect_uris !== null && !(index(redirect_uris, config.redirect_uri) >= 0)) {
		return "redirect_uris lack " + config.redirect_uri;
	}
	const usable = by_key ? ["private_key_jwt"] : ["client_secret_basic", "client_secret_post"];
	if (!(index(usable, method) >= 0)) {
		return "token_endpoint_auth_method is " + method;
	}
	return !by_key && json_values_name_of(answer.client_secret) === "" ? "client_secret is missing" : null;
}

/** The options for an answer (RFC 7591 section 3.2.1), whose values count where they differ from those of the request. */
export function read_answer(config, asked, answer) {
	const changes = [];
	const settle = (member, wanted, given) => {
		if (given === "" || given === wanted) {
			return wanted;
		}
		push(changes, { member, asked: wanted, given });
		return given;
	};
	const by_key = asked.token_endpoint_auth_method === "private_key_jwt";
	const given_method = text_of(answer.token_endpoint_auth_method);
	const method = settle(
		"token_endpoint_auth_method",
		text_of(asked.token_endpoint_auth_method),
		given_method
	);
	const scope = text_of(answer.scope);
	const options = {
		issuer_url: config.issuer_url,
		redirect_uri: config.redirect_uri,
		client_id: json_values_name_of(answer.client_id),
		client_secret: by_key ? "" : json_values_name_of(answer.client_secret),
		token_endpoint_auth_method: method,
		scope: settle("scope", config.scope, scope !== "" ? common_scope(config.scope, scope) : ""),
	};
	const algs = config.id_token_algs ?? [];
	const alg = text_of(answer.id_token_signed_response_alg);
	if (alg !== "" && !(index(algs, alg) >= 0)) {
		options.id_token_algs = settle("id_token_signed_response_alg", join(" ", algs), alg);
	}
	const leaving = (strings_of(asked.post_logout_redirect_uris) ?? [])[0];
	if (leaving !== null) {
		const kept = strings_of(answer.post_logout_redirect_uris) ?? [];
		const given = (index(kept, leaving) >= 0) ? leaving : (kept[0] ?? "");
		options.post_logout_redirect_uri = given;
		settle("post_logout_redirect_uris", leaving, given !== "" ? given : "none");
	}
	const ending = text_of(asked.backchannel_logout_uri);
	if (ending !== "") {
		const given = text_of(answer.backchannel_logout_uri);
		settle("backchannel_logout_uri", ending, given !== "" ? given : "none");
	}
	return { options, changes, obstacle: obstacle(config, answer, method, by_key) };
};
