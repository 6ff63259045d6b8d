'use strict';
// Generated from src/sso_login/check/finding_messages.ts by "make ucode"; do not edit.

/** English texts of the messages within findings, apart from finding_texts.ts, because `sso-login roles` needs these alone. */

import { key_of } from 'sso_login.ecma';
import { fill, in_english as log_texts_in_english } from 'sso_login.base.log_texts';

export const parts = {
	nothing: "nothing",
	provider_wrong: "the options of provider %{provider} are wrong",
	provider_ca_file: "the ca_file of provider %{provider} has no certificate: %{file}",
	provider_key: "provider %{provider} has private_key_jwt, and there is no key for %{alg}",
	all_off: "no provider is on",
	no_https: "uhttpd has no port for HTTPS",
	no_role: "there is no role",
	no_group: "there is no access group to write with",
	role_of_login: "role %{role} has the name of a local login",
	role_lists_nobody: "role %{role} lists nobody",
	role_for_programs: "role %{role} is for programs alone",
	role_without_provider: "role %{role} counts at no provider that is on and right",
	roles_lack: "no role of a person writes with: %{groups}",
	file_unreadable: "cannot be read",
	file_without_certificate: "no certificate in PEM form",
	file_malformed: "not a JSON object",
	read_only: "the file system is read-only",
	no_room: "no room",
	not_made: "it cannot be made, or belongs to another user",
	can_look: "can look, and no more",
	can_restart: "can restart this router, or disturb its Wi-Fi",
	can_secrets: "can read secrets (backups, flash, keys or passwords)",
	can_programs: "can run programs as root",
	can_everything: "can change the router's configuration or read any file, which is full control",
	page_restart: "%{page}: can restart or disturb",
	page_secrets: "%{page}: shows secrets",
	page_programs: "%{page}: can run programs as root",
	page_everything: "%{page}: full control",
	pages_more: "and %{page} more",
	key: "%{alg} (%{type})",
	key_library: "%{alg} (%{type}, not with this crypto library)",
	key_algorithm: "%{alg} (%{type}, a good key for an algorithm that is not allowed)",
	key_refused: "%{alg} (%{type}, of a size or form that is refused)",
	answer_code: "status %{status}, %{code}",
	answer_without_code: "status %{status}, no error code",
	answer_unusual_code: "status %{status}, an unusual error code",
	words_none: "it says no more",
	answer_to_invented_code: "status 200 for an invented code",
};

/** A message, a rule of an option or an advice in English. */
export function in_english(message) {
	const part = parts[key_of(message.id)];
	return part !== null ? fill(part, message.params ?? {}) : log_texts_in_english(message);
};
