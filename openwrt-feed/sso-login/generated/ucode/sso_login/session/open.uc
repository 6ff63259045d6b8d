'use strict';
// Generated from src/sso_login/session/open.ts by "make ucode"; do not edit.

/** The opening of a session: agreement with rpcd before it and a second look at the configuration after it belong to it. */

import { key_of } from 'sso_login.ecma';
import { luci_cookie_path } from 'sso_login.base.names';
import { err, ok } from 'sso_login.result';
import { choose } from 'sso_login.session.pages';
import { upkeep_at_login } from 'sso_login.session.password_upkeep';
import { prepare, confirm } from 'sso_login.session.reconcile';
import { grants_of, create_session, destroy_session } from 'sso_login.session.session';

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
	const grants = grants_of(io, match);
	const page = wish.user.program === null
			? choose(io, config.webui_path ?? luci_cookie_path, grants, wish.return_to)
			: ok(null);
	if (!page.ok) {
		return without_page(match, wish);
	}
	// A login does not fail for want of it.
	upkeep_at_login(io);
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
