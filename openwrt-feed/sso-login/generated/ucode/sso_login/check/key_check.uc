'use strict';
// Generated from src/sso_login/check/key_check.ts by "make ucode"; do not edit.

/** The part of the check that judges a JWK Set: the keys that a login could use, and the others. */

import { array_find, array_some } from 'sso_login.ecma';
import { sorted } from 'sso_login.io.bytes';
import { warn_of, warning, error, ok as report_ok } from 'sso_login.check.report';
import { matches_alg, jwk_to_pem as jwk_jwk_to_pem, is_signing } from 'sso_login.jose.jwk';
import { add_missing, sorted_keys } from 'sso_login.base.strings';
import { text_of, objects_of, strings_of } from 'sso_login.base.json_values';
import { encode as json_encode, list } from 'sso_login.io.json';
import { default_algs } from 'sso_login.protocol.id_token';
import { native_backend } from 'sso_login.jose.hash';
import { algorithms } from 'sso_login.settings.option_bounds';

/** Most kinds of keys that a finding names: with 256 KB of keys, a longer list would take a router minutes. */
const max_named = 16;

function lacks_eddsa() {
	return native_backend().backend === "mbedtls";
}

/** The fault of a key that no login can use: its type, its numbers, this router's library, or only its algorithm. */
function kind_of(key) {
	if (key.crv === "Ed25519" && lacks_eddsa()) {
		return "key_library";
	}
	const bare = { kty: key.kty, crv: key.crv, key_ops: key.key_ops };
	if (!array_some(algorithms, (alg) => matches_alg(bare, alg))) {
		return "key";
	}
	return jwk_jwk_to_pem(key).ok ? "key_algorithm" : "key_refused";
}

/** The kind of a key that no login can use, with its type, and the algorithm that it names, or else the first that its type may have. */
function describe(key) {
	const kty = text_of(key.kty ?? "no kty");
	const curve = text_of(key.crv);
	const named = text_of(key.alg);
	const first = array_find(algorithms, (alg) => matches_alg({ kty: key.kty, crv: key.crv }, alg));
	const params = { alg: named !== "" ? named : (first ?? kty), type: kty + (curve !== "" ? " " + curve : "") };
	return { id: kind_of(key), params };
}

function allowed_algs(config) {
	return config.id_token_algs ?? default_algs;
}

/** Notes key ids (RFC 7517 section 4.5) by which a login does not find one key. */
function check_ids(run, keys_) {
	const ids = sorted(map(filter(keys_, (key) => type(key.kid) == "string"), (key) => key.kid));
	const doubled = [];
	for (let i = 1; i < length(ids) && length(doubled) < max_named; i++) {
		const kid = ids[i] ?? "";
		if (kid === ids[i - 1] && kid !== doubled[length(doubled) - 1]) {
			push(doubled, kid);
		}
	}
	warn_of(run, "keys_doubled", "kids", doubled);
	if (length(ids) < length(keys_)) {
		warning(run, "keys_without_id", { count: `${length(keys_) - length(ids)}` });
	}
}

export function check_keys(run, config, url, set) {
	const allowed = allowed_algs(config);
	const all = objects_of(set.keys);
	const keys_ = filter((all ?? []), (key) => is_signing(key));
	const usable = [];
	const others = [];
	const good = [];
	for (let key in keys_) {
		const alg = array_find(allowed, (one) => matches_alg(key, one) && jwk_jwk_to_pem(key).ok);
		const kind = describe(key);
		if (
			alg === null &&
			length(others) < max_named &&
			!array_some(others, (other) => json_encode(other) === json_encode(kind))
		) {
			push(others, kind);
		} else if (alg !== null) {
			push(good, key);
			add_missing(usable, [alg]);
		}
	}
	const params = { url, usable: join(", ", usable), keys: list(others), allowed: join(", ", allowed) };
	if (all === null && length(sorted_keys(set)) > 0) {
		error(run, "keys_absent", { url });
	} else if (length(keys_) == 0) {
		error(run, "keys_missing", params, all !== null ? "ID_TOKEN_VERIFICATION_FAILED" : null);
	} else if (length(usable) == 0) {
		error(run, "keys_unusable", params);
	} else if (length(others) > 0) {
		warning(run, "keys_partly", params);
	} else {
		report_ok(run, "keys_ok", params);
	}
	check_ids(run, good);
};

/** Judges the algorithms of the metadata, if they list any, and those of the option that this router's library lacks. */
export function check_algorithms(run, config, metadata) {
	const allowed = allowed_algs(config);
	const offered = strings_of(metadata.id_token_signing_alg_values_supported) ?? [];
	if (length(offered) > 0 && !array_some(offered, (alg) => (index(allowed, alg) >= 0))) {
		error(run, "algorithm_unsupported", { offered: join(", ", offered), allowed: join(", ", allowed) });
	}
	if ((index(allowed, "EdDSA") >= 0) && lacks_eddsa()) {
		warning(run, "algorithm_missing");
	}
	const signs = filter((strings_of(metadata.userinfo_signing_alg_values_supported) ?? []), (alg) => alg !== "none");
	if (length(signs) > 0) {
		report_ok(run, "userinfo_signing", { offered: join(", ", signs), allowed: join(", ", allowed) });
	}
};
