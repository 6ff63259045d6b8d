'use strict';
// Generated from src/sso_login/program/rights.ts by "make ucode"; do not edit.

/** What the command line says of the rights that roles give. */

import { array_includes, key_of } from 'sso_login.ecma';
import * as console from 'sso_login.io.console';
import { list, is_array, is_object } from 'sso_login.io.json';
import { encode_answer } from 'sso_login.io.plugin';
import { parts } from 'sso_login.check.texts';
import { escape_value } from 'sso_login.base.log';
import { sorted_keys } from 'sso_login.base.strings';
import { text_of, decode_claims } from 'sso_login.base.values';
import { read_groups } from 'sso_login.session.acl';
import { reach_of } from 'sso_login.session.lists';
import { of_groups } from 'sso_login.session.reach';
import { err, ok } from 'sso_login.result';
import { usable_roles, read } from 'sso_login.session.rpcd_logins';
import { grants_of } from 'sso_login.session.session';
import * as load from 'sso_login.settings.load';
import { email_claim, email_of, groups_claims, find, group_names } from 'sso_login.settings.claims';
import { counting_email, user_of, lists_email, lists_sub, with_roles, find_roles_for_user } from 'sso_login.settings.roles';

function by_object(grants) {
	const scopes = {};
	for (let scope in sorted_keys(grants)) {
		const objects = {};
		for (let pair in grants[key_of(scope)] ?? []) {
			const functions = objects[key_of(pair[0])] ?? [];
			push(functions, pair[1]);
			objects[key_of(pair[0])] = functions;
		}
		scopes[key_of(scope)] = objects;
	}
	return scopes;
}

/** How far each matching role reaches, by name. */
function reaches_of(io, match) {
	const groups = of_groups(io, read_groups(io).groups);
	const reaches = {};
	for (let role in match.roles) {
		const found = reach_of(io, groups, role);
		reaches[key_of(role.name)] = { verdict: found.verdict, groups: list(found.groups) };
	}
	return reaches;
}

/** Bytes of a claim that are shown. */
const max_shown = 200;

/** A claim as far as it decides about roles. */
function print_claim(name, claim, counting) {
	const nothing = claim === "" || is_array(claim) || is_object(claim) ? "empty" : "of no use";
	const shown = length(counting) > 0 ? escape_value(join(", ", counting), max_shown) : nothing;
	console.print("claim " + name + ": " + (claim === null ? "absent" : shown));
}

/** Prints the claims that decide about roles, each with what of it counts. */
function print_claims(rules, claims) {
	const email = counting_email(rules, claims) ?? "";
	print_claim(email_claim(rules), email_of(rules, claims), email !== "" ? [email] : []);
	for (let name in groups_claims(rules)) {
		const claim = find(claims, name);
		print_claim(name, claim, group_names(claim, rules.groups_claim !== null));
	}
	print_claim("sub", claims.sub, type(claims.sub) == "string" ? [claims.sub] : []);
}

function reasons_for(role, rules, claims) {
	const user = user_of(rules, claims);
	const reasons = [];
	if (lists_email(role, user.email)) {
		push(reasons, { rule: "email", claim: email_claim(rules), value: user.email ?? "" });
	}
	if (lists_sub(role, user)) {
		push(reasons, { rule: "sub", claim: "sub", value: text_of(user.sub) });
	}
	for (let claim in groups_claims(rules)) {
		const groups = group_names(find(claims, claim), rules.groups_claim !== null);
		for (let value in filter(groups, (group) => array_includes((role.group ?? []), group))) {
			push(reasons, { rule: "group", claim, value });
		}
	}
	return reasons;
}

/** Which rule and which claim gave each matching role. */
function reasons_of(rules, claims, match) {
	const reasons = {};
	for (let role in match.roles) {
		reasons[key_of(role.name)] = reasons_for(role, rules, claims);
	}
	return reasons;
}

function print_reasons(reasons) {
	for (let name in sorted_keys(reasons)) {
		for (let reason in reasons[key_of(name)] ?? []) {
			const value = escape_value(reason.value, max_shown);
			console.print(name + ": by " + reason.rule + " " + value + " (claim " + reason.claim + ")");
		}
	}
}

function print_text(match, reaches, scopes, reasons) {
	console.print("roles: " + join(", ", map(match.roles, (role) => role.name)));
	console.print("session user name: " + match.role_name);
	print_reasons(reasons);
	for (let name in sorted_keys(reaches)) {
		const found = reaches[key_of(name)];
		if (found !== null) {
			const words = parts[key_of("can_" + found.verdict)] ?? "";
			const causes = length(found.groups) > 0 ? ", by " + join(", ", found.groups) : "";
			console.print(name + ": " + found.verdict + " (" + words + ")" + causes);
		}
	}
	for (let scope in sorted_keys(scopes)) {
		console.print("");
		console.print(scope + ":");
		const objects = scopes[key_of(scope)] ?? {};
		for (let object in sorted_keys(objects)) {
			console.print("  " + object + ": " + join(", ", (objects[key_of(object)] ?? [])));
		}
	}
}

/** Prints what a user with these roles is allowed, and why where that is known, as text or as one JSON object. */
function print(io, match, as_json, reasons) {
	const scopes = by_object(grants_of(io, match));
	const reaches = reaches_of(io, match);
	if (as_json) {
		const names = map(match.roles, (role) => role.name);
		const answer = { roles: names, username: match.role_name, because: reasons, can: reaches, rights: scopes };
		console.print(encode_answer(answer));
	} else {
		print_text(match, reaches, scopes, reasons ?? {});
	}
}

/** Bytes of claims: four times the largest ID Token. */
const max_claims = 65536;

/** The claims in a file, or on standard input (`-`). */
function read_claims(io, file) {
	const text = file === "-" ? io.read_input(max_claims) : io.read_file(file, max_claims);
	const claims = decode_claims(text ?? "");
	return claims.ok ? claims : err("INVALID_REQUEST", { file, reason: "is not a JSON object of at most 64 KB" });
}

/**
 * Prints what a login would be allowed, of `EMAIL GROUP…` or of `--claims FILE`, claims as the provider sends them: these are
 * shown, too, and why they give each role. CONFIG_ERROR, INVALID_REQUEST, USER_NOT_AUTHORIZED.
 */
export function show(io, words, as_json) {
	const config = load.load(io);
	if (!config.ok) {
		return config;
	}
	const from_file = words[0] === "--claims";
	const usable = usable_roles(read(io), config.data.roles);
	const rules = from_file ? with_roles(config.data, usable) : { roles: usable };
	const claims = from_file ? read_claims(io, words[1] ?? "") : ok({ email: words[0], groups: slice(words, 1) });
	if (!claims.ok) {
		return claims;
	}
	const match = find_roles_for_user(rules, claims.data);
	if (from_file && !as_json) {
		print_claims(rules, claims.data);
	}
	if (!match.ok) {
		return match;
	}
	print(io, match.data, as_json, from_file ? reasons_of(rules, claims.data, match.data) : null);
	return ok(true);
};
