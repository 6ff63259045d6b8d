'use strict';
// Generated from src/sso_login/login/test/outcome.ts by "make ucode"; do not edit.

/** The outcome of a test login for the settings page: claims, groups, roles and rights of a user. All texts are cut. */

import { key_of } from 'sso_login.ecma';
import { encode as json_encode } from 'sso_login.io.json';
import { format_details } from 'sso_login.base.log';
import { shown_text } from 'sso_login.base.shown';
import { sorted_keys } from 'sso_login.base.strings';
import { details_in_english } from 'sso_login.base.texts';
import { pairs_of_claims } from 'sso_login.rpcd.log_identity';
import { reasons_of, rights_of } from 'sso_login.rights.preview';
import { user_of, find_roles_for_user as roles_find_roles_for_user } from 'sso_login.rights.roles';

/** Bytes of a shown claim, and how many claims are shown. */
const max_claim = 400;
const max_claims = 50;

/** The outcome of a refusal: its code, and the facts as the log has them. */
export function refused(failure) {
	const details = format_details(details_in_english(failure.details));
	return { code: failure.error, why: shown_text(details, 2 * max_claim) };
};

/** A claim as text. */
function claim_text(claim) {
	const text = type(claim) == "string" ? claim : join("/", split(json_encode(claim), "\\/"));
	return shown_text(text, max_claim);
}

/** Claims that bind the token to this login and say nothing of the user. */
const unshown = ["at_hash", "c_hash", "nonce"];

/** The user's claims, cut. */
function shown_claims(claims) {
	const names = filter(sorted_keys(claims), (name) => !(index(unshown, name) >= 0));
	const list = map(slice(names, 0, max_claims), (name) => ({
		name: shown_text(name, max_claim),
		value: claim_text(claims[key_of(name)]),
	}));
	return { claims: list, more: length(names) > max_claims ? true : null };
}

function shown_list(list) {
	return length(list) > 0 ? map(slice(list, 0, max_claims), (item) => shown_text(item, max_claim)) : null;
}

/** Reasons with their values cut. */
function shown_reasons(reasons) {
	const cut = {};
	for (let role in sorted_keys(reasons)) {
		cut[key_of(role)] = map(slice((reasons[key_of(role)] ?? []), 0, max_claims), (reason) => ({
			rule: reason.rule,
			claim: reason.claim,
			value: shown_text(reason.value, max_claim),
		}));
	}
	return cut;
}

/** The outcome for a user: which roles match, why, and how far they reach, or why none does. */
export function of_claims(io, config, claims, rules, notes) {
	const outcome = shown_claims(claims);
	const user = user_of(rules, claims);
	outcome.email = user.email !== null ? shown_text(user.email, max_claim) : null;
	outcome.groups = shown_list(user.groups);
	const found = format_details(notes);
	outcome.notes = found !== "" ? shown_text(found, max_claim) : null;
	const who = pairs_of_claims(config, claims);
	const match = roles_find_roles_for_user(rules, claims);
	if (!match.ok) {
		const failure = refused(match);
		outcome.code = failure.code;
		outcome.why = failure.why;
	} else {
		outcome.roles = map(match.data.roles, (role) => role.name);
		outcome.username = match.data.role_name;
		outcome.because = shown_reasons(reasons_of(rules, claims, match.data));
		const rights = rights_of(io, match.data);
		outcome.can = rights.can;
		outcome.pages = rights.pages;
		outcome.logs_out = rights.logs_out;
	}
	return { outcome, who };
};
