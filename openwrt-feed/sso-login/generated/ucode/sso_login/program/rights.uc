'use strict';
// Generated from src/sso_login/program/rights.ts by "make ucode"; do not edit.

/** What the command line says of the rights that roles give. */

import { key_of } from 'sso_login.ecma';
import * as console from 'sso_login.io.console';
import * as json from 'sso_login.io.json';
import * as plugin from 'sso_login.io.plugin';
import * as check_texts from 'sso_login.check.texts';
import * as strings from 'sso_login.base.strings';
import * as acl from 'sso_login.session.acl';
import * as lists from 'sso_login.session.lists';
import * as reach from 'sso_login.session.reach';
import * as session from 'sso_login.session.session';

function by_object(grants) {
	const scopes = {};
	for (let scope in strings.sorted_keys(grants)) {
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
	const groups = reach.of_groups(io, acl.read_groups(io).groups);
	const reaches = {};
	for (let role in match.roles) {
		const found = lists.reach_of(io, groups, role);
		reaches[key_of(role.name)] = { verdict: found.verdict, groups: json.list(found.groups) };
	}
	return reaches;
}

function print_text(match, reaches, scopes) {
	console.print("roles: " + join(", ", map(match.roles, (role) => role.name)));
	console.print("session user name: " + match.role_name);
	for (let name in strings.sorted_keys(reaches)) {
		const found = reaches[key_of(name)];
		if (found !== null) {
			const words = check_texts.parts[key_of("can_" + found.verdict)] ?? "";
			const causes = length(found.groups) > 0 ? ", by " + join(", ", found.groups) : "";
			console.print(name + ": " + found.verdict + " (" + words + ")" + causes);
		}
	}
	for (let scope in strings.sorted_keys(scopes)) {
		console.print("");
		console.print(scope + ":");
		const objects = scopes[key_of(scope)] ?? {};
		for (let object in strings.sorted_keys(objects)) {
			console.print("  " + object + ": " + join(", ", (objects[key_of(object)] ?? [])));
		}
	}
}

/** Prints what a user with these roles is allowed, as text or as one JSON object. */
export function print(io, match, as_json) {
	const scopes = by_object(session.grants_of(io, match));
	const reaches = reaches_of(io, match);
	if (as_json) {
		const names = map(match.roles, (role) => role.name);
		console.print(plugin.encode_answer({ roles: names, username: match.role_name, can: reaches, rights: scopes }));
	} else {
		print_text(match, reaches, scopes);
	}
};
