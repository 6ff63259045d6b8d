'use strict';
// Generated from src/sso_login/registration/registration_record.ts by "make ucode"; do not edit.

/** The access to this router's registrations (RFC 7592), by provider, in a file beside the UCI package. */

import { key_of } from 'sso_login.ecma';
import { is_object, encode as json_encode } from 'sso_login.io.json';
import { read as store_read } from 'sso_login.base.store';
import { same_origin } from 'sso_login.base.urls';
import { is_name } from 'sso_login.base.json_values';

function path_of(io) {
	return io.paths.etc_dir + "/registration.json";
}

/** Whether a registration can be read and changed: its address is of the origin of the registration endpoint, and so https. */
export function is_accessible(record, endpoint) {
	return record.token !== "" && same_origin(record.uri, endpoint);
};

/** The record of a registration whose answer has not come yet: without a client. */
export function reserved(issuer) {
	return { issuer, client_id: "", uri: "", token: "" };
};

/**
 * A record of an answer (RFC 7591 section 3.2.1) of the endpoint; a member that it lacks is that of an earlier one. An address of another
 * origin is not kept, as the access token would go there.
 */
export function of_answer(issuer, endpoint, answer, earlier) {
	const before = earlier ?? reserved(issuer);
	const filled = (given, otherwise) => (is_name(given) ? given : otherwise);
	const uri = filled(answer.registration_client_uri, before.uri);
	return {
		issuer,
		client_id: filled(answer.client_id, before.client_id),
		uri: same_origin(uri, endpoint) ? uri : "",
		token: filled(answer.registration_access_token, before.token),
	};
};

/** The records of all providers; undefined where the file is damaged. */
function read_all(io) {
	return store_read(io, path_of(io)) ?? (io.file_info(path_of(io)) === null ? {} : null);
}

/** Whether the records can be read: a damaged file is not replaced, as it may be all that is left of them. */
export function is_readable(io) {
	return read_all(io) !== null;
};

/** The record of a provider; undefined where there is none. */
export function find(io, provider) {
	const stored = (read_all(io) ?? {})[key_of(provider)];
	return is_object(stored) ? (stored) : null;
};

/** Stores the record of a provider, or removes it; false where that fails, and then the file is as it was. */
export function write(io, provider, record) {
	const all = read_all(io);
	if (all === null || io.make_dir(io.paths.etc_dir) === "failed") {
		return false;
	}
	all[key_of(provider)] = record;
	return io.write_file(path_of(io), json_encode(all));
};
