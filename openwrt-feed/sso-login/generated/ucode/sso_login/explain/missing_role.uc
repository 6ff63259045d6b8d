'use strict';
// Generated from src/sso_login/explain/missing_role.ts by "make ucode"; do not edit.

/** The facts about a user without a role. */

import { array_find, key_of, substring } from 'sso_login.ecma';
import { base64url_decode } from 'sso_login.io.bytes';
import { open as failure_facts_open } from 'sso_login.base.failure_facts';
import { text_of } from 'sso_login.base.json_values';
import { err } from 'sso_login.result';
import { groups_of, groups_claims } from 'sso_login.rights.claim_rules';
import { pairs_of_claims } from 'sso_login.rpcd.log_identity';
import { facts_of, other_kinds } from 'sso_login.explain.useless_claims';

/** Whether an ID Token has null for a claim, as Vault and Gitea do where a user has no groups: decoded claims have no such member. */
function is_null(id_token, name) {
	const encoded = text_of(split(id_token, ".")[1]);
	const payload = text_of(base64url_decode(encoded));
	return (index(join("", split(payload, " ")), '"' + name + '":null') >= 0);
}

/** Groups that a log line names, and bytes of each. */
const max_named = 5;
const max_name = 64;

/** The refusal of a user without a role, with the facts for an administrator: the user, and the claims that arrived. */
export function explain(config, user, refusal) {
	const claims = user.claims;
	const notes = user.notes;
	const found = groups_of(config, claims);
	const groups = found ?? [];
	const lacking = facts_of(config, claims);
	const kinds = other_kinds(config, claims);
	const first = map(slice(groups, 0, max_named), (name) => substring(name, 0, max_name));
	const details = {
		not_granted: notes.not_granted,
		groups: found === null ? "absent" : length(groups),
		other_kind: length(kinds) > 0 ? join("; ", kinds) : null,
		absent_claims: lacking.absent_claims,
		first_groups: length(groups) > 0 ? join(",", first) : null,
		userinfo: notes.userinfo,
		userinfo_reason: notes.userinfo_reason,
		unverified_by: notes.unverified_by,
	};
	for (let pair in pairs_of_claims(config, claims)) {
		details[key_of(pair[0])] = pair[1];
	}
	const reasons = failure_facts_open(refusal);
	details.reason = reasons.reason;
	const id_token = text_of(user.verified.tokens.id_token);
	const claim = array_find(groups_claims(config), (name) => is_null(id_token, name));
	const is_wanted = lacking.hint !== null && found === null && claim !== null;
	details.hint = reasons.hint ?? (is_wanted ? { id: "groups_null", params: { claim } } : lacking.hint);
	return err(refusal.error, details);
};
