'use strict';
// Generated from src/sso_login/registration/registering.ts by "make ucode"; do not edit.

/**
 * The registration of this router as a client at a provider, its update and its removal (OpenID Connect Dynamic Client Registration
 * 1.0, RFC 7591, RFC 7592).
 */

import { array_every, array_some, key_of } from 'sso_login.ecma';
import { format_time } from 'sso_login.io.clock';
import { commit } from 'sso_login.rpcd.uci_commit';
import { package_name } from 'sso_login.base.public_names';
import { sorted_keys } from 'sso_login.base.strings';
import { text_of, facts_of, strings_of, is_name } from 'sso_login.base.json_values';
import { at_hash_risk } from 'sso_login.check.metadata_check';
import * as report from 'sso_login.check.report';
import { check_web_server } from 'sso_login.check.web_server_check';
import { is_date } from 'sso_login.jose.token_claims';
import { newest, make as client_keys_make, public_set } from 'sso_login.jose.client_keys';
import { endpoint as provider_metadata_endpoint } from 'sso_login.protocol.provider_metadata';
import { saved_sections } from 'sso_login.settings.saved_config';
import { values_of } from 'sso_login.settings.page_settings';
import * as client_metadata from 'sso_login.registration.client_metadata';
import { of_order, config_with } from 'sso_login.registration.registration_options';
import { find as registration_record_find, of_answer, save as registration_record_save } from 'sso_login.registration.registration_record';
import { read_metadata as registration_requests_read_metadata, send as registration_requests_send, endpoint_name } from 'sso_login.registration.registration_requests';

/** The option with the address after a logout; a registration follows `redirect_uri` with the value that it has saved itself. */
const leaving = "post_logout_redirect_uri";

/** Seconds for all calls together. */
const total_time = 20;

/** Whether the address after a logout is the one that the registration has saved, and not an administrator's. */
function is_own_address(saved, provider, known) {
	return values_of(saved, provider)[leaving] === known.returns_to;
}

/** Validates the options, and reads the provider's metadata; undefined, and findings, where one of them is wrong. */
function begin(run, order) {
	const io = run.io;
	const saved = saved_sections(io);
	if (!saved.ok) {
		report.error(run, "config_unreadable", { reason: text_of(facts_of(saved).reason) });
		return null;
	}
	const known = registration_record_find(io, order.provider);
	if (known === null && (order.action === "update" || order.action === "remove")) {
		report.error(run, "register_none");
		return null;
	}
	if (known !== null && order.action === "register") {
		report.error(run, "register_known", { issuer: known.issuer, client_id: known.client_id });
		return null;
	}
	const options = of_order(saved.data, order);
	if (known !== null && is_own_address(saved.data, order.provider, known)) {
		options[leaving] = "";
	}
	const config = config_with(run, saved.data, order.provider, options);
	if (config === null) {
		return null;
	}
	if (order.action !== "remove") {
		// A client for a name or port at which nobody reaches the router is of no use.
		check_web_server(run, config);
		run.findings = filter(run.findings, (finding) => finding.level !== "ok");
		if (array_some(run.findings, (finding) => finding.level === "error")) {
			return null;
		}
	}
	io.https_settings({ ca_file: config.ca_file, timeout: config.http_timeout ?? total_time, total: total_time });
	const metadata = registration_requests_read_metadata(run, config);
	return metadata !== null
		? { run, provider: order.provider, saved: saved.data, config, metadata, known }
		: null;
}

/** The metadata to send; undefined, and a finding, where there is no way to authenticate. Makes a key where one is needed. */
function client_metadata_of(task, may_make_key) {
	const run = task.run;
	const config = task.config;
	const metadata = task.metadata;
	const method = client_metadata.choose_method(config, metadata);
	if (method === null) {
		const offered = strings_of(metadata.token_endpoint_auth_methods_supported) ?? [];
		report.error(run, "auth_method_none", { offered: join(", ", offered) });
		return null;
	}
	const by_key = method === "private_key_jwt";
	const alg = config.client_assertion_alg ?? "ES256";
	const needs_key = by_key && may_make_key && newest(run.io, alg) === null;
	const made = needs_key ? client_keys_make(run.io, alg) : null;
	if (made !== null && !made.ok) {
		report.error(run, "register_not_saved", { reason: text_of(facts_of(made).reason) });
		return null;
	}
	const grants = [...["authorization_code"], ...config.session_revalidate !== null ? ["refresh_token"] : []];
	const jwks = by_key ? public_set(run.io) : null;
	return client_metadata.of_config(config, metadata, method, grants, jwks);
}

/** Writes options of the provider's section in one commit; a finding where that fails. */
function save_options(task, options) {
	const provider = task.provider;
	const io = task.run.io;
	let growth = `\nconfig oidc '${provider}'\n`;
	io.uci_add(package_name, provider, "oidc");
	for (let option in sorted_keys(options)) {
		const value = options[key_of(option)] ?? "";
		if (value !== "") {
			io.uci_set(package_name, provider, option, value);
			growth = growth + `\toption ${option} '${value}'\n`;
		} else {
			io.uci_delete(package_name, provider, option);
		}
	}
	const written = commit(io, package_name, growth, (after) => {
		const found = values_of(after, provider);
		return array_every(sorted_keys(options), (option) => (found[key_of(option)] ?? "") === options[key_of(option)]);
	});
	if (!written.ok) {
		report.error(task.run, "register_not_saved", { reason: text_of(facts_of(written).reason) });
	}
	return written.ok;
}

/** Saves what an answer says: first the access to the registration, then the options. */
function save(task, asked, answer) {
	const run = task.run;
	const config = task.config;
	const made = of_answer(config.issuer_url, answer, task.known);
	registration_record_save(run.io, task.provider, made);
	const read = client_metadata.read_answer(config, asked, answer);
	if (read.obstacle !== null) {
		report.error(run, "register_answer", { reason: read.obstacle });
		return false;
	}
	const options = read.options;
	options.ca_file = config.ca_file ?? "";
	options.internal_issuer_url = config.internal_issuer_url ?? "";
	const is_at_hash_set = values_of(task.saved, task.provider).at_hash !== null;
	if (!is_at_hash_set && at_hash_risk(config, task.metadata) !== null) {
		options.at_hash = "optional";
	}
	if (config_with(run, task.saved, task.provider, options) === null) {
		return false;
	}
	for (let change in read.changes) {
		report.warning(run, "register_changed", change);
	}
	const expires = answer.client_secret_expires_at;
	if (is_date(expires) && expires > 0 && options.client_secret !== "") {
		report.warning(run, "register_expires", { time: format_time(expires) });
	}
	if (made.uri === "" || made.token === "") {
		report.warning(run, "register_not_kept");
	}
	if (!save_options(task, options)) {
		return false;
	}
	made.returns_to = options[leaving];
	return registration_record_save(run.io, task.provider, made);
}

/**
 * Sends the metadata. Some providers permit no `openid` among a client's scopes (Keycloak), and others demand it there (Hydra): a refused
 * request is made once more without `scope`, for the provider's own choice.
 */
function send_client_metadata(task, message, asked) {
	const run = task.run;
	message.sent = asked;
	const answer = registration_requests_send(run, task.config, message);
	const last = run.findings[length(run.findings) - 1];
	if (last === null || last.id !== "register_refused") {
		return answer;
	}
	run.findings = filter(run.findings, (finding) => finding !== last);
	asked.scope = null;
	return registration_requests_send(run, task.config, message);
}

/** Registers the router; the record is written before as well, as a registration that could not be kept would be lost. */
function register(task, token, asked) {
	const run = task.run;
	const provider = task.provider;
	const config = task.config;
	const endpoint = provider_metadata_endpoint(task.metadata, endpoint_name);
	if (!endpoint.ok) {
		report.error(run, "register_not_offered");
	} else if (!registration_record_save(run.io, provider, of_answer(config.issuer_url, {}))) {
		report.error(run, "register_not_saved", { reason: "no room on the flash" });
	} else {
		const answer = send_client_metadata(task, { method: "POST", address: endpoint.data, token }, asked);
		if (answer === null) {
			registration_record_save(run.io, provider, null);
		} else if (save(task, asked, answer)) {
			report.ok(run, "register_ok", { client_id: text_of(answer.client_id) });
		}
	}
}

/** Sends today's metadata for an earlier registration. An answer may leave out a secret that stays as it is. */
function update(task, known, asked) {
	const run = task.run;
	asked.client_id = known.client_id;
	const answer = send_client_metadata(task, { method: "PUT", address: known.uri, token: known.token }, asked);
	if (answer === null) {
		return;
	}
	if (!is_name(answer.client_secret)) {
		answer.client_secret = values_of(task.saved, task.provider).client_secret;
	}
	if (save(task, asked, answer)) {
		report.ok(run, "register_updated", { client_id: known.client_id });
	}
}

/** Removes an earlier registration at the provider, and turns the section off. */
function remove(task, known) {
	const run = task.run;
	const provider = task.provider;
	const removal = {
		method: "DELETE",
		address: known.uri,
		token: known.token,
	};
	const options = { client_id: "", client_secret: "", enabled: "0" };
	if (is_own_address(task.saved, provider, known)) {
		options[leaving] = "";
	}
	if (registration_requests_send(run, task.config, removal) !== null && save_options(task, options)) {
		registration_record_save(run.io, provider, null);
		report.ok(run, "register_removed", { client_id: known.client_id });
	}
}

/** Carries out an order. */
export function carry_out(io, order) {
	const run = { io, findings: [], secret: order.token, total_time };
	const task = begin(run, order);
	const asked = task !== null && order.action !== "remove" ? client_metadata_of(task, order.action !== "show") : null;
	if (task !== null && order.action === "remove" && task.known !== null) {
		remove(task, task.known);
	} else if (task !== null && order.action === "register" && asked !== null) {
		register(task, order.token, asked);
	} else if (task !== null && order.action === "update" && asked !== null && task.known !== null) {
		update(task, task.known, asked);
	}
	return { report: report.report_of(run), client_metadata: asked };
};
