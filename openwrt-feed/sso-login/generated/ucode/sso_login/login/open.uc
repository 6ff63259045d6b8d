'use strict';
// Generated from src/sso_login/login/open.ts by "make ucode"; do not edit.

/** The opening of a session: agreement with rpcd before it and a second look at the configuration after it belong to it. */

import { key_of, load_module } from 'sso_login.ecma';
import { luci_cookie_path, package_name, first as names_first } from 'sso_login.base.names';
import { facts_of } from 'sso_login.base.values';
import { err, ok } from 'sso_login.result';
import { choose } from 'sso_login.rights.menu';
import { read_policy, still_authorized } from 'sso_login.rpcd.policy';
import { read_sections, is_up_to_date } from 'sso_login.rpcd.logins';
import { find_session, destroy_session } from 'sso_login.rpcd.sessions';
import { create_session } from 'sso_login.rpcd.create';

/** Loaded where a session is to be opened. */
const acl = () => load_module('sso_login.rights.acl');

/** Loaded where passwords are to open no sessions. */
const password_upkeep = () => load_module('sso_login.passwords.upkeep');

/** Loaded where rpcd's sections are behind the roles. */
const reconcile = () => load_module('sso_login.rpcd.reconcile');

/** The role that names the session's user. */
function first_role(match) {
	return match.roles[0] ?? { name: match.role_name };
}

/** Whether a reload of rpcd would give a session of this role what the role gives. */
function has_section(io, role) {
	const sections = read_sections(io);
	return sections.ok ? ok(is_up_to_date(sections.data, role)) : sections;
}

/**
 * Before a session of these roles is created: rpcd's section of the first role, which names the session's user, is brought up
 * to date. Fails with UBUS_LOGIN_FAILED, or with CONFIG_ERROR when rpcd's sections cannot be read.
 */
export function prepare(io, match) {
	const first = first_role(match);
	const known = has_section(io, first);
	if (!known.ok || known.data) {
		return known.ok ? ok(true) : known;
	}
	const done = reconcile().reconcile(io);
	const written = done.ok ? has_section(io, first) : done;
	if (written.ok && written.data === true) {
		return ok(true);
	}
	const details = { reason: "rpcd's login section is behind the roles", role: first.name };
	if (!written.ok) {
		details.cause = written.error;
		details.cause_reason = facts_of(written).reason;
	}
	return err("UBUS_LOGIN_FAILED", details);
};

/**
 * After a session was created: its user still has the roles, and rpcd's section is up to date. The configuration may have
 * changed while the provider took its time. Otherwise it is destroyed: UBUS_LOGIN_FAILED.
 */
export function confirm(io, sid, match) {
	const known = read_policy(io);
	const created = find_session(io, sid);
	const is_current = known.ok && is_up_to_date(known.data.logins, first_role(match));
	if (is_current && created !== null && still_authorized(known.data, created)) {
		return ok(true);
	}
	destroy_session(io, sid);
	return err("UBUS_LOGIN_FAILED", { reason: "the configuration changed during the login" });
};

/** The refusal of a user whose roles open no page. */
function without_page(match, wish) {
	const details = { role: join(",", map(match.roles, (role) => role.name)) };
	for (let pair in wish.who) {
		details[key_of(pair[0])] = pair[1];
	}
	return err("ROLE_WITHOUT_PAGE", details);
}

/**
 * Opens a session with the rights of the matching roles. The order matters: first it is seen whether there is a page for a person, then rpcd
 * gets the section of the role, then the session is created, then the configuration is read again, and last `check` may object. After
 * an objection the session is destroyed. Fails with ROLE_WITHOUT_PAGE, UBUS_LOGIN_FAILED, or as `check` does.
 */
export function open(io, config, match, wish, check) {
	const grants = acl().grants_for(io, acl().load_groups(io), match.roles);
	const page = wish.user.program === null
			? choose(io, config.webui_path ?? luci_cookie_path, grants, wish.return_to)
			: ok(null);
	if (!page.ok) {
		return without_page(match, wish);
	}
	const passwords = io.uci_get(package_name, names_first, "password_login");
	if (passwords.ok && passwords.data === "off") {
		// A login does not fail for want of it.
		password_upkeep().upkeep(io, false);
	}
	const prepared = prepare(io, match);
	if (!prepared.ok) {
		return prepared;
	}
	const sid = create_session(io, config, match, wish.user, grants);
	if (!sid.ok) {
		return sid;
	}
	const confirmed = confirm(io, sid.data, match);
	if (!confirmed.ok) {
		return confirmed;
	}
	const checked = check();
	if (!checked.ok) {
		destroy_session(io, sid.data);
		return checked;
	}
	return ok({ sid: sid.data, return_to: page.data });
};
