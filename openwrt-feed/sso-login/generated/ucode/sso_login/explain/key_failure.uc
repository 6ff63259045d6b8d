'use strict';
// Generated from src/sso_login/explain/key_failure.ts by "make ucode"; do not edit.

/** The reasons why a signature is refused: its algorithm, or none of the provider's keys verifies it. */

import { array_every, array_some, substring } from 'sso_login.ecma';
import { candidates, matching as jwk_matching, jwk_to_pem as jwk_jwk_to_pem } from 'sso_login.jose.jwk';
import { err } from 'sso_login.result';
import { algorithms } from 'sso_login.settings.option_bounds';

/** Bytes of a `kid` that the log shows. */
const max_kid = 64;

/** ID_TOKEN_VERIFICATION_FAILED where no key verifies, with the reason: each kind of failure has its own. */
export function explain(keys_, header, alg) {
	const kid = header.kid;
	const tried = candidates(keys_, alg, kid);
	const facts = { alg, kid: type(kid) == "string" ? substring(kid, 0, max_kid) : null };
	const is_named = kid !== null && array_some(keys_, (key) => key.kid === kid);
	const matching = length(jwk_matching(keys_, alg, kid));
	if (length(keys_) == 0) {
		facts.reason = { id: "no_signing_key" };
	} else if (kid !== null && type(kid) != "string") {
		facts.reason = "the token's kid is not a text";
		facts.hint = { id: "kid_as_text" };
	} else if (kid !== null && !is_named) {
		const are_named = array_some(keys_, (key) => type(key.kid) == "string");
		const are_nameless = array_every(keys_, (key) => key.kid === null);
		facts.reason = "no key of the provider has the token's kid";
		facts.hint = { id: are_named ? "own_keys" : are_nameless ? "name_keys" : "kid_as_text" };
	} else if (matching == 0) {
		facts.reason = is_named
			? "the key of this kid is not for this algorithm"
			: "no key of the provider fits the algorithm";
		facts.hint = { id: "signing_key" };
	} else if (array_every(tried, (key) => !jwk_jwk_to_pem(key).ok)) {
		facts.reason = "the key cannot be used";
		facts.hint = { id: "usable_key" };
	} else if (matching > length(tried)) {
		facts.reason = `no key of the first ${length(tried)} that fit verifies the signature`;
		facts.keys = matching;
		facts.hint = { id: "name_keys" };
	} else {
		facts.reason =
			kid !== null
				? "the key of this kid does not verify the signature"
				: "no key that fits verifies the signature";
		facts.hint = { id: "own_keys" };
	}
	return err("ID_TOKEN_VERIFICATION_FAILED", facts);
};

/** UNSUPPORTED_ALGORITHM, with the option that would permit the algorithm. */
export function explain_alg(alg, allowed) {
	const see_algs = { id: "see_algs", params: { allowed: join(" ", allowed) } };
	const hint = (index(algorithms, alg) >= 0) ? see_algs : null;
	return err("UNSUPPORTED_ALGORITHM", { alg: substring(alg, 0, 32), hint });
};
