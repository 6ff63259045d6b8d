/** Access tokens and logout tokens, which others post to the router: the common part of their verification. */
import * as failures from "../base/failures";
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as json_values from "../base/json_values";
import type { JsonObject } from "io/json";
import * as token_claims from "../jose/token_claims";
import * as jws from "../jose/jws";
import type { OpenedJws } from "../jose/jws";
import { err, ok, type Err, type Fact, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import * as id_token from "./id_token";
import * as jwk_set from "./jwk_set";
import type { JwkSet } from "./jwk_set";
import * as provider_metadata from "./provider_metadata";

/** Bytes of a token: it has fewer claims than an ID Token. */
const max_length = 8192;

/** Seconds in which forged tokens make the service fetch the keys at most once. */
const refresh_interval = 60;

/** A refusal whose reason the sender may read: the token is the provider's. */
export function told(refusal: Err): Err {
  return failures.answered(refusal, { is_signed: true });
}

/** Takes a token apart and checks its header. */
export function open(config: Config, token: string): Result<OpenedJws> {
  if (token.length > max_length) {
    const hint = { id: "shorter_token" };
    return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "over 8192 bytes", bytes: token.length, hint });
  }
  const opened = jws.open_jws(token);
  return opened.ok ? id_token.check_header(opened.data, config.id_token_algs) : opened;
}

/** Whether `typ` is one of these types (RFC 7515 section 4.1.9). */
function is_type(typ: unknown, types: string[]): boolean {
  const name = json_values.text_of(typ).toLowerCase();
  const bare = name.startsWith("application/") ? name.substring("application/".length) : name;
  return types.some((type) => type.toLowerCase() === bare);
}

/** A kind of token that is posted: its types (`typ` of the header) without `application/`, and what other kinds have and it lacks. */
export interface TokenKind {
  types: string[];
  /** The reason for refusing other types. */
  reason: Fact;
  /** Whether the header may lack the type. */
  may_lack_type: boolean;
  foreign_claims: string[];
}

/** Checks that a token is of a kind; ID_TOKEN_VERIFICATION_FAILED. */
export function check_kind(header: JsonObject, claims: JsonObject, kind: TokenKind): Result<true> {
  const is_absent = header.typ === undefined;
  if (!(is_absent && kind.may_lack_type) && !is_type(header.typ, kind.types)) {
    return token_claims.claim_error("typ", is_absent ? "has no type" : kind.reason);
  }
  const foreign = kind.foreign_claims.find((name) => claims[name] !== undefined);
  return foreign === undefined ? ok(true) : token_claims.claim_error(foreign, "is there: another kind of token");
}

/** The provider's keys; undefined when no cache has them. */
export function cached_keys(io: Io, config: Config): JwkSet | undefined {
  const metadata = provider_metadata.cached_of_provider(io, config);
  return metadata !== undefined ? jwk_set.cached_jwks(io, config, metadata.jwks_uri) : undefined;
}

/** The keys that no cache has, from the provider if it may be called. */
export function fetch_keys(io: Io, config: Config, may_call: boolean): Result<JwkSet> {
  if (!may_call) {
    return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "the provider's keys are not known" });
  }
  const metadata = provider_metadata.of_provider(io, config);
  return metadata.ok ? jwk_set.load_jwks(io, config, metadata.data.jwks_uri, false) : metadata;
}

/** Seconds until the keys may be fetched again, where none of them has the token's `kid`; undefined where another has no use. */
export function seconds_until_fetch(io: Io, opened: OpenedJws, keys: JwkSet): number | undefined {
  const is_known = opened.header.kid === undefined || keys.keys.some((key) => key.kid === opened.header.kid);
  const age = io.time() - (keys.fetched_at ?? 0);
  return !is_known && age >= 0 && age < refresh_interval ? refresh_interval - age : undefined;
}

/** Verifies the signature; the keys are fetched anew where that may help, and may be. */
export function check_signature(
  io: Io,
  config: Config,
  opened: OpenedJws,
  keys: JwkSet,
  may_call: boolean,
): Result<JwkSet> {
  const is_recent = store.is_fresh(keys.fetched_at, io.time(), refresh_interval);
  const is_final = keys.is_final || is_recent || !may_call;
  return id_token.check_signature(io, config, opened, { uri: keys.uri, keys: keys.keys, is_final });
}
