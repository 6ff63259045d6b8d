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
import * as provider_metadata from "./provider_metadata";

/** Bytes of a token: it has fewer claims than an ID Token. */
const max_length = 8192;

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

/** Whether a key of the cache has signed a token; undefined where there is none. */
export function is_signed(io: Io, config: Config, opened: OpenedJws): boolean | undefined {
  // After a save, too: a claim that does not fit the new settings is told to the sender only where a key is known.
  const metadata = provider_metadata.cached(io, config, store.cache_lifetime);
  const keys = metadata !== undefined ? jwk_set.cached_jwks(io, config, metadata.jwks_uri) : undefined;
  return keys !== undefined ? id_token.is_made_by(keys, opened) : undefined;
}
