/** Access tokens of programs: JWTs of the provider for this router (RFC 9068 section 4). */
import type { JsonObject } from "io/json";
import * as failures from "../base/failures";
import type { Io } from "../base/io";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import * as token_claims from "../jose/token_claims";
import * as jws from "../jose/jws";
import type { OpenedJws } from "../jose/jws";
import { err, ok, type Result } from "../result";
import * as role_matching from "../rights/role_matching";
import type { Config } from "../settings/provider_config";
import * as known_metadata from "./known_metadata";
import * as id_token from "./id_token";
import * as posted_token from "./posted_token";

/** Loaded for a token that no known key has signed. */
const metadata_call = () => require("./metadata_call") as typeof import("./metadata_call");

/** A verified access token. */
export interface AccessToken {
  claims: JsonObject;
  sub: string;
  /** The client; the same as `sub` where there is no user. */
  client: string;
  /** The provider's session; "" where it names none. */
  sid: string;
  /** Unix seconds. */
  issued_at: number;
  end: number;
}

/** Claims of ID Tokens and logout tokens, which access tokens lack. */
const foreign_claims = ["nonce", "at_hash", "c_hash", "events"];

/** The claims that may name the client: RFC 9068 section 2.2, OpenID Connect Core section 2, and Entra ID's first version; else Okta's. */
const client_claims = ["client_id", "azp", "appid"];
const last_claim = "cid";

/** Claims of other kinds of tokens, and `cnf`: no proof of possession is verified here. */
function check_kind(claims: JsonObject): Result<true> {
  if (claims.typ !== undefined && claims.typ !== "Bearer") {
    return token_claims.claim_error("typ", "is not Bearer: another kind of token");
  }
  if (claims.token_use !== undefined && claims.token_use !== "access") {
    return token_claims.claim_error("token_use", "is not access: another kind of token");
  }
  return claims.cnf === undefined
    ? ok(true)
    : token_claims.claim_error("cnf", "binds the token to a key, and nothing here proves its possession");
}

/** The client, on which all claims that name it must agree. */
function client_of(claims: JsonObject): Result<string> {
  let client = "";
  const named = client_claims.filter((claim) => claims[claim] !== undefined);
  for (const name of named.length > 0 || claims[last_claim] === undefined ? named : [last_claim]) {
    const found = token_claims.check_name(claims, name);
    if (!found.ok) {
      return found;
    }
    if (client !== "" && client !== found.data) {
      return token_claims.claim_error(name, "is another client");
    }
    client = found.data;
  }
  return client !== "" ? ok(client) : token_claims.claim_error("client_id", "is missing");
}

/** The words of a claim that is a text or an array. */
function words_of(claim: unknown): string[] {
  return typeof claim === "string" ? strings.split_words(claim, " ") : (json_values.strings_of(claim) ?? []);
}

/**
 * Checks everything but the signature; ID_TOKEN_VERIFICATION_FAILED names the claim; for a user's token also AUTHENTICATION_TOO_WEAK and
 * AUTHENTICATION_TOO_OLD. `now` is Unix time in seconds.
 */
export function check_claims(header: JsonObject, claims: JsonObject, config: Config, now: number): Result<AccessToken> {
  const types = config.api_token_types ?? ["at+jwt"];
  const reason = { id: "see_token_types" };
  const of_kind = posted_token.check_kind(header, claims, { types, reason, may_lack_type: false, foreign_claims });
  if (!of_kind.ok) {
    return of_kind;
  }
  const checked = token_claims.check_claims(header, claims, {
    issuer: config.issuer_url,
    audience: { kind: "api", value: config.api_audience },
    now,
    clock_tolerance: config.clock_tolerance,
  });
  if (!checked.ok) {
    return checked;
  }
  const kind = check_kind(claims);
  if (!kind.ok) {
    return kind;
  }
  const client = client_of(claims);
  if (!client.ok) {
    return client;
  }
  // Programs are not asked how they were authenticated (RFC 9470 is about users).
  if (role_matching.is_of_person(claims, client.data)) {
    const authenticated = token_claims.check_authentication(claims, config, now);
    if (!authenticated.ok) {
      return authenticated;
    }
  }
  if (config.api_client !== undefined && !config.api_client.includes(client.data)) {
    return token_claims.claim_error("client_id", "is not in api_client");
  }
  const scopes = words_of(claims.scope).concat(words_of(claims.scp));
  if ((config.api_scope ?? []).some((scope) => !scopes.includes(scope))) {
    return token_claims.claim_error("scope", "lacks one of api_scope");
  }
  // The session ends then, so there is no tolerance.
  const expiry = Math.floor(claims.exp as number);
  if (expiry <= now) {
    return token_claims.claim_error("exp", { id: "past_token" });
  }
  return ok({
    claims,
    sub: claims.sub as string,
    client: client.data,
    sid: json_values.name_of(claims.sid),
    issued_at: claims.iat as number,
    end: expiry,
  });
}

/** A token that is taken apart, its claims not read. */
export interface OpenedToken {
  opened: OpenedJws;
  /** Whether a key of the cache has signed it. */
  is_signed: boolean;
}

/**
 * Takes an access token apart and looks for a known key that has signed it: what a token costs that a stranger sends. Fails with
 * ID_TOKEN_VERIFICATION_FAILED, UNSUPPORTED_ALGORITHM.
 */
export function open(io: Io, config: Config, token: string): Result<OpenedToken> {
  const opened = posted_token.open(config, token);
  if (!opened.ok) {
    const opaque = { reason: "is opaque, not a JWT", hint: { id: "opaque_token" } };
    return opened.meaning === "opaque" ? err(opened.error, opaque, opened.meaning) : opened;
  }
  return ok({ opened: opened.data, is_signed: posted_token.is_signed(io, config, opened.data) === true });
}

/**
 * Verifies that the provider has signed an access token for `api_audience`. Claims come before keys that no cache has, so that a token that
 * they refuse costs no call; where known keys have signed it, its sender may be told why. `retry_after` where a new key may be known then.
 * Fails with ID_TOKEN_VERIFICATION_FAILED, UNSUPPORTED_ALGORITHM, or as metadata and keys do.
 */
export function verify_opened(io: Io, config: Config, token: OpenedToken): Result<AccessToken> {
  const opened = token.opened;
  const claims = jws.read_claims(opened);
  const checked = claims.ok ? check_claims(opened.header, claims.data, config, io.time()) : claims;
  if (token.is_signed) {
    return checked.ok || !claims.ok ? checked : posted_token.told(checked);
  }
  if (!checked.ok) {
    return checked;
  }
  const metadata = known_metadata.of_provider(io, config);
  const retry_after = metadata.ok ? metadata_call().seconds_until(io, metadata.data) : 0;
  const signed = id_token.check_provider(io, config, metadata, opened);
  if (signed.ok) {
    return checked;
  }
  return retry_after > 0 ? failures.answered(failures.adding(signed, { retry_after }), { retry_after }) : signed;
}
