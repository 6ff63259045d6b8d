'use strict';
// Generated from src/sso_login/check/messages.ts by "make ucode"; do not edit.

/** English texts of the messages within findings, apart from texts.ts, because the page of a test login needs these alone. */

/** Texts by id. */
export const parts = {
	nothing: "nothing",
	file_unreadable: "cannot be read",
	file_malformed: "not a JSON object",
	can_look: "can look, and no more",
	can_restart: "can restart this router",
	can_secrets: "can read secrets (backups, flash, keys or passwords)",
	can_programs: "can run programs as root",
	can_everything: "can change this router, and so perhaps do everything",
	key: "%{alg} (%{type})",
	key_library: "%{alg} (%{type}, not with this crypto library)",
	key_algorithm: "%{alg} (%{type}, a good key for an algorithm that is not allowed)",
	key_refused: "%{alg} (%{type}, of a size or form that is refused)",
	answer_code: "status %{status}, %{code}",
	answer_without_code: "status %{status}, no error code",
	answer_unusual_code: "status %{status}, an unusual error code",
	answer_none: "nothing",
	words_none: "it says no more",
	answer_to_invented_code: "status 200 for an invented code",
};
