'use strict';
// Generated from src/sso_login/registration/registering.ts by "make ucode"; do not edit.

/**
 * The registration of this router as a client at a provider, its update and its removal (OpenID Connect Dynamic Client Registration
 * 1.0, RFC 7591, RFC 7592).
 */

import { format_time } from 'sso_login.io.clock';
import { strings_of, text_of, is_name } from 'sso_login.base.json_values';
import { may_lack_at_hash, check_endpoint } from 'sso_login.check.metadata_check';
import * as report from 'sso_login.check.report';
import { is_date } from 'sso_login.jose.token_claims';
import { newest, make as client_keys_make, public_set } from 'sso_login.jose.client_keys';
import { values_of } from 'sso_login.settings.page_settings';
import * as client_metadata from 'sso_login.registration.client_metadata';
import { config_with, save as registration_options_save } from 'sso_login.registration.registration_options';
import { is_accessible as registration_record_is_accessible, write as registration_record_write, of_answer, reserved } from 'sso_login.registration.registration_record';
import { send as registration_requests_send, endpoint_name } from 'sso_login.registration.registration_requests';
import { write_record, logout_address as registration_task_logout_address, is_own_address, total_time as registration_task_total_time, read_before, begin as registration_task_begin } from 'sso_login.registration.registration_task';

/** The metadata to send; undefined, and a finding, where there is no way to authenticate. Makes a key where one is needed. */
function prepare_metadata(task, may_make_key) {
	const run = task.run;
	const config = task.config;
	const metadata = task.metadata;
	const method = client_metadata.method_for(config, metadata);
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
		report.error_of(run, "register_not_saved", made);
		return null;
	}
	return client_metadata.of_config(config, metadata, method, by_key ? public_set(run.io) : null);
}

/** Removes a client that has just been made and that cannot be used, or names it; leaves one of an earlier registration. */
function take_back(task, made, given_uri) {
	const run = task.run;
	if (task.known !== null) {
		return;
	}
	const removal = { method: "DELETE", address: made.uri, token: made.token };
	const is_accessible = registration_record_is_accessible(made, task.endpoint);
	const is_gone = is_accessible && registration_requests_send(run, task.config, removal) !== null;
	if (is_gone || !is_accessible) {
		registration_record_write(run.io, task.provider, null);
	}
	if (is_gone) {
		report.warning(run, "register_taken_back");
	} else {
		const known = filter([made.client_id, given_uri], (text) => text !== "");
		report.warning(run, "register_left", { client: length(known) > 0 ? join(" ", known) : task.endpoint });
	}
}

/** Saves what an answer says: first the access to the registration, then the options. */
function take_answer(task, asked, answer) {
	const run = task.run;
	const config = task.config;
	const made = of_answer(config.issuer_url, task.endpoint, answer, task.known);
	const given_uri = text_of(answer.registration_client_uri);
	if (!write_record(run, task.provider, made)) {
		take_back(task, made, given_uri);
		return false;
	}
	const read = client_metadata.read_answer(config, asked, answer);
	if (read.obstacle !== null) {
		report.error(run, "register_answer", { reason: read.obstacle });
		take_back(task, made, given_uri);
		return false;
	}
	const options = read.options;
	options.ca_file = config.ca_file ?? "";
	options.internal_issuer_url = config.internal_issuer_url ?? "";
	const is_at_hash_set = values_of(task.saved, task.provider).at_hash !== null;
	if (!is_at_hash_set && may_lack_at_hash(config, task.metadata)) {
		options.at_hash = "optional";
	}
	if (config_with(run, task.saved, task.provider, options) === null) {
		take_back(task, made, given_uri);
		return false;
	}
	for (let change in read.changes) {
		report.warning(run, "register_changed", change);
	}
	const expires = answer.client_secret_expires_at;
	if (is_date(expires) && expires > 0 && options.client_secret !== "") {
		report.warning(run, "register_expires", { time: format_time(expires) });
	}
	if (given_uri !== "" && made.uri === "") {
		report.warning(run, "register_address", { uri: given_uri, endpoint: task.endpoint });
	} else if (made.uri === "" || made.token === "") {
		report.warning(run, "register_unmanaged");
	}
	if (!registration_options_save(run, task.provider, options)) {
		return false;
	}
	made.returns_to = options[registration_task_logout_address];
	return write_record(run, task.provider, made);
}

/** Registers the router; the record is written before as well, as a registration that could not be kept would be lost. */
function register(task, token, asked) {
	const run = task.run;
	const provider = task.provider;
	const config = task.config;
	if (write_record(run, provider, reserved(config.issuer_url))) {
		const request = { method: "POST", address: task.endpoint, token, sent: asked };
		const answer = registration_requests_send(run, config, request);
		if (answer === null) {
			registration_record_write(run.io, provider, null);
		} else if (take_answer(task, asked, answer)) {
			report.ok(run, "register_ok", { client_id: text_of(answer.client_id) });
		}
	}
}

/** Sends today's metadata for an earlier registration. An answer may leave out a secret that stays as it is. */
function update(task, known, asked) {
	const run = task.run;
	asked.client_id = known.client_id;
	const request = { method: "PUT", address: known.uri, token: known.token, sent: asked };
	const answer = registration_requests_send(run, task.config, request);
	if (answer === null) {
		return;
	}
	const values = values_of(task.saved, task.provider);
	if (!is_name(answer.client_secret) && values.client_id === known.client_id) {
		answer.client_secret = values.client_secret;
	}
	if (take_answer(task, asked, answer)) {
		report.ok(run, "register_updated", { client_id: known.client_id });
	}
}

/** The options of a provider without a registered client: the section is off. */
function without_client(saved, provider, known) {
	const options = { client_id: "", client_secret: "", enabled: "0" };
	if (is_own_address(saved, provider, known)) {
		options[registration_task_logout_address] = "";
	}
	return options;
}

/** Removes an earlier registration at the provider, and turns the section off. */
function remove(task, known) {
	const run = task.run;
	const provider = task.provider;
	const removal = { method: "DELETE", address: known.uri, token: known.token };
	if (
		registration_requests_send(run, task.config, removal) !== null &&
		registration_options_save(run, provider, without_client(task.saved, provider, known)) &&
		write_record(run, provider, null)
	) {
		report.ok(run, "register_removed", { client_id: known.client_id });
	}
}

/** Carries out an order that the provider is asked for. */
function carry_out_at(task, order) {
	const known = task.known;
	if (order.action === "remove") {
		if (known !== null) {
			remove(task, known);
		}
		return null;
	}
	if (order.action === "register" && task.endpoint === "") {
		if ((task.metadata[endpoint_name] ?? "") === "") {
			report.error(task.run, "register_not_offered");
		} else {
			check_endpoint(task.run, task.metadata, endpoint_name);
		}
		return null;
	}
	const asked = prepare_metadata(task, order.action !== "show");
	if (order.action === "register" && asked !== null) {
		register(task, order.token, asked);
	} else if (order.action === "update" && asked !== null && known !== null) {
		update(task, known, asked);
	}
	return asked;
}

/** Forgets a registration; of one that could be managed the client is gone, so where it is the saved one the section is turned off. */
function forget(run, provider, saved, known) {
	const values = values_of(saved, provider);
	const is_managed = known.uri !== "" && known.token !== "" && known.issuer === values.issuer_url;
	const is_saved = is_managed && known.client_id !== "" && values.client_id === known.client_id;
	if (
		(!is_saved || registration_options_save(run, provider, without_client(saved, provider, known))) &&
		write_record(run, provider, null)
	) {
		report.ok(run, "register_forgotten", { issuer: known.issuer, client_id: known.client_id });
	}
}

export function carry_out(io, order) {
	const run = report.new_run(io, order.token, registration_task_total_time);
	const before = read_before(run, order);
	const known = before !== null ? before.known : null;
	if (before !== null && known !== null && order.action === "forget") {
		forget(run, order.provider, before.saved, known);
		return { report: report.report_of(run) };
	}
	const task = before !== null ? registration_task_begin(run, order, before) : null;
	const asked = task !== null ? carry_out_at(task, order) : null;
	return { report: report.report_of(run), client_metadata: asked };
};
