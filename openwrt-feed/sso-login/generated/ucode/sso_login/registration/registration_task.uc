'use strict';
// Generated from src/sso_login/registration/registration_task.ts by "make ucode"; do not edit.

/** An order about a registration, up to the provider's metadata: what is saved, what refuses it, and what it has to work with. */

import { array_some } from 'sso_login.ecma';
import { error, error_of } from 'sso_login.check.report';
import { check_web_server } from 'sso_login.check.web_server_check';
import { endpoint as provider_metadata_endpoint } from 'sso_login.protocol.provider_metadata';
import { fault_of as folders_fault_of } from 'sso_login.base.folders';
import { saved_sections } from 'sso_login.settings.saved_config';
import { values_of } from 'sso_login.settings.page_settings';
import { of_order, config_with } from 'sso_login.registration.registration_options';
import { write as registration_record_write, is_readable, find as registration_record_find, is_accessible } from 'sso_login.registration.registration_record';
import { fetch_metadata, endpoint_name } from 'sso_login.registration.registration_requests';

/** The option with the address after a logout; a registration follows `redirect_uri` with the value that it has saved itself. */
export const logout_address = "post_logout_redirect_uri";

/** Seconds for all calls together. */
export const total_time = 20;

/** Whether the address after a logout is the one that the registration has saved, or absent as there, and not an administrator's. */
export function is_own_address(saved, provider, known) {
	return values_of(saved, provider)[logout_address] === known.returns_to;
};

/** Stores the record of a provider, or removes it; false, and a finding, where that fails. */
export function write_record(run, provider, record) {
	const is_written = registration_record_write(run.io, provider, record);
	if (!is_written) {
		error(run, "register_not_saved", { reason: { id: folders_fault_of(run.io, run.io.paths.etc_dir) } });
	}
	return is_written;
};

/** The finding that refuses an order with what is known; another issuer gets neither the client nor the access to it. */
function refusal_of(order, issuer, known) {
	if (known === null) {
		return order.action === "register" || order.action === "show" ? null : "register_none";
	}
	if (order.action === "register") {
		return "register_known";
	}
	const is_used = order.action === "update" || order.action === "remove";
	return is_used && known.issuer !== issuer ? "register_other_issuer" : null;
}

/** Reads what is saved; undefined, and a finding, where the order cannot follow it. */
export function read_before(run, order) {
	const io = run.io;
	const provider = order.provider;
	const read = saved_sections(io);
	if (!read.ok) {
		error_of(run, "config_unreadable", read);
		return null;
	}
	if (!is_readable(io)) {
		error(run, "register_not_saved", {
			reason: io.paths.etc_dir + "/registration.json is damaged; move it away first",
		});
		return null;
	}
	const saved = read.data;
	const known = registration_record_find(io, provider);
	const options = of_order(saved, order);
	if (known !== null && is_own_address(saved, provider, known)) {
		options[logout_address] = "";
	}
	const configured = options.issuer_url ?? "";
	const is_other = array_some(saved, (section) => section.name === provider && section.type !== "oidc");
	const refusal = is_other ? "register_no_provider" : refusal_of(order, configured, known);
	if (refusal === null) {
		return { saved, options, known };
	}
	const of_known = known ?? { issuer: "", client_id: "" };
	error(run, refusal, { provider, configured, issuer: of_known.issuer, client_id: of_known.client_id });
	return null;
};

/** Whether this router's web server answers under the name and port of `redirect_uri`; a client for others is of no use. */
function is_reachable(run, config) {
	check_web_server(run, config);
	run.findings = filter(run.findings, (finding) => finding.level !== "ok");
	return !array_some(run.findings, (finding) => finding.level === "error");
}

/** Validates the options, and reads the provider's metadata; undefined, and findings, where one of them is wrong. */
export function begin(run, order, before) {
	const provider = order.provider;
	const saved = before.saved;
	const known = before.known;
	const config = config_with(run, saved, provider, before.options);
	if (config === null || (order.action !== "remove" && !is_reachable(run, config))) {
		return null;
	}
	run.io.https_settings({ ca_file: config.ca_file, timeout: config.http_timeout ?? total_time, total: total_time });
	const metadata = fetch_metadata(run, config);
	if (metadata === null) {
		return null;
	}
	const found = provider_metadata_endpoint(metadata, endpoint_name);
	const endpoint = found.ok ? found.data : "";
	if (known !== null && order.action !== "show" && !is_accessible(known, endpoint)) {
		error(run, "register_unmanaged");
		return null;
	}
	return { run, provider, saved, config, metadata, endpoint, known };
};
