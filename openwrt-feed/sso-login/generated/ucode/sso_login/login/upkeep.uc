'use strict';
// Generated from src/sso_login/login/upkeep.ts by "make ucode"; do not edit.

/**
 * Keeps sessions, and rpcd's sections for them, in step with the configuration: a session lives as long as its user has
 * every role that it was given, and a reload of rpcd never gives it more.
 */

import { array_concat, array_every, array_find, array_some } from 'sso_login.ecma';
import { event } from 'sso_login.base.log';
import { package_name } from 'sso_login.base.names';
import { path_of, ensure_run_dir, is_fresh } from 'sso_login.base.store';
import { parse_integer } from 'sso_login.base.strings';
import { text_of } from 'sso_login.base.values';
import { safe_id } from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';
import { read, usable_roles, warn_of_conflicts, sync, behind, is_in_step } from 'sso_login.session.rpcd_logins';
import { destroy_session, list_sso_sessions, find_session, ids_in } from 'sso_login.session.session';
import { saved_sections, default_section } from 'sso_login.settings.load';
import { min_session_lifetime, max_session_lifetime } from 'sso_login.settings.options';
import * as roles from 'sso_login.settings.roles';
import { pairs, rule } from 'sso_login.login.log_identity';

/** Live sessions that one subject may have. */
const max_sessions = 10;

/** Tenths of a second to wait for another process that brings rpcd's sections in step. */
const max_waits = 30;

/** As the configuration is now; CONFIG_ERROR when the roles cannot be read. */
function read_standing(io) {
	const sections = saved_sections(io);
	if (!sections.ok) {
		return sections;
	}
	const all = roles.of_sections(sections.data);
	if (!all.ok) {
		return all;
	}
	const section = default_section(sections.data);
	const saved = section !== null ? section.options : {};
	const logins = read(io);
	return ok({
		enabled: saved.enabled === "1",
		issuer: text_of(saved.issuer_url),
		all_roles: all.data,
		roles: usable_roles(logins, all.data),
		logins,
	});
}

/** Whether a session's user still has all roles that it was given, by the identity that it keeps. */
function has_reason(standing, entry) {
	if (!standing.enabled || entry.issuer !== standing.issuer) {
		return false;
	}
	return array_every(array_concat([entry.role], entry.roles), (name) => {
		const role = array_find(standing.roles, (candidate) => candidate.name === name);
		return role !== null && roles.matches(role, entry);
	});
}

/** Ends a session and logs why, `by=…`; false when it cannot be ended. */
export function end_session(io, entry, by) {
	if (!destroy_session(io, entry.sid)) {
		return false;
	}
	const cause = [["by", by]];
	const identity = pairs(rule(io), entry.email, entry.sub);
	const facts = [
		["role", entry.role],
		["session", safe_id(entry.sid)],
	];
	event(io, "notice", "LOGOUT", array_concat(cause, identity, facts));
	return true;
};

/** Ends the sessions that have lost their reason; the answer is how many. UBUS_LOGIN_FAILED when one is left. */
function end_strays(io, standing) {
	const list = list_sso_sessions(io);
	if (!list.ok) {
		return list;
	}
	const strays = filter(list.data, (entry) => !has_reason(standing, entry));
	const left = filter(strays, (entry) => !end_session(io, entry, "roles"));
	return length(left) == 0 ? ok(length(strays)) : err("UBUS_LOGIN_FAILED", { method: "destroy" });
}

/** Waits for its turn to write; false when another process does not end. */
function take_turn(io) {
	const path = path_of(io, "upkeep.lock");
	ensure_run_dir(io);
	for (let waits = 0; waits < max_waits; waits++) {
		if (io.lock(path)) {
			return true;
		}
		io.sleep(0.1);
	}
	return false;
}

/**
 * Ends sessions that have lost their reason, and makes rpcd's sections those of the roles. In this order, as the new
 * sections could give an old session more at a reload; and once more after a change, for what another process made
 * meanwhile. CONFIG_ERROR when the roles cannot be read, and then nothing is done; UCI_ERROR, UBUS_LOGIN_FAILED.
 */
export function bring_in_step(io) {
	if (!take_turn(io)) {
		return err("UCI_ERROR", { reason: "another process holds upkeep.lock" });
	}
	const standing = read_standing(io);
	if (!standing.ok) {
		return standing;
	}
	warn_of_conflicts(io, standing.data.logins, standing.data.all_roles);
	const ended = end_strays(io, standing.data);
	if (!ended.ok) {
		return ended;
	}
	const synced = sync(io, standing.data.roles);
	if (!synced.ok) {
		return synced;
	}
	const late = synced.data.changed ? end_strays(io, standing.data) : ok(0);
	return late.ok ? ok({ changed: synced.data.changed, ended: ended.data + late.data }) : late;
};

/**
 * Whether `bring_in_step` would do anything: a change that nobody has told the init script of is in effect for new logins
 * alone. False where the roles cannot be read.
 */
export function is_behind(io) {
	const standing = read_standing(io);
	if (!standing.ok) {
		return false;
	}
	const live = list_sso_sessions(io);
	const strays = live.ok && array_some(live.data, (entry) => !has_reason(standing.data, entry));
	return strays || length(behind(standing.data.logins, standing.data.roles)) > 0;
};

/** Before a session of these roles is made: its role's section is brought in step, or UBUS_LOGIN_FAILED says why not. */
export function prepare(io, match) {
	const first = match.roles[0];
	if (first === null || is_in_step(read(io), first)) {
		return ok(true);
	}
	const done = bring_in_step(io);
	if (done.ok && is_in_step(read(io), first)) {
		return ok(true);
	}
	const details = { reason: "rpcd's login section is behind the roles", role: first.name };
	if (!done.ok) {
		details.cause = done.error;
	}
	return err("UBUS_LOGIN_FAILED", details);
};

/**
 * After a session was made: its reason and its role's section are still there, as the provider took its time and the
 * configuration may have changed. UBUS_LOGIN_FAILED otherwise, and the session is ended.
 */
export function confirm(io, sid, match) {
	const standing = read_standing(io);
	const made = find_session(io, sid);
	const first = match.roles[0];
	const has_role = standing.ok && first !== null && is_in_step(standing.data.logins, first);
	if (has_role && made !== null && has_reason(standing.data, made)) {
		return ok(true);
	}
	destroy_session(io, sid);
	return err("UBUS_LOGIN_FAILED", { reason: "the configuration changed during the login" });
};

/** Seconds that a session may last; undefined where the option is absent or wrong. What else is wrong does not matter. */
export function max_lifetime(io) {
	const option = io.uci_get(package_name, "default", "session_max_lifetime");
	const seconds = option.ok && type(option.data) == "string" ? parse_integer(option.data) : null;
	const counts = seconds !== null && seconds >= min_session_lifetime;
	return counts && seconds <= max_session_lifetime ? seconds : null;
};

/** Ends those sessions that have lasted as long as they may, in use or not; the answer is what is left. */
export function end_overdue(io, sessions) {
	const lifetime = max_lifetime(io);
	const now = io.time();
	return lifetime === null
		? sessions
		: filter(sessions, (entry) => is_fresh(entry.since, now, lifetime) || !end_session(io, entry, "lifetime"));
};

/** Does so with all sessions; the answer is how many ended. UBUS_LOGIN_FAILED when rpcd does not answer. */
export function expire(io) {
	const list = list_sso_sessions(io);
	return list.ok ? ok(length(list.data) - length(end_overdue(io, list.data))) : list;
};

/** After a login: ends the sessions whose cookies came with it, as no browser will send them again. */
export function end_replaced(io, cookies, sid) {
	for (let replaced in ids_in(cookies)) {
		const live = replaced !== sid ? find_session(io, replaced) : null;
		if (live !== null) {
			end_session(io, live, "login");
		}
	}
};

/**
 * After a login: ends the sessions that are over, and a subject's oldest that are more than ten; the one of this login stays.
 */
export function end_oldest(io, sid) {
	const list = list_sso_sessions(io);
	const all = end_overdue(io, list.ok ? list.data : []);
	const own = array_find(all, (entry) => entry.sid === sid);
	if (own === null) {
		return;
	}
	const others = filter(all, (entry) => entry.sid !== sid && entry.sub === own.sub && entry.issuer === own.issuer);
	sort(others, (a, b) => (a.since ?? 0) - (b.since ?? 0));
	for (let entry in slice(others, 0, max(0, length(others) + 1 - max_sessions))) {
		end_session(io, entry, "limit");
	}
};
