'use strict';
// Generated from src/sso_login/web/pieces.ts by "make ucode"; do not edit.

/**
 * The plan of the compiled modules (io/compile): the programs that requests run, and what is not worth its memory. All else follows from the
 * sources, as what a program loads late is compiled, too.
 */

import { array_some, key_of } from 'sso_login.ecma';
import { endpoints } from 'sso_login.web.routes';

/** Modules that only routers with one of these options need; without an option, what only an administrator's own doing needs. */
const owners = [
	["login.revalidation.revalidation_turn", ["session_revalidate"]],
	["passwords.password_events", ["password_login"]],
	["rpcd.reconcile", []],
	["rpcd.refresh_tokens", ["session_revalidate"]],
	["web.client_limit", ["client_limit", "password_login"]],
	["web.endpoints.backchannel_logout", ["backchannel_logout"]],
	["web.endpoints.test_login", []],
	["web.endpoints.token_exchange", ["api_audience"]],
];

/** The options for which the supervisor runs. */
const supervised = ["session_revalidate", "api_audience", "session_max_lifetime"];

/** Whether a section has one of the options, with a value that asks for something. */
function has_one(sections, options) {
	const values = (section) => map(options, (name) => section.options[key_of(name)] ?? "");
	return array_some(sections, (section) => array_some(values(section), (value) => value !== "" && value !== "0" && value !== "on"));
}

/** The plan for the configuration of these sections. */
export function plan(sections) {
	const left_out = map(filter(owners, (owner) => !has_one(sections, owner[1])), (owner) => owner[0]);
	const of_requests = map(endpoints(), (found) => {
		const modules = ["web.web_request", "web.routes", found.module];
		return { program: "entry_points.cgi", path: found.path, modules };
	});
	const landing = { program: "entry_points.landing", path: "/", modules: ["web.web_request"] };
	const watch = [
		{ program: "entry_points.watch", path: "/", modules: [] },
		{ program: "entry_points.watch", path: "/turn", modules: ["login.revalidation.revalidation_turn"] },
	];
	const runs = [...of_requests, ...[landing], ...has_one(sections, supervised) ? watch : []];
	const is_served = (run) => !array_some(run.modules, (name) => (index(left_out, name) >= 0));
	return { runs: filter(runs, (run) => is_served(run)), left_out };
};
