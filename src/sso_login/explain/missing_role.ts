/** The facts about a user without a role. */
import * as bytes from "io/bytes";
import type { JsonObject } from "io/json";
import * as failure_facts from "../base/failure_facts";
import * as json_values from "../base/json_values";
import { err, type Err, type Facts } from "../result";
import * as claim_rules from "../rights/claim_rules";
import * as log_identity from "../rpcd/log_identity";
import type { Config } from "../settings/provider_config";
import * as useless_claims from "./useless_claims";

/** A user's claims, and facts about them for the log. */
interface User {
  claims: JsonObject;
  notes: Facts;
  verified: { tokens: { id_token?: unknown } };
}

/** Whether an ID Token has null for a claim, as Vault and Gitea do where a user has no groups: decoded claims have no such member. */
function is_null(id_token: string, name: string): boolean {
  const encoded = json_values.text_of(id_token.split(".")[1]);
  const payload = json_values.text_of(bytes.base64url_decode(encoded));
  return payload
    .split(" ")
    .join("")
    .includes('"' + name + '":null');
}

/** Groups that a log line names, and bytes of each. */
const max_named = 5;
const max_name = 64;

/** The refusal of a user without a role, with the facts for an administrator: the user, and the claims that arrived. */
export function explain(config: Config, user: User, refusal: Err): Err {
  const claims = user.claims;
  const notes = user.notes;
  const found = claim_rules.groups_of(config, claims);
  const groups = found ?? [];
  const lacking = useless_claims.facts_of(config, claims);
  const kinds = useless_claims.other_kinds(config, claims);
  const first = groups.slice(0, max_named).map((name) => name.substring(0, max_name));
  const details: Facts = {
    not_granted: notes.not_granted,
    groups: found === undefined ? "absent" : groups.length,
    other_kind: kinds.length > 0 ? kinds.join("; ") : undefined,
    absent_claims: lacking.absent_claims,
    first_groups: groups.length > 0 ? first.join(",") : undefined,
    userinfo: notes.userinfo,
    userinfo_reason: notes.userinfo_reason,
    unverified_by: notes.unverified_by,
  };
  for (const pair of log_identity.pairs_of_claims(config, claims)) {
    details[pair[0]] = pair[1];
  }
  const reasons = failure_facts.open(refusal);
  details.reason = reasons.reason;
  const id_token = json_values.text_of(user.verified.tokens.id_token);
  const claim = claim_rules.groups_claims(config).find((name) => is_null(id_token, name));
  const is_wanted = lacking.hint !== undefined && found === undefined && claim !== undefined;
  details.hint = reasons.hint ?? (is_wanted ? { id: "groups_null", params: { claim } } : lacking.hint);
  return err(refusal.error, details);
}
