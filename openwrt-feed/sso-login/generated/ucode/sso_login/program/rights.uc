'use strict';
// Generated from src/sso_login/program/rights.ts by "make ucode"; do not edit.

/** What the command line says of the rights that roles give. */

import { key_of } from 'sso_login.ecma';
import * as console from 'sso_login.io.console';
import { is_array, is_object } from 'sso_login.io.json';
import { encode_answer } from 'sso_login.io.plugin';
import { parts } from 'sso_login.check.parts';
import { escape_value } from 'sso_login.base.log';
import { first } from 'sso_login.base.names';
import { sorted_keys, split_words } from 'sso_login.base.strings';
import { decode_claims } from 'sso_login.jose.jws';
import { rules_of, find_roles } from 'sso_login.login.exchange';
import { verify } from 'sso_login.protocol.access_token';
import { access_of_roles, reasons_of } from 'sso_login.session.preview';
import { err, ok } from 'sso_login.result';
import { read_sections, usable_roles } from 'sso_login.session.rpcd_logins';
import { grants_of } from 'sso_login.session.session';
import * as load from 'sso_login.settings.load';
import { email_claim, email_of, groups_claims, find, group_names } from 'sso_login.settings.claim_rules';
import { verified_email, find_roles_for_user, with_roles } from 'sso_login.settings.roles';

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

/** Bytes of a claim that are shown. */
const max_shown = 200;

/** A claim as far as it decides about roles. */
function print_claim(name, claim, used) {
	const nothing = claim === "" || is_array(claim) || is_object(claim) ? "empty" : "of no use";
	const shown = length(used) > 0 ? escape_value(join(", ", used), max_shown) : nothing;
	console.print("claim " + name + ": " + (claim === null ? "absent" : shown));
}

/** Prints the claims that decide about roles, each with what of it counts. */
function print_claims(rules, claims) {
	const email = verified_email(rules, claims) ?? "";
	print_claim(email_claim(rules), email_of(rules, claims), email !== "" ? [email] : []);
	for (let name in groups_claims(rules)) {
		const claim = find(claims, name);
		print_claim(name, claim, group_names(claim, rules.groups_claim !== null));
	}
	print_claim("sub", claims.sub, type(claims.sub) == "string" ? [claims.sub] : []);
}

function print_reasons(reasons) {
	for (let name in sorted_keys(reasons)) {
		for (let reason in reasons[key_of(name)] ?? []) {
			const value = escape_value(reason.value, max_shown);
			console.print(name + ": by " + reason.rule + " " + value + " (claim " + reason.claim + ")");
		}
	}
}

function print_text(match, access, scopes, reasons) {
	console.print("roles: " + join(", ", map(match.roles, (role) => role.name)));
	console.print("session user name: " + match.role_name);
	print_reasons(reasons);
	for (let name in sorted_keys(access)) {
		const found = access[key_of(name)];
		if (found !== null) {
			const description = parts[key_of("can_" + found.verdict)] ?? "";
			const causes = length(found.groups) > 0 ? ", by " + join(", ", found.groups) : "";
			console.print(name + ": " + found.verdict + " (" + description + ")" + causes);
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
	const access = access_of_roles(io, match);
	if (as_json) {
		const roles_of_user = map(match.roles, (role) => role.name);
		const answer = { roles: roles_of_user, username: match.role_name, because: reasons, can: access, rights: scopes };
		console.print(encode_answer(answer));
	} else {
		print_text(match, access, scopes, reasons ?? {});
	}
}

/** Prints which roles the same claims give at each further provider. */
function print_further(io, usable, claims) {
	for (let name in filter(load.providers(io), (provider) => provider !== first)) {
		const config = load.load(io, name);
		const match = config.ok ? find_roles_for_user(with_roles(config.data, usable), claims) : config;
		console.print(
			"at " + name + ": " + (match.ok ? join(", ", map(match.data.roles, (role) => role.name)) : match.error)
		);
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

/** Prints what an exchange of the access token in a file would give, or fails as that would. The provider may be asked for its keys. */
function show_token(io, config, file, as_json) {
	if (config.api_audience === null) {
		return err("CONFIG_ERROR", { option: "api_audience", must: { id: "set" } });
	}
	const text = file === "-" ? io.read_input(max_claims) : io.read_file(file, max_claims);
	const token = verify(
		io,
		config,
		join("", split_words(join(" ", split((text ?? ""), "\n")), " ")),
		true
	);
	if (!token.ok) {
		return token;
	}
	const rules = rules_of(io, config);
	const match = rules.ok ? find_roles(io, config, token.data) : rules;
	if (rules.ok && !as_json) {
		console.print("client: " + escape_value(token.data.client, max_shown));
		print_claims(rules.data, token.data.claims);
	}
	if (!rules.ok || !match.ok) {
		return match.ok ? ok(true) : match;
	}
	print(io, match.data, as_json, reasons_of(rules.data, token.data.claims, match.data, token.data.client));
	return ok(true);
}

/**
 * Prints what a login would be allowed, of `EMAIL GROUP…` or of `--claims FILE`, claims as the provider sends them: these are
 * shown, too, and why they give each role. CONFIG_ERROR, INVALID_REQUEST, USER_NOT_AUTHORIZED.
 */
export function show(io, operands, as_json) {
	const config = load.load(io);
	if (!config.ok) {
		return config;
	}
	if (operands[0] === "--token") {
		return show_token(io, config.data, operands[1] ?? "", as_json);
	}
	const logins = read_sections(io);
	if (!logins.ok) {
		return logins;
	}
	const from_file = operands[0] === "--claims";
	const usable = usable_roles(logins.data, config.data.roles);
	const rules = from_file ? with_roles(config.data, usable) : { roles: usable };
	const typed = { email: operands[0], email_verified: true, groups: slice(operands, 1) };
	const claims = from_file ? read_claims(io, operands[1] ?? "") : ok(typed);
	if (!claims.ok) {
		return claims;
	}
	const match = find_roles_for_user(rules, claims.data);
	if (from_file && !as_json) {
		print_claims(rules, claims.data);
	}
	if (!as_json) {
		print_further(io, usable, claims.data);
	}
	if (!match.ok) {
		return match;
	}
	print(io, match.data, as_json, from_file ? reasons_of(rules, claims.data, match.data) : null);
	return ok(true);
};
