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
	const shown_kid = type(kid) == "string" ? substring(kid, 0, max_kid) : null;
	const failed = (reason, hint, count) => {
		const advice = hint !== null ? { id: hint } : null;
		return err("ID_TOKEN_VERIFICATION_FAILED", { alg, kid: shown_kid, reason, keys: count, hint: advice });
	};
	const tried = candidates(keys_, alg, kid);
	const is_named = kid !== null && array_some(keys_, (key) => key.kid === kid);
	const matching = length(jwk_matching(keys_, alg, kid));
	if (length(keys_) == 0) {
		return failed({ id: "no_signing_key" });
	}
	if (kid !== null && type(kid) != "string") {
		return failed("the token's kid is not a text", "kid_as_text");
	}
	if (kid !== null && !is_named) {
		const are_named = array_some(keys_, (key) => type(key.kid) == "string");
		const are_nameless = array_every(keys_, (key) => key.kid === null);
		const hint = are_named ? "own_keys" : are_nameless ? "name_keys" : "kid_as_text";
		return failed("no key of the provider has the token's kid", hint);
	}
	if (matching == 0) {
		const of_kid = "the key of this kid is not for this algorithm";
		return failed(is_named ? of_kid : "no key of the provider fits the algorithm", "signing_key");
	}
	if (array_every(tried, (key) => !jwk_jwk_to_pem(key).ok)) {
		return failed("the key cannot be used", "usable_key");
	}
	if (matching > length(tried)) {
		return failed(`no key of the first ${length(tried)} that fit verifies the signature`, "name_keys", matching);
	}
	const of_kid = "the key of this kid does not verify the signature";
	return failed(kid !== null ? of_kid : "no key that fits verifies the signature", "own_keys");
};

/** UNSUPPORTED_ALGORITHM, with the option that would permit the algorithm. */
export function explain_alg(alg, allowed) {
	const see_algs = { id: "see_algs", params: { allowed: join(" ", allowed) } };
	const hint = (index(algorithms, alg) >= 0) ? see_algs : null;
	return err("UNSUPPORTED_ALGORITHM", { alg: substring(alg, 0, 32), hint });
};
