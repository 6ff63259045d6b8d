'use strict';
// Generated from src/sso_login/login/test/test_outcome.ts by "make ucode"; do not edit.

/** The outcome of a test login for the settings page: claims, groups, roles and rights of a user. All texts are cut. */

import { key_of } from 'sso_login.ecma';
import { encode as json_encode } from 'sso_login.io.json';
import { open as failure_facts_open } from 'sso_login.base.failure_facts';
import { luci_cookie_path } from 'sso_login.base.public_names';
import { shown_text } from 'sso_login.login.shown';
import { sorted_keys } from 'sso_login.base.strings';
import { err } from 'sso_login.result';
import { pairs_of_claims } from 'sso_login.rpcd.log_identity';
import { choose } from 'sso_login.rights.menu';
import { find as preview_find } from 'sso_login.rights.preview';
import { user_of } from 'sso_login.rights.role_matching';

/** Bytes of a shown claim, and how many claims are shown. */
const max_claim = 400;
const max_claims = 50;

/** Facts of the log, cut. */
function shown_facts(given) {
	const facts = {};
	for (let name in sorted_keys(given)) {
		const fact = given[key_of(name)];
		facts[key_of(name)] = type(fact) == "string" ? shown_text(fact, max_claim) : fact;
	}
	return facts;
}

/** The outcome of a refusal: its code, and its facts. */
export function refused(failure) {
	return { code: failure.error, facts: shown_facts(failure_facts_open(failure)) };
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
	const shown_names = filter(sorted_keys(claims), (name) => !(index(unshown, name) >= 0));
	const list = map(slice(shown_names, 0, max_claims), (name) => ({
		name: shown_text(name, max_claim),
		value: claim_text(claims[key_of(name)]),
	}));
	const more = length(shown_names) > max_claims ? true : null;
	return { claims: list, more };
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
	outcome.notes = shown_facts(notes);
	const who = pairs_of_claims(config, claims);
	const found = preview_find(io, rules, claims);
	let failure;
	if (!found.ok) {
		failure = found;
	} else {
		const match = found.data.shown;
		outcome.roles = match.roles;
		outcome.username = match.username;
		outcome.because = shown_reasons(match.because);
		outcome.can = match.can;
		outcome.pages = match.pages;
		outcome.logs_out = match.logs_out;
		const page = choose(io, config.webui_path ?? luci_cookie_path, found.data.grants, null);
		failure = page.ok ? null : err(page.error, { role: join(",", match.roles) });
	}
	if (failure !== null) {
		const refusal = refused(failure);
		outcome.code = refusal.code;
		outcome.facts = refusal.facts;
	}
	return { outcome, who };
};
