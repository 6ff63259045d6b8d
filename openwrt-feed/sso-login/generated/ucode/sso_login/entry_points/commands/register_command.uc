'use strict';
// Generated from src/sso_login/entry_points/commands/register_command.ts by "make ucode"; do not edit.

/** `sso-login register`: registers this router at a provider, updates the registration or removes it. */

import { starts_with } from 'sso_login.ecma';
import { print } from 'sso_login.io.console';
import { encode as json_encode } from 'sso_login.io.json';
import { first } from 'sso_login.base.public_names';
import { split_words, is_visible_ascii } from 'sso_login.base.strings';
import { text_of } from 'sso_login.base.json_values';
import { carry_out } from 'sso_login.registration.registering';
import { is_provider_name } from 'sso_login.settings.option_forms';
import { wrong_usage, print_report } from 'sso_login.entry_points.commands.command_outcome';

/** Bytes of the largest initial access token. */
const max_token = 16384;

/** The arguments as an order; a text says what is wrong with them. */
function parse(args) {
	const order = { action: "register", provider: first, options: {}, token: "" };
	let token_file;
	for (let at = 0; at < length(args); at++) {
		const arg = text_of(args[at]);
		const next = args[at + 1];
		if (arg === "--key") {
			order.options.token_endpoint_auth_method = "private_key_jwt";
		} else if (arg === "--dry-run") {
			order.action = "show";
		} else if (arg === "--update" || arg === "--remove" || arg === "--forget") {
			order.action = substr(arg, length("--"));
		} else if (arg === "--token-file" && next !== null) {
			token_file = next;
			at += 1;
		} else if (arg === "--provider" && next !== null) {
			order.provider = next;
			at += 1;
		} else if (starts_with(arg, "-") || order.options.issuer_url !== null) {
			return "register does not take " + arg;
		} else {
			order.options.issuer_url = arg;
		}
	}
	if (order.provider !== first && !is_provider_name(order.provider)) {
		return "a provider's name has only A-Z a-z 0-9 _";
	}
	return { order, token_file };
}

/** The token in a file, or in standard input for `-`; undefined where there is none. */
function read_token(io, file) {
	const text = file === "-" ? io.read_input(max_token) : io.read_file(file, max_token);
	const token = split_words(join("", split(join(" ", split((text ?? ""), "\n")), "\r")), " ")[0];
	return token !== null && is_visible_ascii(token) ? token : null;
}

/** Carries out the order of the arguments, and prints the findings; with `--dry-run` the metadata. */
export function run(io, args) {
	const parsed = parse(args);
	if (type(parsed) == "string") {
		return wrong_usage(parsed);
	}
	if (parsed.token_file !== null) {
		const token = read_token(io, parsed.token_file);
		if (token === null) {
			return wrong_usage("there is no token in " + parsed.token_file);
		}
		parsed.order.token = token;
	}
	const done = carry_out(io, parsed.order);
	if (parsed.order.action === "show" && done.client_metadata !== null) {
		print(json_encode(done.client_metadata));
	}
	return print_report(done.report);
};
