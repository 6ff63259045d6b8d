'use strict';
// Generated from src/sso_login/answers/panels.ts by "make ucode"; do not edit.

/** Answers for the settings page about people: sessions, the last logins, and the rights that somebody would get. */

import { array_find, ceil, key_of } from 'sso_login.ecma';
import { list as json_list } from 'sso_login.io.json';
import { event } from 'sso_login.base.log';
import { first } from 'sso_login.base.public_names';
import { text_of } from 'sso_login.base.json_values';
import { hash_sha256_hex as hash_hash_sha256_hex, safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';
import { actor_pair, setting } from 'sso_login.rpcd.log_identity';
import { max_lifetime, end_with } from 'sso_login.rpcd.session_ending';
import { read as login_history_read } from 'sso_login.answers.login_history';
import { find as preview_find } from 'sso_login.rights.preview';
import { last_proof } from 'sso_login.rpcd.refresh_tokens';
import { read_sections, usable_roles } from 'sso_login.rpcd.rpcd_logins';
import { list_sso_sessions, user_name, role_names, find_session } from 'sso_login.rpcd.rpcd_sessions';
import { option_of } from 'sso_login.settings.package_sections';
import { saved_sections } from 'sso_login.settings.saved_config';
import { read_settings, roles_of, values_of } from 'sso_login.settings.page_settings';
import { errors as errors_errors } from 'sso_login.web.errors';

/** The latest end of a session, by `lifetime` (`session_max_lifetime`) or by its token; undefined where there is none. */
export function latest_end(io, entry, lifetime) {
	// As its end: by the clock that does not jump, where the session has its moment.
	const since = entry.uptime !== null ? ceil(io.time() + entry.uptime - io.monotonic()) : (entry.since ?? 0);
	const by_age = lifetime !== null ? since + lifetime : null;
	return by_age !== null && entry.end !== null ? min(by_age, entry.end) : (by_age ?? entry.end);
};

/** The last proof of a session's user, Unix time; undefined where `session_revalidate` is off, and for a program. */
export function proved_at(io, entry) {
	const option = option_of(io, "session_revalidate", entry.provider);
	return option !== null && entry.client === "" ? last_proof(io, entry).at : null;
};

/** The live sessions; `sid` is the caller's. None where rpcd does not answer. */
export function sessions(io, sid) {
	const list = list_sso_sessions(io);
	const lifetime = max_lifetime(io);
	return map((list.ok ? list.data : []), (entry) => {
		const latest = latest_end(io, entry, lifetime);
		return {
			id: hash_hash_sha256_hex(entry.sid),
			who: user_name(entry),
			unverified: entry.email === "" && entry.unverified !== "" ? entry.unverified : null,
			provider: entry.provider,
			role: role_names(entry),
			own: entry.sid === sid,
			from: entry.client !== "" ? entry.client + " @ " + entry.remote : entry.remote,
			client: entry.client !== "" ? entry.client : null,
			since: entry.since,
			until: min(entry.until, latest ?? entry.until),
			latest,
			proved_at: proved_at(io, entry),
		};
	});
};

/** Ends the session whose id has the hash `id`, for the session `sid`; INVALID_REQUEST where there is none, UBUS_LOGIN_FAILED. */
export function end_session(io, input, sid) {
	const id = text_of(input.id);
	const list = list_sso_sessions(io);
	if (!list.ok) {
		return list;
	}
	const entry = array_find(list.data, (candidate) => hash_hash_sha256_hex(candidate.sid) === id);
	if (entry === null) {
		return err("INVALID_REQUEST", "this session has ended already");
	}
	const caller = find_session(io, sid);
	const actor = caller !== null ? actor_pair(setting(io), caller) : ["by", ""];
	const by = [
		["by", "administrator"],
		[actor[0] === "by_id" ? "administrator_id" : "administrator", actor[1]],
	];
	return end_with(io, entry, "LOGOUT", by) ? ok({ ended: true }) : err("UBUS_LOGIN_FAILED");
};

/** Logs that the session `sid` has registered this router at a provider. */
export function note_registration(io, sid, provider) {
	const actor = find_session(io, sid);
	const by = actor !== null ? [actor_pair(setting(io), actor)] : [];
	const facts = [["session", hash_safe_id(sid)]];
	event(io, "notice", "REGISTERED", [...by, ...[["provider", provider]], ...facts]);
};

/** Whether a code of the log is that of a change: of LuCI's settings, of passwords, of the registration. */
function is_change(code) {
	return (index(["CHANGED", "CHANGE_UNCONFIRMED", "PASSWORD_LOGIN", "REGISTERED"], code) >= 0);
}

const told = ["LOGIN_GRANTED", "TEST_LOGIN", "LOGOUT", "SESSION_ENDED"];

/** Whether a code of the log is that of a login or its end, of a refusal or of a change. */
function is_told(code) {
	return (index(told, code) >= 0) || is_change(code) || errors_errors[key_of(code)] !== null;
}

/** The last logins, ends of sessions, refusals and changes, or changes only, the newest first; `error` where the log cannot be read. */
export function last_logins(io, input) {
	const entries = login_history_read(io, input.changes_only === true ? is_change : is_told);
	return entries !== null ? ok({ entries: json_list(entries) }) : err("UBUS_ERROR", "the log cannot be read");
};

/**
 * The rights that a user with `email`, `groups` and `sub` would get at `provider` (the first where that is "") by the roles of
 * `{values, roles}`, saved or not. INVALID_REQUEST, CONFIG_ERROR.
 */
export function what_would_get(io, input) {
	const settings = read_settings(io, input);
	if (!settings.ok) {
		return settings;
	}
	const saved = settings.data === null ? saved_sections(io) : ok(settings.data.sections);
	if (!saved.ok) {
		return saved;
	}
	const sections = read_sections(io);
	if (!sections.ok) {
		return err("CONFIG_ERROR", { config: "rpcd" });
	}
	const all = usable_roles(sections.data, roles_of(saved.data));
	const named = text_of(input.provider);
	const provider = named !== "" ? named : first;
	const rules = { roles: all, issuer_url: values_of(saved.data, provider).issuer_url, provider };
	// The page asks about an address that counts.
	const claims = { email: input.email, email_verified: true, groups: input.groups, sub: input.sub };
	const found = preview_find(io, rules, claims);
	return ok(found.ok ? found.data.shown : { roles: json_list([]) });
};
