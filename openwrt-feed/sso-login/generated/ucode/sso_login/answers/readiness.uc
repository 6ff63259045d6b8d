'use strict';
// Generated from src/sso_login/answers/readiness.ts by "make ucode"; do not edit.

/**
 * Whether this program can serve logins: a start of a login runs, in memory alone, and everything is loaded that its callback may need. A
 * part that is missing or broken ends the program, as it would end the login.
 */

import { starts_with } from 'sso_login.ecma';
import { hex_encode } from 'sso_login.io.bytes';
import { encode as json_encode, list } from 'sso_login.io.json';
import { load_crypto, load as native_load } from 'sso_login.io.native';
import { make as https_make } from 'sso_login.base.https';
import { text_of } from 'sso_login.base.json_values';
import { package_name, first } from 'sso_login.base.public_names';
import { explain as failed_call_explain } from 'sso_login.explain.failed_call';
import { explain as key_failure_explain } from 'sso_login.explain.key_failure';
import { explain as missing_role_explain } from 'sso_login.explain.missing_role';
import { refused as refused_response_refused } from 'sso_login.explain.refused_response';
import { of_notes } from 'sso_login.explain.short_reason';
import { with_meaning } from 'sso_login.login.login_again';
import { surplus } from 'sso_login.login.surplus_logins';
import { catch_up } from 'sso_login.passwords.password_events';
import { sign as client_assertion_sign } from 'sso_login.protocol.client_assertion';
import { note as login_lacks_note } from 'sso_login.protocol.login_lacks';
import { push_request } from 'sso_login.protocol.pushed_request';
import { fetch_userinfo as userinfo_fetch_userinfo } from 'sso_login.protocol.userinfo';
import { ok } from 'sso_login.result';
import { keep as refresh_tokens_keep } from 'sso_login.rpcd.refresh_tokens';
import { tell } from 'sso_login.rpcd.supervisor';
import { option_of } from 'sso_login.settings.package_sections';
import { providers_with } from 'sso_login.settings.saved_config';
import { clean as clean_up_clean } from 'sso_login.web.clean_up';
import { count_client } from 'sso_login.web.client_limit';
import { admit as callback_admit } from 'sso_login.web.endpoints.callback';
import { admit as start_admit } from 'sso_login.web.endpoints.start';
import { make as error_page_make } from 'sso_login.web.error_page';
import { with_facts } from 'sso_login.web.failed_callback';
import { refuse as refusal_refuse } from 'sso_login.web.refusal';
import { handle } from 'sso_login.web.routes';
import { parse as web_request_parse } from 'sso_login.web.web_request';
import { words as words_words } from 'sso_login.web.words';
import { words as words_de_words } from 'sso_login.web.generated.words_de';
import { words as words_fr_words } from 'sso_login.web.generated.words_fr';

/**
 * A member of each module that starts and callbacks load late, unless another one loads it: to name one loads its module, and all that it
 * loads itself.
 */
export const late = [
	https_make,
	failed_call_explain,
	key_failure_explain,
	missing_role_explain,
	refused_response_refused,
	of_notes,
	with_meaning,
	surplus,
	catch_up,
	client_assertion_sign,
	login_lacks_note,
	push_request,
	userinfo_fetch_userinfo,
	refresh_tokens_keep,
	tell,
	clean_up_clean,
	count_client,
	start_admit,
	callback_admit,
	error_page_make,
	with_facts,
	refusal_refuse,
	words_words,
	words_de_words,
	words_fr_words,
];

/** Calls a function of each native part: the C modules, and those of the system's libraries, of which each is loaded when it is called. */
export function load_native(io) {
	load_crypto();
	native_load("sso_login.native_https");
	hex_encode("");
	json_encode({});
	io.open_log();
	io.fnmatch("", "");
	io.list_dir(io.paths.run_dir);
	io.file_info(io.paths.run_dir);
	io.uci_get(package_name, first, "enabled");
	io.ubus_call("session", "access", {});
	io.lock("/dev/null");
	io.unlock("/dev/null");
};

/** A document that a provider with this issuer could have. */
function document_of(issuer) {
	const at = (name) => issuer + "/" + name;
	return json_encode({
		issuer,
		authorization_endpoint: at("authorize"),
		token_endpoint: at("token"),
		jwks_uri: at("jwks"),
		response_types_supported: list(["code"]),
	});
}

/** Makes a start of this process harmless: nothing is written, and a provider answers without a call. */
function isolate(io, issuer) {
	// The run directory is as after a boot.
	const read_file = io.read_file;
	const file_info = io.file_info;
	io.read_file = (path, max_bytes) => (starts_with(path, io.paths.run_dir) ? null : read_file(path, max_bytes));
	io.file_info = (path) => (starts_with(path, io.paths.run_dir) ? null : file_info(path));
	io.https = () => ok({ status: 200, content_type: "application/json", body: document_of(issuer) });
	io.write_file = () => true;
	io.rename = () => false;
	io.remove = () => false;
	io.make_dir = () => "exists";
	// Not the first request of a minute, which cleans up.
	io.append_byte = () => 2;
	io.lock = () => true;
	io.log = () => null;
}

/**
 * Loads everything, and runs a start of a login at the first provider that is on; also what a wrong configuration refuses has run. Returns
 * the status of the answer. Afterwards this process can do nothing else.
 */
export function run_start(io) {
	load_native(io);
	const provider = providers_with(io, "issuer_url")[0] ?? first;
	isolate(io, text_of(option_of(io, "issuer_url", provider)));
	const request = web_request_parse({
		method: "GET",
		https: true,
		path_info: "/",
		query_string: "provider=" + provider,
		cookie: "",
		remote_addr: "127.0.0.1",
		host: "",
		content_type: "",
		authorization: "",
		accept: "",
		accept_language: "",
	});
	return handle(io, request).status;
};
