'use strict';
// Generated from src/sso_login/entry_points/commands/roles_command.ts by "make ucode"; do not edit.

/** `sso-login roles`: prints the rights that a user would get. */

import { has_members, key_of } from 'sso_login.ecma';
import { print as console_print } from 'sso_login.io.console';
import { encode as json_encode, list, decode_foreign } from 'sso_login.io.json';
import { encode_answer } from 'sso_login.io.plugin';
import { in_english as finding_messages_in_english } from 'sso_login.check.finding_messages';
import { escape_value } from 'sso_login.base.log';
import { first } from 'sso_login.base.public_names';
import { sorted_keys } from 'sso_login.base.strings';
import { in_english as log_texts_in_english } from 'sso_login.base.log_texts';
import { text_of } from 'sso_login.base.json_values';
import { claim_error } from 'sso_login.jose.token_claims';
import { open_jws, read_claims as jws_read_claims } from 'sso_login.jose.jws';
import { rules_of } from 'sso_login.login.program_session';
import { open as access_token_open, verify_opened } from 'sso_login.protocol.access_token';
import { had_unmarked_email } from 'sso_login.protocol.login_lacks';
import { causes_of } from 'sso_login.rights.permissions';
import { reasons_of, find as preview_find } from 'sso_login.rights.preview';
import { err, ok } from 'sso_login.result';
import { read_sections, usable_roles } from 'sso_login.rpcd.rpcd_logins';
import { providers as saved_config_providers, load as saved_config_load, saved_sections } from 'sso_login.settings.saved_config';
import { provider_sections } from 'sso_login.settings.package_sections';
import { email_claim, email_of, groups_claims, find as claim_rules_find, group_names } from 'sso_login.rights.claim_rules';
import { other_kind, groups_advice } from 'sso_login.explain.useless_claims';
import { verified_email, is_of_person, counts_unmarked, with_roles, find_roles_for_user as role_matching_find_roles_for_user } from 'sso_login.rights.role_matching';

function by_object(grants) {
	const scopes = {};
	for (let scope in sorted_keys(grants)) {
		const objects = {};
		for (let pair in grants[key_of(scope)] ?? []) {
			objects[key_of(pair[0])] = [...(objects[key_of(pair[0])] ?? []), ...[pair[1]]];
		}
		scopes[key_of(scope)] = objects;
	}
	return scopes;
}

/** Bytes of a claim that are shown. */
const max_shown = 200;

/** Prints a claim by its values that count; `kind` is that of a claim that cannot count. */
function print_claim(name, claim, used, kind) {
	const bare = claim === "" || has_members(claim) ? "empty" : "of no use";
	const nothing = kind !== null ? "of no use, as it " + kind : bare;
	const shown = length(used) > 0 ? escape_value(join(", ", used), max_shown) : nothing;
	console_print("claim " + name + ": " + (claim === null ? "absent" : shown));
}

/** Prints the claims that decide about roles; `client` is that of an access token. */
function print_claims(rules, claims, client) {
	const email = verified_email(rules, claims) ?? "";
	const email_name = email_claim(rules);
	const email_kind = other_kind(rules, claims, email_name);
	print_claim(email_name, email_of(rules, claims), email !== "" ? [email] : [], email_kind);
	if (email === "" && claims.email_verified !== null) {
		console_print("claim email_verified: " + json_encode(claims.email_verified));
	}
	for (let name in groups_claims(rules)) {
		const claim = claim_rules_find(claims, name);
		const used = group_names(claim, rules.groups_claim !== null);
		print_claim(name, claim, used, other_kind(rules, claims, name));
	}
	// A client that comes for itself is listed, and needs no group.
	const is_client = client !== null && !is_of_person(claims, client);
	const advice = is_client ? null : groups_advice(rules, claims);
	const unmarked = counts_unmarked(rules, claims) ? ["unmarked_email"] : [];
	for (let id in [...unmarked, ...advice !== null ? [advice] : []]) {
		console_print("hint: " + log_texts_in_english({ id }));
	}
	print_claim("sub", claims.sub, type(claims.sub) == "string" ? [claims.sub] : []);
}

function print_reasons(reasons) {
	for (let name in sorted_keys(reasons)) {
		for (let reason in reasons[key_of(name)] ?? []) {
			const value = escape_value(reason.value, max_shown);
			console_print(name + ": by " + reason.rule + " " + value + " (claim " + reason.claim + ")");
		}
	}
}

/** Prints the rights of roles, and the reasons where they are known, as text or as one JSON object. */
function print(found, as_json, cause) {
	const scopes = by_object(found.grants);
	const shown = found.shown;
	if (as_json) {
		const answer = {
			roles: shown.roles,
			username: shown.username,
			because: cause.because,
			provider: cause.provider,
			providers: cause.providers,
			can: shown.can,
			rights: scopes,
		};
		console_print(encode_answer(answer));
		return;
	}
	console_print("roles: " + join(", ", shown.roles));
	console_print("session user name: " + shown.username);
	print_reasons(cause.because ?? {});
	for (let name in sorted_keys(shown.can)) {
		const access = shown.can[key_of(name)];
		if (access !== null) {
			const pages = map(causes_of(access), (page) => "\n  " + finding_messages_in_english(page));
			const description = finding_messages_in_english({ id: "can_" + access.verdict });
			console_print(name + ": " + access.verdict + " (" + description + ")" + join("", pages));
		}
	}
	for (let scope in sorted_keys(scopes)) {
		console_print("");
		console_print(scope + ":");
		const objects = scopes[key_of(scope)] ?? {};
		for (let object in sorted_keys(objects)) {
			console_print("  " + object + ": " + join(", ", (objects[key_of(object)] ?? [])));
		}
	}
}

/** The rules at a provider. Options about claims count for claims `from_file`, not for what was typed. */
function rules_at(config, usable, from_file) {
	return from_file ? with_roles(config, usable) : { roles: usable, provider: config.provider };
}

function place_of(config, usable, claims, from_file) {
	if (!config.ok) {
		return { roles: list([]), error: config.error };
	}
	const rules = rules_at(config.data, usable, from_file);
	const match = role_matching_find_roles_for_user(rules, claims);
	if (!match.ok) {
		return { roles: list([]), error: match.error };
	}
	const because = reasons_of(rules, claims, match.data);
	return { roles: list(map(match.data.roles, (role) => role.name)), because };
}

/** The places of all providers; undefined where there is one provider. */
function places_of(io, usable, claims, from_file) {
	const all = saved_config_providers(io);
	const places = {};
	for (let name in all) {
		places[key_of(name)] = place_of(saved_config_load(io, name), usable, claims, from_file);
	}
	return length(all) > 1 ? places : null;
}

/** Bytes of claims: four times the largest ID Token. */
const max_claims = 65536;

/** The content of a file, or standard input (`-`); "" where it cannot be read. */
function read_text(io, file) {
	const text = file === "-" ? io.read_input(max_claims) : io.read_file(file, max_claims);
	return text_of(text);
}

function read_claims(io, file) {
	const claims = decode_foreign(read_text(io, file));
	return claims.ok ? claims : err("INVALID_REQUEST", { file, reason: "is not a JSON object of at most 64 KB" });
}

/** The only provider, or the one whose issuer a token names; ID_TOKEN_VERIFICATION_FAILED where no provider or several have it. */
function provider_of(io, token) {
	const saved = saved_sections(io);
	const all = saved.ok ? provider_sections(saved.data) : [];
	if (length(all) < 2) {
		return ok(first);
	}
	const opened = open_jws(token);
	const claims = opened.ok ? jws_read_claims(opened.data) : opened;
	if (!claims.ok) {
		return claims;
	}
	const issuer = text_of(claims.data.iss);
	const fitting = filter(all, (section) => issuer !== "" && section.options.issuer_url === issuer);
	const found = map(fitting, (section) => section.name);
	if (length(found) == 1) {
		return ok(join("", found));
	}
	const which = length(found) == 0 ? "no provider" : "several providers: " + join(", ", found);
	return claim_error("iss", "is the issuer_url of " + which);
}

/** Prints the rights by the access token in a file, or fails as its exchange would. It may ask the provider for its keys. */
function show_token(io, file, as_json) {
	const words = join("", split(join("", split(read_text(io, file), "\n")), " "));
	const provider = provider_of(io, words);
	if (!provider.ok) {
		return provider;
	}
	const config = saved_config_load(io, provider.data);
	if (!config.ok) {
		return config;
	}
	if (config.data.api_audience === null) {
		return err("CONFIG_ERROR", { option: "api_audience", must: { id: "set" } });
	}
	const opened = access_token_open(io, config.data, words);
	const token = opened.ok ? verify_opened(io, config.data, opened.data) : opened;
	if (!token.ok) {
		return token;
	}
	const rules = rules_of(io, config.data);
	if (!rules.ok) {
		return rules;
	}
	if (!as_json) {
		if (config.data.log_name !== null) {
			console_print("provider: " + config.data.log_name);
		}
		console_print("client: " + escape_value(token.data.client, max_shown));
		print_claims(rules.data, token.data.claims, token.data.client);
	}
	const found = preview_find(io, rules.data, token.data.claims, token.data.client);
	if (!found.ok) {
		return found;
	}
	print(found.data, as_json, { because: found.data.shown.because, provider: config.data.log_name });
	return ok(true);
}

/**
 * Prints the rights of `EMAIL GROUP…`, of `--claims FILE`, with claims as the provider sends them and the reasons for each role, or
 * of `--token FILE`. CONFIG_ERROR, INVALID_REQUEST, USER_NOT_AUTHORIZED.
 */
export function show(io, operands, as_json) {
	if (operands[0] === "--token") {
		return show_token(io, text_of(operands[1]), as_json);
	}
	const config = saved_config_load(io, first);
	if (!config.ok) {
		return config;
	}
	const logins = read_sections(io);
	if (!logins.ok) {
		return logins;
	}
	const from_file = operands[0] === "--claims";
	const usable = usable_roles(logins.data, config.data.roles);
	const rules = rules_at(config.data, usable, from_file);
	const typed = { email: operands[0], email_verified: true, groups: slice(operands, 1) };
	const claims = from_file ? read_claims(io, text_of(operands[1])) : ok(typed);
	if (!claims.ok) {
		return claims;
	}
	if (from_file && !as_json) {
		print_claims(rules, claims.data);
	}
	if (!from_file && !as_json && had_unmarked_email(io, config.data)) {
		console_print("hint: at the last login " + log_texts_in_english({ id: "unmarked_email" }));
	}
	const providers = places_of(io, usable, claims.data, from_file);
	const further = as_json ? {} : (providers ?? {});
	for (let name in sorted_keys(further)) {
		const place = further[key_of(name)];
		if (place !== null && name !== first) {
			console_print("at " + name + ": " + (place.error ?? join(", ", place.roles)));
		}
	}
	const found = preview_find(io, rules, claims.data);
	if (!found.ok) {
		if (providers !== null && as_json) {
			console_print(encode_answer({ roles: list([]), providers }));
		}
		return found;
	}
	print(found.data, as_json, { because: from_file ? found.data.shown.because : null, providers });
	return ok(true);
};
