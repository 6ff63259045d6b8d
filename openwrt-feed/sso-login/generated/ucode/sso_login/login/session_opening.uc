'use strict';
// Generated from src/sso_login/login/session_opening.ts by "make ucode"; do not edit.

/** The opening of a session: rpcd's section of the role is brought up to date before it, and the configuration is read again after it. */

import { array_every, array_some, key_of, load_module } from 'sso_login.ecma';
import { luci_cookie_path } from 'sso_login.base.public_names';
import { check as provider_logout_check } from 'sso_login.logout.provider_logout';
import { err, ok } from 'sso_login.result';
import { option_of } from 'sso_login.settings.package_sections';
import { read_rules, has_same_lists, still_authorized } from 'sso_login.rpcd.session_rules';
import { read_sections, is_first_and_current } from 'sso_login.rpcd.rpcd_logins';
import { find as session_rights_find } from 'sso_login.rights.session_rights';
import { find_session, destroy_session } from 'sso_login.rpcd.rpcd_sessions';
import { create as session_creation_create, make_known } from 'sso_login.rpcd.session_creation';

/**
 * Brings `section`, that of the role that names the session's user, up to date in rpcd's file before the session is created, as a reload of
 * rpcd gives the role's sessions the rights in it. Fails with UBUS_LOGIN_FAILED, or with CONFIG_ERROR when rpcd's sections cannot be read.
 */
function prepare(io, section) {
	const before = read_sections(io);
	if (!before.ok) {
		return before;
	}
	if (is_first_and_current(before.data, section)) {
		return ok(true);
	}
	// This process keeps the lock on the sections until the session is open: nobody else writes them before. What runs later gives it back.
	const done = load_module('sso_login.rpcd.reconcile').reconcile(io);
	const after = done.ok ? read_sections(io) : done;
	if (after.ok && is_first_and_current(after.data, section)) {
		return ok(true);
	}
	const behind = err("UBUS_LOGIN_FAILED", { reason: "rpcd's login section is behind the roles", role: section.name });
	return after.ok ? behind : load_module('sso_login.explain.short_reason').following(behind, after);
}

/**
 * Checks, after a session got its rights, that its user still has the roles, these have the lists that the login read, and rpcd's `section`
 * is up to date: the configuration may have changed while the provider took its time. What changes later finds the session. UBUS_LOGIN_FAILED.
 */
function recheck(io, sid, section, match) {
	const rules = read_rules(io);
	const created = find_session(io, sid);
	const is_current = rules.ok &&
		is_first_and_current(rules.data.logins, section) &&
		array_every(match.roles, (role_at_login) => has_same_lists(rules.data, role_at_login));
	return is_current && created !== null && still_authorized(rules.data, created)
		? ok(true)
		: err("UBUS_LOGIN_FAILED", { reason: "the configuration changed during the login" });
}

/** LuCI's overview, which most roles open: without a wanted page the menu need not be read. */
const overview_group = "luci-mod-status-index";

/** The page for the user of a session with these grants, as `menu.choose` says; a program needs none. */
function choose_page(io, config, grants, opening) {
	const wanted = opening.return_to;
	const is_plain = wanted === null && array_some((grants["access-group"] ?? []), (held) => held[0] === overview_group);
	return is_plain || opening.user.program !== null
		? ok(null)
		: load_module('sso_login.rights.menu').choose(io, config.webui_path ?? luci_cookie_path, grants, wanted);
}

/** The refusal of a user whose roles open no page. */
function without_page(match, opening) {
	const details = { role: join(",", map(match.roles, (role) => role.name)) };
	for (let pair in opening.who) {
		details[key_of(pair[0])] = pair[1];
	}
	return err("ROLE_WITHOUT_PAGE", details);
}

/**
 * The hash of the settings with which a login began, while passwords are off: by it the session of an administrator confirms a trial of these
 * settings. It is of secrets, too, so other users do not get it.
 */
function shared_hash(io, match, opening) {
	const may_know = load_module('sso_login.rights.acl').change_everything(io, load_module('sso_login.rights.acl').read_groups(io).groups, match.roles);
	return may_know ? opening.settings_hash : null;
}

/**
 * Creates a session with its rights, checks it before anybody knows it, and makes it known; one that is refused ends. Who logs a user out
 * marks that first and then ends sessions, so that one of the two sees the other.
 */
function create_checked(io, config, wanted, section, since) {
	const created = session_creation_create(io, config, wanted);
	if (!created.ok) {
		return created;
	}
	const sid = created.data.sid;
	const current = recheck(io, sid, section, wanted.match);
	const unended = current.ok ? provider_logout_check(io, config, wanted.user, since) : current;
	const published = unended.ok ? make_known(io, created.data) : unended;
	if (!published.ok) {
		destroy_session(io, sid);
		return published;
	}
	return created;
}

/**
 * Opens a session with the rights of the matching roles, in this order: the page for a person is found, rpcd's section is prepared, and the
 * session is created and checked. Fails with ROLE_WITHOUT_PAGE, IDP_ERROR, UBUS_LOGIN_FAILED.
 */
export function open(io, config, match, opening) {
	const rights = session_rights_find(io, match);
	const page = choose_page(io, config, rights.grants, opening);
	if (!page.ok) {
		return without_page(match, opening);
	}
	const is_wanted_off = option_of(io, "password_login") === "off";
	if (is_wanted_off) {
		// Before there is a session, as a trial of new settings must be older than the login that confirms it. A login does not fail because of it.
		load_module('sso_login.passwords.password_events').catch_up(io, "other");
	}
	const settings_hash = is_wanted_off ? shared_hash(io, match, opening) : null;
	const prepared = prepare(io, rights.section);
	if (!prepared.ok) {
		return prepared;
	}
	const wanted = { match, user: opening.user, grants: rights.grants, settings_hash, page: page.data };
	const created = create_checked(io, config, wanted, rights.section, opening.since);
	if (!created.ok) {
		return created;
	}
	const sid = created.data.sid;
	if (is_wanted_off) {
		load_module('sso_login.passwords.password_events').after_login(io, sid, opening.who);
	}
	return ok({ sid, page: page.data });
};
