/** The UserInfo endpoint (OpenID Connect Core section 5.3). */
import type { JsonObject } from "io/json";
import type { HttpResponse, Io } from "../base/io";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import * as token_claims from "../jose/token_claims";
import * as jws from "../jose/jws";
import { err, ok, type Result } from "../result";
import * as claim_rules from "../rights/claim_rules";
import type { ClaimRules } from "../rights/claim_rules";
import type { Config } from "../settings/provider_config";
import * as known_metadata from "./known_metadata";
import * as provider_calls from "./provider_calls";
import * as id_token from "./id_token";
import type { Provider } from "./provider_files";
import type { Metadata } from "./provider_metadata";

/** Loaded for a failure. */
const failures = () => require("../base/failures") as typeof import("../base/failures");

/** Loaded for an answer that is refused. */
const failed_answer = () => require("../explain/failed_answer") as typeof import("../explain/failed_answer");

/** Configuration and metadata by which a signed answer is verified. */
export interface Verifier {
  readonly config: Config;
  readonly metadata: Metadata;
}

/** A user by an ID Token, and the access token for more. */
export interface KnownUser extends Verifier {
  readonly claims: JsonObject;
  readonly tokens: { readonly access_token: string };
}

/** The claims of a signed answer (OpenID Connect Core section 5.3.2), which is verified as an ID Token is. */
function verified_claims(io: Io, text: string, verifier: Verifier): Result<JsonObject> {
  const config = verifier.config;
  const parsed = id_token.parse_id_token(text, config.id_token_algs);
  if (!parsed.ok) {
    return parsed;
  }
  const expected = token_claims.for_client(config, io.time());
  expected.optional = ["iss", "aud", "exp", "iat"];
  expected.leaves_subject = true;
  const found = id_token.verify(io, config, verifier.metadata, parsed.data, expected);
  return found.ok ? ok(found.data.claims) : found;
}

function is_jwt(response: HttpResponse): boolean {
  const type = strings.before(response.content_type.toLowerCase(), ";");
  return response.status === 200 && strings.split_words(type, " ")[0] === "application/jwt";
}

/**
 * The claims of an access token's user; the caller compares `sub`. Fails with USERINFO_NETWORK_ERROR or SSL_INIT_FAILED, and for a
 * signed answer as an ID Token's verification does; without a `verifier` that is refused.
 */
export function fetch_userinfo(
  io: Io,
  provider: Provider,
  endpoint: string,
  access_token: string,
  verifier?: Verifier,
): Result<JsonObject> {
  const code = "USERINFO_NETWORK_ERROR";
  const bearer = ["Authorization: Bearer " + access_token];
  const response = provider_calls.get(io, endpoint, bearer, code, provider_calls.caller(provider));
  if (!response.ok) {
    return response;
  }
  if (verifier === undefined || !is_jwt(response.data)) {
    return provider_calls.read_json(response.data, endpoint, code, [access_token]);
  }
  const text = response.data.body;
  const signed = jws.parse_jws(text);
  if (!signed.ok) {
    return failed_answer().unsigned(code, endpoint, signed);
  }
  const claims = verified_claims(io, text, verifier);
  // A failure of the answer, not of the ID Token: it says nothing of the user.
  return claims.ok ? claims : err(claims.error, failures().adding(claims, { token: "userinfo" }).details);
}

/** The source that says that a user's e-mail is not verified. */
export type Denial = "id_token" | "userinfo" | "none";

/** Whether claims say that an e-mail address is not verified: their own, or the user's if they have none. */
function deny_email(rules: ClaimRules, claims: JsonObject, email: unknown): boolean {
  const own = claim_rules.email_of(rules, claims);
  const is_same = json_values.text_of(own).toLowerCase() === json_values.text_of(email).toLowerCase();
  return claim_rules.denies_email(claims) && (is_same || !claim_rules.has_email(rules, claims));
}

/** The denial of the e-mail of a user by the claims of two sources. */
export function denial_by(rules: ClaimRules, id_claims: JsonObject, userinfo: JsonObject): Denial {
  const email = claim_rules.email_of(rules, claim_rules.has_email(rules, id_claims) ? id_claims : userinfo);
  if (deny_email(rules, id_claims, email)) {
    return "id_token";
  }
  return deny_email(rules, userinfo, email) ? "userinfo" : "none";
}

/** The claims of two sources by their names; those of `first` win. */
function join(first: JsonObject, second: JsonObject): JsonObject {
  const joined: JsonObject = {};
  for (const claims of [second, first]) {
    for (const name of Object.keys(claims)) {
      joined[name] = claims[name];
    }
  }
  return joined;
}

/**
 * A user's claims from two sources: those of `first` win. `email_verified` comes from the source of the e-mail, but is false where either
 * source denies it. A claim found by a path is put under the name of the path.
 */
export function merge(first: JsonObject, second: JsonObject, rules: ClaimRules): JsonObject {
  const merged = join(first, second);
  for (const name of claim_rules.groups_claims(rules)) {
    merged[name] = claim_rules.find(first, name) ?? claim_rules.find(second, name);
  }
  const source = claim_rules.has_email(rules, first) ? first : second;
  // A claim that is no e-mail address is kept where neither has one: the log names its kind.
  const email = claim_rules.email_of(rules, source) ?? claim_rules.email_of(rules, first);
  merged[claim_rules.email_claim(rules)] = email;
  merged.email_verified = denial_by(rules, first, second) === "none" ? source.email_verified : false;
  return merged;
}

/** Claims of a user, and the denial of the e-mail. */
export interface CompletedClaims {
  claims: JsonObject;
  denial: Denial;
}

/**
 * UserInfo's claims of a user whose `sub` is known, by metadata that have it; ID_TOKEN_VERIFICATION_FAILED when they are about another subject.
 */
export function claims_of(io: Io, user: KnownUser): Result<JsonObject> {
  const config = user.config;
  const userinfo = known_metadata.by_metadata(io, config, ok(user.metadata), "userinfo_endpoint", (metadata) => {
    const endpoint = metadata.userinfo_endpoint ?? "";
    return fetch_userinfo(io, config, endpoint, user.tokens.access_token, { config, metadata });
  });
  const subject = userinfo.ok ? userinfo.data.sub : undefined;
  if (!userinfo.ok || (typeof subject === "string" && subject === user.claims.sub)) {
    return userinfo;
  }
  if (typeof subject === "string" && subject !== "") {
    return token_claims.claim_error("sub", "UserInfo is about another subject", "other_subject");
  }
  const reason = (subject ?? "") === "" ? "no sub, and must have that of the ID Token" : "a sub that is not a text";
  return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "UserInfo has " + reason });
}

/** The claims of a user completed by UserInfo; fails as `claims_of` does. */
export function complete_claims(io: Io, user: KnownUser): Result<CompletedClaims> {
  const userinfo = claims_of(io, user);
  if (!userinfo.ok) {
    return userinfo;
  }
  const rules = user.config;
  const denial = denial_by(rules, user.claims, userinfo.data);
  return ok({ claims: merge(user.claims, userinfo.data, rules), denial });
}
