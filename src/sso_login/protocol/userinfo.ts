/** The UserInfo endpoint (OpenID Connect Core section 5.3). */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import { err, ok, type Result } from "../result";
import * as claim_rules from "../settings/claims";
import type { ClaimRules } from "../settings/claims";
import * as back_channel from "./back_channel";

/**
 * The claims that the endpoint gives for an access token; the caller compares `sub`. Fails with USERINFO_NETWORK_ERROR
 * or SSL_INIT_FAILED.
 */
export function fetch_userinfo(io: Io, endpoint: string, access_token: string): Result<JsonObject> {
  return back_channel.get_json(io, endpoint, ["Authorization: Bearer " + access_token], "USERINFO_NETWORK_ERROR");
}

/** Whether a claims object holds an e-mail. */
export function has_email(rules: ClaimRules, claims: JsonObject): boolean {
  const email = claim_rules.email_of(rules, claims);
  return typeof email === "string" && email !== "";
}

/**
 * ID Token claims completed by UserInfo's: those of the ID Token win, and `email_verified` comes from where the e-mail
 * comes from. What a path of `given` leads to stands under the path's own name.
 */
export function merge(id_claims: JsonObject, userinfo: JsonObject, given?: ClaimRules): JsonObject {
  const rules: ClaimRules = given ?? {};
  const merged: JsonObject = {};
  for (const name of Object.keys(userinfo)) {
    merged[name] = userinfo[name];
  }
  for (const name of Object.keys(id_claims)) {
    merged[name] = id_claims[name];
  }
  for (const name of claim_rules.groups_claims(rules)) {
    merged[name] = claim_rules.find(id_claims, name) ?? claim_rules.find(userinfo, name);
  }
  const source = has_email(rules, id_claims) ? id_claims : userinfo;
  merged[rules.email_claim ?? "email"] = claim_rules.email_of(rules, source);
  merged.email_verified = source.email_verified;
  return merged;
}

/** ID Token claims completed by UserInfo; ID_TOKEN_VERIFICATION_FAILED when that is about another subject. */
export function complete_claims(
  io: Io,
  endpoint: string,
  id_claims: JsonObject,
  access_token: string,
  rules?: ClaimRules,
): Result<JsonObject> {
  const userinfo = fetch_userinfo(io, endpoint, access_token);
  if (!userinfo.ok) {
    return userinfo;
  }
  const subject = userinfo.data.sub;
  return typeof subject === "string" && subject === id_claims.sub
    ? ok(merge(id_claims, userinfo.data, rules))
    : err("ID_TOKEN_VERIFICATION_FAILED", { reason: "UserInfo is about another subject" });
}
