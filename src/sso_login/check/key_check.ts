/** The part of the check that judges a JWK Set: the keys that a login could use, and the others. */
import * as bytes from "io/bytes";
import * as report from "./report";
import * as jwk from "../jose/jwk";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import * as json from "io/json";
import type { JsonObject } from "io/json";
import * as id_token from "../protocol/id_token";
import * as hash from "../jose/hash";
import type { Message } from "../result";
import type { Config } from "../settings/provider_config";
import * as option_bounds from "../settings/option_bounds";

/** Most kinds of keys that a finding names: with 256 KB of keys, a longer list would take a router minutes. */
const max_named = 16;

function lacks_eddsa(): boolean {
  return hash.native_backend().backend === "mbedtls";
}

/** The fault of a key that no login can use: its type, its numbers, this router's library, or only its algorithm. */
function kind_of(key: JsonObject): string {
  if (key.crv === "Ed25519" && lacks_eddsa()) {
    return "key_library";
  }
  const bare: JsonObject = { kty: key.kty, crv: key.crv, key_ops: key.key_ops };
  if (!option_bounds.algorithms.some((alg) => jwk.matches_alg(bare, alg))) {
    return "key";
  }
  return jwk.jwk_to_pem(key).ok ? "key_algorithm" : "key_refused";
}

/** The kind of a key that no login can use, with its type, and the algorithm that it names, or else the first that its type may have. */
function describe(key: JsonObject): Message {
  const kty = json_values.text_of(key.kty ?? "no kty");
  const curve = json_values.text_of(key.crv);
  const named = json_values.text_of(key.alg);
  const first = option_bounds.algorithms.find((alg) => jwk.matches_alg({ kty: key.kty, crv: key.crv }, alg));
  const params = { alg: named !== "" ? named : (first ?? kty), type: kty + (curve !== "" ? " " + curve : "") };
  return { id: kind_of(key), params };
}

function allowed_algs(config: Config): string[] {
  return config.id_token_algs ?? id_token.default_algs;
}

/** Notes key ids (RFC 7517 section 4.5) by which a login does not find one key. */
function check_ids(run: report.Run, keys: JsonObject[]): void {
  const ids = bytes.sorted(keys.filter((key) => typeof key.kid === "string").map((key) => key.kid as string));
  const doubled: string[] = [];
  for (let i = 1; i < ids.length && doubled.length < max_named; i++) {
    const kid = ids[i] ?? "";
    if (kid === ids[i - 1] && kid !== doubled[doubled.length - 1]) {
      doubled.push(kid);
    }
  }
  report.warn_of(run, "keys_doubled", "kids", doubled);
  if (ids.length < keys.length) {
    report.warning(run, "keys_without_id", { count: `${keys.length - ids.length}` });
  }
}

export function check_keys(run: report.Run, config: Config, url: string, set: JsonObject): void {
  const allowed = allowed_algs(config);
  const all = json_values.objects_of(set.keys);
  const keys = (all ?? []).filter((key) => jwk.is_signing(key));
  const usable: string[] = [];
  const others: Message[] = [];
  const good: JsonObject[] = [];
  for (const key of keys) {
    const alg = allowed.find((one) => jwk.matches_alg(key, one) && jwk.jwk_to_pem(key).ok);
    const kind = describe(key);
    if (
      alg === undefined &&
      others.length < max_named &&
      !others.some((other) => json.encode(other) === json.encode(kind))
    ) {
      others.push(kind);
    } else if (alg !== undefined) {
      good.push(key);
      strings.add_missing(usable, [alg]);
    }
  }
  const params = { url, usable: usable.join(", "), keys: json.list(others), allowed: allowed.join(", ") };
  if (all === undefined && strings.sorted_keys(set).length > 0) {
    report.error(run, "keys_absent", { url });
  } else if (keys.length === 0) {
    report.error(run, "keys_missing", params, all !== undefined ? "ID_TOKEN_VERIFICATION_FAILED" : undefined);
  } else if (usable.length === 0) {
    report.error(run, "keys_unusable", params);
  } else if (others.length > 0) {
    report.warning(run, "keys_partly", params);
  } else {
    report.ok(run, "keys_ok", params);
  }
  check_ids(run, good);
}

/** Judges the algorithms of the metadata, if they list any, and those of the option that this router's library lacks. */
export function check_algorithms(run: report.Run, config: Config, metadata: JsonObject): void {
  const allowed = allowed_algs(config);
  const offered = json_values.strings_of(metadata.id_token_signing_alg_values_supported) ?? [];
  if (offered.length > 0 && !offered.some((alg) => allowed.includes(alg))) {
    report.error(run, "algorithm_unsupported", { offered: offered.join(", "), allowed: allowed.join(", ") });
  }
  if (allowed.includes("EdDSA") && lacks_eddsa()) {
    report.warning(run, "algorithm_missing");
  }
  const signs = (json_values.strings_of(metadata.userinfo_signing_alg_values_supported) ?? []).filter(
    (alg) => alg !== "none",
  );
  if (signs.length > 0) {
    report.ok(run, "userinfo_signing", { offered: signs.join(", "), allowed: allowed.join(", ") });
  }
}
