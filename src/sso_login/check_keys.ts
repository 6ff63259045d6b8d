/** The part of the check that judges a JWK Set: which keys a login could use, and what the others are. */
import { note, type Run } from "./check_report";
import { jwk_to_pem } from "./crypto";
import { string_array } from "./discovery";
import type { JsonObject } from "./io/json";
import { read_keys } from "./jwks";
import { allowed_algs, fits } from "./oidc";

/** Algorithms by the curve of a key that names none (RFC 7518 section 3.1, RFC 8037). */
const curve_algorithms: { [curve: string]: string | undefined } = {
  "P-256": "ES256",
  "P-384": "ES384",
  "P-521": "ES512",
  secp256k1: "ES256K",
  Ed25519: "EdDSA",
  Ed448: "EdDSA",
};

function text_of(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The algorithm of a key: what it says, or what its type is used with. */
function algorithm_of(jwk: JsonObject): string {
  const named = text_of(jwk.alg);
  if (named !== "") {
    return named;
  }
  const type = text_of(jwk.kty);
  return type === "RSA" ? "RS256" : (curve_algorithms[text_of(jwk.crv)] ?? type);
}

/** Whether a key is for signatures at all, as far as it says. */
function is_signing(jwk: JsonObject): boolean {
  return jwk.use === undefined || jwk.use === "sig";
}

/** The algorithm that a login could verify with the key, or undefined. */
function usable_algorithm(jwk: JsonObject): string | undefined {
  return allowed_algs().find((alg) => fits(jwk, alg) && jwk_to_pem(jwk).ok);
}

/** Most kinds of keys that a finding names; searching a longer list would take a router minutes with 256 KB of keys. */
const max_named = 16;

function add(list: string[], item: string): void {
  if (list.length < max_named && !list.includes(item)) {
    list.push(item);
  }
}

/** What a key is, for people: algorithm, type and curve. */
function describe(jwk: JsonObject): string {
  const curve = text_of(jwk.crv);
  const fitting = allowed_algs().some((alg) => fits(jwk, alg));
  const type = text_of(jwk.kty) + (curve !== "" ? " " + curve : "");
  return algorithm_of(jwk) + " (" + type + (fitting ? ", of a size or form that is refused)" : ")");
}

/** Judges the JWK Set that `url` answered with. */
export function check_keys(run: Run, url: string, set: JsonObject): void {
  const all = read_keys(set);
  const keys = (all ?? []).filter((jwk) => is_signing(jwk));
  const usable: string[] = [];
  const others: string[] = [];
  for (const jwk of keys) {
    const alg = usable_algorithm(jwk);
    if (alg !== undefined) {
      add(usable, alg);
    } else {
      add(others, describe(jwk));
    }
  }
  const params = { url, usable: usable.join(", "), keys: others.join(", ") };
  if (keys.length === 0) {
    note(run, "error", "keys_missing", params, all !== undefined ? "ID_TOKEN_VERIFICATION_FAILED" : undefined);
  } else if (usable.length === 0) {
    note(run, "error", "keys_unusable", params);
  } else if (others.length > 0) {
    note(run, "warning", "keys_partly", params);
  } else {
    note(run, "ok", "keys_ok", params);
  }
}

/** Judges the algorithms that the discovery document lists for ID Tokens; none listed says nothing. */
export function check_algorithms(run: Run, document: JsonObject): void {
  const offered = string_array(document.id_token_signing_alg_values_supported) ?? [];
  if (offered.length > 0 && !offered.some((alg) => allowed_algs().includes(alg))) {
    note(run, "error", "algorithm_unsupported", { offered: offered.join(", ") });
  }
}
