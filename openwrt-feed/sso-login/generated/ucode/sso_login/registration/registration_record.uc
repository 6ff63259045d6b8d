'use strict';
// Generated from src/sso_login/registration/registration_record.ts by "make ucode"; do not edit.

/** The access to this router's registrations (RFC 7592), by provider, in a file beside the UCI package. */

import { key_of } from 'sso_login.ecma';
import { is_object, encode as json_encode } from 'sso_login.io.json';
import { read as store_read } from 'sso_login.base.store';
import { text_of } from 'sso_login.base.json_values';

function path_of(io) {
	return io.paths.etc_dir + "/registration.json";
}

/** A record of an answer (RFC 7591 section 3.2.1); a member that it lacks is that of an earlier one. */
export function of_answer(issuer, answer, earlier) {
	const uri = text_of(answer.registration_client_uri);
	const token = text_of(answer.registration_access_token);
	const before = earlier ?? { uri: "", token: "" };
	const client_id = text_of(answer.client_id);
	return { issuer, client_id, uri: uri !== "" ? uri : before.uri, token: token !== "" ? token : before.token };
};

/** The record of a provider; undefined where there is none. */
export function find(io, provider) {
	const stored = (store_read(io, path_of(io)) ?? {})[key_of(provider)];
	return is_object(stored) ? (stored) : null;
};

/** Stores the record of a provider, or removes it; false where that fails, and then the file is as it was. */
export function save(io, provider, record) {
	const all = store_read(io, path_of(io)) ?? {};
	all[key_of(provider)] = record;
	return io.make_dir(io.paths.etc_dir) !== "failed" && io.write_file(path_of(io), json_encode(all));
};
